import Testing

@testable import FieldReports

/// Archives that were cut off, and archives in which bytes were changed on the way.
@Suite struct ArchiveHostileTests {
  static let text = (0..<40).map { "10:00:0\($0 % 10).000 line \($0 * 7_919)\n" }.joined()
  static let zip = ZipMaker.archive([
    .init("a.txt", text), .init("b/c.txt", "second"), .init("z.txt", "third"),
  ])
  static let tar = TarMaker.archive([
    .init("a.txt", text), .init("b/c.txt", "second"), .init("z.txt", "third"),
  ])
  static let kinds: [(name: String, bytes: [UInt8])] = [
    ("zip", zip), ("tar", tar), ("tar.gz", GzipMaker.file(tar)),
    ("txt.gz", GzipMaker.file(Array(text.utf8))), ("Info-ZIP", RealArchives.infoZip),
    ("pax.tgz", RealArchives.paxTar), ("encrypted", RealArchives.encrypted),
  ]

  /// The files that are in all of them, and nothing but their beginnings may come out.
  private static func isHonest(_ found: Unpacking, whole: Unpacking) -> Bool {
    found.files.allSatisfy { file in
      guard let original = whole.files.first(where: { $0.path == file.path }) else { return false }
      return file.isWhole
        ? file.bytes == original.bytes : original.bytes.starts(with: file.bytes)
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    try #require(kinds.first { $0.name == name }).bytes
  }

  @Test(arguments: kinds.map(\.name))
  func `an archive cut off anywhere gives what stands before, and says so`(name: String) throws {
    let bytes = try Self.bytes(name)
    var wrong: [String] = []
    let whole = try Unpacking(archive: bytes, name: "a.gz")
    #expect(whole.ending == .whole)
    var most = 0
    for length in 0..<bytes.count {
      do {
        let found = try Unpacking(archive: Array(bytes.prefix(length)), name: "a.gz")
        if !Self.isHonest(found, whole: whole) { wrong.append("\(length): made up") }
        // Half of the two blocks that close a tar is enough.
        if name == "tar", length >= bytes.count - 512 { continue }
        if found.ending != .truncated { wrong.append("\(length): \(found.ending)") }
        most = max(most, found.files.reduce(0) { $0 + $1.bytes.count })
      } catch {
        let codes = ["archive-empty", "archive-truncated", "archive-none"]
        if !codes.contains(error.code) { wrong.append("\(length): \(error.code)") }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(bytes.count): \(wrong.prefix(5))")
    #expect(most == whole.files.reduce(0) { $0 + $1.bytes.count }, "\(name)")
  }

  @Test func `of a small file that was packed the beginning is read`() throws {
    // Nothing of it would be, if libarchive's blocks were all that counted.
    let found = try Unpacking(archive: Array(RealArchives.paxTar.prefix(300)))
    #expect(found.files.first?.path == "log.txt")
    #expect(found.files.first?.bytes.count == 49)
    #expect(found.ending == .truncated)
  }

  @Test(arguments: kinds.map(\.name))
  func `a thousand changed bytes never make up a file`(name: String) throws {
    let bytes = try Self.bytes(name)
    let whole = try Unpacking(archive: bytes, name: "a.gz")
    let limits = UnpackingLimits(totalBytes: 1 << 20)
    var chance = Chance(7)
    var (refused, read) = (0, 0)
    for _ in 0..<1_000 {
      var changed = bytes
      for _ in 0...chance.below(3) {
        changed[chance.below(changed.count)] ^= UInt8(1 + chance.below(255))
      }
      do {
        let found = try Unpacking(archive: changed, name: "a.gz", limits: limits)
        read += 1
        #expect(found.files.count + found.skipped.count <= 64)
        #expect(found.files.reduce(0) { $0 + $1.bytes.count } <= limits.totalBytes)
        // What has a checksum comes out as it was packed, or not at all. A tar has none.
        if name.contains("zip") || name.contains("ZIP") {
          let texts = whole.files.map(\.bytes)
          let invented = found.files.first { file in
            file.isWhole && !file.bytes.isEmpty && !texts.contains(file.bytes)
          }
          #expect(invented == nil, "\(name)")
        }
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0, "\(read) read")
  }

  @Test func `a packed tar with a changed byte is not believed`() {
    var packed = GzipMaker.file(Self.tar)
    packed[600] ^= 1
    #expect(words(packed) == ["archive-damaged"])
    #expect(words(GzipMaker.file(Self.tar)).count == 3)
  }
}

/// Numbers of which nothing depends but the seed.
struct Chance {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x2545_F491_4F6C_DD1D }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
