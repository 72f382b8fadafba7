import Contract
import Journeys
import Scenarios
import Testing

@testable import Commands

@Suite("What counts as a red witness")
struct WitnessTests {
  static let clause = ClauseID.sourceSavedMeansDurable

  static func lines() throws -> [Scenarios.ThenLine] {
    let scenario = try #require(try Suite.load(Session.pack).scenario("request.split"))
    return try #require(SuiteCase.all(of: scenario).first).member.lines
  }

  @Test func `a red line that cites the clause which was broken first`() throws {
    let lines = try Self.lines()
    let verdicts: [LineVerdict] = [.holds, .violated(Self.clause)]
    let seen = Witnesses.redLine(
      earliest: Self.clause, verdicts, lines: lines, Self.clause)
    #expect(seen == 1)
  }

  @Test func `no line beside another defect, no other line, no line that holds`() throws {
    let lines = try Self.lines()
    func seen(_ earliest: ClauseID?, _ verdicts: [LineVerdict]) -> Int? {
      Witnesses.redLine(earliest: earliest, verdicts, lines: lines, Self.clause)
    }
    let red: [LineVerdict] = [.holds, .violated(Self.clause)]
    #expect(seen(.deliverAtMostOnce, red) == nil)
    #expect(seen(nil, red) == nil)
    #expect(seen(Self.clause, [.violated(Self.clause), .holds]) == nil)
  }
}
