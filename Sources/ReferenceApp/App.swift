public import Contract
public import ReferenceEngine
import RelayEngine

// A whole app in one process: the recorder, and the live transcript beside it.
//
// The recording needs no relay and knows of none. The router shows the live half what the recorder
// was told and did with the microphone; the live half never touches a file, a row or a recorder,
// and can ask for one thing only: that a dictation whose connection is lost for good be stopped, as
// a person would stop it. Where an app offers no live transcript, every event goes straight to the
// recorder.

/// An engine that keeps the contract, live transcript included.
public struct App: EngineUnderTest, Hashable, Sendable {
  /// In this process an engine does not break.
  public typealias Failure = Never

  var recorder: Engine
  var relay = RelayEngine()
  /// The capture under way, as the live half knows it.
  var capture: EffectID?
  var lease: Lease?

  /// Makes an app that has not been launched.
  public init(conduct: Conduct = Conduct()) { recorder = Engine(conduct: conduct) }

  /// Takes one event.
  public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if relay.isLive { return route(event, at: now) }
    guard case .launched(let launch) = event, launch.live != .none else {
      return recorder.handle(event, at: now)
    }
    var reaction = recorder.handle(event, at: now)
    guard reaction.ignored == nil else { return reaction }
    var step = RelayStep(now: now, nextEffect: recorder.nextEffectNumber)
    relay.launch(launch, &step)
    reaction.effects += step.effects
    return reaction
  }

  private mutating func route(_ event: Event, at now: Moment) -> Reaction {
    var step = RelayStep(now: now, nextEffect: recorder.nextEffectNumber)
    switch event {
    case .progress(let ticket, .leg(let report)):
      let why = relay.reported(ticket.effect, report, &step)
      return finish(Reaction(ignored: why), &step)
    case .finished(let ticket, let outcome) where relay.owns(ticket.effect):
      let why = relay.finished(ticket.effect, outcome, &step)
      return finish(Reaction(ignored: why), &step)
    case .finished(_, .leg): return .ignored(.alreadyFinished)
    case .deadline(let deadline) where relay.owns(deadline):
      let why = relay.expired(deadline, &step)
      return finish(Reaction(ignored: why), &step)
    case .news(.focus(let target)): relay.focusMoved(to: target)
    // A call or another route does not end the recording: the microphone goes on, or its silence
    // is noticed.
    case .news(.interruption), .news(.route): if capture != nil { return Reaction() }
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
    let reaction = recorder.handle(event, at: now)
    step.nextEffect = recorder.nextEffectNumber
    if reaction.ignored == nil { follow(event, reaction.effects, &step) }
    return finish(reaction, &step)
  }

  /// Shows the live half what the recorder was told and did.
  private mutating func follow(_ event: Event, _ effects: [Effect], _ step: inout RelayStep) {
    for effect in effects { follow(effect, &step) }
    switch event {
    case .progress(let ticket, .captureBegan) where ticket.effect == capture:
      if let lease { relay.begin(lease, &step) }
    case .progress(let ticket, .frames(let span, _)) where ticket.effect == capture:
      relay.heard(span, &step)
    case .finished(let ticket, _) where ticket.effect == capture:
      capture = nil
      if let r = lease?.recording { relay.captureEnded(r, &step) }
    case .person(.start): relay.started()
    case .person(.cancel(let r)), .person(.delete(let r)): relay.cancelled(r, &step)
    case .person(.clear): for r in relay.recordings { relay.cancelled(r, &step) }
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
  }

  private mutating func follow(_ effect: Effect, _ step: inout RelayStep) {
    switch effect {
    case .request(let ticket, .capture):
      capture = ticket.effect
      lease = ticket.lease
    case .notice(.stop(let id)) where id == capture:
      if let r = lease?.recording { relay.stopping(r, &step) }
    case .notice(.cancel(let id)) where id == capture:
      if let r = lease?.recording { relay.cancelled(r, &step) }
    case .notice(.abandon(let id)) where id == capture:
      capture = nil
      if let r = lease?.recording { relay.captureEnded(r, &step) }
    case .request, .notice: break
    }
  }

  /// What is settled outlives audio that cannot be closed.
  private mutating func noteText(_ effects: [Effect]) {
    for effect in effects {
      guard case .notice(.live(let r, .settled(let segment))) = effect else { continue }
      recorder.noteLiveText(segment.text, of: r)
    }
  }

  /// Joins what both halves want.
  private mutating func finish(_ reaction: Reaction, _ step: inout RelayStep) -> Reaction {
    guard reaction.ignored == nil else { return reaction }
    var reaction = reaction
    recorder.nextEffectNumber = step.nextEffect
    reaction.effects += step.effects
    noteText(step.effects)
    if step.stopsRecording, let r = relay.recording {
      let stop = recorder.handle(.person(.stop(r)), at: step.now)
      if stop.ignored == nil {
        reaction.effects += stop.effects
        if stop.deadlines != nil { reaction.deadlines = stop.deadlines }
        var more = RelayStep(now: step.now, nextEffect: recorder.nextEffectNumber)
        for effect in stop.effects { follow(effect, &more) }
        recorder.nextEffectNumber = more.nextEffect
        reaction.effects += more.effects
        step.hasRearmed = step.hasRearmed || more.hasRearmed
      }
    }
    let mirrored = recorder.mirrorLive(relay.standing, at: step.now)
    reaction.effects += mirrored.effects
    if step.hasRearmed || reaction.deadlines != nil || mirrored.deadlines != nil {
      reaction.deadlines = recorder.deadlines + relay.deadlines
    }
    return reaction
  }
}
