import Contract

/// The clauses of the family CAPTURE: what the microphone gives is kept whole, and a capture that
/// goes wrong ends soon, quietly nowhere.
///
/// Not judged: `CAPTURE.no-hidden-processing`, for audio travels by name and nothing is computed.
struct CaptureClauses: Sendable {
  /// What the family remembers of a recording.
  struct State: Sendable {
    /// Whether the first frame has been looked at.
    var hasBegun = false
    /// The next sample that an append must begin with.
    var next = 0
    /// Whether the person asked for the end.
    var isEnded = false
    /// The trouble that was seen so far.
    var trouble: CaptureTrouble = []
    /// Whether a cause was told before the newest trouble came.
    var isCauseTold = false
    /// Whether there was audio when a capture came to grief.
    var leavesPartial = false
    /// Whether the limit was reached, and whether that was in the reaction under way.
    var hasReachedLimit = false
    var isAtLimit = false
    /// In which life a capture with frames was cancelled; -1 for never.
    var cancelledIn = -1
    /// Whether closing a cancelled capture was given up after a while.
    var hasStalled = false
    /// The newest removal of a file of it that failed or was given up.
    var removal: Identity?
    /// In which life it was cancelled before the first frame; -1 for never.
    var droppedIn = -1
  }

  var states = PerRecording(State())

  static let interests: Kinds = [
    .accepted, .microphoneNews, .frames, .answer, .request, .stop, .cancel, .abandon, .fired,
    .refused, .rebuild, .reactionEnded, .finished,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .frames: frames(&l, &docket)
    case .request: request(&l, &docket)
    case .answer: answer(what, &l, &docket)
    case .microphoneNews: microphoneNews(what, &l, &docket)
    case .stop, .cancel, .abandon: notice(kind, &l, &docket)
    case .rebuild: if l.about >= 0, l.isWaitedFor { watch(l.about, &l, &docket) }
    case .accepted: accepted(what, &l, &docket)
    case .fired: fired(what, &l, &docket)
    case .refused: refused(what, &l, &docket)
    case .reactionEnded: reactionEnded(&l, &docket)
    case .finished: finished(&l, &docket)
    default: break
    }
  }

  // MARK: frames

  private mutating func frames(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0, l.subject.family == .capture, l.subject.isWanted else { return }
    let place = l.about
    docket.premise(.captureEveryFrameWritten, l.stamp)
    if !states[place].hasBegun {
      states[place].hasBegun = true
      identity(place, &l, &docket)
    }
    guard l.recordings[place].finalizing == nil else { return }
    watch(place, &l, &docket)
    silence(place, &l, &docket)
  }

  private func identity(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    docket.premise(.captureIdentityBeforeFirstFrame, l.stamp)
    let isThere = r.disk != nil && r.partial.exists
    let isKnown = r.row != nil && r.known.isCreated
    if isThere && isKnown { return }
    docket.find(
      .captureIdentityBeforeFirstFrame, l.stamp, r.id,
      "The app took the first words before it had a place to keep them.",
      expected: "the capture journal and the partial file are durable, and known to be",
      observed: !isThere
        ? "\(r.disk == nil ? "no journal" : "no partial file") on the disk"
        : "the app had not been told that \(r.row == nil ? "the journal" : "the file") is there")
  }

  /// The microphone must give another sign of life soon, or be given up.
  func watch(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if !l.recordings[place].trouble.isEmpty || l.recordings[place].finalizing != nil { return }
    let by = l.now + Budgets.captureHealth + .seconds(1)
    if docket.dues.renew(.captureHealthMonitored, place, by: by) { return }
    docket.dues.owe(
      Due(
        clause: .captureHealthMonitored, recording: place, role: l.role,
        by: by, isExcusable: false,
        sentence: "The microphone had stopped, and the app went on as if it were recording.",
        expected: "a capture without a sign of life for 3 s is ended",
        observed: "it was still waited for"))
  }

  private func silence(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let zeros = l.recordings[place].zeros
    if zeros == 0 || l.recordings[place].told.contains(.of(.microphoneSilent)) {
      docket.dues.discharge(.captureSilenceIsNoticed, place)
      return
    }
    guard Int64(zeros) >= Budgets.silence.count / 1_000_000_000 * Int64(sampleRate) else { return }
    guard !docket.dues.isOwed(.captureSilenceIsNoticed, place) else { return }
    docket.premise(.captureSilenceIsNoticed, l.stamp)
    docket.dues.owe(
      Due(
        clause: .captureSilenceIsNoticed, recording: place, role: l.role,
        by: l.now + .seconds(1), isExcusable: false,
        sentence: "The microphone gave nothing but silence, and nobody was told in time.",
        expected: "a message within a second after 5 s of digital zeros",
        observed: "no message"))
  }

  // MARK: requests

  private mutating func request(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0 else { return }
    let place = l.about
    switch l.subject.request {
    case .capture:
      watch(place, &l, &docket)
      guard states[place].droppedIn == l.epoch else { return }
      docket.find(
        .captureCancelBeforeFirstBuffer, l.stamp, l.name(place),
        "The recording was cancelled, and the microphone was opened all the same.",
        expected: "no capture after the cancel", observed: "a capture was asked for")
    case .file(.append(let file, let span)): append(file, span, place, &l, &docket)
    case .file(.close(let file)):
      if file.kind == .partial { close(place, &l, &docket) }
    case .exportLeaf, .upload, .recognizeLocally: submit(place, &l, &docket)
    case .store(.write(let row, _)): write(row, place, &l, &docket)
    case .store, .file, .resetEngine, .cleanUp, .deliver, .writeClipboard, .restoreClipboard,
      .reportUsage, .post, .dial, .insert:
      break
    }
  }

  private mutating func append(
    _ file: FileRef, _ span: Span, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard file.kind == .partial else { return }
    let id = l.recordings[place].id
    let next = states[place].next
    states[place].next = span.end
    guard l.recordings[place].trouble.isEmpty, l.recordings[place].stage == .running else {
      return
    }
    if span.clip == id.rawValue, span.from == next { return }
    docket.find(
      .captureEveryFrameWritten, l.stamp, id,
      "A stretch of what was said is missing, doubled or out of order in the recording.",
      expected: "clip \(id.rawValue) from sample \(next)",
      observed: "clip \(span.clip) from sample \(span.from)")
  }

  private func close(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard r.stage == .running, r.trouble.isEmpty, r.cancelled == nil, !r.isDeleted else { return }
    if r.asked >= r.delivered { return }
    docket.find(
      .captureEveryFrameWritten, l.stamp, r.id,
      "The end of what was said is missing from the recording.",
      expected: "\(r.delivered) samples written before the file is closed",
      observed: "\(r.asked) samples")
  }

  private func submit(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    docket.premise(.captureNoUnfinalizedSubmission, l.stamp)
    if r.isComplete && r.knowsClosed { return }
    docket.find(
      .captureNoUnfinalizedSubmission, l.stamp, r.id,
      "A recording that was not finished, or is known to be cut short, was recognized as if whole.",
      expected: "a closed source with every sample that the recorder counted",
      observed: !r.isComplete
        ? "\(r.audio.samples) samples of \(r.proof ?? r.delivered), "
          + (r.audio.closed == nil ? "not closed" : "closed")
        : "the app had not been told that the file is closed")
  }

  private mutating func write(
    _ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard states[place].hasReachedLimit || row.integrity == .complete else { return }
    let r = l.recordings[place]
    // "Neither a cancel": of the engine's own, that is; a person may still cancel what was finished.
    let isWanted = r.hasTakenCancel || r.isDeleted
    if states[place].hasReachedLimit, row.isCancelled, !isWanted {
      docket.find(
        .captureLimitStillFinalizes, l.stamp, r.id,
        "The longest recording was reached, and the recording was thrown away as cancelled.",
        expected: "an ordinary end", observed: "a cancelled entry")
    }
    guard row.integrity == .complete, r.row?.integrity != .complete else { return }
    docket.premise(.captureNoUnfinalizedSubmission, l.stamp)
    if r.isComplete { return }
    if r.stage != .none, r.audio.hasAudio, r.trouble.contains(.storage) {
      docket.find(
        .captureEveryFrameWritten, l.stamp, r.id,
        "A part of what was said could not be written, and the recording is kept as if whole.",
        expected: "\(r.proof ?? r.delivered) samples in order, or an entry marked unfinished",
        observed: "\(r.audio.samples) samples")
    }
    docket.find(
      .captureNoUnfinalizedSubmission, l.stamp, r.id,
      "A recording that is not known to be whole was put into History as whole.",
      expected: "the recorder's own count, and a closed file with exactly that",
      observed: "\(r.audio.samples) samples, "
        + (r.proof.map { "\($0) counted" } ?? "nothing counted")
        + (r.audio.closed == nil ? ", not closed" : ""))
  }
}
