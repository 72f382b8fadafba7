import Containers
import Testing

/// Numbers that are as large as they can be, and files made to be looked through again and again.
@Suite("Files made to break the reader")
struct HostileTests {
  @Test func `blocks of so many frames that no number holds them trap nothing`() {
    let description =
      Self.big(0x40CF_4000_0000_0000, 8) + Array("ima4".utf8) + Self.big(0, 4) + Self.big(1, 4)
      + Self.big(0xFFFF_FFFF, 4) + Self.big(1, 4) + Self.big(0, 4)
    let bytes =
      Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + Self.big(32, 8) + description
      + Array("data".utf8) + Self.big(1 << 59, 8) + [UInt8](repeating: 7, count: 20)
    let inspection = Inspection(MemoryBytes(bytes))
    #expect(inspection.rate == 16_000 && inspection.state == .incomplete)
    #expect(inspection.frames == 16 * 0xFFFF_FFFF)
    #expect(inspection.claimedFrames == 1 << 60)
  }

  @Test func `positions of Ogg that jump to and fro trap nothing`() {
    var bytes = Self.page(
      2, 0, 0, Array("OpusHead".utf8) + [1, 1] + [UInt8](repeating: 0, count: 9))
    for sequence in 1...40 {
      bytes += Self.page(0, sequence % 2 == 1 ? (1 << 60) - 1 : 0, sequence, [7])
    }
    let inspection = Inspection(MemoryBytes(bytes))
    #expect(inspection.container == .ogg && inspection.state == .damaged)
    #expect(inspection.frames == 1 << 60)
  }

  @Test func `zeros between two frames of FLAC are looked through once`() throws {
    let bytes = try Fixture.bytes("finished.flac")
    let second = try #require(
      bytes.indices.dropFirst(200).first { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xFE == 0xF8 })
    let source = Counted(
      MemoryBytes(
        Array(bytes[..<second]) + [UInt8](repeating: 0, count: 1 << 17) + bytes[second...]))
    let inspection = Inspection(source)
    #expect(inspection.state == .complete && inspection.frames == 9_600)
    #expect(source.reads < 100, "\(source.reads) reads of 64 KiB")
  }

  /// Counts how often it is read.
  private final class Counted: ByteSource {
    private let bytes: MemoryBytes
    private(set) var reads = 0
    var size: Int { bytes.size }

    init(_ bytes: MemoryBytes) { self.bytes = bytes }

    func read(at offset: Int, into target: inout MutableSpan<UInt8>) -> Int {
      reads += 1
      return bytes.read(at: offset, into: &target)
    }
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    Wave.little(number, count).reversed()
  }

  /// A page of Ogg with its checksum.
  private static func page(
    _ flags: UInt8, _ granule: Int, _ sequence: Int, _ body: [UInt8]
  ) -> [UInt8] {
    let head = Array("OggS".utf8) + [0, flags] + Wave.little(granule, 8) + Wave.little(1, 4)
    let tail = [1, UInt8(body.count)] + body
    let start = head + Wave.little(sequence, 4)
    var value: UInt32 = 0
    for byte in start + [0, 0, 0, 0] + tail {
      value ^= UInt32(byte) << 24
      for _ in 0..<8 { value = value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
    }
    return start + Wave.little(Int(value), 4) + tail
  }
}
