import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("What may happen next")
struct OrderTests {
  static func play(
    _ rules: [Cue], script: [ScriptEntry] = [], hold: [(String, String)] = [],
    crashes: [Crash] = []
  ) -> Playback {
    Playback(
      Case(
        script: script,
        schedule: hold.map { Hold(KeyPattern(name($0.0)), until: KeyPattern(name($0.1))) },
        crashes: crashes), rules)
  }

  static func deadline(_ ms: Int, _ stage: Stage = .finalize) -> Deadline {
    Deadline(at: .milliseconds(ms), stage: stage, lease: lease())
  }

  /// Everything of one instant: an answer, news, the person, a deadline.
  static let instant: [Cue] = [.on(.launched, .open(1), arm: [deadline(2)])]
  static let script = [
    ScriptEntry(.time(.milliseconds(2)), .news(.route, .app)),
    ScriptEntry(.time(.milliseconds(2)), .command(.clear, nil)),
  ]

  @Test("Ties of time go by rank: an answer at its deadline comes first, the person before it")
  func ranks() {
    // The news is brought by a line of the script, so it comes into being with the person's rank.
    #expect(
      Self.play(Self.instant, script: Self.script).told == [
        "2 done open/store: done", "2 news route/1: route", "2 person 2: clear",
        "2 deadline r1.a1/finalize: finalize",
      ])
  }

  @Test("One hold turns a tie around")
  func held() {
    let run = Self.play(
      Self.instant, script: Self.script, hold: [("done open/store", "deadline r1.a1/finalize")])
    #expect(
      run.told == [
        "2 news route/1: route", "2 person 2: clear", "2 deadline r1.a1/finalize: finalize",
        "2 done open/store: done",
      ])
    #expect(run.summary.forcedReleases == 0)
    #expect(run.summary.unmatchedHolds == [])
  }

  @Test("A hard item is passed by nothing later than it, even when it is held")
  func hard() {
    let run = Self.play(
      [.on(.launched, .open(1), arm: [Self.deadline(1)])],
      hold: [("deadline r1.a1/finalize", "done open/store")])
    #expect(
      run.told == ["1 deadline r1.a1/finalize: finalize", "2 done open/store: done"])
    #expect(run.summary.forcedReleases == 1)
    #expect(run.summary.unmatchedHolds == [0])
  }

  @Test("A soft item is passed by anything, however much later")
  func soft() {
    let run = Self.play(
      [.on(.launched, .open(1), .ask(2, .reportUsage(RecordingID(1), seconds: 1)))],
      script: [ScriptEntry(.time(.seconds(60)), .command(.clear, nil))],
      hold: [("done open/store", "person 1")])
    #expect(
      run.told == [
        "200 done usage/r1: done", "60000 person 1: clear", "60000 done open/store: done",
      ])
  }

  @Test("A hold until the end of a leg outlasts the patience of the relay")
  func patience() {
    let dial = Dial(recording: RecordingID(1), leg: LegNumber(1), offset: 0, settings: Settings())
    let run = Self.play(
      [.on(.launched, .open(1), .ask(2, .dial(dial)))],
      hold: [("done open/store", "done dial/r1/leg1")])
    let error = "leg(frame(error(code: 408, words: \"relay error 408: session closed\")))"
    #expect(
      run.told == [
        "200 open dial/r1/leg1: leg(open)", "20220 frame dial/r1/leg1/1: \(error)",
        "20240 done dial/r1/leg1: leg(closed(Optional(1011)))", "20240 done open/store: done",
      ])
    #expect(run.summary.forcedReleases == 0)
  }

  @Test("A held answer holds up its whole channel and nothing else")
  func channel() {
    let run = Self.play(
      [
        .on(
          .launched, .open(1), .write(2, row(.capturing)), .write(3, row(.capturing, 2)),
          .create(4), .ask(5, .reportUsage(RecordingID(1), seconds: 1)))
      ], hold: [("done store/r1.a1/capturing", "done usage/r1")])
    #expect(
      run.told == [
        "1 done create/r1/partial: done", "2 done open/store: done", "200 done usage/r1: done",
        "200 done store/r1.a1/capturing: done", "200 done store/r2.a1/capturing: done",
      ])
  }

  @Test("A body cannot pass its head, and comes its own time after it")
  func chain() {
    let run = Playback(
      Case(
        plants: [.file(file(.source), samples: 8_000, isClosed: true)],
        script: [ScriptEntry(.time(.seconds(5)), .command(.clear, nil))],
        schedule: [
          Hold(KeyPattern(name("head upload/r1.a1/0/t1")), until: KeyPattern(name("person 1")))
        ]), [.on(.launched, .upload(1))])
    #expect(
      run.told.map { $0.prefix(30) } == [
        "5000 person 1: clear", "5000 head upload/r1.a1/0/t1: 2", "5500 done upload/r1.a1/0/t1: {",
      ])
  }

  @Test("A held opening shifts the clip")
  func opening() {
    var theCase = recording(stop: nil)
    theCase.script.append(ScriptEntry(.time(.seconds(1)), .command(.copy(RecordingID(1)), nil)))
    theCase.script.append(ScriptEntry(.time(.milliseconds(1_800)), .command(.stop(nil), nil)))
    theCase.schedule = [
      Hold(KeyPattern(name("began capture/r1")), until: KeyPattern(name("person 2")))
    ]
    let run = Playback(theCase, recorder + [.on(.person(.stop(nil)), .stop(4))])
    #expect(
      run.told.dropFirst(4) == [
        "1000 person 2: copy(r1)", "1000 began capture/r1: captureBegan(rate: 16000)",
        "1500 frames capture/r1/1: 0+8000 speech",
        "1501 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1800 person 3: stop(nil)", "1810 frames capture/r1/2: 8000+4800 speech",
        "1811 done append/r1/2: appended(samples: 4800, durableThrough: 0)",
        "1830 done capture/r1: captured(samples: 12800)",
      ])
  }

  @Test("An item that a cancel took away satisfies its hold and is never chosen")
  func removed() {
    let run = Playback(
      Case(
        plants: [.file(file(.source), samples: 8_000, isClosed: true)], script: [],
        schedule: [
          Hold(KeyPattern(name("head upload/r1.a1/0/t1")), until: KeyPattern(name("person 9")))
        ]),
      [
        .on(.launched, .upload(1), .ask(2, .reportUsage(RecordingID(1), seconds: 1))),
        .on(.finished(2), .cancel(1)),
      ])
    #expect(run.told == ["200 done usage/r1: done", "210 done upload/r1.a1/0/t1: cancelled"])
    #expect(run.summary.forcedReleases == 0)
  }

  @Test("A re-armed deadline keeps its name and its hold; a disarmed one never comes")
  func rearmed() {
    let run = Self.play(
      [
        .on(.launched, .open(1), arm: [Self.deadline(1), Self.deadline(9, .backoff)]),
        .on(.focus, arm: [Self.deadline(2), Self.deadline(9, .backoff)]),
        .on(.due(.finalize), arm: []),
      ], hold: [("done open/store", "deadline r1.a1/finalize")])
    #expect(
      run.told == ["2 deadline r1.a1/finalize: finalize", "2 done open/store: done"])
  }

  @Test("A deadline comes once; the rest of its set stays armed; the next of its name is #2")
  func once() {
    let run = Self.play(
      [
        .on(.launched, arm: [Self.deadline(1), Self.deadline(5, .backoff)]),
        .on(.due(.backoff), arm: [Self.deadline(7)]),
      ])
    #expect(
      run.told == [
        "1 deadline r1.a1/finalize: finalize", "5 deadline r1.a1/backoff: backoff",
        "7 deadline r1.a1/finalize#2: finalize",
      ])
  }

  @Test("A hand-off of another process is soft, what the device reports is hard")
  func handoffs() {
    let rules: [Cue] = [
      .on(.launched, in: .keyboard, .ask(1, .post(DeliveryRowTests.handoff(.keyboard, 1))))
    ]
    func run(_ held: String) -> Playback {
      Playback(
        Case(
          platform: Platform(id: "ios", hasKeyboard: true),
          script: [
            ScriptEntry(.time(.milliseconds(1)), .news(.route, .app)),
            ScriptEntry(.time(.seconds(1)), .command(.clear, nil)),
          ], schedule: [Hold(KeyPattern(name(held)), until: KeyPattern(name("person 2")))]), rules)
    }
    #expect(run("news handoff/1").told.suffix(1) == ["1000 news handoff/1: stop(r1)"])
    #expect(run("news handoff/1").summary.forcedReleases == 0)
    #expect(run("news route/1").told.first == "1 news route/1: route")
    #expect(run("news route/1").summary.forcedReleases == 1)
  }

  @Test("What a case names and its run never meets is reported, entry by entry")
  func unmatched() {
    let theCase = Case(
      script: [
        ScriptEntry(.time(.zero), .wait),
        ScriptEntry(.after(name("done open/store#7"), .zero), .command(.clear, nil)),
        ScriptEntry(.time(.seconds(1)), .wait),
      ],
      plan: Plan([
        Plan.Entry(KeyPattern(name("open/store?answer")), .slow(.milliseconds(3))),
        Plan.Entry(KeyPattern(name("open/store?answer#9")), .never),
        // An answer of another kind of request is no answer: the default counts.
        Plan.Entry(KeyPattern(name("create/r1/partial?answer")), .store(.busy)),
        Plan.Entry(KeyPattern(name("create/r1/partial?runs")), .never),
      ]),
      schedule: [
        Hold(KeyPattern(name("done open/store#8")), until: KeyPattern(name("person 1")))
      ], crashes: [Crash(.after, name("done open/store#6"))])
    let run = Playback(theCase, [.on(.launched, .open(1), .create(2))])
    #expect(
      run.told == ["1 done create/r1/partial: done", "3 done open/store: done"])
    #expect(run.summary.unmatchedPlan == [1, 2, 3])
    #expect(run.summary.unmatchedHolds == [0])
    #expect(run.summary.unreachedScript == [1, 2])
    #expect(run.summary.unreachedCrashes == [0])
  }
}
