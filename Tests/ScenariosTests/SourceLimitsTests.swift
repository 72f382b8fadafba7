import Testing

@testable import Scenarios

@Suite struct `The limits on a file` {
  @Test func `depth 32 is read and depth 33 is refused, in either style`() {
    let flow = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) + "\n" }
    #expect(read(flow(32)).diagnostics.isEmpty)
    #expect(brief(read(flow(33)).diagnostics) == ["1:33 Y010"])
    let block = { depth in
      (0..<depth).map { String(repeating: " ", count: $0) + "k:\n" }.joined()
        + String(repeating: " ", count: depth) + "end\n"
    }
    #expect(read(block(32)).diagnostics.isEmpty)
    #expect(brief(read(block(33)).diagnostics) == ["33:33 Y010"])
  }

  @Test func `depth counts what is open, not what was opened`() {
    let text = String(repeating: "- [[[x]]]\n", count: 100)
    #expect(read(text).diagnostics.isEmpty)
  }

  @Test func `64 KB are read and one byte more is refused`() {
    let line = "- word\n"
    var text = String(repeating: line, count: 64 * 1024 / line.utf8.count)
    text += "#" + String(repeating: "x", count: 64 * 1024 - text.utf8.count - 1)
    #expect(text.utf8.count == 65_536)
    #expect(read(text).diagnostics.isEmpty)
    #expect(brief(read(text + "x").diagnostics) == ["1:1 F004"])
    #expect(read(Array((text + "x").utf8), limits: .registry).diagnostics.isEmpty)
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "---\n", "---\n...\n", "\r\n"])
  func `a file without a value is empty`(text: String) {
    let (root, diagnostics) = read(text)
    #expect(root == nil)
    #expect(diagnostics.map(\.code) == [.fileEmpty])
  }

  @Test func `an empty text in quotes is a value`() {
    #expect(read("''\n").root?.outline == "''")
  }

  @Test(
    arguments: [
      ("UTF-16, big end first", [0xFE, 0xFF, 0, 0x61, 0, 0x3A], "1:1 Y016"),
      ("UTF-16, little end first", [0xFF, 0xFE, 0x61, 0, 0x3A, 0], "1:1 Y016"),
      ("UTF-16 without a mark", [0x61, 0, 0x3A, 0, 0x20, 0], "1:1 Y016"),
      ("UTF-16 without a mark, other end", [0, 0x61, 0, 0x3A, 0, 0x20], "1:1 Y016"),
      ("UTF-32", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "1:1 Y016"),
      ("byte order mark", [0xEF, 0xBB, 0xBF, 0x61, 0x3A, 0x20, 0x31], "1:1 Y015"),
      ("stray continuation", [0x61, 0x3A, 0x20, 0x80], "1:4 Y014"),
      ("Latin-1", [0x61, 0x3A, 0x0A, 0x20, 0x63, 0x61, 0x66, 0xE9, 0x0A], "2:5 Y014"),
      ("overlong slash", [0x61, 0x3A, 0x20, 0xC0, 0xAF], "1:4 Y014"),
      ("overlong in three", [0x61, 0x3A, 0x20, 0xE0, 0x80, 0xAF], "1:4 Y014"),
      ("surrogate", [0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], "1:4 Y014"),
      ("past the last plane", [0x61, 0x3A, 0x20, 0xF4, 0x90, 0x80, 0x80], "1:4 Y014"),
      ("cut off", [0x61, 0x3A, 0x20, 0xE6, 0xBC], "1:4 Y014"),
      ("after CJK", Array("漢字: ".utf8) + [0xFF], "1:5 Y014"),
    ] as [(String, [UInt8], String)])
  func `bytes that are not UTF-8 are refused at their place`(
    mistake: String, bytes: [UInt8], expected: String
  ) {
    let (root, diagnostics) = read(bytes)
    #expect(root == nil)
    #expect(brief(diagnostics) == [expected], "\(mistake)")
  }

  @Test func `characters of every length are accepted`() {
    let (root, diagnostics) = read("a: é漢🙂\nb: x\n")
    #expect(diagnostics.isEmpty)
    #expect(root?.outline == "{a: é漢🙂, b: x}")
  }
}
