import Contract

// What takes the microphone beside a live transcript is a pause of it and no end.
//
// What a microphone does is seen by what it delivers. Where that stops, it has to be built anew: at
// once where there was news of the audio hardware, and by a watchdog where nobody said a word.
extension LiveFacts {
  /// The microphone has delivered something.
  mutating func heard(at now: Nanoseconds) {
    sounded = now
    framed = now
    isRebuilt = false
  }
}

extension RelayClauses {
  /// How late a watchdog may be: a capture ends a second after it is due.
  private static var grace: Nanoseconds { .milliseconds(900) }

  /// The microphone began.
  mutating func microphone(_ what: Happening, _ l: inout Ledger) {
    guard l.role == .app, l.about >= 0, l.subject.isWanted,
      case .event(.progress(_, .captureBegan)) = what
    else { return }
    let p = at(l.about)
    guard !all[p].isDead else { return }
    all[p].heard(at: l.now)
  }

  /// There was news of the audio hardware: a microphone that is silent by then is built anew in the
  /// same reaction, unless another use has just taken it.
  mutating func rerouted(_ news: News, _ l: inout Ledger, _ docket: inout Docket) {
    var isTaken = false
    if case .interruption(began: true, _) = news { isTaken = true }
    for p in all.indices where isRecording(p, &l) {
      docket.premise(.lifecycleResumesUnprompted, l.stamp)
      all[p].mustRebuild = !isTaken && l.now - all[p].framed > .seconds(1)
    }
  }

  /// The engine builds a microphone anew.
  mutating func rebuilt(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.role == .app, l.about >= 0, l.about < all.count, l.subject.family == .capture else {
      return
    }
    docket.premise(.lifecycleResumesUnprompted, l.stamp)
    if isRecording(l.about, &l) { watched(l.about, &l, &docket) }
    all[l.about].isRebuilt = true
    all[l.about].mustRebuild = false
    if all[l.about].sounded != nil { all[l.about].sounded = l.now }
  }

  /// The microphone at the end of a reaction.
  mutating func judgeMicrophone(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard isRecording(p, &l) else { return }
    if all[p].mustRebuild {
      all[p].mustRebuild = false
      docket.find(
        .lifecycleResumesUnprompted, l.stamp, l.name(p),
        "The audio hardware was free again, and the recording stayed silent.",
        expected: "the capture is built anew at once, without a hint that it may be",
        observed: "nothing for \(l.now - all[p].framed), and it was not built anew")
    }
    watched(p, &l, &docket)
  }

  /// A watchdog looks at a microphone that is silent.
  private func watched(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    // Who sleeps looks at nothing, though a person may still ask for something.
    guard let sounded = all[p].sounded, l.now - sounded > Budgets.watchdog + Self.grace,
      l[.app].asleep == nil
    else { return }
    unwatched(p, "nothing for \(l.now - sounded)", &l, &docket)
  }

  /// The engine ends a capture because nothing came.
  func starved(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard all[p].sounded != nil, l.recordings[p].captureBegan != nil,
      l.now - all[p].framed >= Budgets.captureHealth, !hasStuckAppend(p, &l)
    else { return }
    if l.interrupted != nil {
      docket.find(
        .lifecycleResumesUnprompted, l.stamp, l.name(p),
        "Another use of the microphone ended the recording.",
        expected: "the recording waits for the end of the interruption",
        observed: "it is ended after \(l.now - all[p].framed) of silence")
    } else if !all[p].isRebuilt {
      unwatched(p, "its end after \(l.now - all[p].framed)", &l, &docket)
    }
  }

  /// Whether a write of the audio has not been answered in its time, which ends a capture as well.
  private func hasStuckAppend(_ p: Int, _ l: inout Ledger) -> Bool {
    for process in l.processes.indices {
      for request in l.processes[process].open
      where request.recording == p && request.family == .append
        && l.now - request.issued >= Budgets.store
      {
        return true
      }
    }
    return false
  }

  private func unwatched(
    _ p: Int, _ observed: String, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.find(
      .lifecycleResumesUnprompted, l.stamp, l.name(p),
      "The microphone fell silent without a word, and nobody built it anew.",
      expected: "a watchdog builds it anew after \(Budgets.watchdog) of silence",
      observed: observed)
  }

  /// Whether a capture runs that nobody has ended.
  private func isRecording(_ p: Int, _ l: inout Ledger) -> Bool {
    all[p].sounded != nil && !all[p].isDead && l.isCapturing(p)
      && l.recordings[p].finalizing == nil && l.recordings[p].cancelled == nil
  }
}
