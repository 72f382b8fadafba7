import Contract

/// What the clauses of a judge have to say: findings, excuses, evidence, and what is still owed.
struct Docket: Sendable {
  /// Findings in order of occurrence; those of one reaction in registry order once it has ended.
  private(set) var findings: [Finding] = []
  /// Demands that store trouble excuses.
  private(set) var excuses: [Excuse] = []
  /// Things that must happen by a time.
  var dues = Dues()
  /// Where the findings of the reaction under way begin.
  private var tied = 0
  private var evidence: [Evidence]
  private let wantsShoulds: Bool

  init(shoulds: Bool) {
    wantsShoulds = shoulds
    evidence = [Evidence](repeating: .none, count: ClauseID.allCases.count)
  }

  /// How often the premise of a clause was met.
  func evidence(for clause: ClauseID) -> Evidence { evidence[Int(clause.rawValue)] }

  /// Counts an event that met the premise of a clause.
  @inline(__always)
  mutating func premise(_ clause: ClauseID, _ stamp: Stamp) {
    let n = Int(clause.rawValue)
    evidence[n].count &+= 1
    if evidence[n].first == nil { evidence[n].first = stamp.record }
  }

  /// Records a broken promise, once for each clause and recording: what stays wrong is one finding.
  mutating func find(
    _ clause: ClauseID, _ stamp: Stamp, _ recording: RecordingID?, _ sentence: String,
    expected: String, observed: String
  ) {
    if !wantsShoulds, clause.level == .should { return }
    for known in findings where known.clause == clause && known.recording == recording { return }
    // What is broken was asked for, even where nothing before had shown that.
    if evidence[Int(clause.rawValue)].count == 0 { premise(clause, stamp) }
    findings.append(
      Finding(
        clause: clause, record: stamp.record, at: stamp.at, identity: stamp.identity,
        process: stamp.process, recording: recording, sentence: sentence, expected: expected,
        observed: observed))
  }

  /// Records a demand that could not be met, and the request that excuses it.
  mutating func excuse(
    _ clause: ClauseID, _ stamp: Stamp, _ recording: RecordingID?, by request: Identity
  ) {
    for known in excuses where known.clause == clause && known.recording == recording { return }
    excuses.append(
      Excuse(clause: clause, record: stamp.record, recording: recording, request: request))
  }

  /// Puts the findings since the last call into registry order: inside one reaction the clause
  /// named first in the registry is the earliest.
  mutating func settleTies() {
    guard tied < findings.count else { return }
    var end = tied + 1
    while end < findings.count {
      let one = findings[end]
      var at = end
      while at > tied, findings[at - 1].clause.rawValue > one.clause.rawValue {
        findings[at] = findings[at - 1]
        at -= 1
      }
      findings[at] = one
      end += 1
    }
    tied = findings.count
  }
}
