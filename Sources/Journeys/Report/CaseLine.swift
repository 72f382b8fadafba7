/// The result of one case on one store: a line of the canonical report.
///
/// It holds only what is the same on every machine and day.
public struct CaseLine: Hashable, Sendable {
  /// `scenario[matrix values]@platform`.
  public var id: String
  /// The scenario it is a member of.
  public var scenario: String
  /// The platform it ran as.
  public var platform: String
  /// `memory` or `disk`.
  public var store: String
  /// The journeys it belongs to; the first is the one that it is told under.
  public var journeys: [String]
  /// The clauses that it cites.
  public var clauses: [String]
  /// How it came out.
  public var outcome: CaseOutcome
  /// What there is to say about it, unless it simply holds.
  public var account: Account?
  /// Events delivered.
  public var steps: Int
  /// Virtual time at the end, in milliseconds.
  public var virtualMilliseconds: Int64
  /// The logical trace hash.
  public var trace: String

  /// Makes a line.
  public init(
    id: String, scenario: String, platform: String, store: String, journeys: [String],
    clauses: [String], outcome: CaseOutcome, account: Account? = nil, steps: Int,
    virtualMilliseconds: Int64, trace: String
  ) {
    self.id = id
    self.scenario = scenario
    self.platform = platform
    self.store = store
    self.journeys = journeys
    self.clauses = clauses
    self.outcome = outcome
    self.account = account
    self.steps = steps
    self.virtualMilliseconds = virtualMilliseconds
    self.trace = trace
  }

  /// The matrix values in the id, without their brackets; nil for a scenario without a matrix.
  public var variant: String? {
    guard let open = id.firstIndex(of: "["), let close = id.lastIndex(of: "]"), open < close
    else { return nil }
    return String(id[id.index(after: open)..<close])
  }
}

/// What a case that does not simply hold has to tell.
public struct Account: Hashable, Sendable {
  /// The promise that was broken first, if it is about one.
  public var clause: String?
  /// What the person would have seen, in one sentence.
  public var finding: String
  /// What was demanded there.
  public var expected: String?
  /// What was there instead.
  public var observed: String?
  /// The first wrong event.
  public var firstWrong: WrongEvent?
  /// The lines of the scenario that were not kept.
  public var lines: [ThenLine]
  /// The command that runs just this case again.
  public var again: String?

  /// Makes an account.
  public init(
    clause: String? = nil, finding: String, expected: String? = nil, observed: String? = nil,
    firstWrong: WrongEvent? = nil, lines: [ThenLine] = [], again: String? = nil
  ) {
    self.clause = clause
    self.finding = finding
    self.expected = expected
    self.observed = observed
    self.firstWrong = firstWrong
    self.lines = lines
    self.again = again
  }
}

/// The record of a trace at which a promise was broken.
public struct WrongEvent: Hashable, Sendable {
  /// Its place in the trace, from 0.
  public var record: Int
  /// The virtual time in nanoseconds.
  public var nanoseconds: Int64
  /// Its name.
  public var identity: String

  /// Makes one.
  public init(record: Int, nanoseconds: Int64, identity: String) {
    self.record = record
    self.nanoseconds = nanoseconds
    self.identity = identity
  }
}

/// A `then` line of a scenario and what became of it in a case.
public struct ThenLine: Hashable, Sendable {
  /// What became of a line.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// It came true.
    case kept
    /// It did not.
    case broken
    /// What it is about never happened.
    case untested
  }

  /// What it says.
  public var that: String
  /// The clauses that it cites.
  public var cites: [String]
  /// What became of it.
  public var verdict: Verdict
  /// The file it stands in, relative to the pack.
  public var file: String
  /// The line in that file, from 1.
  public var line: Int

  /// Makes a line.
  public init(that: String, cites: [String], verdict: Verdict, file: String, line: Int) {
    self.that = that
    self.cites = cites
    self.verdict = verdict
    self.file = file
    self.line = line
  }
}
