import Contract
import Testing

@testable import ReferenceEngine

@Suite("How attempts end, and begin again")
struct EndingTests {
  // MARK: The terminal write

  @Test(arguments: [StoreFailure.io(.no), .io(.unknown), .noSpace, .locked, .busy])
  func `a terminal write that fails ends the work and says that History was not updated`(
    failure: StoreFailure
  ) {
    var play = Play()
    play.toCommit()
    #expect(
      play.answer("write r1.a1 success", .storeFailed(failure))
        == "tell historyNotUpdated · main idle")
    #expect(play.claims == ["claim r1 saved"])
    #expect(play.armed.isEmpty)
  }

  @Test func `a terminal write that is not answered counts when it turns out to have landed`() {
    var play = Play()
    play.toCommit()
    #expect(play.expire(.store) == "abandon write · tell historyNotUpdated · main idle")
    #expect(play.late("write r1.a1 success", .done) == "claim r1 'hello.'")
    #expect(play.row()?.state == .success)
    #expect(
      play.person(.retry(r1)) == "write r1.a2 retrying cp 1 'hello' raw 'hello' "
        + "final 'hello.' · main processing")
  }

  @Test func `a retry after a lost end stores that first, with all the text, and then claims`() {
    var play = Play()
    play.toCommit()
    play.answer("write r1.a1 success", .storeFailed(.io(.no)))
    #expect(
      play.person(.retry(r1))
        == "write r1.a1 failed:storage cp 1 'hello' raw 'hello' · main processing")
    #expect(play.person(.retry(r1)) == "ignored: duplicate")
    #expect(
      play.answer("write r1.a1 failed", .done)
        == "write r1.a2 retrying cp 1 'hello' raw 'hello'")
    #expect(play.answer("write r1.a2 retrying", .done) == "cleanup 'hello'")
  }

  @Test func `an end that landed after all is taken over by a retry that came first`() {
    var play = Play()
    play.toCommit()
    play.expire(.store)
    play.person(.retry(r1))
    #expect(play.late("write r1.a1 success", .done) == "ignored: staleLease")
    var landed = row(.success)
    landed.final = "hello."
    #expect(
      play.answer("write r1.a1 failed", .storeFailed(.conflict(landed)))
        == "write r1.a2 retrying final 'hello.'")
  }

  @Test func `a lost end that cannot be stored again ends the retry, and another may follow`() {
    var play = Play()
    play.toCommit()
    play.answer("write r1.a1 success", .storeFailed(.busy))
    play.person(.retry(r1))
    #expect(
      play.answer("write r1.a1 failed", .storeFailed(.busy))
        == "write r1.a2 failed:storage cp 1 'hello' raw 'hello'")
    #expect(
      play.answer("write r1.a2 failed", .storeFailed(.conflict(row(.processing))))
        == "tell storageFailed · tell historyNotUpdated · main idle")
    #expect(play.person(.retry(r1)) == "write r1.a1 failed:interrupted · main processing")
    #expect(play.answer("write r1.a1 failed", .done) == "write r1.a3 retrying")
    #expect(play.armed.count == 1)
  }

  @Test func `a retry that is cancelled while it stores a lost end claims nothing`() {
    var play = Play()
    play.toCommit()
    play.answer("write r1.a1 success", .storeFailed(.busy))
    play.person(.retry(r1))
    #expect(
      play.person(.cancel(r1))
        == "abandon write · write r1.a2 cancelled:cancelledByPerson cp 1 'hello' raw 'hello'")
    #expect(play.late("write r1.a1 failed", .done) == "ignored: alreadyFinished")
  }

  @Test func `a late word that it did not land changes nothing`() {
    var play = Play()
    play.toCommit()
    play.expire(.store)
    #expect(
      play.late("write r1.a1 success", .storeFailed(.io(.no))) == "ignored: alreadyFinished")
  }

  @Test func `a conflict is adopted, never overridden`() {
    var play = Play()
    play.toCommit()
    var other = row(.failed, attempt: 3)
    other.final = "other"
    #expect(
      play.answer("write r1.a1 success", .storeFailed(.conflict(other)))
        == "tell historyNotUpdated · main idle")
    #expect(play.row() == other)
    #expect(play.person(.retry(r1)) == "write r1.a4 retrying final 'other' · main processing")
  }

  @Test func `a recording that turns out to be deleted ends without a word`() {
    var play = Play()
    play.toCommit()
    #expect(play.answer("write r1.a1 success", .storeFailed(.tombstoned)) == "main idle")
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
  }

  // MARK: Cancel

  /// Each way to the point where the person cancels, and what the engine then asks for.
  static let cancelled: [(name: String, play: @Sendable (inout Play) -> Void, effects: String)] = [
    ("at the request", { $0.toRecognition() }, "cancel upload · abandon upload · "),
    (
      "after its head",
      {
        $0.toRecognition()
        $0.head("upload", 200)
      }, "cancel upload · abandon upload · "
    ),
    (
      "between two tries",
      {
        $0.toRecognition()
        $0.head("upload", 500)
      }, ""
    ),
    (
      "while a piece is cut",
      {
        $0.toRecognition()
        $0.head("upload", 413)
      }, "cancel export · abandon export · remove r1 leaf1 · "
    ),
    (
      "while the first row is written",
      {
        $0.record()
        $0.frames(10)
        $0.person(.stop(nil))
        $0.finish(10)
        $0.answer("validate", .facts(.whole(80_000)))
        $0.answer("sync", .done)
        $0.answer("promote", .done)
      }, "abandon write · "
    ),
  ]

  @Test(arguments: cancelled.indices, Dialect.Cancelled.allCases)
  func `a cancel stops everything at once, and nothing late changes state`(
    n: Int, dialect: Dialect.Cancelled
  ) {
    let (_, begin, effects) = Self.cancelled[n]
    var play = Play(dialect: Dialect(cancelled: dialect))
    begin(&play)
    let state = dialect == .ownState ? "cancelled" : "failed"
    #expect(
      play.person(.cancel(r1)) == effects + "write r1.a1 \(state):cancelledByPerson")
    #expect(play.shown == [.main: .processing])
    for open in play.open where open.isAbandoned {
      #expect(play.send(.progress(open.ticket, .head(Head(status: 200)))).hasPrefix("ignored"))
      #expect(play.send(.finished(open.ticket, .body(.json("late")))).hasPrefix("ignored"))
    }
    #expect(play.person(.cancel(r1)) == "ignored: notAllowedNow")
    #expect(play.answer("write r1.a1 \(state)", .done) == "claim r1 cancelled · main idle")
    #expect(play.person(.retry(r1)).hasPrefix("write r1.a2 retrying"))
  }

  @Test(arguments: Dialect.Cancelled.allCases)
  func `a cancel during raw write or cleanup keeps the text`(dialect: Dialect.Cancelled) {
    let state = dialect == .ownState ? "cancelled" : "failed"
    let end = "write r1.a1 \(state):cancelledByPerson cp 1 'hello' raw 'hello'"
    var play = Play(dialect: Dialect(cancelled: dialect))
    play.toRecognition()
    _ = play.hear("hello")
    #expect(play.person(.cancel(r1)) == "abandon write · " + end)
    var later = Play(dialect: Dialect(cancelled: dialect))
    later.toCleanup()
    #expect(later.person(.cancel(r1)) == "cancel cleanup · abandon cleanup · " + end)
    #expect(later.late("cleanup", .body(.cleaned("Late"))) == "ignored: alreadyFinished")
    later.answer("write r1.a1 \(state)", .done)
    later.person(.retry(r1))
    #expect(later.answer("write r1.a2", .done) == "cleanup 'hello'")
  }

  @Test func `a cancel comes too late when the end is being written or is written`() {
    var play = Play()
    play.toCommit()
    #expect(play.person(.cancel(r1)) == "ignored: notAllowedNow")
    play.answer("write r1.a1 success", .done)
    #expect(play.person(.cancel(r1)) == "ignored: notAllowedNow")
  }

  @Test func `a cancel while a retry is being claimed ends that attempt, landed or not`() {
    var play = Play()
    play.toFailure()
    play.person(.retry(r1))
    #expect(
      play.person(.cancel(r1)) == "abandon write · write r1.a2 cancelled:cancelledByPerson")
    var failed = row(.failed)
    failed.reason = .requestRefused
    #expect(
      play.answer("write r1.a2 cancelled", .storeFailed(.conflict(failed)))
        == "tell historyNotUpdated · main idle")
    #expect(play.row() == failed)
  }

  @Test(arguments: Dialect.CancelledCapture.allCases)
  func `a cancel before the first frame leaves nothing`(dialect: Dialect.CancelledCapture) {
    let dialect = Dialect(cancelledCapture: dialect)
    var early = Play(dialect: dialect)
    early.person(.start(r1))
    #expect(
      early.person(.cancel(r1))
        == "abandon create · abandon write · remove r1 partial · purge r1")
    var opening = Play(dialect: dialect)
    opening.person(.start(r1))
    opening.answer("create", .done)
    opening.answer("write", .done)
    #expect(
      opening.person(.cancel(r1))
        == "stop capture · cancel capture · abandon capture · remove r1 partial · purge r1 · "
        + "main idle")
    let frames = Progress.frames(Span(clip: 1, from: 0, count: 8_000), .speech)
    #expect(opening.report("capture", frames, late: true) == "ignored: alreadyFinished")
    // The answer tells that the microphone is free, and nothing of the recording.
    #expect(opening.late("capture", .captured(samples: 8_000)) == "")
    #expect(opening.row() == nil)
  }

  @Test func `the next recording waits for the microphone, and not for ever`() {
    for isAnswered in [true, false] {
      var play = Play()
      play.person(.start(r1))
      play.answer("create", .done)
      play.answer("write", .done)
      play.person(.cancel(r1))
      play.person(.start(r2))
      play.answer("create r2", .done)
      #expect(play.answer("write r2", .done) == "")
      #expect(
        (isAnswered ? play.late("capture", .cancelled) : play.expire(.captureHealth))
          == "capture r2 · main recording")
    }
  }

  @Test func `a cancelled capture is kept where the platform keeps it`() {
    for dialect in Dialect.Cancelled.allCases {
      var play = Play(dialect: Dialect(cancelled: dialect))
      play.record()
      play.frames(10)
      #expect(play.person(.cancel(r1)) == "stop capture")
      #expect(play.person(.cancel(r1)) == "ignored: duplicate")
      play.finish(10)
      play.answer("validate", .facts(.whole(80_000)))
      play.answer("sync", .done)
      let state = dialect == .ownState ? "cancelled" : "failed"
      #expect(
        play.answer("promote", .done) == "write r1.a1 \(state):cancelledByPerson")
      #expect(play.answer("write", .done) == "claim r1 cancelled · main idle")
    }
  }

  @Test func `a cancelled capture is dropped whole where the platform drops it`() {
    var play = Play(dialect: Dialect(cancelledCapture: .dropped))
    play.record()
    play.frames(10)
    #expect(
      play.person(.cancel(r1))
        == "stop capture · cancel capture · abandon capture · remove r1 partial · purge r1 · "
        + "main idle")
    var stopping = Play(dialect: Dialect(cancelledCapture: .dropped))
    stopping.record()
    stopping.frames(10)
    stopping.person(.stop(nil))
    #expect(stopping.person(.cancel(r1)).hasSuffix("remove r1 partial · purge r1 · main idle"))
  }

  @Test func `a cancel between stop and promotion keeps audio and recognizes nothing`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    #expect(play.person(.cancel(r1)) == "")
    play.finish(10)
    #expect(play.person(.cancel(r1)) == "ignored: duplicate")
    play.answer("validate", .facts(.whole(80_000)))
    play.answer("sync", .done)
    #expect(play.answer("promote", .done) == "write r1.a1 cancelled:cancelledByPerson")

    var later = Play()
    later.record()
    later.frames(10)
    later.person(.stop(nil))
    later.finish(10)
    #expect(later.person(.cancel(r1)) == "")
    later.answer("validate", .facts(.whole(80_000)))
    later.answer("sync", .done)
    #expect(later.answer("promote", .done) == "write r1.a1 cancelled:cancelledByPerson")
  }

  // MARK: Retry

  @Test func `of two retries at once the second has no effect`() {
    var play = Play()
    play.toFailure()
    #expect(play.person(.retry(r1)) == "write r1.a2 retrying · main processing")
    #expect(play.person(.retry(r1)) == "ignored: duplicate")
    #expect(play.answer("write r1.a2 retrying", .done) == "upload r1 source")
    #expect(play.person(.retry(r1)) == "ignored: duplicate")
    _ = play.hear("again")
    play.answer("write", .done)
    play.answer("cleanup", .noText)
    #expect(play.answer("write", .done).hasPrefix("claim r1 'again'"))
  }

  @Test func `a retry goes on behind the durable checkpoint`() {
    var play = Play(conduct: Conduct(pieceSamples: 40_000))
    play.toRecognition()
    play.answer("export", .exported(.cut(40_000)))
    _ = play.hear("a")
    play.answer("write", .done)
    play.answer("export", .exportFailed)
    play.answer("write r1.a1 failed", .done)
    #expect(play.person(.retry(r1)) == "write r1.a2 retrying cp 1 'a' · main processing")
    #expect(play.answer("write", .done) == "export r1 leaf1 40000+40000")
    play.answer("export", .exported(.cut(40_000)))
    #expect(
      play.hear("b") == "write r1.a2 retrying cp 2 'a b' raw 'a b' · remove r1 leaf1")
  }

  @Test func `a retry with a complete raw text goes on at cleanup`() {
    var play = Play()
    play.toCommit()
    var failed = row(.failed)
    failed.raw = "hello"
    play.answer("write", .storeFailed(.conflict(failed)))
    play.person(.retry(r1))
    #expect(play.answer("write r1.a2 retrying", .done) == "cleanup 'hello'")
  }

  @Test func `a retry of a success starts over and keeps the final text if it fails`() {
    var play = Play(focus: nil)
    play.toSuccess()
    #expect(
      play.person(.retry(r1))
        == "cancel usage · abandon usage · "
        + "write r1.a2 retrying cp 1 'hello' raw 'hello' final 'hello.' · main processing")
    #expect(play.answer("write", .done) == "upload r1 source")
    play.head("upload", 400)
    #expect(
      play.answer("write", .done) == "tell requestRefused · claim r1 failed 'hello.' · main idle")
    #expect(play.row()?.final == "hello.")
    play.person(.retry(r1))
    #expect(play.answer("write r1.a3 retrying", .done) == "upload r1 source")
  }

  @Test(arguments: [StoreFailure.io(.no), .io(.unknown), .noSpace])
  func `a retry that cannot be claimed still ends with a write of its own`(failure: StoreFailure) {
    var play = Play()
    play.toFailure()
    play.person(.retry(r1))
    let reason = failure == .noSpace ? "storageFull" : "storage"
    #expect(
      play.answer("write", .storeFailed(failure)) == "write r1.a2 failed:\(reason)")
    #expect(play.answer("write", .storeFailed(.conflict(row(.failed)))).hasSuffix("main idle"))
    #expect(play.row() == row(.failed))
  }

  @Test func `the number of an attempt whose claim did not land is not used again`() {
    var play = Play()
    play.toFailure()
    play.person(.retry(r1))
    play.answer("write", .storeFailed(.io(.no)))
    play.answer("write", .storeFailed(.conflict(row(.failed))))
    #expect(play.person(.retry(r1)) == "write r1.a3 retrying · main processing")
  }

  @Test func `answers of an earlier attempt have no effect on a later one`() {
    var play = Play()
    play.toRecognition()
    play.expire(.request)
    play.expire(.recognition)
    play.answer("write r1.a1 failed", .done)
    play.person(.retry(r1))
    play.answer("write r1.a2 retrying", .done)
    for open in play.open where open.isAbandoned {
      #expect(play.send(.finished(open.ticket, .body(.json("old")))).hasPrefix("ignored"))
    }
    #expect(play.hear("new") == "write r1.a2 retrying cp 1 'new' raw 'new'")
  }

  @Test func `a retry of what is not known to be whole is not accepted`() {
    var play = Play()
    #expect(play.person(.retry(r2)) == "ignored: notAllowedNow")
    play.record()
    #expect(play.person(.retry(r1)) == "ignored: duplicate")
  }

  @Test func `a checkpoint of as many leaves as a row can count does not break the engine`() {
    var old = row(.failed)
    old.checkpoint = Checkpoint(text: "a", leaves: .max, through: 40_000)
    var play = Play(found: .of([old], files: [.whole(r1, .source, 80_000)]))
    play.person(.retry(r1))
    play.answer("write", .done)
    play.answer("export", .exported(.cut(40_000)))
    #expect(play.hear("b").hasPrefix("write r1.a2 retrying cp 65535 'a b'"))
  }
}
