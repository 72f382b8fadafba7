/// A small word of lower-case ASCII, to be found in what a person is told, whatever its case there.
///
/// Messages are judged in every run and after every crash; searching them as Unicode was a fifth of
/// the time.
struct AsciiWord: Sendable, ExpressibleByStringLiteral {
  private let bytes: [UInt8]

  /// A word that is written in the source.
  init(stringLiteral text: String) { bytes = Array(text.utf8) }

  /// The word as a text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether a text contains it.
  func isIn(_ text: String) -> Bool {
    let span = text.utf8Span.span
    guard span.count >= bytes.count else { return false }
    for start in 0...span.count - bytes.count {
      var n = 0
      while n < bytes.count, Self.lower(span[start &+ n]) == bytes[n] { n &+= 1 }
      if n == bytes.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
