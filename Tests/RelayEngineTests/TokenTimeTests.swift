import Contract
import Simulation
import TestSupport
import Testing

@Suite struct `Times that the relay tells` {
  /// The latest end of any word, in samples of the leg's clock, and how much the leg heard.
  private func latest(_ leg: LegNumber, _ m: Meeting) -> (told: Int, heard: Int) {
    var told = 0
    var heard = 0
    var number = LegNumber(0)
    for record in m.playback.records {
      if case .did(.leg(_, let l, .accepted)) = record.what { number = l }
      if case .did(.leg(_, leg, .ended(let count))) = record.what { heard = count }
      guard number == leg,
        case .event(.progress(_, .leg(.frame(.tokens(let tokens, _, _))))) = record.what
      else { continue }
      for token in tokens { told = max(told, (token.end ?? 0) * 16) }
    }
    return (told, heard)
  }

  @Test func `that are missing leave a sentence within its own leg`() throws {
    let m = try Meeting(plan: [
      ("dial/r1/leg1?answer", LegPlan(breaksAt: 163_000)),
      ("dial/r1/leg2?answer", LegPlan(manners: .timeless)),
    ])
    let second = m.segments.filter { $0.id.leg == 2 }
    #expect(!second.isEmpty)
    #expect(second.allSatisfy { $0.from >= 163_000 && $0.end <= m.captured })
    #expect(m.words == Array(0..<m.words.count))
  }

  /// The stop comes in the middle of the last word.
  @Test(arguments: [LegNumber(1), 2])
  func `never reach over what was heard`(leg: LegNumber) throws {
    let m = try Meeting(plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 163_000))])
    let (told, heard) = latest(leg, m)
    #expect(told > 0)
    #expect(told <= heard)
    #expect(m.segments.allSatisfy { $0.end <= m.captured })
  }
}
