import Choices
import Contract
import ReferenceApp
import Simulation
import TestSupport
import Testing

/// A live session as a person would see it, played in the world.
struct Meeting {
  let playback: Playback

  init(
    _ length: Nanoseconds = .seconds(20), kind: LiveKind = .meeting,
    plan: [(String, LegPlan)] = [], queue: Int = Budgets.legQueue, script: [ScriptEntry]? = nil,
    answers: [(String, Answer)] = [], sounds: [Sound]? = nil,
    engine: @escaping EngineMaker = { _ in App() }
  ) throws {
    var platform = Platform(id: "ios", live: kind)
    platform.dialect.surfaces = [.main, .transcript]
    platform.limits.legQueue = queue
    if kind == .dictation { platform.dialect.delivery = .live }
    var theCase = Case(platform: platform, sounds: sounds ?? [Sound(length, .speech)])
    theCase.hasFineMicrophone = true
    theCase.script =
      script ?? [
        ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
        ScriptEntry(.time(length), .command(.stop(nil), nil)),
      ]
    theCase.plan = Plan(
      try (plan.map { ($0.0, Answer.leg($0.1)) } + answers).map { key, answer in
        Plan.Entry(KeyPattern(try IdentityPattern(parsing: key)), answer)
      })
    playback = Playback(theCase, checksIgnored: true, engine: engine)
  }

  var segments: [Segment] {
    playback.records.compactMap {
      if case .effect(.notice(.live(_, .settled(let s)))) = $0.what { s } else { nil }
    }
  }

  var words: [Int] {
    segments.flatMap { $0.text.split(separator: " ").compactMap { Int($0.dropFirst()) } }
  }

  var dials: [(at: Nanoseconds, dial: Dial)] {
    playback.records.compactMap {
      if case .effect(.request(_, .dial(let d))) = $0.what { ($0.at.monotonic, d) } else { nil }
    }
  }

  /// What each leg heard first.
  var heard: [(leg: LegNumber, span: Span)] {
    playback.records.compactMap {
      if case .did(.leg(_, let leg, .hears(let span, _))) = $0.what { (leg, span) } else { nil }
    }
  }

  var shown: [Indicator] {
    playback.records.compactMap {
      if case .effect(.notice(.show(.transcript, let i))) = $0.what { i } else { nil }
    }
  }

  var missing: [Span]? {
    playback.records.compactMap {
      if case .effect(.notice(.live(_, .ended(let m)))) = $0.what { m } else { nil }
    }.last
  }

  /// How many samples the microphone delivered.
  var captured: Int {
    playback.records.reduce(0) { sum, record in
      if case .event(.progress(_, .frames(let span, _))) = record.what {
        sum + span.count
      } else {
        sum
      }
    }
  }

  var told: [Topic] {
    playback.records.compactMap {
      if case .effect(.notice(.tell(let m))) = $0.what { m.topic } else { nil }
    }
  }

  var landed: [String] {
    playback.records.compactMap {
      if case .did(.landed(_, let text)) = $0.what { text } else { nil }
    }
  }
}

@Suite struct `A live session` {
  @Test func `on one leg says every word once, in its place`() throws {
    let m = try Meeting(.seconds(20))
    #expect(m.playback.summary.ending == .settled)
    #expect(m.words == Array(0..<40))
    #expect(m.shown == [.idle, .live, .idle])
    for segment in m.segments {
      let words = segment.text.split(separator: " ").compactMap { Int($0.dropFirst()) }
      #expect(segment.from == words[0] * 8_000)
      #expect(segment.end == min((words[words.count - 1] + 1) * 8_000, m.captured))
    }
  }

  @Test(arguments: [1_111, 33_333, 160_000, 163_999, 164_001, 200_777])
  func `that loses its leg at any sample loses no word`(sample: Int) throws {
    let m = try Meeting(.seconds(20), plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: sample))])
    #expect(m.dials.count == 2)
    #expect(m.heard.map(\.leg) == [1, 2])
    #expect(m.heard.last?.span.from == sample)
    #expect(m.dials.last?.dial.offset == sample)
    #expect(Set(m.words).count == m.words.count)
    #expect(m.words.count >= 39)
    #expect(m.shown == [.idle, .live, .reconnecting, .live, .idle])
  }

  @Test func `ten seconds in and three into the gap gives ten seconds`() throws {
    let m = try Meeting(
      .seconds(30),
      plan: [
        ("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000)),
        ("dial/r1/leg2?answer", LegPlan(opening: .unreachable, opensAfter: .milliseconds(10))),
      ])
    #expect(m.dials.map(\.dial.offset) == [0, 160_000, 160_000])
    #expect(m.heard.last?.span.from == 160_000)
  }

  @Test func `a gap longer than the hold keeps the newest`() throws {
    let m = try Meeting(
      .seconds(100),
      plan: [
        ("dial/r1/leg1?answer", LegPlan(breaksAt: 160_000)),
        ("dial/r1/leg2?answer", LegPlan(opening: .unreachable)),
        ("dial/r1/leg3?answer", LegPlan(opening: .unreachable)),
        ("dial/r1/leg4?answer", LegPlan(opening: .unreachable)),
        ("dial/r1/leg5?answer", LegPlan(opening: .unreachable)),
        ("dial/r1/leg6?answer", LegPlan(opening: .unreachable)),
        ("dial/r1/leg7?answer", LegPlan(opening: .unreachable)),
      ])
    let last = try #require(m.dials.last)
    #expect(m.heard.last?.span.from == last.dial.offset)
    #expect(last.dial.offset > 160_000)
    #expect(m.missing?.isEmpty == false)
  }

  @Test func `that never connects ends, and the recording goes on`() throws {
    let m = try Meeting(
      .seconds(120), plan: [("dial/*?answer", LegPlan(opening: .unreachable))])
    #expect(m.dials.count == 9)
    let waits = zip(m.dials.dropFirst(), m.dials).map { ($0.at - $1.at).count / 1_000_000 - 200 }
    #expect(waits == [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000])
    #expect(m.told.contains(.liveStopped))
    #expect(m.shown == [.idle, .reconnecting, .liveOver, .idle])
    #expect(m.landed.count == 1)
  }

  @Test func `without quota is over at once`() throws {
    let m = try Meeting(
      .seconds(20),
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .fails(code: 402)))])
    #expect(m.dials.count == 1)
    #expect(m.told.contains(.liveQuota))
  }

  @Test func `on a silent socket is noticed by its pings`() throws {
    let m = try Meeting(
      .seconds(60),
      plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000, breaking: .goesSilent))])
    #expect(m.dials.count == 2)
    #expect(Set(m.words).count == m.words.count)
    #expect(m.told.contains(.liveHasGaps))
  }

  @Test func `into a queue shorter than the hold overtakes nothing`() throws {
    let m = try Meeting(
      .seconds(60),
      plan: [
        ("dial/r1/leg1?answer", LegPlan(breaksAt: 80_000)),
        ("dial/r1/leg2?answer", LegPlan(opensAfter: .seconds(8), speed: 3 * sampleRate)),
      ], queue: 4 * sampleRate)
    #expect(m.heard.map(\.span.from) == [0, 80_000])
    #expect(m.words == Array(0..<120).filter { m.words.contains($0) })
    #expect(m.words.count >= 118)
  }

  @Test func `of a dictation types every sentence once`() throws {
    let m = try Meeting(
      .seconds(20), kind: .dictation, plan: [("dial/r1/leg1?answer", LegPlan(breaksAt: 99_999))])
    let typed = m.landed.joined().split(separator: " ").compactMap { Int($0.dropFirst()) }
    #expect(typed == m.words)
    #expect(Set(typed).count == typed.count)
    #expect(typed.count >= 39)
  }
}
