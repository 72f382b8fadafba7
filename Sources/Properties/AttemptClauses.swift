import Contract

/// The clauses of the family ATTEMPT: whatever stops answering, work ends, stage by stage.
struct AttemptClauses: Sendable {
  /// The stages that have deadlines of their own.
  enum Work: UInt8, Sendable { case none, capturing, closing, recognizing, cleaning }

  struct State: Sendable {
    var isActive = false
    var work = Work.none
    /// The latest deadline of the stage before.
    var before = Nanoseconds(-1)
    /// The latest deadline of this stage.
    var latest = Nanoseconds(-1)
    /// When recognition began, and how long the process has slept since.
    var recognizing: Nanoseconds?
    var slept = Nanoseconds.zero
  }

  private var states = PerRecording(State())

  static let interests: Kinds = [.news, .reactionEnded, .finished, .end]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .news: if case .event(.news(.resumed(let asleep))) = what { slept(asleep, &l) }
    case .reactionEnded:
      for place in l.recordings.indices where l.recordings[place].role == l.role {
        reactionEnded(place, &l, &docket)
      }
    case .end: if case .end(.leftover(let id)) = what { leftover(id, &l, &docket) }
    case .finished: finished(&l, &docket)
    default: break
    }
  }

  private mutating func reactionEnded(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.isActive(place) else {
      if states[place].isActive { states[place] = State() }
      return
    }
    if !states[place].isActive { docket.premise(.attemptAlwaysEnds, l.stamp) }
    states[place].isActive = true
    if !l.isBounded(place) {
      docket.find(
        .attemptAlwaysEnds, l.stamp, l.name(place),
        "If nothing answered now, the app would work on this recording for ever.",
        expected: "an armed deadline while an attempt is active", observed: "none")
    }
    stage(place, &l, &docket)
  }

  /// A deadline runs on while the process sleeps, and no engine could have used that time.
  private mutating func slept(_ time: Nanoseconds, _ l: inout Ledger) {
    for place in l.recordings.indices where l.recordings[place].role == l.role {
      guard states[place].recognizing != nil else { continue }
      states[place].slept = states[place].slept + time
    }
  }

  // MARK: a deadline for each stage

  private mutating func stage(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let work = work(place, &l)
    guard work != .none else { return }
    let entered = states[place].work != work
    if entered {
      states[place].before = states[place].latest
      states[place].latest = Nanoseconds(-1)
      states[place].work = work
      docket.premise(.attemptStagesHaveOwnDeadlines, l.stamp)
      if work == .recognizing, states[place].recognizing == nil {
        states[place].recognizing = l.now
      }
    }
    var latest = Nanoseconds(-1)
    var stageEnd = Nanoseconds(-1)
    let slot = Int(l.role.rawValue)
    for n in l.processes[slot].deadlines.indices {
      let d = l.processes[slot].deadlines[n]
      guard isOwn(d, of: work, place, &l) else { continue }
      latest = max(latest, d.at)
      if isWhole(d.stage) { stageEnd = max(stageEnd, d.at) }
    }
    states[place].latest = latest
    // Time is taken from this stage where it lives on the deadline of the one before, and that
    // leaves less than the stage may need.
    let isShared = entered && latest == states[place].before && latest - l.now < budget(work)
    if latest.count < 0 || isShared {
      docket.find(
        .attemptStagesHaveOwnDeadlines, l.stamp, l.name(place),
        "One slow step could use up the time of the steps after it.",
        expected: "a deadline of its own for \(work)",
        observed: latest.count < 0 ? "none" : "the deadline of the stage before")
    }
    fits(place, work, entered, stageEnd, &l, &docket)
  }

  private func work(_ place: Int, _ l: inout Ledger) -> Work {
    if l.isCapturing(place) {
      return l.recordings[place].finalizing == nil ? .capturing : .closing
    }
    var work = Work.none
    let slot = Int(l.recordings[place].role.rawValue)
    for n in l.processes[slot].open.indices.reversed() {
      guard l.processes[slot].open[n].recording == place else { continue }
      guard l.processes[slot].open[n].isWanted else { continue }
      let family = l.processes[slot].open[n].family
      if family == .cleanup { return .cleaning }
      if family == .export || family == .upload || family == .local { work = .recognizing }
    }
    return work
  }

  /// Whether a deadline bounds this stage of this recording.
  private func isOwn(_ d: Deadline, of work: Work, _ place: Int, _ l: inout Ledger) -> Bool {
    if let lease = d.lease, lease.recording != l.recordings[place].id { return false }
    var family = Family.none
    if let effect = d.effect, let n = l.find(effect, of: l.role) {
      let slot = Int(l.role.rawValue)
      guard l.processes[slot].open[n].recording == place else { return false }
      family = l.processes[slot].open[n].family
    } else if d.lease == nil {
      return false
    }
    switch work {
    case .none: return false
    case .capturing: return d.stage == .captureHealth || d.stage == .captureLimit
    case .closing: return d.stage == .finalize
    case .cleaning: return d.stage == .cleanup || d.stage == .request && family == .cleanup
    case .recognizing:
      switch d.stage {
      case .recognition, .localEngine, .request, .export, .backoff: return true
      case .recovery, .store, .captureHealth, .captureLimit, .finalize, .promote, .reset, .cleanup,
        .delivery, .usage, .handoff, .dial, .liveness, .keepalive, .redial, .drain,
        .watchdog:
        return false
      }
    }
  }

  private func budget(_ work: Work) -> Nanoseconds {
    switch work {
    case .none: .zero
    case .capturing: Budgets.captureHealth
    case .closing: Budgets.finalize
    case .recognizing: Budgets.request
    case .cleaning: Budgets.cleanup
    }
  }

  /// Whether a deadline bounds a whole stage, and not one request of it.
  private func isWhole(_ stage: Stage) -> Bool { stage == .recognition || stage == .finalize }

  // MARK: inner bounds fit

  private func fits(
    _ place: Int, _ work: Work, _ entered: Bool, _ end: Nanoseconds, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    var needed = Nanoseconds.zero
    switch work {
    case .closing:
      guard entered, let since = l.recordings[place].finalizing, since == l.now else { return }
      needed = Budgets.stop + Budgets.close
    case .recognizing:
      let slot = Int(l.role.rawValue)
      let last = l.processes[slot].open.count - 1
      guard last >= 0, l.processes[slot].open[last].recording == place,
        l.processes[slot].open[last].family == .upload,
        l.processes[slot].open[last].issued == l.now, l.processes[slot].open[last].range >= 0
      else { return }
      let range = l.processes[slot].open[last].range
      let left = max(1, Budgets.tries - l.recordings[place].ranges[range].tries + 1)
      needed = Budgets.request * left + Budgets.backoffCap * (left - 1)
      let whole = (states[place].recognizing ?? l.now) + Budgets.recognition
      if end >= whole { needed = .zero }
      needed = max(.zero, needed - states[place].slept)
    case .none, .capturing, .cleaning: return
    }
    docket.premise(.attemptInnerFitsOuter, l.stamp)
    if end.count < 0 || end >= l.now + needed { return }
    docket.find(
      .attemptInnerFitsOuter, l.stamp, l.name(place),
      "The last try that is promised would be cut off by the time for the whole.",
      expected: "at least \(needed) for \(work)", observed: "\(end - l.now)")
  }

  // MARK: the end of the run

  private func finished(_ l: inout Ledger, _ docket: inout Docket) {
    for place in l.recordings.indices {
      let r = l.recordings[place]
      guard l[r.role].isAlive, l[r.role].asleep == nil, !r.hasTombstone, !r.isDeleted else {
        continue
      }
      if r.isActive {
        docket.find(
          .attemptAlwaysEnds, l.stamp, r.id, "The app never got done with this recording.",
          expected: "an end that is stored", observed: "still at work when nothing more happened")
        continue
      }
      guard let row = r.disk, row.state.isActive else { continue }
      guard r.stage != .none || r.hasAskedEnding || l[r.role].hasInventory else { continue }
      if let request = l.excuse(place) {
        docket.excuse(.attemptAlwaysEnds, l.stamp, r.id, by: request)
        continue
      }
      docket.find(
        .attemptAlwaysEnds, l.stamp, r.id,
        "History shows this recording as being worked on, and nobody works on it.",
        expected: "a terminal row", observed: "a \(row.state) row")
    }
  }

  /// Work that was neither finished nor given up when nothing more happened.
  private func leftover(_ id: Identity, _ l: inout Ledger, _ docket: inout Docket) {
    switch id.family {
    case .capture, .append, .close, .validate, .sync, .promote, .export, .upload, .local, .cleanup:
      docket.find(
        .attemptAlwaysEnds, l.stamp, id.recording == 0 ? nil : RecordingID(id.recording),
        "The app still waited for something when nothing more could happen.",
        expected: "every request is answered or given up", observed: "\(id.family.word) is open")
    case .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create,
      .remove, .reset, .deliver, .clipboard, .restore, .usage, .post, .dial, .launched,
      .interruption, .route, .mediaReset, .lowSpace, .locked, .background, .foreground, .thermal,
      .focus, .copied, .handoff, .resumed, .stage:
      break
    }
  }
}
