import Contract

/// A word of a clip, or a range of them from the first to the last.
struct WordRange: Hashable, Sendable {
  var first: Int
  var last: Int

  func contains(_ place: Int) -> Bool { place >= first && place <= last }

  func spelling(_ clip: UInt16) -> String {
    let spell = { (place: Int) in SpokenWords.spelling(clip: clip, place) }
    return first == last ? spell(first) : "\(spell(first)) … \(spell(last))"
  }
}

/// Which words of a recording a text that came bit by bit should hold.
struct WordsCheck: Hashable, Sendable {
  /// How often each word may be in it.
  typealias Often = HeardCheck.Accepted

  /// What the whole of it says; nil where that does not matter.
  var says: TextCheck?
  /// Spoken words that it has.
  var has: WordRange?
  /// Words that it has not.
  var lacks: WordRange?
  /// How often each spoken word is in it; nil for any.
  var words: Often?

  var isEmpty: Bool { says == nil && has == nil && lacks == nil && words == nil }

  /// What is expected, each part as the end of "it …".
  func expected(_ recording: RecordingID, _ spoken: SpokenWords) -> [String] {
    var parts: [String] = []
    if let says { parts.append("says \(says.says(recording, spoken))") }
    if let has { parts.append("has \(has.spelling(recording.rawValue))") }
    if let lacks { parts.append("lacks \(lacks.spelling(recording.rawValue))") }
    switch words {
    case .once: parts.append("has every spoken word once")
    case .atMostOnce: parts.append("has no word twice")
    case nil: break
    }
    return parts
  }

  /// What is wrong with a text; nil when nothing is.
  func fault(_ text: String, _ recording: RecordingID, _ spoken: SpokenWords) -> String? {
    let clip = recording.rawValue
    if let says, !says.isMet(by: text, of: recording, spoken) {
      return TextCheck.shown(text) + says.difference(text, of: recording, spoken)
    }
    let found = SpokenWords.places(in: text, of: clip)
    let here = Set(found)
    let all = spoken.places(of: clip)
    let spell = { (place: Int) in SpokenWords.spelling(clip: clip, place) }
    if let has {
      let wanted = all.filter { has.contains($0) }
      if wanted.isEmpty { return "nothing of \(has.spelling(clip)) was ever spoken" }
      if let absent = wanted.first(where: { !here.contains($0) }) {
        return "\(spell(absent)) is not in \(TextCheck.shown(text))"
      }
    }
    if let lacks, let present = found.first(where: { lacks.contains($0) }) {
      return "\(spell(present)) is in it"
    }
    guard let words else { return nil }
    var seen: Set<Int> = []
    if let twice = found.first(where: { !seen.insert($0).inserted }) {
      return "\(spell(twice)) is in it twice"
    }
    guard words == .once, let absent = all.first(where: { !here.contains($0) }) else { return nil }
    return "\(spell(absent)) is not in \(TextCheck.shown(text))"
  }
}
