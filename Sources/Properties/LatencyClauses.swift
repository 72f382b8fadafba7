import Contract

/// The clause of the family LATENCY that needs no clock of the real world: the engine itself lets
/// nothing wait.
struct LatencyClauses: Sendable {
  /// Since when nothing was under way for a recording that was to be begun or worked on.
  private var idle = PerRecording(Nanoseconds?.none)
  /// Whether its start was accepted, in this life, and its capture not asked for yet.
  private var isStarting = PerRecording(false)

  /// Whether the reaction under way is to a deadline of the engine's own.
  private var isFired = false

  static let interests: Kinds = [.accepted, .fired, .request, .claim, .process, .reactionEnded]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .accepted:
      guard l.about >= 0 else { return }
      idle[l.about] = nil
      if case .event(.person(.start)) = what { isStarting[l.about] = true }
    case .request: if l.about >= 0 { request(l.about, &l, &docket) }
    case .claim:
      guard l.about >= 0, case .effect(.notice(.claim(_, .succeeded))) = what else { return }
      docket.premise(.latencyNoAddedWait, l.stamp)
    case .process:
      for place in l.recordings.indices { (idle[place], isStarting[place]) = (nil, false) }
    case .fired: isFired = true
    case .reactionEnded:
      isFired = false
      for place in l.recordings.indices where l.recordings[place].role == l.role {
        reactionEnded(place, &l)
      }
    default: break
    }
  }

  private mutating func request(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if l.subject.family == .capture {
      isStarting[place] = false
      docket.premise(.latencyNoAddedWait, l.stamp)
    }
    guard let since = idle[place], isWork(l.subject.family) else { return }
    idle[place] = nil
    // What another event made possible was not the engine's own wait.
    guard l.now > since, isFired else { return }
    docket.find(
      .latencyNoAddedWait, l.stamp, l.name(place),
      "The app let time pass before it went on, and waited for nothing.",
      expected: "each step follows at once what it rests on",
      observed: "\(l.now - since) without anything under way, then \(l.subject.family.word)")
  }

  private func isWork(_ family: Family) -> Bool {
    switch family {
    case .create, .capture, .close, .validate, .sync, .promote, .store, .export, .upload, .local,
      .cleanup:
      true
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .purge, .append, .remove,
      .reset, .deliver, .clipboard, .restore, .usage, .post, .dial, .launched, .interruption,
      .route, .mediaReset, .lowSpace, .locked, .background, .foreground, .thermal, .focus, .copied,
      .handoff, .resumed, .stage:
      false
    }
  }

  private mutating func reactionEnded(_ place: Int, _ l: inout Ledger) {
    let isBusy =
      isStarting[place] || l.isWorking(place) && !l.recordings[place].hasAskedEnding
    guard isBusy, !l.recordings[place].isDeleted, l.recordings[place].cancelled == nil,
      !isWaiting(place, &l)
    else {
      idle[place] = nil
      return
    }
    if idle[place] == nil { idle[place] = l.now }
  }

  /// Whether something is under way, or a pause is due, for a recording.
  private func isWaiting(_ place: Int, _ l: inout Ledger) -> Bool {
    let outcome = l.recordings[place].work.outcome
    if outcome == .transient || outcome == .lost || outcome == .bodyLost { return true }
    let slot = Int(l.recordings[place].role.rawValue)
    if l.recordings[place].givenUp != nil || l.processes[slot].givenUp != nil { return true }
    for n in l.processes[slot].open.indices where !l.processes[slot].open[n].isAbandoned {
      if l.processes[slot].open[n].recording == place { return true }
      switch l.processes[slot].open[n].family {
      // The store as a whole, and what recordings share.
      case .open, .inventory, .quarantine, .space, .reset, .local: return true
      case .none, .store, .tombstone, .purge, .create, .append, .close, .validate, .sync, .promote,
        .remove, .capture, .export, .upload, .cleanup, .deliver, .clipboard, .restore, .usage,
        .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
        .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
        break
      }
    }
    return false
  }
}
