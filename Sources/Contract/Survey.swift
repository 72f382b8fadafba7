/// What lies on a device after a crash, found by looking at it and never by asking the app.
///
/// A crash can take what no sync has covered, so the ground truth that deeds have told up to there
/// may be truth no more. A survey replaces it: a judge compares it with what was promised, and goes
/// on from it. Bytes are never in it, only what readers find in them.
public struct Survey: Hashable, Sendable, Codable {
  /// Whether History can be opened and passes the database's own check of itself.
  public var isSound: Bool
  /// The rows that can be read.
  public var rows: [Row]
  /// Whose rows cannot be read; nil for one that does not even say that.
  public var damaged: [RecordingID?]
  /// The tombstones.
  public var tombstones: [Tombstone]
  /// The app's sound files under their own names.
  public var files: [SurveyedFile]
  /// What did not arrive, in words for people; empty where everything did.
  public var losses: [String]

  /// Makes a survey.
  public init(
    isSound: Bool, rows: [Row] = [], damaged: [RecordingID?] = [], tombstones: [Tombstone] = [],
    files: [SurveyedFile] = [], losses: [String] = []
  ) {
    self.isSound = isSound
    self.rows = rows
    self.damaged = damaged
    self.tombstones = tombstones
    self.files = files
    self.losses = losses
  }

  /// The row of a recording; nil for none that can be read.
  public func row(_ recording: RecordingID) -> Row? {
    rows.first { $0.recording == recording }
  }

  /// What was found of a file; nil if it is not there.
  public func file(_ file: FileRef) -> SurveyedFile? {
    files.first { $0.file == file }
  }
}

/// A sound file as each kind of reader finds it (seed 000: a recording is saved when any player can
/// play it, not only the one that wrote it).
public struct SurveyedFile: Hashable, Sendable, Codable {
  /// Which file.
  public var file: FileRef
  /// Samples for a reader that refuses a file whose header and length disagree.
  public var strict: Int
  /// Samples for a reader that believes the header, as far as the file goes.
  public var believing: Int
  /// Samples for libsndfile.
  public var lenient: Int
  /// Samples by the length of the file: what this app's own recovery can save.
  public var byLength: Int
  /// Samples from the first on that are what was written, without a hole.
  public var intact: Int

  /// Makes what was found of a file.
  public init(
    _ file: FileRef, strict: Int, believing: Int, lenient: Int, byLength: Int, intact: Int
  ) {
    self.file = file
    self.strict = strict
    self.believing = believing
    self.lenient = lenient
    self.byLength = byLength
    self.intact = intact
  }
}
