import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("What a recognizer answers")
struct RecognizerTests {
  /// The words of a body, or its status where it is not 200.
  static func answers(
    _ rules: [Rule], _ cues: [Cue], samples: Int = 48_000, plants: [Plant] = []
  ) -> [String] {
    var theCase = finished(samples: samples, recognizer: rules)
    theCase.plants += plants
    var heads: [Identity: UInt16] = [:]
    var lines: [String] = []
    for record in Playback(theCase, cues).records {
      switch record.what {
      case .event(.progress(_, .head(let head))): heads[record.identity.object] = head.status
      case .event(.finished(_, .body(let body))):
        let status = heads[record.identity.object] ?? 0
        let text =
          body.text?.split(separator: "\"", omittingEmptySubsequences: false).dropFirst(3).first
          .map(String.init) ?? ""
        lines.append("\(record.identity.object) \(status == 200 ? text : "\(status)")")
      case .event, .ignored, .effect, .deadlines, .did, .process, .end: break
      }
    }
    return lines
  }

  static let thrice: [Cue] = [
    .on(.launched, .upload(1)), .on(.finished(1), .upload(2)), .on(.finished(2), .upload(3)),
  ]

  static func status(_ status: UInt16) -> Reply { Reply(status: status) }

  @Test("By a word it hears, wherever that is")
  func hears() {
    let rules = [Rule(hears: 3, reply: Self.status(500))]
    let cues: [Cue] = [
      .on(
        .launched, .export(1, leaf: 1, 0, 24_000), .export(2, leaf: 2, 24_000, 24_000),
        .export(3, leaf: 3, 24_000, 4_000)),
      .on(.finished(3), .upload(4, .leaf(1)), .upload(5, .leaf(2)), .upload(6, .leaf(3))),
    ]
    #expect(
      Self.answers(rules, cues) == [
        "upload/r1.a1/0/t1 w000 w001 w002", "upload/r1.a1/1/t1 500", "upload/r1.a1/1.0/t1 ",
      ])
  }

  @Test("By the failures that enclose what it is sent, which a new attempt does not inherit")
  func failures() {
    let rules = [Rule(failuresBelow: 2, reply: Self.status(503))]
    #expect(
      Self.answers(rules, Self.thrice + [.on(.finished(3), .upload(4, a: 2))]) == [
        "upload/r1.a1/0/t1 503", "upload/r1.a1/0/t2 503",
        "upload/r1.a1/0/t3 w000 w001 w002 w003 w004 w005", "upload/r1.a2/0/t1 503",
      ])
  }

  @Test("By the refusals that enclose it: halves of a refused whole")
  func refusals() {
    let rules = [
      Rule(failuresBelow: 1, reply: Self.status(500)),
      Rule(refusalsBelow: 2, reply: Self.status(413)),
    ]
    let cues: [Cue] =
      Self.thrice + [
        .on(.finished(3), .export(4, leaf: 1, 0, 24_000), .export(5, leaf: 2, 24_000, 24_000)),
        .on(.finished(5), .upload(6, .leaf(1)), .upload(7, .leaf(2))),
      ]
    #expect(
      Self.answers(rules, cues) == [
        "upload/r1.a1/0/t1 500", "upload/r1.a1/0/t2 413", "upload/r1.a1/0/t3 413",
        "upload/r1.a1/0.0/t1 w000 w001 w002", "upload/r1.a1/0.1/t1 w003 w004 w005",
      ])
  }

  @Test("A try that was never answered counts as failed")
  func silence() {
    var theCase = finished(recognizer: [Rule(failuresBelow: 1, reply: Self.status(500))])
    theCase.plan = Plan([Plan.Entry(KeyPattern(name("upload/r1.a1/0/t1?answer")), .never)])
    let run = Playback(theCase, [.on(.launched, .upload(1), .abandon(1), .upload(2))])
    #expect(run.told.first?.hasPrefix("300 head upload/r1.a1/0/t2: 200 ") == true)
  }

  @Test("By the size of the whole request")
  func body() {
    let rules = [Rule(bodyOver: RequestBody.bytes(samples: 47_999), reply: Self.status(413))]
    #expect(Self.answers(rules, [Self.thrice[0]]) == ["upload/r1.a1/0/t1 413"])
    let roomy = [Rule(bodyOver: RequestBody.bytes(samples: 48_000), reply: Self.status(413))]
    #expect(
      Self.answers(roomy, [Self.thrice[0]])
        == ["upload/r1.a1/0/t1 w000 w001 w002 w003 w004 w005"])
  }

  @Test("By recording, attempt and model; the first rule that fits counts")
  func whose() {
    let rules = [
      Rule(recording: RecordingID(2), reply: Self.status(401)),
      Rule(attempt: 2, reply: Self.status(402)), Rule(model: 7, reply: Self.status(404)),
      Rule(reply: Self.status(422)),
    ]
    let cues: [Cue] = [
      .on(
        .launched, .upload(1), .upload(2, .source, Settings(model: 7)), .upload(3, a: 2),
        .upload(4, .source, Settings(model: 7), r: 2, a: 2))
    ]
    let other = Plant.file(file(.source, 2), samples: 8_000, isClosed: true)
    #expect(
      Self.answers(rules, cues, plants: [other]).sorted() == [
        "upload/r1.a1/0/t1 422", "upload/r1.a1/0/t2 404", "upload/r1.a2/0/t1 402",
        "upload/r2.a2/0/t1 401",
      ])
  }

  @Test("A slow answer is the rule's answer, later")
  func slow() {
    var theCase = finished(recognizer: [Rule(reply: Self.status(500))])
    theCase.plan = Plan([
      Plan.Entry(KeyPattern(name("upload/r1.a1/0/t1?answer")), .slow(.seconds(40)))
    ])
    let run = Playback(theCase, [Self.thrice[0]])
    #expect(run.told.first?.hasPrefix("40000 head upload/r1.a1/0/t1: 500 ") == true)
  }

  static let providers: [(Provider, String)] = [
    (
      .openai,
      #"{"text":"w000","usage":{"type":"duration","seconds":1}} [application/json; charset=utf-8]"#
    ),
    (.groq, #"{"text":"w000","x_groq":{"id":"req"}} [application/json; charset=utf-8]"#),
    (.soniox, #"{"text":"w000"} [application/json; charset=utf-8]"#),
    (.deepgram, "w000 [text/plain]"),
  ]

  @Test("Each provider wraps a text in its own way", arguments: providers)
  func wrapping(provider: Provider, body: String) {
    let run = Playback(
      finished(samples: 8_000),
      [.on(.launched, .upload(1, .source, Settings(recognizer: .cloud(provider))))])
    #expect(run.told.last == "800 done upload/r1.a1/0/t1: \(body)")
  }

  @Test("What is heard is what is in the file: silence is no word, and doubled audio two")
  func heard() {
    var theCase = finished()
    theCase.sounds = [
      Sound(.seconds(1), .speech), Sound(.seconds(1), .digitalZero),
      Sound(.milliseconds(600), .quiet),
      Sound(.seconds(9), .speech),
    ]
    theCase.plants = [.file(file(.source), samples: 56_000, isClosed: true)]
    let run = Playback(theCase, [.on(.launched, .upload(1))])
    #expect(
      run.deeds == [
        "0 heard r1.source clip 1[0..<16000] zeros×16000 clip 1[32000..<56000]",
        "800 meant w000 w001 w005 w006",
      ])
  }

  @Test("A zeroed chunk is heard as zeros, and its word is lost")
  func zeroed() {
    var theCase = recording(stop: 1_622)
    theCase.plan = Plan([
      Plan.Entry(
        KeyPattern(name("capture/r1?answer")),
        .microphone(Microphone(zerosFrom: 2, zerosThrough: 2)))
    ])
    let run = Playback(
      theCase,
      recorder + [
        .on(.person(.stop(nil)), .stop(4)), .on(.finished(4), .file(6, .promote(file(.partial)))),
        .on(.finished(6), .upload(7)),
      ])
    #expect(
      run.deeds.suffix(2) == [
        "1653 heard r1.source clip 1[0..<8000] zeros×8000 clip 1[16000..<24000]",
        "2453 meant w000 w002",
      ])
  }
}
