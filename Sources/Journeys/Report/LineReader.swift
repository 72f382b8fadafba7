import JSON

/// Reads the members of one line of a report, each exactly once and no other.
struct LineReader {
  let file: String
  let line: Int
  private var members: [JSONMember]
  private let path: String

  init(_ value: JSONValue, file: String, line: Int, path: String = "") throws(ReportError) {
    self.file = file
    self.line = line
    self.path = path
    guard case .object(let members) = value else {
      throw ReportError(
        file: file, line: line, code: "report-kind",
        "\(path.isEmpty ? "the line" : "“\(path)”") must be an object, and is \(value.kind)")
    }
    self.members = members
  }

  func error(_ code: String, _ message: String, hint: String? = nil) -> ReportError {
    ReportError(file: file, line: line, code: "report-\(code)", message, hint: hint)
  }

  private func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Takes a member that may be missing.
  mutating func optional(_ key: String) -> JSONValue? {
    guard let place = members.firstIndex(where: { $0.key == key }) else { return nil }
    return members.remove(at: place).value
  }

  /// Takes a member that must be there.
  mutating func value(_ key: String) throws(ReportError) -> JSONValue {
    guard let value = optional(key) else {
      throw error("missing-key", "the key “\(name(key))” is missing")
    }
    return value
  }

  func text(_ value: JSONValue, _ key: String) throws(ReportError) -> String {
    guard let text = value.string else { throw wrongKind(key, "a string", value) }
    return text
  }

  mutating func text(_ key: String) throws(ReportError) -> String {
    try text(try value(key), key)
  }

  mutating func optionalText(_ key: String) throws(ReportError) -> String? {
    guard let value = optional(key) else { return nil }
    return try text(value, key)
  }

  mutating func texts(_ key: String) throws(ReportError) -> [String] {
    let value = try value(key)
    guard let elements = value.elements else { throw wrongKind(key, "an array", value) }
    var texts: [String] = []
    for element in elements { texts.append(try text(element, key)) }
    return texts
  }

  /// Takes a whole number that is not negative.
  mutating func count(_ key: String) throws(ReportError) -> Int64 {
    let value = try value(key)
    guard let number = value.integer, number >= 0 else {
      throw wrongKind(key, "a whole number from 0", value)
    }
    return number
  }

  mutating func flag(_ key: String) throws(ReportError) -> Bool {
    let value = try value(key)
    guard let flag = value.bool else { throw wrongKind(key, "true or false", value) }
    return flag
  }

  /// Takes a word that must be one of a list.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, as type: Word.Type
  ) throws(ReportError) -> Word where Word.RawValue == String {
    let text = try text(key)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(
        "unknown-word", "“\(name(key))” is “\(printable(text))”, which is not known",
        hint: "known are \(known)")
    }
    return word
  }

  /// Takes an object, to be read member by member.
  mutating func object(_ key: String) throws(ReportError) -> LineReader {
    try LineReader(try value(key), file: file, line: line, path: name(key))
  }

  /// Takes the elements of an array of objects that may be missing.
  mutating func objects(_ key: String) throws(ReportError) -> [LineReader] {
    guard let value = optional(key) else { return [] }
    guard let elements = value.elements else { throw wrongKind(key, "an array", value) }
    var readers: [LineReader] = []
    for element in elements {
      readers.append(try LineReader(element, file: file, line: line, path: name(key)))
    }
    return readers
  }

  /// The members that nothing has taken, in order.
  var rest: [JSONMember] { members }

  /// Refuses whatever is left.
  func end() throws(ReportError) {
    guard let extra = members.first else { return }
    throw error("unknown-key", "the key “\(printable(name(extra.key)))” is not known here")
  }

  private func wrongKind(_ key: String, _ wanted: String, _ value: JSONValue) -> ReportError {
    error("kind", "“\(name(key))” must be \(wanted), and is \(value.kind)")
  }
}
