import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `What is given` {
  @Test func `a scenario that says nothing is the plain story`() throws {
    let plain = try theCase("")
    var expected = Case(platform: try #require(projectPlatforms()["macos"]).platform)
    expected.sounds = [Sound(.seconds(5), .speech)]
    #expect(plain == expected)
  }

  @Test func `the person stops when the audio is over`() throws {
    let long = try theCase("given: {audio: [{speech: 5s}, {quiet: 2s}, {zeros: 500ms}]}")
    #expect(
      long.sounds == [
        Sound(.seconds(5), .speech), Sound(.seconds(2), .quiet),
        Sound(.milliseconds(500), .digitalZero),
      ])
    #expect(long.script.last?.anchor == .time(.milliseconds(7_500)))
    #expect(try theCase("given: {audio: 60s}").sounds == [Sound(.seconds(60), .speech)])
    #expect(try theCase("person: []").script.isEmpty)
  }

  @Test(arguments: [
    ("{provider: openai}", Settings(recognizer: .cloud(.openai))),
    ("{provider: soniox}", Settings(recognizer: .cloud(.soniox))),
    ("{provider: deepgram}", Settings(recognizer: .cloud(.deepgram))),
    ("{provider: groq}", Settings(recognizer: .cloud(.groq))),
    ("{provider: local}", Settings(recognizer: .local(slot: 1))),
    ("{provider: local, settings: {slot: 3}}", Settings(recognizer: .local(slot: 3))),
    (
      "{settings: {model: 2, language: 3, vocabulary: 4, cleanup: off}}",
      Settings(model: 2, language: 3, vocabulary: 4, cleanup: .off)
    ),
    ("{settings: {cleanup: local}}", Settings(cleanup: .local)),
  ])
  func `settings are those that are named`(given: String, expected: Settings) throws {
    #expect(try theCase("given: \(given)").settings == expected)
  }

  @Test func `limits replace those of the platform, one by one`() throws {
    let usual = try theCase("").platform.limits
    #expect(usual.capture == .minutes(5))
    let changed = try theCase(
      "given: {limits: {capture: 20m, known-body: 25MiB, split-depth: 2, minimum-leaf: 2s, "
        + "space-floor: 200MB}}"
    ).platform.limits
    #expect(
      changed
        == Limits(
          capture: .minutes(20), knownBody: 26_214_400, splitDepth: 2, minimumLeaf: 32_000,
          spaceFloor: 200_000_000))
    var one = usual
    one.splitDepth = 3
    #expect(try theCase("given: {limits: {split-depth: 3}}").platform.limits == one)
    let (windows, _) = try load(
      scenario("platforms: [windows]\ngiven: {limits: {known-body: unknown}}"))
    #expect(windows?.cases.first?.theCase.platform.limits.knownBody == .some(nil))
    #expect(windows?.cases.first?.platform.platform.limits.knownBody == 26_214_400)
  }

  @Test func `focus and fields`() throws {
    #expect(try theCase("given: {focus: none}").focus == nil)
    #expect(try theCase("given: {focus: 2}").focus == Target(2))
    let fields = try theCase("given: {fields: {1: plain, 2: secure, 3: gone, 4: refusing}}").fields
    #expect(fields.map(\.target.rawValue) == [1, 2, 3, 4])
    #expect(fields.map(\.field) == Simulation.Field.allCases)
  }

  @Test func `every condition of a rule`() throws {
    let rules = try theCase(
      """
      given:
        recognizer:
          - when: {hears: w037, refusals-enclosing: {below: 2}, failures-enclosing: {below: 3},
                   body-over: 1MiB, recording: r2, attempt: 4, model: 5}
            reply: {status: 413}
          - {when: {hears: 7}, reply: {}}
      """
    ).recognizer
    #expect(
      rules == [
        Rule(
          hears: 37, refusalsBelow: 2, failuresBelow: 3, bodyOver: 1 << 20,
          recording: RecordingID(2), attempt: 4, model: 5, reply: Reply(status: 413)),
        Rule(hears: 7, reply: Reply()),
      ])
  }

  @Test(arguments: [
    ("{}", Reply()),
    ("{status: 503}", Reply(status: 503)),
    (
      "{status: 429, headers: {rEtRy-AfTeR: \"3\", X: 1}}",
      Reply(status: 429, headers: [Header("rEtRy-AfTeR", "3"), Header("X", "1")])
    ),
    ("{text: heard}", Reply()),
    ("{text: usual}", Reply()),
    ("{text: \"heard\"}", Reply(text: .literal("heard"))),
    ("{text: \"\"}", Reply(text: .literal(""))),
    ("{form: usual}", Reply()),
    ("{form: plain}", Reply(form: .plain)),
    ("{form: json}", Reply(form: .json)),
    ("{form: not-text}", Reply(form: .notText)),
    ("{form: {json-extra: usage}}", Reply(form: .jsonWithExtra("usage"))),
    ("{form: {bytes: \"{\"}}", Reply(form: .bytes("{"))),
    ("{content-type: \"text/html\"}", Reply(contentType: "text/html")),
    ("{content-type: none}", Reply(contentType: "")),
    ("{breaks: nowhere}", Reply()),
    ("{breaks: unreachable}", Reply(breaks: .unreachable)),
    ("{breaks: refused}", Reply(breaks: .refused)),
    ("{breaks: before-head}", Reply(breaks: .beforeHead)),
    ("{breaks: after-head}", Reply(breaks: .afterHead)),
    ("{breaks: too-large}", Reply(breaks: .tooLarge)),
    ("{breaks: {in-body: 100}}", Reply(breaks: .inBody(100))),
    ("{finish: length}", Reply(finishReason: "length")),
    ("{latency: 2s}", Reply(latency: .seconds(2))),
  ])
  func `every part of a reply`(text: String, expected: Reply) throws {
    let both = "given: {recognizer: [{reply: \(text)}], cleanup: [{reply: \(text)}]}"
    #expect(try theCase(both).recognizer == [Rule(reply: expected)])
    #expect(try theCase(both).cleanup == [Rule(reply: expected)])
  }

  @Test func `everything that can lie on the device`() throws {
    let found = try theCase(
      """
      given:
        audio: 3s
        found:
          - {row: {recording: r1, state: failed}}
          - row: {recording: r2, state: success, attempt: 2, generation: 1, reason: none,
                  integrity: known-incomplete, length: 2s, raw: heard, final: "done",
                  checkpoint: {text: heard, leaves: 2, through: 1s}, delivery: withheld,
                  usage: pending, settings: {provider: openai, model: 7}}
          - {file: r1.source, length: 3s}
          - {file: r2.partial, length: 500ms, closed: false}
          - {file: r2.leaf.4, length: 1s}
          - {broken-file: r3.source}
          - {damaged-row: r4}
          - {tombstone: r5, generation: 2}
          - {tombstone: r6}
          - foreign-file
          - corrupt-store
          - {handoff: {from: app, recording: r1, kind: stop, age: 10s}}
      """
    ).plants
    let first = Row(
      recording: RecordingID(1), attempt: 1, generation: 0, state: .failed,
      integrity: .complete, settings: Settings())
    let second = Row(
      recording: RecordingID(2), attempt: 2, generation: 1, state: .success, reason: .none,
      integrity: .knownIncomplete, samples: 32_000,
      checkpoint: Checkpoint(text: "x000 x001", leaves: 2, through: 16_000),
      raw: "x000 x001 x002 x003", final: "done", delivery: .withheld, usage: .pending,
      settings: Settings(recognizer: .cloud(.openai), model: 7))
    #expect(
      found == [
        .row(first), .row(second),
        .file(FileRef(RecordingID(1), .source), samples: 48_000, isClosed: true),
        .file(FileRef(RecordingID(2), .partial), samples: 8_000, isClosed: false),
        .file(FileRef(RecordingID(2), .leaf(4)), samples: 16_000, isClosed: true),
        .brokenFile(FileRef(RecordingID(3), .source)), .damagedRow(RecordingID(4)),
        .tombstone(Tombstone(RecordingID(5), generation: 2)),
        .tombstone(Tombstone(RecordingID(6), generation: 0)), .foreignFile, .corruptStore,
        .handoff(
          Handoff(
            from: ProcessID(.app), sequence: 1, kind: .stop(RecordingID(1)),
            writtenAt: Case.epoch - .seconds(10))),
      ])
  }

  @Test(arguments: [
    ("kind: start, field: 2", Handoff.Kind.start(RecordingID(1), Target(2))),
    ("kind: stop", .stop(RecordingID(1))),
    ("kind: cancel", .cancel(RecordingID(1))),
    ("kind: state, indicator: live-over", .state(RecordingID(1), .liveOver)),
    ("kind: text, field: 1, text: \"x\"", .text(RecordingID(1), Target(1), "x")),
    ("kind: receipt, delivery: unconfirmed", .receipt(RecordingID(1), .unconfirmed)),
  ])
  func `every kind of hand-off`(text: String, expected: Handoff.Kind) throws {
    let found = try theCase(
      "given: {found: [{handoff: {from: keyboard, boot: 2, sequence: 9, recording: r1, \(text)}}]}"
    ).plants
    #expect(
      found == [
        .handoff(
          Handoff(
            from: ProcessID(.keyboard, boot: 2), sequence: 9, kind: expected,
            writtenAt: Case.epoch))
      ])
  }
}
