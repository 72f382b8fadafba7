import Testing

@testable import FieldReports

@Suite struct ArchiveLimitTests {
  static let small = UnpackingLimits(
    packedBytes: 100_000, totalBytes: 1_000, entryBytes: 400, entries: 5, ratio: 20,
    ratioFromBytes: 200)
  static let wide = UnpackingLimits(
    totalBytes: 4 << 20, entryBytes: 4 << 20, ratio: 100, ratioFromBytes: 100_000)

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `an entry is read up to the limit, and one byte more is not`() {
    for (count, isRead) in [(400, true), (401, false)] {
      let zip = ZipMaker.archive([.init("a", Self.text(count)), .init("z", "good")])
      let tar = TarMaker.archive([.init("a", Self.text(count)), .init("z", "good")])
      let expected =
        isRead ? ["a: \(Self.text(count))", "z: good"] : ["z: good", "1 too-large"]
      #expect(words(zip, Self.small) == expected)
      #expect(words(tar, Self.small) == expected)
    }
  }

  @Test func `entries together are read up to the limit`() {
    let names = ["a", "b", "c"]
    let zip = ZipMaker.archive(
      names.map { .init($0, Self.text(400)) } + [.init("z", Self.text(200))])
    let tar = TarMaker.archive(
      names.map { .init($0, Self.text(400)) } + [.init("z", Self.text(200))])
    let expected = [
      "a: \(Self.text(400))", "b: \(Self.text(400))", "z: \(Self.text(200))", "3 total-too-large",
    ]
    #expect(words(zip, Self.small) == expected)
    #expect(words(tar, Self.small) == expected)
  }

  @Test func `so many entries are looked at, and what was read stands`() throws {
    let names = (0..<6).map { "n\($0)" }
    let read = names.prefix(5).map { "\($0): x" }
    let zip = ZipMaker.archive(names.map { .init($0, "x") })
    #expect(words(zip, Self.small) == read + ["tooManyEntries"])
    #expect(
      words(TarMaker.archive(names.map { .init($0, "x") }), Self.small)
        == read + ["tooManyEntries"])
    #expect(words(ZipMaker.archive(names.prefix(5).map { .init($0, "x") }), Self.small) == read)
    let found = try Unpacking(archive: zip, limits: Self.small)
    #expect(found.remarks(Self.small) == ["only its first 5 entries were read"])
  }

  @Test func `a directory of very many entries is not even read`() {
    let zip = ZipMaker.archive((0..<41).map { .init("n\($0)", "x") })
    #expect(words(zip, Self.small) == ["archive-too-many-entries"])
  }

  @Test func `an archive that is larger than is read is refused before it is looked at`() {
    #expect(words([UInt8](repeating: 0, count: 100_001), Self.small) == ["archive-too-large"])
  }

  @Test func `a bomb in a zip is given up, and the rest is read`() {
    let run = GzipMaker.run(of: 0x20, times: 10_000)
    var bomb = ZipMaker.Entry("bomb")
    (bomb.bytes, bomb.unpackedSize, bomb.method) = (run.packed, run.count, 8)
    let zip = ZipMaker.archive([bomb, .init("z", "good")])
    #expect(words(zip, Self.wide) == ["z: good", "1 bomb"])
    // One that calls itself small is noticed while it is unpacked.
    bomb.size = 10
    let liar = words(ZipMaker.archive([bomb, .init("z", "good")]), Self.wide)
    #expect(liar == ["z: good", "1 bomb"])
    bomb.size = 0xFFFF_FFF0
    #expect(
      words(ZipMaker.archive([bomb, .init("z", "good")]), Self.wide)
        == ["z: good", "1 too-large"])
  }

  @Test func `what a bomb unpacks to counts, though it is thrown away`() {
    let run = GzipMaker.run(of: 0x20, times: 3_000)
    let limits = UnpackingLimits(totalBytes: 1_200_000, entryBytes: 300_000, ratio: 1_000)
    var bomb = ZipMaker.Entry("bomb")
    (bomb.bytes, bomb.method, bomb.size) = (run.packed, 8, 9)
    let names = ["a", "b", "c", "d", "e"]
    let entries = names.map { name in
      bomb.name = Array(name.utf8)
      return bomb
    }
    let found = words(ZipMaker.archive(entries), limits)
    #expect(
      found == ["1 too-large", "2 too-large", "3 too-large", "4 too-large", "5 total-too-large"])
  }

  @Test func `a bomb in a gzip file is given up`() {
    #expect(words(GzipMaker.bomb(times: 2_000), name: "a.gz", Self.wide) == ["1 bomb", "bomb"])
    var limits = Self.wide
    limits.ratio = 1_000
    #expect(
      words(GzipMaker.bomb(times: 20_000), name: "a.gz", limits) == ["1 too-large", "tooLarge"])
    // The same, with what is standard.
    #expect(words(GzipMaker.bomb(times: 300_000), name: "a.gz") == ["1 too-large", "tooLarge"])
  }

  @Test func `a tar in a bomb is read as far as it was unpacked`() {
    var last = TarMaker.Entry("z")
    last.size = 258 * 5_000
    let tar = TarMaker.archive([.init("log.txt", "good"), last], isClosed: false)
    var packed = GzipMaker.head()
    // Blocks that are not packed, none of them the last, and then the run.
    var piece = GzipMaker.stored(tar)
    piece[0] = 0
    packed += piece + GzipMaker.run(of: 0x20, times: 5_000).packed
    let found = words(packed + [UInt8](repeating: 0, count: 8), Self.wide)
    #expect(found.first == "log.txt: good")
    #expect(found.last == "bomb")
  }

  /// A file whose only content is the list of its holes: so many, each of no bytes.
  private static func holes(_ count: Int) -> [UInt8] {
    let records = "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n26 GNU.sparse.realsize=50\n"
    let list = "\(count)\n" + String(repeating: "0\n0\n", count: count)
    let padding = String(repeating: "\0", count: (512 - list.utf8.count % 512) % 512)
    return TarMaker.archive([
      .init("x", records, kind: "x"), .init("log.txt", list + padding), .init("z", "good"),
    ])
  }

  @Test func `a large tar with holes is refused before its list of holes is read`() {
    let tar = Self.holes(200)
    var limits = UnpackingLimits(sparseBytes: tar.count)
    let zeros = String(repeating: "\0", count: 50)
    #expect(words(tar, limits) == ["log.txt: \(zeros)", "z: good"])
    limits.sparseBytes -= 1
    #expect(words(tar, limits) == ["archive-sparse"])
    #expect(words(GzipMaker.file(tar), limits) == ["archive-sparse"])
  }

  @Test func `a hole is no way past the limit`() {
    let records =
      "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n37 GNU.sparse.realsize=9000000000000\n"
    let list = "1\n8000000000000\n0\n"
    let tar = TarMaker.archive([
      .init("x", records, kind: "x"),
      .init("log.txt", list + String(repeating: "\0", count: 512 - list.utf8.count)),
      .init("z", "good"),
    ])
    #expect(words(tar) == ["z: good", "1 too-large"])
  }

  @Test func `silence is no bomb`() throws {
    // Ten minutes of silence: 158 to one, of 15 MB.
    let run = GzipMaker.run(of: 0, times: 58_000)
    let limits = UnpackingLimits(ratio: 100)
    let file =
      GzipMaker.head() + run.packed
      + GzipMaker.tail([UInt8](repeating: 0, count: run.count))
    let found = try Unpacking(archive: file, name: "a.wav.gz", limits: limits)
    #expect(found.files.first?.bytes.count == run.count)
    #expect(found.ending == .whole)
  }

  @Test func `each reason has words of its own, and none a full stop`() {
    let said = SkipReason.allCases.map { $0.words() }
    #expect(Set(said).count == said.count)
    #expect(!said.contains { $0.hasSuffix(".") })
  }
}
