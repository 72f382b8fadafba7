/// What can be seen of the directory of a zip without reading it.
struct ZipDirectory {
  /// Places that look like the head of an entry in the directory. There can be more of them than
  /// entries, because an entry may hold anything.
  private(set) var heads = 0
  /// Whether the mark stands where it has to that comes behind the directory.
  private(set) var isClosed = false

  init(_ bytes: [UInt8]) {
    // A comment of up to 65,535 bytes may follow a mark of 22.
    let last = bytes.count - 22
    var place = 0
    while place + 4 <= bytes.count {
      defer { place += 1 }
      guard bytes[place] == 0x50, bytes[place + 1] == 0x4B else { continue }
      if bytes[place + 2] == 1, bytes[place + 3] == 2 { heads += 1 }
      if bytes[place + 2] == 5, bytes[place + 3] == 6, place <= last, last - place <= 65_535 {
        isClosed = true
      }
    }
  }
}
