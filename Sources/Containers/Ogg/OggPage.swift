/// One page of an Ogg file.
struct OggPage: Hashable {
  let offset: Int
  let end: Int
  let body: Int
  let serial: Int
  let sequence: Int
  /// How far the sound has come with the last packet that ends here; nil where none does.
  let granule: Int?
  let isFirst: Bool
  let isLast: Bool

  /// Why there is no page.
  enum Failure: Hashable, Error {
    /// No page begins here.
    case none
    /// One begins, and the file ends before it does.
    case cut
    /// One begins and does not have its checksum.
    case checksum(end: Int)
  }

  /// Bytes before the table of a page.
  private static let head = 27

  init(_ window: ByteWindow, at offset: Int) throws(Failure) {
    guard window.has("OggS", at: offset) else {
      // The first letters of a page that the end of the file cuts.
      let rest = window.size - offset
      if rest > 0, rest < 4, window.has(Array("OggS".utf8.prefix(rest)), at: offset) { throw .cut }
      throw .none
    }
    guard let version = window.byte(offset + 4), let flags = window.byte(offset + 5),
      let count = window.byte(offset + 26)
    else { throw .cut }
    guard version == 0 else { throw .none }
    body = offset + Self.head + Int(count)
    var length = 0
    for index in 0..<Int(count) {
      guard let piece = window.byte(offset + Self.head + index) else { throw .cut }
      length += Int(piece)
    }
    end = body + length
    guard end <= window.size else { throw .cut }
    guard Self.checksum(window, offset, end) == window.little(offset + 22, 4) else {
      throw .checksum(end: end)
    }
    self.offset = offset
    serial = window.little(offset + 14, 4) ?? 0
    sequence = window.little(offset + 18, 4) ?? 0
    let position = window.little(offset + 6, 8) ?? 0
    granule = position >= ByteWindow.limit ? nil : position
    isFirst = flags & 2 != 0
    isLast = flags & 4 != 0
  }

  /// Over the whole page, with its own field as zeros.
  private static func checksum(_ window: ByteWindow, _ start: Int, _ end: Int) -> Int {
    var value: UInt32 = 0
    for offset in start..<end {
      let isField = start + 22..<start + 26 ~= offset
      value = Checksum.next(value, isField ? 0 : window.byte(offset) ?? 0, Checksum.page)
    }
    return Int(value)
  }
}
