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

  @Test func `the witness that is named can be seen as it says`() throws {
    let session = Session("explain", Self.clause.id)
    #expect(session.code == 0)
    #expect(session.out.contains("mutant:saved-before-row says that a recording is saved"))
    #expect(session.out.contains("“what is called saved is safe”"))
    #expect(session.out.contains("scenarios/request/request.split.yaml:15"))
    let line = try #require(
      session.out.split(separator: "\n").first { $0.contains("see it: lastword ") })
    let words = line.drop { $0 != ":" }.dropFirst(2).replacing("'", with: "").split(separator: " ")
    let again = Session(words.dropFirst().map(String.init))
    #expect(again.code == 1)
    #expect(again.out.contains("✗ SOURCE.saved-means-durable (must)"))
  }

  @Test func `what turns nothing red is none, whatever the list of required names`() throws {
    let suite = try Suite.load(Session.pack)
    var witnesses = Witnesses(suite, store: .memory)
    var entry = try #require(suite.required.first)
    // A name alone is no witness: neither a mutant that does no harm here nor a trace.
    entry.cites = ["keyboard.stop"]
    entry.mutants = ["saved-before-row", "parallel-leaves", "no-such-mutant"]
    entry.badTraces = ["some-trace"]
    let seen = witnesses.witnesses(of: entry)
    #expect(seen.isEmpty)
    #expect(Session("explain", "DELETE.intent-wins").out.contains("none: no engine"))
  }

  @Test func `a mutant counts that no entry names`() throws {
    let suite = try Suite.load(Session.pack)
    var witnesses = Witnesses(suite, store: .memory)
    var entry = try #require(suite.required.first)
    entry.mutants = []
    let seen = witnesses.witnesses(of: entry)
    #expect(seen.map(\.mutant).count == 1)
    let clauses = witnesses.witnessedClauses(of: [.core, .live])
    #expect(clauses.contains(Self.clause))
    #expect(!clauses.contains(.deleteIntentWins))
  }
}

@Suite("What is named and never met")
struct UnmatchedTests {
  static func played(_ member: String, _ unmatched: [Diagnostic]) -> Played {
    Played(
      line: CaseLine(
        id: "a.b\(member)", scenario: "a.b", platform: "macos", store: "memory", journeys: [],
        clauses: [], outcome: .holds, steps: 1, virtualMilliseconds: 1, trace: "1"),
      unmatched: unmatched)
  }

  @Test func `is told once a place, and only when no case of the scenario met it`() throws {
    let scenario = try #require(try Suite.load(Session.pack).scenario("request.split"))
    let source = scenario.source
    func warning(_ line: Int) -> Diagnostic {
      source.diagnostic(
        .unmatched, at: SourcePosition(line: line, column: 1), "never asked for")
    }
    var results = SuiteRun.Results()
    results.played = [
      Self.played("[n=1]", [warning(2), warning(3)]), Self.played("[n=2]", [warning(3)]),
    ]
    #expect(results.unmatched.map(\.line) == [3])
    #expect(results.unmatched.first?.hint == "nor in the other case of it")
    results.played.removeLast()
    #expect(results.unmatched.map(\.line) == [2, 3])
    #expect(results.unmatched.allSatisfy { $0.hint == nil })
  }
}
