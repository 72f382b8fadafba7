@testable import Journeys
import Testing

@Suite("The report in a terminal")
struct TerminalReportTests {
  static func text(_ report: Report, _ style: Style = Style(width: 100)) -> String {
    TerminalReport(report, catalogue: Samples.catalogue, style: style).text
  }

  @Test func `journeys, folded members and a finding in the user's words`() {
    #expect(
      Self.text(Samples.report(Samples.mixedCases)) == """
        A failed transcription is tried again in place                                           not claimed
          – n/a     retry.twice  ios  needs a keyboard, which ios does not have

        A long recording becomes text                                                            2 of 3 hold
          ✗ FAIL    bulk.later-failure@ios
                    a later failure keeps the text so far
                    After the relaunch, text that the user had already seen is gone
                    expected  w000 … w039
                    observed  w000 … w019
                    clause    BULK.later-failure-keeps-checkpoint (must)
                              When one leaf fails for good, the recording ends failed and keeps the merged
                              text up to that leaf together with the whole source.
                    first wrong event  #41 t=38.250s done inventory/store
                    broken    the text so far is kept (scenarios/bulk/later-failure.yaml:31)
                    again     lastword run 'bulk.later-failure@ios' -v
          ✓ ok      request.413-nested  2 platforms  every spoken word is in the text once, in order

        3 scenarios, 4 cases, 4 distinct traces, 1 violated, 1 unsupported
        must clauses: 79 of 80 with evidence, 80 of 80 with a red witness; required entries: 60 of 60
        covered
        exit 1  A promise was broken, or a case came out as it should not.

        """)
  }

  @Test(arguments: [60, 72, 80, 100, 132])
  func `no line but one to copy is wider than the terminal`(_ width: Int) {
    let cases =
      Samples.mixedCases + [
        Samples.line(
          "request.a-rather-long-name-for-a-scenario[status=500,failure=stalls]@ios-keyboard",
          platform: "ios-keyboard", outcome: .violated,
          account: Account(
            clause: "REQUEST.413-bounded", finding: String(repeating: "漢字 かな ", count: 40),
            expected: String(repeating: "x", count: 300), observed: "nothing")),
        Samples.line("capture.a-name-as-long-as-any-that-there-is@ios"),
      ]
    let text = Self.text(Samples.report(cases), Style(width: width))
    // An id and a command are never broken, so that they can be copied.
    for line in text.split(separator: "\n") where !line.contains(/again     |@ios-keyboard/) {
      #expect(columns(line) <= width, "\(line)")
    }
  }

  @Test func `colours are only an addition`() {
    let report = Samples.report(Samples.mixedCases)
    let plain = Self.text(report)
    let coloured = Self.text(report, Style(width: 100, hasColours: true))
    #expect(coloured != plain)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(!plain.contains("\u{1B}"))
  }

  @Test(arguments: CaseOutcome.allCases)
  func `every status is a word and a mark`(_ outcome: CaseOutcome) {
    let line = Samples.line("a.b@ios", outcome: outcome, account: Account(finding: "f"))
    let text = Self.text(Samples.report([line]))
    #expect(text.contains("\(outcome.mark) \(outcome.word)"))
    #expect(outcome.word.count <= 7)
  }

  @Test func `members that fail alike are one block`() {
    let cases = ["ios", "macos", "android"].map {
      Samples.line(
        "a.b@\($0)", platform: $0, outcome: .violated,
        account: Account(clause: "REQUEST.413-bounded", finding: "too often"))
    }
    let text = Self.text(Samples.report(cases))
    #expect(text.contains("✗ FAIL    a.b@android"))
    #expect(text.contains("also      a.b@ios, a.b@macos"))
    #expect(text.ranges(of: "too often").count == 1)
  }

  @Test func `the extent of folded members is true`() {
    func extent(_ ids: [(String, String)]) -> String {
      let cases = ids.map { Samples.line("a.b\($0.0)@\($0.1)", platform: $0.1) }
      return Group(outcome: .holds, cases: cases).extent
    }
    #expect(extent([("", "ios")]) == "ios")
    #expect(extent([("", "ios"), ("", "macos")]) == "2 platforms")
    #expect(extent([("[x=1]", "ios")]) == "x=1, ios")
    #expect(
      extent([("[x=1]", "ios"), ("[x=2]", "ios"), ("[x=1]", "macos"), ("[x=2]", "macos")])
        == "2 variants, 2 platforms")
    #expect(extent([("[x=1]", "ios"), ("[x=2]", "ios"), ("[x=1]", "macos")]) == "3 cases")
  }

  @Test func `an engine's text cannot steer the terminal`() {
    let line = Samples.line(
      "a.b@ios", outcome: .violated,
      account: Account(finding: "\u{1B}[2Jgone\r\n\u{202E}x\u{7}", again: "lastword\u{1B}[2J"))
    let text = Self.text(Samples.report([line]))
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("\\u{1b}[2Jgone\\r\\n\\u{202e}x\\u{7}"))
  }

  @Test func `an interrupted run says what is missing`() {
    let text = Self.text(Samples.report(Samples.mixedCases, selected: 4, isInterrupted: true))
    #expect(text.contains("not complete"))
    #expect(text.contains("exit 130"))
  }

  struct ColourRow: Sendable, CustomTestStringConvertible {
    var choice: ColourChoice
    var isTerminal: Bool
    var variables: [String: String]
    var isOn: Bool
    var testDescription: String { "\(choice) \(isTerminal) \(variables)" }
  }

  static let colours: [ColourRow] = [
    ColourRow(choice: .auto, isTerminal: true, variables: ["TERM": "xterm"], isOn: true),
    ColourRow(choice: .auto, isTerminal: true, variables: [:], isOn: true),
    ColourRow(choice: .auto, isTerminal: false, variables: ["TERM": "xterm"], isOn: false),
    ColourRow(choice: .auto, isTerminal: true, variables: ["TERM": "dumb"], isOn: false),
    ColourRow(choice: .auto, isTerminal: true, variables: ["NO_COLOR": "1"], isOn: false),
    ColourRow(choice: .auto, isTerminal: true, variables: ["NO_COLOR": ""], isOn: true),
    ColourRow(choice: .auto, isTerminal: false, variables: ["CLICOLOR_FORCE": "1"], isOn: true),
    ColourRow(choice: .auto, isTerminal: false, variables: ["CLICOLOR_FORCE": "0"], isOn: false),
    ColourRow(choice: .auto, isTerminal: false, variables: ["CLICOLOR_FORCE": ""], isOn: false),
    ColourRow(
      choice: .auto, isTerminal: true, variables: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"],
      isOn: false),
    ColourRow(choice: .always, isTerminal: false, variables: ["NO_COLOR": "1"], isOn: true),
    ColourRow(
      choice: .never, isTerminal: true, variables: ["CLICOLOR_FORCE": "1"], isOn: false),
  ]

  @Test(arguments: colours)
  func `who decides about colours`(_ row: ColourRow) {
    let isOn = row.choice.decide(isTerminal: row.isTerminal) { row.variables[$0] }
    #expect(isOn == row.isOn)
  }

  @Test func `words wrap by columns and keep every letter`() {
    #expect(wrapped("one two three", width: 8) == ["one two", "three"])
    #expect(wrapped("abcdefghij", width: 8) == ["abcdefgh", "ij"])
    #expect(wrapped("漢字漢字漢字", width: 8) == ["漢字漢字", "漢字"])
    #expect(wrapped("", width: 8) == [""])
    #expect(columns("漢a") == 3)
    #expect(grouped(1_234_567) == "1 234 567")
    #expect(grouped(12) == "12")
  }
}
