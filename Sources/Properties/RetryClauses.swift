import Contract

/// The clauses of the family RETRY: a retry is a new attempt on the same recording and never costs
/// text.
struct RetryClauses: Sendable {
  /// Recordings that a person tried again in this life.
  private var retried = PerRecording(ProcessID?.none)
  /// Whether any retry was accepted.
  private var hasRetried = false

  private static let own: [ClauseID] = [.retryKeepsEarlierText]
  static let interests: Kinds = [.accepted, .request, .rowWritten]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0 else { return }
    if kind == .accepted {
      guard case .event(.person(.retry)) = what else { return }
      hasRetried = true
      retried[l.about] = l[l.role].id
      docket.premise(.retrySameRecording, l.stamp)
      return
    }
    guard hasRetried else { return }
    if kind == .request { return request(l.about, &l, &docket) }
    if retried[l.about] == l[l.role].id, let row = l.endingRow {
      keeps(row, l.recordings[l.about], &l, &docket)
    }
  }

  private func request(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    let isRetry = retried[place] == l[l.role].id && r.isInWork
    switch l.subject.request {
    case .upload, .recognizeLocally, .cleanUp, .exportLeaf:
      guard isRetry else { return }
      if l.subject.attempt <= r.floor { reused(l.subject.attempt, r, &l, &docket) }
      docket.find(l.faultOfSending(), of: Self.own, &l)
    case .store(.write(let row, let expecting)):
      if case .nothing = expecting { added(row, r, &l, &docket) }
      guard isRetry else { return }
      if row.state == .retrying, row.attempt <= r.floor { reused(row.attempt, r, &l, &docket) }
      docket.find(l.faultOfKeeping(), of: Self.own, &l)
    case .capture:
      guard isRetry else { return }
      docket.find(
        .retrySameRecording, l.stamp, r.id, "A retry recorded anew instead of using the audio.",
        expected: "the retry works on what was recorded", observed: "a capture")
    case .store, .file, .resetEngine, .deliver, .writeClipboard, .restoreClipboard, .reportUsage,
      .post, .dial, .insert:
      break
    }
  }

  private func reused(
    _ attempt: AttemptNumber, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.find(
      .retrySameRecording, l.stamp, r.id,
      "A retry goes by the name of the attempt before it, so answers can be mixed up.",
      expected: "an attempt after \(r.floor)", observed: "attempt \(attempt)")
  }

  /// A new entry for a recording that nobody started and no launch found.
  private func added(
    _ row: Row, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard r.started == nil, !r.audio.hasAudio, r.row == nil, r.disk == nil else { return }
    docket.find(
      .retrySameRecording, l.stamp, row.recording,
      "A retry put a second entry into History.",
      expected: "the retried recording keeps its one entry", observed: "a new \(row.state) entry")
  }

  // MARK: text

  private func keeps(
    _ row: Row, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard let base = r.work.base, base.bestText != nil else { return }
    docket.premise(.retryKeepsEarlierText, l.stamp)
    let why: String
    if base.final != nil {
      if row.final?.isEmpty == false { return }
      why = "no final text"
    } else if base.raw != nil {
      if row.final ?? row.raw != nil { return }
      why = "no complete text"
    } else {
      let through = base.checkpoint?.through ?? 0
      if row.final ?? row.raw != nil || row.checkpoint?.through ?? 0 >= through { return }
      why = "text only through sample \(row.checkpoint?.through ?? 0) of \(through)"
    }
    docket.find(
      .retryKeepsEarlierText, l.stamp, r.id,
      "After the retry there is less text than before it.",
      expected: "at least the text that the retry began with", observed: why)
  }
}
