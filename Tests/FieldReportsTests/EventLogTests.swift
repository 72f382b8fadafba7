import Contract
import FieldReports
import Testing

@Suite("The log of events")
struct EventLogTests {
  private let log = EventLog(
    EventLog.Header(app: "Example 1", platform: "windows", sets: [.core, .live]),
    [
      Sighting(.startAsked, line: 2, at: 0, subject: 1),
      Sighting(.handoffPosted, line: 3, at: 5, actor: .keyboard),
      Sighting(.textCovers, line: 4, value: 10, whole: 120, subject: 1),
    ])

  @Test func `what is written is read as it was`() throws {
    #expect(try EventLog(reading: log.bytes(), file: "x") == log)
    #expect(try EventLog.isOne(log.bytes()))
  }

  @Test func `every sign has a word that is read as the sign`() throws {
    for word in SignWord.allCases {
      #expect(SignWord(rawValue: word.rawValue)?.sign == word.sign)
    }
    #expect(Set(SignWord.allCases.map(\.rawValue)).count == Sign.allCases.count)
  }

  @Test(arguments: [
    ("{\"format\":\"other\"}\n", "x:1:2: error[E006]"),
    ("", "x:1:1: error["),
    ("H{\"sees\":\"no-such-sign\"}\n", "x:2:2: error[E008]"),
    ("H{\"at\":5,\"sees\":\"launched\"}\n{\"at\":4,\"sees\":\"killed\"}\n", "x:3:2: error[E009]"),
    ("H{\"sees\":\"launched\",\"text\":\"secret\"}\n", "x:2:20: error[E011]"),
    ("H{\"sees\":\"launched\",\"value\":-1}\n", "x:2:20: error[E013]"),
    ("H{\"sees\":\"launched\",\"value\":1000000000001}\n", "x:2:20: error[E013]"),
    ("H{\"at\":9223372036854775807,\"sees\":\"killed\"}\n", "x:2:2: error[E013]"),
    ("H{\"sees\":\"launched\",\"by\":\"me\"}\n", "x:2:20: error[E010]"),
    ("H[1]\n", "x:2:1: error[E005]"),
    ("H{\"sees\":\n", "x:2:"),
  ])
  func `a line that is not understood is refused with its place`(
    _ text: String, _ message: String
  ) {
    let header = "{\"format\":\"lastword-events/1\",\"app\":\"a\"}\n"
    let whole = text.hasPrefix("H") ? header + text.dropFirst() : text
    #expect {
      _ = try EventLog(reading: Array(whole.utf8), file: "x")
    } throws: { error in
      "\(error)".hasPrefix(message) && !"\(error)".contains("secret")
    }
  }

  @Test func `a line without end is refused`() {
    let long = [UInt8](repeating: 0x20, count: 2_000)
    let header = Array("{\"format\":\"lastword-events/1\",\"app\":\"a\"}\n".utf8)
    #expect {
      _ = try EventLog(reading: header + long, file: "x")
    } throws: { "\($0)".contains("error[E004]") }
  }

  @Test(arguments: [
    ("{\"at\":1,\"n\":1,\"event\":{\"person\":{\"start\":1}},\"more\":1}", "x:2:46: error[E011]"),
    ("{\"at\":1,\"event\":{\"person\":{\"start\":1}}}", "x:2:1: error[E014]"),
    ("{\"at\":1,\"n\":1,\"event\":{\"person\":{\"begin\":1}}}", "x:2:15: error[E015]"),
    ("{\"at\":1,\"n\":1,\"event\":{\"person\":{\"start\":99999}}}", "x:2:15: error[E015]"),
    (
      "{\"at\":1,\"n\":1,\"effect\":{\"notice\":{\"claim\":[1,{\"succeeded\":\"secret\"}]}}}",
      "x:2:15: error[E015]"
    ),
    (
      "{\"at\":1,\"n\":1,\"did\":{\"microphone\":{\"of\":1,\"isOn\":true,\"why\":1}}}",
      "x:2:15: error[E015]"
    ),
    ("{\"at\":1,\"n\":1,\"id\":\"secret\",\"event\":{\"person\":\"clear\"}}", "x:2:"),
    ("{\"at\":1,\"n\":1,\"in\":\"secret\",\"event\":{\"person\":\"clear\"}}", "x:2:"),
  ])
  func `an exact line that says anything else is refused with its place`(
    _ text: String, _ message: String
  ) {
    let header = "{\"format\":\"lastword-events/2\",\"app\":\"a\",\"tells\":[\"lives\"]}\n"
    #expect {
      _ = try EventLog(reading: Array((header + text + "\n").utf8), file: "x")
    } throws: { error in
      "\(error)".hasPrefix(message) && !"\(error)".contains("secret")
    }
  }

  /// A log of two launches and a start.
  private func log(numbers: [Int], tells: [LogScope] = LogScope.allCases) -> EventLog {
    let happenings: [Happening] = [
      .process(.launched), .event(.launched(Launch(process: ProcessID(.app)))),
      .event(.person(.start(RecordingID(1)))),
    ]
    let records = zip(numbers, happenings).enumerated().map { place, one in
      EventLog.Record(
        line: place + 2, number: one.0,
        record: TraceRecord(
          at: Moment(monotonic: .zero, wall: .zero), identity: Identity(.none),
          process: ProcessID(.app), what: one.1))
    }
    return EventLog(EventLog.Header(app: "a", platform: nil, tells: tells), [], records: records)
  }

  @Test func `only what is known from its beginning is judged, and nothing behind a gap`() {
    #expect(ExactVerdict(of: log(numbers: [1, 2, 3]))?.lines == 3)
    #expect(ExactVerdict(of: log(numbers: [1, 2, 4]))?.lines == 2)
    #expect(ExactVerdict(of: log(numbers: [2, 3, 4])) == nil)
    #expect(ExactVerdict(of: log(numbers: [1, 2, 3], tells: [])) == nil)
  }

  @Test func `nothing behind an answer without a name is judged`() {
    var nameless = log(numbers: [1, 2, 3])
    nameless.records[2].record.what = .event(.finished(Ticket(EffectID(1)), .done))
    #expect(ExactVerdict(of: nameless)?.lines == 2)
  }

  @Test func `a promise is judged only by a log that has all it rests on`() throws {
    let few = try #require(ExactVerdict(of: log(numbers: [1], tells: [.lives, .screen])))
    #expect(few.judged.isEmpty)
    let some: [LogScope] = [.commands, .work, .screen, .store, .lives]
    let most = try #require(ExactVerdict(of: log(numbers: [1], tells: some)))
    #expect(most.judged.contains(.requestPermanent4xxOnce))
    #expect(!most.judged.contains(.deliverAtMostOnce))
    let all = try #require(ExactVerdict(of: log(numbers: [1])))
    #expect(all.judged.count > 80)
    #expect(!all.judged.contains(.surfaceNoRawCodes))
  }
}
