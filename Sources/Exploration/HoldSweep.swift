public import Choices
import Contract
public import Simulation

/// Every deviation of a case from its natural order, one at a time, or two.
///
/// A deviation holds one pending item back until one of the items that are delivered while it
/// waits. What it could wait for is not guessed: a run in which it is never let go shows it. That
/// makes a bounded claim: no order that is one hold (or two) away from the natural one breaks a
/// promise.
public struct HoldSweep: Sendable {
  /// How the cases are run.
  public var stage: Stage
  /// How many deviations a run may have: 1 or 2.
  public var depth: Int

  /// A sweep on a stage.
  public init(_ stage: Stage, depth: Int = 1) {
    self.stage = stage
    self.depth = depth
  }

  /// Deviations that were tried together.
  public struct Deviation: Hashable, Sendable {
    /// What is held, and until what.
    public var holds: [Hold]
  }

  /// Sweeps a case. Its points are the deliveries of the natural run.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plans, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - also: told every run, with the case that was run; false ends the sweep.
  public func run(
    _ theCase: Case, limit: Int = .max, also: (Case, CaseResult) -> Bool = { _, _ in true }
  ) -> SweepTally<Deviation> {
    var tally = SweepTally<Deviation>()
    tally.natural = stage.run(theCase).verdict
    let order = watch(theCase).order
    tally.points = order.count
    var goesOn = true
    sweep(theCase, [], after: -1, depth: depth, limit, &tally, &goesOn, also)
    return tally
  }

  private func sweep(
    _ base: Case, _ holds: [Hold], after place: Int, depth: Int, _ limit: Int,
    _ tally: inout SweepTally<Deviation>, _ goesOn: inout Bool,
    _ also: (Case, CaseResult) -> Bool
  ) {
    var seen: Set<Identity> = []
    for (n, item) in watch(base).order.enumerated() where n > place {
      guard seen.insert(item).inserted, holds.allSatisfy({ $0.hold.value != Key(item) }) else {
        continue
      }
      for until in waits(item, in: base) {
        guard goesOn, tally.runs < limit else { return }
        let hold = Hold(KeyPattern(Key(item)), until: KeyPattern(Key(until)))
        var variant = base
        variant.schedule.append(hold)
        let result = stage.run(variant)
        tally.count(variant, Deviation(holds: holds + [hold]), result)
        if result.unmatched.holds.contains(variant.schedule.count - 1) { tally.unmet += 1 }
        goesOn = also(variant, result)
        guard depth > 1, result.verdict == .holds else { continue }
        sweep(variant, holds + [hold], after: n, depth: depth - 1, limit, &tally, &goesOn, also)
      }
    }
  }

  /// What is delivered while an item waits, for as long as it can.
  private func waits(_ item: Identity, in theCase: Case) -> [Identity] {
    var held = theCase
    held.schedule.append(Hold(KeyPattern(Key(item)), until: Self.never))
    var seen: Set<Identity> = []
    return watch(held).waitedFor.filter { seen.insert($0).inserted }
  }

  /// Nothing that happens has this name.
  private static let never = KeyPattern(Key(high: .max, low: .max))

  private func watch(_ theCase: Case) -> World.Summary {
    var world = World(
      theCase, store: stage.store(), engine: stage.engine, keepsOrder: true, observe: { _ in })
    return world.run()
  }
}
