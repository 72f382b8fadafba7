import Contract

// What the legs said, made one text: settled sentences, and a tail that may still change.
//
// Final words of an utterance are gathered until it ends; then they are one segment, with a name
// that no other leg can use. Words that come a second time are known by their place on the leg's
// clock. When a leg dies, its open words and its tail are settled as they stand, once: the audio
// they were heard in was handed on, so the next leg never hears it.

/// The text of a live session.
struct LiveTranscript: Hashable, Sendable {
  /// The stretches of the clip that settled segments cover, in order.
  private(set) var covered: [Span] = []
  /// Final words of the utterance under way.
  private var open: [Word] = []
  /// Words that may still change.
  private var tail: [Word] = []
  /// The end of the last final word on the leg's clock, in milliseconds.
  private var finalEnd = -1
  private var segments: UInt16 = 0
  private var shownTail = ""
  private var lastEnd = 0

  struct Word: Hashable, Sendable {
    var text: String
    var from: Int
    var end: Int
  }

  /// The longest text of a token that is believed to be one.
  private static let longest = 1_000

  /// A leg begins: its clock and its names are its own.
  mutating func begin() {
    finalEnd = -1
    segments = 0
  }

  /// Takes the words of a frame.
  ///
  /// - Parameter place: the position in the clip of a sample on the leg's clock.
  mutating func take(_ tokens: [LegToken], place: (Int) -> Int?) {
    tail.removeAll(keepingCapacity: true)
    for token in tokens where token.text.utf8.count <= Self.longest {
      guard let word = word(token, place) else { continue }
      if token.isFinal {
        if let end = token.end {
          guard end > finalEnd else { continue }
          finalEnd = end
        }
        open.append(word)
      } else {
        tail.append(word)
      }
    }
  }

  /// A word in its place; nil for one that cannot have been heard there.
  private func word(_ token: LegToken, _ place: (Int) -> Int?) -> Word? {
    guard let start = token.start, let end = token.end else {
      // Somewhere in what this leg was fed, behind what is settled.
      let at = max(open.last?.end ?? lastEnd, place(0) ?? lastEnd)
      return Word(text: token.text, from: at, end: at)
    }
    guard start >= 0, end > start, end < 1 << 40, let from = place(start * 16) else { return nil }
    // A word may end a little after what was fed: its last sound is still to come.
    let last = place(end * 16) ?? from + (end - start) * 16
    return Word(text: token.text, from: from, end: max(from, last))
  }

  /// Settles the words of the utterance under way; nil if there are none.
  mutating func settle(leg: LegNumber, within captured: Int) -> Segment? {
    guard let first = open.first, let last = open.last else { return nil }
    var text = ""
    Self.join(open, to: &text)
    open.removeAll(keepingCapacity: true)
    guard !text.isEmpty, segments < .max else { return nil }
    segments += 1
    let from = max(first.from, lastEnd)
    let end = max(from, min(last.end, captured))
    lastEnd = end
    if end > from { covered.append(Span(clip: 0, from: from, count: end - from)) }
    return Segment(SegmentID(leg: leg, number: segments), text, from: from, end: end)
  }

  /// Everything that a dying leg has said joins what is settled.
  mutating func fold() {
    open += tail
    tail.removeAll(keepingCapacity: true)
  }

  /// The unsettled words, if they are others than were last shown.
  mutating func changedTail() -> String? {
    var text = ""
    Self.join(open, to: &text)
    Self.join(tail, to: &text)
    guard text != shownTail else { return nil }
    shownTail = text
    return text
  }

  /// The stretches of the clip that no settled segment covers.
  func missing(of captured: Int, clip: UInt16) -> [Span] {
    var holes: [Span] = []
    var at = 0
    for span in covered {
      if span.from > at { holes.append(Span(clip: clip, from: at, count: span.from - at)) }
      at = max(at, span.end)
    }
    if captured > at { holes.append(Span(clip: clip, from: at, count: captured - at)) }
    return holes
  }

  /// Appends words, without the blanks that a text would begin with.
  private static func join(_ words: [Word], to text: inout String) {
    for word in words {
      if text.isEmpty, word.text.utf8.first == 32 {
        text += Substring(word.text.utf8.drop { $0 == 32 })
      } else {
        text += word.text
      }
    }
  }
}
