import Contract

/// The clauses of the family STATE: what History says is allowed, and true.
struct StateClauses: Sendable {
  static let interests: Kinds = [.rowWritten, .request, .ignored, .command]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .rowWritten:
      guard case .did(.rowWritten(let before, let after)) = what else { return }
      transition(before, after, &l, &docket)
      evidence(after, &l, &docket)
      if after.isCancelled { docket.premise(.stateCancelledIsTerminalAndRetryable, l.stamp) }
    case .request: request(&l, &docket)
    case .command:
      guard case .event(.person(.retry)) = what, l.about >= 0 else { return }
      guard l.recordings[l.about].row?.isCancelled == true else { return }
      docket.premise(.stateCancelledIsTerminalAndRetryable, l.stamp)
    case .ignored: ignored(what, &l, &docket)
    default: break
    }
  }

  // MARK: transitions

  private func transition(
    _ before: Row?, _ after: Row, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.stateLegalTransitions, l.stamp)
    guard let why = illegal(before, after) else { return }
    docket.find(
      .stateLegalTransitions, l.stamp, after.recording,
      "An entry of History went into a state that it cannot come to from where it was.",
      expected: "a legal next state", observed: why)
  }

  private func illegal(_ before: Row?, _ after: Row) -> String? {
    guard let before else {
      switch after.state {
      case .capturing, .processing, .failed: return nil
      case .retrying, .success, .cancelled: return "a new entry that is \(after.state)"
      }
    }
    guard before.state.mayBecome(after.state) else {
      return "\(before.state) became \(after.state)"
    }
    let isClaim = before.state.isTerminal && after.state == .retrying
    if isClaim, after.attempt <= before.attempt {
      return "a retry took attempt \(after.attempt) after attempt \(before.attempt)"
    }
    // An active row that changes hands is judged as a replacement.
    if !isClaim, after.attempt != before.attempt, !after.state.isActive {
      return "attempt \(before.attempt) ended as attempt \(after.attempt)"
    }
    return nil
  }

  private func request(_ l: inout Ledger, _ docket: inout Docket) {
    if case .store(.purge(let all)) = l.subject.request {
      for id in all { purge(id, &l, &docket) }
    } else if case .store(.write(let row, .row(let states, _))) = l.subject.request {
      guard row.isCancelled, states.rawValue & RowStates.notTerminal.rawValue != 0 else { return }
      form(row, &l, &docket)
    }
  }

  private func purge(_ id: RecordingID, _ l: inout Ledger, _ docket: inout Docket) {
    let place = l.placed(id)
    guard place >= 0 else { return }
    let r = l.recordings[place]
    guard let row = r.disk else { return }
    docket.premise(.stateLegalTransitions, l.stamp)
    if row.state == .capturing || r.isDeleted || r.hasTombstone || r.knowsTombstone { return }
    docket.find(
      .stateLegalTransitions, l.stamp, id,
      "An entry of History vanished, and nobody had deleted it.",
      expected: "an entry leaves only by deletion", observed: "a purge of a \(row.state) row")
  }

  // MARK: cancelled

  private func form(_ row: Row, _ l: inout Ledger, _ docket: inout Docket) {
    let wanted: RowState =
      switch l[l.role].dialect.cancelled {
      case .ownState: .cancelled
      case .failedWithReason: .failed
      }
    docket.premise(.stateCancelledIsTerminalAndRetryable, l.stamp)
    if row.state == wanted { return }
    docket.find(
      .stateCancelledIsTerminalAndRetryable, l.stamp, row.recording,
      "A cancelled recording is not shown the way this platform shows one.",
      expected: "stored as \(wanted)", observed: "stored as \(row.state)")
  }

  /// A retry of a cancelled recording that has everything it needs may not be turned away. A source
  /// that the launch could not read is nothing that anybody can count on.
  private func ignored(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .ignored(.notAllowedNow) = what, case .retry(let id)? = l.reaction.command else {
      return
    }
    let place = l.placed(id)
    guard place >= 0 else { return }
    let r = l.recordings[place]
    guard let row = r.row, row.isCancelled, row.integrity == .complete, r.source.hasAudio,
      !r.source.isUnread, r.isComplete, !r.isActive, !r.isDeleted, !r.knowsTombstone,
      r.givenUp == nil
    else { return }
    let isQuiet = !l.isOpen(place) { $0.owns || $0.row != nil }
    guard isQuiet, l[l.role].knowsStore, l[l.role].givenUp == nil else { return }
    docket.find(
      .stateCancelledIsTerminalAndRetryable, l.stamp, id,
      "A cancelled recording could not be tried again.",
      expected: "a retry is taken", observed: "it was not allowed")
  }

  // MARK: evidence

  private func evidence(_ row: Row, _ l: inout Ledger, _ docket: inout Docket) {
    guard row.state != .capturing, l.about >= 0 else { return }
    docket.premise(.stateRowsMatchEvidence, l.stamp)
    let r = l.recordings[l.about]
    if r.isLost { return }
    guard let why = Self.unfounded(row, r) else { return }
    docket.find(
      .stateRowsMatchEvidence, l.stamp, row.recording,
      "History says something of a recording that is not so.",
      expected: "a \(row.state) entry with what that needs", observed: why)
  }

  /// What an entry says of a recording that is not so; nil if all of it is.
  static func unfounded(_ row: Row, _ r: RecordingFacts) -> String? {
    switch row.state {
    case .capturing: return nil
    case .processing, .retrying:
      if !r.source.hasAudio { return r.source.isUnread ? nil : "no source" }
      if r.source.durable < r.source.samples { return "a source that a power cut would take" }
    case .success:
      guard let text = row.final, !text.isEmpty else { return "no final text" }
    case .failed, .cancelled:
      // A capture without a frame leaves nothing to keep, and a write that was never answered may
      // or may not have left something: the request that was given up is the excuse.
      // What cannot be read is kept, and told as what may be there.
      if !r.audio.hasAudio, r.source.isUnread || r.partial.isUnread { return nil }
      let wasHeard = r.delivered > 0 && r.asked > 0 && r.givenUp == nil
      if !r.audio.hasAudio, wasHeard || row.state == .cancelled { return "no audio" }
    }
    if row.integrity == .complete, r.source.exists, row.samples != r.source.samples {
      if r.source.isUnread, !r.source.hasAudio { return nil }
      return "\(row.samples) samples where the source has \(r.source.samples)"
    }
    return nil
  }
}
