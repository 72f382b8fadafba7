import Contract

/// Where the capture of a recording stands, as derived.
enum CaptureStage: UInt8, Sendable {
  /// No capture in this life of the process.
  case none
  /// Phase 0, as long as a capture, append or close is open.
  case running
  /// Phase 0 has been over.
  case over
}

/// Why a capture came to grief.
struct CaptureTrouble: OptionSet, Sendable {
  var rawValue: UInt8
  /// The microphone failed or went away.
  static var microphone: Self { Self(rawValue: 1) }
  /// Permission was refused.
  static var permission: Self { Self(rawValue: 2) }
  /// An append or the close failed.
  static var storage: Self { Self(rawValue: 4) }
  /// Something did not answer and was given up.
  static var stalled: Self { Self(rawValue: 8) }
}

/// What has been claimed of a recording.
struct ClaimSet: OptionSet, Sendable {
  var rawValue: UInt8
  static var saved: Self { Self(rawValue: 1) }
  static var succeeded: Self { Self(rawValue: 2) }
  static var failed: Self { Self(rawValue: 4) }
  static var cancelled: Self { Self(rawValue: 8) }
  static var delivered: Self { Self(rawValue: 16) }
  static var deleted: Self { Self(rawValue: 32) }
}

/// The part of what is known of a recording that is not plain numbers.
struct RecordingTexts: Sendable {
  var attempts: [AttemptFacts] = []
  var ranges: [RangeFacts] = []
  var leaves: [LeafFile] = []
  var leafFiles: [UInt16] = []
  var work = WorkFacts()
  var liveText = ""
  var disk: Row?
  var row: Row?
}

/// All that is known of one recording, from the trace alone.
///
/// Clauses copy it freely: rows and lists lie in a box of their own, so that a copy costs one
/// reference.
struct RecordingFacts: Sendable {
  let id: RecordingID
  /// Whose engine works on it.
  var role = ProcessRole.app

  // What the person asked for.
  /// When a start was accepted; nil if none was.
  var started: Nanoseconds?
  /// When a cancel was accepted in this attempt.
  var cancelled: Nanoseconds?
  /// Whether a cancel was given since the start and not refused. Of an engine that is busy nothing
  /// may be seen of it at once, and where its end was lost a later retry stores that.
  var hasTakenCancel = false
  /// Whether a cancel (or a stop that came before the microphone ran) found no frame delivered.
  var isDroppedUnheard = false
  /// The field that had the focus when the start was accepted.
  var target: Target?

  // Deletion.
  /// The generation that callbacks must carry.
  var generation: Generation = 0
  /// Whether a delete or clear of it was accepted and nothing has begun since.
  var isDeleted = false
  /// Whether its tombstone is on the disk.
  var hasTombstone = false
  /// Whether the engine knows that.
  var knowsTombstone = false

  // Phases.
  var stage = CaptureStage.none
  /// Captures, appends and closes that are neither finished nor abandoned.
  var capturing = 0
  /// Whether phases 1 to 4 have begun in this life of the process.
  var isInWork = false
  /// Only terminal writes of a later attempt end phases 1 to 4.
  var floor: AttemptNumber = 0
  /// Terminal writes that are neither finished nor abandoned.
  var ending = 0
  /// Whether a terminal write of this attempt was asked for.
  var hasAskedEnding = false
  /// Whether one of them has been finished or abandoned.
  var hasSettledEnding = false

  // Attempts.
  /// The newest attempt that a request was made for or a row was found with.
  var attempt: AttemptNumber = 0
  /// Settings of the attempt whose command was accepted and whose number is not known yet.
  var pending: Settings?
  var attempts: [AttemptFacts] {
    _read { yield box.span[0].attempts }
    _modify { yield &box[0].attempts }
  }
  var ranges: [RangeFacts] {
    _read { yield box.span[0].ranges }
    _modify { yield &box[0].ranges }
  }
  /// What the live transcript of a meeting has settled so far.
  var liveText: String {
    _read { yield box.span[0].liveText }
    _modify { yield &box[0].liveText }
  }
  var leaves: [LeafFile] {
    _read { yield box.span[0].leaves }
    _modify { yield &box[0].leaves }
  }
  /// Leaf files that exist, by number.
  var leafFiles: [UInt16] {
    _read { yield box.span[0].leafFiles }
    _modify { yield &box[0].leafFiles }
  }
  /// What the attempt under way has recognized.
  var work: WorkFacts {
    _read { yield box.span[0].work }
    _modify { yield &box[0].work }
  }

  // Capture.
  /// When `capture` was asked; and when it began.
  var captureAsked: Nanoseconds?
  var captureBegan: Nanoseconds?
  /// The last sign of life of the microphone.
  var sign: Nanoseconds = .zero
  /// When finalization began: a stop was asked, or the capture ended by itself.
  var finalizing: Nanoseconds?
  /// Whether the capture was ended gracefully because its limit was reached.
  var hasReachedLimit = false
  /// Samples delivered to an engine that wanted them.
  var delivered = 0
  /// Samples that appends were asked for, in order.
  var asked = 0
  /// Samples of digital zeros in a row.
  var zeros = 0
  /// The recorder's own count, once it was told.
  var proof: Int?
  var trouble: CaptureTrouble = []
  /// Whether the world's microphone runs for it.
  var isMicrophoneOn = false

  // Files.
  var partial = FileState.absent
  var source = FileState.absent
  var known = AudioKnowledge()
  /// Whether audio is gone that no engine removed.
  var isLost = false
  /// Whether the engine was told so, or has looked since.
  var knowsLoss = false
  /// A step of promotion, or the first row after it, failed or was given up in this attempt.
  var hasFailedPromotion = false

  // Rows.
  /// The row on the disk.
  var disk: Row? {
    _read { yield box.span[0].disk }
    _modify { yield &box[0].disk }
  }
  /// The newest row that the engine knows to be durable.
  var row: Row? {
    _read { yield box.span[0].row }
    _modify { yield &box[0].row }
  }
  /// In which life the row and the files were last seen, for what an inventory may correct;
  /// -1 where they never were.
  var rowEpoch = -1
  var fileEpoch = -1
  /// Whether its source is a partial that a launch found and renamed, of a life before the run.
  var isRenamedAsFound = false
  /// Whether its source was once its partial, in this run. Where it was not, it is audio that was
  /// there by this name before the recording began: no word of this microphone, and whole by its name.
  var isSourceOurs = false

  // What was said.
  var claims: ClaimSet = []
  /// Topics told of it, or of the app as a whole, since its attempt began.
  var told: TopicSet = []
  /// The record of the newest message about it, or about the app as a whole; -1 before any.
  var toldRecord = -1
  /// When a cause for the end of a capture was told last; nil before any.
  var causeTold: Nanoseconds?
  /// The newest store request of it that failed or was given up, unless one was done since.
  var givenUp: Identity?

  /// Always one: an array is a box that copies itself when it must.
  private var box = [RecordingTexts()]

  init(_ id: RecordingID) { self.id = id }

  /// Phase 0: an accepted capture, and something of it still open (boundary, section 3).
  var isCapturing: Bool { stage == .running && capturing > 0 && !isDeleted }
  /// Whether a cause was told for the end of the capture. What was told before the end was told of
  /// something else.
  var isEndTold: Bool {
    finalizing.flatMap { since in causeTold.map { $0 >= since } } ?? false
  }
  /// Phases 1 to 4.
  var isWorking: Bool { isInWork && !isDeleted && !(hasSettledEnding && ending == 0) }
  /// Any of the phases 0 to 4.
  var isActive: Bool { isCapturing || isWorking }
  /// Whether the audio is closed and all that was captured: the recorder has said so, or, where its
  /// word was lost in a crash, the finished rename says it and nothing speaks against it.
  var isComplete: Bool {
    let file = source.exists ? source : partial
    guard file.hasAudio, file.isWhole, file.closed == file.samples else { return false }
    if source.exists, !isSourceOurs, started != nil || captureAsked != nil { return true }
    // A microphone that went away has cut the recording short, whatever it counted.
    guard !trouble.contains(.microphone) else { return false }
    if let proof { return file.samples == proof }
    // Of one that was there before the run began, the rename is all the proof there is, if it was
    // there too: a launch that renames what it finds has proved nothing.
    if started == nil, captureAsked == nil {
      if isRenamedAsFound { return false }
      return source.exists
        && (disk.map { $0.integrity == .complete || $0.state == .capturing } ?? true)
    }
    return source.exists && file.samples == delivered && trouble.isEmpty
  }
  /// Whether the engine has been told that the container is closed.
  var knowsClosed: Bool {
    known.facts?.isFinalized == true || known.closed != nil || row?.integrity == .complete
  }
  /// Whether the microphone itself failed, went away or was refused.
  var isMicrophoneToBlame: Bool { trouble.contains(.microphone) || trouble.contains(.permission) }
  /// The file that holds the audio.
  var audio: FileState { source.hasAudio ? source : partial }

  /// The facts of an attempt; nil for one that was never seen.
  func facts(of number: AttemptNumber) -> AttemptFacts? {
    for a in attempts.reversed() where a.number == number { return a }
    return nil
  }
}
