/// A window that moves over a source, for those who look at single bytes.
///
/// Every question says what it wants where, and gets nothing where the source has ended: no offset
/// and no number out of a file can lead beyond it.
final class ByteWindow {
  /// Bytes that are kept at a time.
  private static let width = 1 << 16
  /// Larger than any file; what a header says is brought below it, so that sums never overflow.
  static let limit = 1 << 60

  let size: Int
  private let source: any ByteSource
  private var bytes = [UInt8](repeating: 0, count: ByteWindow.width)
  private var start = 0
  private var count = 0

  init(_ source: any ByteSource) {
    self.source = source
    size = max(0, min(source.size, Self.limit))
  }

  /// The product of two numbers out of a file, none of them negative: at most ``limit``.
  static func product(_ one: Int, _ other: Int) -> Int {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? limit : min(product, limit)
  }

  /// One byte, or nothing at the end.
  func byte(_ offset: Int) -> UInt8? {
    if offset >= start, offset < start + count { return bytes[offset - start] }
    guard offset >= 0, offset < size else { return nil }
    // A little before the place as well, for those who look back.
    start = max(0, offset - 64)
    var target = bytes.mutableSpan
    count = max(0, min(source.read(at: start, into: &target), size - start))
    return offset < start + count ? bytes[offset - start] : nil
  }

  /// A number of up to eight bytes, at most ``limit``.
  func number(_ offset: Int, _ length: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= size - length else { return nil }
    var value: UInt64 = 0
    for index in 0..<length {
      guard let byte = byte(bigEndian ? offset + index : offset + length - 1 - index) else {
        return nil
      }
      value = value << 8 | UInt64(byte)
    }
    return Int(min(value, UInt64(Self.limit)))
  }

  func little(_ offset: Int, _ length: Int) -> Int? { number(offset, length, bigEndian: false) }
  func big(_ offset: Int, _ length: Int) -> Int? { number(offset, length, bigEndian: true) }

  /// Whether the letters of a text stand at an offset.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    has(Array("\(text)".utf8), at: offset)
  }

  func has(_ wanted: [UInt8], at offset: Int) -> Bool {
    for (index, wanted) in wanted.enumerated() where byte(offset + index) != wanted {
      return false
    }
    return true
  }

  /// Four printable letters that name a chunk or a box; nothing where there are none.
  func tag(_ offset: Int) -> String? {
    var text = ""
    for index in 0..<4 {
      // Apple's own names of metadata begin with a copyright sign in Latin 1.
      guard let byte = byte(offset + index),
        byte >= 0x20 && byte < 0x7F || byte == 0xA9 && index == 0
      else { return nil }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  /// Whether there are only zeros in a range, the empty one included.
  func isZero(_ range: Range<Int>) -> Bool {
    for offset in range where byte(offset) != 0 { return false }
    return true
  }
}
