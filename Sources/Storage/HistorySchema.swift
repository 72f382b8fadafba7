public import SimulatedDisk

/// The tables of History, and disks on which they exist already.
///
/// One row a recording holds what must change together, so that a crash finds all of it or none.
public enum HistorySchema {
  /// The version that a sound History says it has.
  static let version: Int64 = 1

  /// The statements that make an empty History.
  ///
  /// `recordings`: numbers are the raw values of the contract's enums, `settings` is what
  /// `HistoryRow` packs, and `leaves` and `through` belong to `checkpoint`. `tombstones`: what the
  /// person deleted, in which generation, so that nothing brings it back.
  public static let statements = """
    CREATE TABLE recordings(
      recording INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, generation INTEGER NOT NULL,
      state INTEGER NOT NULL, reason INTEGER NOT NULL, integrity INTEGER NOT NULL,
      samples INTEGER NOT NULL, checkpoint TEXT, leaves INTEGER, through INTEGER, raw TEXT,
      final TEXT, delivery INTEGER NOT NULL, usage INTEGER NOT NULL, settings INTEGER NOT NULL);
    CREATE TABLE tombstones(
      recording INTEGER NOT NULL, generation INTEGER NOT NULL,
      PRIMARY KEY(recording, generation)) WITHOUT ROWID;
    PRAGMA user_version=\(version);
    """

  /// The content of a disk that holds an empty History and nothing else. Cases start from it, because
  /// making the tables costs as much as a dictation.
  public static func emptyHistory(
    _ settings: DatabaseSettings = .reference
  ) throws(SQLiteFailure) -> DiskImage {
    try DiskProcess.exclusively { () throws(SQLiteFailure) in
      try DiskProcess.reseed(0)
      let disk = SimulatedDisk()
      let database = try Database(DiskMount(disk), settings: settings)
      try database.execute("BEGIN IMMEDIATE;" + statements + "COMMIT;")
      database.close()
      return disk.image()
    }
  }
}
