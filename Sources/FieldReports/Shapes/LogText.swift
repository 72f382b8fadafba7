/// The bytes of an input as clean UTF-8, and what had to be done for that.
struct LogText {
  var bytes: [UInt8]
  var remarks: [LogRemark] = []

  /// - Throws: why this is no text.
  init(_ raw: [UInt8], limits: LogLimits) throws(LogRefusal) {
    guard !raw.isEmpty else { throw .empty }
    guard raw.count <= limits.bytes else {
      throw .tooLarge(bytes: raw.count, limit: limits.bytes)
    }
    if let what = Self.knownFormat(raw) { throw .binary(what: what, line: 1, column: 1) }
    bytes = raw
    if let isLittle = Self.utf16IsLittleEndian(raw) {
      bytes = Self.utf8(fromUTF16: raw, littleEndian: isLittle)
      remarks.append(.convertedFromUTF16)
    } else if raw.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
    }
    if let zero = bytes.firstIndex(of: 0) {
      let before = bytes[..<zero]
      let line = before.reduce(into: 1) { if $1 == 0x0A { $0 += 1 } }
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      throw .binary(what: nil, line: line, column: zero - start + 1)
    }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
      bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
      remarks.append(.replacedInvalidUTF8)
    }
  }

  /// Formats that people attach instead of a log, by their first bytes.
  private static func knownFormat(_ raw: [UInt8]) -> String? {
    let known: [([UInt8], String)] = [
      ([0x50, 0x4B, 0x03, 0x04], "a zip archive"), ([0x1F, 0x8B], "a gzip archive"),
      (Array("RIFF".utf8), "a WAV file"), (Array("SQLite format 3".utf8), "a database"),
      (Array("%PDF".utf8), "a PDF file"), ([0x89, 0x50, 0x4E, 0x47], "an image"),
      ([0xFF, 0xD8, 0xFF], "an image"), (Array("bplist".utf8), "a binary property list"),
      ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ]
    return known.first { raw.starts(with: $0.0) }?.1
  }

  /// nil when it is not UTF-16. Without a mark, text shows itself by zeros in every other byte.
  private static func utf16IsLittleEndian(_ raw: [UInt8]) -> Bool? {
    if raw.starts(with: [0xFF, 0xFE]) { return true }
    if raw.starts(with: [0xFE, 0xFF]) { return false }
    let sample = raw.prefix(512)
    guard sample.count >= 8 else { return nil }
    var zeros = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index & 1] += 1 }
    let half = sample.count / 2
    if zeros[1] * 10 >= half * 7, zeros[0] == 0 { return true }
    if zeros[0] * 10 >= half * 7, zeros[1] == 0 { return false }
    return nil
  }

  private static func utf8(fromUTF16 raw: [UInt8], littleEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(raw.count / 2)
    var index = 0
    while index + 1 < raw.count {
      let (a, b) = (UInt16(raw[index]), UInt16(raw[index + 1]))
      let unit = littleEndian ? b << 8 | a : a << 8 | b
      if unit != 0xFEFF || !units.isEmpty { units.append(unit) }
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// Something that was done to an input so that it could be read.
public enum LogRemark: Hashable, Sendable {
  /// It was UTF-16.
  case convertedFromUTF16
  /// Some bytes were not UTF-8.
  case replacedInvalidUTF8
  /// Lines were longer than is read.
  case cutLines(Int)
  /// There were more lines than are read.
  case leftOutLines(Int)
  /// Times went back by more than a little, so often.
  case timesGoBack(Int)
  /// A night lies within the log, and its times name no day.
  case passedMidnight(Int)

  /// What was done, as a sentence without a full stop.
  public var words: String {
    switch self {
    case .convertedFromUTF16: "converted from UTF-16"
    case .replacedInvalidUTF8: "bytes that are not UTF-8 were replaced"
    case .cutLines(let n): "\(n) \(n == 1 ? "line was" : "lines were") longer than is read"
    case .leftOutLines(let n): "\(n) lines after the limit were left out"
    case .timesGoBack(let n):
      "times go back \(n == 1 ? "once" : "\(n) times"): nothing that depends on them is certain"
    case .passedMidnight(let n): "times pass midnight \(n == 1 ? "once" : "\(n) times")"
    }
  }
}
