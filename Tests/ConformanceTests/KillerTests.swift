import Contract
import Journeys
import Scenarios
import Storage
import Testing

@testable import Commands

/// What the suite lets pass, and what else sees it.
@Suite("What the suite does not kill", .serialized)
struct KillerTests {
  /// The scenarios that a storage mutant plays here: all that say anything of the disk, which are
  /// those that could show it, and of the others as many as a debug build has time for.
  private static func scenarios() throws -> [Scenario] {
    let suite = try Whole.suite()
    #if DEBUG
      return suite.scenarios.filter { scenario in
        scenario.store == .disk || scenario.section == "storage"
          || SuiteCase.all(of: scenario).first.map(Whole.isInSample) == true
            && scenario.section != "bulk"
      }
    #else
      return suite.scenarios
    #endif
  }

  /// Whether a test of these targets shows the defect by other means than the suite.
  private static func isShownElsewhere(_ mutant: StorageMutant) throws -> Bool {
    // `StorageCrashTests` plays the crash of each that has one, `StorageFaultTests` the trouble,
    // `KeptCaseTests` every kept case on its own engine.
    let isKept = try Whole.suite().regressions.contains { scenario in
      scenario.regression?.engine == "mutant:" + mutant.name
        && scenario.regression?.expect == .violated
    }
    let hasTrouble = StorageFaultTests.troubles.contains { $0.mutant == mutant.name }
    return isKept || hasTrouble || mutant.kill != nil
  }

  @Test func `it lets at least twelve defects pass, and each dies by something else`() throws {
    let scenarios = try Self.scenarios()
    #expect(scenarios.count >= 40)
    var passed: [String] = []
    for engine in Engines.storageMutants where engine.equivalence == nil {
      guard KillerSearch.run(engine, scenarios).killedIn == nil else { continue }
      let mutant = try #require(StorageMutant.all.first { $0.name == engine.mutantName })
      // One is known to be seen by nothing yet; it counts for nothing here either.
      if StorageCrashTests.unseen.contains(where: { $0.name == mutant.name }) { continue }
      passed.append(mutant.name)
      #expect(try Self.isShownElsewhere(mutant), "\(mutant.name)")
    }
    #expect(passed.count >= 12, "\(passed)")
  }
}
