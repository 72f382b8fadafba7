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

  /// An allocation that the plan of the case refuses is no place for another failure, nor is one that
  /// comes after it in that request, nor any at all once memory has run out for good.
  @Test func `what the plan of a case refuses already is not refused again`() throws {
    try DiskStore.exclusively {
      let whole = AllocationSweep(Self.stage()).allocations(of: Case()).counts
      let place = try #require(whole.indices.last { whole[$0].count > 8 })
      let request = whole[place].request
      for isLasting in [false, true] {
        var theCase = Case()
        theCase.disk.allocations = [
          DiskPlan.Allocation(IdentityPattern(request), 4, isLasting: isLasting)
        ]
        let (counts, natural) = AllocationSweep(Self.stage()).allocations(of: theCase)
        #expect(natural.unmatched.allocations.isEmpty)
        #expect(counts[...place].map(\.count) == whole[..<place].map(\.count) + [3])
        if isLasting { #expect(counts[(place + 1)...].allSatisfy { $0.count == 0 }) }
        let tally = AllocationSweep(Self.stage()).run(theCase) { id, ordinal in
          id == request || ordinal % (4 * Self.allocationStep) == 1
        }
        #expect(tally.runs > 6 && tally.unmet == 0)
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
