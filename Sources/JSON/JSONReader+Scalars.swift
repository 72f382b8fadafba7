extension JSONReader {
  /// Reads a number at the cursor and decides whether it is an exact integer.
  mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    try readDigits()
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw error(.leadingZero, at: firstDigit)
    }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try readDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
    // Only ASCII stands between the two places, so decoding cannot repair anything.
    let literal = String(decoding: bytes[start..<position], as: UTF8.self)
    let isMinusZero = isNegative && bytes[firstDigit] == UInt8(ascii: "0")
    if isWhole, !isMinusZero, let integer = Int64(literal) { return .integer(integer) }
    return .number(JSONNumber(checked: literal))
  }

  private mutating func readDigits() throws(JSONError) {
    let start = position
    while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw unexpected(expected: "a digit") }
  }

  /// Reads a string whose opening quote is at the cursor.
  mutating func readString() throws(JSONError) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = try decoded(bytes.span.extracting(start..<position), from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        return try readEscapedString(from: start)
      case 0x00..<0x20:
        throw error(.controlCharacter(bytes[position]), at: position)
      default:
        position += 1
      }
    }
    throw unexpected(expected: "the closing quote of a string")
  }

  /// Continues a string at its first backslash, now collecting bytes one by one.
  private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
    var collected = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        // An escape adds whole characters only, so the bytes are UTF-8 exactly if the raw are.
        let text = try decoded(collected.span, from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        try readEscape(into: &collected)
      case 0x00..<0x20:
        throw error(.controlCharacter(byte), at: position)
      default:
        collected.append(byte)
        position += 1
      }
    }
    throw unexpected(expected: "the closing quote of a string")
  }

  private mutating func readEscape(into collected: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw unexpected(expected: "the rest of an escape") }
    switch bytes[position] {
    case UInt8(ascii: "\""): collected.append(0x22)
    case UInt8(ascii: "\\"): collected.append(0x5C)
    case UInt8(ascii: "/"): collected.append(0x2F)
    case UInt8(ascii: "b"): collected.append(0x08)
    case UInt8(ascii: "f"): collected.append(0x0C)
    case UInt8(ascii: "n"): collected.append(0x0A)
    case UInt8(ascii: "r"): collected.append(0x0D)
    case UInt8(ascii: "t"): collected.append(0x09)
    case UInt8(ascii: "u"): return try readUnicodeEscape(into: &collected)
    default: throw error(.unknownEscape(bytes[position]), at: position)
    }
    position += 1
  }

  /// Reads the digits of a `\u` escape, and of its partner when it is half a surrogate pair.
  private mutating func readUnicodeEscape(into collected: inout [UInt8]) throws(JSONError) {
    let escape = position - 1
    position += 1
    var code = try readFourHexDigits()
    if code & 0xFC00 == 0xD800 {
      guard next == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "u")
      else { throw error(.loneSurrogate, at: escape) }
      position += 2
      let low = try readFourHexDigits()
      guard low & 0xFC00 == 0xDC00 else { throw error(.loneSurrogate, at: escape) }
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error(.loneSurrogate, at: escape) }
    collected.append(contentsOf: scalar.utf8)
  }

  private mutating func readFourHexDigits() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      switch next {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(next - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(next - 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(next - 0x37)
      default: throw unexpected(expected: "a hexadecimal digit")
      }
      position += 1
    }
    return code
  }

  /// The bytes as a string, or the place of the first that is not UTF-8.
  private func decoded(_ text: Span<UInt8>, from start: Int) throws(JSONError) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: text))
    } catch {
      throw invalidUTF8(from: start)
    }
  }

  private func invalidUTF8(from start: Int) -> JSONError {
    var place = start
    var rest = bytes[start..<position].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let character) = parser.parseScalar(from: &rest) {
      place += character.count
    }
    return error(.invalidUTF8, at: place)
  }
}
