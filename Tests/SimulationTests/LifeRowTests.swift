import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("Boundary rows: news, sleep, death")
struct LifeRowTests {
  static func at(_ ms: Int, _ action: Action) -> ScriptEntry {
    ScriptEntry(.time(.milliseconds(ms)), action)
  }

  static let everyNews: [News] = [
    .interruption(began: true, mayResume: false), .route, .mediaReset, .lowSpace(1), .lowSpace(nil),
    .deviceLocked(true), .background(expiresIn: .seconds(30)), .foreground,
    .thermal(critical: true), .focus(Target(3)), .clipboard(change: 9),
  ]

  static func recordingThen(_ entries: ScriptEntry..., crashes: [Crash] = []) -> Case {
    var theCase = recording(stop: nil)
    theCase.script += entries
    theCase.crashes = crashes
    return theCase
  }

  static let stories: [Story] = [
    Story(
      "facts of the device, each with its own name and number",
      Case(script: everyNews.map { at(1, .news($0, .app)) }), [],
      told: [
        "1 news interruption/1: interruption(began: true, mayResume: false)",
        "1 news route/1: route",
        "1 news media-reset/1: mediaReset",
        "1 news low-space/1: lowSpace(Optional(1))",
        "1 news low-space/2: lowSpace(nil)",
        "1 news locked/1: deviceLocked(true)",
        "1 news background/1: background(expiresIn: Optional(30.000s))",
        "1 news foreground/1: foreground",
        "1 news thermal/1: thermal(critical: true)",
        "1 news copied/1: clipboard(change: 9)",
      ]),
    Story(
      "the person's commands",
      Case(
        script: [
          at(1, .command(.cancel(RecordingID(1)), nil)), at(1, .command(.clear, .app)),
          at(2, .command(.change(Settings(model: 2)), nil)),
          at(3, .command(.redeliver(RecordingID(1), Target(2)), nil)),
        ]), [],
      told: [
        "1 person 1: cancel(r1)",
        "1 person 2: clear",
        "2 person 3: change(Settings(recognizer: cloud(groq), model: 2, language: 1, vocabulary: 0, cleanup: cloud))",
        "3 person 4: redeliver(r1, Target(rawValue: 2))",
      ]),
    Story(
      "a script anchor latches at its first occurrence and counts from there",
      Case(
        script: [
          at(500, .command(.copy(RecordingID(1)), nil)),
          ScriptEntry(.after(name("done open/store"), .milliseconds(600)), .command(.clear, nil)),
          ScriptEntry(
            .after(name("issue open/store"), .zero), .command(.retry(RecordingID(1)), nil)),
        ]), [.on(.launched, .open(1))],
      told: [
        "2 done open/store: done",
        "500 person 1: copy(r1)",
        "602 person 2: clear",
        "602 person 3: retry(r1)",
      ]),
    Story(
      "sleep: first the news of it, then what is overdue, by its time",
      Case(script: [at(1, .suspend(.app, .seconds(10)))]),
      [
        .on(
          .launched, .open(1), .upload(2, .leaf(1)),
          arm: [Deadline(at: .seconds(3), stage: .store, lease: lease(), effect: EffectID(1))])
      ],
      told: [
        "10001 news resumed/1: resumed(asleep: 10.000s)",
        "10001 done open/store: done",
        "10001 done upload/r1.a1/0/t1: wireFailed(refused)",
        "10001 deadline open/store: store",
      ]),
    Story(
      "a person who speaks to a sleeping process is heard when it wakes",
      Case(script: [at(1, .suspend(.app, .seconds(10))), at(500, .command(.clear, nil))]), [],
      told: [
        "10001 news resumed/1: resumed(asleep: 10.000s)",
        "10001 person 2: clear",
      ]),
    Story(
      "a microphone whose process slept over a chunk has lost its device",
      recordingThen(at(700, .suspend(.app, .seconds(2)))), recorder,
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "2700 news resumed/1: resumed(asleep: 2.000s)",
        "2700 frames capture/r1/2: deviceLost",
        "2720 done capture/r1: captured(samples: 8000)",
      ]),
    Story(
      "a nap between two chunks costs nothing",
      recordingThen(
        at(700, .suspend(.app, .milliseconds(300))), at(1_130, .command(.stop(nil), nil))),
      recorder + [.on(.person(.stop(nil)), .stop(4))],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 news resumed/1: resumed(asleep: 0.300s)",
        "1122 frames capture/r1/2: 8000+8000 speech",
        "1123 done append/r1/2: appended(samples: 8000, durableThrough: 16000)",
        "1130 person 3: stop(nil)",
        "1140 frames capture/r1/3: 16000+128 speech",
        "1141 done append/r1/3: appended(samples: 128, durableThrough: 16000)",
        "1160 done capture/r1: captured(samples: 16128)",
      ]),
    Story(
      "asleep between stop and the last chunk: it still comes before its proof",
      recordingThen(at(700, .command(.stop(nil), nil)), at(701, .suspend(.app, .seconds(5)))),
      recorder + [.on(.person(.stop(nil)), .stop(4))],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "700 person 2: stop(nil)",
        "5701 news resumed/1: resumed(asleep: 5.000s)",
        "5701 frames capture/r1/2: 8000+1248 speech",
        "5701 done capture/r1: captured(samples: 9248)",
        "5702 done append/r1/2: appended(samples: 1248, durableThrough: 0)",
      ]),
    Story(
      "death drops what was asked; the next launch gets none of its answers",
      Case(script: [], crashes: [Crash(.after, name("done open/store"))]),
      [
        .on(.launched, boot: 1, .open(1), .ask(2, .reportUsage(RecordingID(1), seconds: 1))),
        .on(.launched, boot: 2, .open(1)), .on(.finished(1), boot: 2, .inventory(2)),
      ],
      told: [
        "2 done open/store: done",
        "1004 app.2: done open/store: done",
        "1006 app.2: done inventory/store: inventory rows=0 files=0 handoffs=0",
      ]),
    Story(
      "death before a happening: it never happens",
      Case(script: [], crashes: [Crash(.before, name("done open/store"), relaunch: .seconds(2))]),
      [.on(.launched, .open(1))],
      told: [
        "2004 app.2: done open/store: done"
      ]),
    Story(
      "death between two effects of one reaction: the first was accepted, the second never",
      Case(script: [], crashes: [Crash(.after, name("issue open/store"))]),
      [.on(.launched, boot: 1, .open(1), .ask(2, .post(DeliveryRowTests.handoff(.app, 1))))],
      told: []),
    Story(
      "death before a request is accepted",
      Case(script: [], crashes: [Crash(.before, name("issue post/r1.a1"))]),
      [
        .on(.launched, boot: 1, .open(1), .ask(2, .post(DeliveryRowTests.handoff(.app, 1)))),
        .on(.launched, boot: 2, .open(1)), .on(.finished(1), boot: 2, .inventory(2)),
      ],
      told: [
        "1002 app.2: done open/store: done",
        "1004 app.2: done inventory/store: inventory rows=0 files=0 handoffs=0",
      ]),
    Story(
      "the keyboard dies at something of the app's, which goes on",
      Case(
        platform: Platform(id: "ios", hasKeyboard: true), script: [],
        crashes: [Crash(.before, name("done open/store"), role: .keyboard, relaunch: nil)]),
      [
        .on(.launched, .open(1)),
        .on(.finished(1), .ask(2, .post(DeliveryRowTests.handoff(.app, 1)))),
      ],
      told: [
        "2 done open/store: done",
        "7 done post/r1.a1: done",
      ]),
    Story(
      "a person who speaks while nothing runs is not heard; the script goes on",
      Case(
        script: [
          at(5, .command(.clear, nil)), at(500, .command(.clear, nil)),
          at(2_000, .command(.clear, nil)),
        ],
        crashes: [Crash(.before, name("person 1"))]), [],
      told: [
        "2000 person 3: clear"
      ]),
    Story(
      "death takes the microphone and the writer along",
      recordingThen(
        at(900, .command(.copy(RecordingID(1)), nil)), crashes: [Crash(.after, name("person 2"))]),
      [
        .on(
          .launched, boot: 2, .append(21, 8_000, 8_000), .file(22, .close(file(.partial))),
          .open(23))
      ] + recorder,
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "900 person 2: copy(r1)",
        "1901 app.2: done append/r1/2: fileFailed(io(no))",
        "1901 app.2: done close/r1/partial: 8000 of 8000 finalized",
        "1902 app.2: done open/store: done",
      ]),
    Story(
      "no relaunch but the script's, and one process of a role at a time",
      Case(
        script: [at(10, .wait), at(3_000, .launch(.app)), at(3_000, .launch(.app))],
        crashes: [Crash(.after, name("person 1"), relaunch: nil)]),
      [.on(.launched, boot: 2, .open(1))],
      told: [
        "3002 app.2: done open/store: done"
      ]),
    Story(
      "asleep and killed: nothing wakes",
      Case(
        script: [at(10, .suspend(.app, .seconds(60))), at(20, .wait)],
        crashes: [Crash(.after, name("person 2"))]),
      [.on(.launched, .open(1))],
      told: [
        "2 done open/store: done",
        "1022 app.2: done open/store: done",
      ]),
  ]

  @Test("What the engine is told", arguments: stories)
  func told(_ story: Story) { story.check() }
}
