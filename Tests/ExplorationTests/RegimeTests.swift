import Choices
import Contract
import ReferenceEngine
import Simulation
import Testing

@testable import Exploration

@Suite struct RegimeTests {
  @Test func `every regime has worlds enough to find something in`() {
    var counts = [Int](repeating: 0, count: Regime.allCases.count)
    for seed in 0..<2_000 as Range<UInt64> { counts[Regime(Chance(seed)).rawValue] += 1 }
    for regime in Regime.allCases {
      #expect(counts[regime.rawValue] > 80, "\(regime): \(counts[regime.rawValue]) of 2000")
      #expect(counts[regime.rawValue] < 700, "\(regime): \(counts[regime.rawValue]) of 2000")
    }
  }

  @Test func `a world about parts is sent in parts`() {
    let stage = Stage { _ in Engine() }
    var worlds = 0
    var inParts = 0
    for seed in 0..<600 as Range<UInt64> where Regime(Chance(seed)) == .pieces {
      let probe = Probe(Worlds([]).world(seed), stage)
      let exports = probe.moments.count {
        $0.identity.family == .export && $0.identity.verb == .issue
      }
      worlds += 1
      if exports > 1 { inParts += 1 }
    }
    #expect(worlds > 50 && inParts * 2 > worlds, "\(inParts) of \(worlds)")
  }

  @Test(arguments: [LiveKind.meeting, .dictation])
  func `a relay is of every kind, and where there is no live text there is none`(
    _ kind: LiveKind
  ) throws {
    var seen: [String: Int] = [:]
    let live = Worlds([Platform(id: "plain").offering(kind)])
    for seed in 0..<2_000 as Range<UInt64> {
      #expect(!Worlds([]).world(seed).plan.entries.contains { Self.leg($0) != nil })
      let world = live.world(seed)
      let legs = world.plan.entries.compactMap(Self.leg)
      if legs.isEmpty { seen["fair", default: 0] += 1 }
      for leg in legs {
        if leg.opening == .unreachable { seen["out of reach", default: 0] += 1 }
        if case .refused = leg.opening { seen["refused", default: 0] += 1 }
        if case .fails(code: 402) = leg.breaking { seen["out of time", default: 0] += 1 }
        if legs.count == 1, leg.breaksAt.map({ $0 < 4_000 }) == true {
          seen["mute", default: 0] += 1
        }
        if leg.breaksAt.map({ $0 > 6_000 }) == true { seen["drops", default: 0] += 1 }
        if leg.manners == .ignoresPings, leg.speed != nil { seen["outlives", default: 0] += 1 }
        if leg.manners.contains(.revises) { seen["guesses", default: 0] += 1 }
      }
    }
    let all = [
      "fair", "out of reach", "refused", "out of time", "mute", "drops", "outlives", "guesses",
    ]
    for name in all { #expect(seen[name, default: 0] > 10, "\(name)") }
    #expect(seen["fair", default: 0] > 500)
  }

  private static func leg(_ entry: Plan<Answer>.Entry) -> LegPlan? {
    if case .leg(let plan) = entry.value { plan } else { nil }
  }

  @Test func `a start may go by the name of anything that was found`() {
    var kinds: [String: Int] = [:]
    for seed in 0..<20_000 as Range<UInt64> {
      let world = Worlds([]).world(seed)
      for entry in world.script {
        guard case .command(.start(let r), _) = entry.action else { continue }
        for plant in world.plants {
          switch plant {
          case .row(let row): if row.recording == r { kinds["\(row.state)", default: 0] += 1 }
          case .file(let file, samples: _, isClosed: _):
            if file.recording == r { kinds["\(file.kind)", default: 0] += 1 }
          case .brokenFile(let file): if file.recording == r { kinds["broken", default: 0] += 1 }
          case .damagedRow(r): kinds["damaged", default: 0] += 1
          case .tombstone(let t): if t.recording == r { kinds["deleted", default: 0] += 1 }
          case .damagedRow, .foreignFile, .corruptStore, .handoff: break
          }
        }
      }
    }
    let all = [
      "capturing", "processing", "retrying", "success", "failed", "cancelled", "partial", "source",
      "broken", "damaged", "deleted",
    ]
    for kind in all { #expect(kinds[kind, default: 0] > 10, "\(kind)") }
  }

  @Test func `all that can be found is met before anybody has looked for it, and when it is known`()
    throws
  {
    let platforms = [
      Platform(id: "app"), Platform(id: "keyboard", hasKeyboard: true, commands: .keyboard),
    ]
    var early = [Int](repeating: 0, count: 14)
    var late = early
    for n in 0..<84 {
      let world = Worlds(platforms).world(UInt64(n), number: 5 * n + 4)
      let start = try #require(
        world.script.first {
          if case .command(.start(RecordingID(1)), _) = $0.action { true } else { false }
        })
      let at = try #require(start.time)
      if at <= .milliseconds(2), world.platform.commands == .app { early[n % 14] += 1 }
      if at > .milliseconds(8) { late[n % 14] += 1 }
    }
    // Six times around all fourteen kinds.
    #expect(early.allSatisfy { $0 >= 2 } && late.allSatisfy { $0 >= 2 }, "\(early) \(late)")
  }

  @Test func `a recording goes on for a while after a call that is longer than a relay waits`() {
    let live = Worlds([Platform(id: "plain").offering(.meeting)])
    var calls = 0
    var outlived = 0
    for seed in 0..<6_000 as Range<UInt64> {
      let world = live.world(seed)
      guard let call = Call(Chance(seed), world.platform), call.isLong,
        let length = call.length
      else { continue }
      calls += 1
      let start = world.script.first(where: \.isStart)?.time
      // The person ends it after the call, or the limit does.
      let end = world.script.first(where: \.isStop)?.time
      if let start, let end, end - start >= .milliseconds(length.lowerBound) { outlived += 1 }
      #expect(world.platform.limits.capture >= .milliseconds(length.upperBound))
    }
    #expect(calls > 150 && outlived * 10 > calls * 6, "\(outlived) of \(calls)")
  }

  @Test func `nobody dies within a reaction`() {
    var crashes = 0
    _ = FuzzTests.fuzzer(3).run(block: 0, below: 200) { run in
      for crash in run.theCase.crashes where crash.inside == nil {
        crashes += 1
        #expect(crash.side == .after || crash.at.value.verb != .issue, "case \(run.number)")
      }
      return true
    }
    #expect(crashes > 10)
  }
}

extension ScriptEntry {
  /// Its time, where it has one.
  fileprivate var time: Nanoseconds? {
    if case .time(let at) = anchor { at } else { nil }
  }
}

@Suite struct MoodTests {
  private static func questions(_ family: Family, _ verb: Verb = .answer) -> [Identity] {
    (1...40).map { Identity(family, recording: 1, attempt: 1, number: $0).saying(verb) }
  }

  @Test func `a mood is the same however it is asked, and leaves the rest alone`() {
    var moods = 0
    for seed in 0..<400 as Range<UInt64> {
      guard let mood = Mood(Chance(seed), .wire), let again = Mood(Chance(seed), .wire) else {
        continue
      }
      moods += 1
      let asked = Self.questions(.upload) + Self.questions(.cleanup)
      let answers = asked.map { mood.answer($0) }
      #expect(answers == Array(asked.reversed().map { again.answer($0) }.reversed()))
      for family in [Family.capture, .export, .open, .usage, .promote] {
        #expect(Self.questions(family).allSatisfy { mood.answer($0) == nil })
      }
    }
    #expect(moods > 300)
  }

  @Test func `some servers have one kind of trouble with everything that is sent`() {
    var steady = 0
    for seed in 0..<400 as Range<UInt64> {
      guard let mood = Mood(Chance(seed), .wire) else { continue }
      let replies = Self.questions(.upload).map { question -> Reply in
        if case .reply(let reply) = mood.answer(question) { reply } else { Reply() }
      }
      let isBad = replies.allSatisfy { $0.status >= 300 || $0.breaks != .nowhere }
      if isBad { steady += 1 }
    }
    #expect(steady > 40, "\(steady) of 400")
  }

  @Test func `where sentences are typed, fields have trouble in any regime`() {
    func troubled(isTyped: Bool) -> Int {
      (0..<1_000 as Range<UInt64>).count { seed in
        let mood = Mood(Chance(seed), .wire, isTyped: isTyped)
        return Self.questions(.deliver).contains { mood?.answer($0) != nil }
      }
    }
    #expect(troubled(isTyped: false) == 0)
    let typed = troubled(isTyped: true)
    #expect(typed > 100 && typed < 200, "\(typed) of 1000")
  }

  @Test func `a store that has trouble has it with the same writes of every recording`() {
    var troubled = 0
    for seed in 0..<400 as Range<UInt64> {
      guard let mood = Mood(Chance(seed), .store) else { continue }
      for word in [Word.processing, .raw, .success, .failed] {
        let isHit = (1...3).map { recording in
          mood.answer(
            Identity(.store, recording: recording, attempt: 1, word: word).saying(.answer)) != nil
        }
        #expect(isHit.allSatisfy { $0 == isHit[0] })
        if isHit[0] { troubled += 1 }
      }
    }
    #expect(troubled > 200, "\(troubled) of 1600")
  }
}
