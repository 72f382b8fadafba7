import Testing

@testable import Scenarios

@Suite struct `Damaged files` {
  private static let scenario = """
    # yaml-language-server: $schema=../schema/scenario-1.json
    format: 1
    id: request.413-nested
    title: "The server finds a leaf too large \\u0074wice"
    clauses: [REQUEST.413-bounded, BULK.one-upload-at-a-time]
    given:
      audio: {length: 60s, words: {every: 500ms, spell: 'w%03d'}}
      # A comment in between: 漢字 🙂
      recognizer:
        - when: {hears: w037, refusals: {below: 2}}
          reply: {status: 413}
        - reply: {status: 200, text: heard}
    when:
      - {at: 0s, user: start-recording, as: r1}
      - {settle: r1, within: 120s}
    note: |
      two lines
        of text

    """

  /// xorshift: the same damage on every run.
  private struct Damage {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }

    /// Bytes that YAML gives a meaning are more likely than others.
    mutating func byte() -> UInt8 {
      let telling = Array("{}[]:,-#&*!|>'\"%@`?\\ \n\t\r~<".utf8) + [0x00, 0x80, 0xC2, 0xE2, 0xFF]
      return below(3) == 0 ? UInt8(below(256)) : telling[below(telling.count)]
    }

    mutating func apply(to bytes: inout [UInt8]) {
      let place = below(bytes.count)
      switch below(6) {
      case 0: bytes[place] = byte()
      case 1: bytes.insert(byte(), at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes[place] ^= 1 << UInt8(below(8))
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(20)))
      default: bytes.insert(contentsOf: bytes[place...].prefix(1 + below(60)), at: place)
      }
    }
  }

  @Test func `5,000 damaged files give a tree or a diagnostic inside the file`() {
    var damage = Damage(state: 0x5EED)
    var codes: Set<DiagnosticCode> = []
    var readable = 0
    for _ in 0..<5_000 {
      var bytes = Array(Self.scenario.utf8)
      for _ in 0...damage.below(4) where !bytes.isEmpty { damage.apply(to: &bytes) }
      let (root, diagnostics) = read(bytes)
      #expect(root != nil || !diagnostics.isEmpty)
      if root != nil, diagnostics.isEmpty { readable += 1 }
      for diagnostic in diagnostics {
        codes.insert(diagnostic.code)
        #expect(isInside(bytes, diagnostic.position), "\(diagnostic.rendered)")
        for note in diagnostic.notes { #expect(isInside(bytes, note.position)) }
      }
    }
    // The damage must reach both outcomes and most codes, or the test proves little.
    #expect(readable > 500)
    let expected: Set<DiagnosticCode> = [
      .syntax, .duplicateKey, .notClosed, .anchor, .alias, .tag, .tab, .controlCharacter,
      .invalidUTF8, .keyNotText, .directive,
    ]
    #expect(expected.subtracting(codes).map(\.rawValue).sorted() == [])
  }

  /// Whether a place is on a line of the file, at most one character past its end.
  private func isInside(_ bytes: [UInt8], _ position: SourcePosition) -> Bool {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    guard position.line >= 1, position.line <= lines.count, position.column >= 1 else {
      return false
    }
    return position.column <= lines[position.line - 1].count + 1
  }
}
