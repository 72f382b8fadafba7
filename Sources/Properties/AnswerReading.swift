import Contract
import JSON

/// What a try to recognize a stretch of audio came to, as the contract reads it.
enum LeafOutcome: UInt8, Sendable {
  /// Nothing has been decided yet.
  case pending
  /// A text that may be taken.
  case accepted
  /// A text that may be taken or refused: the contract leaves it open.
  case doubtful
  /// It worked, and there was no text in it.
  case empty
  /// A whole body that is no answer.
  case unfit
  /// A status that allows one try.
  case permanent
  /// A status that allows three.
  case transient
  /// No answer: the connection or the time ran out.
  case lost
  /// The body of a 200 broke off or never came.
  case bodyLost
  /// 413.
  case rejected
  /// A status that the policy does not list.
  case unlisted
  /// A body above the cap.
  case oversize
  /// The engine on the device failed, hung or was given up.
  case localFailed
  /// Cutting it out failed or was given up.
  case exportFailed

  /// Whether the same stretch may be tried again in this attempt.
  var mayBeTriedAgain: Bool {
    switch self {
    case .pending, .transient, .lost, .bodyLost: true
    case .accepted, .doubtful, .empty, .unfit, .permanent, .rejected, .unlisted, .oversize,
      .localFailed, .exportFailed:
      false
    }
  }
}

/// A body of a 200, read as the contract says.
struct AnswerReading: Sendable {
  var outcome: LeafOutcome
  /// The text that may be taken.
  var text = ""
  /// Whether the text, or the body, looks like JSON and is to be kept as it is.
  var isLiteral = false
  /// Whether the contract leaves it open if the body is an answer at all, text in it or not.
  var isOpenToDoubt = false

  /// Reads the answer to an upload.
  init(_ body: Body, _ settings: Settings) {
    guard let raw = body.text else {
      self.init(unfit: ())
      return
    }
    switch Media(body.contentType) {
    case .plain: self.init(text: raw, .accepted, isLiteral: Self.looksLikeJSON(raw))
    case .unnamed:
      self.init(text: raw, .doubtful, isLiteral: Self.looksLikeJSON(raw))
      isOpenToDoubt = true
    case .json:
      guard let text = Self.field(of: raw, Self.extras(settings)) else {
        self.init(unfit: ())
        return
      }
      self.init(text: text, .accepted, isLiteral: Self.looksLikeJSON(text))
    case .other: self.init(unfit: ())
    }
  }

  private init(unfit: Void) { outcome = .unfit }

  /// Takes a text as it is; one without a word is none.
  init(text: String, _ outcome: LeafOutcome, isLiteral: Bool = false) {
    self.text = text
    self.outcome = text.hasWords ? outcome : .empty
    self.isLiteral = isLiteral
  }

  /// The text of a cleanup; nil where raw is the result.
  static func cleaned(_ body: Body) -> String? {
    guard let raw = body.text else { return nil }
    switch Media(body.contentType) {
    case .plain, .unnamed: return raw.hasWords ? raw : nil
    case .other: return nil
    case .json:
      guard let value = read(raw), let text = value["text"]?.string, text.hasWords else {
        return nil
      }
      if let reason = value["finish_reason"] {
        guard let word = reason.string, word == "stop" || word.lowercased() == "stop" else {
          return nil
        }
      }
      return text
    }
  }

  private enum Media {
    case plain, json, other, unnamed

    init(_ contentType: String?) {
      guard let contentType else {
        self = .unnamed
        return
      }
      // What servers mostly say needs no reading.
      if contentType == "application/json" || contentType == "application/json; charset=utf-8" {
        self = .json
        return
      }
      let end = contentType.firstIndex(of: ";") ?? contentType.endIndex
      let type = contentType[..<end].lowercased().filter { $0 != " " && $0 != "\t" }
      if type == "text/plain" {
        self = .plain
      } else if type == "application/json" || type.hasSuffix("+json") {
        self = .json
      } else {
        self = .other
      }
    }
  }

  /// The fields that a provider is known to add to its envelope.
  private static func extras(_ settings: Settings) -> [String] {
    guard case .cloud(let provider) = settings.recognizer else { return [] }
    switch provider {
    case .openai, .groq: return ["usage", "x_groq"]
    case .deepgram, .soniox: return []
    }
  }

  private static func field(of text: String, _ extras: [String]) -> String? {
    guard let members = read(text)?.members else { return nil }
    for member in members where member.key != "text" && !extras.contains(member.key) { return nil }
    return members.first { $0.key == "text" }?.value.string
  }

  private static func read(_ text: String) -> JSONValue? {
    do { return try JSONValue(reading: text) } catch { return nil }
  }

  private static func looksLikeJSON(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { !$0.isBlank }) else {
      return false
    }
    return first == "{" || first == "["
  }
}

extension String {
  /// Whether anything but blanks is in it.
  var hasWords: Bool { unicodeScalars.contains { !$0.isBlank } }

  /// Whether it says the same as another text: blanks between words and at the ends do not count.
  func saysSame(as other: String) -> Bool {
    if self == other { return true }
    if let plain = saysSamePlainly(as: other) { return plain }
    var a = unicodeScalars.makeIterator()
    var b = other.unicodeScalars.makeIterator()
    var x = Self.next(&a, atStart: true)
    var y = Self.next(&b, atStart: true)
    while let one = x, let two = y {
      if one != two { return false }
      x = Self.next(&a, atStart: false, after: one)
      y = Self.next(&b, atStart: false, after: two)
    }
    let restIsBlank = x.map { $0 == " " && Self.next(&a, atStart: true) == nil } ?? true
    return restIsBlank && (y.map { $0 == " " && Self.next(&b, atStart: true) == nil } ?? true)
  }

  /// The same, told from the bytes; nil where one of them is no ASCII.
  private func saysSamePlainly(as other: String) -> Bool? {
    let a = utf8Span.span
    let b = other.utf8Span.span
    var i = Self.pastBlanks(a, 0)
    var j = Self.pastBlanks(b, 0)
    while i < a.count, j < b.count {
      guard a[i] < 0x80, b[j] < 0x80 else { return nil }
      if Self.isBlank(a[i]), Self.isBlank(b[j]) {
        i = Self.pastBlanks(a, i)
        j = Self.pastBlanks(b, j)
      } else {
        guard a[i] == b[j] else { return false }
        i += 1
        j += 1
      }
    }
    i = Self.pastBlanks(a, i)
    j = Self.pastBlanks(b, j)
    if i < a.count, a[i] >= 0x80 { return nil }
    if j < b.count, b[j] >= 0x80 { return nil }
    return i == a.count && j == b.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  private static func pastBlanks(_ bytes: Swift.Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, isBlank(bytes[at]) { at += 1 }
    return at
  }

  /// The next scalar, where any run of blanks is one blank and blanks at the start are none.
  private static func next(
    _ scalars: inout String.UnicodeScalarView.Iterator, atStart: Bool,
    after last: Unicode.Scalar? = nil
  ) -> Unicode.Scalar? {
    while let scalar = scalars.next() {
      guard scalar.isBlank else { return scalar }
      if !atStart, last != " " { return " " }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether it is white space; the table of Unicode is asked only where a glance does not tell.
  fileprivate var isBlank: Bool {
    value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
  }
}
