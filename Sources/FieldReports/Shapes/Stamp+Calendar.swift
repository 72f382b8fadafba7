/// Arithmetic on what a log says, which may be any number: what is too large for it stays at the
/// largest there is.
extension Int64 {
  func times(_ factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    guard overflow else { return product }
    return (self < 0) == (factor < 0) ? .max : .min
  }

  func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}

/// A number with a fraction, exact to nine digits.
struct Decimal: Hashable {
  var whole: Int64
  /// Billionths.
  var fraction: Int64
  var hasFraction: Bool

  /// The number as seconds, in nanoseconds; at most 292 years.
  var nanoseconds: Int64 { whole.times(Stamp.second).plus(fraction) }
}

func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
func isWordByte(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == 0x5F }

/// Dates and times of day.
extension StampReader {
  func countDigits() -> Int {
    var count = 0
    while count < 20, isDigit(byte(after: count)) { count += 1 }
    return count
  }

  /// A number of exactly or at most so many digits; one of nineteen may be too large for a number,
  /// and is then the largest.
  mutating func digits(_ range: ClosedRange<Int>) -> Int64? {
    let count = countDigits()
    guard range.contains(count) else { return nil }
    var value: Int64 = 0
    for _ in 0..<count {
      value = value.times(10).plus(Int64(byte - 0x30))
      place += 1
    }
    return value
  }

  /// Digits, and behind a point or a comma up to nine more; more than nine are passed over.
  mutating func decimal() -> Decimal? {
    guard let whole = digits(1...18) ?? digits(19...19) else { return nil }
    guard byte == 0x2E || byte == 0x2C, isDigit(byte(after: 1)) else {
      return Decimal(whole: whole, fraction: 0, hasFraction: false)
    }
    place += 1
    return Decimal(whole: whole, fraction: billionths(), hasFraction: true)
  }

  mutating func billionths() -> Int64 {
    var value: Int64 = 0
    var unit = Stamp.second / 10
    while isDigit(byte) {
      value += Int64(byte - 0x30) * unit
      unit /= 10
      place += 1
    }
    return value
  }

  /// `HH:MM:SS.mmm`, `HH:MM:SS`, `HH:MM`, or minutes and seconds `MM:SS.mmm`.
  mutating func clockTime() -> Stamp? {
    guard let first = digits(1...4), skip(UInt8(ascii: ":")), let second = digits(2...2),
      second < 60
    else { return nil }
    guard byte == UInt8(ascii: ":"), isDigit(byte(after: 1)) else {
      if byte == 0x2E || byte == 0x2C, isDigit(byte(after: 1)) {
        place += 1
        return Stamp(origin: .start, at: (first * 60 + second) * Stamp.second + billionths())
      }
      guard first < 24 else { return nil }
      return Stamp(origin: .midnight, at: (halfDay(first) * 60 + second) * 60 * Stamp.second)
    }
    place += 1
    guard let third = digits(2...2), third <= 60, first < 24 else { return nil }
    var at = ((first * 60 + second) * 60 + third) * Stamp.second
    if byte == 0x2E || byte == 0x2C || byte == 0x3A, isDigit(byte(after: 1)) {
      place += 1
      at += billionths()
    }
    at += (halfDay(first) - first) * 3_600 * Stamp.second
    return Stamp(origin: .midnight, at: at + (zone().map { -$0 } ?? 0))
  }

  /// The hour with a following AM or PM counted in.
  private mutating func halfDay(_ hour: Int64) -> Int64 {
    let skipped = byte == 0x20 ? 1 : 0
    let mark = byte(after: skipped) | 0x20
    guard hour <= 12, byte(after: skipped + 1) | 0x20 == UInt8(ascii: "m"),
      !isWordByte(byte(after: skipped + 2))
    else { return hour }
    guard mark == UInt8(ascii: "a") || mark == UInt8(ascii: "p") else { return hour }
    place += skipped + 2
    return hour % 12 + (mark == UInt8(ascii: "p") ? 12 : 0)
  }

  /// The distance of a zone from UTC, in nanoseconds: `Z`, `+02:00`, `-0400`, ` +0200`, ` UTC`.
  mutating func zone() -> Int64? {
    if byte == UInt8(ascii: "Z"), !isWordByte(byte(after: 1)) {
      place += 1
      return 0
    }
    let skipped = byte == 0x20 ? 1 : 0
    let sign = byte(after: skipped)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let start = place
    place += skipped + 1
    let digitsThere = countDigits()
    guard digitsThere == 2 || digitsThere == 4, let value = digits(2...4) else {
      place = start
      return nil
    }
    var minutes = digitsThere == 4 ? value / 100 * 60 + value % 100 : value * 60
    if digitsThere == 2, byte == UInt8(ascii: ":"), isDigit(byte(after: 1)) {
      place += 1
      minutes += digits(2...2) ?? 0
    }
    // Behind a space a bare `+12` is as likely a count.
    let isPlain = skipped == 0 || digitsThere == 4
    guard isPlain, minutes <= 14 * 60, !isWordByte(byte) else {
      place = start
      return nil
    }
    return (sign == UInt8(ascii: "-") ? -minutes : minutes) * 60 * Stamp.second
  }

  /// `2026-03-01 10:00:00.000`, with `T`, with brackets between, with `/`; `04-19 21:14:08.220`.
  mutating func calendarDate() -> Stamp? {
    let count = countDigits()
    guard let first = digits(1...4) else { return nil }
    let mark = byte
    guard skip(mark), let second = digits(1...2) else { return nil }
    if count <= 2, byte == mark, mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".") {
      return yearLast(first, second, mark)
    }
    guard count == 4 else {
      // Without a year: month and day, as phones write them.
      guard mark == UInt8(ascii: "-"), byte == 0x20, isDigit(byte(after: 1)) else { return nil }
      return withTime(days: Self.days(year: 2000, month: first, day: second))
    }
    guard skip(mark), let third = digits(1...2) else { return nil }
    return withTime(days: Self.days(year: first, month: second, day: third))
  }

  /// `11/06/2026, 08:55:02` and `11.06.2026 08:55`: whether day or month comes first does not
  /// matter, as long as one log does the same on all lines.
  private mutating func yearLast(_ first: Int64, _ second: Int64, _ mark: UInt8) -> Stamp? {
    guard skip(mark), let year = digits(4...4) else { return nil }
    let isMonthFirst = second > 12
    return withTime(
      days: Self.days(
        year: year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first))
  }

  /// `20260301T100000`
  mutating func compactDate() -> Stamp? {
    guard let date = digits(8...8), skip(UInt8(ascii: "T")), let time = digits(6...6) else {
      return nil
    }
    guard let days = Self.days(year: date / 10_000, month: date / 100 % 100, day: date % 100)
    else { return nil }
    let seconds = time / 10_000 * 3_600 + time / 100 % 100 * 60 + time % 100
    return Stamp(origin: .date, at: days * Stamp.day + seconds * Stamp.second - (zone() ?? 0))
  }

  /// `Nov 30 16:25:53`
  mutating func monthName() -> Stamp? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    let word = String(decoding: [byte, byte(after: 1), byte(after: 2)], as: UTF8.self).lowercased()
    guard byte(after: 3) == 0x20, let month = names.firstIndex(of: word) else { return nil }
    place += 4
    while byte == 0x20 { place += 1 }
    guard let day = digits(1...2), byte == 0x20 else { return nil }
    return withTime(days: Self.days(year: 2000, month: Int64(month) + 1, day: day))
  }

  /// The time of day behind a date, over a space, a `T` or the brackets between two fields.
  private mutating func withTime(days: Int64?) -> Stamp? {
    guard let days else { return nil }
    while byte == 0x5D || byte == 0x5B || byte == 0x20 || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: "T") || byte == UInt8(ascii: "t")
    {
      place += 1
    }
    guard isDigit(byte), let time = clockTime(), time.origin == .midnight else { return nil }
    return Stamp(origin: .date, at: days * Stamp.day + time.at)
  }

  /// Days from 1970 to a date of the Gregorian calendar; nil when there is no such date.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
    guard (1970...2250).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    // Years that begin in March put the leap day last, so that months have one formula.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
