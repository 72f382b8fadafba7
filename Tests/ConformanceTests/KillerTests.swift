import Scenarios
import Testing

@testable import Commands

/// What the suite lets pass, and what else sees it; `ci/mutants` counts over all of them.
@Suite("What the suite does not kill", .serialized)
struct KillerTests {
  /// The scenarios of the disk and a few others: what could show a storage mutant.
  private static func scenarios() throws -> [Scenario] {
    try Whole.suite().scenarios.filter { $0.section == "storage" }
  }

  @Test(arguments: ["end-unsynced", "short-read-believed"])
  func `what the suite sees is killed by run`(name: String) throws {
    let engine = try #require(Engines.storageMutants.first { $0.mutantName == name })
    #expect(KillerSearch.run(engine, try Self.scenarios()).killedIn != nil)
  }

  @Test(arguments: ["audio-never-synced", "open-file-believed"])
  func `what the suite does not see is not`(name: String) throws {
    guard let engine = Engines.storageMutants.first(where: { $0.mutantName == name }) else {
      let names = Engines.storageMutants.map(\.mutantName)
      Issue.record("\(name) is none of \(names)")
      return
    }
    #expect(KillerSearch.run(engine, try Self.scenarios()).killedIn == nil)
  }
}
