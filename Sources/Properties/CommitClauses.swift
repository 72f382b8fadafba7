import Contract

/// The clauses of the family COMMIT: the end is stored before it is shown, told truthfully where it
/// could not be stored, and never undone by what comes later.
struct CommitClauses: Sendable {
  /// The attempt whose end was stored by a write that said it was not; 0 for none.
  private var unsure = PerRecording(AttemptNumber(0))
  /// Whether a warning is owed.
  private var isOwed = PerRecording(false)

  static let interests: Kinds = [
    .answer, .abandon, .claim, .rowWritten, .reactionEnded, .accepted,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .answer:
      what.ifFinished { answer($0, &l, &docket) }
    case .abandon:
      unsure(&l, &docket)
      failed(&l, &docket)
    case .claim:
      if case .effect(.notice(.claim(_, let claim))) = what { said(claim, &l, &docket) }
    case .rowWritten:
      if case .did(.rowWritten(let before, let after)) = what {
        wrote(before, after, &l, &docket)
      }
    case .accepted: if l.about >= 0 { unsure[l.about] = 0 }
    case .reactionEnded: reactionEnded(&l, &docket)
    default: break
    }
  }

  // MARK: dismissal

  private mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    if docket.dues.next.count != .max { settle(&l, &docket) }
    guard l.role == .app else { return }
    var isIdle = false
    for s in l.surfaces where s.process == l.stamp.process && s.shows == .idle {
      isIdle = true
      guard s.showed == .processing else { continue }
      docket.premise(.commitTerminalBeforeDismissal, l.stamp)
    }
    guard isIdle else { return }
    for n in l.recordings.indices where l.recordings[n].role == l.role {
      guard l.isWorking(n) else { continue }
      let r = l.recordings[n]
      docket.find(
        .commitTerminalBeforeDismissal, l.stamp, r.id,
        "The app looked finished while how the recording ended was not stored yet.",
        expected: "processing until the terminal write is answered or given up",
        observed: r.ending > 0 ? "idle with that write unanswered" : "idle without such a write")
    }
  }

  // MARK: failure

  private func isEnding(_ request: OpenRequest) -> Bool {
    guard case .store(.write(let row, .row(let states, _))) = request.request else { return false }
    return row.state.isTerminal && states.rawValue & RowStates.notTerminal.rawValue != 0
  }

  private mutating func answer(_ outcome: Outcome, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .storeFailed(let failure) = outcome else { return }
    switch failure {
    case .conflict, .tombstoned: return
    case .io(.yes): unsure(&l, &docket)
    case .io(.no), .io(.unknown), .noSpace, .busy, .locked, .corrupt, .suspect:
      if l.subject.isExecuted { unsure(&l, &docket) }
      if !l.subject.isAbandoned { failed(&l, &docket) }
    }
  }

  private mutating func failed(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0, isEnding(l.subject), !l.recordings[l.about].isDeleted else { return }
    let place = l.about
    docket.premise(.commitFailureIsTruthful, l.stamp)
    if l.recordings[place].ending > 0 || isStored(l.recordings[place]) { return }
    isOwed[place] = true
    docket.dues.owe(
      Due(
        clause: .commitFailureIsTruthful, recording: place, role: l.role,
        by: l.now + Budgets.store + .seconds(1), isExcusable: false,
        sentence: "The end of the recording could not be stored, and nobody was told.",
        expected: "idle, and a warning that History was not updated",
        observed: "no such warning, or work still going on"))
  }

  private func isStored(_ r: RecordingFacts) -> Bool {
    r.row.map { $0.state.isTerminal && $0.attempt > r.floor } ?? false
  }

  private mutating func settle(_ l: inout Ledger, _ docket: inout Docket) {
    for place in 0..<isOwed.count where isOwed[place] {
      let r = l.recordings[place]
      let isTold = r.told.contains(.of(.historyNotUpdated)) && !r.isWorking
      guard r.isDeleted || isStored(r) || isTold || r.ending > 0 else { continue }
      isOwed[place] = false
      docket.dues.discharge(.commitFailureIsTruthful, place)
    }
  }

  private func said(_ claim: Claim, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0 else { return }
    let r = l.recordings[l.about]
    guard r.hasSettledEnding, r.ending == 0 else { return }
    let isKnown: Bool
    switch claim {
    case .saved, .delivered: return
    case .succeeded(let text): isKnown = r.row?.state == .success && r.row?.final == text
    case .failed: isKnown = r.row?.state == .failed
    case .cancelled: isKnown = r.row?.isCancelled ?? false
    }
    if isKnown { return }
    docket.premise(.commitFailureIsTruthful, l.stamp)
    docket.find(
      .commitFailureIsTruthful, l.stamp, r.id,
      "History could not be updated, and the person was told that it was.",
      expected: "no claim of an end that is not stored",
      observed: r.row.map { "the newest known row is \($0.state)" } ?? "no row is known")
  }

  // MARK: what was durable stays

  private mutating func unsure(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0, l.subject.isExecuted, isEnding(l.subject) else { return }
    unsure[l.about] = l.subject.attempt
    docket.premise(.commitIndeterminateWriteIsIdempotent, l.stamp)
  }

  private mutating func wrote(
    _ before: Row?, _ after: Row, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard let before else { return }
    contradiction(before, after, &l, &docket)
    if l.subject.family == .store, l.subject.isAbandoned { unsure(&l, &docket) }
    if before.bestText == nil && before.delivery == .none { return }
    docket.premise(.commitDurableResultsAreMonotone, l.stamp)
    guard let lost = lost(before, after) else { return }
    docket.find(
      .commitDurableResultsAreMonotone, l.stamp, after.recording,
      "Something that History already held was lost again.",
      expected: "what is durable stays, or gives way to something better", observed: lost)
  }

  private func contradiction(
    _ before: Row, _ after: Row, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard unsure[l.about] == before.attempt, before.state.isTerminal else { return }
    guard after.attempt == before.attempt, after.state != before.state else { return }
    docket.find(
      .commitIndeterminateWriteIsIdempotent, l.stamp, after.recording,
      "The recording had ended one way, and later it had ended another way.",
      expected: "an end that reached the disk is taken over",
      observed:
        "\(before.state) became \(after.state)")
  }

  /// What a newer row has lost of an older one; nil for nothing.
  private func lost(_ before: Row, _ after: Row) -> String? {
    let isSame = before.attempt == after.attempt
    if let final = before.final {
      guard let kept = after.final, !kept.isEmpty else { return "the final text is gone" }
      if after.state != .success, kept != final {
        return "the final text changed without a success"
      }
    }
    if before.bestText != nil, after.bestText == nil { return "the text is gone" }
    // A recording that has its final text may be recognized anew: raw text and checkpoint are then
    // those of the earlier attempt until the newer ones take their place.
    let isAnew = before.state == .retrying && before.final != nil
    if isSame, before.raw != nil, after.raw != before.raw, !isAnew || after.raw == nil {
      return "the raw text is gone or changed"
    }
    if let checkpoint = before.checkpoint, after.state != .success {
      guard let kept = after.checkpoint else { return "the checkpoint is gone" }
      // Fewer leaves that reach further are one longer leaf: a local engine hears all at once.
      let isLess = kept.leaves < checkpoint.leaves && kept.through <= checkpoint.through
      if isSame, isLess, !isAnew { return "the checkpoint lost leaves" }
    }
    if isSame, before.delivery != .none, after.delivery == .none {
      return "the delivery is forgotten"
    }
    return nil
  }
}
