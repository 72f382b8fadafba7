import Contract
import Testing

@testable import ReferenceEngine

@Suite("App and keyboard")
struct KeyboardTests {
  private let dialect = Dialect(delivery: .handoff, surfaces: [.main, .keyboard])

  private func handoff(
    _ kind: Handoff.Kind, from role: ProcessRole, _ sequence: UInt32 = 1, at wall: Nanoseconds
  ) -> News {
    .handoff(Handoff(from: ProcessID(role), sequence: sequence, kind: kind, writtenAt: wall))
  }

  @Test func `the keyboard passes commands on and opens no microphone`() {
    var play = Play(dialect: dialect, role: .keyboard, focus: Target(4))
    #expect(play.shown == [.keyboard: .idle])
    #expect(play.person(.start(r1)) == "post start r1 for 4")
    #expect(play.person(.stop(nil)) == "post stop r1")
    #expect(play.person(.cancel(r1)).hasSuffix("post cancel r1"))
    for command: Command in [.retry(r1), .delete(r1), .clear, .copy(r1), .redeliver(r1, Target(4))]
    {
      #expect(play.person(command) == "ignored: notAllowedNow")
    }
    play.news(.focus(nil))
    #expect(play.person(.start(r2)) == "ignored: notAllowedNow")
  }

  @Test func `the app takes commands that are fresh, and only those`() {
    for (age, isTaken) in [(0, true), (30, true), (31, false), (-1, false)] {
      var play = Play(dialect: dialect)
      let written = play.wall - .seconds(age)
      let effects = play.news(handoff(.start(r1, Target(4)), from: .keyboard, at: written))
      #expect(
        effects
          == (isTaken ? "create r1 partial · write r1.a1 capturing" : "ignored: notAllowedNow"))
    }
  }

  @Test func `the app tells the keyboard what it does, again while it lasts`() {
    var play = Play(dialect: dialect)
    play.news(handoff(.start(r1, Target(4)), from: .keyboard, at: play.wall))
    play.answer("create", .done)
    #expect(
      play.answer("write", .done) == "capture r1 · main recording · post state recording")
    #expect(play.left(.handoff) == .seconds(10))
    play.answer("post", .done)
    play.report("capture", .captureBegan(rate: sampleRate))
    play.frames(10)
    #expect(play.expire(.handoff) == "post state recording")
    play.answer("post", .done)
    #expect(
      play.news(handoff(.stop(r1), from: .keyboard, 2, at: play.wall)) == "stop capture")
  }

  @Test(arguments: [Handoff.Kind.stop(r1), .cancel(r1)])
  func `a start that its own stop has overtaken is no longer meant`(end: Handoff.Kind) {
    var play = Play(dialect: dialect)
    #expect(play.news(handoff(end, from: .keyboard, 2, at: play.wall)) == "")
    #expect(
      play.news(handoff(.start(r1, Target(1)), from: .keyboard, 1, at: play.wall))
        == "ignored: notAllowedNow")
    #expect(
      play.news(handoff(.start(r2, Target(1)), from: .keyboard, 3, at: play.wall))
        == "create r2 partial · write r2.a1 capturing")
  }

  @Test func `the keyboard shows what it was told for thirty seconds`() {
    var play = Play(dialect: dialect, role: .keyboard)
    #expect(
      play.news(handoff(.state(r1, .processing), from: .app, at: play.wall))
        == "keyboard processing")
    #expect(play.news(handoff(.state(r1, .processing), from: .app, 2, at: play.wall)) == "")
    #expect(play.left(.handoff) == .seconds(30))
    #expect(play.expire(.handoff) == "keyboard idle")
    #expect(
      play.news(handoff(.state(r1, .recording), from: .app, 3, at: play.wall - .seconds(31)))
        == "ignored: notAllowedNow")
  }

  @Test func `a text goes into its field once, and what became of it goes back`() {
    var play = Play(dialect: dialect, role: .keyboard, focus: Target(4))
    let text = Handoff.Kind.text(r1, Target(4), "hello.")
    #expect(
      play.news(handoff(text, from: .app, 5, at: play.wall)) == "deliver 'hello.' to 4")
    #expect(play.news(handoff(text, from: .app, 5, at: play.wall)) == "ignored: duplicate")
    #expect(play.answer("deliver", .delivered) == "post receipt r1 delivered")
    #expect(play.news(handoff(text, from: .app, 5, at: play.wall)) == "ignored: duplicate")
    #expect(
      play.news(handoff(text, from: .app, 6, at: play.wall)) == "ignored: duplicate",
      "what was on its way before the receipt is the same text, whatever its number")
    play.pass(.seconds(1))
    #expect(
      play.news(handoff(text, from: .app, 7, at: play.wall)) == "deliver 'hello.' to 4",
      "a text that is delivered again by hand is a new hand-off")
    #expect(play.expire(.delivery).hasSuffix("post receipt r1 unconfirmed"))
  }

  @Test func `a text for a field that is not in focus is held`() {
    var play = Play(dialect: dialect, role: .keyboard, focus: Target(4))
    #expect(
      play.news(handoff(.text(r1, Target(5), "hello."), from: .app, at: play.wall))
        == "post receipt r1 withheld")
  }

  private func handedOver() -> Play {
    var play = Play(dialect: dialect)
    play.toSuccess()
    #expect(play.answer("write", .done) == "abandon post · post text r1 'hello.' for 1")
    return play
  }

  @Test func `the app notes the keyboard's receipt`() {
    var play = handedOver()
    let receipt = Handoff.Kind.receipt(r1, .delivered)
    #expect(
      play.news(handoff(receipt, from: .keyboard, at: play.wall))
        == "claim r1 delivered to 1 · write r1.a1 success cp 1 'hello' raw 'hello' "
        + "final 'hello.' delivered")
    #expect(
      play.news(handoff(receipt, from: .keyboard, 2, at: play.wall)) == "ignored: notAllowedNow")
  }

  @Test func `without a receipt nobody knows, until a late one says that it landed`() {
    var play = handedOver()
    #expect(play.expire(.delivery).hasPrefix("tell deliveryUnconfirmed"))
    play.answer("write r1.a1 success", .done)
    #expect(
      play.news(handoff(.receipt(r1, .withheld), from: .keyboard, at: play.wall))
        == "ignored: notAllowedNow")
    #expect(
      play.news(handoff(.receipt(r1, .delivered), from: .keyboard, 2, at: play.wall))
        .hasPrefix("claim r1 delivered to 1"))
  }

  @Test func `hand-offs that nobody takes up stay within the bounds`() {
    var play = Play(dialect: dialect, role: .keyboard)
    for n: UInt16 in 1...20 { play.person(.start(RecordingID(n))) }
    #expect(play.open.count { !$0.isAbandoned } == 2)
  }

  @Test func `a hand-off that belongs to the other side is not taken`() {
    var app = Play(dialect: dialect)
    for kind: Handoff.Kind in [.state(r1, .processing), .text(r1, Target(1), "a")] {
      #expect(app.news(handoff(kind, from: .app, at: app.wall)) == "ignored: notAllowedNow")
    }
    var keyboard = Play(dialect: dialect, role: .keyboard)
    for kind: Handoff.Kind in [
      .start(r1, Target(1)), .stop(r1), .cancel(r1), .receipt(r1, .delivered),
    ] {
      #expect(
        keyboard.news(handoff(kind, from: .keyboard, at: keyboard.wall))
          == "ignored: notAllowedNow")
    }
  }
}
