/// One box of an MP4 or M4A file: a length, four letters, and what it holds.
struct MovieBox: Hashable {
  let offset: Int
  let type: String
  let content: Int
  /// Where it ends by its own length; the end of the file where that is left open.
  let end: Int
  /// Whether its length is left open, as a box may that is the last.
  let isOpen: Bool

  /// Reads the box at an offset; nothing where its head is not whole or not one.
  init?(_ window: ByteWindow, at offset: Int) {
    guard let length = window.big(offset, 4), let type = window.tag(offset + 4) else { return nil }
    self.offset = offset
    self.type = type
    switch length {
    case 0:
      content = offset + 8
      end = window.size
      isOpen = true
    case 1:
      guard let long = window.big(offset + 8, 8), long >= 16 || long == 0 else { return nil }
      content = offset + 16
      // A writer that reserves a long length and dies leaves zeros there.
      isOpen = long == 0
      end = long == 0 ? window.size : offset + long
    default:
      guard length >= 8 else { return nil }
      content = offset + 8
      end = offset + length
      isOpen = false
    }
  }

  /// The boxes inside a range; those that are not whole are left out, with everything after them.
  static func inside(_ window: ByteWindow, _ range: Range<Int>) -> [MovieBox] {
    var boxes: [MovieBox] = []
    var offset = range.lowerBound
    while offset < range.upperBound, boxes.count < 1 << 12, let box = MovieBox(window, at: offset),
      !box.isOpen, box.end <= range.upperBound
    {
      boxes.append(box)
      offset = box.end
    }
    return boxes
  }

  /// The boxes inside this one.
  func children(_ window: ByteWindow) -> [MovieBox] {
    Self.inside(window, content..<max(content, min(end, window.size)))
  }
}

/// A table inside a box: so many entries of one size, no more than the box has bytes for.
struct MovieTable: Hashable {
  let start: Int
  let count: Int
  let entry: Int

  init(_ window: ByteWindow, _ box: MovieBox, at offset: Int, count: Int, entry: Int) {
    start = box.content + offset
    self.entry = entry
    self.count = max(0, min(count, (min(box.end, window.size) - start) / entry))
  }

  /// A number in an entry; 0 outside of the table.
  func number(_ window: ByteWindow, _ index: Int, field: Int = 0, length: Int = 4) -> Int {
    guard index >= 0, index < count else { return 0 }
    return window.big(start + index * entry + field, length) ?? 0
  }
}
