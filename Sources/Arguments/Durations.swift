extension Duration {
  /// Reads a duration as people write it: `500ms`, `1.5s`, `10m`, `1h30m`.
  ///
  /// Units are `h`, `m`, `s`, `ms`, `us`, `ns`, each at most once and from large to small. A
  /// fraction is exact down to a nanosecond. Nothing else is read: no sign, no white space, no
  /// bare number, nothing over 10,000 hours. Fails when the text is not such a duration.
  public init?(argument text: String) {
    var nanoseconds: Int64 = 0
    var rest = Array(text.utf8)[...]
    var largestUnit: Int64 = .max
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let part = durationPart(&rest), part.unit < largestUnit else { return nil }
      largestUnit = part.unit
      nanoseconds += part.nanoseconds
      guard nanoseconds <= longestDurationNanoseconds else { return nil }
    }
    self = .nanoseconds(nanoseconds)
  }
}

private let longestDurationNanoseconds: Int64 = 10_000 * 3_600_000_000_000

/// Takes one number and its unit off the front.
private func durationPart(
  _ rest: inout ArraySlice<UInt8>
) -> (unit: Int64, nanoseconds: Int64)? {
  let whole = takeDigits(&rest)
  var fraction: ArraySlice<UInt8> = []
  if rest.first == UInt8(ascii: ".") {
    rest.removeFirst()
    fraction = takeDigits(&rest)
    guard !fraction.isEmpty else { return nil }
  }
  // Seventeen digits fit an integer; whether the product with the unit does is checked below.
  guard !whole.isEmpty, whole.count <= 17, fraction.count <= 13, let unit = takeUnit(&rest)
  else { return nil }
  var nanoseconds: Int64 = 0
  for digit in whole { nanoseconds = nanoseconds * 10 + Int64(digit - 0x30) }
  guard nanoseconds <= longestDurationNanoseconds / unit else { return nil }
  nanoseconds *= unit
  var place = unit
  for digit in fraction {
    // A digit below a nanosecond cannot be kept, so it is not accepted, unless it is a zero.
    guard place >= 10 && place % 10 == 0 || digit == 0x30 else { return nil }
    place /= 10
    nanoseconds += place * Int64(digit - 0x30)
  }
  return (unit, nanoseconds)
}

private func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let digits = rest.prefix { (0x30...0x39).contains($0) }
  rest = rest.dropFirst(digits.count)
  return digits
}

private func takeUnit(_ rest: inout ArraySlice<UInt8>) -> Int64? {
  let letters = rest.prefix { !(0x30...0x39).contains($0) }
  rest = rest.dropFirst(letters.count)
  return switch String(decoding: letters, as: UTF8.self) {
  case "h": 3_600_000_000_000
  case "m": 60_000_000_000
  case "s": 1_000_000_000
  case "ms": 1_000_000
  case "us": 1_000
  case "ns": 1
  default: nil
  }
}
