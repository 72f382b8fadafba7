import Contract

// One leg at a time, redialled by a ladder that only words begin anew, and not at all where the
// answer would be the same.
extension RelayClauses {
  /// How much later than its time a redial may be.
  private static var late: Nanoseconds { .milliseconds(250) }

  /// A leg is dialled.
  mutating func dialled(_ dial: Dial, _ l: inout Ledger, _ docket: inout Docket) {
    let p = at(l.about)
    guard p >= 0 else { return }
    // A recording that is begun anew by the name of one that died with its process.
    if all[p].isDead, dial.leg == 1 { all[p] = LiveFacts() }
    guard !all[p].isDead else { return }
    docket.premise(.relayOneLiveLeg, l.stamp)
    let last = all[p].legs.count - 1
    if last >= 0, all[p].legs[last].over == nil {
      docket.find(
        .relayOneLiveLeg, l.stamp, l.name(p), "Two connections listened at once.",
        expected: "leg \(all[p].legs[last].number) is over before another is dialled",
        observed: "leg \(dial.leg) is dialled")
    }
    let number = last >= 0 ? Int(all[p].legs[last].number) + 1 : 1
    if Int(dial.leg) != number {
      docket.find(
        .relayOneLiveLeg, l.stamp, l.name(p),
        "A connection took the name of an earlier one.", expected: "leg \(number)",
        observed: "leg \(dial.leg)")
    }
    docket.dues.discharge(.relayLadderBounded, p)
    if last >= 0 {
      folded(p, last, &l, &docket)
      redialled(p, last, &l, &docket)
    }
    all[p].legs.append(LegFacts(dial, effect: l.subject.ticket.effect))
  }

  private mutating func redialled(
    _ p: Int, _ last: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if all[p].stopped != nil || all[p].ended != nil {
      return docket.find(
        .relayStopDuringGapIsHonest, l.stamp, l.name(p),
        "Live text had been stopped, and a new connection was made for it.",
        expected: "no redial after a stop", observed: "a redial")
    }
    if let verdict = all[p].verdict {
      return docket.find(
        clause(of: verdict), l.stamp, l.name(p),
        "The service had refused this account, and it was asked again.",
        expected: "no redial: the answer would be the same", observed: "a redial")
    }
    climb(p, last, &l, &docket)
  }

  private mutating func climb(_ p: Int, _ last: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let (rung, kindRung) = (all[p].rung, all[p].kindRung)
    all[p].rung += 1
    all[p].kindRung += 1
    guard let over = all[p].legs[last].over else { return }
    docket.premise(.relayLadderBounded, l.stamp)
    let leg = all[p].legs[last]
    let wasEmptyOpening = leg.opened != nil && !leg.hasSpoken
    if wasEmptyOpening { docket.premise(.relayHandshakeIsNotLife, l.stamp) }
    if leg.isBare { docket.premise(.relayBareCloseUsesLadder, l.stamp) }
    let first = min(leg.failed ?? over, over)
    if rung < times.ladder.count, isDue(times.ladder[rung], first, over, p, l.now) { return }
    // A session that the service ended by its rules is followed by the next at once.
    if leg.error == 503, leg.hasSpoken, l.now - over <= .seconds(1) { return }
    let isKind =
      kindRung < rung && kindRung < times.ladder.count
      && isDue(times.ladder[kindRung], first, over, p, l.now)
    docket.find(
      isKind ? .relayHandshakeIsNotLife : .relayLadderBounded, l.stamp, l.name(p),
      isKind
        ? "A connection that never said a word was dialled again as if it had."
        : "A lost connection was dialled again at the wrong time.",
      expected: rung < times.ladder.count
        ? "redial \(rung + 1) after \(times.ladder[rung])"
        : "no more than \(times.ladder.count) redials without a word",
      observed: "redial \(rung + 1) after \(l.now - over)")
  }

  private func isDue(
    _ wait: Nanoseconds, _ first: Nanoseconds, _ over: Nanoseconds, _ p: Int, _ now: Nanoseconds
  ) -> Bool {
    guard now - first >= wait - .milliseconds(1) else { return false }
    return now - over <= wait + Self.late || all[p].woke >= first
  }

  // MARK: how a leg ends

  /// What its end says of a leg.
  mutating func note(
    _ end: LegEnd, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch end {
    case .closed: all[p].legs[n].isBare = all[p].legs[n].error == nil
    case .refused(let status): judge(code: Int(status), p, &l, &docket)
    case .unreachable: break
    }
  }

  /// A code that ends the live transcript for good.
  mutating func judge(code: Int, _ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let verdict: LiveVerdict
    switch code {
    case 402: verdict = .quota
    case 401, 403: verdict = .refused
    default: return
    }
    guard all[p].verdict == nil else { return }
    let clause = clause(of: verdict)
    docket.premise(clause, l.stamp)
    docket.dues.discharge(.relayLadderBounded, p)
    let isOn = all[p].isOn
    all[p].verdict = verdict
    guard isOn else { return }
    docket.dues.owe(
      Due(
        clause: clause, recording: p, role: l.role, by: l.now + .seconds(10), isExcusable: false,
        sentence: "The service refused this account, and nobody was told so.",
        expected: "the end of live text and its real reason, at once",
        observed: "live text that goes on, or another reason"))
  }

  func clause(of verdict: LiveVerdict) -> ClauseID {
    verdict == .quota ? .relayQuotaNotRetried : .relayRefusedLoginNotRetried
  }

  /// The topic that tells why.
  func topic(of verdict: LiveVerdict) -> Topic {
    switch verdict {
    case .quota: kind == .meeting ? .liveQuota : .dictationQuota
    case .refused: kind == .meeting ? .liveRefused : .dictationRefused
    }
  }

  /// The engine has heard of the end of a leg, or gave it up.
  mutating func legOver(
    _ p: Int, _ n: Int, isTold: Bool, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard all[p].legs[n].over == nil else { return }
    judgeOffset(p, n, &l, &docket)
    if n == all[p].legs.count - 1 { handBack(p, n, isTold: isTold, &l, &docket) }
    all[p].legs[n].over = l.now
    docket.dues.discharge(.relayFinalizeThenWait, p)
    if all[p].legs[n].hasOpenWords { docket.premise(.relayTailFoldedOnce, l.stamp) }
    guard isSessionOn(p, &l) else { return }
    let isExhausted = all[p].rung >= times.ladder.count
    if isExhausted {
      if all[p].legs[n].isBare { docket.premise(.relayBareCloseUsesLadder, l.stamp) }
    } else {
      docket.premise(.relayMicrophoneStaysOpen, l.stamp)
      docket.premise(.relayReconnectingIsNotFailed, l.stamp)
    }
    docket.dues.owe(
      Due(
        clause: .relayLadderBounded, recording: p, role: l.role,
        by: l.now + (isExhausted ? .seconds(5) : times.ladder[all[p].rung]) + .seconds(1),
        isExcusable: false,
        sentence: isExhausted
          ? "Nobody was told that live text is over."
          : "The connection was lost, and nobody dialled again.",
        expected: isExhausted
          ? "the end of live text after \(times.ladder.count) redials"
          : "redial \(all[p].rung + 1) after \(times.ladder[all[p].rung])",
        observed: "nothing"))
  }

  /// Whether nobody wants a live transcript any more: its recording was cancelled or deleted.
  func isCalledOff(_ p: Int, _ l: inout Ledger) -> Bool {
    all[p].isCancelled || l.recordings[p].isDeleted || l.recordings[p].cancelled != nil
  }

  /// Whether a live transcript goes on, and its recording does.
  func isSessionOn(_ p: Int, _ l: inout Ledger) -> Bool {
    all[p].isOn && l.isCapturing(p) && l.recordings[p].finalizing == nil
      && l.recordings[p].cancelled == nil
  }
}
