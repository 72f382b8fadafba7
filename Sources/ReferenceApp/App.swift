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
  /// The look at its microphone, once that runs.
  var watch: MicrophoneWatch?
  /// Since when another use has had the audio hardware, as far as is known.
  var interrupted: Nanoseconds?

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
    case .news(.interruption(let began, _)):
      interrupted = began ? now.monotonic : nil
      if capture != nil {
        return began ? waitForMicrophone(&step) : rebuild(isAnnounced: true, &step)
      }
    case .news(.route), .news(.mediaReset):
      if capture != nil {
        return rebuild(isAnnounced: true, &step)
      }
    case .deadline(let deadline) where deadline.stage == .watchdog:
      guard deadline == watch?.deadline else { return .ignored(.notAllowedNow) }
      step.hasRearmed = true
      if watch?.expired(at: now.monotonic) == true {
        return rebuild(isAnnounced: interrupted != nil, &step)
      }
      return finish(Reaction(), &step)
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
    let reaction = recorder.handle(event, at: now)
    step.nextEffect = recorder.nextEffectNumber
    if reaction.ignored == nil { follow(event, reaction.effects, &step) }
    return finish(reaction, &step)
  }

  /// Another use has the hardware: from now on silence is no sign of a bad recorder, however long
  /// there has been silence before anybody said so.
  private mutating func waitForMicrophone(_ step: inout RelayStep) -> Reaction {
    guard watch != nil else { return Reaction() }
    recorder.waitForMicrophone(at: step.now)
    step.hasRearmed = true
    return finish(Reaction(), &step)
  }

  /// Builds the microphone anew: no resume hint is waited for, and a call does not end a recording.
  ///
  /// While another use is known to have the hardware, or has just given it back, the recorder does
  /// not take the silence for the end of its microphone.
  private mutating func rebuild(isAnnounced: Bool, _ step: inout RelayStep) -> Reaction {
    guard let capture, watch != nil else { return Reaction() }
    let now = step.now
    watch?.rebuilt(at: now.monotonic)
    step.hasRearmed = true
    step.effects.append(.notice(.rebuild(capture)))
    if isAnnounced { recorder.waitForMicrophone(at: now) }
    return finish(Reaction(), &step)
  }

  /// Shows the live half what the recorder was told and did.
  private mutating func follow(_ event: Event, _ effects: [Effect], _ step: inout RelayStep) {
    for effect in effects { follow(effect, &step) }
    switch event {
    case .progress(let ticket, .captureBegan) where ticket.effect == capture:
      guard let lease else { return }
      watch = MicrophoneWatch(lease, at: step.now.monotonic)
      step.hasRearmed = true
      relay.begin(lease, &step)
    case .progress(let ticket, .frames(let span, _)) where ticket.effect == capture:
      let now = step.now.monotonic
      watch?.heard(at: now)
      // Who is heard again is not interrupted any more, whether anybody says so or not.
      if let since = interrupted, now - since > Budgets.watchdog { interrupted = nil }
      relay.heard(span, &step)
    case .finished(let ticket, _) where ticket.effect == capture:
      captureIsOver(&step)
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
      watch = nil
      if let r = lease?.recording { relay.stopping(r, &step) }
    case .notice(.cancel(let id)) where id == capture:
      watch = nil
      if let r = lease?.recording { relay.cancelled(r, &step) }
    case .notice(.abandon(let id)) where id == capture:
      captureIsOver(&step)
    case .request, .notice: break
    }
  }

  private mutating func captureIsOver(_ step: inout RelayStep) {
    capture = nil
    watch = nil
    step.hasRearmed = true
    if let r = lease?.recording { relay.captureEnded(r, &step) }
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
      if let watch { reaction.deadlines?.append(watch.deadline) }
    }
    return reaction
  }
}
