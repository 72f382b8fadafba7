/// The checksum that gzip and zip keep.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  /// The checksum of bytes.
  static func of(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var value = ~UInt32(0)
    for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
    return ~value
  }
}
