import Contract

/// The clauses of the family INDICATOR: what a surface shows is what is going on.
///
/// Only the app's own surfaces are judged: a keyboard mirrors hand-offs and follows them late.
struct IndicatorClauses: Sendable {
  static let interests: Kinds = [.show, .frames, .request, .reactionEnded]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.role == .app else { return }
    switch kind {
    case .show: shown(what, &l, &docket)
    case .frames: frames(&l, &docket)
    case .request:
      if isSideWork(l.subject.family) { docket.premise(.indicatorSideWorkNeverHolds, l.stamp) }
    case .reactionEnded: reactionEnded(&l, &docket)
    default: break
    }
  }

  private func shown(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.show(_, let indicator))) = what else { return }
    switch indicator {
    case .recording: docket.premise(.indicatorRecordingIsPhase0, l.stamp)
    case .processing: docket.premise(.indicatorProcessingIsPhases14, l.stamp)
    case .error, .reconnecting: docket.premise(.indicatorToneMatchesState, l.stamp)
    case .idle, .live, .liveOver: break
    }
  }

  private func frames(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0, l.subject.family == .capture, l.subject.isWanted else { return }
    docket.premise(.indicatorNoCaptureUnseen, l.stamp)
    for s in l.surfaces where s.process == l.stamp.process {
      switch s.shows {
      case .recording, .live, .reconnecting, .liveOver: return
      case .idle, .processing, .error, nil: break
      }
    }
    docket.find(
      .indicatorNoCaptureUnseen, l.stamp, l.name(l.about),
      "The app listened while nothing on the screen said so.",
      expected: "a recording indicator while frames are taken", observed: "none")
  }

  private func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    var isCapturing = false
    var isWorking = false
    for n in l.recordings.indices where l.recordings[n].role == l.role {
      if l.isCapturing(n) { isCapturing = true }
      if l.isWorking(n) { isWorking = true }
    }
    // A microphone that is refused is known only by its answer.
    let slot = Int(l.role.rawValue)
    for n in l.processes[slot].open.indices
    where l.processes[slot].open[n].family == .capture && l.processes[slot].open[n].isRefused {
      isCapturing = true
    }
    for n in l.surfaces.indices where l.surfaces[n].process == l.stamp.process {
      switch l.surfaces[n].shows {
      case .recording where !isCapturing:
        held(.indicatorRecordingIsPhase0, "recording", &l, &docket)
      case .processing where !isWorking:
        held(.indicatorProcessingIsPhases14, "processing", &l, &docket)
      case .error where isCapturing: alarmed(&l, &docket)
      case .idle, .recording, .processing, .live, .reconnecting, .liveOver, .error, nil: break
      }
    }
  }

  /// An indicator without its phase; where only side work goes on, that is what holds it.
  private func held(
    _ clause: ClauseID, _ word: String, _ l: inout Ledger, _ docket: inout Docket
  ) {
    for open in l[l.role].open where isSideWork(open.family) && !open.isAbandoned {
      docket.find(
        .indicatorSideWorkNeverHolds, l.stamp, l.name(open.recording),
        "The app kept saying \(word) for work that nobody needs to wait for.",
        expected: "side work goes on without an indicator", observed: "\(open.family.word) holds it"
      )
      return
    }
    docket.find(
      clause, l.stamp, nil, "The app said \(word) when nothing of the kind was going on.",
      expected: "\(word) is shown only while it is true",
      observed: "no recording is in that phase")
  }

  private func alarmed(_ l: inout Ledger, _ docket: inout Docket) {
    for r in l.recordings where r.role == l.role && r.isCapturing && r.trouble.isEmpty {
      if r.told.meets(.captureEnded.union(.storage)) { continue }
      docket.find(
        .indicatorToneMatchesState, l.stamp, r.id,
        "The app looked as if it had failed while the recording ran on.",
        expected: "the alarm look only for real failures", observed: "error during a capture")
    }
  }

  private func isSideWork(_ family: Family) -> Bool {
    switch family {
    case .deliver, .clipboard, .restore, .usage, .post: true
    case .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create,
      .append, .close, .validate, .sync, .promote, .remove, .capture, .export, .upload, .local,
      .reset, .cleanup, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }
}
