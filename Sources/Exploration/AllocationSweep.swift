public import Contract
public import Properties
public import Simulation

/// Every allocation of the database's library fails once, one after the other: the first of the
/// run, the second, and so on to the last; each alone, and each with all that follow.
///
/// As with `FaultSweep` the natural run tells what there is to fail, every variant is a case with
/// one entry in the plan of its disk, and the caller holds the right to a disk world.
public struct AllocationSweep: Sendable {
  /// How the cases are run.
  public var stage: Stage

  /// A sweep on a stage.
  public init(_ stage: Stage) { self.stage = stage }

  /// What a sweep came to.
  public struct Tally: Sendable {
    /// How the case itself came out, before anything failed.
    public var natural = Verdict.holds
    /// Allocations of the natural run.
    public var points = 0
    /// Runs with a failure.
    public var runs = 0
    /// Runs that never asked for the memory that was to be refused: the harness's own error.
    public var unmet = 0
    /// Runs by how they came out.
    public var verdicts = VerdictCounts()
    /// Different logical traces among the runs.
    public var distinctTraces = 0
    /// The runs that did not hold, in the order of the allocations.
    public var found: [Found] = []

    /// A tally of nothing.
    public init() {}
  }

  /// A run that did not hold.
  public struct Found: Sendable {
    /// The case with the one failure: running it again gives the same trace.
    public var theCase: Case
    /// The allocation.
    public var allocation: DiskPlan.Allocation
    /// How the run came out.
    public var verdict: Verdict
    /// The broken promises, the earliest first.
    public var violations: [Finding]
    /// The run's logical trace hash.
    public var trace: UInt64
  }

  /// Sweeps a case.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plans, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - isChosen: which allocations are to fail, by request and number.
  ///   - also: told every run, with the case that was run.
  public func run(
    _ theCase: Case, limit: Int = .max,
    where isChosen: (Identity, UInt32) -> Bool = { _, _ in true },
    also: (Case, CaseResult) -> Void = { _, _ in }
  ) -> Tally {
    var tally = Tally()
    var traces: Set<UInt64> = []
    let (counts, natural) = allocations(of: theCase)
    tally.natural = natural.verdict
    for count in counts where count.count > 0 {
      tally.points += Int(count.count)
      for ordinal in 1...count.count where isChosen(count.request, ordinal) {
        for isLasting in [false, true] where tally.runs < limit {
          let allocation = DiskPlan.Allocation(
            IdentityPattern(count.request), ordinal, isLasting: isLasting)
          var variant = theCase
          variant.disk.allocations.insert(allocation, at: 0)
          let result = stage.run(variant)
          tally.runs += 1
          if result.unmatched.allocations.contains(0) { tally.unmet += 1 }
          tally.verdicts.count(result.verdict)
          traces.insert(result.trace.value)
          also(variant, result)
          if result.verdict == .holds { continue }
          tally.found.append(
            Found(
              theCase: variant, allocation: allocation, verdict: result.verdict,
              violations: result.violations, trace: result.trace.value))
        }
      }
    }
    tally.distinctTraces = traces.count
    return tally
  }

  /// How often each request of the natural run asks for memory, and how the run came out.
  public func allocations(of theCase: Case) -> (counts: [AllocationCount], natural: CaseResult) {
    let store = stage.store()
    store.watchAllocations()
    let natural = stage.run(theCase, on: store)
    return (store.allocations, natural)
  }
}
