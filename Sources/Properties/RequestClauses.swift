import Contract

/// The clauses of the family REQUEST: what an answer means, how often it may be asked for, and what
/// may not be lost over it.
struct RequestClauses: Sendable {
  /// Recordings whose newest request may owe another try, an end or a message.
  private var isOwed = PerRecording(false)
  /// Recordings whose cancel met a request that was under way.
  private var meetsRequest = false

  private static let own: [ClauseID] = [
    .requestComplete200Only, .requestPermanent4xxOnce, .requestTransientStatusBounded,
    .requestTransportLossBounded, .requestBodyLossIsTransient, .requestMalformedOnce,
    .request413SplitsRejectedLeafOnly, .request413Bounded, .requestLiteralJsonText,
    .requestUnlistedStatus, .requestBodySizeCapped,
  ]
  static let interests: Kinds = [
    .request, .head, .answer, .cancel, .abandon, .command, .accepted, .reactionEnded,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .reactionEnded: reactionEnded(&l, &docket)
    case .command: command(what, &l)
    case .accepted: accepted(what, &l, &docket)
    default:
      guard l.about >= 0 else { return }
      switch kind {
      case .request: request(l.about, &l, &docket)
      case .head: head(what, l.about, &l, &docket)
      case .answer: answer(what, l.about, &l, &docket)
      case .cancel, .abandon: gaveUp(l.about, &l, &docket)
      default: break
      }
    }
  }

  // MARK: requests

  private mutating func request(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    switch l.subject.family {
    case .upload:
      resent(place, &l, &docket)
      docket.find(l.faultOfSending(), of: Self.own, &l)
      afterCancel(place, &l, &docket)
    case .export:
      discharge(place, &docket)
      docket.find(l.faultOfSending(), of: Self.own, &l)
      afterCancel(place, &l, &docket)
    case .local, .cleanup: afterCancel(place, &l, &docket)
    case .store: write(place, &l, &docket)
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .capture, .reset, .deliver, .clipboard, .restore,
      .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      break
    }
  }

  /// A try after one that failed: not too soon. Too late is a debt.
  private mutating func resent(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    discharge(place, &docket)
    let work = l.recordings[place].work
    guard work.earlier.range == l.subject.range, work.earlier.outcome == .transient,
      let hint = work.hint
    else { return }
    docket.premise(.requestRetryAfterHonouredAndCapped, l.stamp)
    let waited = l.now - work.failed
    if waited >= hint { return }
    docket.find(
      .requestRetryAfterHonouredAndCapped, l.stamp, l.name(place),
      "The service asked for a pause, and the app did not wait for it.",
      expected: "at least \(hint)", observed: "\(waited)")
  }

  private func write(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard let row = l.subject.row, r.isInWork, r.work.last >= 0, row.attempt == r.work.attempt
    else {
      return
    }
    if row.raw != nil && row.raw != r.row?.raw || row.checkpoint != r.row?.checkpoint {
      docket.premise(.requestComplete200Only, l.stamp)
      if r.work.pieces.contains(where: \.isLiteral) {
        docket.premise(.requestLiteralJsonText, l.stamp)
      }
    }
    docket.find(l.faultOfKeeping(), of: Self.own, &l)
    guard let end = l.endingRow, end.state == .failed else { return }
    if r.work.outcome == .rejected { docket.premise(.request413Bounded, l.stamp) }
    untried(place, &l, &docket)
  }

  /// An attempt that ends over a lost body, though it could have been tried again.
  private func untried(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard r.work.outcome == .bodyLost, r.cancelled == nil, !r.work.isOutOfTime else { return }
    guard r.ranges[r.work.last].tries < Budgets.tries else { return }
    docket.find(
      .requestBodyLossIsTransient, l.stamp, r.id,
      "The answer broke off on its way, and the app gave up instead of asking again.",
      expected: "another try, \(Budgets.tries) in all",
      observed: "failed after \(r.ranges[r.work.last].tries)")
  }

  // MARK: answers

  private mutating func head(
    _ what: Happening, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard case .event(.progress(_, .head(let head))) = what, l.subject.isWanted else { return }
    guard l.subject.family == .upload else { return }
    switch RequestPolicy.classify(status: head.status) {
    case .complete: owe(.requestBodyLossIsTransient, place, Budgets.request, &l, &docket)
    case .permanent:
      docket.premise(.requestPermanent4xxOnce, l.stamp)
      owe(.requestPermanent4xxOnce, place, Budgets.store, &l, &docket)
    case .transient:
      docket.premise(.requestTransientStatusBounded, l.stamp)
      let isHinted = l.recordings[place].work.hint != nil
      again(
        isHinted ? .requestRetryAfterHonouredAndCapped : .requestTransientStatusBounded, place, &l,
        &docket)
    case .tooLarge: tooLarge(place, &l, &docket)
    case .invalid:
      docket.premise(.requestUnlistedStatus, l.stamp)
      if head.status == 202 || head.status == 206 {
        docket.premise(.requestComplete200Only, l.stamp)
      }
    }
  }

  private func tooLarge(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.request413SplitsRejectedLeafOnly, l.stamp)
    guard l.subject.range >= 0 else { return }
    let r = l.recordings[place]
    let range = r.ranges[l.subject.range]
    let limits = l[l.role].limits
    var depth = 0
    for other in r.ranges where other.attempt == range.attempt && other.isRejected {
      if other.from <= range.from, other.end >= range.end, other.count > range.count { depth += 1 }
    }
    if depth >= limits.splitDepth || range.count < 2 * limits.minimumLeaf {
      docket.premise(.request413Bounded, l.stamp)
    }
  }

  private mutating func answer(
    _ what: Happening, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.subject.family == .upload, l.subject.isWanted else { return }
    docket.dues.discharge(.requestBodyLossIsTransient, place)
    switch l.recordings[place].work.outcome {
    case .lost:
      docket.premise(.requestTransportLossBounded, l.stamp)
      again(.requestTransportLossBounded, place, &l, &docket)
    case .bodyLost:
      docket.premise(.requestBodyLossIsTransient, l.stamp)
      again(.requestBodyLossIsTransient, place, &l, &docket)
    case .unfit, .doubtful:
      docket.premise(.requestMalformedOnce, l.stamp)
      docket.premise(.requestComplete200Only, l.stamp)
    case .oversize: docket.premise(.requestBodySizeCapped, l.stamp)
    case .pending, .accepted, .empty, .permanent, .transient, .rejected, .unlisted, .localFailed,
      .exportFailed:
      break
    }
  }

  /// A request that the engine waits for no longer, of its own accord.
  private mutating func gaveUp(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.subject.family == .upload else { return }
    docket.dues.discharge(.requestBodyLossIsTransient, place)
    let r = l.recordings[place]
    guard r.cancelled == nil, !r.isDeleted, l.subject.range == r.work.last else { return }
    switch r.work.outcome {
    case .lost where l.now == r.work.failed:
      docket.premise(.requestTransportLossBounded, l.stamp)
      again(.requestTransportLossBounded, place, &l, &docket)
    case .bodyLost where l.now == r.work.failed:
      docket.premise(.requestBodyLossIsTransient, l.stamp)
      again(.requestBodyLossIsTransient, place, &l, &docket)
    case .lost, .bodyLost, .pending, .accepted, .doubtful, .empty, .unfit, .permanent, .transient,
      .rejected, .unlisted, .oversize, .localFailed, .exportFailed:
      break
    }
  }

  // MARK: debts

  private mutating func owe(
    _ clause: ClauseID, _ place: Int, _ time: Nanoseconds, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    isOwed[place] = true
    let isBody = clause == .requestBodyLossIsTransient
    docket.dues.discharge(clause, place)
    docket.dues.owe(
      Due(
        clause: clause, recording: place, role: l.role, by: l.now + time + .seconds(1),
        isExcusable: false,
        sentence: isBody
          ? "An answer had begun to arrive, and the app waited for the rest of it without end."
          : "The service refused for good, and the app did not say so, or did not stop.",
        expected: isBody
          ? "the body comes, or the request is given up within \(Budgets.request)"
          : "the attempt ends at once, with a message that says what to change",
        observed: isBody ? "still waiting" : "no such message, or work still going on"))
  }

  /// After a failure that may be tried again comes the next try, or the end, without a long pause.
  private mutating func again(
    _ clause: ClauseID, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    isOwed[place] = true
    docket.dues.owe(
      Due(
        clause: clause, recording: place, role: l.role,
        by: l.now + Budgets.backoffCap + .seconds(1), isExcusable: false,
        sentence: "A request had failed for a moment, and the app waited too long to go on.",
        expected: "another try or an end within \(Budgets.backoffCap)",
        observed: "neither"))
  }

  private static let waits: [ClauseID] = [
    .requestTransientStatusBounded, .requestRetryAfterHonouredAndCapped,
    .requestTransportLossBounded, .requestBodyLossIsTransient,
  ]

  private mutating func discharge(_ place: Int, _ docket: inout Docket) {
    guard isOwed[place] else { return }
    for clause in Self.waits { docket.dues.discharge(clause, place) }
  }

  private mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    if meetsRequest { cancelled(&l, &docket) }
    guard docket.dues.next.count != .max else { return }
    for place in l.recordings.indices where isOwed[place] {
      let isEnded = l.recordings[place].cancelled != nil || l.recordings[place].isDeleted
      let isOver = l.recordings[place].hasAskedEnding || !l.isWorking(place) || isEnded
      guard isOver else { continue }
      for clause in Self.waits { docket.dues.discharge(clause, place) }
      let told = l.recordings[place].told
      let isTold = told.contains(.of(.accessRefused)) || told.contains(.of(.requestRefused))
      guard isTold || isEnded else { continue }
      docket.dues.discharge(.requestPermanent4xxOnce, place)
      isOwed[place] = false
    }
  }

  // MARK: cancel

  private mutating func command(_ what: Happening, _ l: inout Ledger) {
    meetsRequest = false
    guard case .event(.person(.cancel)) = what, l.about >= 0 else { return }
    meetsRequest = l.isOpen(l.about) { Self.isRecognition($0.family) && $0.isWanted }
  }

  private mutating func accepted(
    _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard case .event(.person(.cancel)) = what, meetsRequest else {
      meetsRequest = false
      return
    }
    docket.premise(.requestCancelIsImmediate, l.stamp)
  }

  private static func isRecognition(_ family: Family) -> Bool {
    switch family {
    case .export, .upload, .local, .cleanup: true
    case .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create,
      .append, .close, .validate, .sync, .promote, .remove, .capture, .reset, .deliver, .clipboard,
      .restore, .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace,
      .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }

  /// At the end of the reaction to a cancel nothing of it may go on.
  private mutating func cancelled(_ l: inout Ledger, _ docket: inout Docket) {
    meetsRequest = false
    for place in l.recordings.indices where l.recordings[place].cancelled == l.now {
      let isOn = l.isOpen(place) { Self.isRecognition($0.family) && $0.isWanted }
      guard isOn, l.recordings[place].role == l.role else { continue }
      docket.find(
        .requestCancelIsImmediate, l.stamp, l.name(place),
        "The person cancelled, and the work went on.",
        expected: "request, export and decoder are stopped at once",
        observed: "one of them is neither cancelled nor given up")
    }
  }

  private func afterCancel(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard r.cancelled != nil, r.isInWork || r.hasAskedEnding else { return }
    docket.premise(.requestCancelIsImmediate, l.stamp)
    docket.find(
      .requestCancelIsImmediate, l.stamp, r.id,
      "The person cancelled, and the work was taken up again.",
      expected: "nothing is asked for after a cancel", observed: "\(l.subject.family.word)")
  }
}
