import Contract

/// What a live transcript came to: its settled sentences in the order in which they stand, where
/// they stand in the clip, and what it says is missing.
struct LiveCheck: RunCheck {
  /// What is disclosed at its end.
  enum Disclosure: Hashable, Sendable {
    /// Nothing is missing.
    case nothing
    /// Every spoken word that is in no sentence lies in a stretch that is said to be missing.
    case lost
    /// These words lie in such stretches.
    case words(WordRange)
  }

  let recording: RecordingID
  let words: WordsCheck
  /// How far a sentence may stand from where its words were spoken; nil where that does not matter.
  let placedWithin: Nanoseconds?
  let discloses: Disclosure?
  private var segments: [Segment] = []
  private var missing: [Span]?
  private var last: Nanoseconds?

  init(
    _ recording: RecordingID, _ words: WordsCheck, placedWithin: Nanoseconds?,
    discloses: Disclosure?
  ) {
    self.recording = recording
    self.words = words
    self.placedWithin = placedWithin
    self.discloses = discloses
  }

  private var clip: UInt16 { recording.rawValue }
  private var text: String { segments.map(\.text).joined(separator: " ") }

  func expected(_ end: RunEnd) -> String {
    var parts = words.expected(recording, end.spoken)
    if let placedWithin {
      parts.append("stands within \(placedWithin) of where its words were spoken")
    }
    switch discloses {
    case .nothing: parts.append("says that nothing is missing")
    case .lost: parts.append("says where the words are missing that it lacks")
    case .words(let range): parts.append("says that \(range.spelling(clip)) is missing")
    case nil: break
    }
    return "the live transcript of \(recording) " + parts.joined(separator: ", ")
  }

  mutating func observe(_ record: TraceRecord) {
    guard case .effect(.notice(.live(recording, let what))) = record.what else { return }
    switch what {
    case .settled(let segment):
      if let i = segments.firstIndex(where: { $0.id == segment.id }) {
        segments[i] = segment
      } else {
        segments.append(segment)
      }
    case .tail: return
    case .ended(let spans): missing = spans
    }
    last = record.at.monotonic
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    if let fault = words.fault(text, recording, end.spoken) { return Shortfall(fault, at: last) }
    if let fault = placedWithin.flatMap({ misplaced($0) }) { return Shortfall(fault) }
    return discloses.flatMap { undisclosed($0, end.spoken) }.map { Shortfall($0, at: last) }
  }

  // MARK: Places

  /// The first sentence that does not begin and end where its first and last word do.
  private func misplaced(_ tolerance: Nanoseconds) -> String? {
    let allowed = FormatReader.samples(tolerance)
    var isPlaced = false
    for segment in segments {
      let places = SpokenWords.places(in: segment.text, of: clip)
      guard let first = places.min(), let last = places.max() else { continue }
      isPlaced = true
      let (from, end) = (first * 8_000, last * 8_000 + 8_000)
      if !segment.from.isWithin(allowed, of: from) || !segment.end.isWithin(allowed, of: end) {
        let stands = "\(Self.seconds(segment.from)) … \(Self.seconds(segment.end))"
        return "\(TextCheck.shown(segment.text)) was spoken at \(Self.seconds(from)) … "
          + "\(Self.seconds(end)) and stands at \(stands)"
      }
    }
    return isPlaced ? nil : "no sentence with a spoken word is settled"
  }

  private static func seconds(_ samples: Int) -> String {
    // What an engine says of places may be anything, so it is not multiplied before it is divided.
    let (whole, rest) = samples.quotientAndRemainder(dividingBy: sampleRate)
    let digits = String(abs(rest) * 1_000 / sampleRate)
    let sign = samples < 0 && whole == 0 ? "-" : ""
    return "\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)s"
  }

  // MARK: What is missing

  private func undisclosed(_ disclosure: Disclosure, _ spoken: SpokenWords) -> String? {
    guard let missing else { return "it never ended" }
    let wanted: [Int]
    switch disclosure {
    case .nothing:
      return missing.isEmpty ? nil : "it says that \(Self.stretches(missing)) is missing"
    case .lost:
      let here = Set(SpokenWords.places(in: text, of: clip))
      wanted = spoken.places(of: clip).filter { !here.contains($0) }
    case .words(let range):
      wanted = spoken.places(of: clip).filter { range.contains($0) }
      if wanted.isEmpty { return "nothing of \(range.spelling(clip)) was ever spoken" }
    }
    let absent = wanted.first { place in
      let middle = place * 8_000 + 4_000
      return !missing.contains { $0.clip == clip && middle >= $0.from && middle < $0.end }
    }
    guard let absent else { return nil }
    let said = missing.isEmpty ? "nothing" : Self.stretches(missing)
    return "\(SpokenWords.spelling(clip: clip, absent)) is not in what it says is missing: \(said)"
  }

  private static func stretches(_ spans: [Span]) -> String {
    spans.map { "\(seconds($0.from)) … \(seconds($0.end))" }.joined(separator: ", ")
  }
}
