internal import Contract

// Defects of order and of belief.

extension StorageMutant {
  static let orders: [StorageMutant] = [
    StorageMutant(
      "promote-by-copy", "promotes a recording by a copy that is not synced",
      origin: "moves between two volumes; zero-length files after a rename and a power loss",
      clause: .sourceSavedMeansDurable, .crash, .promotesByCopy,
      kill: Kill("strict", .lengthRepair)),
    StorageMutant(
      "files-before-deletion", "removes the audio of a recording before its deletion is written",
      origin: "field reports: entries without audio after a deletion that failed",
      clause: .deleteLeavesNothing, .crash, .filesBeforeDeletion, kill: Kill("kill")),
    StorageMutant(
      "database-aside-first", "sets a corrupt database aside before its journal",
      origin: "SQLite: a journal that meets another database corrupts it",
      clause: .stateRowsMatchEvidence,
      .nothing(
        because: """
          The corrupt History here is no database at all, so no journal lies beside it that \
          could be rolled back into the new one.
          """), .databaseAsideFirst),
    StorageMutant(
      "hot-journal-removed", "throws away a journal that it finds at a launch",
      origin: "SQLite: how to corrupt a database, deleting a hot journal",
      clause: .attemptAlwaysEnds, .crash, .removesHotJournal,
      kill: Kill("kill")),
    StorageMutant(
      "reopens-to-append", "opens a protected file anew for every append",
      origin: "field reports: recordings that end when the device is locked",
      clause: .captureEveryFrameWritten,
      .nothing(
        because: """
          A recording that ends early is told and kept, and the contract asks for no more where \
          storage refuses; whether it had to be refused is no promise of the core set.
          """), .reopensToAppend),
  ]

  static let beliefs: [StorageMutant] = [
    StorageMutant(
      "close-believed", "believes that a sound file is finished because closing it said so",
      origin: "libsndfile 1.2: closing reports success over virtual I/O whatever happened",
      clause: .captureNoUnfinalizedSubmission, .fault, .believesClose),
    StorageMutant(
      "append-believed", "does not look at how much of an append was written",
      origin: "field reports: recordings with silent gaps on a full disk",
      clause: .sourcePromotionFailureStops, .fault, .believesAppend),
    StorageMutant(
      "export-believed", "sends a leaf that the disk had no room for",
      origin: "field reports: errors of temporary files that are swallowed",
      clause: .recognizeExportFailureKeepsSource, .fault, .believesExport),
    StorageMutant(
      "short-read-believed", "takes a read that brings nothing for the end of the file",
      origin: "a first reference of this project: a copy that ended where a read did",
      clause: .recognizeExportFailureKeepsSource, .fault, .believesShortRead),
    StorageMutant(
      "second-sync-believed", "syncs a sound file once more when a sync failed, and believes it",
      origin: "the fsync reports of 2018: after a failed sync the pages count as clean",
      clause: .sourceSavedMeansDurable, .faultThenCrash, .believesSecondSync,
      kill: Kill("strict", .lengthRepair)),
    StorageMutant(
      "second-commit-believed", "commits once more on a connection whose sync failed",
      origin: "the fsync reports of 2018: PostgreSQL stops since then",
      clause: .commitTerminalBeforeDismissal, .fault, .believesSecondCommit),
    StorageMutant(
      "checkpoint-believed", "answers that a checkpoint is stored when it is not",
      origin: "seed 000, local failures: a checkpoint write fails",
      clause: .bulkCheckpointBeforeNextLeaf, .fault, .believesCheckpoint),
    StorageMutant(
      "open-file-believed", "goes on writing into a file that somebody has removed",
      origin: "seed 001, a recording deleted under the recorder",
      clause: .stateRowsMatchEvidence, .fault, .believesOpenFile),
    StorageMutant(
      "unknown-space-is-none", "takes a free space that nobody knows for none",
      origin: "seed 001, an unreadable volume looked like a full one",
      clause: .spaceUnknownIsNotZero,
      .nothing(
        because: """
          The good engine hears of free space from the device and asks the store for none, and \
          no promise of the core set is about it.
          """), .unknownSpaceIsNone),
  ]
}
