import Testing

@testable import FieldReports

@Suite struct ArchiveEntryTests {
  static let kinds: [(kind: Character, mode: UInt32, words: [String])] = [
    ("2", 0o120777, ["2 symbolic-link"]), ("3", 0o020644, ["2 device"]),
    ("4", 0o060644, ["2 device"]), ("6", 0o010644, ["2 special"]), ("5", 0o040755, []),
  ]

  @Test(arguments: kinds)
  func `only files come out`(kind: Character, mode: UInt32, left: [String]) {
    let link = kind == "2" ? "/etc/passwd" : ""
    let tar = TarMaker.archive([
      .init("a", "good"), .init("log.txt", kind: kind, link: link), .init("z", "good"),
    ])
    #expect(words(tar) == ["a: good", "z: good"] + left)
    // For libarchive a pipe in a zip is a file: it holds what the zip says, and no more.
    if kind == "6" { return }
    var entry = ZipMaker.Entry("log.txt", link)
    entry.mode = mode
    #expect(
      words(ZipMaker.archive([.init("a", "good"), entry, .init("z", "good")]))
        == ["a: good", "z: good"] + left)
  }

  @Test func `a hard link is none of what it points to`() {
    let tar = TarMaker.archive([
      .init("log.txt", "good"), .init("b", kind: "1", link: "log.txt"),
      .init("c", kind: "1", link: "/etc/shadow"),
    ])
    #expect(words(tar) == ["log.txt: good", "2 hard-link", "3 hard-link"])
  }

  @Test func `an encrypted entry is left out and said so`() throws {
    #expect(words(RealArchives.encrypted) == ["1 encrypted"])
    let found = try Unpacking(archive: RealArchives.encrypted)
    #expect(found.remarks() == ["1 left out: encrypted; send it without a password"])
  }

  @Test func `an unusual way of packing is left out`() {
    #expect(words(RealArchives.lzma) == ["1 method"])
  }

  @Test func `an archive in an archive is left out, whatever it is called`() {
    let inner = ZipMaker.archive([.init("log.txt", "deep")])
    for bytes in [inner, GzipMaker.file([1]), TarMaker.archive([.init("log.txt", "deep")])] {
      var entry = ZipMaker.Entry("log.txt")
      entry.bytes = bytes
      #expect(words(ZipMaker.archive([.init("a", "good"), entry])) == ["a: good", "2 nested"])
      var tarred = TarMaker.Entry("log.txt")
      tarred.bytes = bytes
      #expect(words(TarMaker.archive([tarred, .init("z", "good")])) == ["z: good", "1 nested"])
    }
    #expect(words(GzipMaker.file(inner), name: "log.gz") == ["1 nested"])
    #expect(words(GzipMaker.file(GzipMaker.file([1])), name: "log.gz") == ["1 nested"])
  }

  @Test func `an entry whose checksum is wrong is left out, and the next is read`() {
    var entry = ZipMaker.Entry("log.txt", "changed")
    entry.checksum = 1
    #expect(words(ZipMaker.archive([entry, .init("z", "good")])) == ["z: good", "1 damaged"])
  }

  @Test func `what it is, its bytes decide`() throws {
    let tar = TarMaker.archive([.init("log.txt", "good")])
    #expect(words(tar, name: "report.zip") == ["log.txt: good"])
    #expect(words(GzipMaker.file(tar), name: "report.zip") == ["log.txt: good"])
    #expect(words(ZipMaker.archive([.init("log.txt", "good")]), name: "a.gz") == ["log.txt: good"])
    let found = try Unpacking(archive: GzipMaker.file(tar), name: "report.zip")
    #expect(found.kind == .packedTar)
    #expect(ArchiveKind.packedTar.isMisnamed("report.zip"))
    #expect(ArchiveKind.packedTar.isMisnamed("report.gz"))
    #expect(!ArchiveKind.packedTar.isMisnamed("report.TGZ"))
    #expect(!ArchiveKind.zip.isMisnamed("report"))
  }

  @Test func `a single file is called as its archive without the ending`() {
    let text = Array("a line".utf8)
    let packed = GzipMaker.file(text, named: "../evil")
    #expect(words(packed, name: "/tmp/app.log.gz") == ["app.log: a line"])
    #expect(words(packed) == ["log.txt: a line"])
    #expect(words(packed, name: "report.zip") == ["log.txt: a line"])
    #expect(words(packed + GzipMaker.file(text), name: "a.gz") == ["a: a linea line"])
    #expect(words(GzipMaker.file([]), name: "a.gz") == ["a: "])
  }

  static let foreign: [(bytes: [UInt8], code: String)] = [
    ([], "archive-empty"), (Array("10:00 a line".utf8), "archive-none"), ([0], "archive-none"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "archive-unsupported"),
    (Array("Rar!\u{1A}\u{7}\u{0}".utf8), "archive-unsupported"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "archive-unsupported"),
    (Array("BZh91AY&SY".utf8), "archive-unsupported"),
    (Array("BZh is a word".utf8), "archive-none"),
    ([0x1F, 0x8B], "archive-truncated"), ([0x50, 0x4B, 3, 4], "archive-truncated"),
    ([0x50, 0x4B, 3, 4] + [UInt8](repeating: 0xFF, count: 64), "archive-truncated"),
  ]

  @Test(arguments: foreign)
  func `what is no archive is refused with its reason`(bytes: [UInt8], code: String) {
    #expect(words(bytes) == [code])
  }

  @Test func `what real programs pack is read`() {
    let text = "10:00:00.000 start asked\n10:00:01.000 stop asked\n"
    let files = ["log.txt: \(text)", "sub/résumé.yaml: app: \"Élan 1.4\"\n"]
    #expect(words(RealArchives.infoZip) == files)
    #expect(words(RealArchives.python) == files)
    #expect(words(RealArchives.paxTar) == files)
  }
}
