public import Contract
public import Properties
public import Simulation
public import SimulatedDisk

/// Every operation of the disk fails once, one after the other, in SQLite's own manner: the first
/// of the run, the second, and so on to the last; each in every way there is, for once and for
/// good.
///
/// A run is decided by its case, so the n-th operation of a run with a fault there is the n-th of
/// the natural run, which is done once to find out what there is to fail. Every variant is a case
/// with one entry in the plan of its disk, so that what is found is replayed by its case alone.
///
/// The stage must have stores with a disk, and the caller the right to use them: one disk world at
/// a time in a process (`DiskStore.exclusively`).
public struct FaultSweep: Sendable {
  /// How the cases are run.
  public var stage: Stage

  /// A sweep on a stage.
  public init(_ stage: Stage) { self.stage = stage }

  /// An operation that a case does: where, and in which request.
  public struct Point: Hashable, Sendable {
    /// The request that it belongs to.
    public var request: Identity
    /// The operation.
    public var operation: DiskOperation

    /// `store/r1.a1/processing/journal.sync.1`.
    public var text: String { "\(request)/\(operation)" }
  }

  /// What a sweep came to.
  public struct Tally: Sendable {
    /// How the case itself came out, before anything failed.
    public var natural = Verdict.holds
    /// Operations of the natural run.
    public var points = 0
    /// Runs with a fault.
    public var runs = 0
    /// Runs that never did the operation that was to fail: the harness's own error.
    public var unmet = 0
    /// Runs by how they came out.
    public var verdicts = VerdictCounts()
    /// Different logical traces among the runs.
    public var distinctTraces = 0
    /// The runs that did not hold, in the order of the operations.
    public var found: [Found] = []

    /// A tally of nothing.
    public init() {}
  }

  /// A run that did not hold.
  public struct Found: Sendable {
    /// The case with the one fault: running it again gives the same trace.
    public var theCase: Case
    /// Where it failed.
    public var point: Point
    /// What happened.
    public var fault: DiskFault
    /// For how long.
    public var lasts: DiskLasting
    /// How the run came out.
    public var verdict: Verdict
    /// The broken promises, the earliest first.
    public var violations: [Finding]
    /// The run's logical trace hash.
    public var trace: UInt64
  }

  /// The case with one operation going wrong; what else its plans say stays.
  public static func variant(
    _ theCase: Case, _ point: Point, _ fault: DiskFault, lasts: DiskLasting = .once
  ) -> Case {
    var variant = theCase
    let operation = point.operation
    variant.disk.entries.insert(
      DiskPlan.Entry(
        IdentityPattern(point.request),
        DiskPoint(operation.role, operation.verb, operation.ordinal), fault, lasts: lasts),
      at: 0)
    return variant
  }

  /// Sweeps a case.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plans, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - isChosen: which operations are to fail; all of them unless a caller has less time.
  ///   - also: told every run, with the case that was run.
  public func run(
    _ theCase: Case, limit: Int = .max, where isChosen: (Point) -> Bool = { _ in true },
    also: (Case, CaseResult) -> Void = { _, _ in }
  ) -> Tally {
    var tally = Tally()
    var traces: Set<UInt64> = []
    let (points, natural) = points(of: theCase)
    tally.natural = natural.verdict
    tally.points = points.count
    for point in points where isChosen(point) {
      let faults =
        DiskAlternatives.to(point.operation).map { ($0, DiskLasting.once) }
        + DiskAlternatives.lasting(point.operation).map { ($0, DiskLasting.onwards) }
      for (fault, lasts) in faults where tally.runs < limit {
        let variant = Self.variant(theCase, point, fault, lasts: lasts)
        let result = stage.run(variant)
        tally.runs += 1
        if result.unmatched.disk.contains(0) { tally.unmet += 1 }
        tally.verdicts.count(result.verdict)
        traces.insert(result.trace.value)
        also(variant, result)
        if result.verdict == .holds { continue }
        tally.found.append(
          Found(
            theCase: variant, point: point, fault: fault, lasts: lasts, verdict: result.verdict,
            violations: result.violations, trace: result.trace.value))
      }
    }
    tally.distinctTraces = traces.count
    return tally
  }

  /// The operations that the natural run of a case does, in their order, and how it came out.
  public func points(of theCase: Case) -> (points: [Point], natural: CaseResult) {
    let store = stage.store()
    let seen = Seen()
    store.ask { request, operation in
      seen.points.append(Point(request: request, operation: operation))
      return nil
    }
    let natural = stage.run(theCase, on: store)
    return (seen.points, natural)
  }

  /// What was seen so far: the store keeps whoever it asks, and a copy would see nothing.
  private final class Seen {
    var points: [Point] = []
  }
}
