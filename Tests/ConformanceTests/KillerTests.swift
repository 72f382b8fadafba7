import Scenarios
import Testing

@testable import Commands

/// What the suite lets pass, and what else sees it; `ci/mutants` counts over all of them.
@Suite("What the suite does not kill", .serialized)
struct KillerTests {
  /// The scenarios of the disk.
  private static func scenarios() throws -> [Scenario] {
    try Whole.suite().scenarios.filter { $0.section == "storage" }
  }

  @Test(arguments: ["end-unsynced", "short-read-believed"])
  func `what the scenarios of the disk see is killed by them`(name: String) throws {
    let engine = try #require(Engines.storageMutants.first { $0.mutantName == name })
    #expect(KillerSearch.run(engine, try Self.scenarios()).killedIn != nil)
  }

  @Test(arguments: ["audio-never-synced", "open-file-believed"])
  func `what they do not see is not`(name: String) throws {
    let engine = try #require(Engines.storageMutants.first { $0.mutantName == name })
    #expect(KillerSearch.run(engine, try Self.scenarios()).killedIn == nil)
  }
}
