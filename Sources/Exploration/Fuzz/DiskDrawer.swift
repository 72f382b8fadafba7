import Choices
import Contract
import SimulatedDisk
import Simulation

/// Draws what goes wrong with the operations of a disk while a case runs, and remembers it as
/// entries of its plan.
///
/// As with answers, the number of faults is no counter: what is aimed at, divided by the operations
/// of the natural run, is the chance of each.
final class DiskDrawer {
  /// What was drawn.
  private(set) var entries: [DiskPlan.Entry] = []
  private let chance: Chance
  /// The chance of an operation in 2^32.
  private let rate: UInt64

  /// The faults of a case; nil where none are aimed at.
  init?(_ seed: UInt64, operations: Int) {
    chance = Chance(seed)
    guard operations > 0, chance.percent(55, .diskFault) else { return nil }
    let aim = UInt64([1, 1, 2, 4][chance.below(4, .diskFault, 1)])
    rate = (aim << 32) / UInt64(operations)
  }

  /// What happens to an operation; nil for what is usual.
  func answer(_ request: Identity, _ operation: DiskOperation) -> DiskFault? {
    let point = UInt64(operation.role.rawValue) << 40 | UInt64(operation.verb.rawValue) << 32
    let key = Key(high: request.high, low: request.low ^ (point | UInt64(operation.ordinal)))
    let word = Draw.word(seed: chance.seed ^ 0xD15C, key: key)
    guard word >> 32 < rate else { return nil }
    let faults = DiskAlternatives.to(operation)
    guard !faults.isEmpty else { return nil }
    let fault = faults[Int(Draw.below(UInt64(faults.count), seed: chance.seed ^ 0xFA17, key: key))]
    entries.append(
      DiskPlan.Entry(
        IdentityPattern(request),
        DiskPoint(operation.role, operation.verb, operation.ordinal), fault, lasts: .once))
    return fault
  }
}
