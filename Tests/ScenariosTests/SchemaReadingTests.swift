import Testing

@testable import Scenarios

private enum Level: String, CaseIterable { case must, should, info }

@Suite struct `Values are read as what their place says` {
  /// Reads `v: <text>` and gives what `body` made of the value, with what was wrong.
  private func value<Value>(
    _ text: String, _ body: (DiagnosticLog, YAMLNode) -> Value?
  ) -> (value: Value?, faults: [String]) {
    let log = DiagnosticLog(for: SourceText(path: "a", text: "v: \(text)\n"))
    guard let root = YAMLReader.read(log), let node = log.mapping(root, "test", keys: ["v"])?["v"]
    else { return (nil, brief(log.diagnostics)) }
    return (body(log, node), brief(log.diagnostics))
  }

  @Test(
    arguments: [
      ("0s", 0), ("500ms", 500_000_000), ("2m", 120_000_000_000), ("1h", 3_600_000_000_000),
      ("1.5s", 1_500_000_000), ("0.1s", 100_000_000), ("1.000000001s", 1_000_000_001),
      ("0.333333333s", 333_333_333), ("1.50m", 90_000_000_000), ("1.0ns", 1), ("7us", 7_000),
      ("2d", 172_800_000_000_000), ("9223372036854775807ns", Int64.max), ("\"3s\"", 3_000_000_000),
    ] as [(String, Int64)])
  func `a duration is exact`(text: String, nanoseconds: Int64) {
    let (found, faults) = value(text) { $0.duration($1, "v") }
    #expect(found == nanoseconds)
    #expect(faults.isEmpty)
  }

  @Test(arguments: [
    "5", "s", "5 s", "-1s", "+1s", "1,5s", ".5s", "1.s", "1e3s", "5S", "5sec", "1m30s", "five",
    "0.5ns", "0.0000000001s", "9223372036854775808ns", "9223372037s", "106752d", "'5s '", "''",
    "0.00000000000000001s", "99999999999999999999s",
  ])
  func `what is no duration is refused at its place`(text: String) {
    let (found, faults) = value(text) { $0.duration($1, "v") }
    #expect(found == nil)
    #expect(faults == ["1:4 S005"])
  }

  @Test(
    arguments: [
      ("0B", 0), ("24MiB", 25_165_824), ("300MB", 300_000_000), ("1.5KiB", 1536), ("2kB", 2000),
      ("2KB", 2000), ("1GiB", 1_073_741_824), ("0.5GB", 500_000_000),
    ] as [(String, Int64)])
  func `a size is exact`(text: String, bytes: Int64) {
    let (found, faults) = value(text) { $0.size($1, "v") }
    #expect(found == bytes)
    #expect(faults.isEmpty)
  }

  @Test(arguments: ["24", "24M", "24mb", "-1B", "0.5B", "1.3KiB", "9223372037GB", "5s"])
  func `what is no size is refused at its place`(text: String) {
    let (found, faults) = value(text) { $0.size($1, "v") }
    #expect(found == nil)
    #expect(faults == ["1:4 S006"])
  }

  @Test(
    arguments: [
      ("3", 3, nil), ("-2", -2, nil), ("10", 10, nil), ("007", 7, nil), ("11", nil, "1:4 S008"),
      ("-3", nil, "1:4 S008"), ("99999999999999999999", nil, "1:4 S008"), ("+3", nil, "1:4 S007"),
      ("3.0", nil, "1:4 S007"), ("0x3", nil, "1:4 S007"), ("1_0", nil, "1:4 S007"),
      ("'3'", nil, "1:4 S007"), ("--1", nil, "1:4 S007"), ("٣", nil, "1:4 S007"),
      ("[3]", nil, "1:4 S003"), ("", nil, "1:3 S012"),
    ] as [(String, Int?, String?)])
  func `an integer is plain digits inside its range`(text: String, number: Int?, fault: String?) {
    let (found, faults) = value(text) { $0.integer($1, "v", in: -2...10) }
    #expect(found == number)
    #expect(faults == (fault.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      ("true", true, nil), ("false", false, nil), ("yes", nil, "1:4 S009"), ("no", nil, "1:4 S009"),
      ("on", nil, "1:4 S009"), ("True", nil, "1:4 S009"), ("1", nil, "1:4 S009"),
      ("\"true\"", nil, "1:4 S009"), ("{}", nil, "1:4 S003"),
    ] as [(String, Bool?, String?)])
  func `only true and false are truth values`(text: String, truth: Bool?, fault: String?) {
    let (found, faults) = value(text) { $0.boolean($1, "v") }
    #expect(found == truth)
    #expect(faults == (fault.map { [$0] } ?? []))
  }

  @Test func `a word of a fixed list is read, or refused with the nearest`() {
    #expect(value("should") { $0.word($1, "v", as: Level.self) }.value == .should)
    let log = DiagnosticLog(for: SourceText(path: "a", text: "[shuold, banana]"))
    let root = YAMLReader.read(log)
    let words = root.flatMap { log.list($0, "v") { log.word($0, "v", as: Level.self) } }
    #expect(words == [])
    #expect(log.diagnostics.map(\.code) == [.unknownWord, .unknownWord])
    #expect(
      log.diagnostics.map(\.hint) == [
        "did you mean 'should'?", "expected one of 'must', 'should', 'info'",
      ])
  }

  @Test func `text keeps every plain scalar as it was written`() {
    for text in ["no", "1:30", "037", "true", "1.50", "2026-01-05"] {
      #expect(value(text) { $0.text($1, "v") }.value == text)
    }
    #expect(value("''") { $0.text($1, "v") }.value == "")
    #expect(value("'~'") { $0.text($1, "v") }.value == "~")
    #expect(value("~") { $0.text($1, "v") }.faults == ["1:4 S012"])
    #expect(value("null") { $0.text($1, "v") }.faults == ["1:4 S012"])
    #expect(value("") { $0.text($1, "v") }.faults == ["1:3 S012"])
    #expect(value("[a]") { $0.text($1, "v") }.faults == ["1:4 S003"])
  }

  @Test func `one element stands for a list of one`() {
    let read = { text in
      self.value(text) { log, node in log.oneOrMany(node, "v") { log.text($0, "v") } }
    }
    #expect(read("a").value == ["a"])
    #expect(read("[a, b]").value == ["a", "b"])
    #expect(read("[]").faults == ["1:4 S015"])
    #expect(read("{a: 1}").faults == ["1:4 S003"])
  }

  @Test func `a missing key is reported where the map begins`() {
    let log = DiagnosticLog(for: SourceText(path: "a", text: "x: 1\ny: {z: 1}\n"))
    let root = YAMLReader.read(log)
    let fields = root.flatMap { log.mapping($0, "test", keys: ["x", "y"]) }
    let inner = fields?["y"].flatMap { log.mapping($0, "y", keys: ["z", "needed"]) }
    #expect(inner?.required("needed") == nil)
    #expect(brief(log.diagnostics) == ["2:4 S001"])
  }

  @Test func `reading goes on after a mistake`() {
    let log = DiagnosticLog(
      for: SourceText(path: "a", text: "at: 5 minutes\ncount: many\nwho: [x]\nwhat: *z\nodd: 1\n"))
    let root = YAMLReader.read(log)
    let fields = root.flatMap {
      log.mapping($0, "test", keys: ["at", "count", "who", "what", "must"])
    }
    _ = fields?.required("at").flatMap { log.duration($0, "at") }
    _ = fields?.required("count").flatMap { log.integer($0, "count", in: 0...9) }
    _ = fields?.required("who").flatMap { log.text($0, "who") }
    _ = fields?.required("what").flatMap { log.text($0, "what") }
    _ = fields?.required("must")
    #expect(
      brief(log.diagnostics) == [
        "1:1 S001", "1:5 S005", "2:8 S007", "3:6 S003", "4:7 Y005", "5:1 S002",
      ])
  }

  @Test(arguments: [
    ("REQUEST.413-bounded", IdentifierForm.clause, true), ("REQUEST.", .clause, false),
    (".x", .clause, false), ("REQUEST.A", .clause, false), ("Request.a", .clause, false),
    ("REQUEST.a.b", .clause, false), ("REQUEST", .clause, false), ("REQUEST.a-", .clause, false),
    ("REQUEST.-a", .clause, false), ("REQUEST.a--b", .clause, false),
    ("long-recording", .words, true), ("a.b", .words, false), ("", .words, false),
    ("a_b", .words, false), ("ä", .words, false), ("request.413-nested", .scenario, true),
    ("request", .scenario, false), ("request..x", .scenario, false),
    (String(repeating: "a", count: 81), .words, false),
  ])
  func `ids have their form`(text: String, form: IdentifierForm, accepted: Bool) {
    #expect(form.accepts(text) == accepted)
  }

  @Test func `edits are counted, a swap of neighbours as one`() {
    let distance = { (left: String, right: String) in
      Suggestion.distance(Array(left.utf8), Array(right.utf8))
    }
    #expect(distance("", "abc") == 3)
    #expect(distance("abc", "abc") == 0)
    #expect(distance("abc", "acb") == 1)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("ab", "ba") == 1)
    #expect(
      Suggestion.nearest(to: "Request.413_Bounded", among: ["x", "REQUEST.413-bounded"])
        == "REQUEST.413-bounded")
    #expect(Suggestion.nearest(to: "zzz", among: ["must", "info"]) == nil)
    #expect(Suggestion.nearest(to: "", among: ["a"]) == nil)
  }
}
