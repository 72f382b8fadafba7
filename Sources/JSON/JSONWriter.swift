/// A canonical JSON text, written piece by piece into one buffer.
///
/// Compact, in the order given, and with as few escapes as JSON allows, so that one value has one
/// text. Commas come by themselves. Several texts, each closed by ``endLine()``, make JSON Lines.
///
/// ```swift
/// var out = JSONWriter()
/// out.object { line in
///   line.member("kind", "case")
///   line.member("steps", 123)
/// }
/// out.endLine()
/// ```
public struct JSONWriter: Sendable {
  /// What has been written since the start or the last ``drain()``.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty writer.
  public init() {}

  /// The text so far. Everything written is UTF-8, so nothing is repaired here.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Hands over what has been written and starts again with the same memory.
  public mutating func drain(into sink: (borrowing [UInt8]) throws -> Void) rethrows {
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes an object; the closure writes its members.
  public mutating func object<E>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array; the closure writes its elements.
  public mutating func array<E>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a key; exactly one value must follow.
  public mutating func key(_ key: String) {
    comma()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    comma()
    quote(text)
  }

  /// Writes an integer.
  public mutating func integer(_ number: some BinaryInteger) {
    word(String(number))
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ flag: Bool) {
    word(flag ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null() {
    word("null")
  }

  /// Writes a whole value.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .integer(let number): integer(number)
    case .number(let number): word(number.literal)
    case .string(let text): string(text)
    case .array(let elements):
      array { out in
        for element in elements { out.value(element) }
      }
    case .object(let members):
      object { out in
        for member in members { out.member(member.key, member.value) }
      }
    }
  }

  /// Ends a line of JSON Lines; the next text starts on a line of its own.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func word(_ word: String) {
    comma()
    bytes.append(contentsOf: word.utf8)
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

extension JSONWriter {
  /// Writes a member that is a string.
  public mutating func member(_ key: String, _ text: String) {
    self.key(key)
    string(text)
  }

  /// Writes a member that is an integer.
  public mutating func member(_ key: String, _ number: some BinaryInteger) {
    self.key(key)
    integer(number)
  }

  /// Writes a member that is `true` or `false`.
  public mutating func member(_ key: String, _ flag: Bool) {
    self.key(key)
    bool(flag)
  }

  /// Writes a member that is an array of strings.
  public mutating func member(_ key: String, _ texts: [String]) {
    self.key(key)
    array { out in
      for text in texts { out.string(text) }
    }
  }

  /// Writes a member with any value.
  public mutating func member(_ key: String, _ value: JSONValue) {
    self.key(key)
    self.value(value)
  }

  /// The text as a JSON string with its quotes, for messages that must show it exactly.
  public static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.mustEscape) {
      for byte in text.utf8 { escape(byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    guard Self.mustEscape(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      bytes.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The canonical text.
  public var description: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}
