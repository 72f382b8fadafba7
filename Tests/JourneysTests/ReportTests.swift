import JSON
import Journeys
import Testing

@Suite("The canonical report")
struct ReportTests {
  static func text(_ report: Report) -> String { String(decoding: report.jsonLines, as: UTF8.self) }

  static func read(_ text: String) throws(ReportError) -> Report {
    try Report(reading: Array(text.utf8), file: "a.jsonl")
  }

  @Test func `header, case and footer have exactly the published keys`() {
    let report = Samples.report([Samples.line("request.413-nested@ios")])
    #expect(
      Self.text(report) == """
        {"kind":"header","tool":"lastword","version":"0.1.0","sets":["core/1"],\
        "engine":{"name":"reference"},"rung":"sans-io","suite":"1234567890abcdef",\
        "shard":"1/1","plan":["request.413-nested@ios"]}
        {"kind":"case","id":"request.413-nested@ios","scenario":"request.413-nested",\
        "platform":"ios","store":"memory","journeys":["long-recording-becomes-text"],\
        "clauses":["REQUEST.413-bounded"],"outcome":"holds","steps":123,"virtual_ms":61200,\
        "trace":"00000000000000aa"}
        {"kind":"footer","cases":1,"outcomes":{"holds":1},"traces":1,\
        "clauses":{"must":80,"with_evidence":79,"with_witness":80},\
        "required":{"listed":60,"covered":60},"complete":true,"exit":0}

        """)
  }

  @Test func `a violated case adds its clause, its finding and the command`() throws {
    let report = Samples.report(Samples.mixedCases)
    let line = try #require(
      Self.text(report).split(separator: "\n").first { $0.contains("violated") })
    let keys = try #require(try JSONValue(reading: String(line)).members).map(\.key)
    #expect(
      keys == [
        "kind", "id", "scenario", "platform", "store", "journeys", "clauses", "outcome", "clause",
        "finding", "expected", "observed", "first_wrong", "lines", "again", "steps", "virtual_ms",
        "trace",
      ])
  }

  @Test func `the order of running does not show`() {
    let cases = Samples.mixedCases
    #expect(Samples.report(cases).jsonLines == Samples.report(cases.reversed()).jsonLines)
  }

  @Test func `what is read and written again is the same bytes`() throws {
    let report = Samples.report(Samples.mixedCases)
    let again = try Report(reading: report.jsonLines, file: "a.jsonl")
    #expect(again == report)
    #expect(again.jsonLines == report.jsonLines)
  }

  @Test func `the footer adds up`() {
    let footer = Samples.report(Samples.mixedCases).footer
    #expect(footer.cases == 4)
    #expect(footer.outcomes.map(\.outcome) == [.holds, .violated, .unsupported])
    #expect(footer.outcomes.map(\.cases) == [2, 1, 1])
    #expect(footer.traces == 4)
    #expect(footer.exit == .violation)
  }

  @Test func `obligations count only when the whole suite ran`() {
    let cases = [Samples.line("request.413-nested@ios")]
    #expect(Samples.report(cases, owes: false).footer.exit == .asExpected)
    #expect(Samples.report(cases, owes: true).footer.exit == .inconclusive)
    let all = Report.ClauseCount(must: 80, withEvidence: 80, withWitness: 80)
    #expect(Samples.report(cases, owes: true, clauses: all).footer.exit == .asExpected)
    let gap = Report.RequiredCount(listed: 60, covered: 59)
    #expect(
      Samples.report(cases, owes: true, clauses: all, required: gap).footer.exit == .inconclusive)
  }

  @Test func `an interrupted run is valid and not complete`() throws {
    let report = Samples.report(Samples.mixedCases, selected: 9, isInterrupted: true)
    #expect(!report.footer.isComplete)
    #expect(try Report(reading: report.jsonLines, file: "a").footer.exit == .interrupted)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var code: String
    var line: Int
    var edit: @Sendable (String) -> String
    var testDescription: String { code }
  }

  static let refusals: [Refusal] = [
    Refusal(code: "report-empty", line: 1) { _ in "" },
    Refusal(code: "report-header", line: 1) {
      $0.replacing("\"tool\":\"lastword\"", with: "\"tool\":\"other\"")
    },
    Refusal(code: "report-truncated", line: 5) {
      $0.split(separator: "\n").dropLast().joined(separator: "\n")
    },
    Refusal(code: "report-unknown-key", line: 3) {
      $0.replacing(
        "\"id\":\"request.413-nested@ios\",",
        with: "\"id\":\"request.413-nested@ios\",\"extra\":1,")
    },
    Refusal(code: "report-missing-key", line: 4) {
      $0.replacing(
        "\"scenario\":\"request.413-nested\",\"platform\":\"macos\",",
        with: "\"scenario\":\"request.413-nested\",")
    },
    Refusal(code: "report-kind", line: 2) {
      $0.replacing("\"steps\":123", with: "\"steps\":\"123\"")
    },
    Refusal(code: "report-kind", line: 2) { $0.replacing("\"steps\":123", with: "\"steps\":-1") },
    Refusal(code: "report-unknown-word", line: 3) {
      $0.replacing("\"outcome\":\"holds\"", with: "\"outcome\":\"held\"")
    },
    Refusal(code: "report-sums", line: 6) { $0.replacing("\"traces\":4", with: "\"traces\":5") },
    Refusal(code: "report-sums", line: 6) {
      $0.replacing("\"violated\":1", with: "\"violated\":2")
    },
    Refusal(code: "report-order", line: 4) { text in
      var lines = text.split(separator: "\n")
      lines.swapAt(2, 3)
      return lines.joined(separator: "\n")
    },
    Refusal(code: "report-order", line: 3) { text in
      var lines = text.split(separator: "\n")
      lines.insert(lines[1], at: 2)
      return lines.joined(separator: "\n")
    },
    Refusal(code: "report-plan", line: 1) {
      $0.replacing("[\"bulk.later-failure@ios\",", with: "[")
    },
    Refusal(code: "json-trailing-content", line: 3) {
      $0.replacing("\"trace\":\"00000000000000aa\"}", with: "\"trace\":\"00000000000000aa\"}}")
    },
  ]

  @Test(arguments: refusals)
  func `a report that is not quite one is refused where it is wrong`(_ refusal: Refusal) {
    let text = refusal.edit(Self.text(Samples.report(Samples.mixedCases)))
    let error = #expect(throws: ReportError.self) { try Self.read(text) }
    #expect(error?.code == refusal.code)
    #expect(error?.line == refusal.line)
  }

  @Test func `a hostile size is refused before it is read`() {
    let limits = ReportLimits(bytes: 100, lineBytes: 50, lines: 2)
    #expect(throws: ReportError.self) {
      try Report(reading: Array(repeating: 32, count: 101), file: "a", limits: limits)
    }
    #expect(throws: ReportError.self) {
      try Report(reading: Array("1\n2\n3\n".utf8), file: "a", limits: limits)
    }
  }
}
