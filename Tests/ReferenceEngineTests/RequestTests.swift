import Contract
import Testing

@testable import ReferenceEngine

@Suite("The request policy, row by row")
struct RequestTests {
  @Test(
    arguments: [400, 402, 404, 405, 409, 410, 415, 422, 451, 499] as [UInt16])
  func `a permanent status fails at its head, however its body stalls`(status: UInt16) {
    var play = Play()
    play.toRecognition()
    let reason: String = status == 402 ? "accessRefused" : "requestRefused"
    #expect(
      play.head("upload", status)
        == "cancel upload · abandon upload · write r1.a1 failed:\(reason)")
    #expect(play.left(.request) == nil)
    #expect(play.left(.recognition) == nil)
    #expect(
      play.answer("write", .done) == "tell \(reason) · claim r1 failed · main idle")
  }

  @Test(arguments: [401, 403] as [UInt16])
  func `refused access is named as such`(status: UInt16) {
    var play = Play()
    play.toRecognition()
    #expect(play.head("upload", status).hasSuffix("write r1.a1 failed:accessRefused"))
    #expect(play.answer("write", .done) == "tell accessRefused · claim r1 failed · main idle")
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504, 599] as [UInt16])
  func `a transient status gets three tries in all`(status: UInt16) {
    var play = Play()
    play.toRecognition()
    #expect(play.head("upload", status) == "cancel upload · abandon upload")
    #expect(play.left(.backoff) == .milliseconds(500))
    #expect(play.expire(.backoff) == "upload r1 source")
    #expect(play.head("upload", status) == "cancel upload · abandon upload")
    #expect(play.left(.backoff) == .seconds(1))
    #expect(play.expire(.backoff) == "upload r1 source")
    #expect(
      play.head("upload", status)
        == "cancel upload · abandon upload · write r1.a1 failed:serviceBusy")
  }

  @Test(
    arguments: [
      ("3", 3_000), ("0", 0), ("10", 10_000), ("11", 10_000), ("86400", 10_000), ("1.5", 1_500),
      ("-1", 500), ("soon", 500), ("Mon, 05 Jan 2026 09:00:04 GMT", 4_000),
      ("Mon, 05 Jan 2026 08:00:00 GMT", 0),
    ])
  func `Retry-After is honoured up to ten seconds`(value: String, milliseconds: Int) {
    var play = Play()
    play.toRecognition()
    play.wall = .seconds(1_767_603_600)
    play.head("upload", 503, [Header("rEtRy-AfTeR", value)])
    #expect(play.left(.backoff) == .milliseconds(milliseconds))
  }

  @Test func `a fraction may be left to backoff, where the platform says so`() {
    var play = Play(dialect: Dialect(readsFractionalRetryAfter: false))
    play.toRecognition()
    play.head("upload", 503, [Header("Retry-After", "1.5")])
    #expect(play.left(.backoff) == .milliseconds(500))
  }

  @Test(arguments: [100, 201, 202, 204, 206, 301, 304, 600] as [UInt16])
  func `a status that is not listed is an answer that cannot be used`(status: UInt16) {
    var play = Play()
    play.toRecognition()
    #expect(play.head("upload", status).hasSuffix("write r1.a1 failed:invalidAnswer"))
  }

  @Test func `connection loss, timeout and a stalled body of a 200 share three tries`() {
    var play = Play()
    play.toRecognition()
    #expect(play.answer("upload", .wireFailed(.unreachable)) == "")
    #expect(play.expire(.backoff) == "upload r1 source")
    #expect(play.head("upload", 200) == "")
    #expect(play.expire(.request) == "cancel upload · abandon upload")
    #expect(play.expire(.backoff) == "upload r1 source")
    #expect(play.head("upload", 200) == "")
    #expect(
      play.answer("upload", .wireFailed(.reset(received: 12))) == "write r1.a1 failed:network")
  }

  @Test func `a status and a lost connection share three tries`() {
    var play = Play()
    play.toRecognition()
    play.head("upload", 500)
    play.expire(.backoff)
    play.expire(.request)
    play.expire(.backoff)
    #expect(play.head("upload", 429).hasSuffix("write r1.a1 failed:serviceBusy"))
  }

  @Test func `each leaf has three tries of its own, and earlier ones are not sent again`() {
    var play = Play(conduct: Conduct(pieceSamples: 40_000))
    play.toRecognition()
    play.answer("export", .exported(.cut(40_000)))
    play.head("upload", 500)
    play.expire(.backoff)
    play.head("upload", 500)
    play.expire(.backoff)
    _ = play.hear("a")
    #expect(play.answer("write", .done) == "export r1 leaf2 40000+40000")
    play.answer("export", .exported(.cut(40_000)))
    play.head("upload", 500)
    play.expire(.backoff)
    play.head("upload", 500)
    #expect(play.expire(.backoff) == "upload r1 leaf2")
    #expect(
      play.head("upload", 500)
        == "cancel upload · abandon upload · remove r1 leaf2 · "
        + "write r1.a1 failed:serviceBusy cp 1 'a'")
    #expect(
      play.answer("write", .done) == "tell serviceBusy · claim r1 failed 'a' · main idle")
  }

  @Test(arguments: [
    Body(nil, contentType: "application/json"),
    Body("{\"text\":", contentType: "application/json"),
    Body("{\"text\":7}", contentType: "application/json"),
    Body("{\"words\":\"a\"}", contentType: "application/json"),
    Body("{\"text\":\"a\",\"other\":1}", contentType: "application/json"),
    Body("[\"a\"]", contentType: "application/json"),
    Body("{\"text\":\"a\"}", contentType: nil),
    Body("<p>a</p>", contentType: "text/html"),
  ])
  func `a body that does not fit is invalid at once`(body: Body) {
    var play = Play()
    play.toRecognition()
    play.head("upload", 200)
    #expect(play.answer("upload", .body(body)) == "write r1.a1 failed:invalidAnswer")
    #expect(play.answer("write", .done) == "tell answerUnusable · claim r1 failed · main idle")
  }

  @Test func `text that looks like JSON stays as it is in a text answer`() {
    var play = Play()
    play.toRecognition()
    play.head("upload", 200)
    let body = Body("{\"text\":\"a\"}\n", contentType: "Text/Plain; charset=utf-8")
    #expect(
      play.answer("upload", .body(body))
        == "write r1.a1 processing cp 1 '{\"text\":\"a\"}' raw '{\"text\":\"a\"}'")
  }

  @Test func `a body over the cap is dropped as invalid, one that may not leave as refused`() {
    var play = Play()
    play.toRecognition()
    play.head("upload", 200)
    #expect(
      play.answer("upload", .wireFailed(.tooLarge)) == "write r1.a1 failed:invalidAnswer")
    var other = Play()
    other.toRecognition()
    #expect(
      other.answer("upload", .wireFailed(.refused)) == "write r1.a1 failed:requestRefused")
  }

  @Test func `a single file without speech is a terminal no-speech failure`() {
    var play = Play()
    play.toRecognition()
    #expect(play.hear("  ") == "write r1.a1 failed:noSpeech")
    #expect(play.answer("write", .done) == "tell noSpeech · claim r1 failed · main idle")
  }

  @Test func `a part without text fails and keeps what came before it`() {
    var play = Play(conduct: Conduct(pieceSamples: 40_000))
    play.toRecognition()
    play.answer("export", .exported(.cut(40_000)))
    _ = play.hear("a")
    play.answer("write", .done)
    play.answer("export", .exported(.cut(40_000)))
    #expect(play.hear("") == "remove r1 leaf2 · write r1.a1 failed:emptyPart cp 1 'a'")
  }

  @Test func `a nested 413 splits only the refused leaf, in order`() {
    var play = Play()
    play.toRecognition()
    #expect(
      play.head("upload", 413) == "cancel upload · abandon upload · export r1 leaf1 0+40000")
    #expect(play.left(.recognition) == .seconds(2 * 165))
    play.answer("export", .exported(.cut(40_000)))
    #expect(
      play.head("upload", 413)
        == "cancel upload · abandon upload · remove r1 leaf1 · export r1 leaf2 0+20000")
    #expect(play.left(.recognition) == .seconds(3 * 165))
    #expect(play.answer("export", .exported(.cut(20_000))) == "upload r1 leaf2")
    #expect(play.hear("A") == "write r1.a1 processing cp 1 'A' · remove r1 leaf2")
    #expect(play.answer("write", .done) == "export r1 leaf3 20000+20000")
    play.answer("export", .exported(.cut(20_000)))
    #expect(play.hear("B") == "write r1.a1 processing cp 2 'A B' · remove r1 leaf3")
    #expect(play.answer("write", .done) == "export r1 leaf4 40000+40000")
    play.answer("export", .exported(.cut(40_000)))
    #expect(
      play.hear("R") == "write r1.a1 processing cp 3 'A B R' raw 'A B R' · remove r1 leaf4")
  }

  @Test func `a service that refuses every size is given up at the smallest leaf`() {
    var play = Play()
    play.toRecognition()  // five seconds: 80,000 samples
    var effects = play.head("upload", 413)
    var sizes: [Int] = []
    while effects.contains("export") {
      guard case .exportLeaf(_, _, _, let count)? = play.open.last?.request else { break }
      sizes.append(count)
      play.answer("export", .exported(.cut(count)))
      effects = play.head("upload", 413)
    }
    #expect(sizes == [40_000, 20_000])
    #expect(effects.hasSuffix("remove r1 leaf2 · write r1.a1 failed:tooLarge"))
  }

  @Test func `splitting stops at its depth`() {
    var play = Play(limits: Limits(splitDepth: 1, minimumLeaf: 1))
    play.toRecognition()
    play.head("upload", 413)
    play.answer("export", .exported(.cut(40_000)))
    #expect(play.head("upload", 413).hasSuffix("write r1.a1 failed:tooLarge"))
  }

  @Test func `an export that fails or stalls ends the attempt and keeps source and checkpoint`() {
    var play = Play()
    play.toRecognition()
    play.head("upload", 413)
    #expect(
      play.answer("export", .exportFailed) == "remove r1 leaf1 · write r1.a1 failed:export")
    var other = Play()
    other.toRecognition()
    other.head("upload", 413)
    #expect(
      other.expire(.export)
        == "cancel export · abandon export · remove r1 leaf1 · write r1.a1 failed:export")
  }

  @Test func `a leaf that came out shorter than asked is a failed export, not lost audio`() {
    var play = Play()
    play.toRecognition()
    play.head("upload", 413)
    #expect(
      play.answer("export", .exported(.cut(39_999)))
        == "remove r1 leaf1 · write r1.a1 failed:export")
  }

  @Test func `a whole recognition has a bound of its own`() {
    var play = Play()
    play.toRecognition()
    #expect(
      play.expire(.recognition)
        == "cancel upload · abandon upload · write r1.a1 failed:tookTooLong")
  }

  @Test(arguments: [StoreFailure.io(.no), .io(.unknown), .busy, .locked, .suspect])
  func `a checkpoint that cannot be written stops the attempt`(failure: StoreFailure) {
    var play = Play(conduct: Conduct(pieceSamples: 40_000))
    play.toRecognition()
    play.answer("export", .exported(.cut(40_000)))
    _ = play.hear("a")
    #expect(
      play.answer("write", .storeFailed(failure)) == "write r1.a1 failed:storage cp 1 'a'")
  }

  @Test func `a checkpoint that is known to have landed is one, whatever else went wrong`() {
    var play = Play(conduct: Conduct(pieceSamples: 40_000))
    play.toRecognition()
    play.answer("export", .exported(.cut(40_000)))
    _ = play.hear("a")
    #expect(play.answer("write", .storeFailed(.io(.yes))) == "export r1 leaf2 40000+40000")
  }

  @Test func `a checkpoint that is not answered stops the attempt and keeps its text`() {
    var play = Play(conduct: Conduct(pieceSamples: 40_000))
    play.toRecognition()
    play.answer("export", .exported(.cut(40_000)))
    _ = play.hear("a")
    play.answer("remove", .done)
    #expect(play.expire(.store) == "abandon write · write r1.a1 failed:storage cp 1 'a'")
    #expect(play.late("write", .done) == "ignored: alreadyFinished")
  }

  @Test func `cleanup that does not work out leaves the raw text as a success`() {
    let kept = "tell cleanupSkipped · write r1.a1 success cp 1 'hello' raw 'hello' final 'hello'"
    let bodies: [Body] = [
      .cleaned("Hello", reason: "length"), .cleaned(""), .cleaned(" \\n"), .json("Hello"),
      Body("{", contentType: "application/json"), Body("Hello", contentType: "text/plain"),
      Body(nil, contentType: nil),
    ]
    for body in bodies {
      var play = Play()
      play.toCleanup()
      play.head("cleanup", 200)
      #expect(play.answer("cleanup", .body(body)) == kept)
    }
    for outcome: Outcome in [.wireFailed(.unreachable), .noText, .localFailed(.crashed)] {
      var play = Play()
      play.toCleanup()
      #expect(play.answer("cleanup", outcome) == kept)
    }
    for status: UInt16 in [202, 400, 401, 413, 429, 500] {
      var play = Play()
      play.toCleanup()
      #expect(play.head("cleanup", status) == "cancel cleanup · abandon cleanup · " + kept)
    }
    var play = Play()
    play.toCleanup()
    #expect(play.expire(.cleanup) == "cancel cleanup · abandon cleanup · " + kept)
    #expect(play.late("cleanup", .body(.cleaned("Late."))) == "ignored: alreadyFinished")
  }

  @Test func `without cleanup the raw text is written as the result`() {
    var play = Play(settings: Settings(cleanup: .off))
    play.toRecognition()
    _ = play.hear("hello")
    #expect(
      play.answer("write", .done) == "write r1.a1 success cp 1 'hello' raw 'hello' final 'hello'")
  }
}
