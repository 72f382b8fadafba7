internal import CHostShims
internal import CSQLite
public import SimulatedDisk

/// One connection of one process to a database on a simulated disk.
///
/// Used inside `DiskProcess.exclusively`, from one thread. It ends in one of two ways: `close`, as a
/// program in good order, or `abandon`, as the connection of a process that died: nothing it still
/// holds reaches the disk any more. One that is dropped without either is abandoned.
@safe
public final class Database {
  /// The disk, as SQLite reaches it.
  public let mount: DiskMount
  /// The process the connection belongs to.
  public let process: UInt32
  /// The file.
  public let name: FileName

  private var connection: OpaquePointer?
  private var statements: [Statement] = []

  /// Opens a database for the process of the disk's current request, and makes it if there is none.
  ///
  /// - Throws: what SQLite says; `error` if it did not accept the journal mode.
  public init(
    _ mount: DiskMount, name: FileName = .history, settings: DatabaseSettings = .reference
  ) throws(SQLiteFailure) {
    self.mount = mount
    self.name = name
    process = mount.disk.currentProcess
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = unsafe sqlite3_open_v2(mount.path(name), &opened, flags, nil)
    unsafe connection = opened
    if result != SQLITE_OK {
      // SQLite hands out a connection even when opening failed.
      let failure = failure(result)
      abandon()
      throw failure
    }
    _ = unsafe sqlite3_extended_result_codes(opened, 1)
    do throws(SQLiteFailure) {
      try execute(settings.pragmas)
      try setJournal(settings.journal)
    } catch {
      abandon()
      throw error
    }
  }

  deinit { abandon() }

  private func setJournal(_ journal: DatabaseSettings.Journal) throws(SQLiteFailure) {
    let statement = try prepare("PRAGMA journal_mode=\(journal.rawValue.uppercased())")
    defer { finalize(statement) }
    guard try statement.step(), statement.text(0) == journal.rawValue else {
      throw SQLiteFailure(code: .error)
    }
  }

  /// Whether the connection can still be used.
  public var isOpen: Bool { unsafe connection != nil }

  /// Runs SQL that needs no parameters and whose rows nobody wants.
  public func execute(_ sql: String) throws(SQLiteFailure) {
    guard let connection = unsafe connection else { throw SQLiteFailure(code: .misuse) }
    let result = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
  }

  /// Compiles one statement. It lives as long as the connection.
  public func prepare(_ sql: String) throws(SQLiteFailure) -> Statement {
    guard let connection = unsafe connection else { throw SQLiteFailure(code: .misuse) }
    var compiled: OpaquePointer?
    let result = unsafe sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK, let compiled = unsafe compiled else {
      throw failure(result == SQLITE_OK ? SQLITE_MISUSE : result)
    }
    let statement = unsafe Statement(self, compiled)
    statements.append(statement)
    return statement
  }

  /// Lets go of one statement before the connection ends.
  public func finalize(_ statement: Statement) {
    statement.finalize()
    statements.removeAll { $0 === statement }
  }

  /// Rows that the last statement changed.
  public var changes: Int {
    guard let connection = unsafe connection else { return 0 }
    return unsafe Int(sqlite3_changes(connection))
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool {
    guard let connection = unsafe connection else { return false }
    return unsafe sqlite3_get_autocommit(connection) == 0
  }

  /// Whether the last call ran out of memory. A column that could not be fetched is no error of the
  /// call and reads as missing, so whoever reads asks.
  var isOutOfMemory: Bool {
    guard let connection = unsafe connection else { return false }
    return unsafe sqlite3_errcode(connection) & 0xFF == SQLITE_NOMEM
  }

  /// What SQLite says about the last error, for people.
  public var lastMessage: String {
    guard let connection = unsafe connection, let text = unsafe sqlite3_errmsg(connection) else {
      return "closed"
    }
    return unsafe String(cString: text)
  }

  /// Complaints of SQLite's own check of the whole file; empty for a sound one.
  public func integrityProblems() throws(SQLiteFailure) -> [String] {
    let statement = try prepare("PRAGMA integrity_check")
    defer { finalize(statement) }
    var problems: [String] = []
    while try statement.step() {
      let line = statement.text(0) ?? ""
      if line != "ok" { problems.append(line) }
    }
    return problems
  }

  /// Ends the connection as a program in good order does: an open transaction is rolled back.
  public func close() {
    for statement in statements { statement.finalize() }
    statements.removeAll()
    guard let closing = unsafe connection else { return }
    unsafe connection = nil
    _ = unsafe sqlite3_close_v2(closing)
  }

  /// Ends the connection of a process that is no more: SQLite frees its memory, and every operation
  /// it tries meanwhile fails before it reaches the disk.
  public func abandon() {
    guard isOpen else { return }
    unsafe lastword_vfs_abandon(Unmanaged.passUnretained(mount.disk).toOpaque(), process)
    close()
  }

  func failure(_ result: Int32) -> SQLiteFailure {
    SQLiteFailure(
      code: SQLiteCode(rawValue: result), isStalled: mount.disk.stalled != nil,
      isDead: mount.disk.isDead(process))
  }
}
