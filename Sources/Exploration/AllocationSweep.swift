public import Contract
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

  /// Sweeps a case. Its points are the allocations of the natural run that the plan of the case does not
  /// decide; an unmet run is the harness's own error.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plans, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - pasts: what other cases have been swept for; only allocations with a past that it takes fail.
  ///   - isChosen: which allocations are to fail, by request and number.
  ///   - also: told every run, with the case that was run.
  public func run(
    _ theCase: Case, limit: Int = .max, pasts: SweptPasts? = nil,
    where isChosen: (Identity, UInt32) -> Bool = { _, _ in true },
    also: (Case, CaseResult) -> Void = { _, _ in }
  ) -> SweepTally<DiskPlan.Allocation> {
    var tally = SweepTally<DiskPlan.Allocation>()
    let (counts, issued, natural) = history(of: theCase)
    tally.natural = natural.verdict
    for count in counts where count.count > 0 {
      tally.points += Int(count.count)
      let past = issued.first { $0.request == count.request }?.past
      for ordinal in 1...count.count where isChosen(count.request, ordinal) {
        // What is not swept here is left to the next case with that past.
        guard tally.runs < limit else { break }
        if let pasts, let past, !pasts.takes(past, UInt64(ordinal)) { continue }
        tally.chosen += 1
        for isLasting in [false, true] where tally.runs < limit {
          let allocation = DiskPlan.Allocation(
            IdentityPattern(count.request), ordinal, isLasting: isLasting)
          var variant = theCase
          variant.disk.allocations.insert(allocation, at: 0)
          let result = stage.run(variant)
          if result.unmatched.allocations.contains(0) { tally.unmet += 1 }
          tally.count(variant, allocation, result)
          also(variant, result)
        }
      }
    }
    return tally
  }

  /// How often each request of the natural run asks for memory before the case's own plan refuses it, and
  /// how the run came out.
  public func allocations(of theCase: Case) -> (counts: [AllocationCount], natural: CaseResult) {
    let (counts, _, natural) = history(of: theCase)
    return (counts, natural)
  }

  /// The same, and for each request a hash of what had happened when it was issued.
  private func history(
    of theCase: Case
  ) -> (
    counts: [AllocationCount], issued: [(request: Identity, past: UInt64)], natural: CaseResult
  ) {
    let store = stage.store()
    store.watchAllocations()
    var past = Past()
    var issued: [(request: Identity, past: UInt64)] = []
    let natural = stage.run(theCase, on: store) { record in
      past.feed(record)
      guard case .effect(.request) = record.what else { return }
      let request = record.identity.saying(.object)
      issued.append((request, past.place(request)))
    }
    return (store.allocations, issued, natural)
  }
}
