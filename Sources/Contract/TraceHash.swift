/// A fold over canonical words: the same trace gives the same value in any process, on any day.
///
/// Never `Hasher`, which is seeded anew in every process. Two lanes of multiply and rotate; not
/// meant to withstand an adversary, only accidents.
public struct TraceHash: Hashable, Sendable {
  private var a: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// The fold of nothing.
  public init() {}

  /// Feeds one word.
  @inline(__always)
  public mutating func feed(_ word: UInt64) {
    a = (a ^ word) &* 0xFF51_AFD7_ED55_8CCD
    a ^= a >> 29
    b = (b &+ word &+ a) &* 0xC4CE_B9FE_1A85_EC53
    b ^= b >> 31
  }

  /// Feeds a whole number.
  @inline(__always)
  public mutating func feed(_ n: Int) { feed(UInt64(bitPattern: Int64(n))) }

  /// Feeds a text: its bytes, eight at a time, and its length.
  public mutating func feed(_ text: String) {
    let bytes = text.utf8Span.span
    let count = bytes.count
    var at = 0
    while at + 8 <= count {
      var word: UInt64 = 0
      for i in at..<(at &+ 8) { word = word << 8 | UInt64(bytes[i]) }
      feed(word)
      at &+= 8
    }
    var word: UInt64 = 0
    while at < count {
      word = word << 8 | UInt64(bytes[at])
      at += 1
    }
    feed(word)
    feed(UInt64(count))
  }

  /// The value so far, 64 bits.
  public var value: UInt64 { (a ^ (b << 23 | b >> 41)) &* 0x9E37_79B9_7F4A_7C15 }

  /// The value as sixteen hexadecimal digits.
  public var hexadecimal: String { Self.hexadecimal(value) }

  /// A value, or another word of 64 bits such as a seed, as sixteen hexadecimal digits.
  public static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
