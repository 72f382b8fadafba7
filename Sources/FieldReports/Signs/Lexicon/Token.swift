/// A word or a number of a message.
struct Token {
  /// What a number counts.
  enum Unit: UInt8 {
    case none, nanoseconds, microseconds, milliseconds, seconds, minutes, hours
    case bytes, kilobytes, megabytes, kibibytes, mebibytes
    case characters, frames, percent
  }

  /// Which words of the vocabulary it is; empty for numbers and words that mean nothing here.
  var concepts = Concepts()
  /// A number in thousandths; nil for words.
  var number: Int64?
  var unit = Unit.none
  /// Where it stands in the message.
  var range: Range<Int>
  /// Letters and digits mixed, or digits with leading zeros: a name and no number.
  var isName = false
  /// Stands behind `=` or `:`.
  var isValue = false

  /// The number as a length of time in milliseconds, where its unit is one.
  var milliseconds: Int64? {
    guard let number else { return nil }
    switch unit {
    case .nanoseconds: return number / 1_000_000_000
    case .microseconds: return number / 1_000_000
    case .milliseconds: return number / 1_000
    case .seconds: return number
    case .minutes: return number.times(60)
    case .hours: return number.times(3_600)
    case .none, .bytes, .kilobytes, .megabytes, .kibibytes, .mebibytes, .characters, .frames,
      .percent:
      return nil
    }
  }

  /// The number as a size in bytes, where its unit is one.
  var bytes: Int64? {
    guard let number else { return nil }
    switch unit {
    case .bytes: return number / 1_000
    case .kilobytes: return number
    case .megabytes: return number.times(1_000)
    case .kibibytes: return (number / 1_000).times(1_024)
    case .mebibytes: return (number / 1_000).times(1_048_576)
    case .none, .nanoseconds, .microseconds, .milliseconds, .seconds, .minutes, .hours,
      .characters, .frames, .percent:
      return nil
    }
  }

  /// The number without a fraction.
  var whole: Int64? { number.map { $0 / 1_000 } }
}

/// A set of words of the vocabulary.
struct Concepts: Hashable {
  private var bits: SIMD8<UInt64> = .zero

  static let capacity = 512

  init() {}

  init(_ index: Int) { insert(index) }

  var isEmpty: Bool { bits == .zero }

  mutating func insert(_ index: Int) { bits[index >> 6] |= 1 << UInt64(index & 63) }

  mutating func formUnion(_ other: Concepts) { bits |= other.bits }

  func contains(_ other: Concepts) -> Bool { bits & other.bits == other.bits }

  func meets(_ other: Concepts) -> Bool { bits & other.bits != .zero }
}
