/// A value of a YAML file that is about to be written.
///
/// What stands on one line is a flow, as in the pack's own files; what does not fit, or is always
/// a block, has an element a line.
indirect enum Written: Hashable, Sendable {
  /// A word of the format, such as `start r1` or `500ms`: never in quotes.
  case word(String)
  /// Text that is only text, or a name: always in quotes.
  case quoted(String)
  /// Values in order.
  case list([Written], isBlock: Bool = false)
  /// Keys and values in order.
  case map([Entry], isBlock: Bool = false)

  /// A key with its value.
  struct Entry: Hashable, Sendable {
    var key: String
    var value: Written

    init(_ key: String, _ value: Written) {
      self.key = key
      self.value = value
    }
  }

  /// A number.
  static func number(_ n: some BinaryInteger) -> Written { .word("\(n)") }

  /// The columns that a line may have.
  private static let width = 100

  /// The value on one line.
  var flow: String {
    switch self {
    case .word(let text): return text
    case .quoted(let text): return Self.quote(text)
    case .list(let values, _): return "[" + values.map(\.flow).joined(separator: ", ") + "]"
    case .map(let entries, _):
      let parts = entries.map { Self.key($0.key) + ": " + $0.value.flow }
      return "{" + parts.joined(separator: ", ") + "}"
    }
  }

  /// The entries of a map as lines of a file, from a column on.
  static func lines(_ entries: [Entry], at indent: Int = 0) -> [String] {
    entries.flatMap { $0.value.lines(after: key($0.key) + ":", at: indent) }
  }

  /// The value behind a key or a dash, from a column on.
  private func lines(after start: String, at indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let line = margin + start + " " + flow
    if !isBlock && (line.utf8.count <= Self.width || !canBeBlock) { return [line] }
    switch self {
    case .word, .quoted: return [line]
    case .list(let values, _):
      return [margin + start] + values.flatMap { $0.element(at: indent + 2) }
    case .map(let entries, _): return [margin + start] + Self.lines(entries, at: indent + 2)
    }
  }

  /// An element of a block list: `- ` and the value, a map's first key on the same line.
  private func element(at indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let line = margin + "- " + flow
    guard canBeBlock, line.utf8.count > Self.width || isBlock, case .map(let entries, _) = self
    else { return [line] }
    var lines = Self.lines(entries, at: indent + 2)
    lines[0] = margin + "- " + lines[0].dropFirst(indent + 2)
    return lines
  }

  private var isBlock: Bool {
    switch self {
    case .word, .quoted: false
    case .list(let values, let isBlock): isBlock && !values.isEmpty
    case .map(let entries, let isBlock): isBlock && !entries.isEmpty
    }
  }

  private var canBeBlock: Bool {
    switch self {
    case .word, .quoted: false
    case .list(let values, _): !values.isEmpty
    case .map(let entries, _): !entries.isEmpty
    }
  }

  private static func key(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isPlain && !text.isEmpty && !text.hasPrefix("-") ? text : quote(text)
  }

  /// A text in double quotes, with the escapes that YAML has for them.
  static func quote(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default:
        // What a file may not hold as it is stands as an escape; a reader that refuses it says so.
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
          || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
        {
          out += "\\u" + SourceCheck.hexadecimal(scalar.value, digits: 4)
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }
}
