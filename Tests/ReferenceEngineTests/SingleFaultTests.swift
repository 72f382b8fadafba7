import Choices
import Contract
import Exploration
import ReferenceEngine
import Simulation
import Testing

/// Each question of a run, answered once in each unusual way: no single fault breaks the contract.
@Suite("Any one fault, at the natural order")
struct SingleFaultTests {
  static let stories: [FaultRun] = [
    FaultRun("one dictation"),
    FaultRun(
      "pieces and a paste", platform: Dialect(
        cancelled: .failedWithReason, cancelledCapture: .dropped, delivery: .paste),
      limits: Limits(knownBody: 70_000)),
    FaultRun(
      "on the device", settings: Settings(recognizer: .local(slot: 0), cleanup: .local)),
    FaultRun(
      "through the keyboard", platform: Dialect(delivery: .handoff, surfaces: [.main, .keyboard]),
      keyboard: true),
    FaultRun(
      "refused, tried again, deleted",
      ["upload/r1.a1/0/t1?answer": .reply(Reply(status: 400))],
      script: Case.oneRecording + [
        ScriptEntry(.time(.seconds(20)), .command(.retry(RecordingID(1)), nil)),
        ScriptEntry(.time(.seconds(40)), .command(.delete(RecordingID(1)), nil)),
      ]),
    FaultRun(
      "dies while it recognizes and is tried again",
      script: Case.oneRecording + [
        ScriptEntry(.time(.seconds(30)), .command(.retry(RecordingID(1)), nil))
      ],
      crashes: [Crash(.after, FaultRun.pattern("head upload/r1.a1/0/t1"))]),
  ]

  /// Everything that can be unusual; what does not fit a question leaves it as it is.
  static let answers: [Answer] = {
    var all: [Answer] = [.never, .slow(.seconds(7)), .slow(.minutes(3)), .fails]
    all += [StoreFault.noSpace, .busy, .locked, .corrupt, .suspect].map { .store($0) }
    for told in Landed.allCases {
      for landed in [false, true] where !(told == .yes && !landed) && !(told == .no && landed) {
        all.append(.store(.io(told: told, landed: landed)))
        all.append(.file(.io(told: told, landed: landed)))
      }
    }
    all += [FileFault.noSpace(accepted: 100), .vanished, .locked, .unreadable, .suspect].map {
      .file($0)
    }
    let ends: [Microphone.End] = [
      .stopNeverAnswered, .stopAnsweredAfter(.seconds(20)), .denied, .unsupported, .lostAt(3),
      .formatChangesAt(3), .starvesAt(3), .starvesAt(1), .neverOpens,
    ]
    all += ends.map { .microphone(Microphone(end: $0)) }
    all.append(.microphone(Microphone(zerosFrom: 2)))
    all += [202, 400, 401, 408, 413, 429, 500].map { .reply(Reply(status: $0)) }
    let breaks: [Reply.Breaks] = [
      .unreachable, .beforeHead, .afterHead, .inBody(3), .tooLarge, .refused,
    ]
    all += breaks.map { .reply(Reply(breaks: $0)) }
    all += [Reply.Form.notText, .bytes("{"), .jsonWithExtra("other")].map {
      .reply(Reply(form: $0))
    }
    all += [.reply(Reply(text: .literal(""))), .reply(Reply(finishReason: "length"))]
    all += [LocalAnswer.noText, .failed, .crashed].map { .local($0) }
    all += [
      .delivery(.unconfirmed(landed: true)), .delivery(.unconfirmed(landed: false)),
      .delivery(.silent(landed: true)), .delivery(.silent(landed: false)),
      .delivery(.refused(.rejected)), .delivery(.refused(.targetGone)),
    ]
    return all + [.runs(.early), .runs(.never), .heeds(false), .reads(.seconds(2))]
  }()

  private func questions(of theCase: Case) -> [Key] {
    var world = World(
      theCase, store: MemoryStore(), engine: { _ in Engine() }, recordsQuestions: true,
      observe: { _ in })
    return world.run().questions
  }

  @Test(arguments: stories)
  func `ends well, whatever is answered to any one question`(story: FaultRun) {
    let stage = Stage(engine: { _ in Engine() })
    var runs = 0
    for question in questions(of: story.theCase) {
      for answer in Self.answers {
        var theCase = story.theCase
        theCase.plan = Plan(
          [Plan.Entry(KeyPattern(question), answer)] + theCase.plan.entries)
        let result = stage.run(theCase)
        if result.unmatched.plan.contains(0) { continue }
        runs += 1
        guard result.verdict == .holds, result.violations.isEmpty else {
          let name = Identity(high: question.high, low: question.low)
          Issue.record("\(name) = \(answer): \(result.verdict) \(result.findings.first as Any)")
          continue
        }
      }
    }
    #expect(runs > 200, "\(runs)")
  }
}
