public import Contract
internal import Simulation
internal import SimulatedDisk

extension DiskStore {
  /// Opens the database, and closes one that is open; `corrupt` if it is no History.
  public func open(_ deeds: inout [Deed]) -> Outcome {
    disconnect()
    if habits.has(.removesHotJournal) { removeHotJournal() }
    do throws(DiskError) {
      if !habits.has(.believesFoundHistory) { try syncJournals() }
    } catch {
      return .storeFailed(failure(error))
    }
    do throws(SQLiteFailure) {
      connection = .open(try HistoryConnection(mount, settings: habits.database))
      deeds.append(.storeOpened(sound: true))
      return .done
    } catch {
      let failure = failure(error)
      if failure == .corrupt { deeds.append(.storeOpened(sound: false)) }
      return .storeFailed(failure)
    }
  }

  /// Journal first: one that stayed behind would be rolled back into the next database.
  public func quarantine(_ deeds: inout [Deed]) -> Outcome {
    disconnect()
    var number: UInt32 = 1
    while let name = FileName(role: .db, owner: 0, part: number), disk.exists(name) {
      number += 1
    }
    do throws(DiskError) {
      let isDatabaseFirst = habits.has(.databaseAsideFirst)
      for role in isDatabaseFirst ? [FileRole.db, .journal, .wal] : [.journal, .wal, .db] {
        guard let name = FileName(role: role, owner: 0, part: 0),
          let aside = FileName(role: role, owner: 0, part: number), disk.exists(name)
        else { continue }
        try disk.rename(name, to: aside)
      }
      try disk.syncDirectory(owing: .history)
    } catch {
      if let name = FileName(role: .db, owner: 0, part: 0), !disk.exists(name) { isAside(&deeds) }
      return .storeFailed(failure(error))
    }
    isAside(&deeds)
    return .done
  }

  /// It came true, whatever failed after that.
  private func isAside(_ deeds: inout [Deed]) {
    isCorrupt = false
    deeds.append(.quarantined)
  }

  /// Reads rows, tombstones and all files of one moment. A row or file that cannot be read is
  /// reported as damaged and hides no other.
  public func readInventory(handoffs: [Handoff]) -> Outcome {
    guard case .open(let history) = connection else { return notOpen }
    do throws(SQLiteFailure) {
      let rows = try history.rows()
      let tombstones = try history.tombstones()
      let names = disk.names
      var files = names.compactMap(\.file)
      files.sort { ($0.recording.rawValue, $0.kindOrder) < ($1.recording.rawValue, $1.kindOrder) }
      var found = files.map { finding($0) }
      for name in names where name.role == .foreign || (name.file == nil && name.isSound) {
        found.append(FoundFile(file: nil, strict: nil, lenient: nil))
      }
      return .inventory(
        Inventory(
          rows: rows.sound, damaged: rows.damaged, tombstones: tombstones, files: found,
          handoffs: handoffs))
    } catch {
      return .storeFailed(failure(error))
    }
  }

  /// Writes a row in a transaction of its own if it is not buried and what is stored is as expected.
  /// If the commit fails, the deeds tell from the disk whether the row is there all the same.
  public func write(_ row: Row, expecting: Expectation, _ deeds: inout [Deed]) -> Outcome {
    let outcome = believing { writeOnce(row, expecting: expecting, &deeds) }
    return isBelieved(row, outcome) ? .done : outcome
  }

  private func writeOnce(
    _ row: Row, expecting: Expectation, _ deeds: inout [Deed]
  ) -> Outcome {
    guard case .open(let history) = connection else { return notOpen }
    var current: Row?
    var isCommitting = false
    do throws(SQLiteFailure) {
      try history.begin()
      let found = try history.row(row.recording)
      if case .row(let there) = found { current = there }
      if let refusal = refusal(
        row, expecting, found, isBuried: try history.isBuried(row))
      {
        try history.rollback()
        return .storeFailed(refusal)
      }
      try history.put(row)
      isCommitting = true
      try history.commit()
    } catch {
      let failure = failure(error, isCommitting: isCommitting)
      if isCommitting, current != row, isStored(row) {
        deeds.append(.rowWritten(before: current, after: row))
      }
      return .storeFailed(failure)
    }
    deeds.append(.rowWritten(before: current, after: row))
    return .done
  }

  private func isStored(_ row: Row) -> Bool { view.rows.contains(row) }

  /// What a program would find that opened History now.
  var view: HistoryView { quietly { HistoryView(of: disk, habits.database) } }

  private func refusal(
    _ row: Row, _ expecting: Expectation, _ found: HistoryConnection.Found, isBuried: Bool
  ) -> StoreFailure? {
    if isBuried { return .tombstoned }
    let current: Row?
    switch found {
    case .nothing: current = nil
    case .row(let row): current = row
    case .damaged: return .conflict(nil)
    }
    switch expecting {
    case .nothing:
      return current == nil ? nil : .conflict(current)
    case .row(let states, let attempt):
      guard let current, current.attempt == attempt, states.contains(current.state) else {
        return .conflict(current)
      }
      return nil
    }
  }

  /// Records deletions, all or none.
  public func tombstone(_ tombstones: [Tombstone], _ deeds: inout [Deed]) -> Outcome {
    if habits.has(.filesBeforeDeletion) { removeFiles(of: tombstones, &deeds) }
    return transaction(.tombstoned(tombstones), &deeds, relaxed: habits.has(.deletionsUnsynced)) {
      history throws(SQLiteFailure) in
      for tombstone in tombstones { try history.bury(tombstone) }
    } took: { view in
      tombstones.allSatisfy { view.tombstones.contains($0) }
    }
  }

  /// Removes the rows of recordings, sound or damaged, all or none.
  public func purge(_ recordings: [RecordingID], _ deeds: inout [Deed]) -> Outcome {
    transaction(.purged(recordings), &deeds) { history throws(SQLiteFailure) in
      for recording in recordings { try history.delete(recording) }
    } took: { view in
      !view.rows.contains { recordings.contains($0.recording) }
        && !view.damaged.contains { $0.map { recordings.contains($0) } ?? false }
    }
  }

  /// Changes History as a whole; `took` tells from what is there whether it was changed all the same
  /// when the end of the transaction failed.
  private func transaction(
    _ deed: Deed, _ deeds: inout [Deed], relaxed: Bool = false,
    _ body: (HistoryConnection) throws(SQLiteFailure) -> Void, took: (HistoryView) -> Bool
  ) -> Outcome {
    believing { transactOnce(deed, &deeds, relaxed, body, took) }
  }

  private func transactOnce(
    _ deed: Deed, _ deeds: inout [Deed], _ relaxed: Bool,
    _ body: (HistoryConnection) throws(SQLiteFailure) -> Void, _ took: (HistoryView) -> Bool
  ) -> Outcome {
    guard case .open(let history) = connection else { return notOpen }
    var isCommitting = false
    do throws(SQLiteFailure) {
      if relaxed { try history.synchronize(.off) }
      defer { if relaxed { restoreSync(history) } }
      try history.begin()
      try body(history)
      isCommitting = true
      try history.commit()
    } catch {
      let failure = failure(error, isCommitting: isCommitting)
      if isCommitting, took(view) { deeds.append(deed) }
      return .storeFailed(failure)
    }
    deeds.append(deed)
    return .done
  }

  // MARK: Failures

  private var notOpen: Outcome {
    if case .suspect = connection { return .storeFailed(.suspect) }
    return .storeFailed(.io(.no))
  }

  private func disconnect() {
    if case .open(let history) = connection { history.close() }
    connection = .closed
  }

  /// What an app can tell of a failed call, and what it does with its connection.
  private func failure(_ failure: SQLiteFailure, isCommitting: Bool = false) -> StoreFailure {
    let isBelieved = failure.code.isFailedSync && habits.has(.believesSecondCommit)
    if failure.isStalled || failure.isDead || failure.code.isFailedSync && !isBelieved {
      distrust()
      return .io(.unknown)
    }
    let refusal = disk.refusal
    if case .open(let history) = connection {
      do throws(SQLiteFailure) {
        try history.rollback()
      } catch {
        distrust()
      }
    }
    if isCommitting { settleJournal() }
    if failure.code.leavesOutcomeOpen { return .io(.unknown) }
    switch failure.code.primary {
    case .full: return .noSpace
    case .busy: return .busy
    // Memory can run out before, in and after the point at which a transaction counts.
    case .noMemory: return .io(isCommitting ? .unknown : .no)
    case .ioError, .cantOpen: return refused(refusal) ?? .io(.no)
    // The SQL here is always right, so an error in it is a History that lacks a table or a column.
    case .corrupt, .notADatabase, .error: return .corrupt
    default: return .io(.no)
    }
  }

  /// Makes durable what became of the journal when a commit failed half way.
  ///
  /// The end of a transaction is that its journal is cut to nothing, and then synced. Where the cut
  /// came with an error the sync never did, and SQLite goes on: the next transaction writes into a
  /// journal whose old head may come back with the power, and is then rolled back in part. Nothing
  /// further is written through a journal of which nobody knows what the device has of it.
  private func settleJournal() {
    do throws(DiskError) {
      try syncJournals()
    } catch {
      distrust()
    }
  }

  /// Makes durable what the page cache says of the end of the last transaction.
  ///
  /// A process can die between the cut of its journal and the sync of that cut. Whoever opens History
  /// then reads what the transaction left, and nothing says that the device has it: with the power
  /// the journal would come back, and History would go back behind what has been done since because
  /// of it.
  private func syncJournals() throws(DiskError) {
    let settings = habits.database
    guard settings.synchronous != .off else { return }
    for name in [FileName.historyJournal, .historyLog] where disk.exists(name) {
      let handle = try disk.open(name, .existing)
      defer { disk.close(handle) }
      try disk.sync(handle, settings.fullSync ? .full : .normal)
    }
    // Its end may be that the journal is gone.
    if settings.journal == .delete, settings.synchronous == .extra {
      try disk.syncDirectory(owing: .historyJournal)
    }
  }

  /// SQLite says the same of a device that fails and of one that is well and refuses; the disk knows.
  private func refused(_ error: DiskError?) -> StoreFailure? {
    switch error {
    case .noSpace: .noSpace
    case .locked: .locked
    case .busy: .busy
    case nil, .inputOutput, .notFound, .exists, .stalled, .dead, .outOfRange, .readOnly,
      .nameTooLong:
      nil
    }
  }

  private func distrust() {
    // Not closed in order: that would write, and what it writes could not be trusted either.
    if case .open(let history) = connection { history.abandon() }
    connection = .suspect
  }

  private func failure(_ error: DiskError) -> StoreFailure {
    switch error {
    case .noSpace: .noSpace
    case .inputOutput, .stalled, .dead: .io(.unknown)
    case .locked: .locked
    case .busy: .busy
    case .notFound, .exists, .outOfRange, .readOnly, .nameTooLong: .io(.no)
    }
  }
}

extension FileRef {
  /// Partial, source, then the leaves.
  var kindOrder: Int {
    switch kind {
    case .partial: 0
    case .source: 1
    case .leaf(let index): 2 + Int(index)
    }
  }
}

extension FileName {
  /// Whether it is the name of a recording or a piece of one.
  var isSound: Bool {
    switch role {
    case .partial, .source, .leaf: true
    case .db, .journal, .wal, .slot, .temporary, .foreign: false
    }
  }
}
