import Contract
import Testing

@testable import ReferenceEngine

@Suite("Recognition on the device")
struct LocalEngineTests {
  private func play() -> Play {
    Play(settings: Settings(recognizer: .local(slot: 0), cleanup: .local))
  }

  @Test func `one bounded job, and a local cleanup`() {
    var play = play()
    play.toRecognition()
    #expect(play.ticket("local r1 slot0") != nil)
    #expect(play.left(.localEngine) == .seconds(150))
    #expect(play.report("local", .partial("he")) == "ignored: notAllowedNow")
    #expect(
      play.answer("local", .text("hello")) == "write r1.a1 processing cp 1 'hello' raw 'hello'")
    #expect(play.answer("write", .done) == "cleanup 'hello'")
    #expect(play.answer("cleanup", .text("Hello.")).hasPrefix("write r1.a1 success"))
  }

  @Test(arguments: [Outcome.localFailed(.failed), .localFailed(.crashed), .cancelled])
  func `a failure resets the engine and fails the attempt`(outcome: Outcome) {
    var play = play()
    play.toRecognition()
    #expect(play.answer("local", outcome) == "reset slot0 · write r1.a1 failed:localEngine")
    #expect(
      play.answer("write", .done) == "tell localEngineFailed · claim r1 failed · main idle")
  }

  @Test func `nothing heard is no speech`() {
    var play = play()
    play.toRecognition()
    #expect(play.answer("local", .noText) == "write r1.a1 failed:noSpeech")
  }

  @Test func `an engine that hangs and ignores the cancel is reset; the next recording waits`() {
    var play = play()
    play.toRecognition()
    #expect(
      play.expire(.localEngine)
        == "cancel local · abandon local · write r1.a1 failed:localEngine · reset slot0")
    #expect(
      play.answer("write", .done) == "tell localEngineFailed · claim r1 failed · main idle")
    #expect(play.late("local", .text("late")) == "ignored: alreadyFinished")
    play.toRecognition(of: r2)
    #expect(play.ticket("local") == nil)
    #expect(play.left(.recognition) == .seconds(150))
    #expect(play.answer("reset", .done) == "local r2 slot0")
    #expect(play.left(.recognition) == nil)
    #expect(play.left(.localEngine) == .seconds(150))
  }

  @Test func `a reset that never answers is given up, and the next recording works`() {
    var play = play()
    play.toRecognition()
    play.expire(.localEngine)
    play.answer("write", .done)
    play.toRecognition(of: r2)
    #expect(play.expire(.reset) == "abandon reset · local r2 slot0")
  }

  @Test func `two recordings share a slot one after the other`() {
    var play = play()
    play.toRecognition()
    play.toRecognition(of: r2)
    #expect(play.ticket("local r2") == nil)
    #expect(
      play.answer("local r1", .text("a"))
        == "local r2 slot0 · write r1.a1 processing cp 1 'a' raw 'a'")
  }

  @Test func `waiting for a slot is bounded`() {
    var play = play()
    play.toRecognition()
    play.pass(.seconds(1))
    play.toRecognition(of: r2)
    play.answer("local r1", .localFailed(.failed))
    #expect(play.expire(.recognition) == "write r2.a1 failed:tookTooLong")
  }

  @Test func `a cancel resets the engine that is at work, not one that another uses`() {
    var play = play()
    play.toRecognition()
    play.toRecognition(of: r2)
    #expect(play.person(.cancel(r2)) == "write r2.a1 cancelled:cancelledByPerson")
    #expect(
      play.person(.cancel(r1))
        == "cancel local · abandon local · reset slot0 · write r1.a1 cancelled:cancelledByPerson")
  }
}
