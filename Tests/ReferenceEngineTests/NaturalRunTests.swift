import Contract
import Testing

@testable import ReferenceEngine

@Suite("A run in which nothing goes wrong")
struct NaturalRunTests {
  @Test func `a cloud dictation in one request, from the launch to the usage report`() {
    var play = Play(found: nil)
    #expect(play.answer("open", .done) == "inventory")
    #expect(play.answer("inventory", .inventory(.of())) == "")

    #expect(play.person(.start(r1)) == "create r1 partial · write r1.a1 capturing")
    #expect(play.answer("create", .done) == "")
    #expect(play.answer("write", .done) == "capture r1 · main recording")
    #expect(play.left(.captureHealth) == .seconds(3))
    #expect(play.left(.captureLimit) == .minutes(20))
    #expect(play.report("capture", .captureBegan(rate: sampleRate)) == "")
    play.pass(.milliseconds(500))
    #expect(
      play.report("capture", .frames(Span(clip: 1, from: 0, count: 8_000), .speech))
        == "append 0+8000")
    #expect(play.answer("append", .appended(samples: 8_000, durableThrough: 0)) == "")

    #expect(play.person(.stop(nil)) == "stop capture")
    #expect(play.left(.captureHealth) == nil)
    #expect(
      play.report("capture", .frames(Span(clip: 1, from: 8_000, count: 160), .speech))
        == "append 8000+160")
    #expect(play.answer("capture", .captured(samples: 8_160)) == "")
    #expect(
      play.answer("append", .appended(samples: 160, durableThrough: 0)) == "close r1 partial")
    #expect(
      play.answer("close", .facts(.whole(8_160))) == "validate r1 partial · main processing")

    #expect(play.answer("validate", .facts(.whole(8_160))) == "sync r1 partial")
    #expect(play.answer("sync", .done) == "promote r1 partial")
    #expect(play.answer("promote", .done) == "write r1.a1 processing")
    #expect(play.answer("write", .done) == "claim r1 saved · upload r1 source")
    #expect(play.left(.request) == .seconds(45))
    #expect(play.left(.recognition) == .seconds(165))

    #expect(play.head("upload", 200) == "")
    #expect(
      play.answer("upload", .body(.json(" hello there\\n")))
        == "write r1.a1 processing cp 1 'hello there' raw 'hello there'")
    #expect(play.left(.request) == nil)
    #expect(play.answer("write", .done) == "cleanup 'hello there'")
    #expect(play.left(.recognition) == nil)
    #expect(play.left(.cleanup) == .seconds(20))
    #expect(play.head("cleanup", 200) == "")
    #expect(
      play.answer("cleanup", .body(.cleaned("Hello there.")))
        == "write r1.a1 success cp 1 'hello there' raw 'hello there' final 'Hello there.'")
    #expect(play.shown == [.main: .processing])

    #expect(
      play.answer("write", .done)
        == "claim r1 'Hello there.' · usage r1 1 · write r1.a1 success cp 1 'hello there' "
        + "raw 'hello there' final 'Hello there.' claimed · main idle")
    #expect(play.answer("write", .done) == "deliver 'Hello there.' to 1")
    #expect(
      play.answer("deliver", .delivered)
        == "claim r1 delivered to 1 · write r1.a1 success cp 1 'hello there' "
        + "raw 'hello there' final 'Hello there.' delivered")
    #expect(play.answer("usage", .done) == "")
    #expect(
      play.answer("write", .done)
        == "write r1.a1 success cp 1 'hello there' raw 'hello there' final 'Hello there.' "
        + "delivered reported")
    #expect(play.answer("write", .done) == "")
    #expect(play.armed.isEmpty)
    #expect(play.open.isEmpty)
  }

  @Test func `frames before the opening is told belong to the recording`() {
    var play = Play()
    play.person(.start(r1))
    play.answer("create", .done)
    play.answer("write", .done)
    let span = Span(clip: 1, from: 0, count: 8_000)
    #expect(play.report("capture", .frames(span, .speech)) == "append 0+8000")
    #expect(play.person(.stop(r1)) == "stop capture")
  }

  @Test func `what a start needs may be answered in either order`() {
    var play = Play()
    play.person(.start(r1))
    #expect(play.answer("write", .done) == "")
    #expect(play.answer("create", .done) == "capture r1 · main recording")
  }

  @Test func `an audio limit that is known cuts before sending, with a checkpoint a piece`() {
    let limits = Limits(knownBody: RequestBody.bytes(samples: 30_000))
    var play = Play(limits: limits)
    play.record()
    play.frames(10)
    play.person(.stop(nil))
    play.finish(10)
    play.answer("validate", .facts(.whole(80_000)))
    play.answer("sync", .done)
    play.answer("promote", .done)
    #expect(play.answer("write", .done) == "claim r1 saved · export r1 leaf1 0+26666")
    #expect(play.left(.recognition) == .seconds(3 * 165))
    #expect(play.answer("export", .exported(.cut(26_666))) == "upload r1 leaf1")
    #expect(play.hear("a") == "write r1.a1 processing cp 1 'a' · remove r1 leaf1")
    #expect(play.row()?.checkpoint == nil)
    #expect(play.answer("write", .done) == "export r1 leaf2 26666+26667")
    #expect(play.row()?.checkpoint == Checkpoint(text: "a", leaves: 1, through: 26_666))
    play.answer("export", .exported(.cut(26_667)))
    #expect(play.hear("b") == "write r1.a1 processing cp 2 'a b' · remove r1 leaf2")
    #expect(play.answer("write", .done) == "export r1 leaf3 53333+26667")
    play.answer("export", .exported(.cut(26_667)))
    #expect(
      play.hear("c") == "write r1.a1 processing cp 3 'a b c' raw 'a b c' · remove r1 leaf3")
    #expect(play.answer("write", .done) == "cleanup 'a b c'")
  }

  @Test func `without a field in focus nothing is delivered, and nothing is said about it`() {
    var play = Play(focus: nil)
    #expect(play.toSuccess() == "claim r1 'hello.' · usage r1 5 · main idle")
    #expect(play.row()?.delivery == DeliveryStanding.none)
  }

  @Test func `settings are those of the start, whatever is chosen later`() {
    let old = Settings(model: 1, language: 1, vocabulary: 1)
    let new = Settings(recognizer: .cloud(.openai), model: 2, language: 2, vocabulary: 2)
    var play = Play(settings: old)
    play.record()
    play.frames(10)
    #expect(play.person(.change(new)) == "")
    #expect(play.person(.change(new)) == "ignored: duplicate")
    play.person(.stop(nil))
    play.finish(10)
    play.promote(10)
    #expect(play.open.last?.request == .upload(FileRef(r1, .source), old))
    _ = play.hear("hello")
    play.answer("write", .done)
    #expect(play.open.last?.request == .cleanUp("hello", old))
    play.head("cleanup", 500)
    play.answer("write", .done)

    play.record(r2)
    play.frames(10, of: r2)
    play.person(.stop(r2))
    play.finish(10, of: r2)
    play.promote(10, of: r2)
    #expect(play.open.last?.request == .upload(FileRef(r2, .source), new))
    play.head("upload", 400)
    play.answer("write r2.a1 failed", .done)
    play.person(.retry(r1))
    play.answer("write r1.a2 retrying", .done)
    #expect(play.open.last?.request == .upload(FileRef(r1, .source), new))
  }
}
