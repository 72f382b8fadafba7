import Testing

@testable import Arguments

@Suite("Suggestions")
struct NearestTests {
  static let commands = ["run", "fuzz", "crash", "replay", "reduce", "gate", "mutants", "explain"]

  @Test(
    "A near word is suggested",
    arguments: [
      ("rnu", "run"), ("fuz", "fuzz"), ("FUZZ", "fuzz"), ("crahs", "crash"), ("repaly", "replay"),
      ("mutant", "mutants"), ("xplain", "explain"), ("reduec", "reduce"),
    ])
  func near(word: String, meant: String) {
    #expect(nearest(to: word, among: Self.commands) == meant)
  }

  @Test(
    "Nothing is suggested for a word that is far from all",
    arguments: ["", "x", "ab", "launch", "gnu-tar", "fizzbuzz", "zzzz"])
  func far(word: String) {
    #expect(nearest(to: word, among: Self.commands) == nil)
  }

  @Test("The nearest wins, and among equals the first")
  func order() {
    #expect(nearest(to: "store", among: ["stares", "stores", "stone"]) == "stores")
    #expect(nearest(to: "cat", among: ["bat", "rat"]) == "bat")
  }

  @Test("A suggestion shares something with the word")
  func nothingInCommon() {
    #expect(nearest(to: "x", among: ["y", "go"]) == nil)
    #expect(nearest(to: "g", among: ["y", "G"]) == "G")
  }

  @Test("A very long word costs nothing and gets nothing")
  func long() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(nearest(to: word, among: [word]) == nil)
  }

  @Test(
    "The distance counts changes, insertions, removals and swaps",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
      ("abcd", "acbd", 1), ("flaw", "lawn", 2), ("abc", "abc", 0),
    ])
  func distance(from: String, to: String, expected: Int) {
    let (a, b) = (Array(from.unicodeScalars), Array(to.unicodeScalars))
    #expect(editDistance(a, b) == expected)
    #expect(editDistance(b, a) == expected)
  }
}

@Suite("Durations")
struct DurationTests {
  @Test(
    "A duration is read exactly",
    arguments: [
      ("0s", .zero), ("500ms", .milliseconds(500)), ("1.5s", .milliseconds(1500)),
      ("10m", .seconds(600)), ("1h30m", .seconds(5400)), ("2h", .seconds(7200)),
      ("1m0.25s", .milliseconds(60250)), ("0.000000001s", .nanoseconds(1)),
      ("1.000000001000s", .nanoseconds(1_000_000_001)), ("7us", .microseconds(7)),
      ("10000h", .seconds(36_000_000)), ("0.5h", .seconds(1800)),
    ] as [(String, Duration)])
  func valid(text: String, duration: Duration) {
    #expect(Duration(argument: text) == duration)
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "5", "s", "-1s", "+1s", "1 s", " 1s", "1s ", "1.s", ".5s", "1.5", "1s1m", "1s1s", "1d",
      "1S", "10001h", "9999h60m1s", "0.0000000001s", "0.00000000001s", "1.5ns",
      "99999999999999999999s", "99999999999999999h", "1e3s", "٣s",
    ])
  func invalid(text: String) {
    #expect(Duration(argument: text) == nil)
  }
}
