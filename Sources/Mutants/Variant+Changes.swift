import Contract
import ReferenceEngine

// Five ways in which an engine may change while it stays as good as it was. Kept cases are played
// on each of them: `ci/survival` says which ones still tell their story.

extension Variant {
  static let changes: [Variant] = [
    Variant(
      "extra-question", "reads its source once more before each upload", isChange: true
    ) { altered($0, ExtraQuestion.self) },
    Variant(
      "harmless-event", "wakes up every ten seconds of work, and does nothing then", isChange: true
    ) { altered($0, HarmlessEvent.self) },
    Variant(
      "renamed", "numbers its leaf files from 101 on, and calls some waits otherwise",
      renames: Renamed.renames, isChange: true
    ) { altered($0, Renamed.self) },
    Variant(
      "swapped-effects", "asks for two things that do not depend on each other in the other order",
      isChange: true
    ) { altered($0, SwappedEffects.self) },
    Variant(
      "third-leaf", "makes three leaves where two would do",
      conduct: Conduct(splitWays: 3, sparePieces: 1), isChange: true),
  ]

  /// Puts an alteration around an engine whose type is not known.
  private static func altered<Inner: EngineUnderTest, Way: Alteration>(
    _ engine: Inner, _ way: Way.Type
  ) -> any EngineUnderTest {
    Altered(engine, way)
  }
}

/// Validates the source before an upload and does not wait for what comes of it.
struct ExtraQuestion: Alteration {
  private var ids = AlterationIDs()

  mutating func take(_ event: Event, at now: Moment) -> Reaction? {
    guard case .finished(let ticket, _) = event, AlterationIDs.owns(ticket.effect) else {
      return nil
    }
    return Reaction()
  }

  mutating func amend(_ reaction: inout Reaction, at now: Moment) {
    for place in reaction.effects.indices.reversed() {
      guard case .request(let ticket, .upload(let file, _)) = reaction.effects[place] else {
        continue
      }
      let question = FileRequest.validate(FileRef(file.recording, .source))
      reaction.effects.insert(
        .request(Ticket(ids.take(), ticket.lease), .file(question)), at: place)
    }
  }
}

/// Arms a deadline of its own as long as anything else is armed.
struct HarmlessEvent: Alteration {
  /// What the engine has armed.
  private var armed: [Deadline] = []
  private var beat: Deadline?
  private var beats = 0

  private static let pause = Nanoseconds.seconds(10)
  /// The n-th of a kind has n in its name, and names end at 255.
  private static let mostBeats = 200

  mutating func take(_ event: Event, at now: Moment) -> Reaction? {
    guard case .deadline(let deadline) = event, deadline == beat else { return nil }
    beats += 1
    beat = nil
    return Reaction(deadlines: allArmed(at: now))
  }

  mutating func amend(_ reaction: inout Reaction, at now: Moment) {
    guard let deadlines = reaction.deadlines else { return }
    armed = deadlines
    reaction.deadlines = allArmed(at: now)
  }

  private mutating func allArmed(at now: Moment) -> [Deadline] {
    if armed.isEmpty {
      beat = nil
    } else if beat == nil, beats < Self.mostBeats {
      beat = Deadline(at: now.monotonic + Self.pause, stage: .keepalive)
    }
    return armed + (beat.map { [$0] } ?? [])
  }
}
