import Contract
import ReferenceEngine

// Defects of how attempts end and of what a launch makes of them.

extension Mutant {
  static let endings: [Mutant] = [
    Mutant(
      "cleanup-failure-fails", "turns a failed cleanup into a failed recording",
      origin: "seed 000, invariant 5", clause: .cleanupOptionalNeverLosesText
    ) { _ in CleanupFailureFails() },
    Mutant(
      "retry-makes-entry", "writes the result of a retry as a new entry",
      origin: "seed 000, invariant 4", clause: .retrySameRecording
    ) { _ in RetryMakesEntry() },
    Mutant(
      "endless-processing", "leaves an active row active after a relaunch",
      origin: "seed 000, invariant 3", clause: .relaunchActiveBecomesRecoverableFailure
    ) { _ in EndlessProcessing() },
    Mutant(
      "delete-forgotten", "forgets at a relaunch that a recording was deleted",
      origin: "seed 000, local failures", clause: .deleteIntentWins
    ) { _ in DeleteForgotten() },
  ]
}

/// Writes failed where the cleanup went wrong, and says so.
struct CleanupFailureFails: EngineUnderTest, Hashable {
  private var engine = Engine()
  private var skipped: [RecordingID] = []
  /// The end that was written in place of a success.
  private var ends: [End] = []

  private struct End: Hashable {
    let id: EffectID
    let row: Row
  }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    guard case .finished(let ticket, .done) = event,
      let end = ends.first(where: { $0.id == ticket.effect })
    else { return spoiled(engine.handle(event, at: now)) }
    // To the engine somebody else has written this row, and it takes it over.
    var reaction = engine.handle(
      .finished(ticket, .storeFailed(.conflict(end.row))), at: now)
    reaction.effects.removeAll {
      if case .notice(.tell(let message)) = $0 {
        message.topic == .historyNotUpdated
      } else {
        false
      }
    }
    reaction.effects.append(
      .notice(.claim(end.row.recording, .failed(partial: end.row.raw, audioKept: true))))
    return reaction
  }

  private mutating func spoiled(_ reaction: Reaction) -> Reaction {
    var reaction = reaction
    for i in reaction.effects.indices {
      switch reaction.effects[i] {
      case .notice(.tell(let message)) where message.topic == .cleanupSkipped:
        if let r = message.recording { skipped.append(r) }
      case .request(let t, .store(.write(var row, let expecting)))
      where row.state == .success && skipped.contains(row.recording):
        row.state = .failed
        row.reason = .invalidAnswer
        row.final = nil
        row.usage = .none
        ends.append(End(id: t.effect, row: row))
        reaction.effects[i] = .request(t, .store(.write(row, expecting: expecting)))
      case .request, .notice: break
      }
    }
    return reaction
  }
}

/// Adds an entry when a retry succeeds.
struct RetryMakesEntry: EngineUnderTest, Hashable {
  private var engine = Engine()
  private var ids = OwnIDs()
  private var own: [EffectID] = []
  private var made: [RecordingID] = []

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .finished(let t, _) = event, own.contains(t.effect) { return Reaction() }
    var reaction = engine.handle(event, at: now)
    for effect in reaction.effects {
      guard case .request(_, let request) = effect, var row = request.row, row.attempt > 1,
        row.state == .success, row.delivery == .none, !made.contains(row.recording)
      else { continue }
      made.append(row.recording)
      row.recording = RecordingID(row.recording.rawValue + 100)
      row.attempt = 1
      row.integrity = .unfinalized
      let id = ids.take()
      own.append(id)
      reaction.effects.append(
        .request(Ticket(id), .store(.write(row, expecting: .nothing))))
    }
    return reaction
  }
}

/// Believes that it has ended what it found active.
struct EndlessProcessing: EngineUnderTest, Hashable {
  private var engine = Engine()

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    skipNormalizing(engine.handle(event, at: now), at: now)
  }

  private mutating func skipNormalizing(_ reaction: Reaction, at now: Moment) -> Reaction {
    var kept = reaction
    var answers = Reaction()
    for i in reaction.effects.indices.reversed() {
      guard case .request(let t, let request) = reaction.effects[i], let row = request.row,
        row.reason == .interrupted, t.lease?.attempt == row.attempt
      else { continue }
      kept.effects.remove(at: i)
      answers = answers.followed(by: engine.handle(.finished(t, .done), at: now))
    }
    answers.effects.removeAll {
      if case .notice = $0 { true } else { false }
    }
    return kept.followed(by: answers)
  }
}

/// Does not see tombstones in an inventory, and gives the rows it writes a later generation.
struct DeleteForgotten: EngineUnderTest, Hashable {
  private var engine = Engine()
  private var buried: [Tombstone] = []

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var event = event
    if case .finished(let t, .inventory(let found)) = event {
      buried = found.tombstones
      event = .finished(
        t,
        .inventory(
          Inventory(
            rows: found.rows, damaged: found.damaged, tombstones: [], files: found.files,
            handoffs: found.handoffs)))
    }
    var reaction = engine.handle(event, at: now)
    for i in reaction.effects.indices {
      guard case .request(let t, .store(.write(var row, let expecting))) = reaction.effects[i],
        let tomb = buried.first(where: { $0.recording == row.recording })
      else { continue }
      row.generation = tomb.generation + 1
      reaction.effects[i] = .request(t, .store(.write(row, expecting: expecting)))
    }
    return reaction
  }
}
