import Contract

// Whether anybody is there: pings, signs of life, keepalives; and how a leg is let go.
extension RelayClauses {
  private static var grace: Nanoseconds { .seconds(1) }

  // MARK: half-open

  /// A ping is due at least so often.
  func pingGap(_ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let gap = l.now - all[p].legs[n].pinged
    guard all[p].legs[n].isUp, gap > Budgets.ping + Self.grace else { return }
    docket.find(
      .relayHalfOpenDetected, l.stamp, l.name(p),
      "For a while nobody asked whether the connection was still there.",
      expected: "a ping every \(Budgets.ping)", observed: "none for \(gap)")
  }

  /// Silence on a leg in both directions, as it is at the end of a reaction.
  mutating func judgeLife(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard let n = all[p].legs.indices.last, all[p].legs[n].isUp, all[p].ended == nil else {
      return
    }
    pingGap(p, n, &l, &docket)
    silence(p, n, &l, &docket)
    // Looked at when it is pinged, a dead leg may be found one ping late.
    let dead = l.now - all[p].legs[n].sign
    guard dead > Budgets.liveness + Budgets.ping + Self.grace, all[p].legs[n].failed == nil else {
      return
    }
    docket.find(
      .relayHalfOpenDetected, l.stamp, l.name(p),
      "Nobody was at the other end any more, and nobody noticed.",
      expected: "a leg without a sign for \(Budgets.liveness) is given up",
      observed: "none for \(dead)")
  }

  /// A leg is given up by the engine itself.
  func givenUp(_ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let leg = all[p].legs[n]
    guard leg.isUp, leg.failed == nil, leg.finalized == nil, !mayGiveUp, isSessionOn(p, &l),
      all[p].woke < leg.sign
    else { return }
    docket.premise(.relayHalfOpenDetected, l.stamp)
    let since = l.now - leg.sign
    guard since < Budgets.liveness - Self.grace else { return }
    docket.find(
      .relayHalfOpenDetected, l.stamp, l.name(p),
      "A connection that was alive was given up as dead.",
      expected: "\(Budgets.liveness) without a sign, on the clock that never steps",
      observed: "\(since) without one")
  }

  // MARK: keepalive

  /// A leg that is sent nothing is kept alive.
  func silence(_ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let quiet = l.now - all[p].legs[n].quiet
    guard all[p].legs[n].isUp, all[p].legs[n].failed == nil, quiet > Budgets.ping else { return }
    docket.premise(.relayKeepaliveInSilence, l.stamp)
    guard quiet >= Budgets.relayIdle - Self.grace else { return }
    docket.find(
      .relayKeepaliveInSilence, l.stamp, l.name(p),
      "Nothing was said for a while, and the connection was left to die of it.",
      expected: "a keepalive more often than every \(Budgets.relayIdle)",
      observed: "nothing for \(quiet)")
  }

  // MARK: letting go

  /// A leg is ended or given up: after a finalize, and only when that is done or takes too long.
  func closing(_ p: Int, _ n: Int, isEnd: Bool, _ l: inout Ledger, _ docket: inout Docket) {
    let leg = all[p].legs[n]
    guard leg.isUp, leg.failed == nil, !isCalledOff(p, &l), all[p].verdict == nil,
      all[p].woke < leg.sign
    else { return }
    let isDead = l.now - leg.sign >= Budgets.liveness - Self.grace
    // Given up in the middle of a session: that is another promise.
    if !isEnd, all[p].stopped == nil, leg.finalized == nil || isDead { return }
    docket.premise(.relayFinalizeThenWait, l.stamp)
    if leg.isFinalized || isDead { return }
    let waited = leg.finalized.map { l.now - $0 }
    if let waited, waited >= Budgets.drain - .milliseconds(100) { return }
    docket.find(
      .relayFinalizeThenWait, l.stamp, l.name(p),
      "The connection was closed before the last words had come.",
      expected: "finalize, then its answer or \(Budgets.drain)",
      observed: waited.map { "closed \($0) after finalize, unanswered" } ?? "no finalize")
  }
}
