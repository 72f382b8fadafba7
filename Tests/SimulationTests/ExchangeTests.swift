import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("The rules of an exchange")
struct ExchangeTests {
  static func ending(_ rules: [Cue], script: [ScriptEntry] = []) -> Ending {
    Playback(Case(script: script), rules).summary.ending
  }

  @Test("Within one reaction: the event, the effects one by one with what they did, the deadlines")
  func order() {
    let run = Playback(
      finished(samples: 8_000),
      [
        .on(
          .launched, .show(.processing), .upload(1), .abandon(1), .show(.idle),
          arm: [Deadline(at: .seconds(1), stage: .request, lease: lease(), effect: EffectID(1))])
      ])
    #expect(
      run.order.prefix(8) == [
        "process launched", "event news launched", "notice show(main, processing)",
        "effect issue upload/r1.a1/0/t1", "did heard r1.source clip 1[0..<8000]",
        "notice abandon(EffectID(rawValue: 1))", "notice show(main, idle)", "deadlines 1",
      ])
  }

  @Test("What is ignored is known before anything else and has no effects")
  func ignored() {
    let honest: [Cue] = [.every(.launched) { _, _ in .ignored(.duplicate) }]
    let run = Playback(Case(script: []), honest)
    #expect(
      run.order.prefix(3) == ["process launched", "event news launched", "ignored duplicate"])
    for reaction in [
      Reaction([.show(.idle)], ignored: .duplicate), Reaction(deadlines: [], ignored: .duplicate),
    ] {
      #expect(
        Self.ending([.every(.launched) { _, _ in reaction }])
          == .engineBound(.ignoredWithEffects))
    }
  }

  /// Ignores everything, and remembers it all the same.
  struct Liar: EngineUnderTest, Equatable {
    var events = 0
    mutating func handle(_ event: Event, at now: Moment) throws(Never) -> Reaction {
      events += 1
      return .ignored(.duplicate)
    }
  }

  @Test("An ignored event that changes the engine is found where it is checked")
  func changedState() {
    for (checks, ending) in [
      (true, Ending.engineBound(.ignoredWithEffects)), (false, .settled),
    ] {
      let run = Playback(Case(script: []), checksIgnored: checks) { _ in Liar() }
      #expect(run.summary.ending == ending)
    }
  }

  /// Takes events, ignores one, and may remember that one all the same.
  struct Late: EngineUnderTest, Equatable {
    var ignores: Int
    var isHonest: Bool
    var events = 0
    mutating func handle(_ event: Event, at now: Moment) throws(Never) -> Reaction {
      if events == ignores, isHonest { return .ignored(.duplicate) }
      events += 1
      return events == ignores + 1 ? .ignored(.duplicate) : Reaction()
    }
  }

  @Test("What was ignored is compared with the engine as the events before it had left it")
  func changedStateLater() {
    for isHonest in [true, false] {
      for ignores in 0...2 {
        let script = (1...3).map { ScriptEntry(.time(.seconds($0)), .command(.clear, nil)) }
        let run = Playback(Case(script: script), checksIgnored: true) { _ in
          Late(ignores: ignores, isHonest: isHonest)
        }
        #expect(run.summary.ending == (isHonest ? .settled : .engineBound(.ignoredWithEffects)))
      }
    }
  }

  /// Breaks at its second event.
  struct Broken: EngineUnderTest {
    struct Failure: Error, CustomStringConvertible { let description = "it spoke nonsense" }
    var events = 0
    mutating func handle(_ event: Event, at now: Moment) throws(Failure) -> Reaction {
      events += 1
      if events == 2 { throw Failure() }
      return Reaction()
    }
  }

  @Test("An engine that breaks ends its case and says how")
  func broken() {
    let run = Playback(Case(script: [])) { _ in Broken() }
    #expect(run.summary.ending == .engineFailed("it spoke nonsense"))
    #expect(run.records.last?.what == .end(.engineFailed("it spoke nonsense")))
  }

  static let bounds: [(String, [Cue], Ending)] = [
    (
      "64 effects are allowed",
      [.every(.launched) { _, _ in Reaction(shows(64)) }], .settled
    ),
    (
      "65 are not", [.every(.launched) { _, _ in Reaction(shows(65)) }],
      .engineBound(.effectsInReaction)
    ),
    ("256 open requests are allowed", asking(256), .settled),
    ("257 are not", asking(257), .engineBound(.openRequests)),
    ("8 deadlines of a recording are allowed", arming(8, lease: lease()), .settled),
    ("9 are not", arming(9, lease: lease()), .engineBound(.deadlines)),
    ("9 of the process are not", arming(9, lease: nil), .engineBound(.deadlines)),
    (
      "8 of each of two recordings are allowed",
      [.on(.launched, arm: stages(8, lease()) + stages(8, lease(2)))], .settled
    ),
    (
      "two deadlines of one name",
      [.on(.launched, arm: stages(1, lease()) + stages(1, lease()))], .engineBound(.twinDeadlines)
    ),
    (
      "two deadlines of one request",
      [
        .on(
          .launched, .open(1),
          arm: [
            Deadline(at: .seconds(1), stage: .store, effect: EffectID(1)),
            Deadline(at: .seconds(1), stage: .recovery, effect: EffectID(1)),
          ])
      ], .engineBound(.twinDeadlines)
    ),
    (
      "a deadline of a request that never was",
      [.on(.launched, arm: [Deadline(at: .zero, stage: .store, effect: EffectID(7))])],
      .engineBound(.unknownNoticeTarget)
    ),
    (
      "an id that is used again", [.on(.launched, .open(1), .open(1))],
      .engineBound(.reusedEffectID)
    ),
    ("an id beyond a million", [.on(.launched, .open(1 << 20))], .engineBound(.reusedEffectID)),
    ("a notice about nothing", [.on(.launched, .stop(3))], .engineBound(.unknownNoticeTarget)),
    (
      "a notice about what is over, or no capture, is nothing",
      [
        .on(.launched, .open(1)), .on(.finished(1), .cancel(1), .abandon(1), .abandon(1), .stop(1)),
      ],
      .settled
    ),
    (
      "a deadline at once, again and again",
      [
        .every(.launched) { Reaction(deadlines: now($0, $1)) },
        .every(.due(.backoff)) { Reaction(deadlines: now($0, $1)) },
      ],
      .engineBound(.stepsAtOneInstant)
    ),
    (
      "a deadline each second for ever: time runs out",
      [
        .every(.launched) { Reaction(deadlines: soon($0, $1, 1_000)) },
        .every(.due(.backoff)) { Reaction(deadlines: soon($0, $1, 1_000)) },
      ],
      .outOfTime
    ),
    (
      "a deadline each millisecond for ever: steps run out",
      [
        .every(.launched) { Reaction(deadlines: soon($0, $1, 1)) },
        .every(.due(.backoff)) { Reaction(deadlines: soon($0, $1, 1)) },
      ],
      .outOfSteps
    ),
    (
      "a deadline at the end of all days",
      [.on(.launched, arm: [Deadline(at: Nanoseconds(.max), stage: .backoff)])], .outOfTime
    ),
    (
      "a deadline before the beginning comes at once",
      [.on(.launched, arm: [Deadline(at: Nanoseconds(.min), stage: .backoff)])], .settled
    ),
  ]

  private static func shows(_ n: Int) -> [Effect] { Array(repeating: .show(.idle), count: n) }

  private static func now(_ event: Event, _ at: Moment) -> [Deadline] { soon(event, at, 0) }

  private static func soon(_ event: Event, _ at: Moment, _ ms: Int) -> [Deadline] {
    [Deadline(at: at.monotonic + .milliseconds(ms), stage: .backoff)]
  }

  private static func stages(_ n: Int, _ lease: Lease?) -> [Deadline] {
    Stage.allCases.prefix(n).map { Deadline(at: .seconds(1), stage: $0, lease: lease) }
  }

  private static func arming(_ n: Int, lease: Lease?) -> [Cue] {
    [.on(.launched, arm: stages(n, lease))]
  }

  /// Asks for so many things, sixty at a time, all before anything is answered.
  private static func asking(_ n: Int) -> [Cue] {
    let ids = (1...UInt32(n)).map { $0 }
    return [
      .every(.launched) { _, at in
        Reaction(
          ids.prefix(60).map { .ask($0, .store(.probeSpace), r: 0) },
          deadlines: [Deadline(at: .zero, stage: .backoff)])
      },
      .every(When { if case .deadline = $0 { true } else { false } }) { event, _ in
        guard case .deadline(let d) = event else { return Reaction() }
        let round = Int(d.at.count) + 1
        let next = ids.dropFirst(60 * round).prefix(60)
        return Reaction(
          next.map { .ask($0, .store(.probeSpace), r: 0) },
          deadlines: next.isEmpty ? [] : [Deadline(at: Nanoseconds(Int64(round)), stage: .backoff)])
      },
    ]
  }

  @Test("Bounds and endings", arguments: 0..<bounds.count)
  func bound(place: Int) {
    let (what, rules, ending) = Self.bounds[place]
    #expect(Self.ending(rules) == ending, "\(what)")
  }

  @Test("What is left open at the end is told: requests that wait, a microphone that runs")
  func leftovers() {
    let open = Playback(
      Case(script: [], plan: Plan([Plan.Entry(KeyPattern(name("open/store?answer")), .never)])),
      [.on(.launched, .open(1))])
    #expect(open.order.suffix(2) == ["end settled", "end leftover(open/store)"])
    var theCase = recording(stop: nil)
    theCase.plan = Plan([
      Plan.Entry(
        KeyPattern(name("capture/r1?answer")), .microphone(Microphone(end: .starvesAt(1))))
    ])
    let running = Playback(theCase, recorder + [.on(.began(4), .abandon(4))])
    #expect(running.order.suffix(2) == ["end settled", "end leftover(capture/r1)"])
  }

  @Test("Two hours after the script everything unusual ends, half an hour later the case")
  func heals() {
    // A deadline every ten minutes keeps time going; the answer is held for ever.
    let rules: [Cue] = [
      .every(.launched) { Reaction([.open(1)], deadlines: Self.soon($0, $1, 600_000)) },
      .every(.due(.backoff)) { Reaction(deadlines: Self.soon($0, $1, 600_000)) },
    ]
    let run = Playback(
      Case(
        script: [ScriptEntry(.time(.seconds(1)), .wait)],
        schedule: [
          Hold(KeyPattern(name("done open/store")), until: KeyPattern(name("person 2")))
        ]), rules)
    let end = run.told.firstIndex { $0.contains("done open/store") }
    #expect(end.map { run.told[$0] } == "7800000 done open/store: done")
    #expect(run.summary.ending == .outOfTime)
    #expect(run.summary.end == .minutes(150))
  }

  @Test("The wall clock steps; the other one does not")
  func wall() {
    let run = Playback(
      Case(script: [
        ScriptEntry(.time(.seconds(1)), .wallStep(.seconds(-3600))),
        ScriptEntry(.time(.seconds(2)), .command(.clear, nil)),
      ]), [])
    let last = run.records.last { if case .event(.person) = $0.what { true } else { false } }
    #expect(last?.at.monotonic == .seconds(2))
    #expect(last?.at.wall == Case.epoch + .seconds(2 - 3600))
  }

  @Test("A process is launched at most 127 times; more is the harness's own error")
  func manyLives() {
    let run = Playback(
      Case(
        script: [],
        crashes: (1...130).map { n in
          Crash(.after, name(n == 1 ? "news launched" : "app.\(min(n, 127)): news launched"))
        }), [])
    #expect(run.summary.namesOverflowed)
    #expect(run.records.last { $0.what == .process(.launched) }?.process.boot == 127)
  }

  @Test("A name that comes more than 255 times is the harness's own error, not a wrap")
  func manyTimes() {
    let rules: [Cue] = [
      .every(.launched) { Reaction(deadlines: Self.soon($0, $1, 1)) },
      .every(.due(.backoff)) { event, at in
        Reaction(deadlines: at.monotonic < .milliseconds(300) ? Self.soon(event, at, 1) : [])
      },
    ]
    let run = Playback(Case(script: []), rules)
    #expect(run.summary.ending == .settled)
    #expect(run.summary.namesOverflowed)
  }
}
