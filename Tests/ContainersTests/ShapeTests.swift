import Containers
import Storage
import Testing

@Suite("Files of unusual shape")
struct ShapeTests {
  static let others: [(String, [UInt8], OtherContent)] = [
    ("nothing", [], .empty),
    ("zeros", [UInt8](repeating: 0, count: 100_000), .zeros),
    ("a lost beginning", [UInt8](repeating: 0, count: 512) + [1, 2], .lostBeginning(zeros: 512)),
    ("three letters", Array("RIF".utf8), .tooShort),
    ("JSON", Array(" {\"error\": 1}".utf8), .text("JSON")),
    ("HTML", Array("\n<html><body>502</body>".utf8), .text("HTML")),
    ("XML", Array("<?xml version=\"1.0\"?><a/>".utf8), .text("XML")),
    ("words", Array("Bad gateway, try again".utf8), .text("plain")),
    ("Chinese", Array("請稍後再試，伺服器忙線中".utf8), .text("plain")),
    ("a picture", [0x89] + Array("PNG\r\n".utf8), .known("a picture, PNG")),
    ("a database", Array("SQLite format 3\0".utf8), .known("a database of SQLite")),
    ("MP3", [0xFF, 0xFB, 0x90, 0x64, 0, 1, 2, 3, 4, 5, 6, 7], .unreadSound(mpeg)),
    ("MP3 with a tag", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 1], .unreadSound("MP3")),
    ("WebM", [0x1A, 0x45, 0xDF, 0xA3, 1, 2], .unreadSound("Matroska or WebM")),
    ("noise", (1...40).map { UInt8($0 &* 97 % 251) | 0x80 }, .unknown),
  ]
  static let mpeg = "MP3 or AAC without a container"

  @Test(arguments: others.indices)
  func `what is no sound file is told apart`(_ index: Int) {
    let (name, bytes, content) = Self.others[index]
    let inspection = Inspection(MemoryBytes(bytes))
    #expect(inspection.state == .notAudio, "\(name)")
    #expect(inspection.otherContent == content, "\(name)")
    for reader in AudioReader.allCases {
      #expect(reader.result(inspection, sound: nil) == .refuses, "\(name)")
    }
  }

  @Test func `two channels, blocks and rates are read from the format`() {
    let stereo = Inspection(
      MemoryBytes(Wave.bytes([UInt8](repeating: 7, count: 96), channels: 2, bits: 24, rate: 48_000))
    )
    #expect(stereo.frames == 16 && stereo.channels == 2 && stereo.rate == 48_000)
    #expect(stereo.state == .complete && stereo.isConsistent)
    let blocks = Wave.little(2, 2) + Wave.little(505, 2)
    let ima = Inspection(
      MemoryBytes(
        Wave.bytes(
          [UInt8](repeating: 7, count: 512), channels: 1, bits: 4, tag: 0x11, block: 256,
          extra: blocks)))
    #expect(ima.frames == 1_010 && ima.state == .complete)
    let odd = Inspection(
      MemoryBytes(Wave.bytes([UInt8](repeating: 7, count: 97), channels: 2, bits: 16)))
    #expect(odd.state == .damaged && odd.frames == 24)
    #expect(odd.faults.first?.offset == 44 + 96)
  }

  @Test func `an announced length is believed only as far as the file goes`() throws {
    let short = Inspection(
      MemoryBytes(
        Wave.bytes([UInt8](repeating: 7, count: 100), channels: 1, bits: 16, claim: 1_000)))
    #expect(short.state == .incomplete && short.missingBytes == 900)
    #expect(short.frames == 50 && short.claimedFrames == 500)
    #expect(short.faults.first?.offset == 144)
    let long = Inspection(
      MemoryBytes(Wave.bytes((0..<200).map { UInt8($0) | 0x80 }, channels: 1, bits: 16, claim: 50)))
    #expect(long.state == .unfinalized && long.frames == 100 && long.claimedFrames == 25)
  }

  @Test func `zeros after a length that was never filled in are sound, after one that was not`() {
    let zeros = [UInt8](repeating: 0, count: 400)
    let killed = Inspection(MemoryBytes(Wave.bytes(zeros, channels: 1, bits: 16, claim: 0)))
    #expect(killed.state == .unfinalized && killed.frames == 200 && killed.claimedFrames == 0)
    let reserved = Inspection(
      MemoryBytes(Wave.bytes([1, 2, 3, 4], channels: 1, bits: 16) + zeros))
    #expect(reserved.state == .complete && reserved.frames == 2 && !reserved.isConsistent)
    #expect(reserved.remarks.first?.offset == 48)
  }

  @Test func `a frame of FLAC that is wrong costs that frame`() throws {
    var bytes = try Fixture.bytes("finished.flac")
    bytes[10_000] ^= 1
    let inspection = Inspection(MemoryBytes(bytes))
    #expect(inspection.state == .damaged)
    #expect(inspection.frames == 9_600 - 4_096)
    #expect(inspection.faults.first?.text.contains("checksum") == true)
  }

  @Test func `a page of Ogg that is wrong costs that page and no more`() throws {
    let bytes = try Fixture.bytes("finished.vorbis.ogg")
    let whole = try #require(Inspection(MemoryBytes(bytes)).frames)
    // The last two pages but one are sound.
    let pages = bytes.indices.filter { bytes[$0...].starts(with: Array("OggS".utf8)) }
    let page = try #require(pages.dropLast(2).last)
    var changed = bytes
    changed[page + 200] ^= 1
    let inspection = Inspection(MemoryBytes(changed))
    #expect(inspection.state == .damaged)
    #expect(inspection.faults.first?.offset == page)
    let frames = try #require(inspection.frames)
    #expect(frames > 0 && frames < whole)
    changed = Array(bytes[..<page] + bytes[(pages.last ?? 0)...])
    let missing = Inspection(MemoryBytes(changed))
    #expect(missing.state == .damaged)
    #expect(missing.faults.first?.text == "pages before this one are missing")
  }

  @Test func `two recordings of Ogg in one file are both counted`() throws {
    let one = try Fixture.bytes("finished.vorbis.ogg")
    let inspection = Inspection(MemoryBytes(one + one))
    #expect(inspection.state == .complete)
    #expect(inspection.frames == 96_000)
  }

  @Test func `six gigabytes are read where they say something`() {
    let inspection = Inspection(LongFile(size: 6_000_000_080))
    #expect(inspection.container == .rf64)
    #expect(inspection.state == .complete && inspection.isConsistent)
    #expect(inspection.frames == 3_000_000_000)
    let cut = Inspection(LongFile(size: 5_000_000_080))
    #expect(cut.state == .incomplete && cut.missingBytes == 1_000_000_000)
  }

  /// An RF64 file that announces 6 GB of sound, made up as it is read.
  struct LongFile: ByteSource {
    let size: Int
    let header =
      Array("RF64".utf8) + Wave.little(0xFFFF_FFFF, 4) + Array("WAVEds64".utf8)
      + Wave.little(28, 4) + Wave.little(6_000_000_072, 8) + Wave.little(6_000_000_000, 8)
      + Wave.little(3_000_000_000, 8) + Wave.little(0, 4) + Array("fmt ".utf8)
      + Wave.little(16, 4) + Wave.little(1, 2) + Wave.little(1, 2) + Wave.little(16_000, 4)
      + Wave.little(32_000, 4) + Wave.little(2, 2) + Wave.little(16, 2) + Array("data".utf8)
      + Wave.little(0xFFFF_FFFF, 4)

    func read(at offset: Int, into target: inout MutableSpan<UInt8>) -> Int {
      let count = max(0, min(target.count, size - offset))
      for index in 0..<count {
        target[index] = offset + index < header.count ? header[offset + index] : 1
      }
      return count
    }
  }
}
