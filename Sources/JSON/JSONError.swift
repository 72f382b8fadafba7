/// The first thing that keeps a text from being JSON, and exactly where it is.
public struct JSONError: Error, Hashable, Sendable {
  /// Bytes before the offending one; the length of the text when the text ends too early.
  public let offset: Int
  /// Line of the offending byte, from 1. Only a line feed ends a line.
  public let line: Int
  /// Column of the offending byte in Unicode scalars, from 1.
  public let column: Int
  /// What is wrong there.
  public let reason: Reason

  /// What can be wrong with a text.
  public enum Reason: Hashable, Sendable {
    /// The text is longer than the caller allows; nothing of it was read.
    case tooLarge(bytes: Int, limit: Int)
    /// Arrays and objects lie deeper in each other than the caller allows.
    case tooDeep(limit: Int)
    /// The text ends where something had to follow.
    case unexpectedEnd(expected: String)
    /// A byte that cannot stand here.
    case unexpected(byte: UInt8, expected: String)
    /// The value is complete and something follows that is not white space.
    case trailingContent
    /// The text begins with a byte order mark, which JSON does not allow.
    case byteOrderMark
    /// The object has this key already; the place is that of the second one.
    case duplicateKey(String)
    /// A number with a superfluous zero in front.
    case leadingZero
    /// A control character inside a string that had to be escaped.
    case controlCharacter(UInt8)
    /// A backslash before a byte that makes no escape.
    case unknownEscape(UInt8)
    /// One half of a surrogate pair without the other.
    case loneSurrogate
    /// Bytes that are not UTF-8.
    case invalidUTF8
  }

  init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
    self.reason = reason
    self.offset = offset
    var line = 1
    var column = 1
    for index in 0..<min(offset, bytes.count) {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
    // An offset inside a character belongs to the column of that character.
    if offset < bytes.count, bytes[offset] & 0xC0 == 0x80, column > 1 { column -= 1 }
    self.line = line
    self.column = column
  }
}

extension JSONError: CustomStringConvertible {
  /// The place and the reason: `3:14: the key "id" appears twice in one object`.
  public var description: String { "\(line):\(column): \(reason)" }

  /// The line to print about a file: `report.jsonl:3:14: error[json-duplicate-key]: …`.
  ///
  /// - Parameters:
  ///   - file: the name the user knows the text by.
  ///   - firstLine: the number of the line the text begins at, for texts that are one line of a
  ///     longer file.
  public func message(file: String, firstLine: Int = 1) -> String {
    "\(file):\(line + firstLine - 1):\(column): error[\(reason.code)]: \(reason)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// A permanent name for programs that read messages.
  public var code: String {
    switch self {
    case .tooLarge: "json-too-large"
    case .tooDeep: "json-too-deep"
    case .unexpectedEnd: "json-unexpected-end"
    case .unexpected: "json-unexpected"
    case .trailingContent: "json-trailing-content"
    case .byteOrderMark: "json-byte-order-mark"
    case .duplicateKey: "json-duplicate-key"
    case .leadingZero: "json-leading-zero"
    case .controlCharacter: "json-control-character"
    case .unknownEscape: "json-unknown-escape"
    case .loneSurrogate: "json-lone-surrogate"
    case .invalidUTF8: "json-invalid-utf8"
    }
  }

  /// The reason as one sentence without a full stop.
  public var description: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the text has \(bytes) bytes; at most \(limit) are read"
    case .tooDeep(let limit): "arrays and objects lie more than \(limit) deep in each other"
    case .unexpectedEnd(let expected): "the text ends where \(expected) must follow"
    case .unexpected(let byte, let expected):
      "\(Self.name(of: byte)) cannot stand where \(expected) must follow"
    case .trailingContent: "the value is complete, yet more follows"
    case .byteOrderMark: "the text begins with a byte order mark; save it without one"
    case .duplicateKey(let key): "the key \(JSONWriter.quoted(key)) appears twice in one object"
    case .leadingZero: "a number must not begin with a superfluous 0"
    case .controlCharacter(let byte):
      "\(Self.name(of: byte)) must be written as an escape inside a string"
    case .unknownEscape(let byte): "a backslash before \(Self.name(of: byte)) makes no escape"
    case .loneSurrogate: "one half of a surrogate pair stands without the other"
    case .invalidUTF8: "these bytes are not UTF-8"
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): "a line break"
    case UInt8(ascii: "\t"): "a tab"
    case 0x21...0x7E: "“\(Character(Unicode.Scalar(byte)))”"
    case 0x20: "a space"
    default: "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
