import Testing

@testable import FieldReports

@Suite struct ArchiveNameTests {
  static let refused: [(name: String, reason: SkipReason)] = [
    ("../log.txt", .nameClimbs), ("a/../../log.txt", .nameClimbs), ("a/..", .nameClimbs),
    ("/etc/passwd", .nameAbsolute), ("//server/log.txt", .nameAbsolute),
    ("C:/log.txt", .nameDrive), ("c:log.txt", .nameDrive),
    ("a\\log.txt", .nameBackslash), ("..\\log.txt", .nameBackslash),
    ("a\u{1B}[2Jlog.txt", .nameControl), ("a\nlog.txt", .nameControl),
    ("a\u{202E}txt.log", .nameControl),
    (String(repeating: "n", count: 513), .nameTooLong),
    (String(repeating: "a/", count: 16) + "log.txt", .nameTooDeep),
    ("__MACOSX/._log.txt", .systemFile), ("a/.DS_Store", .systemFile), ("._log.txt", .systemFile),
    (".git/config", .hidden), ("a/.env", .hidden),
  ]

  @Test(arguments: refused)
  func `a name that deceives is left out of a zip`(name: String, reason: SkipReason) {
    let zip = ZipMaker.archive([.init("log.txt", "good"), .init(name, "bad"), .init("z", "good")])
    #expect(words(zip) == ["log.txt: good", "z: good", "2 \(reason.rawValue)"])
  }

  @Test(arguments: refused)
  func `a name that deceives is left out of a tar`(name: String, reason: SkipReason) {
    let tar = TarMaker.archive([.init("log.txt", "good"), .init(name, "bad"), .init("z", "good")])
    #expect(words(tar) == ["log.txt: good", "z: good", "2 \(reason.rawValue)"])
  }

  @Test func `what DOS packed has backslashes for slashes`() {
    var entry = ZipMaker.Entry("a\\log.txt", "good")
    entry.system = 0
    #expect(words(ZipMaker.archive([entry])) == ["a/log.txt: good"])
    entry.name = Array("..\\..\\log.txt".utf8)
    #expect(words(ZipMaker.archive([entry])) == ["1 name-climbs"])
  }

  @Test func `a long name is read up to the limit`() {
    let name = String(repeating: "n", count: 512)
    #expect(words(ZipMaker.archive([.init(name, "good")])) == ["\(name): good"])
    #expect(words(TarMaker.archive([.init(name, "good")])) == ["\(name): good"])
  }

  @Test func `a name that is not UTF-8 is left out`() {
    var zipped = ZipMaker.Entry("log.txt", "bad")
    zipped.name = Array("l".utf8) + [0xE9, 0xFF]
    var tarred = TarMaker.Entry("log.txt", "bad")
    tarred.name = zipped.name
    #expect(
      words(ZipMaker.archive([zipped, .init("z", "good")])) == ["z: good", "1 name-not-utf8"])
    #expect(
      words(TarMaker.archive([tarred, .init("z", "good")])) == ["z: good", "1 name-not-utf8"])
    // Marked as UTF-8 it is a lie, too, and libarchive does not even hand it out.
    zipped.flags = 0x800
    let found = words(ZipMaker.archive([zipped, .init("z", "good")]))
    #expect(found.contains("z: good") && !found.contains { $0.contains("bad") })
  }

  @Test func `a name without letters is left out`() {
    #expect(
      words(ZipMaker.archive([.init(""), .init("z", "good")])) == ["z: good", "1 name-missing"])
  }

  @Test func `a name is told in parts, without the points`() {
    let tar = TarMaker.archive([.init("./a//b/./log.txt", "good"), .init("./", kind: "5")])
    #expect(words(tar) == ["a/b/log.txt: good"])
  }

  @Test func `accents are read whether or not a zip marks them`() {
    var unmarked = ZipMaker.Entry("réunion.txt", "good")
    unmarked.flags = 0
    #expect(words(ZipMaker.archive([unmarked])) == ["réunion.txt: good"])
    #expect(words(ZipMaker.archive([.init("réunion.txt", "good")])) == ["réunion.txt: good"])
    #expect(words(TarMaker.archive([.init("réunion.txt", "good")])) == ["réunion.txt: good"])
  }

  @Test func `the first of two files of one name counts`() {
    let same = ["a/log.txt", "./a/log.txt", "a//log.txt"]
    for name in same {
      let zip = ZipMaker.archive([.init("a/log.txt", "first"), .init(name, "second")])
      #expect(words(zip) == ["a/log.txt: first", "2 duplicate"])
      let tar = TarMaker.archive([.init("a/log.txt", "first"), .init(name, "second")])
      #expect(words(tar) == ["a/log.txt: first", "2 duplicate"])
    }
  }

  @Test func `what is shown of a name cannot move a terminal`() throws {
    let name = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 200)
    let zip = ZipMaker.archive([.init(name, "bad")])
    let shown = try #require(try Unpacking(archive: zip).skipped.first).name
    #expect(shown == "\u{FFFD}[2J\u{FFFD}" + String(repeating: "x", count: 75) + "…")
  }
}
