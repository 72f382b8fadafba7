import Contract

/// What was put into a field, one text after the other.
struct TypedCheck: RunCheck {
  let field: Target
  let recording: RecordingID
  let words: WordsCheck
  private var texts: [String] = []
  private var last: Nanoseconds?

  init(field: Target, recording: RecordingID, _ words: WordsCheck) {
    self.field = field
    self.recording = recording
    self.words = words
  }

  func expected(_ end: RunEnd) -> String {
    let parts = words.expected(recording, end.spoken).joined(separator: ", ")
    return "what is typed into field \(field.rawValue) \(parts)"
  }

  mutating func observe(_ record: TraceRecord) {
    guard case .did(.landed(field, let text)) = record.what else { return }
    texts.append(text)
    last = record.at.monotonic
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    words.fault(texts.joined(separator: " "), recording, end.spoken).map {
      Shortfall($0, at: last)
    }
  }
}
