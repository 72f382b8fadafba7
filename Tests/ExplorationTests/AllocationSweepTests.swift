import Contract
import Properties
import ReferenceEngine
import Simulation
import Storage
import Testing

@testable import Exploration

/// One disk world at a time in a process; inside the suite that has them all.
extension FaultSweepTests {
  @Test func `whatever memory SQLite is refused, the contract is kept`() {
    DiskStore.exclusively {
      let tally = AllocationSweep(Self.stage()).run(Case()) { _, ordinal in
        (ordinal - 1).isMultiple(of: Self.allocationStep)
      }
      #expect(tally.natural == .holds)
      #expect(tally.points > 300)
      #expect(tally.runs > 600 / Int(Self.allocationStep) && tally.unmet == 0)
      #expect(tally.distinctTraces > 5)
      for found in tally.found.prefix(10) {
        Issue.record(
          """
          \(found.fault): \(found.verdict) \(found.violations.map(\.clause.rawValue)) \
          \(found.violations.first?.observed ?? "")
          """)
      }
    }
  }

  @Test func `memory that is watched changes no trace`() {
    DiskStore.exclusively {
      let plain = Self.stage().run(Case())
      let (counts, watched) = AllocationSweep(Self.stage()).allocations(of: Case())
      #expect(plain.trace == watched.trace)
      #expect(counts.contains { $0.count > 20 })
    }
  }

  /// A debug build is too slow for every allocation.
  #if DEBUG
    private static let allocationStep: UInt32 = 7
  #else
    private static let allocationStep: UInt32 = 1
  #endif
}
