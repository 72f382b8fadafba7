import Arguments
import Choices
import Contract

/// How a seed is read and written.
enum FuzzSeed {
  /// Reads a decimal number, `0x` and up to sixteen digits, or the forty digits of a commit.
  static func read(_ text: String) throws(ValueProblem) -> UInt64 {
    if text.utf8.count == 40 { return try commit(text) }
    let isHexadecimal = text.hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : text[...]
    guard !digits.hasPrefix("+"), let seed = UInt64(digits, radix: isHexadecimal ? 16 : 10) else {
      throw ValueProblem(
        "must be a whole number below 2^64, 0x and up to 16 digits, or the 40 digits of a commit")
    }
    return seed
  }

  /// Folds the digits of a commit.
  private static func commit(_ text: String) throws(ValueProblem) -> UInt64 {
    var words: [UInt64] = []
    var rest = text[...]
    while !rest.isEmpty {
      let part = rest.prefix(10)
      guard !part.hasPrefix("+"), !part.hasPrefix("-"), let word = UInt64(part, radix: 16) else {
        throw ValueProblem("must have hexadecimal digits only where it has 40 of them")
      }
      words.append(word)
      rest = rest.dropFirst(10)
    }
    return words.reduce(0) { Draw.word(seed: $0, key: Key(high: 40, low: $1)) }
  }

  /// A seed that nobody has chosen.
  static func fresh() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

  /// `0x` and sixteen digits.
  static func text(_ seed: UInt64) -> String { "0x" + TraceHash.hexadecimal(seed) }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
