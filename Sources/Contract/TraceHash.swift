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

  /// Feeds a text: its length and its bytes, eight at a time.
  public mutating func feed(_ text: String) {
    var word: UInt64 = 0
    var filled: UInt64 = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      filled += 1
      if filled & 7 == 0 {
        feed(word)
        word = 0
      }
    }
    feed(word)
    feed(filled)
  }

  /// The value so far, 64 bits.
  public var value: UInt64 { (a ^ (b << 23 | b >> 41)) &* 0x9E37_79B9_7F4A_7C15 }

  /// The value as sixteen hexadecimal digits.
  public var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
