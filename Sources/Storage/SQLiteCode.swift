/// A result code of SQLite, extended form.
public struct SQLiteCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The extended code, for instance 1034: `ioError` during a sync.
  public let rawValue: Int32

  /// A code from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension.
  public var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

  /// Success.
  public static let ok = SQLiteCode(rawValue: 0)
  /// A generic error, usually in the SQL.
  public static let error = SQLiteCode(rawValue: 1)
  /// Another connection holds a lock.
  public static let busy = SQLiteCode(rawValue: 5)
  /// Memory ran out.
  public static let noMemory = SQLiteCode(rawValue: 7)
  /// The device failed.
  public static let ioError = SQLiteCode(rawValue: 10)
  /// The file is not a sound database.
  public static let corrupt = SQLiteCode(rawValue: 11)
  /// No space is left.
  public static let full = SQLiteCode(rawValue: 13)
  /// A file could not be opened.
  public static let cantOpen = SQLiteCode(rawValue: 14)
  /// A rule of the schema was broken.
  public static let constraint = SQLiteCode(rawValue: 19)
  /// The library was used wrongly, for instance after closing.
  public static let misuse = SQLiteCode(rawValue: 21)
  /// The file is not a database at all.
  public static let notADatabase = SQLiteCode(rawValue: 26)
  /// A sync of a file failed.
  public static let syncFailed = SQLiteCode(rawValue: 10 | 4 << 8)

  /// Whether a caller cannot know what became of a transaction that ended with this code: it comes
  /// from an operation at or after the point at which the transaction counts.
  public var leavesOutcomeOpen: Bool {
    guard primary == .ioError else { return false }
    // Sync, sync of the directory, truncation, removal.
    return [4, 5, 6, 10, 23].contains(rawValue >> 8)
  }

  /// Whether a sync failed, after which no later sync says anything.
  public var isFailedSync: Bool {
    primary == .ioError && (rawValue >> 8 == 4 || rawValue >> 8 == 5)
  }

  /// The number, with the extension if it has one.
  public var description: String {
    rawValue == primary.rawValue ? "\(rawValue)" : "\(primary.rawValue) (\(rawValue))"
  }
}

/// A call to SQLite that did not succeed.
public struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What SQLite said.
  public let code: SQLiteCode
  /// Whether the call hangs for ever rather than failing: an operation of the disk never came back.
  public let isStalled: Bool
  /// Whether the process died in the call; nobody is there to see the code.
  public let isDead: Bool

  /// A failure without any of the special causes.
  public init(code: SQLiteCode, isStalled: Bool = false, isDead: Bool = false) {
    self.code = code
    self.isStalled = isStalled
    self.isDead = isDead
  }

  /// One line.
  public var description: String {
    isDead ? "process died" : isStalled ? "stalled" : "sqlite result \(code)"
  }
}
