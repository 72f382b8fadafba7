import Contract
import Mutants
import Simulation
import TestSupport
import Testing

@Suite struct `Mutants of what a leg is sent` {
  @Test func `flushes-when-open lets live audio overtake, but only while a handshake lasts`()
    throws
  {
    func plan(_ handshake: Int) -> [(String, LegPlan)] {
      [
        ("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000)),
        ("dial/r1/leg2?answer", LegPlan(opensAfter: .milliseconds(handshake))),
      ]
    }
    let duel = try Duel("flushes-when-open", plan: plan(1_200))
    #expect(duel.good.heard.map(\.span.from) == [0, 160_000])
    let second = duel.bad.heard.filter { $0.leg == 2 }.map(\.span.from)
    #expect(second.first == 160_000)
    #expect(duel.bad.offset(of: 2) == 160_000)
    // A jump forwards to what is live, then back to what was held.
    #expect(second.count == 4)
    #expect(second != second.sorted())
    #expect(!duel.bad.misplaced().isEmpty)
    // With nothing captured in between, nothing overtakes.
    let quick = try Meeting(plan: plan(10), engine: try mutant("flushes-when-open"))
    #expect(quick.heard.map(\.span.from) == [0, 160_000])
  }

  @Test func `endless-queue overfills a leg and does not follow what that dropped`() throws {
    let duel = try Duel(
      "endless-queue", .seconds(60),
      plan: [
        ("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000)),
        ("dial/r1/leg2?answer", LegPlan(opensAfter: .seconds(8))),
      ], queue: 4 * sampleRate)
    #expect(duel.good.offsetsAreTrue)
    #expect(!duel.good.playback.events.contains { $0.contains("queueDropped") })
    #expect(duel.bad.playback.events.contains { $0.contains("queueDropped") })
    #expect(duel.bad.offset(of: 2) == 80_000)
    #expect(try #require(duel.bad.firstHeard(by: 2)) > 80_000)
    #expect(!duel.bad.saidToLegs.contains { if case .offset = $0 { true } else { false } })
    #expect(!duel.bad.misplaced().isEmpty)
  }

  @Test func `keeps-nothing-alive says nothing while the microphone is silent`() throws {
    let duel = try Duel(
      "keeps-nothing-alive",
      answers: [("capture/r1?answer", .microphone(Microphone(end: .starvesAt(60))))])
    #expect(duel.good.saidToLegs.contains(.keepalive))
    #expect(!duel.bad.saidToLegs.contains(.keepalive))
    #expect(duel.bad.saidToLegs == duel.good.saidToLegs.filter { $0 != .keepalive })
  }

  @Test(arguments: ["ends-at-once", "ends-with-finalize"])
  func `an end before the last words`(_ name: String) throws {
    let duel = try Duel(name)
    let good = duel.good.saidToLegs.filter { $0 != .ping }
    let bad = duel.bad.saidToLegs.filter { $0 != .ping }
    #expect(good == [.finalize, .end])
    #expect(bad == (name == "ends-at-once" ? [.end] : [.finalize, .end]))
    func isFinalized(_ m: Meeting) -> Bool {
      m.playback.records.contains {
        guard case .event(.progress(_, .leg(.frame(.tokens(_, _, let isFinalized))))) = $0.what
        else { return false }
        return isFinalized
      }
    }
    #expect(isFinalized(duel.good))
    #expect(!isFinalized(duel.bad))
    #expect(duel.bad.words.count < duel.good.words.count)
  }

  @Test func `old-leg-stays has two legs`() throws {
    let duel = try Duel(
      "old-leg-stays", .seconds(40),
      plan: [("dial/r1/leg1?answer", LegPlan(opensAfter: .seconds(12)))])
    #expect(duel.good.mostLegs == 1)
    #expect(duel.bad.mostLegs == 2)
    #expect(duel.bad.dials.count == 2)
    // Both hear the beginning.
    #expect(duel.bad.heard.filter { $0.span.from == 0 }.map(\.leg) == [2, 1])
    #expect(duel.good.heard.map(\.leg) == [2])
    #expect(duel.bad.words == duel.good.words)
  }
}
