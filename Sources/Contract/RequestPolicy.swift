// The request policy of seed 000 as pure tables.

/// What a status means for the request it answers.
public enum StatusClass: Hashable, Sendable {
  /// 200: accepted once its whole body has arrived and fits.
  case complete
  /// Every 4xx but 408, 413 and 429: one try.
  case permanent
  /// 408, 429 and 500 to 599: tried again, three tries in total.
  case transient
  /// 413: only this leaf is split.
  case tooLarge
  /// Anything else: an answer that cannot be used, one try.
  case invalid
}

/// What the contract says about one request.
public enum RequestPolicy {
  /// Classifies a status, from the head alone: an error body is never waited for.
  public static func classify(status: UInt16) -> StatusClass {
    switch status {
    case 200: .complete
    case 413: .tooLarge
    case 408, 429: .transient
    case 400...499: .permanent
    case 500...599: .transient
    default: .invalid
    }
  }

  /// Why a recording failed for good on a status.
  public static func reason(status: UInt16) -> Reason {
    switch classify(status: status) {
    case .complete, .invalid: .invalidAnswer
    case .permanent:
      status == 401 || status == 402 || status == 403
        ? .accessRefused : .requestRefused
    case .transient: .serviceBusy
    case .tooLarge: .tooLarge
    }
  }

  /// The wait before the next try when nothing hints at one: half a second, doubled each time.
  ///
  /// - Parameter failed: how many tries have failed, from 1.
  public static func backoff(failed: Int) -> Nanoseconds {
    min(.milliseconds(500) * (1 << min(max(failed, 1) - 1, 10)), Budgets.backoffCap)
  }

  /// The wait before the next try: a usable Retry-After, at most ten seconds, else the backoff.
  public static func wait(
    failed: Int, head: Head?, wall: Nanoseconds, readsFractions: Bool
  ) -> Nanoseconds {
    guard let value = head?.value(of: "retry-after"),
      let hint = RetryAfter(value).delay(at: wall, readsFractions: readsFractions)
    else { return backoff(failed: failed) }
    return min(hint, Budgets.backoffCap)
  }
}

/// A Retry-After header, read once.
public enum RetryAfter: Hashable, Sendable {
  /// Whole seconds.
  case seconds(Int)
  /// Seconds with a fraction, which may be read or refused.
  case fraction(Nanoseconds)
  /// A date, in seconds since 1970.
  case date(Int64)
  /// Anything else.
  case unusable

  /// Reads a header's value.
  public init(_ value: String) {
    let bytes = Array(value.utf8.drop { $0 == 0x20 || $0 == 0x09 })
    let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }
    self = Self.read(bytes[..<(end.map { $0 + 1 } ?? 0)])
  }

  private static func read(_ bytes: ArraySlice<UInt8>) -> Self {
    guard let first = bytes.first else { return .unusable }
    guard isDigit(first) else {
      return HTTPDate.secondsSince1970(bytes).map(Self.date) ?? .unusable
    }
    var whole = 0
    var index = bytes.startIndex
    while index < bytes.endIndex, isDigit(bytes[index]) {
      whole = min(whole * 10 + Int(bytes[index] - 0x30), 1_000_000_000)
      index += 1
    }
    if index == bytes.endIndex { return .seconds(whole) }
    guard bytes[index] == 0x2E, index + 1 < bytes.endIndex else { return .unusable }
    var nanoseconds: Int64 = 0
    var unit: Int64 = 100_000_000
    for byte in bytes[(index + 1)...] {
      guard isDigit(byte) else { return .unusable }
      nanoseconds += Int64(byte - 0x30) * unit
      unit /= 10
    }
    return .fraction(.seconds(whole) + Nanoseconds(nanoseconds))
  }

  /// The delay it asks for, never negative; nil where the fallback is to be used.
  public func delay(at wall: Nanoseconds, readsFractions: Bool) -> Nanoseconds? {
    switch self {
    case .seconds(let n): .seconds(n)
    case .fraction(let n): readsFractions ? n : nil
    case .date(let s): Self.wait(until: s, from: wall)
    case .unusable: nil
    }
  }

  /// The time left until a date. Dates reach further than nanoseconds do, in both directions.
  private static func wait(until seconds: Int64, from wall: Nanoseconds) -> Nanoseconds {
    let date = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if date.overflow { return seconds < 0 ? .zero : .seconds(1_000_000_000) }
    let left = date.partialValue.subtractingReportingOverflow(wall.count)
    if left.overflow { return date.partialValue < 0 ? .zero : .seconds(1_000_000_000) }
    return max(.zero, Nanoseconds(left.partialValue))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// The date of HTTP headers, in its preferred form (`Sun, 06 Nov 1994 08:49:37 GMT`).
enum HTTPDate {
  private static let weekdays: [[UInt8]] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    .map { Array($0.utf8) }
  private static let months: [[UInt8]] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { Array($0.utf8) }

  /// Reads a date; nil when it is not one, a day that does not exist included. A weekday that
  /// does not belong to the date is let pass: the date says when.
  static func secondsSince1970(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let b = Array(bytes)
    guard b.count == 29, weekdays.contains(Array(b[..<3])), b[3] == 0x2C,
      Array(b[25...]) == Array(" GMT".utf8)
    else { return nil }
    guard b[4] == 0x20, b[7] == 0x20, b[11] == 0x20, b[16] == 0x20, b[19] == 0x3A, b[22] == 0x3A
    else { return nil }
    guard let day = number(b[5..<7]), let year = number(b[12..<16]),
      let hour = number(b[17..<19]), let minute = number(b[20..<22]),
      let second = number(b[23..<25]), let month = months.firstIndex(of: Array(b[8..<11]))
    else { return nil }
    guard hour < 24, minute < 60, second <= 60, day >= 1, day <= days(in: month + 1, of: year)
    else { return nil }
    let date = daysSince1970(year: year, month: month + 1, day: day)
    return Int64(date) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var n = 0
    for d in digits {
      guard d >= 0x30, d <= 0x39 else { return nil }
      n = n * 10 + Int(d - 0x30)
    }
    return n
  }

  private static func isLeap(_ year: Int) -> Bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    var total = day - 1
    for m in 1..<month { total += days(in: m, of: year) }
    return total + (year - 1970) * 365 + leapYears(before: year) - leapYears(before: 1970)
  }

  /// Leap years since 400 years before the year 0, so that no division is of a negative number.
  private static func leapYears(before year: Int) -> Int {
    let y = year + 399
    return y / 4 - y / 100 + y / 400
  }
}

/// How large the request is that sends audio.
public enum RequestBody {
  /// Bytes around the file in a form body: boundaries, part headers, the other fields.
  ///
  /// A known provider limit is compared with the whole request (clause
  /// BULK.limit-counts-the-request).
  public static let overhead = 1_024
  /// Bytes of a WAV header before its samples.
  public static let header = 44
  /// Bytes of one sample.
  public static let bytesPerSample = 2

  /// The size of the request that sends a WAV of so many samples.
  public static func bytes(samples: Int) -> Int { header + samples * bytesPerSample + overhead }

  /// The most samples that fit in a body of so many bytes; 0 when not even the wrapping fits.
  public static func samples(fitting bytes: Int) -> Int {
    max(0, (bytes - header - overhead) / bytesPerSample)
  }
}
