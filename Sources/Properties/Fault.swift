import Contract

/// A broken promise before it is a finding: found by shared reasoning, told by the family that owns
/// the clause.
struct Fault: Sendable {
  var clause: ClauseID
  var sentence: String
  var expected: String
  var observed: String

  init(_ clause: ClauseID, _ sentence: String, expected: String, observed: String) {
    self.clause = clause
    self.sentence = sentence
    self.expected = expected
    self.observed = observed
  }
}

extension Docket {
  /// Records a fault if its clause is one of a family's own.
  @inline(__always)
  mutating func find(_ fault: Fault?, of family: [ClauseID], _ l: inout Ledger) {
    guard let fault else { return }
    tell(fault, of: family, &l)
  }

  private mutating func tell(_ fault: Fault, of family: [ClauseID], _ l: inout Ledger) {
    guard family.contains(fault.clause) else { return }
    find(
      fault.clause, l.stamp, l.name(l.about), fault.sentence, expected: fault.expected,
      observed: fault.observed)
  }
}

extension Ledger {
  /// What is wrong with the write at hand ending an attempt under way; nil for any other write.
  var endingRow: Row? {
    guard about >= 0, recordings[about].isInWork, !recordings[about].isDeleted else { return nil }
    guard subject.counts == .ending, let row = subject.row, row.state.isTerminal else { return nil }
    return row
  }

  /// Whether nothing that an engine can know speaks against trying a recording again.
  func isRetryable(_ place: Int) -> Bool {
    let r = recordings[place]
    guard let row = r.row, row.integrity == .complete, r.source.hasAudio,
      r.isComplete, !r.isActive, !r.isDeleted, !r.knowsTombstone
    else { return false }
    // Where only the write of the end was lost, that can be made up for first.
    let hasLostEnd = row.state.isActive && r.hasSettledEnding
    guard row.state.isTerminal && r.givenUp == nil || hasLostEnd else { return false }
    let isQuiet = !isOpen(place) { $0.owns || $0.row != nil || $0.family == .local }
    return isQuiet && self[role].knowsStore && self[role].givenUp == nil
  }

  /// The recording of a retry that the engine refused though nothing speaks against it; -1 if this
  /// is no such refusal.
  func refusedRetry(_ what: Happening) -> Int {
    guard case .ignored(.notAllowedNow) = what, case .retry(let id)? = reaction.command else {
      return -1
    }
    let place = placed(id)
    return place >= 0 && isRetryable(place) ? place : -1
  }

  /// Whether a range is all of the source.
  func isWhole(_ range: Int, _ place: Int) -> Bool {
    guard range >= 0, range < recordings[place].ranges.count else { return false }
    let r = recordings[place].ranges[range]
    return r.from == 0 && r.end >= recordings[place].source.samples
  }
}
