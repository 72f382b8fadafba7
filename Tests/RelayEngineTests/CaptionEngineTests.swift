import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite struct `Another streaming engine` {
  private func play(_ plan: [(String, LegPlan)]) throws -> Playback {
    var platform = Platform(id: "captions", live: .meeting)
    platform.dialect.surfaces = [.main]
    var theCase = Case(platform: platform, sounds: [Sound(.seconds(10), .speech)])
    theCase.hasFineMicrophone = true
    theCase.plan = Plan(
      try plan.map { key, leg in
        Plan.Entry(KeyPattern(try IdentityPattern(parsing: key)), Answer.leg(leg))
      })
    return Playback(theCase, checksIgnored: true) { _ in CaptionEngine() }
  }

  private func words(_ playback: Playback) -> [Int] {
    playback.records.flatMap { record -> [Int] in
      guard case .effect(.notice(.live(_, .settled(let s)))) = record.what else { return [] }
      return s.text.split(separator: " ").compactMap { Int($0.dropFirst()) }
    }
  }

  @Test func `runs in the same world`() throws {
    let playback = try play([])
    #expect(playback.summary.ending == .settled)
    #expect(words(playback).count >= 7)
  }

  @Test func `which loses what is said in a gap is seen to lose it`() throws {
    let whole = words(try play([]))
    let playback = try play([
      ("dial/r1/leg1?answer", LegPlan(breaksAt: 48_000)),
      ("dial/r1/leg2?answer", LegPlan(opening: .unreachable, opensAfter: .seconds(3))),
    ])
    #expect(playback.summary.ending == .settled)
    #expect(words(playback).count < whole.count)
  }
}
