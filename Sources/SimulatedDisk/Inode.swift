/// The content of one file: a size and a table of pages. Names live in the directory.
struct Inode: Sendable {
  /// Page n holds bytes `n * 4096 ..< (n + 1) * 4096`; 0 is a hole, and so is everything beyond.
  var pages: [PageID] = []
  /// Bytes.
  var size = 0
  /// Handles that are open on it.
  var opened = 0
  /// Whether a name leads to it.
  var isLinked = false
  /// Whether the slot may be given to another file.
  var isFree = false
}

/// One name in the directory.
struct DirectoryEntry: Sendable {
  var name: FileName
  var inode: Int
}

/// The one directory: a handful of names in the order they were made, searched from the front.
struct Directory: Sendable {
  private(set) var entries: [DirectoryEntry] = []

  func inode(_ name: FileName) -> Int? {
    for entry in entries where entry.name.packed == name.packed { return entry.inode }
    return nil
  }

  func name(of inode: Int) -> FileName? {
    for entry in entries where entry.inode == inode { return entry.name }
    return nil
  }

  mutating func add(_ name: FileName, _ inode: Int) {
    entries.append(DirectoryEntry(name: name, inode: inode))
  }

  mutating func remove(_ name: FileName) {
    entries.removeAll { $0.name.packed == name.packed }
  }
}

/// An open file of a process.
struct OpenFile: Sendable {
  var inode = 0
  var name = FileName.history
  var process: UInt32 = 0
  var generation: UInt32 = 0
  var isOpen = false
}

/// A file that a process has open. It dies with the process, and with a reset of the disk.
public struct DiskHandle: Hashable, Sendable {
  /// Slot and generation in one word, for callers that can only keep a number.
  public let rawValue: UInt64

  /// A handle from the number it was kept as.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  init(slot: Int, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: slot))
  }

  var slot: Int { Int(rawValue & 0xFFFF_FFFF) }
  var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }
}
