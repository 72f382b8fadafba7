public import Contract
import Properties

/// What the judge of all runs makes of the exact lines of a log.
public struct ExactVerdict: Sendable {
  /// A promise that the exact lines show broken.
  public struct Breach: Hashable, Sendable {
    /// The promise.
    public var clause: ClauseID
    /// The line at which it was broken.
    public var line: Int
    /// What the person would have seen.
    public var sentence: String
  }

  /// The broken promises, in order.
  public let breaches: [Breach]
  /// The promises that could be judged: of the others these lines say nothing.
  public let judged: [ClauseID]
  /// How many exact lines were judged; those behind a gap were not.
  public let lines: Int

  /// Judges a log; nil where it has no exact lines to judge.
  ///
  /// Nothing is judged unless it is known from its beginning, and nothing behind a line that is
  /// missing. What would have had to happen after the last line is no breach.
  public init?(of log: EventLog) {
    guard !log.header.tells.isEmpty, let first = log.records.first, first.number == 1,
      LogScope(first.record.what) == .lives
    else { return nil }
    let judged = ClauseID.allCases.filter { clause in
      log.header.sets.contains(clause.set)
        && Self.needs(clause)?.allSatisfy(log.header.tells.contains) == true
    }
    var judge = Judge()
    var lines: [Int] = []
    var number = 0
    for one in log.records {
      guard one.number == number + 1, Self.isNamed(one.record) else { break }
      number = one.number
      // A few lines of a kind that is not told in full prove nothing.
      guard log.header.tells.contains(LogScope(one.record.what)) else { continue }
      lines.append(one.line)
      judge.observe(one.record)
    }
    if number == log.records.count, case .end? = log.records.last?.record.what { judge.finish() }
    let found = judge.findings.filter { judged.contains($0.clause) && $0.record < lines.count }
    // A promise that is only recommended stands behind those that must be kept.
    let ordered =
      found.filter { $0.clause.level == .must } + found.filter { $0.clause.level != .must }
    breaches = ordered.map {
      Breach(clause: $0.clause, line: lines[max($0.record, 0)], sentence: $0.sentence)
    }
    self.judged = judged
    self.lines = number
  }

  /// Whether a request, or what becomes of one, says which it is: the judge tells them apart by
  /// their names.
  private static func isNamed(_ record: TraceRecord) -> Bool {
    switch record.what {
    case .effect(.request), .event(.progress), .event(.finished):
      record.identity != Identity(.none)
    case .event, .effect, .ignored, .deadlines, .did, .process, .end: true
    }
  }
}
