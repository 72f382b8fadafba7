@testable import FieldReports

/// Writes gzip files and deflated bytes, right ones and wrong ones.
enum GzipMaker {
  /// Bytes as they are, in the blocks that are not packed; `named` puts a name into the head.
  static func file(_ bytes: [UInt8], named name: String? = nil) -> [UInt8] {
    head(name) + stored(bytes) + tail(bytes)
  }

  static func head(_ name: String? = nil) -> [UInt8] {
    let head: [UInt8] = [0x1F, 0x8B, 8, name == nil ? 0 : 8, 0, 0, 0, 0, 0, 3]
    return name.map { head + Array($0.utf8) + [0] } ?? head
  }

  static func tail(_ bytes: [UInt8]) -> [UInt8] {
    ZipMaker.bytes(CRC32.of(bytes)) + ZipMaker.bytes(UInt32(bytes.count))
  }

  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(0xFFFF)
      rest = rest.dropFirst(piece.count)
      out += [rest.isEmpty ? 1 : 0] + ZipMaker.bytes(UInt16(piece.count))
      out += ZipMaker.bytes(~UInt16(piece.count)) + piece
    } while !rest.isEmpty
    return out
  }

  /// A run of one byte, deflated 158 to one: the byte, and then “the last byte 258 times” so often.
  static func run(of byte: UInt8, times: Int) -> (packed: [UInt8], count: Int) {
    var bits = Bits()
    bits.append(0b011, 3)
    bits.appendCode(UInt32(byte) + 0x30, 8)
    for _ in 0..<times {
      bits.appendCode(0b1100_0101, 8)
      bits.appendCode(0, 5)
    }
    bits.appendCode(0, 7)
    return (bits.bytes, 1 + 258 * times)
  }

  /// A gzip file of a run. Its checksum is wrong, which nobody gets to see who stops before.
  static func bomb(times: Int) -> [UInt8] {
    head() + run(of: 0x20, times: times).packed + [UInt8](repeating: 0, count: 8)
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func append(_ value: UInt32, _ count: Int) {
      for index in 0..<count {
        if used == 8 {
          used = 0
          bytes.append(0)
        }
        bytes[bytes.count - 1] |= UInt8(value >> UInt32(index) & 1) << UInt8(used)
        used += 1
      }
    }

    /// A Huffman code begins with its highest bit.
    mutating func appendCode(_ code: UInt32, _ count: Int) {
      for index in (0..<count).reversed() { append(code >> UInt32(index) & 1, 1) }
    }
  }
}
