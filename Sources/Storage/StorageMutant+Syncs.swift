internal import Contract

// Defects of what is synced: audio, names, History.

extension StorageMutant {
  static let audio: [StorageMutant] = [
    StorageMutant(
      "header-before-audio", "announces audio in the header before that audio is synced",
      origin: "a first reference of this project: one sync a second for header and audio",
      clause: .capturePartialBecomesRecovery, .crash, .headerBeforeAudio,
      kill: Kill("strict", .strict)),
    StorageMutant(
      "header-at-end", "writes the header of a recording only when it ends",
      origin: "field reports: long recordings of zero length after a crash of the recorder",
      clause: .capturePartialBecomesRecovery, .crash, .headerOnlyAtEnd,
      kill: Kill("kill", .appleLike)),
    StorageMutant(
      "audio-never-synced", "never syncs a sound file",
      origin: "field reports: files of the right length full of zeros after a power loss",
      clause: .capturePartialBecomesRecovery, .crash, .neverSyncsAudio,
      kill: Kill("strict", .lengthRepair)),
    StorageMutant(
      "end-unsynced", "syncs audio while it is captured and not when it ends",
      origin: "seed 000, phase 1: validate, fsync, promote",
      clause: .sourceSavedMeansDurable, .crash, .noSyncAtEnd,
      kill: Kill("strict", .lengthRepair)),
    StorageMutant(
      "short-end-unsynced", "does not sync a recording that ends within its first second",
      origin: "field reports: the short note that is in the list and plays nothing",
      clause: .sourceSavedMeansDurable, .crash, .shortEndUnsynced,
      kill: Kill("strict", .lengthRepair)),
    StorageMutant(
      "audio-in-drive-cache", "syncs audio no further than the cache of the drive",
      origin: "Apple's manual: fsync alone leaves data in the drive",
      clause: .capturePartialBecomesRecovery, .crash, .audioStaysInDrive,
      kill: Kill("apfs-full", .lengthRepair)),
    StorageMutant(
      "repair-header-first", "repairs the header of found audio before that audio is synced",
      origin: "field reports: recovery that crashes leaves less than it found",
      clause: .capturePartialBecomesRecovery, .crash, .repairsHeaderFirst,
      kill: Kill("strict", .strict, inRecovery: true)),
  ]

  static let names: [StorageMutant] = [
    StorageMutant(
      "new-name-unsynced", "does not sync the directory after it created a file",
      origin: "crash-consistency studies: a new file whose name was never synced",
      clause: .capturePartialBecomesRecovery, .crash, .newNameUnsynced, database: .walFull,
      kill: Kill("strict", .lengthRepair)),
    StorageMutant(
      "promoted-name-unsynced", "does not sync the directory after it renamed a recording",
      origin: "crash-consistency studies: rename without a sync of the directory",
      clause: .sourceSavedMeansDurable, .crash, .promotedNameUnsynced, database: .walFull,
      kill: Kill("strict")),
    StorageMutant(
      "removed-name-unsynced", "does not sync the directory after it removed a file",
      origin: "crash-consistency studies: removed files that are back, here a cancelled recording",
      clause: .captureCancelledCaptureDeclared,
      .nothing(
        because: """
          What History says of a recording is synced before its files are removed, so a launch \
          that finds them again removes them again.
          """), .removedNameUnsynced),
  ]

  static let history: [StorageMutant] = [
    StorageMutant(
      "history-wal-normal", "syncs its write-ahead log at checkpoints and not at commits",
      origin: "Android's default; SQLite: such a commit may roll back after a power loss",
      clause: .captureIdentityBeforeFirstFrame, .crash, database: .androidDefault,
      kill: Kill("strict")),
    StorageMutant(
      "history-journal-in-memory", "keeps the rollback journal in memory",
      origin: "SQLite: a crash in a transaction most likely corrupts the database",
      clause: .captureIdentityBeforeFirstFrame, .crash,
      database: DatabaseSettings(journal: .memory, synchronous: .full),
      kill: Kill("strict")),
    StorageMutant(
      "history-delete-full", "commits by removing the journal, and does not sync that removal",
      origin: "SQLite's default; the level `extra` exists because of it",
      clause: .captureIdentityBeforeFirstFrame, .crash,
      database: DatabaseSettings(journal: .delete, synchronous: .full),
      kill: Kill("strict")),
    StorageMutant(
      "history-never-synced", "never syncs History",
      origin: "advice to make SQLite faster: synchronous off",
      clause: .captureIdentityBeforeFirstFrame, .crash,
      database: DatabaseSettings(journal: .truncate, synchronous: .off, fullSync: false),
      kill: Kill("strict")),
    StorageMutant(
      "history-in-drive-cache", "syncs History no further than the cache of the drive",
      origin: "the SQLite that comes with Apple's systems: fullfsync is off",
      clause: .captureIdentityBeforeFirstFrame, .crash,
      database: DatabaseSettings(journal: .truncate, synchronous: .full, fullSync: false),
      kill: Kill("apfs-full")),
    StorageMutant(
      "history-normal", "syncs its journal and the database, but not the names between them",
      origin: "SQLite: normal may corrupt an old file system with a rollback journal",
      clause: .captureIdentityBeforeFirstFrame, .crash,
      database: DatabaseSettings(journal: .delete, synchronous: .normal),
      kill: Kill("strict")),
    StorageMutant(
      "deletions-unsynced", "writes deletions without a sync",
      origin: "field reports: deleted entries that startup recovery brings back",
      clause: .deleteIntentWins, .crash, .deletionsUnsynced,
      kill: Kill("strict")),
    StorageMutant(
      "full-sync-too-late", "reads History before it asks for syncs through the drive's cache",
      origin: "a first reference of this project: the order in which a connection is set up",
      clause: .captureIdentityBeforeFirstFrame, .faultThenCrash,
      database: DatabaseSettings(journal: .truncate, synchronous: .full, fullSyncFirst: false),
      kill: Kill("apfs-full", inRecovery: true)),
    StorageMutant(
      "found-history-believed", "takes for durable what a launch reads of History",
      origin: "a first reference of this project: killed between a commit and its last sync",
      clause: .deleteLeavesNothing, .crash, .believesFoundHistory,
      kill: Kill("strict", inRecovery: true)),
  ]
}
