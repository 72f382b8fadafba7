import Contract
import Journeys
import ReferenceEngine
import Testing

@testable import Commands

@Suite("Events without effect")
struct IgnoredEventTests {
  /// Says all that the reference engine says, and counts in secret what it ignores.
  private struct Fickle: EngineUnderTest, Hashable {
    private var engine = Engine()
    private var ignored = 0

    mutating func handle(_ event: Event, at now: Moment) -> Reaction {
      let reaction = engine.handle(event, at: now)
      if reaction.ignored != nil { ignored += 1 }
      return reaction
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an engine that changes on one is found out wherever cases are run`(
    _ store: StoreKind
  ) throws {
    let scenario = try #require(try Whole.suite().scenario("cancel.too-late"))
    var fickle = Engines.reference
    fickle.make = { _ in Fickle() }
    let cases = SuiteCase.all(of: scenario)
    #expect(!cases.isEmpty)
    for (id, outcome) in Whole.run(cases, fickle, on: store) {
      #expect(outcome.line.outcome == .protocolBroken, "\(id)")
      #expect(Whole.inMemory[id]?.line.outcome == .holds, "\(id)")
    }
  }
}
