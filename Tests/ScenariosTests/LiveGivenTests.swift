import Choices
import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `A live transcript that is given` {
  /// The cases of a scenario by platform.
  private func platform(_ id: String, _ given: String) throws -> Case {
    let (scenario, diagnostics) = try load(scenario("platforms: [\(id)]\ngiven: \(given)"))
    for diagnostic in diagnostics { Issue.record("\(diagnostic.rendered)") }
    return try #require(scenario?.cases.first?.theCase)
  }

  @Test func `of a meeting adds the line about it and nothing else`() throws {
    var usual = try theCase("").platform
    let meeting = try theCase("given: {live: meeting}")
    usual.live = .meeting
    usual.dialect.surfaces.insert(.transcript)
    #expect(meeting.platform == usual)
    #expect(meeting.hasFineMicrophone)
  }

  @Test func `of a dictation is typed while it is spoken, for two minutes at most`() throws {
    let platforms = try projectPlatforms()
    for entry in platforms.platforms {
      let one = try platform(entry.id, "{live: dictation}").platform
      #expect(one.live == .dictation)
      #expect(one.limits.capture == .minutes(2))
      #expect(one.dialect.surfaces.contains(.transcript))
      let isHandedOver = entry.platform.dialect.delivery == .handoff
      #expect(one.dialect.delivery == (isHandedOver ? .handoff : .live))
    }
    #expect(platforms.platforms.contains { $0.platform.dialect.delivery == .handoff })
  }

  @Test func `leaves the microphone and the limits to be said apart from it`() throws {
    #expect(try theCase("given: {live: none}") == theCase(""))
    #expect(try theCase("given: {mic: fine}").hasFineMicrophone)
    #expect(try theCase("given: {mic: usual}") == theCase(""))
    #expect(try !theCase("given: {live: meeting, mic: usual}").hasFineMicrophone)
    let limits = "limits: {capture: 1m, leg-queue: 10s}"
    let dictation = try theCase("given: {live: dictation, \(limits)}").platform.limits
    #expect(dictation.capture == .minutes(1))
    #expect(dictation.legQueue == 160_000)
    #expect(
      try theCase("given: {limits: {leg-queue: 7 samples}}").platform.limits.legQueue == 7)
    #expect(try theCase("").platform.limits.legQueue == Budgets.legQueue)
  }

  @Test func `decides whether a line about the way of delivery counts`() throws {
    let line = "- {that: x, cites: [ATTEMPT.always-ends], when-dialect: {delivery: live}}"
    func codes(_ middle: String) throws -> [String] {
      try load(scenario(middle, then: line)).diagnostics.map(\.code.rawValue)
    }
    #expect(try codes("platforms: [macos]\ngiven: {live: dictation}") == [])
    #expect(try codes("platforms: [macos]\ngiven: {live: meeting}") == ["S023", "S023"])
    // Of a family, every member needs a line.
    let family =
      "platforms: [macos]\nmatrix: {kind: [meeting, dictation]}\ngiven: {live: \"{kind}\"}"
    #expect(try codes(family) == ["S023"])
    let (both, _) = try load(
      scenario(family, then: line + "\n  - {that: y, cites: [ATTEMPT.always-ends]}"))
    #expect(both?.cases.map(\.lines.count) == [1, 2])
  }

  @Test func `comes back as it was from a file`() throws {
    let usual = try usualCase()
    for live in LiveKind.allCases {
      for isFine in [false, true] {
        for queue in [Budgets.legQueue, 16_000, 12_345] {
          var theCase = usual
          theCase.platform = theCase.platform.offering(live)
          theCase.platform.limits.legQueue = queue
          theCase.hasFineMicrophone = isFine
          let (back, text) = try again(theCase)
          #expect(back == theCase)
          #expect(text.contains("live:") == (live != .none))
          #expect(text.contains("mic:") == (isFine != (live != .none)))
        }
      }
    }
  }

  @Test func `on a platform that has no line about it cannot be said`() throws {
    var theCase = try usualCase()
    theCase.platform.live = .meeting
    #expect(throws: Unsayable.self) { try finding(theCase).text(platforms: projectPlatforms()) }
  }
}

@Suite struct `How a leg goes` {
  /// xorshift: the same plans on every run.
  private struct Draws {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }

    mutating func plan() -> LegPlan {
      var plan = LegPlan()
      switch below(6) {
      case 0: plan.opening = .never
      case 1: plan.opening = .unreachable
      case 2: plan.opening = .refused(UInt16(100 + below(500)))
      default: break
      }
      if below(3) == 0 { plan.opensAfter = Nanoseconds(Int64(below(20_000_000_000))) }
      if below(2) == 0 {
        plan.breaksAt = below(3) == 0 ? 16_000 * below(100) : below(18 * 3_600 * sampleRate)
        switch below(5) {
        case 0: plan.breaking = .closes(nil)
        case 1, 2: plan.breaking = .closes(UInt16(1_000 + below(4_000)))
        case 3: plan.breaking = .fails(code: 100 + below(9_900))
        default: plan.breaking = .goesSilent
        }
      }
      if below(3) == 0 {
        plan.speed = below(2) == 0 ? 16_000 * (1 + below(1_000)) : 10 + below(90_000)
      }
      if below(2) == 0 { plan.manners = LegManners(rawValue: UInt16(below(2_048))) }
      return plan
    }
  }

  @Test func `comes back as it was from a file, whatever is said of it`() throws {
    var draws = Draws(state: 0x1E6)
    var seen: Set<LegPlan> = []
    for _ in 0..<20 {
      var theCase = try usualCase()
      theCase.platform = theCase.platform.offering(.meeting)
      theCase.hasFineMicrophone = true
      for leg in 1...50 {
        let plan = draws.plan()
        seen.insert(plan)
        let question = try IdentityPattern(parsing: "dial/r1/leg\(leg)?answer")
        theCase.plan.entries.append(.init(KeyPattern(question), .leg(plan)))
      }
      let back = try again(theCase).theCase
      #expect(back.plan.entries.map(\.value) == theCase.plan.entries.map(\.value))
      #expect(back == theCase)
    }
    #expect(seen.count > 800)
  }

  @Test func `is written in the words in which a person writes it`() throws {
    func text(_ plan: LegPlan) throws -> String {
      try Written.map(
        CaseWriter(theCase: usualCase(), platform: usualCase().platform).leg(plan)
      ).flow
    }
    #expect(try text(LegPlan()) == "{}")
    #expect(
      try text(
        LegPlan(
          opensAfter: .seconds(3), breaksAt: 80_123, breaking: .closes(1011),
          manners: [.repeatsFinals, .junk], speed: 32_000))
        == "{opens-after: 3s, breaks-at: 80123 samples, by: {close: 1011}, speed: 2x, "
        + "manners: [repeats-finals, junk]}")
    #expect(
      try text(LegPlan(breaksAt: 16_016, breaking: .fails(code: 402), speed: 100))
        == "{breaks-at: 1.001s, by: {error: 402}, speed: 100}")
    #expect(try text(LegPlan(opening: .refused(402))) == "{refused: 402}")
    #expect(throws: Unsayable.self) { try text(LegPlan(breaking: .goesSilent)) }
    #expect(throws: Unsayable.self) { try text(LegPlan(manners: LegManners(rawValue: 1 << 15))) }
    #expect(throws: Unsayable.self) { try text(LegPlan(breaksAt: -1)) }
  }

  @Test func `every manner has a word, and no two the same`() {
    let words = LegManners.named.map { "\($0.word)" }
    #expect(Set(words).count == words.count)
    #expect(LegManners(LegManners.named.map(\.manner)).rawValue == 2_047)
  }
}

@Suite struct `Names of legs` {
  @Test func `have a spelling that gives just this set again`() throws {
    for text in [
      "dial/r1/leg2?answer", "dial/r1/leg*?answer", "dial/*?answer", "issue dial/r1/leg2",
      "dial/r*/leg4094?heeds", "open dial/r1/leg2", "frame dial/r1/leg2/7", "pong dial/r1/leg*/*",
      "drained dial/r1/leg3/*", "done dial/r1/leg1#2", "deadline dial/r1/leg1",
      "deadline r1.a1/redial#3", "deadline r1.a1/liveness#300", "deadline r1.a1/liveness#256",
      "deadline r1.a1/keepalive#*", "keyboard: done deliver/r1.a1/3", "done deliver/r1.a1/*",
      "deliver/r1.a1/3?answer",
    ] {
      let pattern = try IdentityPattern(parsing: text)
      #expect(pattern.spelling == text)
    }
    #expect(
      try IdentityPattern(parsing: "dial/r1/*?answer").spelling == "dial/r1/leg*?answer")
  }

  @Test func `of a stage mean any time in an expectation, however often it came`() throws {
    let text = "{count: {of: \"deadline r1.a1/liveness\", equals: 3}}"
    var story = try Story(
      "10ms deadline r1.a1/liveness", "20ms deadline r1.a1/liveness#255",
      "30ms deadline r1.a1/redial#300", "40ms deadline r1.a1/liveness#300")
    #expect(try shortfall(text, story) == nil)
    story = try Story("10ms deadline r1.a1/liveness#300")
    #expect(try shortfall(text, story) == "it happened 1 times")
    #expect(try shortfall("{never: \"deadline r1.a1/liveness#44\"}", story) == nil)
    #expect(
      try shortfall("{never: \"deadline r1.a1/liveness#300\"}", story)
        == "0.010s: 'deadline r1.a1/liveness#300' happened")
  }
}
