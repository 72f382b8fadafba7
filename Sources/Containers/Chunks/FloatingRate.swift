/// Sampling rates that are written as numbers with a fraction, read without arithmetic that traps.
enum FloatingRate {
  /// The largest that is believed.
  private static let most = 10_000_000.0

  /// Eight bytes, the high one first.
  static func double(_ window: ByteWindow, _ offset: Int) -> Int? {
    guard let high = window.big(offset, 4), let low = window.big(offset + 4, 4) else { return nil }
    return whole(Double(bitPattern: UInt64(high) << 32 | UInt64(low)))
  }

  /// Ten bytes of AIFF: a sign, an exponent, and 64 bits of which the first is the whole part.
  static func extended(_ window: ByteWindow, _ offset: Int) -> Int? {
    guard let exponent = window.big(offset, 2), let high = window.big(offset + 2, 4),
      let low = window.big(offset + 6, 4), (16_383...16_383 + 62).contains(exponent)
    else { return nil }
    let mantissa = UInt64(high) << 32 | UInt64(low)
    return whole(Double(mantissa >> UInt64(63 - (exponent - 16_383))))
  }

  private static func whole(_ value: Double) -> Int? {
    value >= 1 && value <= most ? Int(value.rounded()) : nil
  }
}
