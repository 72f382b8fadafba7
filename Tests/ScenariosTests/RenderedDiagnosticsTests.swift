import Testing

@testable import Scenarios

@Suite struct `A diagnostic shows the line and points at the place` {
  /// Reads `text` as a small scenario head and gives what a person would see.
  private func rendered(_ text: String) -> String {
    let log = DiagnosticLog(for: SourceText(path: "request.413-nested.yaml", text: text))
    if let root = YAMLReader.read(log),
      let fields = log.mapping(root, "scenario", keys: ["id", "clauses", "when"])
    {
      if let node = fields.required("clauses") {
        _ = log.list(node, "clauses") { log.clause($0) }
      }
    }
    return log.diagnostics.map(\.rendered).joined(separator: "\n")
  }

  @Test func `an unknown key comes with the nearest known one, and is not missed again`() {
    #expect(
      rendered("id: x\n\nclasues:\n  - a\n") == """
        request.413-nested.yaml:3:1: error[S002]: unknown key 'clasues'
          clasues:
          ^ did you mean 'clauses'?
        """)
  }

  @Test func `an unknown clause comes with the nearest known one`() {
    #expect(
      rendered("clauses:\n  - REQUEST.413-bonded\n") == """
        request.413-nested.yaml:2:5: error[S010]: clause 'REQUEST.413-bonded' is not in the contract
            - REQUEST.413-bonded
              ^ did you mean 'REQUEST.413-bounded'?
        """)
  }

  @Test func `a duplicate key names the first place`() {
    #expect(
      rendered("clauses: []\nwhen:\n  - {at: 0s, at: 1s,  user: start-recording, as: r1}\n") == """
        request.413-nested.yaml:3:14: error[Y002]: key 'at' is given twice
            - {at: 0s, at: 1s,  user: start-recording, as: r1}
                       ^ first given at 3:6
        """)
  }

  @Test func `an unclosed map points at its brace and notes where that was noticed`() {
    #expect(
      rendered("clauses: []\nwhen:\n  - {at: 0s\n  - {at: 1s}\n") == """
        request.413-nested.yaml:3:5: error[Y003]: a map in braces is not closed or lacks a comma
            - {at: 0s
              ^ noticed at 4:5
        """)
  }

  @Test func `the caret stands under the character behind wide and combining ones`() {
    let log = DiagnosticLog(for: SourceText(path: "a", text: "漢字e\u{301}: *x\n"))
    _ = YAMLReader.read(log)
    #expect(
      log.diagnostics.first?.rendered.split(separator: "\n").suffix(2).joined(separator: "\n")
        == "  漢字e\u{301}: *x\n"
        + "         ^ write the value out, or put text that begins with '*' in quotes")
    #expect(log.diagnostics.first?.column == 7)
  }

  @Test(arguments: [
    ("abc", 0), ("é", 0), ("漢", 1), ("한", 1), ("ア", 1), ("Ａ", 1), ("🙂", 1), ("e\u{301}", -1),
    ("é漢x한", 2),
  ])
  func `the caret's padding counts terminal columns`(text: String, difference: Int) {
    let bytes = Array(text.utf8)
    let count = text.unicodeScalars.count
    let excerpt = Excerpt(line: bytes[...], column: count + 1)
    #expect(excerpt.padding.count == count + difference)
    #expect(excerpt.text == text)
  }

  @Test(arguments: [
    ("a: 1\nbc\n", 2, 2, 2, 2), ("a: 1\nbc\n", 2, 9, 2, 3), ("a: 1\nbc\n", 3, 1, 2, 3),
    ("a: 1\nbc\n", 99, 99, 2, 3), ("a: 1\nbc", 3, 1, 2, 3), ("a: 1\r\nb", 1, 9, 1, 5),
    ("", 5, 5, 1, 1), ("\n", 2, 1, 1, 1), ("漢字", 1, 9, 1, 3),
  ])
  func `a place past the end moves to the end`(
    text: String, line: Int, column: Int, expectedLine: Int, expectedColumn: Int
  ) {
    let diagnostic = SourceText(path: "a", text: text)
      .diagnostic(.syntax, at: SourcePosition(line: line, column: column), "x")
    #expect(diagnostic.position == SourcePosition(line: expectedLine, column: expectedColumn))
  }

  @Test func `a long line is shown as a window around the place`() throws {
    let log = DiagnosticLog(
      for: SourceText(
        path: "a",
        text: "[" + String(repeating: "word, ", count: 50) + "*x, "
          + String(repeating: "word, ", count: 50) + "y]\n"))
    _ = YAMLReader.read(log)
    let excerpt = try #require(log.diagnostics.first).excerpt
    #expect(excerpt.text.count == 102)
    let caret = excerpt.text.index(excerpt.text.startIndex, offsetBy: excerpt.padding.count)
    #expect(excerpt.text[caret...].hasPrefix("*x, word"))
  }

  @Test func `what would disturb a terminal is replaced in the excerpt`() throws {
    let (_, diagnostics) = read("a: \u{1B}[31m\u{202E}x\n")
    #expect(try #require(diagnostics.first).excerpt.text == "a: \u{FFFD}[31m\u{FFFD}x")
  }

  @Test func `every code is explained and none is used twice`() {
    let codes = DiagnosticCode.allCases
    #expect(Set(codes.map(\.explanation)).count == codes.count)
    #expect(codes.allSatisfy { $0.explanation.hasSuffix(".") })
  }
}
