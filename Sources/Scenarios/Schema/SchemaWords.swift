/// Values that are words: text, identifiers, words of a fixed list, truth.
extension DiagnosticLog {
  /// Reads text for people, on one line or several.
  public func text(_ node: YAMLNode, _ name: String) -> String? {
    guard let scalar = scalar(node, name, expected: "text") else { return nil }
    if !scalar.isQuoted, ["~", "null", "Null", "NULL"].contains(scalar.text) {
      report(
        .missingValue, at: node.position, "'\(name)' has no value",
        hint: "put it in quotes if the word itself is meant")
      return nil
    }
    return scalar.text
  }

  /// Reads one word of a fixed list as the case it is the raw value of.
  public func word<Word>(_ node: YAMLNode, _ name: String, as type: Word.Type) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard
      let scalar = scalar(
        node, name, expected: "one of \(list(Word.allCases.map(\.rawValue)))")
    else { return nil }
    if let word = Word(rawValue: scalar.text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let nearest = Suggestion.nearest(to: scalar.text, among: words)
    report(
      .unknownWord, at: node.position, "'\(name)' cannot be '\(scalar.text)'",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "expected one of \(list(words))")
    return nil
  }

  /// Reads `true` or `false`; no other spelling is one of them, and neither is one in quotes.
  public func boolean(_ node: YAMLNode, _ name: String) -> Bool? {
    guard let scalar = scalar(node, name, expected: "true or false") else { return nil }
    if !scalar.isQuoted {
      if scalar.text == "true" { return true }
      if scalar.text == "false" { return false }
    }
    report(
      .badBoolean, at: node.position, "'\(name)' should be true or false",
      hint: scalar.isQuoted ? "without quotes" : "'\(scalar.text)' is neither")
    return nil
  }

  /// Reads an identifier of the form `words-with-hyphens`, in parts that dots separate.
  ///
  /// - Parameter form: what the parts must look like.
  public func identifier(_ node: YAMLNode, _ name: String, form: IdentifierForm) -> String? {
    guard let scalar = scalar(node, name, expected: form.description) else { return nil }
    if form.accepts(scalar.text) { return scalar.text }
    report(
      .badIdentifier, at: node.position, "'\(scalar.text)' is not \(form.description)")
    return nil
  }
}

/// The forms of permanent ids.
public enum IdentifierForm: Sendable, Hashable {
  /// `REQUEST.413-bounded`: a family in capitals, a dot, words with hyphens.
  case clause
  /// `long-recording-becomes-text`: words with hyphens.
  case words
  /// `request.413-nested`: words with hyphens, in at least two parts.
  case scenario
  /// `permanent-status.403`: words with hyphens, in one part or several.
  case dottedWords

  /// Ids longer than this are refused, so that they fit a line of a report.
  static let longest = 80

  var description: String {
    switch self {
    case .clause: "a clause id of the form 'FAMILY.some-words'"
    case .words: "an id of the form 'some-words'"
    case .scenario: "an id of the form 'section.some-words'"
    case .dottedWords: "an id of the form 'some-words' or 'some-words.more'"
    }
  }

  /// Whether `text` has the form.
  public func accepts(_ text: String) -> Bool {
    guard text.utf8.count <= IdentifierForm.longest else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    switch self {
    case .clause:
      return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(isCapital)
        && isWords(parts[1])
    case .words: return parts.count == 1 && isWords(parts[0])
    case .scenario: return parts.count >= 2 && parts.allSatisfy(isWords)
    case .dottedWords: return parts.allSatisfy(isWords)
    }
  }

  private func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private func isWords(_ part: Substring.UTF8View) -> Bool {
    var afterHyphen = true
    for byte in part {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        afterHyphen = false
      case UInt8(ascii: "-"):
        if afterHyphen { return false }
        afterHyphen = true
      default: return false
      }
    }
    return !afterHyphen
  }
}
