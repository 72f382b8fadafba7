import Choices
import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `What happens` {
  private static let r1 = RecordingID(1)

  private func action(_ entry: String) throws -> Action? {
    try theCase("person: [{at: 0s, \(entry)}]").script.first?.action
  }

  @Test(arguments: [
    ("do: start r1", Command.start(r1)), ("do: stop", .stop(nil)), ("do: stop r1", .stop(r1)),
    ("do: cancel r1", .cancel(r1)), ("do: retry r1", .retry(r1)),
    ("do: delete r12", .delete(RecordingID(12))), ("do: clear", .clear),
    ("do: copy r1", .copy(r1)), ("do: redeliver r1 to 2", .redeliver(r1, Target(2))),
    ("do: change, settings: {model: 2}", .change(Settings(model: 2))),
    (
      "do: change, settings: {provider: local, slot: 2, cleanup: off}",
      .change(Settings(recognizer: .local(slot: 2), cleanup: .off))
    ),
  ])
  func `every command, from the usual process and from a named one`(
    text: String, expected: Command
  ) throws {
    #expect(try action(text) == .command(expected, nil))
    #expect(try action(text + ", by: keyboard") == .command(expected, .keyboard))
    #expect(try action(text + ", by: app") == .command(expected, .app))
    // A command that is added must be made sayable, and listed above.
    switch expected {
    case .start, .stop, .cancel, .retry, .delete, .clear, .change, .copy, .redeliver: break
    }
  }

  @Test func `a change starts from the one before it`() throws {
    let script = try theCase(
      """
      given: {settings: {language: 5}}
      person:
        - {at: 0s, do: change, settings: {model: 2}}
        - {at: 1s, do: change, settings: {vocabulary: 3}}
      """
    ).script
    #expect(
      script.map(\.action) == [
        .command(.change(Settings(model: 2, language: 5)), nil),
        .command(.change(Settings(model: 2, language: 5, vocabulary: 3)), nil),
      ])
  }

  @Test(arguments: [
    ("do: focus 2", Action.focus(Target(2))), ("do: focus none", .focus(nil)),
    ("do: field 2 secure", .field(Target(2), .secure)),
    ("do: copy-elsewhere, text: \"x y\"", .copy("x y")),
    ("do: suspend 30s", .suspend(.app, .seconds(30))),
    ("do: suspend 30s, process: keyboard", .suspend(.keyboard, .seconds(30))),
    ("do: wall-step -1h", .wallStep(.minutes(-60))), ("do: wall-step +2m", .wallStep(.minutes(2))),
    ("do: wall-step 2m", .wallStep(.minutes(2))), ("do: launch", .launch(.app)),
    ("do: launch, process: keyboard", .launch(.keyboard)), ("do: wait", .wait),
    ("do: news route", .news(.route, .app)),
  ])
  func `every deed of the world`(text: String, expected: Action) throws {
    #expect(try action(text) == expected)
    switch expected {
    case .command, .news, .focus, .field, .copy, .suspend, .wallStep, .launch, .wait: break
    }
  }

  @Test(arguments: [
    ("interruption began", News.interruption(began: true, mayResume: false)),
    ("interruption began may-resume", .interruption(began: true, mayResume: true)),
    ("interruption ended", .interruption(began: false, mayResume: false)),
    ("interruption ended may-resume", .interruption(began: false, mayResume: true)),
    ("route", .route), ("media-reset", .mediaReset), ("low-space 200MB", .lowSpace(200_000_000)),
    ("low-space unknown", .lowSpace(nil)), ("locked", .deviceLocked(true)),
    ("unlocked", .deviceLocked(false)), ("background", .background(expiresIn: nil)),
    ("background 30s", .background(expiresIn: .seconds(30))), ("foreground", .foreground),
    ("thermal", .thermal(critical: false)), ("thermal critical", .thermal(critical: true)),
    ("focus 3", .focus(Target(3))), ("focus none", .focus(nil)),
    ("clipboard 4", .clipboard(change: 4)),
    ("resumed 5s", .resumed(asleep: .seconds(5))),
  ])
  func `every piece of news`(text: String, expected: News) throws {
    #expect(try action("do: news \(text)") == .news(expected, .app))
    #expect(try action("do: news \(text), process: keyboard") == .news(expected, .keyboard))
    switch expected {
    case .interruption, .route, .mediaReset, .lowSpace, .deviceLocked, .background, .foreground,
      .thermal, .focus, .clipboard, .handoff, .resumed:
      break
    }
  }

  @Test func `news of a hand-off`() throws {
    let handoff = Handoff(
      from: ProcessID(.keyboard), sequence: 1, kind: .stop(Self.r1), writtenAt: Case.epoch)
    #expect(
      try action("do: news handoff, handoff: {from: keyboard, kind: stop, recording: r1}")
        == .news(.handoff(handoff), .app))
  }

  @Test func `anchors by time and by happening`() throws {
    let script = try theCase(
      """
      person:
        - {at: 1.5s, do: start r1}
        - {after: "head upload/r1.a1/0/t2", wait: 10ms, do: stop}
        - {after: "person 1", do: wait}
      """
    ).script
    #expect(
      script.map(\.anchor) == [
        .time(.milliseconds(1_500)),
        .after(try IdentityPattern(parsing: "head upload/r1.a1/0/t2"), .milliseconds(10)),
        .after(try IdentityPattern(parsing: "person 1"), .zero),
      ])
  }

  @Test func `holds and crashes`() throws {
    let one = try theCase(
      """
      schedule: [{hold: "done upload/r1.a1/0/t1", until: "issue upload/r1.a1/0/t2"}]
      crash: {at: "before done store/r1.a1/raw"}
      """)
    let held = try IdentityPattern(parsing: "done upload/r1.a1/0/t1")
    let until = try IdentityPattern(parsing: "issue upload/r1.a1/0/t2")
    #expect(one.schedule == [Hold(KeyPattern(held), until: KeyPattern(until))])
    #expect(one.crashes == [Crash(.before, try IdentityPattern(parsing: "done store/r1.a1/raw"))])
    let many = try theCase(
      """
      crash:
        - {at: "after issue upload/r1.*/*/t1", role: keyboard, relaunch: 2s}
        - {at: "after person 2", relaunch: never}
      """)
    #expect(
      many.crashes == [
        Crash(
          .after, try IdentityPattern(parsing: "issue upload/r1.*/*/t1"), role: .keyboard,
          relaunch: .seconds(2)),
        Crash(.after, try IdentityPattern(parsing: "person 2"), relaunch: nil),
      ])
    let power = try theCase(
      """
      crash:
        at: "in disk/store/r1.a1/raw/journal.sync.1"
        when: before
        kind: power
        profile: ext4
        lost: ["source[0]~1", "dir.2"]
        torn: {"journal[1]": suffix}
      """)
    #expect(
      power.crashes == [
        Crash(
          .before, try IdentityPattern(parsing: "store/r1.a1/raw"),
          inside: DiskPoint("journal.sync.1"),
          losses: Losses(
            profile: "ext4", lost: ["source[0]~1", "dir.2"],
            torn: [Losses.Torn("journal[1]", .suffix)]))
      ])
  }
}
