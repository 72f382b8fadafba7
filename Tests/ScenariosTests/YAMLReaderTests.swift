import Testing

@testable import Scenarios

@Suite struct `The YAML subset` {
  @Test func `maps, lists and scalars become a tree in the order of the file`() {
    let text = """
      # a comment
      id: request.413-nested
      when:
        - {at: 0s, user: start-recording}
        - at: 60s
          user: "stop"
      words: [no, 1:30, 037, '~']
      note: |
        two
        lines
      empty:
      """
    let (root, diagnostics) = read(text)
    #expect(diagnostics.isEmpty)
    #expect(
      root?.outline == "{id: request.413-nested, "
        + "when: [{at: 0s, user: start-recording}, {at: 60s, user: 'stop'}], "
        + "words: [no, 1:30, 037, '~'], note: 'two\nlines\n', empty: }")
  }

  @Test func `every value knows its line and its column in characters`() throws {
    let (root, diagnostics) = read("標題: {話者: 王小明, 時間: 5s}\nnext: x\n")
    #expect(diagnostics.isEmpty)
    guard case .mapping(let entries)? = root?.content else {
      Issue.record("the root is no map")
      return
    }
    #expect(entries.map(\.keyPosition) == [.init(line: 1, column: 1), .init(line: 2, column: 1)])
    #expect(
      entries.map(\.value.position) == [.init(line: 1, column: 5), .init(line: 2, column: 7)])
    guard case .mapping(let inner) = entries[0].value.content else {
      Issue.record("the value is no map")
      return
    }
    #expect(inner.map(\.keyPosition.column) == [6, 15])
    #expect(inner.map(\.value.position.column) == [10, 19])
  }

  @Test(arguments: [
    ("anchor", "a: &x 1\nb: 2\n", ["1:4 Y004"]),
    ("anchor on a map", "a: &x {b: 1}\n", ["1:4 Y004"]),
    ("alias", "a: 1\nb: *a\n", ["2:4 Y005"]),
    ("anchor and alias", "a: &x 1\nb: *x\n", ["1:4 Y004", "2:4 Y005"]),
    ("alias without a name", "a: *\n", ["1:5 Y005"]),
    ("tag", "a: !!str 1\n", ["1:4 Y006"]),
    ("local tag", "a: !mine [1]\n", ["1:4 Y006"]),
    ("unknown tag handle", "a: !x!y 1\n", ["1:4 Y006"]),
    ("merge key", "a: {b: 1}\nc:\n  <<: {b: 2}\n  d: 1\n", ["3:3 Y007"]),
    ("version directive", "%YAML 1.2\n---\na: 1\n", ["1:1 Y008"]),
    ("future version", "%YAML 3.0\n---\na: 1\n", ["1:1 Y008"]),
    ("tag directive", "%TAG ! tag:x,2000:\n---\na: 1\n", ["1:1 Y008"]),
    ("second document", "a: 1\n---\nb: 1\n", ["2:1 Y009"]),
    ("map as a key", "{a: 1}: b\n", ["1:1 Y011"]),
    ("list as a key", "? [a]\n: b\nc: 1\n", ["1:3 Y011"]),
    ("no key", "a: {: 1}\n", ["1:5 Y001"]),
    ("empty key", "a: {'': 1}\n", ["1:5 Y011"]),
    ("tab before a key", "a:\n\tb: 1\n", ["2:1 Y012"]),
    ("tab after text", "a: 1\t# x\n", ["1:5 Y012"]),
    ("duplicate key", "a: 1\nb: 2\na: 3\n", ["3:1 Y002"]),
    ("duplicate key in a flow map", "- {at: 0s, at: 1s, user: x}\n", ["1:12 Y002"]),
    ("duplicate key in quotes", "a: 1\n\"a\": 3\n", ["2:1 Y002"]),
    ("control character", "a: x\u{1}y\n", ["1:5 Y013"]),
    ("NUL", "a: xy\u{0}\n", ["1:6 Y013"]),
    ("NUL by escape", "a: \"x\\0\"\n", ["1:4 Y013"]),
    ("C1 control", "a: x\u{9F}y\n", ["1:5 Y013"]),
    ("carriage return alone", "a: 1\rb: 2\n", ["1:5 Y013"]),
    ("byte order mark inside", "a: x\u{FEFF}y\n", ["1:5 Y013"]),
    ("next line", "a: x\u{85}b: 2\n", ["1:5 Y017"]),
    ("line separator", "a: x\u{2028}b: 2\n", ["1:5 Y017"]),
    ("text behind a value", "a: 1\nb: [x] y\n", ["2:8 Y001"]),
    ("wrong indentation", "a:\n    b: 1\n  c: 2\n", ["3:3 Y001"]),
    ("key without colon", "a: 1\nbcd\nc: 2\n", ["2:1 Y001"]),
  ])
  func `each construct outside it has its own code and place`(
    mistake: String, text: String, expected: [String]
  ) {
    let (_, diagnostics) = read(text)
    #expect(brief(diagnostics) == expected, "\(mistake)")
  }

  @Test(arguments: [
    ("map, next line", "a: 1\nb: {c: 1\nd: 2\n", "2:4 Y003"),
    ("map, end of file", "b: {c: 1, d: 2\n", "1:4 Y003"),
    ("map, closed as a list", "b: {c: 1]\n", "1:9 Y003"),
    ("list, next line", "b: [c, 1\nd: 2\n", "1:4 Y003"),
    ("missing comma", "- {a: b, c: [d] e: f}\n", "1:17 Y003"),
    ("double quote", "a: \"x\nb: 1\n", "1:4 Y003"),
    ("single quote", "a: 'x\nb: 1\n", "1:4 Y003"),
  ])
  func `an unclosed construct is reported where it begins`(
    mistake: String, text: String, expected: String
  ) {
    let (root, diagnostics) = read(text)
    #expect(root == nil)
    #expect(brief(diagnostics) == [expected], "\(mistake)")
    #expect(diagnostics.first?.notes.count == 1)
  }

  @Test func `several mistakes are reported at once, and the rest is still read`() {
    let (root, diagnostics) = read("a: &x 1\na: 2\nb: *x\nc: !t 3\n")
    #expect(brief(diagnostics) == ["1:4 Y004", "2:1 Y002", "3:4 Y005", "4:4 Y006"])
    #expect(root?.outline == "{a: 1, b: <refused>, c: 3}")
  }

  @Test func `duplicates are found among many keys, with the first place`() {
    let keys = (0..<100).map { "k\($0): 1\n" }.joined()
    let (_, diagnostics) = read(keys + "k3: 2\nk99: 2\n")
    #expect(brief(diagnostics) == ["101:1 Y002", "102:1 Y002"])
    #expect(diagnostics.map(\.notes.first?.position.line) == [4, 100])
  }

  @Test func `line breaks of Windows are accepted and counted once`() {
    let (root, diagnostics) = read("a: 1\r\nb: [c,\r\n d]\r\ne: *x\r\n")
    #expect(root?.outline == "{a: 1, b: [c, d], e: <refused>}")
    #expect(brief(diagnostics) == ["4:4 Y005"])
    #expect(diagnostics.first?.excerpt.text == "e: *x")
  }

  @Test func `the list of mistakes ends after fifty`() {
    let (_, diagnostics) = read(String(repeating: "- *x\n", count: 200))
    #expect(diagnostics.count == DiagnosticLog.most + 1)
    #expect(diagnostics.last?.code == .tooMany)
    #expect(diagnostics.last?.line == 50)
  }
}
