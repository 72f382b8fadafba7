import Contract
import Mutants
import Simulation
import TestSupport
import Testing

@Suite struct `Mutants of the end of live text` {
  private let lost: [(String, LegPlan)] = [
    ("dial/r1/leg1?answer", LegPlan(breaksAt: 240_000)),
    ("dial/r1/leg2?answer", LegPlan(opening: .unreachable, opensAfter: .milliseconds(10))),
  ]

  /// A stop at 17.5 s, in the gap that begins at fifteen and is dialled into at 16 and 18.
  private let stopInGap = [
    ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
    ScriptEntry(.time(.milliseconds(17_500)), .command(.stop(nil), nil)),
  ]

  @Test func `discards-unsaid denies what a stop in a gap threw away`() throws {
    let duel = try Duel("discards-unsaid", plan: lost, script: stopInGap)
    // Nothing is left out that the microphone delivered after the stop.
    let missing = try #require(duel.good.missing?.last)
    #expect(missing.from <= 240_000)
    #expect(missing.end == duel.good.captured)
    #expect(duel.good.told.contains(.liveHasGaps))
    #expect(duel.bad.missing == [])
    #expect(!duel.bad.told.contains(.liveHasGaps))
    #expect(duel.bad.words == duel.good.words)
  }

  @Test func `redials-when-stopped calls a session back to life`() throws {
    let duel = try Duel("redials-when-stopped", plan: lost, script: stopInGap)
    let stop = Nanoseconds.milliseconds(17_500)
    #expect(duel.good.dials.allSatisfy { $0.at < stop })
    #expect(duel.bad.dials.filter { $0.at > stop }.map(\.dial.leg) == [3])
    #expect(duel.bad.missing == duel.good.missing)
  }

  @Test func `gaps-unsaid does not disclose what a dead leg took`() throws {
    let duel = try Duel(
      "gaps-unsaid", .seconds(60),
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .goesSilent))])
    #expect(duel.good.told.contains(.liveHasGaps))
    #expect(duel.good.missing?.isEmpty == false)
    #expect(!duel.bad.told.contains(.liveHasGaps))
    #expect(duel.bad.missing == [])
    #expect(duel.bad.words == duel.good.words)
  }

  @Test(arguments: [LiveKind.dictation, .meeting])
  func `microphone-goes-too ends the recording with a leg`(_ kind: LiveKind) throws {
    let duel = try Duel(
      "microphone-goes-too", kind: kind, plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000))]
    )
    #expect(try #require(duel.good.microphoneOff) >= .seconds(20))
    #expect(try #require(duel.bad.microphoneOff) < .seconds(11))
    #expect(duel.bad.dials.count == 1)
    #expect(duel.good.dials.count == 2)
  }

  @Test func `meeting-ends-too ends the recording with its live text`() throws {
    let plan = [
      ("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .fails(code: 402)))
    ]
    let duel = try Duel("meeting-ends-too", plan: plan)
    #expect(try #require(duel.good.microphoneOff) >= .seconds(20))
    #expect(try #require(duel.bad.microphoneOff) < .seconds(6))
    // The end of a leg alone ends nothing.
    let lost = try Meeting(
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000))],
      engine: try mutant("meeting-ends-too"))
    #expect(try #require(lost.microphoneOff) >= .seconds(20))
  }

  @Test func `live-text-suffices sends no recording`() throws {
    let duel = try Duel(
      "live-text-suffices", plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000))])
    #expect(duel.good.uploads == 1)
    #expect(duel.bad.uploads == 0)
    func success(_ m: Meeting) -> String? {
      m.playback.records.compactMap {
        if case .did(.rowWritten(_, let row)) = $0.what { row.raw } else { nil }
      }.last
    }
    let text = duel.bad.segments.map(\.text).joined(separator: " ")
    #expect(text.hasPrefix(try #require(success(duel.bad))))
    // A dictation is another app's business.
    #expect(
      try Meeting(kind: .dictation, engine: try mutant("live-text-suffices")).uploads
        == Meeting(kind: .dictation).uploads)
  }
}

@Suite struct `Mutants of the line of live text` {
  private let drop = [("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000))]

  @Test func `pause-looks-failed shows an error for a pause`() throws {
    let duel = try Duel("pause-looks-failed", plan: drop)
    #expect(duel.good.shown == [.idle, .live, .reconnecting, .live, .idle])
    #expect(duel.bad.shown == [.idle, .live, .error, .live, .idle])
  }

  @Test func `pause-unseen shows nothing of a pause`() throws {
    let duel = try Duel("pause-unseen", plan: drop)
    #expect(duel.bad.shown == [.idle, .live, .idle])
  }

  @Test func `over-looks-failed shows an error for a recording that goes on`() throws {
    let duel = try Duel(
      "over-looks-failed",
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .fails(code: 402)))])
    #expect(duel.good.shown == [.idle, .live, .liveOver, .idle])
    #expect(duel.bad.shown == [.idle, .live, .error, .idle])
    #expect(duel.bad.microphoneOff == duel.good.microphoneOff)
  }
}
