/// Reads lines as signs.
struct SignReader {
  private var tokenizer: Tokenizer
  private var labels: Labels
  private let patterns: [Pattern]
  private let numbers: ConceptNumbers
  private let mapping: SignMapping?
  /// Lines that put text somewhere, numbered, so that the same one twice is seen.
  private var wordings: [[UInt8]: Int] = [:]

  /// Beside one of these, a setting with its value is a setting that is used.
  private static let usingSettings: SignSet = [
    .recognitionBegan, .requestSent, .cleanupBegan, .fallbackBegan,
  ]

  init(mapping: SignMapping? = nil) {
    let lexicon = Lexicon.shared
    tokenizer = Tokenizer(lexicon.vocabulary)
    labels = Labels(lexicon.vocabulary)
    patterns = lexicon.patterns
    numbers = lexicon.numbers
    self.mapping = mapping
  }

  /// Appends what a line says to `sightings`.
  ///
  /// - Parameters:
  ///   - text: the message; `tag` is where it comes from, and helps when the message alone says
  ///     nothing, because many apps put the noun there and the verb in the message.
  mutating func read(
    _ bytes: [UInt8], message: Range<Int>, tag: Range<Int>, tagBytes: [UInt8]? = nil,
    line: Int, at: Int64?, into sightings: inout [Sighting]
  ) {
    tokenizer.read(tagBytes ?? bytes, tagBytes.map { 0..<$0.count } ?? tag)
    var context = Concepts()
    for token in tokenizer.tokens { context.formUnion(token.concepts) }
    let actor: Sighting.Actor = context.meets(numbers.keyboard) ? .keyboard : .app
    let isOfRecording = context.meets(numbers.take)
    tokenizer.read(bytes, message)
    noteForeignOwner(bytes, of: tagBytes ?? Array(bytes[tag]))
    var facts = LineFacts(tokenizer.tokens, numbers)
    if labels.namesFile(bytes, message) { facts.concepts.formUnion(numbers.file) }
    var signs =
      mapping?.signs(bytes[min(tag.lowerBound, message.lowerBound)..<message.upperBound]) ?? []
    if signs.isEmpty, !facts.concepts.isEmpty {
      signs = matches(facts)
      if signs.isEmpty, !context.isEmpty {
        facts.concepts.formUnion(context)
        signs = matches(facts)
      }
    }
    if signs.contains(where: { Self.usingSettings.contains($0) }),
      tokenizer.tokens.indices.dropLast().contains(where: { index in
        tokenizer.tokens[index].concepts.meets(numbers.settings)
          && tokenizer.tokens[index + 1].isValue
      })
    {
      signs.append(.settingUsed)
    }
    let namesSpeech = facts.concepts.meets(numbers.ofSpeech) || context.meets(numbers.ofSpeech)
    for sign in signs {
      let (value, whole) = facts.quantity(of: sign)
      let subject = labels.subject(
        of: sign, bytes, tokenizer.tokens, message: message, isOfRecording: isOfRecording)
      var sighting = Sighting(
        sign, line: line, at: at, value: value, whole: whole, subject: subject, actor: actor)
      sighting.isOfSpeech = namesSpeech
      if SignSet.delivering.contains(sign) { sighting.wording = wording(bytes[message]) }
      sightings.append(sighting)
    }
  }

  private mutating func wording(_ message: ArraySlice<UInt8>) -> Int? {
    let text = Array(message)
    if let known = wordings[text] { return known }
    guard wordings.count < 10_000 else { return nil }
    wordings[text] = wordings.count + 1
    return wordings.count
  }

  /// `clipboard changed by EXCEL.EXE` names another app, unless it is the one that writes the log.
  private mutating func noteForeignOwner(_ bytes: [UInt8], of tag: [UInt8]) {
    guard !tag.isEmpty,
      let mark = tokenizer.tokens.firstIndex(where: { $0.concepts.meets(numbers.by) }),
      mark + 1 < tokenizer.tokens.count
    else { return }
    let name = tokenizer.tokens[mark + 1].range
    guard name.count >= 3 else { return }
    let small = { (text: ArraySlice<UInt8>) in text.map { $0 | 0x20 } }
    let (owner, own) = (small(bytes[name]), small(tag[...]))
    let isOwn =
      owner.count <= own.count
      && (0...own.count - owner.count).contains { own[$0..<$0 + owner.count].elementsEqual(owner) }
    if !isOwn { tokenizer.noteForeign(at: mark, numbers.foreign) }
  }

  private func matches(_ facts: LineFacts) -> [Sign] {
    var signs: [Sign] = []
    for pattern in patterns
    where !signs.contains(pattern.sign) && pattern.matches(facts.concepts, first: facts.first) {
      signs.append(pattern.sign)
    }
    return signs
  }
}

/// Words of one app and the signs that they are, from whoever knows the app.
public struct SignMapping: Sendable {
  private let rows: [(text: [UInt8], sign: Sign)]

  /// Makes a mapping.
  ///
  /// - Parameter rows: a piece of a message, compared without regard to capitals, and the sign
  ///   that a line with it gives. A line that has such pieces is read by them alone.
  public init(_ rows: [(text: String, sign: Sign)]) {
    self.rows = rows.map { (Self.small($0.text.utf8), $0.sign) }
  }

  private static func small(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  func signs(_ message: ArraySlice<UInt8>) -> [Sign] {
    let line = Self.small(message)
    return rows.filter { row in
      !row.text.isEmpty && row.text.count <= line.count
        && (0...line.count - row.text.count).contains { start in
          line[start..<start + row.text.count].elementsEqual(row.text)
        }
    }.map(\.sign)
  }
}
