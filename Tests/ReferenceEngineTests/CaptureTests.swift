import Contract
import Testing

@testable import ReferenceEngine

@Suite("Phases 0 and 1 when something goes wrong")
struct CaptureTests {
  @Test func `a recorder that falls silent is noticed after three seconds`() {
    var play = Play()
    play.record()
    play.frames(2)
    #expect(play.left(.captureHealth) == .seconds(3))
    #expect(play.expire(.captureHealth) == "tell microphoneLost · stop capture")
    #expect(play.answer("capture", .captured(samples: 16_000)) == "close r1 partial")
    #expect(
      play.answer("close", .facts(.whole(16_000))) == "validate r1 partial · main processing")
    play.answer("validate", .facts(.whole(16_000)))
    #expect(play.answer("sync", .done) == "write r1.a1 capturing knownIncomplete")
    #expect(play.answer("write", .done) == "promote r1 partial")
    #expect(
      play.answer("promote", .done) == "write r1.a1 failed:microphone knownIncomplete")
    #expect(play.answer("write", .done) == "tell partialKept · claim r1 failed · main idle")
  }

  @Test func `a device that goes away or changes its format ends the clip in a bounded way`() {
    for (why, topic): (Progress, String) in [
      (.deviceLost, "microphoneLost"), (.formatChanged, "microphoneFailed"),
    ] {
      var play = Play()
      play.record()
      play.frames(2)
      #expect(play.report("capture", why) == "tell \(topic) · stop capture")
      #expect(play.left(.finalize) == .seconds(3))
    }
  }

  @Test func `zeros for five seconds are told, once`() {
    var play = Play()
    play.record()
    var told: [String] = []
    for n in 0..<14 {
      play.pass(.milliseconds(500))
      let span = Span(clip: 1, from: n * 8_000, count: 8_000)
      told.append(play.report("capture", .frames(span, .digitalZero)))
      play.answer("append", .appended(samples: 8_000, durableThrough: 0))
    }
    #expect(told.filter { $0.contains("microphoneSilent") } == [told[10]])
    #expect(told[10] == "append 80000+8000 · tell microphoneSilent")
  }

  @Test func `a write that is refused ends the capture, and nothing is written behind the gap`() {
    var play = Play()
    play.record()
    play.frames(2)
    play.report("capture", .frames(Span(clip: 1, from: 16_000, count: 8_000), .speech))
    #expect(
      play.answer("append", .fileFailed(.noSpace(accepted: 3_000)))
        == "tell storageFull · stop capture")
    #expect(
      play.report("capture", .frames(Span(clip: 1, from: 24_000, count: 160), .speech)) == "")
    #expect(play.answer("capture", .captured(samples: 24_160)) == "close r1 partial")
    play.answer("close", .facts(.whole(19_000)))
    play.answer("validate", .facts(.whole(19_000)))
    #expect(play.answer("sync", .done) == "write r1.a1 capturing knownIncomplete")
    #expect(play.answer("write", .done) == "promote r1 partial")
    #expect(
      play.answer("promote", .done) == "write r1.a1 failed:storageFull knownIncomplete")
  }

  @Test func `a write that fails while the recorder stops leaves no gap either`() {
    var play = Play()
    play.record()
    play.frames(2)
    play.report("capture", .frames(Span(clip: 1, from: 16_000, count: 8_000), .speech))
    play.person(.stop(nil))
    #expect(play.answer("append", .fileFailed(.io(.no))) == "tell storageFailed")
    #expect(
      play.report("capture", .frames(Span(clip: 1, from: 24_000, count: 160), .speech)) == "")
  }

  @Test(arguments: [Landed.yes, .unknown])
  func `a first write that may have landed is looked for before anything is removed`(
    landed: Landed
  ) {
    for samples in [0, 8_000] {
      var play = Play()
      play.record()
      play.report("capture", .frames(Span(clip: 1, from: 0, count: 8_000), .speech))
      #expect(
        play.answer("append", .fileFailed(.io(landed))) == "tell storageFailed · stop capture")
      #expect(play.answer("capture", .captured(samples: 8_000)) == "close r1 partial")
      #expect(
        play.answer("close", .facts(.whole(samples)))
          == (samples == 0
            ? "remove r1 partial · purge r1 · main idle"
            : "validate r1 partial · main processing"))
    }
  }

  @Test func `a first write that did not land leaves nothing`() {
    var play = Play()
    play.record()
    play.report("capture", .frames(Span(clip: 1, from: 0, count: 8_000), .speech))
    play.answer("append", .fileFailed(.io(.no)))
    #expect(
      play.answer("capture", .captured(samples: 8_000))
        == "remove r1 partial · purge r1 · main idle")
  }

  @Test func `a write that is not answered ends the capture after five seconds`() {
    var play = Play()
    play.record()
    play.frames(1)
    for n in 1..<11 {
      play.pass(.milliseconds(500))
      play.report("capture", .frames(Span(clip: 1, from: n * 8_000, count: 8_000), .speech))
    }
    #expect(play.expire(.captureHealth) == "tell storageFailed · stop capture")
    play.answer("capture", .captured(samples: 88_000))
    #expect(play.expire(.finalize).hasPrefix("tell storageFailed · abandon append"))
    #expect(play.shown == [.main: .idle])
  }

  @Test func `a recorder that never answers stop is detached after three seconds`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    #expect(play.left(.finalize) == .seconds(3))
    #expect(
      play.expire(.finalize)
        == "tell recorderDidNotFinish · cancel capture · abandon capture · "
        + "write r1.a1 failed:finalization unfinalized · main idle")
    #expect(play.answer("write", .done) == "tell partialKept · claim r1 failed")
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
  }

  @Test func `a recorder that never opens nor answers leaves nothing to keep`() {
    var play = Play()
    play.person(.start(r1))
    play.answer("create", .done)
    play.answer("write", .done)
    #expect(play.expire(.captureHealth) == "tell microphoneFailed · stop capture")
    #expect(
      play.expire(.finalize)
        == "tell microphoneFailed · cancel capture · abandon capture · remove r1 partial · "
        + "purge r1 · main idle")
    #expect(play.late("capture", .captured(samples: 8_000)) == "ignored: alreadyFinished")
    #expect(play.claims.isEmpty)
  }

  @Test func `a late proof makes the recording whole and lets it be tried again`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.expire(.finalize)
    play.answer("write", .done)
    #expect(play.late("capture", .captured(samples: 80_000)) == "close r1 partial")
    #expect(play.person(.retry(r1)) == "ignored: duplicate")
    #expect(play.answer("close", .facts(.whole(80_000))) == "validate r1 partial")
    #expect(play.answer("validate", .facts(.whole(80_000))) == "sync r1 partial")
    #expect(play.answer("sync", .done) == "promote r1 partial")
    #expect(play.answer("promote", .done) == "write r1.a1 failed:finalization")
    #expect(play.answer("write", .done) == "")
    #expect(play.row()?.integrity == .complete)
    #expect(play.person(.retry(r1)) == "write r1.a2 retrying · main processing")
  }

  @Test func `a proof that comes while the failure is being written waits for that`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.expire(.finalize)
    #expect(play.late("capture", .captured(samples: 80_000)) == "")
    #expect(
      play.answer("write", .done) == "tell partialKept · claim r1 failed · close r1 partial")
  }

  @Test func `a late proof of other samples than there are proves nothing`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.expire(.finalize)
    play.answer("write", .done)
    play.late("capture", .captured(samples: 80_160))
    play.answer("close", .facts(.whole(80_000)))
    #expect(play.answer("validate", .facts(.whole(80_000))) == "")
    #expect(play.row()?.integrity == .unfinalized)
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
  }

  @Test func `a late proof of a deleted recording changes nothing`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.expire(.finalize)
    play.answer("write", .done)
    play.person(.delete(r1))
    #expect(play.late("capture", .captured(samples: 80_000)) == "ignored: staleLease")
  }

  @Test func `a container that does not close is given up after five seconds`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    #expect(play.answer("capture", .captured(samples: 80_000)) == "close r1 partial")
    #expect(play.left(.finalize) == .seconds(5))
    #expect(
      play.expire(.finalize)
        == "tell storageFailed · abandon close · write r1.a1 failed:storage unfinalized · "
        + "main idle")
  }

  @Test func `the longest capture still closes its container`() {
    var play = Play(limits: Limits(capture: .seconds(6)))
    play.record()
    play.frames(10)
    #expect(play.expire(.captureLimit) == "tell captureLimitReached · stop capture")
    #expect(play.left(.finalize) == .seconds(3))
    #expect(
      play.report("capture", .frames(Span(clip: 1, from: 80_000, count: 160), .speech))
        == "append 80000+160")
    play.answer("append", .appended(samples: 160, durableThrough: 0))
    play.answer("capture", .captured(samples: 80_160))
    #expect(
      play.answer("close", .facts(.whole(80_160))) == "validate r1 partial · main processing")
  }

  @Test func `permission that is missing is named, and nothing is left`() {
    var play = Play()
    play.person(.start(r1))
    play.answer("create", .done)
    play.answer("write", .done)
    #expect(
      play.answer("capture", .captureFailed(.denied))
        == "tell permissionMissing · remove r1 partial · purge r1 · main idle")
  }

  @Test func `a recording without a frame leaves nothing, whoever ended it`() {
    var play = Play()
    play.record()
    play.person(.stop(nil))
    #expect(
      play.answer("capture", .captured(samples: 0))
        == "remove r1 partial · purge r1 · main idle")
    #expect(play.shown == [.main: .idle])
    #expect(play.claims.isEmpty)
    play.answer("remove", .done)
    play.answer("purge", .done)
    #expect(play.armed.isEmpty)
  }

  @Test(arguments: ["create", "write"])
  func `what a start needs and does not get ends it without a trace`(missing: String) {
    var play = Play()
    play.person(.start(r1))
    let failure: Outcome =
      missing == "create" ? .fileFailed(.noSpace(accepted: 0)) : .storeFailed(.locked)
    let topic = missing == "create" ? "storageFull" : "deviceLocked"
    let other = missing == "create" ? "write" : "create"
    #expect(
      play.answer(missing, failure)
        == "tell \(topic) · abandon \(other) · remove r1 partial · purge r1")
    #expect(play.person(.start(r2)) == "create r2 partial · write r2.a1 capturing")
  }

  @Test func `a start under the id of an earlier recording, before History is read, harms nothing`()
  {
    var play = Play(found: nil)
    play.answer("open", .done)
    play.person(.start(r1))
    #expect(play.answer("create", .fileFailed(.io(.no))) == "tell storageFailed · abandon write")
    #expect(play.late("write", .storeFailed(.conflict(row(.processing)))) == "")
    let found = Inventory.of([row(.processing)], files: [.whole(r1, .source, 80_000)])
    #expect(
      play.answer("inventory", .inventory(found)) == "write r1.a1 failed:interrupted")
  }

  @Test func `a journal that lands after its start was dropped is taken back`() {
    var play = Play(found: nil)
    play.answer("open", .done)
    play.person(.start(r1))
    #expect(play.person(.cancel(r1)) == "abandon create · abandon write")
    #expect(play.late("create", .done) == "remove r1 partial")
    #expect(play.late("write", .done) == "purge r1")
  }

  @Test func `a start while History cannot be opened is bounded and does not block the next`() {
    var play = Play(found: nil)
    #expect(play.person(.start(r1)) == "create r1 partial")
    play.answer("create", .done)
    for _ in 0..<3 { play.answer("open", .storeFailed(.io(.no))) }
    #expect(play.expire(.store) == "tell storageFailed · remove r1 partial")
    #expect(play.person(.start(r2)) == "create r2 partial · open")
    play.answer("create", .done)
    #expect(play.answer("open", .done) == "write r2.a1 capturing · inventory")
    #expect(play.answer("write", .done) == "capture r2 · main recording")
  }

  @Test func `too little space refuses a start, unknown space does not`() {
    var play = Play()
    play.news(.lowSpace(1_000))
    #expect(play.person(.start(r1)) == "tell storageFull")
    play.news(.lowSpace(nil))
    #expect(play.person(.start(r1)) == "create r1 partial · write r1.a1 capturing")
  }

  @Test func `a second start waits for the first to be over with its microphone`() {
    var play = Play()
    play.record()
    #expect(play.person(.start(r1)) == "ignored: duplicate")
    #expect(play.person(.start(r2)) == "ignored: notAllowedNow")
    play.frames(10)
    play.person(.stop(r1))
    #expect(play.person(.stop(r1)) == "ignored: duplicate")
    #expect(play.person(.start(r2)) == "ignored: notAllowedNow")
    play.finish(10)
    #expect(play.person(.start(r2)) == "create r2 partial · write r2.a1 capturing")
  }

  @Test(arguments: [
    News.interruption(began: true, mayResume: true), .background(expiresIn: .seconds(5)),
    .thermal(critical: true),
  ])
  func `what takes the microphone finishes the recording normally`(news: News) {
    var play = Play()
    play.record()
    play.frames(10)
    #expect(play.news(news) == "stop capture")
    play.finish(10)
    play.promote(10)
    #expect(play.ticket("upload") != nil)
  }

  @Test func `news that take nothing change nothing`() {
    var play = Play()
    play.record()
    play.frames(10)
    let harmless: [News] = [
      .interruption(began: false, mayResume: true), .route, .deviceLocked(true), .foreground,
      .background(expiresIn: nil), .background(expiresIn: .seconds(60)),
      .thermal(critical: false), .clipboard(change: 9), .lowSpace(nil),
      .lowSpace(900_000_000),
    ]
    for news in harmless { #expect(play.news(news) == "") }
    #expect(play.news(.mediaReset) == "tell microphoneLost · stop capture")
  }

  @Test func `a suspension is no sign of a bad recorder`() {
    var play = Play()
    play.record()
    play.frames(1)
    play.pass(.minutes(5))
    play.news(.resumed(asleep: .minutes(5)))
    #expect(play.left(.captureHealth) == .seconds(3))
  }

  // MARK: Promotion

  @Test(arguments: ["validate", "sync", "promote", "write"])
  func `a promotion that fails or stalls stops before recognition`(step: String) {
    for isStalled in [false, true] {
      var play = Play()
      play.record()
      play.frames(10)
      play.person(.stop(nil))
      play.finish(10)
      for (name, outcome): (String, Outcome) in [
        ("validate", .facts(.whole(80_000))), ("sync", .done), ("promote", .done), ("write", .done),
      ] {
        guard name != step else { break }
        play.answer(name, outcome)
      }
      let failure: Outcome =
        step == "write" ? .storeFailed(.io(.no)) : .fileFailed(.io(.no))
      let integrity = step == "write" ? "" : " unfinalized"
      let abandons = isStalled ? "abandon \(step) · " : ""
      #expect(
        (isStalled ? play.expire(.promote) : play.answer(step, failure))
          == abandons + "tell storageFailed · write r1.a1 failed:storage\(integrity)")
      #expect(play.answer("write r1.a1 failed", .done) == "claim r1 failed · main idle")
    }
  }

  @Test func `a source that vanished is not claimed to be kept`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.finish(10)
    play.answer("validate", .fileFailed(.vanished))
    #expect(play.answer("write", .done) == "claim r1 failed without audio · main idle")
  }

  @Test func `a container that holds less than the recorder proved is not recognized`() {
    var play = Play()
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.finish(10)
    #expect(play.answer("validate", .facts(.whole(79_000))) == "tell partialKept · sync r1 partial")
    #expect(play.answer("sync", .done) == "write r1.a1 capturing knownIncomplete")
    #expect(play.answer("write", .done) == "promote r1 partial")
    #expect(play.answer("promote", .done) == "write r1.a1 failed:storage knownIncomplete")
  }
}
