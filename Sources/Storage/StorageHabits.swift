internal import SimulatedDisk

/// How an app's storage adapter works: what it syncs, in which order, and what it believes.
///
/// `reference` keeps every promise. The others are what is found in real apps. As long as nothing goes
/// wrong an adapter with bad habits says what a good one says, because it believes in what it does:
/// the deeds of durability are its word that its calls came back. Whether they were enough, only a
/// crash, a fault or a full disk can tell, and that is what these are for.
public struct StorageHabits: Hashable, Sendable {
  /// How the connection to History is set up.
  public var database: DatabaseSettings
  /// What it does otherwise than it should.
  public var slips: StorageSlips

  /// Habits from their parts.
  public init(database: DatabaseSettings = .reference, slips: StorageSlips = []) {
    self.database = database
    self.slips = slips
  }

  /// Keeps every promise.
  public static let reference = StorageHabits()

  /// Whether it makes this mistake.
  @inline(__always)
  func has(_ slip: StorageSlips) -> Bool { slips.contains(slip) }

  /// Whether a sound file of so many samples is synced when it ends.
  func syncsEnd(frames: Int) -> Bool {
    !has(.noSyncAtEnd) && !(has(.shortEndUnsynced) && frames <= SoundFormat.rate)
  }

  /// How far a sync of a sound file goes; nil where there is none.
  var soundSync: SyncKind? {
    has(.neverSyncsAudio) ? nil : has(.audioStaysInDrive) ? .normal : .full
  }
}

/// Mistakes of a storage adapter, one bit each.
public struct StorageSlips: OptionSet, Hashable, Sendable {
  /// One bit a mistake.
  public let rawValue: UInt32
  /// Mistakes from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // MARK: What is synced, and when

  /// A header is written before the audio it announces is synced, and both are synced at once.
  public static let headerBeforeAudio = StorageSlips(rawValue: 1 << 0)
  /// The header of a recording is written when it ends, not while it is captured.
  public static let headerOnlyAtEnd = StorageSlips(rawValue: 1 << 1)
  /// Sound files are never synced.
  public static let neverSyncsAudio = StorageSlips(rawValue: 1 << 2)
  /// Sound files are synced while they are captured, and not when they end.
  public static let noSyncAtEnd = StorageSlips(rawValue: 1 << 3)
  /// Sound files that end within their first second are not synced.
  public static let shortEndUnsynced = StorageSlips(rawValue: 1 << 25)
  /// A sync of a sound file leaves it in the drive's own cache.
  public static let audioStaysInDrive = StorageSlips(rawValue: 1 << 4)
  /// The directory is not synced after a file was created.
  public static let newNameUnsynced = StorageSlips(rawValue: 1 << 5)
  /// The directory is not synced after a recording was promoted.
  public static let promotedNameUnsynced = StorageSlips(rawValue: 1 << 6)
  /// The directory is not synced after a file was removed.
  public static let removedNameUnsynced = StorageSlips(rawValue: 1 << 7)
  /// The repair of what a dead writer left writes the header before the audio is synced.
  public static let repairsHeaderFirst = StorageSlips(rawValue: 1 << 8)
  /// Deletions are written without a sync, because they are no user data.
  public static let deletionsUnsynced = StorageSlips(rawValue: 1 << 9)

  // MARK: In which order, and by which way

  /// A recording is promoted by a copy and a removal, as a move between two volumes is.
  public static let promotesByCopy = StorageSlips(rawValue: 1 << 10)
  /// The files of a recording are removed before its deletion is written.
  public static let filesBeforeDeletion = StorageSlips(rawValue: 1 << 11)
  /// A History that is set aside goes before its journal.
  public static let databaseAsideFirst = StorageSlips(rawValue: 1 << 12)
  /// A journal that an earlier process left is thrown away as a leftover.
  public static let removesHotJournal = StorageSlips(rawValue: 1 << 13)
  /// Every append opens the file anew, which a locked device refuses.
  public static let reopensToAppend = StorageSlips(rawValue: 1 << 14)

  // MARK: What is believed

  /// The result of closing a sound file is believed, and nobody reads the file again.
  public static let believesClose = StorageSlips(rawValue: 1 << 15)
  /// Nobody looks at how much of an append was written.
  public static let believesAppend = StorageSlips(rawValue: 1 << 16)
  /// A leaf that could not be written is sent all the same.
  public static let believesExport = StorageSlips(rawValue: 1 << 17)
  /// A sync of a sound file that failed is tried once more, and then believed.
  public static let believesSecondSync = StorageSlips(rawValue: 1 << 18)
  /// A transaction whose sync failed is tried once more on the same connection, and then believed.
  public static let believesSecondCommit = StorageSlips(rawValue: 1 << 19)
  /// A checkpoint that could not be written counts as written.
  public static let believesCheckpoint = StorageSlips(rawValue: 1 << 20)
  /// Nobody notices that a file which is written to has lost its name.
  public static let believesOpenFile = StorageSlips(rawValue: 1 << 21)
  /// A free space that nobody knows counts as none.
  public static let unknownSpaceIsNone = StorageSlips(rawValue: 1 << 22)
  /// What a launch reads of History is taken for durable, although the process that wrote it may have
  /// died before its last sync.
  public static let believesFoundHistory = StorageSlips(rawValue: 1 << 23)
  /// A read that brings nothing is taken for the end of the file.
  public static let believesShortRead = StorageSlips(rawValue: 1 << 24)
}
