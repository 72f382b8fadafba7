import Contract

/// The clauses of the family LEASE: one attempt owns a recording, and only it is listened to.
struct LeaseClauses: Sendable {
  /// Whether the command of this reaction met a recording that was being worked on, or one whose
  /// row says so.
  private var meetsWork = false
  private var meetsActiveRow = false

  private static let effects: Kinds = [
    .request, .stop, .cancel, .abandon, .show, .claim, .claimDeleted, .tell, .deadlines,
  ]
  static let interests: Kinds = effects.union([
    .command, .accepted, .answer, .frames, .head, .partial, .microphoneNews, .rowWritten,
  ])

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .command: command(what, &l, &docket)
    case .accepted:
      if case .event(.person(.retry)) = what, meetsWork || meetsActiveRow {
        docket.premise(.leaseReplacementCancelsFirst, l.stamp)
      }
    case .answer, .frames, .head, .partial, .microphoneNews:
      if l.reaction.isStale { docket.premise(.leaseStaleCallbackHasNoEffect, l.stamp) }
    case .rowWritten:
      if case .did(.rowWritten(let before, let after)) = what {
        takenOver(before, after, &l, &docket)
      }
    default:
      if l.reaction.isStale, l.reaction.isOpen { stale(kind, &l, &docket) }
      if kind == .request, l.about >= 0 { request(&l, &docket) }
    }
  }

  private mutating func command(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    meetsWork = false
    meetsActiveRow = false
    guard case .event(.person(.retry)) = what, l.about >= 0 else { return }
    meetsWork = l.recordings[l.about].isWorking
    meetsActiveRow = l.recordings[l.about].disk?.state.isActive ?? false
    guard meetsWork else { return }
    // Turned away or taken, a retry that meets work is where one attempt could replace another.
    docket.premise(.leaseOneOwner, l.stamp)
    docket.premise(.leaseReplacementCancelsFirst, l.stamp)
  }

  private func stale(_ kind: Kinds, _ l: inout Ledger, _ docket: inout Docket) {
    let id = l.reaction.event.identity
    docket.find(
      .leaseStaleCallbackHasNoEffect, l.stamp,
      id.recording == 0 ? l.name(l.about) : RecordingID(id.recording),
      "An answer that came too late still changed something.",
      expected: "an answer of an older attempt, or of what was given up or deleted, is ignored",
      observed: kind == .deadlines ? "the deadlines changed" : "it led to more work")
  }

  private func request(_ l: inout Ledger, _ docket: inout Docket) {
    let place = l.about
    if let row = l.subject.row { write(row, place, &l, &docket) }
    guard l.subject.owns else { return }
    let isClaim = isClaim(l.subject)
    if isClaim { docket.premise(.leaseOneOwner, l.stamp) }
    for role in ProcessRole.allCases {
      let slot = Int(role.rawValue)
      for n in l.processes[slot].open.indices
      where l.processes[slot].open[n].recording == place && l.processes[slot].open[n].isWanted
        && l.processes[slot].open[n].owns
      {
        let open = l.processes[slot].open[n]
        let isOther = open.attempt != l.subject.attempt || role != l.role
        let isTwin = isClaim && open.record != l.subject.record && self.isClaim(open)
        guard isOther || isTwin else { continue }
        docket.find(
          .leaseOneOwner, l.stamp, l.name(place),
          "Two attempts worked on one recording at the same time.",
          expected: "one owner",
          observed: "attempt \(l.subject.attempt) while attempt \(open.attempt) goes on")
        return
      }
    }
  }

  /// A write by which an attempt takes a recording that is at rest.
  private func isClaim(_ request: OpenRequest) -> Bool {
    guard case .store(.write(let row, .row(let states, _))) = request.request else { return false }
    return row.state.isActive && states.rawValue & RowStates.terminal.rawValue != 0
  }

  private func write(_ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if let known = l.recordings[place].row, row.attempt < known.attempt {
      docket.premise(.leaseReplacementCancelsFirst, l.stamp)
      docket.find(
        .leaseReplacementCancelsFirst, l.stamp, row.recording,
        "An attempt that had been replaced went on writing.",
        expected: "nothing is written for attempt \(row.attempt) any more",
        observed: "a row for it while attempt \(known.attempt) is stored")
    }
    guard case .store(.write(_, .row(let states, let attempt))) = l.subject.request else { return }
    let active: RowStates = [RowStates(.processing), RowStates(.retrying)]
    guard row.state.isActive, attempt != row.attempt, states.rawValue & active.rawValue != 0 else {
      return
    }
    replaced(attempt, row.attempt, row.recording, &l, &docket)
  }

  private func takenOver(
    _ before: Row?, _ after: Row, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if after.reason == .replaced { docket.premise(.leaseReplacementCancelsFirst, l.stamp) }
    guard let before, before.state.isActive, after.state.isActive else { return }
    guard before.attempt != after.attempt else { return }
    replaced(before.attempt, after.attempt, after.recording, &l, &docket)
  }

  private func replaced(
    _ old: AttemptNumber, _ new: AttemptNumber, _ id: RecordingID, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    docket.premise(.leaseReplacementCancelsFirst, l.stamp)
    docket.find(
      .leaseReplacementCancelsFirst, l.stamp, id,
      "A new attempt took the recording over, and how the old one ended was never stored.",
      expected: "attempt \(old) is stored as cancelled first",
      observed: "attempt \(new) takes the place of an active attempt \(old)")
  }
}
