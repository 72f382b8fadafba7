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
    #expect(try EventLog(reading: log.bytes, file: "x") == log)
    #expect(EventLog.isOne(log.bytes))
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
}
