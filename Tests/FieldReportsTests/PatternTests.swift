import Testing

@testable import FieldReports

@Suite struct PatternTests {
  @Test func `every word of a pattern is in the vocabulary`() {
    let vocabulary = Vocabulary()
    for row in Pattern.rows {
      let pattern = Pattern(row, vocabulary)
      #expect(pattern.unknown.isEmpty, "\(row.words)")
    }
    #expect(vocabulary.numbers.count <= Concepts.capacity)
  }

  @Test func `every pattern gives its sign for the line that stands beside it`() throws {
    let vocabulary = Vocabulary()
    let numbers = ConceptNumbers(vocabulary)
    for row in Pattern.rows {
      var tokenizer = Tokenizer(vocabulary)
      let bytes = Array(row.like.utf8)
      tokenizer.read(bytes, 0..<bytes.count)
      let facts = LineFacts(tokenizer.tokens, numbers)
      let pattern = Pattern(row, vocabulary)
      #expect(
        pattern.matches(facts.concepts, first: facts.first),
        "\(row.sign): \(row.words) ← \(row.like)")
    }
  }

  @Test func `every sign that a log can give has a pattern or a reader of its own`() {
    let read = Set(Pattern.rows.map(\.sign))
    let derived: Set<Sign> = [.settingUsed]
    #expect(Set(Sign.allCases).subtracting(read).subtracting(derived).isEmpty)
  }
}
