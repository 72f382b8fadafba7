import Contract

/// What is in a file, by what came true outside the engine.
struct FileState: Sendable {
  /// Whether it exists.
  var exists = false
  /// Its samples.
  var samples = 0
  /// Whether its samples are the clip's own, from the first on, in order and without a hole.
  var isWhole = true
  /// Samples that would survive a power cut.
  var durable = 0
  /// Whether it was found and could not be read, so that nobody knows what is in it.
  var isUnread = false
  /// Samples that the container was closed over; nil while it is open.
  var closed: Int?

  /// No file.
  static var absent: Self { Self() }

  /// Whether a person's voice is in it.
  var hasAudio: Bool { exists && samples > 0 }
}

/// What an engine knows of the audio of a recording, by answers it was given.
struct AudioKnowledge: Sendable {
  /// The partial was created.
  var isCreated = false
  /// The container was closed: nil unknown, else the samples it was closed over, -1 if not said.
  var closed: Int?
  /// The facts of the newest validation.
  var facts: FileFacts?
  /// The record of the newest validation that was answered with facts; -1 before any.
  var validated = -1
  /// The record at which the newest answered sync was asked; -1 before any.
  var synced = -1
  /// The promotion was answered done, or a launch found the source.
  var isPromoted = false
}

/// A stretch of a source that an attempt cuts out or sends, and how that went.
struct RangeFacts: Sendable {
  var attempt: AttemptNumber
  /// The first sample.
  var from: Int
  /// How many samples.
  var count: Int
  /// Where it stands in the tree of splits.
  var path: LeafPath
  /// The smallest range of the attempt that contains it, by its place in the list; -1 for a root.
  var parent: Int
  /// Whether it overlaps a range of its attempt without being inside it.
  var overlaps: Bool
  /// How often it was sent.
  var tries = 0
  /// How many ranges lie directly inside it.
  var children = 0
  /// The newest status; 0 before any.
  var status: UInt16 = 0
  /// How its tries have failed.
  var kinds: FailureKinds = []
  /// Whether a whole body came after a 200.
  var isAnswered = false
  /// Whether a 413 came.
  var isRejected = false
  /// The record of the newest send; -1 before any.
  var sent = -1
  /// When the newest try failed or was given up; nil before any.
  var failed: Nanoseconds?

  /// The first sample after it.
  var end: Int { from &+ count }
}

/// A leaf file, by what was asked for and answered.
struct LeafFile: Sendable {
  /// The number the engine gave it.
  var number: UInt16
  /// The first sample of the source in it.
  var from: Int
  /// Its samples.
  var count: Int
  /// Bytes of the request that sends it; nil until the export was answered.
  var bodyBytes: Int?
}

/// An attempt of a recording.
struct AttemptFacts: Sendable {
  /// Its number.
  var number: AttemptNumber
  /// What the person had chosen when its command was accepted.
  var settings: Settings
  /// The record of that command, or of its first request where no command was seen.
  var began: Int
  /// How often a cleanup was asked for it.
  var cleanups = 0
  /// How often a delivery was asked for it.
  var deliveries = 0
}
