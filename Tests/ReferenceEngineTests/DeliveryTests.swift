import Contract
import Testing

@testable import ReferenceEngine

@Suite("Phase 5 and what goes on beside it")
struct DeliveryTests {
  private let text = "cp 1 'hello' raw 'hello' final 'hello.'"

  @Test func `a field that lost the focus gets nothing, and the text waits`() {
    var play = Play()
    play.toCommit()
    play.news(.focus(Target(2)))
    #expect(
      play.answer("write", .done)
        == "claim r1 'hello.' · usage r1 5 · tell textHeld · "
        + "write r1.a1 success \(text) withheld · main idle")
  }

  @Test func `a field that loses the focus while the claim is written gets nothing`() {
    var play = Play()
    play.toSuccess()
    play.news(.focus(nil))
    #expect(
      play.answer("write", .done) == "tell textHeld · write r1.a1 success \(text) withheld")
  }

  @Test(arguments: [
    (DeliveryFailure.targetGone, "textHeld", "withheld"), (.targetSecure, "textHeld", "withheld"),
    (.targetChanged, "textHeld", "withheld"), (.rejected, "deliveryFailed", "rejected"),
  ])
  func `a delivery that fails keeps the success, typed`(
    why: DeliveryFailure, topic: String, standing: String
  ) {
    var play = Play()
    play.toSuccess()
    play.answer("write", .done)
    #expect(
      play.answer("deliver", .deliveryFailed(why))
        == "tell \(topic) · write r1.a1 success \(text) \(standing)")
    #expect(play.shown == [.main: .idle])
  }

  @Test func `a delivery that nobody confirms is never repeated, and may be found to have landed`()
  {
    var play = Play()
    play.toSuccess()
    play.answer("write", .done)
    #expect(
      play.expire(.delivery)
        == "abandon deliver · tell deliveryUnconfirmed · "
        + "write r1.a1 success \(text) unconfirmed")
    play.answer("write r1.a1 success", .done)
    #expect(play.row()?.delivery == .unconfirmed)
    #expect(
      play.late("deliver", .delivered)
        == "claim r1 delivered to 1 · write r1.a1 success \(text) delivered")
  }

  @Test func `a late word about an earlier field is not taken for a later one`() {
    var play = Play()
    play.toSuccess()
    play.answer("write", .done)
    play.expire(.delivery)
    play.answer("write r1.a1 success", .done)
    play.news(.focus(Target(2)))
    play.person(.redeliver(r1, Target(2)))
    play.answer("write r1.a1 success", .done)
    play.expire(.delivery)
    play.answer("write r1.a1 success", .done)
    #expect(play.row()?.delivery == .unconfirmed)
    #expect(play.late("deliver 'hello.' to 1", .delivered) == "ignored: alreadyFinished")
  }

  @Test func `a claim that cannot be written touches nothing`() {
    var play = Play()
    play.toSuccess()
    #expect(
      play.answer("write", .storeFailed(.io(.no)))
        == "tell deliveryFailed · write r1.a1 success \(text) withheld")
    #expect(play.ticket("deliver") == nil)
  }

  @Test func `a paste borrows the clipboard and gives it back when the field has read it`() {
    var play = Play(dialect: Dialect(delivery: .paste))
    play.toSuccess()
    #expect(play.answer("write", .done) == "clipboard 'hello.'")
    #expect(play.answer("clipboard", .clipboard(change: 7)) == "deliver 'hello.' to 1")
    #expect(play.answer("deliver", .delivered).hasPrefix("claim r1 delivered to 1"))
    #expect(play.left(.delivery) == .seconds(3))
    #expect(play.expire(.delivery) == "restore 7")
    #expect(play.answer("restore", .skipped) == "")
  }

  @Test func `a clipboard that cannot be written is a rejected delivery`() {
    var play = Play(dialect: Dialect(delivery: .paste))
    play.toSuccess()
    play.answer("write", .done)
    #expect(play.answer("clipboard", .failed).hasPrefix("tell deliveryFailed"))
    var stalled = Play(dialect: Dialect(delivery: .paste))
    stalled.toSuccess()
    stalled.answer("write", .done)
    #expect(stalled.expire(.delivery).hasSuffix("\(text) rejected"))
  }

  @Test func `a paste into a field that lost the focus still gives the clipboard back`() {
    var play = Play(dialect: Dialect(delivery: .paste))
    play.toSuccess()
    play.answer("write", .done)
    play.news(.focus(nil))
    #expect(play.answer("clipboard", .clipboard(change: 7)).hasPrefix("tell textHeld"))
    #expect(play.expire(.delivery) == "restore 7")
  }

  @Test func `a usage report that stalls is given up and holds nothing`() {
    var play = Play(focus: nil)
    play.toSuccess()
    #expect(play.shown == [.main: .idle])
    #expect(play.left(.usage) == .seconds(30))
    #expect(play.expire(.usage) == "cancel usage · abandon usage")
    #expect(play.late("usage", .done) == "ignored: alreadyFinished")
    #expect(play.row()?.usage == .pending)
  }

  @Test func `a usage report is made once, however often a recording succeeds`() {
    var play = Play(focus: nil)
    play.toSuccess()
    play.answer("usage", .done)
    play.answer("write", .done)
    play.person(.retry(r1))
    play.answer("write", .done)
    _ = play.hear("again")
    play.answer("write", .done)
    play.answer("cleanup", .noText)
    #expect(play.answer("write", .done) == "claim r1 'again' · main idle")
  }

  @Test func `copy and redeliver work on durable text only, as often as asked`() {
    var play = Play(focus: nil)
    play.toCommit()
    #expect(play.person(.copy(r1)) == "ignored: notAllowedNow")
    #expect(play.person(.redeliver(r1, Target(1))) == "ignored: notAllowedNow")
    play.answer("write", .done)
    #expect(play.person(.copy(r1)) == "clipboard 'hello.'")
    for _ in 0..<12 {
      #expect(play.person(.copy(r1)) == "abandon clipboard · clipboard 'hello.'")
    }
    play.news(.focus(Target(3)))
    #expect(play.person(.redeliver(r1, Target(3))) == "write r1.a1 success \(text) claimed")
    #expect(play.person(.redeliver(r1, Target(3))) == "ignored: notAllowedNow")
    #expect(play.answer("write", .done) == "deliver 'hello.' to 3")
  }

  @Test func `what a write said that was not answered is said again by the next`() {
    var play = Play()
    play.toSuccess()
    #expect(play.expire(.store).hasSuffix("write r1.a1 success \(text) withheld"))
    play.answer("usage", .done)
    #expect(play.expire(.store) == "abandon write · write r1.a1 success \(text) withheld reported")
  }

  @Test func `side writes wait for each other and none undoes another`() {
    var play = Play()
    play.toSuccess()
    play.answer("write", .done)
    play.answer("usage", .done)
    #expect(play.ticket("write") != nil)
    #expect(play.answer("deliver", .delivered) == "claim r1 delivered to 1")
    #expect(play.answer("write", .done) == "write r1.a1 success \(text) delivered reported")
  }
}
