internal import Contract
internal import SimulatedDisk

/// One connection to History, with the statements it needs, each compiled when it is first used.
final class HistoryConnection {
  /// What is stored under a recording.
  enum Found {
    case nothing
    case row(Row)
    case damaged
  }

  private enum Kind: Int, CaseIterable {
    case begin, commit, rollback, row, isBuried, put, bury, delete, rows, tombstones

    var text: String {
      switch self {
      case .begin: "BEGIN IMMEDIATE"
      case .commit: "COMMIT"
      case .rollback: "ROLLBACK"
      case .row: "SELECT \(HistoryRow.columns) FROM recordings WHERE recording=?1"
      case .isBuried: "SELECT 1 FROM tombstones WHERE recording=?1 AND generation>=?2"
      case .put: "INSERT OR REPLACE INTO recordings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
      case .bury: "INSERT OR IGNORE INTO tombstones VALUES(?1,?2)"
      case .delete: "DELETE FROM recordings WHERE recording=?1"
      case .rows: "SELECT \(HistoryRow.columns) FROM recordings ORDER BY recording"
      case .tombstones: "SELECT recording, generation FROM tombstones ORDER BY 1, 2"
      }
    }
  }

  private let database: Database
  private var statements = [Statement?](repeating: nil, count: Kind.allCases.count)

  /// Opens History, and makes its tables if the database is new.
  ///
  /// - Throws: `notADatabase` or `corrupt` if what lies there cannot be History.
  init(_ mount: DiskMount, settings: DatabaseSettings) throws(SQLiteFailure) {
    database = try Database(mount, settings: settings)
    let version = try database.prepare("PRAGMA user_version")
    _ = try version.step()
    let found = version.integer(0)
    database.finalize(version)
    if found == HistorySchema.version { return }
    // A database with pages but without our version is somebody else's, or was damaged.
    guard found == 0, try isEmpty() else { throw SQLiteFailure(code: .corrupt) }
    try begin()
    try database.execute(HistorySchema.statements)
    try commit()
  }

  /// Complaints of SQLite's own check; empty for a sound database.
  func problems() throws(SQLiteFailure) -> [String] { try database.integrityProblems() }

  private func isEmpty() throws(SQLiteFailure) -> Bool {
    let statement = try database.prepare("SELECT count(*) FROM sqlite_master")
    defer { database.finalize(statement) }
    _ = try statement.step()
    return statement.integer(0) == 0
  }

  private func statement(_ kind: Kind) throws(SQLiteFailure) -> Statement {
    if let known = statements[kind.rawValue] { return known }
    let compiled = try database.prepare(kind.text)
    statements[kind.rawValue] = compiled
    return compiled
  }

  // MARK: Transactions

  func begin() throws(SQLiteFailure) { try statement(.begin).run() }

  func commit() throws(SQLiteFailure) { try statement(.commit).run() }

  func rollback() throws(SQLiteFailure) {
    if database.isInTransaction { try statement(.rollback).run() }
  }

  /// Changes how much is synced from the next transaction on.
  func synchronize(
    _ level: DatabaseSettings.Synchronous
  ) throws(SQLiteFailure) {
    try database.execute("PRAGMA synchronous=\(level.rawValue.uppercased())")
  }

  /// Ends the connection in good order.
  func close() { database.close() }

  /// Ends the connection without another byte on the disk.
  func abandon() { database.abandon() }

  // MARK: Rows

  func row(_ recording: RecordingID) throws(SQLiteFailure) -> Found {
    let statement = try statement(.row)
    statement.bind(1, Int64(recording.rawValue))
    guard try statement.step() else { return .nothing }
    defer { statement.reset() }
    do throws(DamagedRow) {
      return .row(try HistoryRow.read(statement))
    } catch {
      try beInMemory(statement)
      return .damaged
    }
  }

  /// Refuses to take a value that could not be fetched for one that is missing.
  private func beInMemory(_ statement: Statement) throws(SQLiteFailure) {
    guard database.isOutOfMemory else { return }
    statement.reset()
    throw SQLiteFailure(code: .noMemory)
  }

  func put(_ row: Row) throws(SQLiteFailure) {
    let statement = try statement(.put)
    HistoryRow.bind(row, to: statement)
    try statement.run()
  }

  func delete(_ recording: RecordingID) throws(SQLiteFailure) {
    let statement = try statement(.delete)
    statement.bind(1, Int64(recording.rawValue))
    try statement.run()
  }

  /// All rows by recording, and whose rows cannot be read.
  func rows() throws(SQLiteFailure) -> (sound: [Row], damaged: [RecordingID?]) {
    let statement = try statement(.rows)
    var sound: [Row] = []
    var damaged: [RecordingID?] = []
    while try statement.step() {
      do throws(DamagedRow) {
        sound.append(try HistoryRow.read(statement))
      } catch {
        try beInMemory(statement)
        damaged.append(error.recording)
      }
    }
    return (sound, damaged)
  }

  /// Puts a row there that no writer would have left: a state that does not exist.
  func damage(_ recording: RecordingID) throws(SQLiteFailure) {
    try database.execute(
      """
      INSERT OR REPLACE INTO recordings VALUES(
        \(recording.rawValue),1,0,255,0,0,0,NULL,NULL,NULL,NULL,NULL,0,0,0)
      """)
  }

  // MARK: Tombstones

  func isBuried(_ row: Row) throws(SQLiteFailure) -> Bool {
    let statement = try statement(.isBuried)
    statement.bind(1, Int64(row.recording.rawValue))
    statement.bind(2, Int64(row.generation))
    defer { statement.reset() }
    return try statement.step()
  }

  func bury(_ tombstone: Tombstone) throws(SQLiteFailure) {
    let statement = try statement(.bury)
    statement.bind(1, Int64(tombstone.recording.rawValue))
    statement.bind(2, Int64(tombstone.generation))
    try statement.run()
  }

  /// All tombstones, by recording and generation.
  ///
  /// - Throws: `corrupt` for one that cannot be read: leaving it out would bring back what it buries.
  func tombstones() throws(SQLiteFailure) -> [Tombstone] {
    let statement = try statement(.tombstones)
    var all: [Tombstone] = []
    while try statement.step() {
      guard let recording = statement.strictInteger(0).flatMap({ UInt16(exactly: $0) }),
        let generation = statement.strictInteger(1).flatMap({ UInt16(exactly: $0) })
      else {
        try beInMemory(statement)
        statement.reset()
        throw SQLiteFailure(code: .corrupt)
      }
      all.append(Tombstone(RecordingID(recording), generation: generation))
    }
    return all
  }
}
