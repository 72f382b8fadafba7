/// Vocabulary and patterns, made once.
struct Lexicon: Sendable {
  let vocabulary: Vocabulary
  let patterns: [Pattern]
  let numbers: ConceptNumbers

  static let shared = Lexicon()

  private init() {
    let vocabulary = Vocabulary()
    self.vocabulary = vocabulary
    patterns = Pattern.rows.map { Pattern($0, vocabulary) }
    numbers = ConceptNumbers(vocabulary)
  }
}
