/// How a connection keeps its promises. `reference` is the only one that keeps all of them; the others
/// are what real applications use, and controls that show that the disk can tell the difference.
public struct DatabaseSettings: Hashable, Sendable {
  /// How a transaction can be undone.
  public enum Journal: String, Hashable, Sendable, CaseIterable {
    case delete, truncate, persist, memory, wal, off
  }

  /// How much is synced.
  public enum Synchronous: String, Hashable, Sendable, CaseIterable {
    case off, normal, full, extra
  }

  /// How a transaction can be undone.
  public var journal: Journal
  /// How much is synced.
  public var synchronous: Synchronous
  /// Whether syncs go through the drive's own cache.
  public var fullSync: Bool
  /// Whether one connection keeps the file to itself; the write-ahead log needs it here.
  public var exclusiveLocking: Bool
  /// Pages kept in memory; 0 leaves SQLite's default. A handful makes a big transaction spill.
  public var cachePages: Int32

  /// Settings from their parts.
  public init(
    journal: Journal, synchronous: Synchronous, fullSync: Bool = true,
    exclusiveLocking: Bool = false, cachePages: Int32 = 0
  ) {
    self.journal = journal
    self.synchronous = synchronous
    self.fullSync = fullSync
    self.exclusiveLocking = exclusiveLocking
    self.cachePages = cachePages
  }

  /// Truncated rollback journal, full syncs through the drive's cache, one connection.
  public static let reference = DatabaseSettings(journal: .truncate, synchronous: .full)

  /// What is said to a new connection, in order. The journal mode is set apart, because SQLite
  /// answers with the mode it chose, which may be another.
  var pragmas: String {
    var text = ""
    if exclusiveLocking { text += "PRAGMA locking_mode=EXCLUSIVE;" }
    if cachePages > 0 { text += "PRAGMA cache_size=\(cachePages);" }
    text += "PRAGMA synchronous=\(synchronous.rawValue.uppercased());"
    if fullSync { text += "PRAGMA fullfsync=1;PRAGMA checkpoint_fullfsync=1;" }
    text += "PRAGMA temp_store=MEMORY;PRAGMA mmap_size=0;PRAGMA foreign_keys=ON;"
    return text
  }
}
