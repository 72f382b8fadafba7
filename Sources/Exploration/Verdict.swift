public import Choices
public import Contract
public import Properties
public import Simulation

/// How a case came out. Not a pass or a fail: each has its own cause and its own remedy.
public enum Verdict: String, CaseIterable, Hashable, Sendable {
  /// Every promise that the run put to the test was kept.
  case holds
  /// A promise was broken.
  case violated
  /// The engine does not claim what the case is about.
  case unsupported
  /// The run said too little: it was cut off, or what it is about never happened.
  case inconclusive
  /// The engine broke.
  case engineCrash = "engine-crash"
  /// The engine went on without end.
  case hung
  /// The engine used what the world cannot see.
  case leftTheStage = "left-the-stage"
  /// The engine broke a rule of the exchange.
  case protocolBroken = "protocol"
  /// The harness itself went wrong.
  case harnessError = "harness-error"
}

/// What one run of one case came to.
public struct CaseResult: Sendable {
  /// How it came out.
  public var verdict: Verdict
  /// Broken promises, the earliest first; `should` clauses included.
  public var findings: [Finding]
  /// What the run put to the test.
  public var judge: Judge
  /// The logical trace hash: equal for equal cases, whatever the store, process or day.
  public var trace: TraceHash
  /// Events delivered.
  public var steps: Int
  /// Records of the trace.
  public var records: Int
  /// Virtual time at the end.
  public var end: Nanoseconds
  /// How it ended.
  public var ending: Ending
  /// What was planned and never needed: plan, holds, script, crashes and disk, by place.
  public var unmatched: Unmatched
  /// The rows and files on the device at the end.
  public var rows: [Row]
  /// The files on the device at the end.
  public var files: [FileRef]
  /// The order that a picker chose.
  public var holds: [Hold] = []
  /// The answers that a drawer drew.
  public var drawn: [Plan<Answer>.Entry] = []
  /// Whether promises that are only recommended count.
  public var countsRecommended = false

  /// Places of what a case names and its run never met.
  public struct Unmatched: Hashable, Sendable {
    /// Entries of the plan.
    public var plan: [Int]
    /// Holds of the schedule.
    public var holds: [Int]
    /// Lines of the script.
    public var script: [Int]
    /// Crashes.
    public var crashes: [Int]
    /// Entries of the plan of the disk.
    public var disk: [Int]
    /// Failures of memory.
    public var allocations: [Int]

    /// Whether everything was met.
    public var isEmpty: Bool {
      plan.isEmpty && holds.isEmpty && script.isEmpty && crashes.isEmpty && disk.isEmpty
        && allocations.isEmpty
    }
  }

  /// The broken promises that count, the earliest first: those that the contract demands (`must`)
  /// and, where the stage counts them, those that it recommends.
  public var violations: [Finding] { findings.filter { $0.isViolation(countsRecommended) } }
}

extension Finding {
  /// Whether it makes a run a violation.
  func isViolation(_ countsRecommended: Bool) -> Bool {
    switch clause.level {
    case .must: true
    case .should: countsRecommended
    case .info: false
    }
  }
}
