import Contract
public import Properties
public import Simulation

/// What a sweep of one case came to, whatever it is that goes wrong in it one at a time.
public struct SweepTally<Fault: Sendable>: Sendable {
  /// A run that did not hold.
  public struct Found: Sendable {
    /// The case with the one fault: running it again gives the same trace.
    public var theCase: Case
    /// What went wrong in it.
    public var fault: Fault
    /// How the run came out.
    public var verdict: Verdict
    /// The broken promises, the earliest first.
    public var violations: [Finding]
    /// The run's logical trace hash.
    public var trace: UInt64
  }

  /// How the case itself came out, before anything went wrong.
  public var natural = Verdict.holds
  /// Places in the natural run where something can go wrong.
  public var points = 0
  /// Those of them at which something went wrong; the others had been swept in another case, or were
  /// not chosen.
  public var chosen = 0
  /// Runs in which something went wrong.
  public var runs = 0
  /// Runs that never met what was to go wrong.
  public var unmet = 0
  /// Runs by how they came out.
  public var verdicts = VerdictCounts()
  /// The runs that did not hold, in the order of what went wrong.
  public var found: [Found] = []
  private var traces: Set<UInt64> = []

  /// Different logical traces among the runs.
  public var distinctTraces: Int { traces.count }

  /// A tally of nothing.
  public init() {}

  /// Counts a run.
  mutating func count(_ variant: Case, _ fault: Fault, _ result: CaseResult) {
    runs += 1
    verdicts.count(result.verdict)
    traces.insert(result.trace.value)
    if result.verdict == .holds { return }
    found.append(
      Found(
        theCase: variant, fault: fault, verdict: result.verdict, violations: result.violations,
        trace: result.trace.value))
  }
}

/// How many runs came out in which way.
public struct VerdictCounts: Hashable, Sendable {
  private var counts = [Int](repeating: 0, count: Verdict.allCases.count)

  /// No runs.
  public init() {}

  /// Counts one, or several that came out alike.
  public mutating func count(_ verdict: Verdict, _ runs: Int = 1) {
    if let place = Verdict.allCases.firstIndex(of: verdict) { counts[place] += runs }
  }

  /// How many came out so.
  public subscript(verdict: Verdict) -> Int {
    Verdict.allCases.firstIndex(of: verdict).map { counts[$0] } ?? 0
  }

  /// Adds another count.
  public mutating func add(_ other: Self) {
    for i in counts.indices { counts[i] += other.counts[i] }
  }
}
