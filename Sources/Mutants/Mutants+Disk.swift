import Contract
import ReferenceEngine

// Defects of how an engine deals with its store, which a good adapter cannot make up for. Those of
// the adapter itself are habits of the disk store.

extension Mutant {
  static let disk: [Mutant] = [
    Mutant(
      "row-before-rename", "stores the row of a recording before the audio has its name",
      origin: "seed 000, phase 1: no order of name and row is safe by itself",
      clause: .sourcePromoteInOrder, RowBeforeRename.self),
    Mutant(
      "orphan-swept", "takes found audio for a slip of no length and sweeps it",
      origin: "seed 001, adopted with a duration of zero and then swept",
      clause: .sourceNeverDeleteOnlyCopy, OrphanSwept.self),
    Mutant(
      "words-pruned", "drops the words of an entry because its audio has vanished",
      origin: "seed 001, a transcript went with its audio",
      clause: .commitDurableResultsAreMonotone, WordsPruned.self),
    Mutant(
      "doubt-makes-entry", "stores an end once more as a new entry when nobody knows if it landed",
      origin: "SQLite: an update that failed may be on the disk",
      clause: .stateLegalTransitions, DoubtMakesEntry.self),
  ]
}

/// Believes in the rename before it has asked for it.
struct RowBeforeRename: Trick {
  private var waiting: [FileRef] = []

  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? {
    guard case .file(.promote(let file)) = request else { return nil }
    waiting.append(file)
    return (.done, false)
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let rows = effects.compactMap { effect -> RecordingID? in
      if case .request(_, let request) = effect { request.row?.recording } else { nil }
    }
    for file in waiting where rows.contains(file.recording) {
      effects.append(.request(Ticket(own()), .file(.promote(file))))
    }
    waiting.removeAll { rows.contains($0.recording) }
  }
}

/// Does not see audio without an entry in an inventory, and removes it.
struct OrphanSwept: Trick {
  private var swept: [FileRef] = []

  mutating func hear(_ event: Event) -> Event {
    guard case .finished(let ticket, .inventory(let found)) = event else { return event }
    let known = found.rows.map(\.recording) + found.damaged.compactMap(\.self)
    var files: [FoundFile] = []
    for file in found.files {
      if let ref = file.file, file.lenient != nil, !known.contains(ref.recording),
        !found.tombstones.contains(where: { $0.recording == ref.recording })
      {
        swept.append(ref)
      } else {
        files.append(file)
      }
    }
    return .finished(
      ticket,
      .inventory(
        Inventory(
          rows: found.rows, damaged: found.damaged, tombstones: found.tombstones, files: files,
          handoffs: found.handoffs)))
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for file in swept { effects.append(.request(Ticket(own()), .file(.remove(file)))) }
    swept = []
  }
}

/// Tidies the text of a success without audio at a launch.
struct WordsPruned: Trick {
  private var pruned: [Row] = []

  mutating func hear(_ event: Event) -> Event {
    guard case .finished(_, .inventory(let found)) = event else { return event }
    pruned = found.rows.filter { row in
      row.state == .success && row.raw != nil
        && !found.files.contains { $0.file == FileRef(row.recording, .source) }
    }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for var row in pruned {
      let expecting = Expectation.row(RowStates(row.state), attempt: row.attempt)
      row.raw = nil
      row.checkpoint = nil
      effects.append(.request(Ticket(own()), .store(.write(row, expecting: expecting))))
    }
    pruned = []
  }
}

/// Gives what may be stored already to an entry of its own.
struct DoubtMakesEntry: Trick {
  private var ends: [EffectID] = []
  private var rows: [Row] = []
  private var doubtful: Row?

  mutating func hear(_ event: Event) -> Event {
    doubtful = nil
    guard case .finished(let ticket, .storeFailed(.io(.unknown))) = event,
      let i = ends.firstIndex(of: ticket.effect)
    else { return event }
    doubtful = rows[i]
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      guard case .request(let ticket, let request) = effect, let row = request.row,
        row.state.isTerminal
      else { continue }
      ends.append(ticket.effect)
      rows.append(row)
    }
    guard var row = doubtful else { return }
    row.integrity = .unfinalized
    row.recording = RecordingID(row.recording.rawValue &+ 100)
    effects.append(.request(Ticket(own()), .store(.write(row, expecting: .nothing))))
  }
}
