import Contract

// How a capture ends: bounded, told, and with what was heard kept or dropped as declared.
extension CaptureClauses {
  // MARK: what happens to a capture

  mutating func microphoneNews(
    _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0, case .event(.progress(_, let progress)) = what else { return }
    let place = l.about
    if case .captureBegan = progress {
      guard l.subject.isWanted else { return }
      watch(place, &l, &docket)
      docket.dues.owe(
        Due(
          clause: .captureLimitStillFinalizes, recording: place, role: l.role,
          by: l.now + l[l.role].limits.capture + .seconds(1), isExcusable: false,
          sentence: "The recording ran on past its longest length.",
          expected: "the capture is stopped at its limit", observed: "it was not"))
      return
    }
    guard l.subject.family == .capture, !l.subject.isAbandoned else { return }
    finalizes(place, &l, &docket)
    sick(place, &l, &docket)
    trouble(place, &l, &docket)
  }

  /// A capture that lost its device or its health must be told soon.
  private func sick(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.captureHealthMonitored, l.stamp)
    docket.dues.discharge(.captureHealthMonitored, place)
    if isExcused(place, &l) { return }
    // A capture that was ended for a cause that was told has no health to be told of any more.
    if l.subject.isStopped, l.recordings[place].isEndTold { return }
    docket.dues.owe(
      Due(
        clause: .captureHealthMonitored, recording: place, role: l.role,
        by: l.now + Budgets.finalize, isExcusable: false,
        sentence: "The microphone stopped working, and nobody was told.",
        expected: "a message about the microphone", observed: "none"))
  }

  /// A person who cancelled or deleted wants to hear nothing more of it.
  private func isExcused(_ place: Int, _ l: inout Ledger) -> Bool {
    let r = l.recordings[place]
    return r.cancelled != nil || r.hasTakenCancel || r.isDeleted
  }

  mutating func answer(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0 else { return }
    what.ifFinished { answer($0, l.about, &l, &docket) }
  }

  private mutating func answer(
    _ outcome: Outcome, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if l.subject.family == .capture {
      docket.dues.discharge(.captureLimitStillFinalizes, place)
      docket.dues.discharge(.captureSilenceIsNoticed, place)
      if case .captureFailed(let why) = outcome, !l.subject.isAbandoned {
        why == .denied ? denied(place, &l, &docket) : sick(place, &l, &docket)
      } else if !l.recordings[place].isMicrophoneToBlame {
        docket.dues.discharge(.captureHealthMonitored, place)
      }
      if case .captured(let samples) = outcome, samples > 0, !l.subject.isAbandoned {
        finalizes(place, &l, &docket)
      }
    }
    if case .fileFailed = outcome { noteRemoval(place, &l) }
    trouble(place, &l, &docket)
  }

  private func denied(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.capturePermissionLossIsNamed, l.stamp)
    docket.dues.discharge(.captureHealthMonitored, place)
    docket.dues.owe(
      Due(
        clause: .capturePermissionLossIsNamed, recording: place, role: l.role,
        by: l.now + Budgets.finalize, isExcusable: false,
        sentence: "Microphone access was refused, and nobody said so or how to allow it.",
        expected: "a message that names the permission", observed: "none"))
  }

  mutating func notice(_ kind: Kinds, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0 else { return }
    let place = l.about
    if l.subject.family == .capture {
      docket.dues.discharge(.captureLimitStillFinalizes, place)
      docket.dues.discharge(.captureSilenceIsNoticed, place)
      ended(place, &l, &docket)
      if kind == .stop, !l.subject.isAbandoned { finalizes(place, &l, &docket) }
    }
    if kind == .abandon {
      trouble(place, &l, &docket)
      stalled(place, &l)
      noteRemoval(place, &l)
    }
  }

  /// A write or a close that never answered, after a cancel that did not give it up at once.
  private mutating func stalled(_ place: Int, _ l: inout Ledger) {
    guard let since = l.recordings[place].cancelled, l.now >= since + Budgets.stop else { return }
    if l.subject.family == .append || l.subject.family == .close { states[place].hasStalled = true }
  }

  private mutating func noteRemoval(_ place: Int, _ l: inout Ledger) {
    if l.subject.family == .remove { states[place].removal = l.subject.identity }
  }

  /// A capture that the engine ends itself, because nothing came any more, must be told.
  private func ended(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard !r.isMicrophoneToBlame else { return }
    docket.dues.discharge(.captureHealthMonitored, place)
    guard !states[place].isEnded, !isExcused(place, &l) else { return }
    if l.now - r.sign >= Budgets.captureHealth { sick(place, &l, &docket) }
  }

  /// From here on finalization is bounded.
  private func finalizes(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.isCapturing(place) else { return }
    guard !docket.dues.isOwed(.captureBoundedFinalize, place) else { return }
    docket.premise(.captureBoundedFinalize, l.stamp)
    let since = l.recordings[place].finalizing ?? l.now
    docket.dues.owe(
      Due(
        clause: .captureBoundedFinalize, recording: place, role: l.role,
        by: since + Budgets.finalize, isExcusable: false,
        sentence: "The recording was ended, and the app never got done with closing it.",
        expected: "closed or detached within 10 s", observed: "still waiting"))
  }

  /// Notices that a capture came to grief in a new way.
  private mutating func trouble(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.recordings[place].trouble != states[place].trouble else { return }
    let r = l.recordings[place]
    states[place].trouble = r.trouble
    // A capture that ended already, with its cause told, needs no second one for what fails then.
    states[place].isCauseTold =
      r.isEndTold && !docket.dues.isOwed(.captureFailureReturnsToIdle, place)
    // What fails in a launch's recovery is no capture.
    if isExcused(place, &l) || r.stage == .none { return }
    docket.premise(.captureFailureReturnsToIdle, l.stamp)
    docket.dues.owe(
      Due(
        clause: .captureFailureReturnsToIdle, recording: place, role: l.role,
        by: l.now + Budgets.finalize + Budgets.promote + Budgets.store, isExcusable: false,
        sentence: "The recording failed, and the app did not say why or did not come to rest.",
        expected: "idle, and a message that names the microphone or the storage",
        observed: "no message with that cause, or work still going on"))
    guard !states[place].leavesPartial, r.audio.hasAudio else { return }
    states[place].leavesPartial = true
    docket.premise(.capturePartialBecomesRecovery, l.stamp)
  }

  // MARK: commands and limits

  mutating func accepted(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .event(.person(let command)) = what, l.about >= 0 else { return }
    let place = l.about
    switch command {
    case .stop: states[place].isEnded = true
    case .cancel:
      states[place].isEnded = true
      for clause in [
        ClauseID.captureHealthMonitored, .captureFailureReturnsToIdle, .captureSilenceIsNoticed,
      ] { docket.dues.discharge(clause, place) }
      if l.recordings[place].delivered > 0, l.isCapturing(place) {
        states[place].cancelledIn = l.epoch
        states[place].hasStalled = false
        docket.premise(.captureCancelledCaptureDeclared, l.stamp)
      }
    case .delete: docket.dues.discharge(recording: place)
    case .start, .retry, .clear, .change, .copy, .redeliver: break
    }
    if case .clear = command {
      for n in l.recordings.indices where l.recordings[n].isDeleted {
        docket.dues.discharge(recording: n)
      }
    }
    guard l.recordings[place].isDroppedUnheard, states[place].droppedIn < 0 else { return }
    states[place].droppedIn = l.epoch
    docket.premise(.captureCancelBeforeFirstBuffer, l.stamp)
    docket.dues.owe(
      Due(
        clause: .captureCancelBeforeFirstBuffer, recording: place, role: l.role,
        by: l.now + Budgets.finalize + Budgets.store, isExcusable: true,
        sentence: "A recording that was cancelled before a word was heard left something behind.",
        expected: "no running recorder and no entry in History",
        observed: "a recorder that was never let go, or a row"))
  }

  mutating func fired(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .event(.deadline(let deadline)) = what, deadline.stage == .captureLimit else {
      return
    }
    guard l.about >= 0, l.recordings[l.about].isCapturing else { return }
    guard l.recordings[l.about].finalizing == nil else { return }
    states[l.about].hasReachedLimit = true
    states[l.about].isAtLimit = true
    docket.premise(.captureLimitStillFinalizes, l.stamp)
  }

  func refused(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .did(.refused(.captureBeforeJournal)) = what, l.about >= 0 else { return }
    docket.premise(.captureIdentityBeforeFirstFrame, l.stamp)
    docket.find(
      .captureIdentityBeforeFirstFrame, l.stamp, l.name(l.about),
      "The app opened the microphone before it had a place to keep what is said.",
      expected: "journal and partial file durable first", observed: "a capture without them")
  }

  // MARK: ends

  mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    for place in l.recordings.indices {
      if states[place].isAtLimit { atLimit(place, &l, &docket) }
      if l.recordings[place].stage == .running { running(place, &l, &docket) }
      guard docket.dues.next.count != .max else { continue }
      settle(place, &l, &docket)
    }
  }

  private mutating func atLimit(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    states[place].isAtLimit = false
    let r = l.recordings[place]
    if r.isDeleted { return }
    var latest = Nanoseconds(-1)
    for d in l[r.role].deadlines where d.lease?.recording == r.id { latest = max(latest, d.at) }
    let isStopped = l.isOpen(place) { $0.family == .capture && $0.isStopped && !$0.isCancelled }
    if isStopped, latest >= l.now + Budgets.stop { return }
    docket.find(
      .captureLimitStillFinalizes, l.stamp, r.id,
      "The longest recording was reached, and it was cut off instead of being finished.",
      expected: "a graceful stop, and time to close and validate",
      observed: isStopped ? "no time left to close" : "no graceful stop")
  }

  private func running(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let id = l.name(place)
    if states[place].droppedIn == l.epoch,
      l.isOpen(
        place,
        where: { open in
          open.family == .capture && open.isWanted && !open.isStopped
        })
    {
      docket.find(
        .captureCancelBeforeFirstBuffer, l.stamp, id,
        "The recording was cancelled, and the microphone stayed open.",
        expected: "the recorder is let go at once", observed: "it was neither ended nor given up")
    }
    guard let since = l.recordings[place].finalizing, l.isCapturing(place) else { return }
    if l.isBounded(place, by: since + Budgets.finalize) { return }
    docket.find(
      .captureBoundedFinalize, l.stamp, id,
      "The recording was ended, and nothing would ever stop the app from waiting for its close.",
      expected: "a deadline within 10 s", observed: "none")
  }

  /// Takes back what has been paid by the end of a reaction.
  private func settle(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if !l.isCapturing(place) { docket.dues.discharge(.captureBoundedFinalize, place) }
    let told = l.recordings[place].told
    if !told.isEmpty {
      let trouble = l.recordings[place].trouble
      let isActive = l.isActive(place)
      if !trouble.isEmpty || l.recordings[place].finalizing != nil, told.meets(.captureEnded) {
        docket.dues.discharge(.captureHealthMonitored, place)
      }
      if told.contains(.of(.permissionMissing)), !isActive {
        docket.dues.discharge(.capturePermissionLossIsNamed, place)
      }
      let isNamed = states[place].isCauseTold || told.meets(causes(of: trouble))
      if !trouble.isEmpty, !isActive, isNamed {
        docket.dues.discharge(.captureFailureReturnsToIdle, place)
      }
    }
    if states[place].droppedIn >= 0, isGone(place, &l) {
      docket.dues.discharge(.captureCancelBeforeFirstBuffer, place)
    }
  }

  private func causes(of trouble: CaptureTrouble) -> TopicSet {
    if trouble.contains(.stalled) { return TopicSet.microphone.union(.storage) }
    var causes: TopicSet = []
    if trouble.contains(.microphone) || trouble.contains(.permission) {
      causes.formUnion(.microphone)
    }
    if trouble.contains(.storage) { causes.formUnion(.storage) }
    return causes
  }

  /// Whether nothing is left of a recording that was cancelled unheard.
  private func isGone(_ place: Int, _ l: inout Ledger) -> Bool {
    let r = l.recordings[place]
    if r.isCapturing || r.isMicrophoneOn && r.stage == .running { return false }
    if r.delivered > 0 { return true }
    // Audio in its place is of an earlier life, for nothing was heard in this one.
    if r.disk != nil, !r.hasTombstone, !r.audio.hasAudio { return false }
    return !l.isOpen(place) { $0.row != nil }
  }

  func finished(_ l: inout Ledger, _ docket: inout Docket) {
    for place in l.recordings.indices {
      let r = l.recordings[place]
      guard l[r.role].isAlive, !r.isDeleted, !r.hasTombstone, !r.isLost else { continue }
      if states[place].leavesPartial, r.cancelled == nil { partial(place, &l, &docket) }
      if states[place].cancelledIn == l.epoch { declared(place, &l, &docket) }
    }
  }

  private func partial(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    // A launch that has not read anything yet could not have done better.
    guard r.stage != .none || l[r.role].hasInventory else { return }
    let isMarked = r.disk?.state == .failed && (r.disk?.integrity != .complete || r.isComplete)
    let wasTried = r.disk.map { $0.attempt > 1 && !$0.state.isActive } ?? false
    if r.audio.hasAudio, isMarked || wasTried { return }
    if let request = l.excuse(place) {
      return docket.excuse(.capturePartialBecomesRecovery, l.stamp, r.id, by: request)
    }
    docket.find(
      .capturePartialBecomesRecovery, l.stamp, r.id,
      "The recording failed, and what had been heard by then is not in History to play or retry.",
      expected: "one failed entry, marked unfinished, with its audio",
      observed: r.audio.hasAudio
        ? "the entry is \(r.disk.map { "\($0.state), \($0.integrity)" } ?? "missing")"
        : "the audio is gone")
  }

  private func declared(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    let isRight: Bool
    let demand: String
    var excuse = l.excuse(place)
    switch l[r.role].dialect.cancelledCapture {
    case .dropped:
      isRight = r.disk == nil && !r.partial.exists && !r.source.exists
      demand = "no row, no journal and no file"
      if r.disk == nil { excuse = excuse ?? states[place].removal }
    case .recoverable:
      // What could not be closed is a failed entry; what never reached the file cannot be kept.
      let isFailed = r.disk?.state == .failed
      let isKept = r.disk?.isCancelled == true || !r.trouble.isEmpty && isFailed
      isRight =
        r.audio.hasAudio && (isKept || r.attempt > 1) || states[place].hasStalled && isFailed
      demand = "a cancelled entry with its audio"
    }
    if isRight { return }
    if let request = excuse {
      return docket.excuse(.captureCancelledCaptureDeclared, l.stamp, r.id, by: request)
    }
    docket.find(
      .captureCancelledCaptureDeclared, l.stamp, r.id,
      "A cancelled recording was not treated as this platform says it will be.",
      expected: demand,
      observed: "row \(r.disk.map { "\($0.state)" } ?? "none"), \(r.audio.samples) samples kept")
  }
}
