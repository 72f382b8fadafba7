import Contract

// Defects of what a live transcript and the recording beside it owe each other: audio that waits
// for a connection, text that goes with the audio, a microphone that nobody builds anew.

extension Mutant {
  static let liveBeside: [Mutant] = [
    Mutant(
      "text-goes-with-audio", "stores no live text of a recording whose audio could not be closed",
      origin: "clause catalogue", clause: .captureTextSurvivesAudioFailure,
      TextGoesWithAudio.self),
    Mutant(
      "call-ends-recording", "stops the recording when a call takes the microphone",
      origin: "seed 003, audio interruptions", clause: .lifecycleResumesUnprompted,
      CallEndsRecording.self),
    Mutant(
      "waits-for-a-hint", "goes on after a call only where it is told that it may",
      origin: "seed 003, audio interruptions", clause: .lifecycleResumesUnprompted,
      WaitsForAHint.self),
    Mutant(
      "no-watchdog", "notices no silence of the microphone that nobody announces",
      origin: "seed 003, audio interruptions", clause: .lifecycleResumesUnprompted,
      NoWatchdog.self),
    Mutant(
      "waits-for-the-end", "looks at a microphone that a call has taken only when the call is over",
      origin: "seed 003, audio interruptions", clause: .lifecycleResumesUnprompted,
      WaitsForTheEnd.self),
    Mutant(
      "file-waits-for-leg", "writes nothing to the file while the connection is down",
      origin: "clause catalogue", clause: .streamCallbackNeverBlocks, FileWaitsForLeg.self),
    Mutant(
      "guesses-stay", "keeps its first guess at a word when the word turns out to be another",
      origin: "clause catalogue", clause: .transcriptRevisionReplacesItsRange, GuessesStay.self),
  ]
}

/// The text that History has is the text of a recognition, or none.
struct TextGoesWithAudio: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.rewrite { row in
      guard row.state == .failed, row.integrity != .complete, row.checkpoint?.leaves == 0 else {
        return
      }
      row.checkpoint = nil
    }
  }
}

struct CallEndsRecording: Trick {
  private var kind = LiveKind.none

  mutating func hear(_ event: Event) -> Event {
    if case .launched(let launch) = event { kind = launch.live }
    return event
  }

  mutating func command(after event: Event, _ reaction: Reaction) -> Command? {
    guard kind != .none, case .news(.interruption(began: true, _)) = event else { return nil }
    return .stop(nil)
  }
}

/// The absent hint is what the end of a call that the other side has hung up looks like.
struct WaitsForAHint: Trick {
  mutating func hear(_ event: Event) -> Event {
    guard case .news(.interruption(began: false, mayResume: false)) = event else { return event }
    return .news(.foreground)
  }
}

struct NoWatchdog: Trick {
  mutating func arm(_ deadlines: inout [Deadline]) {
    deadlines.removeAll { $0.stage == .watchdog }
  }
}

/// Relies on being told; nobody promises that the end of a call is.
struct WaitsForTheEnd: Trick {
  private var isInterrupted = false

  mutating func hear(_ event: Event) -> Event {
    if case .news(.interruption(let began, _)) = event { isInterrupted = began }
    return event
  }

  mutating func arm(_ deadlines: inout [Deadline]) {
    guard isInterrupted else { return }
    deadlines.removeAll { $0.stage == .watchdog }
  }
}

/// The audio path stands still with the leg that it feeds: what would be written meanwhile is
/// written when there is a connection again, or when the microphone goes off.
struct FileWaitsForLeg: Trick {
  private var legs = SeenLegs()
  private var waiting: [Effect] = []

  mutating func hear(_ event: Event) -> Event {
    legs.hear(event)
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    legs.note(effects)
    let isDown = legs.all.count > 1 && !(legs.current?.isOpen ?? false)
    guard isDown, !effects.letsMicrophoneGo else {
      effects = waiting + effects
      waiting = []
      return
    }
    for effect in effects {
      if case .request(_, .file(.append)) = effect { waiting.append(effect) }
    }
    effects.removeAll { if case .request(_, .file(.append)) = $0 { true } else { false } }
  }
}

extension [Effect] {
  /// Whether something is stopped, cancelled or given up.
  fileprivate var letsMicrophoneGo: Bool {
    contains {
      switch $0 {
      case .notice(.stop), .notice(.cancel), .notice(.abandon): true
      case .request, .notice: false
      }
    }
  }
}

/// Hears what was guessed first, whenever it hears the word itself.
struct GuessesStay: Trick {
  private struct Guess: Hashable, Sendable {
    var start: Int
    var text: String
  }

  private var leg: EffectID?
  private var guesses: [Guess] = []

  mutating func hear(_ event: Event) -> Event {
    guard
      case .progress(let ticket, .leg(.frame(.tokens(let tokens, let ends, let isDone)))) = event
    else { return event }
    if leg != ticket.effect { (leg, guesses) = (ticket.effect, []) }
    var all = tokens
    for i in all.indices {
      guard let start = all[i].start else { continue }
      if let guess = guesses.last(where: { $0.start == start }) {
        all[i].text = guess.text
      } else if !all[i].isFinal {
        guesses.append(Guess(start: start, text: all[i].text))
      }
    }
    return .progress(ticket, .leg(.frame(.tokens(all, endsUtterance: ends, isFinalized: isDone))))
  }
}
