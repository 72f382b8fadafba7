import Contract

// Launch recovery: what an earlier process left becomes honest entries (seed 000, relaunch).
//
// Every active row becomes a failed one that can be tried again; managed audio without a usable
// row becomes exactly one entry, marked unfinished where it is; a deletion that was intended is
// carried out; what is damaged or foreign stays where and as it is. Nothing is captured,
// recognized or delivered, nothing blocks a new capture, and doing it twice changes nothing.

/// A recording that is being made an honest entry.
struct Recovering: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    case waiting, marking, closing, validating, syncing, renaming, writing
  }

  var stage: Stage
  /// What is known to be in the store.
  var found: Row?
  /// What it is to become.
  var row: Row
  var expecting: Expectation
  /// Whether the audio still has to be closed and promoted.
  var needsPromotion: Bool

  /// Whether it waits for the store, not for a file.
  var isWriting: Bool {
    switch stage {
    case .marking, .writing: true
    case .waiting, .closing, .validating, .syncing, .renaming: false
    }
  }
}

/// A recovery that went no further because a write of it was not answered in time.
struct StalledRecovery: Hashable, Sendable {
  let write: EffectID
  let work: Recovering
}

extension Engine {
  /// How many recordings are recovered at a time.
  private static let width = 6

  mutating func recover(_ found: Inventory, _ step: inout Step) {
    let swept = yieldNames(to: found, &step) + giveWay(to: found, &step)
    forgetUnseen()
    sweepJournals(found, &step)
    sweepDeleted(found, &step)
    for r in found.damaged.prefix(Self.width) { step.tell(.damagedEntry, r) }
    for row in found.rows where index(row.recording) == nil && !swept.contains(row.recording) {
      if let t = tombstone(of: row.recording, in: found) {
        honour(t, found, &step)
      } else {
        takeOver(row, found, &step)
      }
    }
    for file in found.files {
      guard let ref = file.file, index(ref.recording) == nil else { continue }
      if let t = tombstone(of: ref.recording, in: found) {
        honour(t, found, &step)
      } else if !found.damaged.contains(ref.recording) {
        adoptOrphan(ref.recording, found, &step)
      }
    }
    reserveNames(found)
    continueRecovery(&step)
  }

  /// Remembers the names of what stays where and as it is, and of what was deleted for good: no
  /// start may take one.
  private mutating func reserveNames(_ found: Inventory) {
    let files = found.files.compactMap(\.file?.recording)
    history.reserved = []
    let deleted = found.tombstones.map(\.recording)
    for r in found.damaged.compactMap(\.self) + files + deleted
    where index(r) == nil && !history.reserved.contains(r) {
      history.reserved.append(r)
    }
  }

  /// A start that goes by the name of what was there already does not get its place: without a
  /// frame it is dropped, else it ends and its own audio stays where it is, unfinished.
  ///
  /// - Returns: those that have taken their own journal away with them.
  private mutating func yieldNames(to found: Inventory, _ step: inout Step) -> [RecordingID] {
    var swept: [RecordingID] = []
    for i in recordings.indices where isEarlier(i, found) {
      let r = recordings[i].id
      switch recordings[i].phase {
      case .preparing(var p):
        recordings[i].isNameTaken = true
        // Where no audio lies, a partial that is still being made is this start's own.
        if p.partial != nil, file(r, .partial, found).map({ $0.lenient?.samples == 0 }) ?? true {
          p.isPartialDurable = true
          recordings[i].phase = .preparing(p)
        }
        if p.isJournalDurable { swept.append(r) }
        preparationFailed(i, .storageFailed, &step)
      case .capturing(let c):
        recordings[i].isNameTaken = true
        step.tell(.storageFailed, r)
        if c.delivered > 0 {
          finalize(i, for: .fail(.storage, .storageFailed), &step)
        } else {
          swept.append(r)
          dropCapture(i, c, &step)
        }
      case .finalizing: recordings[i].isNameTaken = true
      case .promoting(let p):
        switch p.stage {
        case .closing, .validating, .syncing, .probing: recordings[i].isNameTaken = true
        // What has been probed, or has its name, is its own.
        case .marking, .renaming, .writing: break
        }
      case .resting, .claiming, .recognizing, .cleaningUp, .committing, .recovering, .deleted: break
      }
    }
    return swept
  }

  /// A start that was dropped while it went by the id of an earlier recording: that one is
  /// recovered, and what the start had asked for runs before that, in order.
  ///
  /// - Returns: those whose own journal is still found, and goes: it says nothing of what was there.
  private mutating func giveWay(
    to found: Inventory, _ step: inout Step
  ) -> [RecordingID] {
    var swept: [RecordingID] = []
    for i in recordings.indices.reversed() {
      let r = recordings[i].id
      guard recordings[i].isUnseen, recordings[i].phase == .deleted, isEarlier(i, found),
        isRecoverable(r, found)
      else { continue }
      if recordings[i].hasOwnJournal { swept.append(r) }
      dropChores(i, &step)
      abandonAll(of: r, &step)
      disarmAll(of: r, &step)
      pending.removeAll { $0.lease?.recording == r }
      recordings.remove(at: i)
    }
    return swept
  }

  /// Whether a launch makes anything of what it finds by a name. Where it does not, a start that was
  /// dropped stays known: what it asked for may come to be, and has to go.
  private func isRecoverable(_ r: RecordingID, _ found: Inventory) -> Bool {
    guard !found.damaged.contains(r) else { return false }
    return found.rows.contains { $0.recording == r }
      || found.files.contains { $0.file?.recording == r && $0.holdsAudio }
  }

  private func isEarlier(_ i: Int, _ found: Inventory) -> Bool {
    let r = recordings[i].id
    let isPartialEarlier =
      !recordings[i].hasOwnPartial
      && file(r, .partial, found).map { $0.lenient?.samples != 0 } ?? false
    return found.damaged.contains(r)
      || found.rows.contains { $0.recording == r && $0.state != .capturing }
      || file(r, .source, found) != nil || isPartialEarlier
  }

  /// A start that was dropped before anything of it came to be stands in nobody's way.
  private mutating func forgetUnseen() {
    recordings.removeAll { rec in
      rec.isUnseen && rec.phase == .deleted && rec.tidying.isEmpty
        && !rec.hasOwnJournal && !rec.hasOwnPartial
        && !pending.contains { $0.lease?.recording == rec.id }
        && !chores.contains { $0.lease.recording == rec.id }
    }
  }

  /// The journal of a start that was dropped may have landed though its write had failed.
  private mutating func sweepJournals(_ found: Inventory, _ step: inout Step) {
    for row in found.rows where row.state == .capturing {
      guard let i = index(row.recording), recordings[i].isUnseen, recordings[i].phase == .deleted,
        file(row.recording, .partial, found)?.lenient?.samples ?? 0 == 0,
        file(row.recording, .source, found) == nil
      else { continue }
      // Its file may still come to be.
      recordings[i].isUnseen = pending.contains { $0.lease?.recording == row.recording }
      tidy(i, [.store(.purge([row.recording]))], &step)
    }
  }

  /// A deletion whose name a dropped start goes by is carried out beside it: audio that nobody can
  /// read makes no entry, so that the start stays known, and yet the audio has to go.
  private mutating func sweepDeleted(_ found: Inventory, _ step: inout Step) {
    for i in recordings.indices
    where recordings[i].isUnseen && recordings[i].phase == .deleted {
      let r = recordings[i].id
      guard tombstone(of: r, in: found) != nil else { continue }
      let left = found.files.compactMap(\.file).filter { ref in
        ref.recording == r && (ref.kind != .partial || !recordings[i].hasOwnPartial)
      }
      if !left.isEmpty { tidy(i, left.map { .file(.remove($0)) }, &step) }
    }
  }

  private func tombstone(of r: RecordingID, in found: Inventory) -> Tombstone? {
    found.tombstones.last { $0.recording == r }
  }

  /// Carries out a deletion whose tidying was cut off.
  private mutating func honour(_ t: Tombstone, _ found: Inventory, _ step: inout Step) {
    var rec = Recording(id: t.recording, settings: settings, target: nil)
    rec.generation = t.generation &+ 1
    rec.phase = .deleted
    recordings.append(rec)
    var requests: [Request] = []
    if found.rows.contains(where: { $0.recording == t.recording }) {
      requests.append(.store(.purge([t.recording])))
    }
    for file in found.files where file.file?.recording == t.recording {
      if let ref = file.file { requests.append(.file(.remove(ref))) }
    }
    if !requests.isEmpty { tidy(recordings.count - 1, requests, &step) }
  }

  private func file(_ r: RecordingID, _ kind: FileRef.Kind, _ found: Inventory) -> FoundFile? {
    found.files.first { $0.file == FileRef(r, kind) }
  }

  private mutating func takeOver(_ row: Row, _ found: Inventory, _ step: inout Step) {
    recordings.append(Recording(row: row, generation: row.generation))
    let i = recordings.count - 1
    noteFiles(i, found)
    switch row.state {
    case .success, .failed, .cancelled: settleClaim(i, &step)
    case .processing, .retrying:
      var ended = row
      ended.state = .failed
      ended.reason = .interrupted
      if !recordings[i].hasAudio { ended.integrity = .unfinalized }
      if dialect.durableRaw == .success, let raw = row.raw {
        ended.state = .success
        ended.reason = .none
        ended.final = row.final ?? raw
      }
      begin(i, ended, .row(RowStates(row.state), attempt: row.attempt), found: row, false)
    case .capturing: takeOverCapture(i, row, found, &step)
    }
  }

  /// A capture that was cut off: its audio decides what it becomes.
  private mutating func takeOverCapture(
    _ i: Int, _ row: Row, _ found: Inventory, _ step: inout Step
  ) {
    var ended = row
    ended.state = .failed
    ended.reason = .recovered
    let expecting = Expectation.row(RowStates(.capturing), attempt: row.attempt)
    let source = file(row.recording, .source, found)
    if let facts = source?.strict, facts.isFinalized, facts.samples > 0 {
      ended.samples = facts.samples
      // A recorder's proof, unless the journal says that it was cut short, or is of a start that
      // came by the name of audio whose own journal has been set aside.
      ended.integrity = history.hasSetAside ? .unfinalized : .complete
      if row.integrity == .knownIncomplete { ended.integrity = .knownIncomplete }
      return begin(i, ended, expecting, found: row, false)
    }
    if let facts = source?.lenient, facts.samples > 0 {
      ended.samples = facts.samples
      ended.integrity = .knownIncomplete
      return begin(i, ended, expecting, found: row, false)
    }
    let partial = file(row.recording, .partial, found)
    if let facts = partial?.lenient, facts.samples > 0 {
      ended.integrity = .knownIncomplete
      // A source that nobody can read stays where it is.
      return begin(i, ended, expecting, found: row, source == nil)
    }
    if source != nil || partial.map({ $0.lenient == nil }) ?? false {
      return begin(i, ended, expecting, found: row, false)
    }
    recordings[i].phase = .deleted
    recordings[i].row = nil
    tidy(
      i, [.file(.remove(FileRef(row.recording, .partial))), .store(.purge([row.recording]))],
      &step)
  }

  /// Audio of ours without a row becomes one entry.
  private mutating func adoptOrphan(
    _ r: RecordingID, _ found: Inventory, _ step: inout Step
  ) {
    let source = file(r, .source, found)
    let partial = file(r, .partial, found)?.lenient
    let isWhole = source?.strict.map { $0.isFinalized && $0.samples > 0 } ?? false
    let hasSource = (source?.lenient?.samples ?? 0) > 0
    guard isWhole || hasSource || (partial?.samples ?? 0) > 0 else {
      return sweepEmpty(r, found, &step)
    }
    recordings.append(Recording(id: r, settings: settings, target: nil))
    let i = recordings.count - 1
    noteFiles(i, found)
    var row = baseRow(i)
    row.state = .failed
    row.reason = .recovered
    row.samples = (isWhole ? source?.strict : source?.lenient)?.samples ?? 0
    // That it was cut short may have stood in the History that was set aside.
    let isTrusted = isWhole && !history.hasSetAside
    row.integrity = isTrusted ? .complete : isWhole ? .unfinalized : .knownIncomplete
    // A source that nobody can read stays where it is.
    begin(i, row, .nothing, found: nil, source == nil)
  }

  /// Notes what there is of a recording: audio that somebody can read, and leaves to be removed
  /// with it.
  private mutating func noteFiles(_ i: Int, _ found: Inventory) {
    recordings[i].hasAudio = false
    for file in found.files where file.file?.recording == recordings[i].id {
      switch file.file?.kind {
      case .partial, .source:
        if file.file?.kind == .partial { recordings[i].hasFoundPartial = true }
        if file.holdsAudio { recordings[i].hasAudio = true }
      case .leaf(let n): recordings[i].foundLeaves.append(n)
      case nil: break
      }
    }
  }

  /// A partial of ours that never held a frame is nobody's recording.
  private mutating func sweepEmpty(
    _ r: RecordingID, _ found: Inventory, _ step: inout Step
  ) {
    guard file(r, .source, found) == nil, file(r, .partial, found)?.lenient?.samples == 0 else {
      return
    }
    var rec = Recording(id: r, settings: settings, target: nil)
    rec.phase = .deleted
    recordings.append(rec)
    tidy(recordings.count - 1, [.file(.remove(FileRef(r, .partial)))], &step)
  }

  private mutating func begin(
    _ i: Int, _ row: Row, _ expecting: Expectation, found: Row?, _ needsPromotion: Bool
  ) {
    recordings[i].phase = .recovering(
      Recovering(
        stage: .waiting, found: found, row: row, expecting: expecting,
        needsPromotion: needsPromotion))
  }

  /// A delivery that was claimed and never answered may have landed: nobody knows.
  private mutating func settleClaim(_ i: Int, _ step: inout Step) {
    guard let row = recordings[i].row, row.state == .success, row.delivery == .claimed else {
      return
    }
    settleDelivery(i, .unconfirmed, &step)
  }

  /// Starts as many recoveries as may run at a time.
  mutating func continueRecovery(_ step: inout Step) {
    var running = 0
    for i in recordings.indices {
      guard case .recovering(let work) = recordings[i].phase else { continue }
      if work.stage != .waiting { running += 1 }
    }
    for i in recordings.indices where running < Self.width {
      guard case .recovering(let work) = recordings[i].phase, work.stage == .waiting else {
        continue
      }
      running += 1
      advance(i, work, to: firstStage(work), &step)
    }
  }

  private func firstStage(_ work: Recovering) -> Recovering.Stage {
    guard work.needsPromotion else { return .writing }
    return work.found?.integrity == .knownIncomplete ? .closing : .marking
  }

  /// The journal of audio that is cut short, written before the audio gets the name of a whole
  /// one: a launch that is cut off in between leaves nothing that the next one could mistake.
  private func marked(_ row: Row) -> Row {
    var journal = row
    journal.state = .capturing
    journal.reason = .none
    return journal
  }

  private mutating func advance(
    _ i: Int, _ work: Recovering, to stage: Recovering.Stage, _ step: inout Step
  ) {
    var work = work
    work.stage = stage
    let partial = FileRef(recordings[i].id, .partial)
    let request: Request
    switch stage {
    case .marking: request = .store(.write(marked(work.row), expecting: work.expecting))
    case .waiting, .closing: request = .file(.close(partial))
    case .validating: request = .file(.validate(partial))
    case .syncing: request = .file(.sync(partial))
    case .renaming: request = .file(.promote(partial))
    case .writing: request = .store(.write(work.row, expecting: work.expecting))
    }
    _ = ask(
      request, for: .recovery, recordings[i].lease, within: Budgets.store, .recovery, &step)
    recordings[i].phase = .recovering(work)
  }

  mutating func recoveryAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .recovering(var work) = recordings[i].phase else { return }
    noteLoss(i, outcome)
    if work.isWriting, replaceJournal(i, work, outcome, &step) { return }
    switch work.stage {
    case .waiting: break
    case .marking:
      // A journal that landed is one, whatever went wrong after that.
      guard outcome == .done || outcome == .storeFailed(.io(.yes)) else {
        return entryWritten(i, work, outcome, &step)
      }
      work.found = marked(work.row)
      work.expecting = .row(RowStates(.capturing), attempt: work.row.attempt)
      advance(i, work, to: .closing, &step)
    case .closing:
      guard case .facts = outcome else { return writeUnpromoted(i, work, &step) }
      advance(i, work, to: .validating, &step)
    case .validating:
      guard case .facts(let facts) = outcome, facts.isFinalized else {
        return writeUnpromoted(i, work, &step)
      }
      work.row.samples = facts.samples
      advance(i, work, to: .syncing, &step)
    case .syncing:
      guard outcome == .done else { return writeUnpromoted(i, work, &step) }
      advance(i, work, to: .renaming, &step)
    case .renaming:
      guard outcome == .done else { return writeUnpromoted(i, work, &step) }
      advance(i, work, to: .writing, &step)
    case .writing: entryWritten(i, work, outcome, &step)
    }
  }

  /// Audio without a row may meet a journal all the same: that of a start by its name, which has
  /// given way and was on its way to the store. It says nothing of the audio, and the entry of that
  /// takes its place.
  private mutating func replaceJournal(
    _ i: Int, _ work: Recovering, _ outcome: Outcome, _ step: inout Step
  ) -> Bool {
    guard work.expecting == .nothing, case .storeFailed(.conflict(let current?)) = outcome,
      current.state == .capturing
    else { return false }
    var work = work
    work.found = current
    work.expecting = .row(RowStates(.capturing), attempt: current.attempt)
    advance(i, work, to: work.stage, &step)
    return true
  }

  /// The audio stays where it is, unfinished; the entry says so.
  private mutating func writeUnpromoted(
    _ i: Int, _ work: Recovering, _ step: inout Step
  ) {
    var work = work
    work.row.integrity = .unfinalized
    advance(i, work, to: .writing, &step)
  }

  private mutating func entryWritten(
    _ i: Int, _ work: Recovering, _ outcome: Outcome, _ step: inout Step
  ) {
    recordings[i].phase = .resting
    let r = recordings[i].id
    switch outcome {
    case .done:
      recordings[i].row = work.row
      step.tell(work.row.reason == .recovered ? .audioRecovered : .interruptedWork, r)
      if work.row.state == .failed {
        step.say(.claim(r, .failed(partial: work.row.bestText, audioKept: recordings[i].hasAudio)))
      }
      endOnKeyboard(r, &step)
    case .storeFailed(.conflict(let current)): recordings[i].row = current
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      recordings[i].row = work.found
      step.tell(.historyNotUpdated, r)
    }
    continueRecovery(&step)
  }
}

extension FoundFile {
  /// Whether there is audio in it that somebody can read.
  fileprivate var holdsAudio: Bool { (lenient ?? strict)?.samples ?? 0 > 0 }
}
