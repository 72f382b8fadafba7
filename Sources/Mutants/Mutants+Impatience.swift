import Contract
import ReferenceApp

// Defects of not waiting: the engine is told that something is done as soon as it has asked for it.

extension Mutant {
  static let impatience: [Mutant] = [
    hasty(
      .checkpoint, "checkpoint-not-awaited", "sends the next piece while a checkpoint is written",
      origin: "seed 000, bulk behaviour", .bulkCheckpointBeforeNextLeaf),
    hasty(
      .raw, "raw-not-awaited", "asks for a cleanup while the raw text is still being written",
      origin: "seed 000, phase 3", .cleanupRawDurableFirst),
    hasty(
      .claim, "claim-not-awaited", "touches the field before the claim of it is durable",
      origin: "voice platform, at most one delivery", .deliverAtMostOnce),
    hasty(
      .reset, "engine-not-reset", "uses an engine on the device again as it was when it failed",
      origin: "seed 000, request policy, local engine", .recognizeLocalFailureResetsEngine),
  ]

  private static func hasty(
    _ what: Impatience, _ name: String, _ title: String, origin: String, _ clause: ClauseID
  ) -> Mutant {
    Mutant(name, title, origin: origin, clause: clause) { DoesNotWait(what, around: $0) }
  }
}

/// What is not waited for.
enum Impatience: UInt8, Hashable, Sendable {
  case checkpoint, raw, claim, reset
}

/// Answers some of the engine's requests itself and keeps their real answers from it.
struct DoesNotWait: EngineUnderTest, Hashable {
  private let what: Impatience
  private var engine: App
  private var answered: [EffectID] = []

  init(_ what: Impatience, around engine: App) {
    self.what = what
    self.engine = engine
  }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .finished(let ticket, _) = event, answered.contains(ticket.effect) {
      return Reaction()
    }
    var reaction = engine.handle(event, at: now)
    while let ticket = next(reaction) {
      answered.append(ticket.effect)
      reaction = reaction.followed(by: engine.handle(.finished(ticket, .done), at: now))
    }
    if what == .reset {
      reaction.effects.removeAll {
        if case .request(_, .resetEngine) = $0 { true } else { false }
      }
    }
    return reaction
  }

  private func next(_ reaction: Reaction) -> Ticket? {
    for effect in reaction.effects {
      guard case .request(let ticket, let request) = effect, !answered.contains(ticket.effect),
        isNotAwaited(request)
      else { continue }
      return ticket
    }
    return nil
  }

  private func isNotAwaited(_ request: Request) -> Bool {
    switch what {
    case .reset: if case .resetEngine = request { true } else { false }
    case .checkpoint:
      request.row.map { $0.state == .processing && $0.checkpoint != nil && $0.raw == nil } ?? false
    case .raw:
      request.row.map { $0.state == .processing && $0.raw != nil } ?? false
    case .claim: request.row.map { $0.delivery == .claimed } ?? false
    }
  }
}
