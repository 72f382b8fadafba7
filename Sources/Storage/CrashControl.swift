public import SimulatedDisk

/// A piece of work on a real database whose promises a crash can break, and the conditions under which
/// it is done.
///
/// The work is a few transactions that each change several pages, so that half of one can be told from
/// a whole one. After each commit the disk's log is marked: now the person was told.
public struct CrashControl: Hashable, Sendable {
  /// What a machine looks like under the database.
  public struct Device: Hashable, Sendable {
    /// Whether a new journal syncs the directory, as a file system for SQLite must.
    public var syncsDirectory = true
    /// What the device claims about itself; SQLite's `SQLITE_IOCAP` bits.
    public var claims: Int32 = 0
    /// Whether a write that is cut short may spoil the whole sectors that it touches.
    public var leavesGarbage = false
    /// Whether each name may be lost by itself, also where the profile has them arrive in order.
    public var losesAnyName = false

    /// An honest device, or one that is not.
    public init(
      syncsDirectory: Bool = true, claims: Int32 = 0, leavesGarbage: Bool = false,
      losesAnyName: Bool = false
    ) {
      self.syncsDirectory = syncsDirectory
      self.claims = claims
      self.leavesGarbage = leavesGarbage
      self.losesAnyName = losesAnyName
    }
  }

  /// What a transaction does.
  public enum Work: Hashable, Sendable {
    /// Every row of one table gets the next version, and a text of so many letters made of it.
    case updates(rows: Int, letters: Int)
    /// Each of several tables gets one more row with a text of so many letters.
    case inserts(letters: [Int])

    /// What most controls do: a row of middle length, a short one and a long one. Four rows of the
    /// longest just fit their page, so that no transaction makes a table grow.
    public static let threeRows = Work.inserts(letters: [300, 40, 750])
  }

  /// How the connection keeps its promises.
  public var settings: DatabaseSettings
  /// The rules for what is lost.
  public var profile: DiskProfile
  /// What lies under the database.
  public var device: Device
  /// What a transaction does.
  public var work: Work
  /// Transactions.
  public var transactions = 4

  /// A control from its parts.
  public init(
    _ settings: DatabaseSettings, _ profile: DiskProfile = .strict, device: Device = Device(),
    work: Work = .threeRows
  ) {
    self.settings = settings
    self.profile = profile
    self.device = device
    self.work = work
  }

  var tables: Int {
    switch work {
    case .updates: 1
    case .inserts(let letters): letters.count
    }
  }

  /// Makes the tables. To make the last one is the last transaction before the log begins: whoever loses
  /// that one too, as a device that spoils what lies next to a write, has no sound database.
  func prepare(_ database: Database) throws(SQLiteFailure) {
    for table in 0..<tables {
      try database.execute(
        "CREATE TABLE t\(table)(id INTEGER PRIMARY KEY, version INTEGER NOT NULL, text TEXT)")
    }
    guard case .updates(let rows, let letters) = work else { return }
    try database.execute("BEGIN IMMEDIATE")
    for id in 1...rows {
      try database.execute("INSERT INTO t0 VALUES(\(id), 0, '\(Self.text(0, letters))')")
    }
    try database.execute("COMMIT")
  }

  /// One transaction.
  func commit(_ version: Int, _ database: Database) throws(SQLiteFailure) {
    try database.execute("BEGIN IMMEDIATE")
    switch work {
    case .updates(let rows, let letters):
      for id in 1...rows {
        try database.execute(
          "UPDATE t0 SET version=\(version), text='\(Self.text(version, letters))' WHERE id=\(id)")
      }
    case .inserts(let letters):
      for (table, count) in letters.enumerated() {
        try database.execute(
          "INSERT INTO t\(table) VALUES(\(version), \(version), '\(Self.text(version, count))')")
      }
    }
    try database.execute("COMMIT")
  }

  static func text(_ version: Int, _ letters: Int) -> String {
    let letter = Character(UnicodeScalar(UInt8(97 + version % 26)))
    return String(repeating: letter, count: letters)
  }
}
