/// Looks through a file's bytes before any of them is understood: size, encoding, and the
/// characters that are refused wherever they stand.
enum SourceCheck {
  /// Every fault found, at most one a line and kind; empty when the bytes may be read as YAML.
  static func faults(in source: SourceText, limits: YAMLLimits) -> [Diagnostic] {
    let bytes = source.bytes
    if bytes.count > limits.bytes {
      let message = "the file has \(bytes.count) bytes; at most \(limits.bytes) are read"
      return [source.diagnostic(.fileTooLarge, at: .start, message, hint: "split it")]
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.prefix(4).contains(0) && bytes.count >= 2
    {
      return [
        source.diagnostic(
          .notUTF8, at: .start, "the file is not UTF-8; it looks like UTF-16 or UTF-32",
          hint: "save it as UTF-8")
      ]
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return [
        source.diagnostic(
          .byteOrderMark, at: .start, "the file begins with a byte order mark",
          hint: "save it as UTF-8 without one")
      ]
    }
    return characterFaults(in: source)
  }

  private static func characterFaults(in source: SourceText) -> [Diagnostic] {
    let bytes = source.bytes[...]
    var found: [Diagnostic] = []
    var place = SourcePosition.start
    var reported: [DiagnosticCode] = []  // on this line
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0x0A {
        place = SourcePosition(line: place.line + 1, column: 1)
        reported = []
        index += 1
        continue
      }
      var length = 1
      var fault: (code: DiagnosticCode, message: String, hint: String)?
      if byte < 0x20 || byte >= 0x7F {
        (fault, length) = judge(bytes, at: index)
      }
      if let fault, !reported.contains(fault.code) {
        reported.append(fault.code)
        found.append(source.diagnostic(fault.code, at: place, fault.message, hint: fault.hint))
        if found.count == DiagnosticLog.most { return found }
      }
      place.column += 1
      index += length
    }
    return found
  }

  /// What is wrong with the character at `index`, if anything, and its length in bytes.
  private static func judge(
    _ bytes: ArraySlice<UInt8>, at index: Int
  ) -> ((code: DiagnosticCode, message: String, hint: String)?, Int) {
    let (scalar, length) = UTF8Text.decode(bytes, at: index)
    guard let scalar else {
      let byte = "0x" + hexadecimal(UInt32(bytes[index]), digits: 2)
      return ((.invalidUTF8, "byte \(byte) is not UTF-8 here", "save the file as UTF-8"), 1)
    }
    let name = "U+" + hexadecimal(scalar.value, digits: 4)
    switch scalar.value {
    case 0x09: return ((.tab, "a tab stands here", "use spaces"), length)
    case 0x0D:
      if index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { return (nil, length) }
      return ((.controlCharacter, "a carriage return stands alone here", "remove it"), length)
    case 0x85, 0x2028, 0x2029:
      let message = "\(name) ends a line in some YAML versions only"
      return ((.foreignLineBreak, message, "use a plain line break"), length)
    case 0x00..<0x20, 0x7F..<0xA0:
      return ((.controlCharacter, "control character \(name) stands here", "remove it"), length)
    case 0xFEFF, 0xFFFE, 0xFFFF:
      return ((.controlCharacter, "\(name) is no character of text", "remove it"), length)
    default: return (nil, length)
    }
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
