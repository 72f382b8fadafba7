import Contract

// Expectations about what a person is told, and about where text arrives.

/// A message was given to the person, or was not.
struct ToldCheck: RunCheck {
  let topic: Topic
  let recording: RecordingID?
  /// How often; nil for at least once.
  let times: Int?
  private var count = 0
  private var last: Nanoseconds?

  init(_ topic: Topic, recording: RecordingID?, times: Int?) {
    self.topic = topic
    self.recording = recording
    self.times = times
  }

  func expected(_ end: RunEnd) -> String {
    let about = recording.map { " about \($0)" } ?? ""
    if times == 0 { return "the person is never told '\(topic.word)'\(about)" }
    return "the person is told '\(topic.word)'\(about)" + (times.map { " \($0) times" } ?? "")
  }

  mutating func observe(_ record: TraceRecord) {
    guard case .effect(.notice(.tell(let message))) = record.what, message.topic == topic,
      recording == nil || message.recording == recording
    else { return }
    count += 1
    last = record.at.monotonic
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    if let times { return count == times ? nil : Shortfall("told \(count) times", at: last) }
    return count > 0 ? nil : Shortfall("never told")
  }
}

/// Something was claimed of a recording, or was not.
struct ClaimCheck: RunCheck {
  let claim: ClaimWord
  let recording: RecordingID
  let should: Bool
  private var first: Nanoseconds?

  init(_ claim: ClaimWord, of recording: RecordingID, should: Bool) {
    self.claim = claim
    self.recording = recording
    self.should = should
  }

  func expected(_ end: RunEnd) -> String {
    "\(recording) is \(should ? "" : "never ")said to be \(claim.word)"
  }

  mutating func observe(_ record: TraceRecord) {
    guard first == nil, case .effect(.notice(let notice)) = record.what, isIt(notice) else {
      return
    }
    first = record.at.monotonic
  }

  private func isIt(_ notice: Notice) -> Bool {
    switch notice {
    case .claimDeleted(let all): return claim == .deleted && all.contains(recording)
    case .claim(recording, let said):
      switch said {
      case .saved: return claim == .saved
      case .succeeded: return claim == .succeeded
      case .failed: return claim == .failed
      case .cancelled: return claim == .cancelled
      case .delivered: return claim == .delivered
      }
    case .claim, .stop, .cancel, .abandon, .rebuild, .show, .tell, .leg, .live: return false
    }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    if should { return first == nil ? Shortfall("that was never said") : nil }
    return first.map { Shortfall("that was said", at: $0) }
  }
}

/// So many texts of a kind are in a field.
struct LandedCheck: RunCheck {
  let field: Target
  let recording: RecordingID
  /// What they say; nil for any text.
  let says: TextCheck?
  /// How many; nil for at least one.
  let times: Int?
  private var landed: [(text: String, at: Nanoseconds)] = []

  init(field: Target, recording: RecordingID, says: TextCheck?, times: Int?) {
    self.field = field
    self.recording = recording
    self.says = says
    self.times = times
  }

  func expected(_ end: RunEnd) -> String {
    let what = says.map { $0.says(recording, end.spoken) } ?? "text"
    let many = times.map { "\($0) times" } ?? "at least once"
    return "\(what) is in field \(field.rawValue) \(many)"
  }

  mutating func observe(_ record: TraceRecord) {
    guard case .did(.landed(field, let text)) = record.what else { return }
    landed.append((text, record.at.monotonic))
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    let fitting = landed.filter { says?.isMet(by: $0.text, of: recording, end.spoken) ?? true }
    if times.map({ fitting.count == $0 }) ?? !fitting.isEmpty { return nil }
    let texts = landed.map { TextCheck.shown($0.text) }.joined(separator: ", ")
    return Shortfall(
      landed.isEmpty ? "nothing landed there" : "in it landed \(texts)", at: landed.last?.at)
  }
}

/// What the clipboard holds at the end.
struct ClipboardCheck: RunCheck {
  /// The text; nil for what the person had there.
  let text: String?
  private var holds: String?
  private var at: Nanoseconds?

  init(_ text: String?) { self.text = text }

  /// What the world's person has on the clipboard when a case begins.
  static let found = "what the person had copied"

  func expected(_ end: RunEnd) -> String {
    "the clipboard holds " + (text.map { "\"\($0)\"" } ?? "what the person had copied")
  }

  mutating func observe(_ record: TraceRecord) {
    guard case .did(.clipboard(_, let text, _)) = record.what else { return }
    holds = text
    at = record.at.monotonic
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    let now = holds ?? Self.found
    return now == text ?? Self.found ? nil : Shortfall("it holds \(TextCheck.shown(now))", at: at)
  }
}
