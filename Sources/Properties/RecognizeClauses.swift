import Contract

/// The clauses of the family RECOGNIZE: recognition is bounded, and when it fails it leaves its
/// evidence behind.
struct RecognizeClauses: Sendable {
  /// Slots whose engine failed and was not reset since, with the recording it failed for.
  private var broken: [(slot: UInt8, place: Int)] = []
  /// Recordings that owe something, and the outcome that the last attempt failed with.
  private var states = PerRecording(State())

  private struct State: Sendable {
    var isOwed = false
    var hasFailedLocally = false
    var hasFailedExport = false
  }

  private static let own: [ClauseID] = [
    .recognizeBounded, .recognizeFailureKeepsEvidence, .recognizeLocalFailureResetsEngine,
    .recognizeNoSpeechIsTerminal, .recognizeExportFailureKeepsSource,
  ]
  static let interests: Kinds = [
    .request, .head, .answer, .cancel, .abandon, .accepted, .ignored, .heard, .reactionEnded,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .reactionEnded: reactionEnded(&l, &docket)
    case .ignored: ignored(what, &l, &docket)
    case .request: request(&l, &docket)
    case .accepted:
      if case .event(.person(.retry)) = what, l.about >= 0 { states[l.about] = State() }
    case .heard:
      if case .did(.heard(let file, let runs, _)) = what { heard(file, runs, &l, &docket) }
    default:
      guard l.about >= 0 else { return }
      answered(kind, l.about, &l, &docket)
    }
  }

  // MARK: requests

  private mutating func request(_ l: inout Ledger, _ docket: inout Docket) {
    if case .resetEngine(let slot) = l.subject.request {
      for one in broken where one.slot == slot {
        docket.dues.discharge(.recognizeLocalFailureResetsEngine, one.place)
      }
      broken.removeAll { $0.slot == slot }
    }
    guard l.about >= 0 else { return }
    let place = l.about
    switch l.subject.request {
    case .upload:
      docket.premise(.recognizeBounded, l.stamp)
      bound(.recognizeBounded, Budgets.request, place, &l, &docket)
    case .recognizeLocally(_, let slot, _):
      docket.premise(.recognizeBounded, l.stamp)
      let samples = l.recordings[place].source.samples
      bound(
        .recognizeBounded, Budgets.localRecognition(samples: samples) + Budgets.reset, place, &l,
        &docket)
      usesBroken(slot, place, &l, &docket)
    case .exportLeaf: bound(.recognizeExportFailureKeepsSource, Budgets.export, place, &l, &docket)
    case .store: write(place, &l, &docket)
    case .file, .capture, .resetEngine, .cleanUp, .deliver, .writeClipboard, .restoreClipboard,
      .reportUsage, .post, .dial, .insert:
      break
    }
    docket.find(l.faultOfSending(), of: Self.own, &l)
  }

  private mutating func bound(
    _ clause: ClauseID, _ time: Nanoseconds, _ place: Int, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    docket.dues.discharge(clause, place)
    docket.dues.owe(
      Due(
        clause: clause, recording: place, role: l.role, by: l.now + time + .seconds(1),
        isExcusable: false,
        sentence: "Recognition never answered, and the app waited for it without end.",
        expected: "\(l.subject.family.word) is answered or given up within \(time)",
        observed: "still waiting"))
  }

  private func usesBroken(
    _ slot: UInt8, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard broken.contains(where: { $0.slot == slot }) else { return }
    docket.find(
      .recognizeLocalFailureResetsEngine, l.stamp, l.name(place),
      "The engine on the device had failed, and the next recording was given to it as it was.",
      expected: "it is reset first", observed: "no reset of slot \(slot) was asked for")
  }

  // MARK: answers

  private mutating func answered(
    _ kind: Kinds, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let isOver = kind == .answer || kind == .abandon || kind == .cancel
    if l.subject.family == .upload {
      guard isOver || kind == .head else { return }
      docket.dues.discharge(.recognizeBounded, place)
      if kind == .answer, l.subject.isWanted { unheard(place, &l, &docket) }
    } else if l.subject.family == .local {
      guard isOver else { return }
      docket.dues.discharge(.recognizeBounded, place)
      guard l.subject.range == l.recordings[place].work.last else { return }
      if kind == .answer, l.subject.isWanted { unheard(place, &l, &docket) }
      localFailed(kind, place, &l, &docket)
    } else if l.subject.family == .export {
      guard isOver else { return }
      docket.dues.discharge(.recognizeExportFailureKeepsSource, place)
      exportFailed(place, &l, &docket)
    }
  }

  private mutating func unheard(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let work = l.recordings[place].work
    guard work.outcome == .empty, work.last == l.subject.range, l.isWhole(work.last, place) else {
      return
    }
    docket.premise(.recognizeNoSpeechIsTerminal, l.stamp)
    ends(
      .recognizeNoSpeechIsTerminal, place, "Nothing was heard, and the app did not come to rest.",
      &l, &docket)
  }

  /// A failure that ends the attempt is stored as its end soon.
  private mutating func ends(
    _ clause: ClauseID, _ place: Int, _ sentence: String, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    states[place].isOwed = true
    docket.dues.discharge(clause, place)
    docket.dues.owe(
      Due(
        clause: clause, recording: place, role: l.role, by: l.now + Budgets.store + .seconds(1),
        isExcusable: false, sentence: sentence, expected: "a terminal failure is asked for at once",
        observed: "work still going on"))
  }

  private mutating func localFailed(
    _ kind: Kinds, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let r = l.recordings[place]
    guard r.work.outcome == .localFailed, r.work.failed == l.now, r.cancelled == nil, !r.isDeleted,
      case .recognizeLocally(_, let slot, _) = l.subject.request
    else { return }
    docket.premise(.recognizeLocalFailureResetsEngine, l.stamp)
    states[place].hasFailedLocally = true
    let isInHand = l[l.role].open.contains {
      if case .resetEngine(slot) = $0.request { return $0.isWanted }
      return false
    }
    if isInHand { return }
    if !broken.contains(where: { $0.slot == slot }) { broken.append((slot, place)) }
    docket.dues.owe(
      Due(
        clause: .recognizeLocalFailureResetsEngine, recording: place, role: l.role,
        by: l.now + Budgets.reset + .seconds(1), isExcusable: false,
        sentence: "The engine on the device had failed, and it was left as it was.",
        expected: "a reset of slot \(slot)", observed: "none"))
  }

  private mutating func exportFailed(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard r.work.hasFailedExport, r.cancelled == nil, !r.isDeleted, !states[place].hasFailedExport
    else { return }
    states[place].hasFailedExport = true
    docket.premise(.recognizeExportFailureKeepsSource, l.stamp)
    ends(
      .recognizeExportFailureKeepsSource, place,
      "The audio could not be prepared, and the app did not come to rest.", &l, &docket)
  }

  /// A leaf that reaches a recognizer with less audio than was to be cut out is an export that
  /// failed and was taken for one that did not: words are missing, and nobody says so.
  private func heard(
    _ file: FileRef, _ runs: [AudioRun], _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0, case .leaf(let number) = file.kind,
      let leaf = l.recordings[l.about].leaves.first(where: { $0.number == number })
    else { return }
    docket.premise(.recognizeExportFailureKeepsSource, l.stamp)
    var samples = 0
    for run in runs { samples += run.count }
    if samples >= leaf.count { return }
    docket.find(
      .recognizeExportFailureKeepsSource, l.stamp, file.recording,
      "A piece of the recording was sent without all of its audio.",
      expected: "\(leaf.count) samples", observed: "\(samples) samples")
  }

  private mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    if !broken.isEmpty, !l[l.role].isAlive { broken = [] }
    guard docket.dues.next.count != .max else { return }
    for place in l.recordings.indices where states[place].isOwed {
      let r = l.recordings[place]
      guard r.hasAskedEnding || !r.isWorking || r.isDeleted || r.cancelled != nil else { continue }
      states[place].isOwed = false
      docket.dues.discharge(.recognizeNoSpeechIsTerminal, place)
      docket.dues.discharge(.recognizeExportFailureKeepsSource, place)
    }
  }

  // MARK: ends

  private func write(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.find(l.faultOfKeeping(), of: Self.own, &l)
    guard let row = l.endingRow else { return }
    let r = l.recordings[place]
    guard row.attempt == r.work.attempt || r.work.attempt == 0 else {
      return
    }
    guard r.cancelled == nil, row.reason != .replaced else { return }
    if r.work.outcome == .empty, l.isWhole(r.work.last, place) { speechless(row, r, &l, &docket) }
    guard r.work.last >= 0 || r.work.hasFailedExport, !l.hasFailedLaterLeaf(place) else { return }
    if failure(r.work) { evidence(row, r, &l, &docket) }
  }

  /// Whether the recognition of an attempt has failed.
  private func failure(_ work: WorkFacts) -> Bool {
    switch work.outcome {
    case .accepted, .doubtful: work.hasFailedExport
    case .pending: work.hasFailedExport || work.isOutOfTime
    case .empty, .unfit, .permanent, .transient, .lost, .bodyLost, .rejected, .unlisted, .oversize,
      .localFailed, .exportFailed:
      true
    }
  }

  private func speechless(
    _ row: Row, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if row.state == .failed, row.reason == .noSpeech { return }
    // An empty body of no named type says nothing, or is no answer (REQUEST.malformed-once).
    if row.state == .failed, row.reason == .invalidAnswer, r.work.isOpenToDoubt { return }
    docket.find(
      .recognizeNoSpeechIsTerminal, l.stamp, r.id,
      "Nothing was said in the recording, and History does not say so.",
      expected: "failed, because nothing was heard", observed: "\(row.state), \(row.reason)")
  }

  private func evidence(
    _ row: Row, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let isSpeechless = r.work.outcome == .empty && l.isWhole(r.work.last, l.about)
    let clause = isSpeechless ? .recognizeNoSpeechIsTerminal : clause(of: r.work)
    docket.premise(.recognizeFailureKeepsEvidence, l.stamp)
    if row.state != .failed {
      docket.find(
        clause, l.stamp, r.id, "Recognition failed, and History tells it as something else.",
        expected: "a failed entry", observed: "\(row.state)")
      return
    }
    let durable = r.disk?.checkpoint?.through ?? 0
    let why: String
    if !r.source.hasAudio {
      why = "the source is gone"
    } else if row.checkpoint?.through ?? 0 < durable, row.raw == nil {
      why = "the checkpoint goes to sample \(row.checkpoint?.through ?? 0) of \(durable)"
    } else {
      return
    }
    docket.find(
      r.source.hasAudio ? .recognizeFailureKeepsEvidence : clause, l.stamp, r.id,
      "Recognition failed, and what there was of the recording was not kept.",
      expected: "failed, with the source and the newest checkpoint", observed: why)
  }

  private func clause(of work: WorkFacts) -> ClauseID {
    if work.hasFailedExport { return .recognizeExportFailureKeepsSource }
    return work.outcome == .localFailed
      ? .recognizeLocalFailureResetsEngine : .recognizeFailureKeepsEvidence
  }

  // MARK: retries

  private func ignored(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    let place = l.refusedRetry(what)
    guard place >= 0, let row = l.recordings[place].row, row.state == .failed || row.state.isActive
    else { return }
    let state = states[place]
    guard state.hasFailedLocally || state.hasFailedExport else { return }
    docket.find(
      state.hasFailedLocally
        ? .recognizeLocalFailureResetsEngine : .recognizeExportFailureKeepsSource,
      l.stamp, l.name(place), "The recording had failed, and could not be tried again.",
      expected: "a retry is taken", observed: "it was not allowed")
  }
}
