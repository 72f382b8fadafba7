import Choices
import Contract
import ReferenceEngine
import Simulation
import Testing

/// Runs of the real world around the engine: one without a fault, and those in which each kind of
/// thing goes wrong once.
struct FaultRun: CustomTestStringConvertible, Sendable {
  let name: String
  let theCase: Case

  var testDescription: String { name }

  init(
    _ name: String, _ plan: KeyValuePairs<String, Answer> = [:], platform: Dialect = Dialect(),
    keyboard: Bool = false, settings: Settings = Settings(), recognizer: [Rule] = [],
    script: [ScriptEntry] = Case.oneRecording, plants: [Plant] = [], crashes: [Crash] = [],
    limits: Limits = Limits()
  ) {
    self.name = name
    theCase = Case(
      platform: Platform(
        id: "test", dialect: platform, limits: limits, hasKeyboard: keyboard,
        commands: keyboard ? .keyboard : .app),
      settings: settings, recognizer: recognizer, plants: plants, script: script,
      plan: Plan(plan.map { Plan.Entry(KeyPattern(Self.pattern($0.key)), $0.value) }),
      crashes: crashes)
  }

  /// A pattern that is known to be well spelled; anything else matches nothing and shows in the
  /// unmatched entries of its run.
  static func pattern(_ text: String) -> IdentityPattern {
    do { return try IdentityPattern(parsing: text) } catch {
      return IdentityPattern(Identity(.none, number: .max))
    }
  }

  private static func after(_ what: String, _ command: Command) -> ScriptEntry {
    ScriptEntry(.after(pattern(what), .milliseconds(1)), .command(command, nil))
  }

  private static let local = Settings(recognizer: .local(slot: 0), cleanup: .local)
  private static let r1 = RecordingID(1)

  static let all: [FaultRun] = capture + requests + endings + launches

  private static let capture: [FaultRun] = [
    FaultRun("nothing goes wrong"),
    FaultRun("the device is lost", ["capture/r1?answer": .microphone(Microphone(end: .lostAt(3)))]),
    FaultRun(
      "stop is never answered",
      ["capture/r1?answer": .microphone(Microphone(end: .stopNeverAnswered))]),
    FaultRun(
      "the recorder proves late",
      ["capture/r1?answer": .microphone(Microphone(end: .stopAnsweredAfter(.seconds(20))))],
      script: Case.oneRecording + [ScriptEntry(.time(.seconds(60)), .command(.retry(r1), nil))]),
    FaultRun("the disk is full", ["append/r1/4?answer": .file(.noSpace(accepted: 100))]),
    FaultRun("an append stalls", ["append/r1/4?answer": .never]),
    FaultRun("the container does not close", ["close/r1/partial?answer": .never]),
    FaultRun(
      "the move fails", ["promote/r1/partial?answer": .file(.io(told: .no, landed: false))]),
    FaultRun("the first row stalls", ["store/r1.a1/processing?answer": .never]),
    FaultRun(
      "permission is missing", ["capture/r1?answer": .microphone(Microphone(end: .denied))]),
    FaultRun(
      "a cancelled capture",
      script: [
        ScriptEntry(.time(.zero), .command(.start(r1), nil)),
        ScriptEntry(.time(.seconds(3)), .command(.cancel(r1), nil)),
      ]),
  ]

  private static let requests: [FaultRun] = [
    FaultRun(
      "busy twice",
      recognizer: [Rule(failuresBelow: 2, reply: Reply(status: 503))]),
    FaultRun("refused", ["upload/r1.a1/0/t1?answer": .reply(Reply(status: 400))]),
    FaultRun("never answered", ["upload/r1.a1/0/*?answer": .never]),
    FaultRun(
      "a body breaks off", ["upload/r1.a1/0/t1?answer": .reply(Reply(breaks: .inBody(3)))]),
    FaultRun(
      "too large, twice", recognizer: [Rule(bodyOver: 60_000, reply: Reply(status: 413))]),
    FaultRun(
      "a checkpoint fails", ["store/r1.a1/checkpoint.1?answer": .store(.noSpace)],
      recognizer: [Rule(bodyOver: 100_000, reply: Reply(status: 413))],
      script: Case.oneRecording + [ScriptEntry(.time(.seconds(60)), .command(.retry(r1), nil))]),
    FaultRun("cleanup fails", ["cleanup/r1.a1?answer": .reply(Reply(status: 500))]),
    FaultRun(
      "the local engine hangs", ["local/r1.a1?answer": .never], settings: local,
      script: Case.oneRecording + [ScriptEntry(.time(.minutes(5)), .command(.retry(r1), nil))]),
  ]

  private static let endings: [FaultRun] = [
    FaultRun(
      "the end is never answered and lands late",
      ["store/r1.a1/success?answer": .slow(.seconds(9))]),
    FaultRun("the end fails", ["store/r1.a1/success?answer": .store(.busy)]),
    FaultRun(
      "cancelled at the head, then tried again",
      script: Case.oneRecording + [
        after("head upload/r1.a1/0/t1", .cancel(r1)),
        after("done store/r1.a1/cancelled", .retry(r1)),
      ]),
    FaultRun(
      "cancelled into a failure", platform: Dialect(cancelled: .failedWithReason),
      script: Case.oneRecording + [after("issue cleanup/r1.a1", .cancel(r1))]),
    FaultRun(
      "deleted at the head",
      script: Case.oneRecording + [after("head upload/r1.a1/0/t1", .delete(r1))]),
    FaultRun(
      "cleared while a retry is claimed",
      ["upload/r1.a1/0/t1?answer": .reply(Reply(status: 400))],
      script: Case.oneRecording + [
        after("done store/r1.a1/failed", .retry(r1)), after("issue store/r1.a2/retrying", .clear),
      ]),
    FaultRun(
      "a paste that nobody confirms", ["deliver/r1.a1?answer": .delivery(.silent(landed: true))],
      platform: Dialect(delivery: .paste)),
    FaultRun(
      "through the keyboard", platform: Dialect(delivery: .handoff, surfaces: [.main, .keyboard]),
      keyboard: true),
  ]

  private static let launches: [FaultRun] = [
    FaultRun(
      "dies while it recognizes",
      script: Case.oneRecording + [ScriptEntry(.time(.seconds(30)), .command(.retry(r1), nil))],
      crashes: [Crash(.after, pattern("head upload/r1.a1/0/t1"))]),
    FaultRun("dies while it records", crashes: [Crash(.after, pattern("frames capture/r1/5"))]),
    FaultRun(
      "dies between the move and the row",
      crashes: [Crash(.after, pattern("done promote/r1/partial"))]),
    FaultRun(
      "finds a corrupt store",
      script: [
        ScriptEntry(.time(.seconds(1)), .command(.start(r1), nil)),
        ScriptEntry(.time(.seconds(6)), .command(.stop(nil), nil)),
      ], plants: [.corruptStore]),
  ]
}
