import Contract
import ReferenceApp

// Defects of promotion, delivery and the words about them.

extension Mutant {
  static let capture: [Mutant] = [
    Mutant(
      "promote-before-sync", "renames the source first and makes its bytes durable afterwards",
      origin: "seed 000, phase 1", clause: .sourcePromoteInOrder
    ) { PromoteBeforeSync(around: $0) },
    Mutant(
      "saved-before-row", "says that a recording is saved while its row is still being written",
      origin: "seed 000, invariant 7", clause: .sourceSavedMeansDurable
    ) { SavedBeforeRow(around: $0) },
    Mutant(
      "deliver-before-commit", "inserts the text before it is durable",
      origin: "seed 000, phase 5", clause: .deliverAfterSuccessOnly
    ) { DeliverBeforeCommit(around: $0) },
  ]
}

/// Answers the engine's sync itself, and syncs after the rename.
struct PromoteBeforeSync: EngineUnderTest, Hashable {
  private var engine: App
  private var ids = OwnIDs()
  private var late: EffectID?
  private var source: FileRef?
  private var rename: EffectID?

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .finished(let ticket, _) = event, ticket.effect == late {
      late = nil
      return Reaction()
    }
    var reaction = engine.handle(event, at: now)
    if case .finished(let ticket, .done) = event, ticket.effect == rename, let source {
      let id = ids.take()
      late = id
      reaction.effects.insert(.request(Ticket(id, ticket.lease), .file(.sync(source))), at: 0)
      rename = nil
    }
    return skipSync(reaction, at: now)
  }

  private mutating func skipSync(_ reaction: Reaction, at now: Moment) -> Reaction {
    for i in reaction.effects.indices {
      guard case .request(let ticket, .file(.sync(let file))) = reaction.effects[i] else {
        continue
      }
      source = FileRef(file.recording, .source)
      var kept = reaction
      kept.effects.remove(at: i)
      let next = engine.handle(.finished(ticket, .done), at: now)
      for case .request(let t, .file(.promote)) in next.effects { rename = t.effect }
      return kept.followed(by: next)
    }
    return reaction
  }
}

/// Claims that a recording is saved when its row is asked for, not when it is durable.
struct SavedBeforeRow: EngineUnderTest, Hashable {
  private var engine: App

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    reaction.effects.removeAll {
      if case .notice(.claim(_, .saved)) = $0 { true } else { false }
    }
    for i in reaction.effects.indices.reversed() {
      guard case .request(_, let request) = reaction.effects[i], let row = request.row,
        row.state == .processing, row.checkpoint == nil, row.raw == nil
      else { continue }
      reaction.effects.insert(.notice(.claim(row.recording, .saved)), at: i + 1)
    }
    return reaction
  }
}

/// Puts the text into the focused field before the success is written, and never again.
struct DeliverBeforeCommit: EngineUnderTest, Hashable {
  private var engine: App
  private var ids = OwnIDs()
  private var focus: Target?
  private var own: [EffectID] = []
  private var done: [RecordingID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .news(.focus(let target)) = event { focus = target }
    if case .finished(let ticket, _) = event, own.contains(ticket.effect) { return Reaction() }
    let reaction = engine.handle(event, at: now)
    return answerTouch(deliverEarly(reaction), at: now)
  }

  private mutating func deliverEarly(_ reaction: Reaction) -> Reaction {
    var reaction = reaction
    for i in reaction.effects.indices.reversed() {
      guard case .request(let ticket, let request) = reaction.effects[i], let row = request.row,
        row.state == .success, row.delivery == .none, let text = row.final, let focus,
        !done.contains(row.recording)
      else { continue }
      let id = ids.take()
      own.append(id)
      done.append(row.recording)
      reaction.effects.insert(.request(Ticket(id, ticket.lease), .deliver(text, focus)), at: i)
    }
    return reaction
  }

  /// The engine's own touch has been made already.
  private mutating func answerTouch(_ reaction: Reaction, at now: Moment) -> Reaction {
    for i in reaction.effects.indices {
      guard case .request(let ticket, .deliver) = reaction.effects[i],
        !own.contains(ticket.effect), let r = ticket.lease?.recording, done.contains(r)
      else { continue }
      var kept = reaction
      kept.effects.remove(at: i)
      return kept.followed(by: engine.handle(.finished(ticket, .delivered), at: now))
    }
    return reaction
  }
}
