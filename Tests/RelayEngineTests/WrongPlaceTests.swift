import Contract
import Mutants
import Simulation
import TestSupport
import Testing

@Suite struct `Mutants of the place of a leg` {
  /// A leg that breaks at ten seconds, and one that cannot be reached.
  private let gap: [(String, LegPlan)] = [
    ("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000)),
    ("dial/r1/leg2?answer", LegPlan(opening: .unreachable, opensAfter: .milliseconds(10))),
  ]

  @Test func `offset-of-dial tells another sample than the leg hears, and its words stand there`()
    throws
  {
    let duel = try Duel("offset-of-dial", .seconds(30), plan: gap)
    #expect(duel.good.offset(of: 3) == 160_000)
    #expect(duel.good.misplaced().isEmpty)
    #expect(duel.bad.firstHeard(by: 3) == 160_000)
    let told = try #require(duel.bad.offset(of: 3))
    #expect(told > 200_000)
    #expect(duel.bad.segments.first { $0.id.leg == 3 }?.from == told)
    #expect(!duel.bad.misplaced().isEmpty)
    #expect(duel.bad.words == duel.good.words)
  }

  @Test func `nothing-held loses the gap, and is honest about where it goes on`() throws {
    let duel = try Duel("nothing-held", .seconds(30), plan: gap)
    #expect(duel.good.firstHeard(by: 3) == 160_000)
    #expect(duel.bad.firstHeard(by: 3) == duel.bad.offset(of: 3))
    #expect(try #require(duel.bad.firstHeard(by: 3)) > 200_000)
    #expect(duel.bad.misplaced().isEmpty)
    #expect(duel.good.words.count - duel.bad.words.count >= 5)
    func missing(_ m: Meeting) -> Int { (m.missing ?? []).reduce(0) { $0 + $1.count } }
    // Half a second is the word that the first leg had heard and not said yet.
    #expect(missing(duel.good) == 8_000)
    #expect(missing(duel.bad) > 40_000)
    #expect(
      duel.bad.told.contains(.liveHasGaps) == (missing(duel.bad) * 10 >= duel.bad.captured))
  }

  @Test func `failed-attach-forgets what a leg took whose handshake failed, and no more`() throws {
    let plan = [
      ("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000)),
      ("dial/r1/leg2?answer", LegPlan(opening: .unreachable, opensAfter: .seconds(2))),
    ]
    let duel = try Duel("failed-attach-forgets", .seconds(40), plan: plan)
    #expect(duel.good.firstHeard(by: 3) == 160_000)
    let first = try #require(duel.bad.firstHeard(by: 3))
    #expect(first == duel.bad.offset(of: 3))
    // About one second of the ladder and two of the handshake, but not the two behind it.
    #expect((160_000 + 40_000..<160_000 + 56_000).contains(first))
    #expect(duel.bad.misplaced().isEmpty)
    // A gap without a failed handshake is the same in both.
    let plain = [("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000))]
    let other = try Meeting(
      .seconds(20), plan: plain, engine: try mutant("failed-attach-forgets"))
    #expect(other.words == (try Meeting(.seconds(20), plan: plain)).words)
  }

  @Test func `discard-stops-clock says the sample before what it threw away`() throws {
    let unreachable = (2...7).map {
      ("dial/r1/leg\($0)?answer", LegPlan(opening: .unreachable))
    }
    let duel = try Duel(
      "discard-stops-clock", .seconds(100),
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000))] + unreachable)
    let first = try #require(duel.good.firstHeard(by: 8))
    #expect(first > 160_000)
    #expect(duel.good.offset(of: 8) == first)
    #expect(duel.bad.firstHeard(by: 8) == first)
    #expect(duel.bad.offset(of: 8) == 160_000)
    #expect(!duel.bad.misplaced().isEmpty)
    #expect(duel.good.misplaced().isEmpty)
    // Where nothing is thrown away there is nothing to count wrongly.
    let short = try Meeting(.seconds(30), plan: gap, engine: try mutant("discard-stops-clock"))
    #expect(short.offsetsAreTrue)
  }

  @Test func `sends-again gives two legs the same half second`() throws {
    let duel = try Duel(
      "sends-again", plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000))])
    #expect(duel.good.firstHeard(by: 2) == 160_000)
    #expect(duel.bad.firstHeard(by: 2) == 152_000)
    #expect(duel.bad.offset(of: 2) == 152_000)
    #expect(Set(duel.good.words).count == duel.good.words.count)
    #expect(duel.bad.misplaced().isEmpty)
  }
}
