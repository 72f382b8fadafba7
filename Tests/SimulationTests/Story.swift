import Choices
import Contract
import Simulation
import TestSupport
import Testing

/// One row of the boundary as data: what an engine asks, what the case says, what it is told.
struct Story: CustomTestStringConvertible, Sendable {
  var row: String
  var theCase: Case
  var rules: [Cue]
  var told: [String]

  init(
    _ row: String, _ theCase: Case, plan: [(String, Answer)] = [], _ rules: [Cue],
    told: [String]
  ) {
    self.row = row
    self.theCase = theCase
    self.theCase.plan = Plan(plan.map { Plan.Entry(KeyPattern(name($0.0)), $0.1) })
    self.rules = rules
    self.told = told
  }

  var testDescription: String { row }

  /// Plays it and compares what the engine was told, and that nothing of the case was idle.
  func check() {
    let run = Playback(theCase, rules)
    #expect(run.told == told, "\(row)\n\(run.told.joined(separator: "\n"))")
    #expect(run.summary.unmatchedPlan.isEmpty)
    #expect(run.summary.unmatchedHolds.isEmpty)
    #expect(run.summary.unreachedScript.isEmpty)
    #expect(run.summary.unreachedCrashes.isEmpty)
    #expect(!run.summary.namesOverflowed)
    #expect(run.summary.ending == .settled)
  }
}

/// Rules that record r1: row and file, then the microphone, every chunk appended as 100, 101, …
let recorder: [Cue] = [
  .on(.launched, .open(1)),
  .on(.person(.start(RecordingID(1))), .write(2, row(.capturing)), .create(3)),
  .on(.finished(2), .capture(4)),
  .every(.frames(4)) { event, _ in
    guard case .progress(_, .frames(let span, _)) = event else { return Reaction() }
    return Reaction([.append(100 + UInt32(span.from / 8_000), span.from, span.count)])
  },
]

/// A case in which r1 is started at once and stopped after so many milliseconds.
func recording(stop: Int? = 1_000, sounds: [Sound] = [Sound(.seconds(60), .speech)]) -> Case {
  var script = [ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil))]
  if let stop {
    script.append(ScriptEntry(.time(.milliseconds(stop)), .command(.stop(nil), nil)))
  }
  return Case(sounds: sounds, script: script)
}

/// A case whose device holds a finished source of five seconds and its row, and no script.
func finished(
  samples: Int = 80_000, recognizer: [Rule] = [],
  platform: Platform = Platform(id: "test"), script: [ScriptEntry] = []
) -> Case {
  Case(
    platform: platform, sounds: [Sound(.seconds(60), .speech)], recognizer: recognizer,
    plants: [
      .row(row(.processing)), .file(file(.source), samples: samples, isClosed: true),
    ], script: script)
}

/// What the recorder's engine is told before its microphone opens.
let journal = [
  "0 person 1: start(r1)", "1 done create/r1/partial: done", "2 done open/store: done",
  "2 done store/r1.a1/capturing: done",
]

/// The same, and its first chunk.
let firstChunk =
  journal + [
    "122 began capture/r1: captureBegan(rate: 16000)", "622 frames capture/r1/1: 0+8000 speech",
  ]
