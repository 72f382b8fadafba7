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

  static func played(earliest: ClauseID?, _ verdicts: [LineVerdict]) -> Played {
    Played(
      line: CaseLine(
        id: "a", scenario: "a", platform: "a", store: "memory", journeys: [], clauses: [],
        outcome: .violated, steps: 0, virtualMilliseconds: 0, trace: ""),
      earliest: earliest, verdicts: verdicts)
  }

  @Test func `a red line that cites the clause which was broken first`() throws {
    let lines = try Self.lines()
    let verdicts: [LineVerdict] = [.holds, .violated(Self.clause)]
    let seen = Witnesses.redLine(
      of: Self.played(earliest: Self.clause, verdicts), lines: lines, Self.clause)
    #expect(seen == 1)
  }

  @Test func `no line beside another defect, no other line, no line that holds`() throws {
    let lines = try Self.lines()
    let red: [LineVerdict] = [.holds, .violated(Self.clause)]
    let other = Self.played(earliest: .deliverAtMostOnce, red)
    #expect(Witnesses.redLine(of: other, lines: lines, Self.clause) == nil)
    #expect(
      Witnesses.redLine(of: Self.played(earliest: nil, red), lines: lines, Self.clause) == nil)
    let wrongLine = Self.played(earliest: Self.clause, [.violated(Self.clause), .holds])
    #expect(Witnesses.redLine(of: wrongLine, lines: lines, Self.clause) == nil)
  }
}
