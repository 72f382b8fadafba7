/// A set of words that makes a line give a sign.
///
/// `"stop ask|press !refuse"` asks for a word of `stop`, for one of `ask` or of `press`, and that
/// no word of `refuse` is there. `^stop` asks that the line begins with it.
struct Pattern {
  /// A pattern as the tables have it: sign, words, and a line that it is for.
  typealias Row = (sign: Sign, words: String, like: String)

  let sign: Sign
  /// A line of some app that it is for; the tests read it.
  let like: String
  /// Every one of these words.
  private var all = Concepts()
  /// One of each of these.
  private var any: [Concepts] = []
  /// None of these.
  private var none = Concepts()
  /// The first word is one of these.
  private var first = Concepts()
  /// The words of the table that the vocabulary does not know; a mistake of ours, which a test
  /// looks for.
  private(set) var unknown: [String] = []

  init(_ row: Row, _ vocabulary: Vocabulary) {
    sign = row.sign
    like = row.like
    for part in row.words.split(separator: " ") {
      var part = part
      let isNone = part.hasPrefix("!")
      let isFirst = part.hasPrefix("^")
      if isNone || isFirst { part = part.dropFirst() }
      var set = Concepts()
      let names = part.split(separator: "|")
      for name in names {
        if let number = vocabulary.numbers[String(name)] {
          set.insert(number)
        } else {
          unknown.append(String(name))
        }
      }
      if isNone {
        none.formUnion(set)
      } else if isFirst {
        first = set
      } else if names.count == 1 {
        all.formUnion(set)
      } else {
        any.append(set)
      }
    }
  }

  func matches(_ line: Concepts, first word: Concepts) -> Bool {
    guard line.contains(all), !line.meets(none) else { return false }
    if !first.isEmpty, !word.meets(first) { return false }
    for set in any where !line.meets(set) { return false }
    return true
  }
}
