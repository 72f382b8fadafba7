import Contract
import Testing

@Suite("The request policy")
struct RequestPolicyTests {
  @Test("Every status has the class the contract gives it")
  func classes() {
    for status: UInt16 in 0...700 {
      let wanted: StatusClass
      if status == 200 {
        wanted = .complete
      } else if status == 413 {
        wanted = .tooLarge
      } else if status == 408 || status == 429 || (status >= 500 && status < 600) {
        wanted = .transient
      } else if status >= 400 && status < 500 {
        wanted = .permanent
      } else {
        wanted = .invalid
      }
      #expect(RequestPolicy.classify(status: status) == wanted, "\(status)")
    }
  }

  @Test(
    "Each failure has its reason",
    arguments: [
      (200, .invalidAnswer), (202, .invalidAnswer), (206, .invalidAnswer), (302, .invalidAnswer),
      (400, .requestRefused), (401, .accessRefused), (402, .accessRefused), (403, .accessRefused),
      (404, .requestRefused), (409, .requestRefused), (422, .requestRefused), (408, .serviceBusy),
      (429, .serviceBusy), (500, .serviceBusy), (599, .serviceBusy), (413, .tooLarge),
      (600, .invalidAnswer),
    ] as [(UInt16, Reason)])
  func reasons(status: UInt16, reason: Reason) {
    #expect(RequestPolicy.reason(status: status) == reason)
  }

  @Test("The backoff doubles from half a second and never passes ten")
  func backoff() {
    let waits = (-1...8).map { RequestPolicy.backoff(failed: $0) }
    #expect(
      waits
        == [500, 500, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000].map {
          .milliseconds($0)
        })
    #expect(RequestPolicy.backoff(failed: .max) == Budgets.backoffCap)
    #expect(RequestPolicy.backoff(failed: .min) == .milliseconds(500))
  }

  /// 1994-11-06 08:49:37 UTC.
  static let then = Nanoseconds(784_111_777 * 1_000_000_000)

  static let forms: [(String, RetryAfter)] = [
    ("0", .seconds(0)), ("2", .seconds(2)), ("\t 7 \t", .seconds(7)), ("007", .seconds(7)),
    ("99999999999999999999999999", .seconds(1_000_000_000)),
    ("0.5", .fraction(.milliseconds(500))), ("1.000000001", .fraction(Nanoseconds(1_000_000_001))),
    ("1.0000000019", .fraction(Nanoseconds(1_000_000_001))), ("2.", .unusable), (".5", .unusable),
    ("1.2.3", .unusable), ("1,5", .unusable), ("-1", .unusable), ("+1", .unusable),
    ("1e3", .unusable), ("0x10", .unusable), ("1 2", .unusable), ("", .unusable),
    (" ", .unusable), ("soon", .unusable), ("٣", .unusable),
    ("Sun, 06 Nov 1994 08:49:37 GMT", .date(784_111_777)),
    ("  Sun, 06 Nov 1994 08:49:37 GMT ", .date(784_111_777)),
    ("Mon, 06 Nov 1994 08:49:37 GMT", .date(784_111_777)),
    ("Thu, 01 Jan 1970 00:00:00 GMT", .date(0)), ("Wed, 31 Dec 1969 23:59:59 GMT", .date(-1)),
    ("Tue, 29 Feb 2000 00:00:00 GMT", .date(951_782_400)),
    ("Thu, 29 Feb 2024 12:00:60 GMT", .date(1_709_208_060)),
    ("Fri, 31 Dec 9999 23:59:59 GMT", .date(253_402_300_799)),
    ("Sat, 01 Jan 0000 00:00:00 GMT", .date(-62_167_219_200)),
    ("Wed, 29 Feb 1900 00:00:00 GMT", .unusable), ("Sun, 31 Nov 1994 08:49:37 GMT", .unusable),
    ("Sun, 00 Nov 1994 08:49:37 GMT", .unusable), ("Sun, 06 Nov 1994 24:49:37 GMT", .unusable),
    ("Sun, 06 Nov 1994 08:60:37 GMT", .unusable), ("Sun, 06 Nov 1994 08:49:61 GMT", .unusable),
    ("Sun, 06 nov 1994 08:49:37 GMT", .unusable), ("Sun, 06 Nov 1994 08:49:37 UTC", .unusable),
    ("Xyz, 06 Nov 1994 08:49:37 GMT", .unusable), ("Sun 06 Nov 1994 08:49:37 GMT", .unusable),
    ("Sun, 6 Nov 1994 08:49:37 GMT", .unusable), ("Sunday, 06-Nov-94 08:49:37 GMT", .unusable),
    ("Sun Nov  6 08:49:37 1994", .unusable), ("Sun, 06 Nov 1994 08:49:37 GMTx", .unusable),
    ("Sun, 06 Nov +994 08:49:37 GMT", .unusable),
  ]

  @Test("Each form of Retry-After is read for what it says", arguments: 0..<forms.count)
  func form(place: Int) {
    let (text, read) = Self.forms[place]
    #expect(RetryAfter(text) == read, "'\(text)'")
  }

  @Test("A wait is what was asked for, at most ten seconds, else the backoff")
  func waits() {
    func wait(_ name: String, _ value: String, fractions: Bool = true) -> Nanoseconds {
      RequestPolicy.wait(
        failed: 2, head: Head(status: 429, headers: [Header("x", "1"), Header(name, value)]),
        wall: Self.then, readsFractions: fractions)
    }
    let backoff = Nanoseconds.seconds(1)
    for name in ["Retry-After", "retry-after", "RETRY-AFTER", "rEtRy-AfTeR"] {
      #expect(wait(name, "3") == .seconds(3), "\(name)")
    }
    for name in ["Retry_After", "RetryAfter", " Retry-After", "Retry-After2"] {
      #expect(wait(name, "3") == backoff, "\(name)")
    }
    #expect(wait("Retry-After", "0") == .zero)
    #expect(wait("Retry-After", "11") == Budgets.backoffCap)
    #expect(wait("Retry-After", "1000000000000000000000") == Budgets.backoffCap)
    #expect(wait("Retry-After", "0.25") == .milliseconds(250))
    #expect(wait("Retry-After", "0.25", fractions: false) == backoff)
    #expect(wait("Retry-After", "nonsense") == backoff)
    #expect(wait("Retry-After", "Sun, 06 Nov 1994 08:49:40 GMT") == .seconds(3))
    #expect(wait("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT") == .zero)
    #expect(wait("Retry-After", "Sun, 06 Nov 1994 08:49:30 GMT") == .zero)
    #expect(wait("Retry-After", "Sun, 06 Nov 1994 09:49:37 GMT") == Budgets.backoffCap)
    #expect(wait("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT") == Budgets.backoffCap)
    #expect(wait("Retry-After", "Sat, 01 Jan 0000 00:00:00 GMT") == .zero)
    #expect(
      RequestPolicy.wait(failed: 2, head: nil, wall: Self.then, readsFractions: true) == backoff)
  }

  @Test("The first of two headers counts, and no wall clock breaks the reading")
  func oddities() {
    let two = Head(status: 429, headers: [Header("Retry-After", "1"), Header("retry-after", "5")])
    #expect(
      RequestPolicy.wait(failed: 1, head: two, wall: Self.then, readsFractions: true)
        == .seconds(1))
    for text in ["Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 2260 23:59:59 GMT"] {
      #expect(
        RetryAfter(text).delay(at: Nanoseconds(.min), readsFractions: true)
          == .seconds(1_000_000_000))
    }
    let past = RetryAfter("Sat, 01 Jan 1700 00:00:00 GMT")
    #expect(past.delay(at: Nanoseconds(.max), readsFractions: true) == .zero)
  }

  @Test("Every day of four centuries is the day after the one before")
  func days() {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var last: Int64?
    var count = 0
    for year in 1970..<2370 {
      for month in 0..<12 {
        for day in 1...31 {
          let two = day < 10 ? "0\(day)" : "\(day)"
          let text = "Mon, \(two) \(names[month]) \(year) 00:00:00 GMT"
          guard case .date(let seconds) = RetryAfter(text) else { continue }
          if let last { #expect(seconds - last == 86_400, "\(text)") }
          last = seconds
          count += 1
        }
      }
    }
    #expect(count == 146_097)
  }

  @Test("A body's size and the samples that fit it belong together")
  func bodies() {
    #expect(RequestBody.bytes(samples: 16_000) == 44 + 32_000 + 1_024)
    for limit in [0, 44, 1_067, 1_068, 1_069, 1_070, 1_000_000, 25 << 20] {
      let samples = RequestBody.samples(fitting: limit)
      #expect(samples >= 0)
      if samples > 0 { #expect(RequestBody.bytes(samples: samples) <= limit) }
      #expect(RequestBody.bytes(samples: samples + 1) > limit)
    }
    #expect(RequestBody.samples(fitting: -5) == 0)
  }
}
