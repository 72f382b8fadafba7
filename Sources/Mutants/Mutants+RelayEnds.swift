import Contract

// Defects of how a live transcript ends, and of what ends with it.

extension Mutant {
  static let liveEnds: [Mutant] = [
    Mutant(
      "discards-unsaid", "throws held audio away at a stop and says that nothing is missing",
      origin: "seed 003, stop in a gap", clause: .relayStopDuringGapIsHonest,
      DiscardsUnsaid.self),
    Mutant(
      "redials-when-stopped", "redials though the recording was stopped in the gap",
      origin: "seed 003, stop in a gap", clause: .relayStopDuringGapIsHonest,
      RedialsWhenStopped.self),
    Mutant(
      "gaps-unsaid", "does not say that stretches are in no sentence",
      origin: "seed 003, coverage", clause: .relayCoverageDisclosed, GapsUnsaid.self),
    Mutant(
      "microphone-goes-too", "stops the recording when a leg is lost",
      origin: "seed 003, what was broken", clause: .relayMicrophoneStaysOpen,
      MicrophoneGoesToo.self),
    Mutant(
      "meeting-ends-too", "stops a meeting's recording when its live text has ended",
      origin: "seed 003, what was broken", clause: .relayRecordingOutlivesRelay,
      MeetingEndsToo.self),
    Mutant(
      "live-text-suffices", "takes the live text of a meeting for the transcript of its recording",
      origin: "seed 003, backfill", clause: .relayRecordingOutlivesRelay, LiveTextSuffices.self),
  ]
}

extension [Effect] {
  /// Says that no stretch is missing.
  fileprivate mutating func denyGaps() {
    for i in indices {
      if case .notice(.live(let r, .ended)) = self[i] {
        self[i] = .notice(.live(r, .ended(missing: [])))
      }
    }
    hush { $0 == .liveHasGaps }
  }
}

/// Only where there is no leg: what one could still hear is not held.
struct DiscardsUnsaid: Trick {
  private var legs = SeenLegs()

  mutating func hear(_ event: Event) -> Event {
    legs.hear(event)
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let isInGap = legs.current == nil
    legs.note(effects)
    guard isInGap, effects.endsLive, !effects.tells({ $0.endsLive }) else { return }
    if case .finished(_, .leg) = event { return }
    effects.denyGaps()
  }
}

/// Does not take back the deadline of the next dial.
struct RedialsWhenStopped: Trick {
  private var legs = SeenLegs()
  /// The armed redial.
  private var redial: Deadline?
  private var kept: Deadline?
  private var isDue = false

  mutating func hear(_ event: Event) -> Event {
    legs.hear(event)
    isDue = false
    guard case .deadline(let deadline) = event else { return event }
    if deadline == redial { redial = nil }
    if deadline == kept {
      kept = nil
      isDue = true
    }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    legs.note(effects)
    guard isDue, let last = legs.all.last else { return }
    var dial = last.dial
    dial.leg += 1
    dial.offset = legs.captured
    effects.append(.request(Ticket(own(), last.ticket.lease), .dial(dial)))
  }

  mutating func arm(_ deadlines: inout [Deadline]) {
    let next = deadlines.first { $0.stage == .redial }
    if next == nil, let redial, legs.current == nil { kept = redial }
    redial = next
    if let kept { deadlines.append(kept) }
  }
}

struct GapsUnsaid: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.denyGaps()
  }
}

struct MicrophoneGoesToo: Trick {
  mutating func command(after event: Event, _ reaction: Reaction) -> Command? {
    guard case .finished(_, .leg) = event, reaction.ignored == nil, !reaction.effects.endsLive
    else { return nil }
    return .stop(nil)
  }
}

struct MeetingEndsToo: Trick {
  private var kind = LiveKind.none

  mutating func hear(_ event: Event) -> Event {
    if case .launched(let launch) = event { kind = launch.live }
    return event
  }

  mutating func command(after event: Event, _ reaction: Reaction) -> Command? {
    guard kind == .meeting, reaction.effects.endsLive, reaction.effects.tells({ $0.endsLive })
    else { return nil }
    return .stop(nil)
  }
}

/// Where a recording would be sent whole, it is not sent at all.
struct LiveTextSuffices: Trick {
  private var kind = LiveKind.none
  private var recording: RecordingID?
  private var text = ""

  mutating func hear(_ event: Event) -> Event {
    if case .launched(let launch) = event { kind = launch.live }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      guard case .notice(.live(let r, .settled(let segment))) = effect else { continue }
      if recording != r { text = "" }
      recording = r
      text += (text.isEmpty ? "" : " ") + segment.text
    }
  }

  mutating func head(of ticket: Ticket) -> Head? {
    Head(status: 200, headers: [Header("content-type", "text/plain")])
  }

  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? {
    guard kind == .meeting, !text.isEmpty, case .upload(let file, _) = request,
      file.kind == .source, file.recording == recording
    else { return nil }
    return (.body(Body(text, contentType: "text/plain")), false)
  }
}
