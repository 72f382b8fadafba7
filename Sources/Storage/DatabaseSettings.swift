/// How a connection keeps its promises. `reference` is what the reference adapter uses; the other
/// profiles are what real applications use, and controls that show that the disk can tell the
/// difference.
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
  /// Whether that is said before anything is read of the database.
  public var fullSyncFirst: Bool
  /// Whether one connection keeps the file to itself; the write-ahead log needs it here.
  public var exclusiveLocking: Bool
  /// Pages kept in memory; 0 leaves SQLite's default. A handful makes a big transaction spill.
  public var cachePages: Int32

  /// Settings from their parts.
  public init(
    journal: Journal, synchronous: Synchronous, fullSync: Bool = true,
    fullSyncFirst: Bool = true, exclusiveLocking: Bool = false, cachePages: Int32 = 0
  ) {
    self.journal = journal
    self.synchronous = synchronous
    self.fullSync = fullSync
    self.fullSyncFirst = fullSyncFirst
    self.exclusiveLocking = exclusiveLocking
    self.cachePages = cachePages
  }

  /// Truncated rollback journal, full syncs through the drive's cache, one connection.
  public static let reference = DatabaseSettings(journal: .truncate, synchronous: .full)

  /// A set-up that has a name.
  public struct Profile: Hashable, Sendable {
    /// Its permanent name, such as `wal-full`.
    public let name: String
    /// What it is, in one sentence.
    public let summary: String
    /// The settings.
    public let settings: DatabaseSettings
  }

  /// Every set-up that has a name, the reference first.
  public static let profiles: [Profile] = [
    Profile(
      name: "reference", summary: "truncated journal, full syncs through the drive's cache",
      settings: .reference),
    Profile(
      name: "ios-default", summary: "write-ahead log, syncs that may end in the drive's cache",
      settings: .iosDefault),
    Profile(
      name: "android-default", summary: "write-ahead log that is synced at checkpoints only",
      settings: .androidDefault),
    Profile(
      name: "unsafe", summary: "journal in memory, no sync at all", settings: .allOff),
    Profile(
      name: "delete-full",
      summary: "SQLite's own default: the journal is removed, and that removal is not synced",
      settings: DatabaseSettings(journal: .delete, synchronous: .full)),
    Profile(
      name: "extra", summary: "the journal is removed, and the directory is synced after it",
      settings: DatabaseSettings(journal: .delete, synchronous: .extra)),
    Profile(
      name: "persist-full", summary: "the journal stays, and its header is made void",
      settings: DatabaseSettings(journal: .persist, synchronous: .full)),
    Profile(
      name: "wal-full", summary: "write-ahead log that is synced at every commit",
      settings: walFull),
  ]

  /// A write-ahead log that is synced at every commit, and syncs no directory once it is there.
  public static let walFull = DatabaseSettings(
    journal: .wal, synchronous: .full, exclusiveLocking: true)

  /// What an app on iOS gets that asks for a write-ahead log and for nothing else: the system's SQLite
  /// calls fsync, which leaves the data in the drive.
  public static let iosDefault = DatabaseSettings(
    journal: .wal, synchronous: .full, fullSync: false, exclusiveLocking: true)

  /// What Android gives an app: a write-ahead log, synced when it is checkpointed and not when it is
  /// committed to.
  public static let androidDefault = DatabaseSettings(
    journal: .wal, synchronous: .normal, fullSync: false, exclusiveLocking: true)

  /// Everything off that makes it slow.
  public static let allOff = DatabaseSettings(
    journal: .memory, synchronous: .off, fullSync: false)

  /// What is said to a new connection, in order. The journal mode is set apart, because SQLite
  /// answers with the mode it chose, which may be another.
  var pragmas: String {
    let full = fullSync ? "PRAGMA fullfsync=1;PRAGMA checkpoint_fullfsync=1;" : ""
    // First of all: the next ones read the database, which rolls back what a dead process left, and
    // what that writes has to get through the drive's cache as well.
    var text = fullSyncFirst ? full : ""
    if exclusiveLocking { text += "PRAGMA locking_mode=EXCLUSIVE;" }
    if cachePages > 0 { text += "PRAGMA cache_size=\(cachePages);" }
    text += "PRAGMA synchronous=\(synchronous.rawValue.uppercased());"
    if !fullSyncFirst { text += full }
    text += "PRAGMA temp_store=MEMORY;PRAGMA mmap_size=0;PRAGMA foreign_keys=ON;"
    return text
  }
}
