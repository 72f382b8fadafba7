/// Small hash steps with a fixed definition, so that a value means the same on every machine.
enum Mix {
  /// The two halves of the product, folded: every input bit reaches every output bit.
  @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// One more word into a running hash.
  @inline(__always)
  static func add(_ hash: inout UInt64, _ word: UInt64) {
    hash = fold(hash ^ word ^ 0x2D35_8DCC_AA6C_78A5, 0x8BB8_4B93_962E_ACC9)
  }
}
