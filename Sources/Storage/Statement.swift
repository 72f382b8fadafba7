internal import CSQLite

/// A compiled statement. Its connection owns it; after the connection ended every step is `misuse`.
@safe
public final class Statement {
  private unowned let database: Database
  private var compiled: OpaquePointer?
  /// The first parameter since the last run that could not be set: it would be stored as missing.
  private var unbound: Int32 = SQLITE_OK

  init(_ database: Database, _ compiled: OpaquePointer) {
    self.database = database
    unsafe self.compiled = compiled
  }

  /// Tells SQLite to copy what it is given, because Swift's memory is only lent for the call.
  private static var copied: sqlite3_destructor_type? {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Sets parameter `index` (from 1) to a number, or to NULL.
  public func bind(_ index: Int32, _ value: Int64?) {
    if let value {
      note(unsafe sqlite3_bind_int64(compiled, index, value))
    } else {
      note(unsafe sqlite3_bind_null(compiled, index))
    }
  }

  /// Sets parameter `index` (from 1) to a text, or to NULL.
  public func bind(_ index: Int32, _ value: String?) {
    guard let value else { return note(unsafe sqlite3_bind_null(compiled, index)) }
    // The length is given, so a NUL inside the text is part of it.
    let count = Int32(value.utf8.count)
    unsafe value.withCString { characters in
      note(unsafe sqlite3_bind_text(compiled, index, characters, count, Self.copied))
    }
  }

  private func note(_ result: Int32) {
    if unbound == SQLITE_OK { unbound = result }
  }

  /// Goes to the next row.
  ///
  /// - Returns: whether there is one. After the last one the statement is ready to run again.
  public func step() throws(SQLiteFailure) -> Bool {
    guard let compiled = unsafe compiled else { throw SQLiteFailure(code: .misuse) }
    if unbound != SQLITE_OK {
      let failure = database.failure(unbound)
      unbound = SQLITE_OK
      reset()
      throw failure
    }
    let result = unsafe sqlite3_step(compiled)
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let failure = database.failure(result)
      reset()
      throw failure
    }
  }

  /// Runs the statement to its end, whatever rows it has.
  public func run() throws(SQLiteFailure) {
    while try step() {}
  }

  /// Makes the statement ready to run again and gives up its locks. Parameters stay.
  public func reset() {
    // The result repeats the error of the step before, which its caller has already.
    _ = unsafe sqlite3_reset(compiled)
  }

  /// Column `index` (from 0) of the current row as a number; 0 for NULL.
  public func integer(_ index: Int32) -> Int64 { unsafe sqlite3_column_int64(compiled, index) }

  /// Whether column `index` of the current row is NULL.
  public func isNull(_ index: Int32) -> Bool {
    unsafe sqlite3_column_type(compiled, index) == SQLITE_NULL
  }

  /// Column `index` (from 0) of the current row as a text, or nil for NULL.
  public func text(_ index: Int32) -> String? {
    guard let bytes = unsafe sqlite3_column_text(compiled, index) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(compiled, index))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Column `index` (from 0) of the current row, if it holds a number and nothing else.
  public func strictInteger(_ index: Int32) -> Int64? {
    guard unsafe sqlite3_column_type(compiled, index) == SQLITE_INTEGER else { return nil }
    return unsafe sqlite3_column_int64(compiled, index)
  }

  /// Column `index` (from 0) of the current row, if it holds a text of valid UTF-8.
  public func strictText(_ index: Int32) -> String? {
    guard unsafe sqlite3_column_type(compiled, index) == SQLITE_TEXT,
      let bytes = unsafe sqlite3_column_text(compiled, index)
    else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(compiled, index))
    return unsafe String(
      validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func finalize() {
    _ = unsafe sqlite3_finalize(compiled)
    unsafe compiled = nil
  }
}
