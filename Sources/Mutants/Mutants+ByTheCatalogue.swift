import Contract
import ReferenceApp

// Defects that were thought of from the text of the clauses alone, before a look at how any of
// them is checked.

extension Mutant {
  static let byTheCatalogue: [Mutant] = [
    Mutant(
      "shared-configuration", "sends what is left of an attempt as the newest attempt was set up",
      origin: "clause catalogue alone", clause: .settingsFrozenPerAttempt
    ) { SharedConfiguration(around: $0) },
    Mutant(
      "pieces-survive-delete", "deletes a recording but not the pieces cut for its upload",
      origin: "clause catalogue alone", clause: .deleteLeavesNothing
    ) { PiecesSurviveDelete(around: $0) },
    Mutant(
      "parsed-means-complete", "calls a found recording complete because its file parses",
      origin: "clause catalogue alone", clause: .captureNoUnfinalizedSubmission
    ) { ParsedMeansComplete(around: $0) },
  ]
}

/// Has one client for all attempts, which whoever begins last configures for everybody.
struct SharedConfiguration: EngineUnderTest, Hashable {
  private var engine: App
  private var begun: [Lease] = []
  private var client: Settings?

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    for i in reaction.effects.indices {
      note(reaction.effects[i])
      reaction.effects[i] = sent(reaction.effects[i])
    }
    return reaction
  }

  private mutating func note(_ effect: Effect) {
    guard case .request(_, let request) = effect, let row = request.row,
      row.state.isActive || row.state == .capturing
    else { return }
    let lease = Lease(
      recording: row.recording, attempt: row.attempt, generation: row.generation)
    if begun.contains(lease) { return }
    begun.append(lease)
    client = row.settings
  }

  private func sent(_ effect: Effect) -> Effect {
    switch effect {
    case .request(let t, .upload(let file, let own)):
      return .request(t, .upload(file, configured(own)))
    case .request(let t, .recognizeLocally(let file, let slot, let own)):
      return .request(t, .recognizeLocally(file, slot: slot, configured(own)))
    case .request(let t, .cleanUp(let text, let own)):
      return .request(t, .cleanUp(text, configured(own)))
    case .request, .notice: return effect
    }
  }

  /// Who recognizes and who cleans up is the attempt's own; how they are set up is the client's.
  private func configured(_ own: Settings) -> Settings {
    guard let client else { return own }
    var mixed = own
    mixed.model = client.model
    mixed.language = client.language
    mixed.vocabulary = client.vocabulary
    return mixed
  }
}

/// Believes that the pieces of a deleted recording are gone.
struct PiecesSurviveDelete: EngineUnderTest, Hashable {
  private var engine: App
  private var deleted: [RecordingID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    skipPieces(engine.handle(event, at: now), at: now)
  }

  private mutating func skipPieces(_ reaction: Reaction, at now: Moment) -> Reaction {
    for effect in reaction.effects {
      guard case .request(_, .store(.tombstone(let stones))) = effect else { continue }
      deleted += stones.map(\.recording)
    }
    var kept = reaction
    kept.effects = []
    var skipped: [Ticket] = []
    for effect in reaction.effects {
      if case .request(let t, .file(.remove(let file))) = effect, isForgotten(file) {
        skipped.append(t)
      } else {
        kept.effects.append(effect)
      }
    }
    for ticket in skipped {
      let answered = engine.handle(.finished(ticket, .done), at: now)
      kept = kept.followed(by: skipPieces(answered, at: now))
    }
    return kept
  }

  private func isForgotten(_ file: FileRef) -> Bool {
    guard case .leaf = file.kind else { return false }
    return deleted.contains(file.recording)
  }
}

/// Takes a file that parses for the proof that all of the audio is in it.
///
/// Only of recordings that a launch finds: of one of this life it believes the recorder.
struct ParsedMeansComplete: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()
  private var found: [RecordingID] = []
  private var heard: [RecordingID] = []
  private var sound: [RecordingID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .finished(let ticket, let outcome) = event { note(ticket, outcome) }
    var reaction = engine.handle(event, at: now)
    seen.note(reaction)
    for effect in reaction.effects {
      if case .request(_, .capture(let r, limit: _)) = effect { heard.append(r) }
    }
    for i in reaction.effects.indices { reaction.effects[i] = risen(reaction.effects[i]) }
    return reaction
  }

  private mutating func note(_ ticket: Ticket, _ outcome: Outcome) {
    if case .inventory(let inventory) = outcome {
      found += inventory.files.compactMap { $0.file?.recording }
    }
    guard let asked = seen.finish(ticket), case .facts(let facts) = outcome,
      case .file(.validate(let file)) = asked.request, facts.isFinalized,
      found.contains(file.recording), !heard.contains(file.recording)
    else { return }
    sound.append(file.recording)
  }

  private func risen(_ effect: Effect) -> Effect {
    guard case .request(let t, .store(.write(var row, let expecting))) = effect,
      row.state != .capturing, sound.contains(row.recording)
    else { return effect }
    row.integrity = .complete
    return .request(t, .store(.write(row, expecting: expecting)))
  }
}
