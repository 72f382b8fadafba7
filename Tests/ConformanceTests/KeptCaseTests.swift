import Contract
import Exploration
import Properties
import Scenarios
import Testing

@testable import Commands

@Suite("Kept cases")
struct KeptCaseTests {
  /// The regressions of this repository, by id; empty when the pack cannot be loaded, which the
  /// test of their number then tells.
  private static let ids: [String] = {
    do { return try Whole.suite().regressions.map(\.id) } catch { return [] }
  }()

  private func file(_ id: String) throws -> CaseFile {
    let scenario = try #require(try Whole.suite().regressions.first { $0.id == id })
    return try #require(CaseFile(scenario))
  }

  @Test func `there are cases of many promises`() throws {
    let clauses = try Self.ids.map { try file($0).regression.clause }
    #expect(Self.ids.count >= 80)
    #expect(Set(clauses).count >= 60)
  }

  @Test(arguments: ids)
  func `its promise is broken first by its own engine, and by the good one none is`(
    _ id: String
  ) throws {
    let file = try file(id)
    let own = try #require(Engines.find(file.regression.engine))
    #expect(own.breaks == file.regression.clause)
    let replay = try Replay(file, engine: own)
    #expect(replay.standing == .asExpected, "\(replay.account): \(replay.sentence)")
    #expect(replay.catchUp.renamed == 0)
    #expect(replay.catchUp.result.trace.hexadecimal == file.regression.trace)
    let needsDisk = file.needsDisk || file.theCase.needsDisk
    let good = try Engines.reference.onStage(needsDisk: needsDisk) { $0.run(file.theCase) }
    #expect(good.verdict == .holds, "\(good.violations.map(\.clause.id))")
  }
}
