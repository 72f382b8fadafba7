/// The checksums of FLAC and Ogg: plain polynomials, the highest bit first, starting at zero.
enum Checksum {
  /// FLAC's over the header of a frame.
  static let frameHeader = table(0x07 << 24)
  /// FLAC's over a whole frame; zero when its own checksum is read along.
  static let frame = table(0x8005 << 16)
  /// Ogg's over a page.
  static let page = table(0x04C1_1DB7)

  /// A table for a polynomial that stands in the upper bits.
  private static func table(_ polynomial: UInt32) -> [UInt32] {
    (0..<256).map { index in
      var value = UInt32(index) << 24
      for _ in 0..<8 { value = value & 1 << 31 != 0 ? value << 1 ^ polynomial : value << 1 }
      return value
    }
  }

  @inline(__always)
  static func next(_ value: UInt32, _ byte: UInt8, _ table: [UInt32]) -> UInt32 {
    value << 8 ^ table[Int(UInt8(truncatingIfNeeded: value >> 24) ^ byte)]
  }
}
