import Contract

/// What a text should say, compared word by word.
enum TextCheck: Hashable, Sendable {
  /// Every word that could be heard, once, in order.
  case allWords
  /// Those from the first place to the last, both included.
  case words(Int, Int)
  /// A beginning of all words, not empty.
  case someWords
  /// A beginning of all words, not empty, that ends before this place.
  case before(Int)
  /// Exactly these words.
  case literal(String)
  /// No text, or an empty one.
  case nothing

  /// What is expected of a text of a recording, for messages.
  func says(_ recording: RecordingID, _ spoken: SpokenWords?) -> String {
    let clip = recording.rawValue
    let spell = { (place: Int) in SpokenWords.spelling(clip: clip, place) }
    switch self {
    case .allWords:
      guard let spoken else { return "all words" }
      let words = spoken.places(of: clip).map { SpokenWords.spelling(clip: clip, $0) }
      return words.isEmpty ? "all words (there were none)" : Self.shown(words)
    case .words(let first, let last):
      return "\(spell(first)) … \(spell(last))"
    case .someWords: return "a beginning of all words"
    case .before(let place):
      return "a beginning that ends before \(SpokenWords.spelling(clip: clip, place))"
    case .literal(let text): return "\"\(text)\""
    case .nothing: return "no text"
    }
  }

  /// Whether a text is so.
  func isMet(by text: String?, of recording: RecordingID, _ spoken: SpokenWords) -> Bool {
    let words = Self.words(of: text ?? "")
    let clip = recording.rawValue
    let all = { spoken.places(of: clip) }
    let spelled = { (places: [Int]) in places.map { SpokenWords.spelling(clip: clip, $0) } }
    switch self {
    case .nothing: return words.isEmpty
    case .literal(let text): return words == Self.words(of: text)
    case .allWords: return words == spelled(all())
    case .words(let first, let last):
      return words == spelled(all().filter { $0 >= first && $0 <= last })
    case .someWords:
      return !words.isEmpty && words == spelled(Array(all().prefix(words.count)))
    case .before(let place):
      return !words.isEmpty
        && words == spelled(Array(all().filter { $0 < place }.prefix(words.count)))
    }
  }

  /// The words of a text, without the one full stop that a cleanup adds.
  static func words(of text: String) -> [String] {
    let body = text.hasSuffix(".") ? text.dropLast() : text[...]
    return body.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// A text for a message: whole if it is short, else its ends and its length.
  static func shown(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "no text" }
    return shown(words(of: text))
  }

  private static func shown(_ words: [String]) -> String {
    guard words.count > 8, let last = words.last else {
      return "\"\(words.joined(separator: " "))\""
    }
    return "\"\(words.prefix(3).joined(separator: " ")) … \(last)\" (\(words.count) words)"
  }

  /// What is wrong with a text that should hold certain words: missing, repeated, out of order.
  func difference(_ text: String?, of recording: RecordingID, _ spoken: SpokenWords) -> String {
    guard self == .allWords else { return "" }
    let clip = recording.rawValue
    let expected = spoken.places(of: clip).map { SpokenWords.spelling(clip: clip, $0) }
    let found = Self.words(of: text ?? "")
    let present = Set(found)
    let missing = expected.filter { !present.contains($0) }
    var seen: Set<String> = []
    let repeated = found.filter { !seen.insert($0).inserted }
    var parts: [String] = []
    if !missing.isEmpty { parts.append("missing \(Self.shown(missing))") }
    if !repeated.isEmpty { parts.append("repeated \(Self.shown(repeated))") }
    if parts.isEmpty, found != expected { parts.append("in another order or with other words") }
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
  }
}
