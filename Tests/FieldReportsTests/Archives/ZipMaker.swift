@testable import FieldReports

/// Writes zips byte by byte, right ones and wrong ones.
struct ZipMaker {
  /// One entry, as its two heads describe it.
  struct Entry {
    var name: [UInt8]
    var bytes: [UInt8] = []
    /// 0 as it is, 8 deflated.
    var method: UInt16 = 0
    /// Bit 0 encrypted, bit 11 a name in UTF-8.
    var flags: UInt16 = 0
    /// Unix mode, kind of file included.
    var mode: UInt32 = 0o100644
    /// What the heads say instead of the truth.
    var size: UInt32?
    var checksum: UInt32?
    /// What `bytes` unpack to, where that is not what they are.
    var unpackedSize: Int?

    /// The system that packed it: 3 is Unix, 0 is DOS.
    var system: UInt16 = 3

    init(_ name: String, _ text: String = "") {
      (self.name, bytes) = (Array(name.utf8), Array(text.utf8))
      if !name.utf8.allSatisfy({ $0 < 0x80 }) { flags = 0x800 }
    }
  }

  static func archive(_ entries: [Entry], comment: String = "") -> [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    let none = bytes(UInt16(0))
    for entry in entries {
      let place = UInt32(out.count)
      let size = entry.size ?? UInt32(entry.unpackedSize ?? entry.bytes.count)
      var head =
        bytes(20 | entry.system << 8) + bytes(entry.flags) + bytes(entry.method) + bytes(UInt32(0))
      head += bytes(entry.checksum ?? CRC32.of(entry.bytes)) + bytes(UInt32(entry.bytes.count))
      head += bytes(size) + bytes(UInt16(entry.name.count)) + none
      out += [0x50, 0x4B, 3, 4] + head + entry.name + entry.bytes
      directory += [0x50, 0x4B, 1, 2] + bytes(0x1E | entry.system << 8) + head + none + none + none
      directory += bytes(entry.mode << 16) + bytes(place) + entry.name
    }
    let start = UInt32(out.count)
    let count = UInt16(entries.count)
    out += directory + [0x50, 0x4B, 5, 6] + none + none + bytes(count) + bytes(count)
    out += bytes(UInt32(directory.count)) + bytes(start)
    return out + bytes(UInt16(comment.utf8.count)) + Array(comment.utf8)
  }

  static func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  static func bytes(_ value: UInt32) -> [UInt8] {
    bytes(UInt16(value & 0xFFFF)) + bytes(UInt16(value >> 16))
  }
}
