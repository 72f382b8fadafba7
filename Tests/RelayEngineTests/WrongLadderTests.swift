import Contract
import Mutants
import Simulation
import TestSupport
import Testing

@Suite struct `Mutants of redials` {
  @Test func `opens-are-life begins the ladder anew with every handshake`() throws {
    let duel = try Duel(
      "opens-are-life", .seconds(120), plan: [("dial/*?answer", LegPlan(breaksAt: 0))])
    #expect(
      duel.good.waits == [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000])
    #expect(Set(duel.bad.waits) == [1_000])
    #expect(duel.bad.dials.count > 60)
    #expect(!duel.bad.told.contains(.liveStopped))
    // Legs that cannot be reached climb as they should.
    let plan = [("dial/*?answer", LegPlan(opening: .unreachable))]
    #expect(
      try Meeting(.seconds(120), plan: plan, engine: try mutant("opens-are-life")).waits
        == Meeting(.seconds(120), plan: plan).waits)
  }

  @Test func `first-rung-only waits no longer the second time`() throws {
    for (kind, first) in [(LiveKind.meeting, Int64(1_000)), (.dictation, 500)] {
      let duel = try Duel(
        "first-rung-only", .seconds(120), kind: kind,
        plan: [("dial/*?answer", LegPlan(opening: .unreachable))])
      #expect(duel.good.waits.prefix(3) == [first, first * 2, first * 4])
      #expect(Set(duel.bad.waits) == [first])
      #expect(duel.bad.dials.count == duel.good.dials.count)
      #expect(duel.bad.told == duel.good.told)
    }
  }

  static let ends: [(name: String, plan: LegPlan, topic: Topic)] = [
    ("quota-retried", LegPlan(breaksAt: 80_000, breaking: .fails(code: 402)), .liveQuota),
    ("quota-retried", LegPlan(opening: .refused(402)), .liveQuota),
    ("login-retried", LegPlan(breaksAt: 80_000, breaking: .fails(code: 401)), .liveRefused),
    ("login-retried", LegPlan(opening: .refused(403)), .liveRefused),
  ]

  @Test(arguments: 0..<4)
  func `what no redial can change is dialled again`(_ i: Int) throws {
    let end = Self.ends[i]
    let duel = try Duel(end.name, plan: [("dial/r1/leg1?answer", end.plan)])
    #expect(duel.good.dials.count == 1)
    #expect(duel.good.told.contains(end.topic))
    #expect(duel.bad.dials.count == 2)
    #expect(!duel.bad.told.contains(end.topic))
    #expect(duel.bad.waits == [1_000])
    // The other refusal is still none of its business.
    let other = Self.ends[(i + 2) % 4]
    let m = try Meeting(
      plan: [("dial/r1/leg1?answer", other.plan)], engine: try mutant(end.name))
    #expect(m.dials.count == 1)
  }

  private func script(_ length: Int, step: Int) -> [ScriptEntry] {
    [
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(.milliseconds(12_345)), .wallStep(.seconds(step))),
      ScriptEntry(.time(.seconds(length)), .command(.stop(nil), nil)),
    ]
  }

  @Test func `wall-clock-life buries a healthy leg when the clock is set on`() throws {
    // The clock is set between a pong and the next look, with no word in between.
    let duel = try Duel(
      "wall-clock-life", script: script(20, step: 3_600), sounds: [Sound(.seconds(20), .quiet)])
    #expect(duel.good.dials.count == 1)
    #expect(duel.bad.dials.count == 2)
    #expect(duel.good.told == duel.bad.told)
  }

  @Test func `wall-clock-life never finds a dead leg when the clock is set back`() throws {
    let duel = try Duel(
      "wall-clock-life", .seconds(60),
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .goesSilent))],
      script: script(60, step: -3_600))
    #expect(duel.good.dials.count == 2)
    #expect(duel.bad.dials.count == 1)
    #expect(duel.bad.saidToLegs.count { $0 == .ping } > 8)
  }

  @Test func `never-pings never finds a dead leg`() throws {
    let duel = try Duel(
      "never-pings", .seconds(60),
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .goesSilent))])
    #expect(duel.good.dials.count == 2)
    #expect(duel.bad.dials.count == 1)
    #expect(!duel.bad.saidToLegs.contains(.ping))
  }
}
