import Contract
import Simulation
import Testing

@testable import Scenarios

/// Borrows the clipboard at its launch and gives it back.
private struct Borrower: EngineUnderTest {
  func handle(_ event: Event, at now: Moment) -> Reaction {
    switch event {
    case .launched:
      return Reaction([.request(Ticket(EffectID(1)), .writeClipboard("mine", ifChange: nil))])
    case .finished(let ticket, .clipboard(let change)) where ticket.effect == EffectID(1):
      return Reaction([.request(Ticket(EffectID(2)), .restoreClipboard(ifChange: change))])
    case .person, .progress, .finished, .news, .deadline: return Reaction()
    }
  }
}

@Suite struct `The clipboard that a case begins with` {
  @Test func `is the one that the expectation names`() {
    var held: [String] = []
    var world = World(Case(script: []), store: MemoryStore(), engine: { _ in Borrower() }) {
      if case .did(.clipboard(_, let text, _)) = $0.what { held.append(text) }
    }
    _ = world.run()
    #expect(held == ["mine", ClipboardCheck.found])
  }
}
