/// A time as a line tells it, before it is known what the other lines tell.
struct Stamp: Hashable {
  /// What the number counts from.
  enum Origin: Hashable {
    /// Midnight of some day.
    case midnight
    /// 1970, or the start of some year where a log names none.
    case date
    /// Whatever the log begins with.
    case start
  }

  var origin: Origin
  /// Nanoseconds since the origin.
  var at: Int64
  /// The end of a stretch of time that the line speaks of.
  var until: Int64?

  static let second: Int64 = 1_000_000_000
  static let day: Int64 = 86_400 * second
}

/// Reads the time that a line begins with.
struct StampReader {
  let bytes: [UInt8]
  var place: Int
  let end: Int

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    place = start
    self.end = end
  }

  var byte: UInt8 { place < end ? bytes[place] : 0 }
  func byte(after count: Int) -> UInt8 { place + count < end ? bytes[place + count] : 0 }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// The time at the cursor, which then stands behind it; nil when there is none.
  mutating func read() -> Stamp? {
    let start = place
    while byte == 0x20 || byte == 0x09 { place += 1 }
    let isBracketed = byte == 0x5B || byte == 0x28
    if isBracketed { place += 1 }
    while byte == 0x20 { place += 1 }
    var stamp: Stamp?
    switch byte {
    case 0x30...0x39: stamp = number(isBracketed: isBracketed)
    case UInt8(ascii: "+"): stamp = explicitOffset(skipping: 1)
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "@"): stamp = named()
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): stamp = monthName()
    default: stamp = nil
    }
    // A time ends where a word would not go on: `10x` and `10.0.0.1` are no times.
    let next = byte
    let isClosed = stamp != nil && !isWordByte(next) && !(next == 0x2E && isDigit(byte(after: 1)))
    guard isClosed else {
      place = start
      return nil
    }
    if isBracketed { _ = skip(0x5D) || skip(0x29) }
    return stamp
  }

  /// `+1.5s`, `T+12.3`, `t=10ms`, `@3s`
  private mutating func explicitOffset(skipping count: Int) -> Stamp? {
    place += count
    guard isDigit(byte), let value = decimal() else { return nil }
    return offset(value, unit: true)
  }

  private mutating func named() -> Stamp? {
    switch (byte, byte(after: 1)) {
    case (_, UInt8(ascii: "=")), (_, UInt8(ascii: "+")):
      place += 1
      let isSigned = byte(after: 1) == UInt8(ascii: "+")
      return explicitOffset(skipping: isSigned ? 2 : 1)
    case (UInt8(ascii: "@"), 0x30...0x39): return explicitOffset(skipping: 1)
    default: return byte == UInt8(ascii: "T") ? monthName() : nil
    }
  }

  private mutating func offset(_ value: Decimal, unit takesUnit: Bool) -> Stamp? {
    var at = value.nanoseconds
    if takesUnit { at = readUnit(value) ?? at }
    return Stamp(origin: .start, at: at)
  }

  /// `ms`, `s`, `us` behind a number; nil when nothing of the kind stands there.
  private mutating func readUnit(_ value: Decimal) -> Int64? {
    switch (byte, byte(after: 1)) {
    case (UInt8(ascii: "m"), UInt8(ascii: "s")):
      place += 2
      return value.nanoseconds / 1_000
    case (UInt8(ascii: "u"), UInt8(ascii: "s")):
      place += 2
      return value.nanoseconds / 1_000_000
    case (UInt8(ascii: "s"), let next) where !isWordByte(next):
      place += 1
      return value.nanoseconds
    default: return nil
    }
  }

  private mutating func number(isBracketed: Bool) -> Stamp? {
    let start = place
    let digits = countDigits()
    switch byte(after: digits) {
    case UInt8(ascii: ":"): return clockTime()
    case UInt8(ascii: "-"), UInt8(ascii: "/"):
      return digits == 4 || digits == 2 || digits == 1 ? calendarDate() : nil
    case UInt8(ascii: "T") where digits == 8: return compactDate()
    default: break
    }
    guard let value = decimal() else { return nil }
    if let epoch = epoch(value, digits: digits) { return epoch }
    if let at = readUnit(value) { return Stamp(origin: .start, at: at) }
    let isOffset = value.hasFraction || isBracketed
    guard isOffset else {
      place = start
      return nil
    }
    var stamp = Stamp(origin: .start, at: value.nanoseconds)
    if byte == 0x2E, byte(after: 1) == 0x2E, isDigit(byte(after: 2)) {
      place += 2
      stamp.until = decimal()?.nanoseconds
    }
    return stamp
  }

  /// Seconds, milliseconds, microseconds or nanoseconds since 1970, by the number of digits; what
  /// lies beyond 292 years is no time.
  private func epoch(_ value: Decimal, digits: Int) -> Stamp? {
    let at: Int64
    switch digits {
    case 10 where value.whole >= 100_000_000: at = value.nanoseconds
    case 13: at = value.whole.times(1_000_000)
    case 16: at = value.whole.times(1_000)
    case 19: at = value.whole
    default: return nil
    }
    return at < .max ? Stamp(origin: .date, at: at) : nil
  }
}
