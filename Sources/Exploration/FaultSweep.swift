public import Contract
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

  /// One operation that goes wrong.
  public struct Fault: Sendable {
    /// Where.
    public var point: Point
    /// What happens.
    public var fault: DiskFault
    /// For how long.
    public var lasts: DiskLasting
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

  /// Sweeps a case. Its points are the operations of the natural run; an unmet run is the harness's own
  /// error.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plans, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - pasts: what other cases have been swept for; only operations with a past that it takes fail.
  ///   - isChosen: which operations are to fail; all of them unless a caller has less time.
  ///   - also: told every run, with the case that was run.
  public func run(
    _ theCase: Case, limit: Int = .max, pasts: SweptPasts? = nil,
    where isChosen: (Point) -> Bool = { _ in true },
    also: (Case, CaseResult) -> Void = { _, _ in }
  ) -> SweepTally<Fault> {
    var tally = SweepTally<Fault>()
    let (points, past, natural) = history(of: theCase)
    tally.natural = natural.verdict
    tally.points = points.count
    for (place, point) in points.enumerated() where isChosen(point) {
      // What is not swept here is left to the next case with that past.
      guard tally.runs < limit else { break }
      if let pasts, !pasts.takes(past[place]) { continue }
      tally.chosen += 1
      let faults =
        DiskAlternatives.to(point.operation).map { ($0, DiskLasting.once) }
        + DiskAlternatives.lasting(point.operation).map { ($0, DiskLasting.onwards) }
      for (fault, lasts) in faults where tally.runs < limit {
        let variant = Self.variant(theCase, point, fault, lasts: lasts)
        let result = stage.run(variant)
        if result.unmatched.disk.contains(0) { tally.unmet += 1 }
        tally.count(variant, Fault(point: point, fault: fault, lasts: lasts), result)
        also(variant, result)
      }
    }
    return tally
  }

  /// The operations that the natural run of a case does, in their order, and how it came out.
  public func points(of theCase: Case) -> (points: [Point], natural: CaseResult) {
    let (points, _, natural) = history(of: theCase)
    return (points, natural)
  }

  /// The same, and for each operation a hash of what had happened by then, itself included.
  private func history(
    of theCase: Case
  ) -> (points: [Point], pasts: [UInt64], natural: CaseResult) {
    let store = stage.store()
    let seen = Seen()
    store.ask { request, operation in
      let point = Point(request: request, operation: operation)
      seen.points.append(point)
      seen.pasts.append(seen.past.place(point))
      return nil
    }
    let natural = stage.run(theCase, on: store) { seen.past.feed($0) }
    return (seen.points, seen.pasts, natural)
  }

  /// What was seen so far: the store keeps whoever it asks, and a copy would see nothing.
  private final class Seen {
    var points: [Point] = []
    var past = Past()
    var pasts: [UInt64] = []
  }
}
