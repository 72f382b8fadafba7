import Choices
import Contract
import Properties
import Scenarios
import Simulation
import Testing

@testable import Commands
@testable import Exploration

@Suite("Reducing what was found")
struct ReductionTests {
  /// Defects of every family.
  static let mutants = [
    "accepted-leaf-resent", "checkpoint-error-ignored", "cleanup-failure-fails",
    "delete-forgotten", "endless-processing", "fourth-try", "promote-before-sync",
    "retry-makes-entry", "saved-before-row", "stale-callback", "parallel-leaves",
    "deliver-before-commit",
  ]

  /// Reductions of one mutant, each from another case with other noise.
  private func reductions(_ name: String, most: Int = 3) throws -> [Reduction] {
    let mutant = try #require(Engines.mutants.first { $0.mutantName == name })
    let clause = try #require(mutant.breaks)
    let stage = Exploration.Stage(engine: mutant.make)
    var all: [Reduction] = []
    for one in try Whole.suite().cases
    where ["macos", "ios"].contains(one.platform) && !one.needsDisk && all.count < most {
      let natural = one.member.theCase
      let noise = Noise(stage: stage, clause: clause, seed: UInt64(all.count))
      guard noise.breaks(natural) else { continue }
      let noisy = noise.added(to: natural)
      let discovery = try #require(
        Discovery(noisy, stage.run(noisy), provenance: "noise on \(one.id)"))
      all.append(Reducer(stage).reduce(discovery))
    }
    return all
  }

  @Test(arguments: mutants)
  func `it keeps the promise, is small, and comes back from its file with the same trace`(
    _ name: String
  ) throws {
    let mutant = try #require(Engines.mutants.first { $0.mutantName == name })
    let clause = try #require(mutant.breaks)
    let stage = Exploration.Stage(engine: mutant.make)
    let all = try reductions(name)
    #expect(!all.isEmpty)
    let best = all.map(\.size.entries).min() ?? 0
    for reduction in all {
      #expect(reduction.isConfirmed && !reduction.isCutShort)
      let again = stage.run(reduction.theCase)
      #expect(again.violations.first?.clause == clause)
      #expect(again.trace.value == reduction.trace)
      print(
        "reduced \(name): \(reduction.original.entries) to \(reduction.size.entries) (best \(best)) in "
          + "\(reduction.executions) + \(reduction.explaining), \(Bucket(reduction, stage).text), inev \(reduction.inevitable.map { "\($0.identity)" } ?? "-") of \(reduction.findings[0].identity), near \(reduction.neighbour.map { "\($0.without)" } ?? "-"), \(reduction.explained.map { "\($0.part):\($0.role)" }), others \(reduction.others.count)")
    }
  }
}
