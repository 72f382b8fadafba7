public import Contract
import Simulation

/// What came of one line of a scenario in one run.
public enum LineVerdict: Hashable, Sendable {
  /// It is as the line says.
  case holds
  /// It is not: what was expected and what was there instead.
  case unmet(expected: String, Shortfall)
  /// A clause that the line cites was violated.
  case violated(ClauseID)
  /// The run never met the premise of these clauses, so the line says nothing.
  case noEvidence([ClauseID])
}

/// What a run says about a clause.
public struct ClauseStanding: Hashable, Sendable {
  /// Whether it was violated.
  public var isViolated: Bool
  /// How often its premise was met.
  public var evidence: Int

  /// Describes a clause after a run.
  public init(isViolated: Bool, evidence: Int) {
    self.isViolated = isViolated
    self.evidence = evidence
  }
}

/// Judges the lines of a case over one run of it. The clauses are judged elsewhere and asked for
/// at the end, so that this target knows no judge.
public struct LineJudge: Sendable {
  private var lines: [ThenLine]
  private var spoken: SpokenWords
  private var ending: Ending?

  /// Prepares for one run of a case.
  public init(_ theCase: ScenarioCase) {
    lines = theCase.lines
    spoken = SpokenWords(theCase.theCase)
  }

  /// Takes one record of the trace, in order.
  public mutating func observe(_ record: TraceRecord) {
    spoken.observe(record)
    if case .end(let end) = record.what, ending == nil { ending = end }
    for i in lines.indices {
      for j in lines[i].checks.indices { lines[i].checks[j].observe(record) }
    }
  }

  /// The verdict of every line, in order.
  ///
  /// - Parameters:
  ///   - rows: History at the end.
  ///   - files: the files at the end.
  ///   - clause: what the run says about a clause.
  public func verdicts(
    rows: [Row], files: [FileRef], clause: (ClauseID) -> ClauseStanding
  ) -> [LineVerdict] {
    let end = RunEnd(rows: rows, files: files, spoken: spoken, ending: ending)
    return lines.map { verdict($0, end, clause) }
  }

  private func verdict(
    _ line: ThenLine, _ end: RunEnd, _ clause: (ClauseID) -> ClauseStanding
  ) -> LineVerdict {
    for check in line.checks {
      if let shortfall = check.shortfall(end) {
        return .unmet(expected: check.expected(end), shortfall)
      }
    }
    if let violated = line.cites.first(where: { clause($0).isViolated }) {
      return .violated(violated)
    }
    guard line.checks.isEmpty else { return .holds }
    let unmet = line.cites.filter { clause($0).evidence == 0 }
    return unmet.isEmpty ? .holds : .noEvidence(unmet)
  }
}
