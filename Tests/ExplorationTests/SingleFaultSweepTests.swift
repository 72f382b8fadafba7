import Choices
import Contract
import Mutants
import Properties
import ReferenceEngine
import Simulation
import Testing

@testable import Exploration

@Suite struct SingleFaultSweepTests {
  private static let reference = Stage(engine: { _ in Engine() })

  @Test func `one dictation survives every single fault`() {
    let tally = SingleFaultSweep(Self.reference).run(Case())
    #expect(tally.natural == .holds)
    #expect(tally.found.isEmpty, "\(tally.found.map { "\($0.fault.question) \($0.fault.answer)" })")
    #expect(tally.points > 30)
    #expect(tally.runs > 300)
    #expect(tally.verdicts[.holds] == tally.runs)
    #expect(tally.distinctTraces > 100 && tally.distinctTraces < tally.runs)
  }

  @Test func `a sweep is the same twice`() {
    func traces() -> [UInt64] {
      var all: [UInt64] = []
      _ = SingleFaultSweep(Self.reference).run(Case()) { all.append($1.trace.value) }
      return all
    }
    let first = traces()
    #expect(!first.isEmpty && first == traces())
  }

  @Test func `what is found is replayed by its case alone`() throws {
    let mutant = try #require(Mutant.all.first { $0.name == "write-failure-claimed" })
    let stage = Stage(engine: mutant.make)
    let tally = SingleFaultSweep(stage).run(Case())
    #expect(tally.natural == .holds)
    let found = try #require(tally.found.first { $0.verdict == .violated })
    let again = stage.run(found.theCase)
    #expect(again.trace.value == found.trace)
    #expect(again.violations.map(\.clause) == found.violations.map(\.clause))
    #expect(found.theCase.plan.entries.count == 1)
    #expect(again.unmatched.plan.isEmpty)
  }

  @Test func `the plan of a case stays, and an answer that is there already is replaced`() throws {
    let question = try IdentityPattern(parsing: "upload/r1.a1/0/t1?answer")
    let theCase = Case(
      plan: Plan([Plan.Entry(KeyPattern(question), .reply(Reply(status: 400)))]))
    let variant = SingleFaultSweep.variant(
      theCase, question.value, .reply(Reply(status: 503)))
    #expect(variant.plan.entries.count == 2)
    #expect(variant.plan.entries.last == theCase.plan.entries.last)
    #expect(Self.reference.run(variant).unmatched.plan == [1])
  }

  @Test func `a limit ends a sweep`() {
    #expect(SingleFaultSweep(Self.reference).run(Case(), limit: 7).runs == 7)
  }
}
