import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("Boundary rows: capture")
struct CaptureRowTests {
  static let stop: Cue = .on(.person(.stop(nil)), .stop(4))

  static let stories: [Story] = [
    Story(
      "a capture that nothing disturbs", recording(stop: 1_000), recorder + [stop],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 person 2: stop(nil)",
        "1010 frames capture/r1/2: 8000+6048 speech",
        "1011 done append/r1/2: appended(samples: 6048, durableThrough: 0)",
        "1030 done capture/r1: captured(samples: 14048)",
      ]),
    Story(
      "capture write fails: full after 3,000 more samples", recording(stop: nil),
      plan: [("append/r1/1?answer", .file(.noSpace(accepted: 3_000)))],
      recorder + [.on(.finished(100), .stop(4))],
      told: firstChunk + [
        "623 done append/r1/1: fileFailed(noSpace(accepted: 3000))",
        "633 frames capture/r1/2: 8000+16 speech",
        "634 done append/r1/2: appended(samples: 16, durableThrough: 0)",
        "653 done capture/r1: captured(samples: 8016)",
      ]),
    Story(
      "capture write fails: the disk, nobody knows whether it landed", recording(stop: nil),
      plan: [("append/r1/1?answer", .file(.io(told: .unknown, landed: true)))],
      recorder + [.on(.finished(100), .stop(4))],
      told: firstChunk + [
        "623 done append/r1/1: fileFailed(io(unknown))",
        "633 frames capture/r1/2: 8000+16 speech",
        "634 done append/r1/2: appended(samples: 16, durableThrough: 0)",
        "653 done capture/r1: captured(samples: 8016)",
      ]),
    Story(
      "capture write fails: the file is gone", recording(stop: nil),
      plan: [("append/r1/1?answer", .file(.vanished))],
      recorder + [.on(.finished(100), .stop(4))],
      told: firstChunk + [
        "623 done append/r1/1: fileFailed(vanished)",
        "633 frames capture/r1/2: 8000+16 speech",
        "634 done append/r1/2: fileFailed(vanished)",
        "653 done capture/r1: captured(samples: 8016)",
      ]),
    Story(
      "silence: chunks of zeros are said to be zeros", recording(stop: 1_700),
      plan: [
        ("capture/r1?answer", .microphone(Microphone(zerosFrom: 2, zerosThrough: 2)))
      ], recorder + [stop],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1122 frames capture/r1/2: 8000+8000 digitalZero",
        "1123 done append/r1/2: appended(samples: 8000, durableThrough: 16000)",
        "1622 frames capture/r1/3: 16000+8000 speech",
        "1623 done append/r1/3: appended(samples: 8000, durableThrough: 16000)",
        "1700 person 2: stop(nil)",
        "1710 frames capture/r1/4: 24000+1248 speech",
        "1711 done append/r1/4: appended(samples: 1248, durableThrough: 16000)",
        "1730 done capture/r1: captured(samples: 25248)",
      ]),
    Story(
      "starvation: after a chunk nothing comes until the health deadline", recording(stop: nil),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .starvesAt(2))))],
      recorder + [
        .on(
          .began(4),
          arm: [Deadline(at: .seconds(4), stage: .captureHealth, lease: lease())]),
        .on(.due(.captureHealth), .stop(4)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "4000 deadline r1.a1/capture-health: captureHealth",
        "4030 done capture/r1: captured(samples: 8000)",
      ]),
    Story(
      "the device is lost in place of a chunk", recording(stop: nil),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .lostAt(2))))], recorder,
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1122 frames capture/r1/2: deviceLost",
        "1142 done capture/r1: captured(samples: 8000)",
      ]),
    Story(
      "the format changes in place of a chunk", recording(stop: nil),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .formatChangesAt(2))))], recorder,
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1122 frames capture/r1/2: formatChanged",
        "1142 done capture/r1: captured(samples: 8000)",
      ]),
    Story(
      "a recorder that never answers stop", recording(stop: 1_000),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .stopNeverAnswered)))],
      recorder + [
        .on(
          .person(.stop(nil)), .stop(4),
          arm: [Deadline(at: .seconds(11), stage: .finalize, lease: lease())]),
        .on(.due(.finalize), .abandon(4), .show(.idle)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 person 2: stop(nil)",
        "1010 frames capture/r1/2: 8000+6048 speech",
        "1011 done append/r1/2: appended(samples: 6048, durableThrough: 0)",
        "11000 deadline r1.a1/finalize: finalize",
      ]),
    Story(
      "late recorder proof: the answer of an abandoned capture still comes", recording(stop: 1_000),
      plan: [
        ("capture/r1?answer", .microphone(Microphone(end: .stopAnsweredAfter(.seconds(20)))))
      ],
      recorder + [
        .on(
          .person(.stop(nil)), .stop(4),
          arm: [Deadline(at: .seconds(11), stage: .finalize, lease: lease())]),
        .on(.due(.finalize), .abandon(4), .show(.idle)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 person 2: stop(nil)",
        "1010 frames capture/r1/2: 8000+6048 speech",
        "1011 done append/r1/2: appended(samples: 6048, durableThrough: 0)",
        "11000 deadline r1.a1/finalize: finalize",
        "21000 done capture/r1: captured(samples: 14048)",
      ]),
    Story(
      "a proof that is early still follows the rest it is about", recording(stop: 1_000),
      plan: [
        ("capture/r1?answer", .microphone(Microphone(end: .stopAnsweredAfter(.milliseconds(1)))))
      ], recorder + [stop],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 person 2: stop(nil)",
        "1010 frames capture/r1/2: 8000+6048 speech",
        "1010 done capture/r1: captured(samples: 14048)",
        "1011 done append/r1/2: appended(samples: 6048, durableThrough: 0)",
      ]),
    Story(
      "a stalled append: nothing behind it runs", recording(stop: 1_700),
      plan: [("append/r1/2?answer", .never)],
      recorder + [
        stop, .on(.finished(4), .abandon(101), .file(6, .close(file(.partial))), .abandon(6)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1122 frames capture/r1/2: 8000+8000 speech",
        "1622 frames capture/r1/3: 16000+8000 speech",
        "1700 person 2: stop(nil)",
        "1710 frames capture/r1/4: 24000+1248 speech",
        "1730 done capture/r1: captured(samples: 25248)",
      ]),
    Story(
      "a stalled close", recording(stop: 1_000), plan: [("close/r1/partial?answer", .never)],
      recorder + [
        stop,
        .on(
          .finished(4), .file(6, .close(file(.partial))),
          arm: [Deadline(at: .seconds(6), stage: .finalize, effect: EffectID(6))]),
        .on(.due(.finalize), .abandon(6)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 person 2: stop(nil)",
        "1010 frames capture/r1/2: 8000+6048 speech",
        "1011 done append/r1/2: appended(samples: 6048, durableThrough: 0)",
        "1030 done capture/r1: captured(samples: 14048)",
        "6000 deadline close/r1/partial: finalize",
      ]),
    Story(
      "stop before the microphone began: no frame, no sample", recording(stop: 50),
      recorder + [stop],
      told: journal + [
        "50 person 2: stop(nil)",
        "80 done capture/r1: captured(samples: 0)",
      ]),
    Story(
      "stop exactly at a chunk: nothing is left over", recording(stop: 1_122), recorder + [stop],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1122 frames capture/r1/2: 8000+8000 speech",
        "1122 person 2: stop(nil)",
        "1123 done append/r1/2: appended(samples: 8000, durableThrough: 16000)",
        "1152 done capture/r1: captured(samples: 16000)",
      ]),
    Story(
      "cancel while the microphone opens: it never begins", recording(stop: 50),
      recorder + [.on(.person(.stop(nil)), .cancel(4))],
      told: journal + [
        "50 person 2: stop(nil)",
        "80 done capture/r1: cancelled",
      ]),
    Story(
      "cancel with frames on their way: no more come", recording(stop: 700),
      recorder + [.on(.person(.stop(nil)), .cancel(4))],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "700 person 2: stop(nil)",
        "730 done capture/r1: cancelled",
      ]),
    Story(
      "a cancel that is not heeded: frames go on, and stop still works", recording(stop: 700),
      plan: [("capture/r1?heeds", .heeds(false))],
      recorder + [
        .on(.person(.stop(nil)), .cancel(4)), .on(.finished(101), .stop(4)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "700 person 2: stop(nil)",
        "1122 frames capture/r1/2: 8000+8000 speech",
        "1123 done append/r1/2: appended(samples: 8000, durableThrough: 16000)",
        "1133 frames capture/r1/3: 16000+16 speech",
        "1134 done append/r1/3: appended(samples: 16, durableThrough: 16000)",
        "1153 done capture/r1: captured(samples: 16016)",
      ]),
    Story(
      "permission is refused", recording(stop: nil),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .denied)))], recorder,
      told: journal + [
        "12 done capture/r1: captureFailed(denied)"
      ]),
    Story(
      "a format that cannot be recorded", recording(stop: nil),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .unsupported)))], recorder,
      told: journal + [
        "12 done capture/r1: captureFailed(formatUnsupported)"
      ]),
    Story(
      "a microphone that never opens, and is stopped", recording(stop: 1_000),
      plan: [("capture/r1?answer", .microphone(Microphone(end: .neverOpens)))],
      recorder + [stop],
      told: journal + [
        "1000 person 2: stop(nil)",
        "1030 done capture/r1: captured(samples: 0)",
      ]),
    Story(
      "a capture that never answers at all", recording(stop: 1_000),
      plan: [("capture/r1?answer", .never)],
      recorder + [.on(.person(.stop(nil)), .stop(4), .abandon(4))],
      told: journal + [
        "1000 person 2: stop(nil)"
      ]),
    Story(
      "a microphone that opens late", recording(stop: 3_000),
      plan: [("capture/r1?answer", .microphone(Microphone(opensAfter: .seconds(2))))],
      recorder + [stop],
      told: journal + [
        "2002 began capture/r1: captureBegan(rate: 16000)",
        "2502 frames capture/r1/1: 0+8000 speech",
        "2503 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "3000 person 2: stop(nil)",
        "3010 frames capture/r1/2: 8000+7968 speech",
        "3011 done append/r1/2: appended(samples: 7968, durableThrough: 0)",
        "3030 done capture/r1: captured(samples: 15968)",
      ]),
    Story(
      "max length: the engine's own deadline, frames until the stop, then its proof",
      recording(stop: nil),
      recorder + [
        .on(
          .began(4), arm: [Deadline(at: .milliseconds(1_200), stage: .captureLimit, lease: lease())]
        ),
        .on(.due(.captureLimit), .stop(4)),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1122 frames capture/r1/2: 8000+8000 speech",
        "1123 done append/r1/2: appended(samples: 8000, durableThrough: 16000)",
        "1200 deadline r1.a1/capture-limit: captureLimit",
        "1210 frames capture/r1/3: 16000+1248 speech",
        "1211 done append/r1/3: appended(samples: 1248, durableThrough: 16000)",
        "1230 done capture/r1: captured(samples: 17248)",
      ]),
    Story(
      "source move: validate, sync and promote", recording(stop: 700),
      recorder + [
        stop,
        .on(.finished(4), .file(5, .close(file(.partial))), .file(6, .validate(file(.partial)))),
        .on(.finished(6), .file(7, .sync(file(.partial))), .file(8, .promote(file(.partial)))),
        .on(.finished(8), .file(9, .validate(file(.source)))),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "700 person 2: stop(nil)",
        "710 frames capture/r1/2: 8000+1248 speech",
        "711 done append/r1/2: appended(samples: 1248, durableThrough: 0)",
        "730 done capture/r1: captured(samples: 9248)",
        "731 done close/r1/partial: 9248 of 9248 finalized",
        "731 done validate/r1/partial: 9248 of 9248 finalized",
        "732 done sync/r1/partial: done",
        "732 done promote/r1/partial: done",
        "733 done validate/r1/source: 9248 of 9248 finalized",
      ]),
    Story(
      "source move fails: told no, landed all the same", recording(stop: 700),
      plan: [
        ("promote/r1/partial?answer", .file(.io(told: .no, landed: true))),
        ("sync/r1/partial?answer", .file(.suspect)),
      ],
      recorder + [
        stop, .on(.finished(4), .file(5, .close(file(.partial)))),
        .on(.finished(5), .file(7, .sync(file(.partial))), .file(8, .promote(file(.partial)))),
        .on(.finished(8), .file(9, .validate(file(.source)))),
      ],
      told: firstChunk + [
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "700 person 2: stop(nil)",
        "710 frames capture/r1/2: 8000+1248 speech",
        "711 done append/r1/2: appended(samples: 1248, durableThrough: 0)",
        "730 done capture/r1: captured(samples: 9248)",
        "731 done close/r1/partial: 9248 of 9248 finalized",
        "732 done sync/r1/partial: fileFailed(suspect)",
        "732 done promote/r1/partial: fileFailed(io(no))",
        "733 done validate/r1/source: 9248 of 9248 finalized",
      ]),
    Story(
      "initial journal fails: the microphone is refused without it", recording(stop: nil),
      plan: [("store/r1.a1/capturing?answer", .store(.io(told: .unknown, landed: false)))],
      recorder,
      told: [
        "0 person 1: start(r1)",
        "1 done create/r1/partial: done",
        "2 done open/store: done",
        "2 done store/r1.a1/capturing: storeFailed(io(unknown))",
        "12 done capture/r1: captureFailed(formatUnsupported)",
      ]),
    Story(
      "the partial is not there: the microphone is refused without it", recording(stop: nil),
      plan: [("create/r1/partial?answer", .file(.noSpace(accepted: 0)))], recorder,
      told: [
        "0 person 1: start(r1)",
        "1 done create/r1/partial: fileFailed(noSpace(accepted: 0))",
        "2 done open/store: done",
        "2 done store/r1.a1/capturing: done",
        "12 done capture/r1: captureFailed(formatUnsupported)",
      ]),
    Story(
      "a second capture while one opens is refused", recording(stop: 1_000),
      recorder + [
        .on(
          .finished(3), .write(12, row(.capturing, 2)), .create(13, 2)),
        .on(.finished(12), .capture(14, 2)), stop,
      ],
      told: journal + [
        "2 done create/r2/partial: done",
        "3 done store/r2.a1/capturing: done",
        "13 done capture/r2: captureFailed(formatUnsupported)",
        "122 began capture/r1: captureBegan(rate: 16000)",
        "622 frames capture/r1/1: 0+8000 speech",
        "623 done append/r1/1: appended(samples: 8000, durableThrough: 0)",
        "1000 person 2: stop(nil)",
        "1010 frames capture/r1/2: 8000+6048 speech",
        "1011 done append/r1/2: appended(samples: 6048, durableThrough: 0)",
        "1030 done capture/r1: captured(samples: 14048)",
      ]),
  ]

  @Test("What the engine is told", arguments: stories)
  func told(_ story: Story) { story.check() }
}
