import Foundation
import Testing

@testable import FieldReports

@Suite struct ArchiveFolderTests {
  /// A folder that is gone after the test.
  private final class Folder {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(
        path: "lastword-folder-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
      let url = URL(filePath: path).appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: path + "/" + name, withDestinationPath: target)
    }

    func words(_ limits: UnpackingLimits = UnpackingLimits()) throws -> [String] {
      try Unpacking(folder: path, limits: limits).words
    }
  }

  @Test func `files come in the order of their paths`() throws {
    let folder = try Folder()
    for name in ["z.txt", "b/c.txt", "a.txt", "b/a.txt", "b.txt"] { try folder.write(name, name) }
    #expect(
      try folder.words()
        == ["a.txt", "b.txt", "b/a.txt", "b/c.txt", "z.txt"].map { "\($0): \($0)" })
  }

  @Test func `no link is followed, wherever it leads`() throws {
    let folder = try Folder()
    let outside = try Folder()
    try outside.write("secret.txt", "secret")
    try folder.write("log.txt", "good")
    try folder.link("a", to: outside.path + "/secret.txt")
    try folder.link("b", to: outside.path)
    try folder.link("c", to: "log.txt")
    try folder.link("d", to: "nowhere")
    try folder.link("e", to: ".")
    let left = [1, 2, 3, 4, 5].map { "\($0) symbolic-link" }
    #expect(try folder.words() == ["log.txt: good"] + left)
  }

  @Test func `the folder that is named may be a link`() throws {
    let folder = try Folder()
    let inner = try Folder()
    try inner.write("log.txt", "good")
    try folder.link("here", to: inner.path)
    #expect(try Unpacking(folder: folder.path + "/here").words == ["log.txt: good"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe is not waited for`() throws {
    let folder = try Folder()
    try folder.write("log.txt", "good")
    #expect(unsafe mkfifo(folder.path + "/a", 0o600) == 0)
    #expect(try folder.words() == ["log.txt: good", "1 special"])
    // One that takes the place of a file after it was looked at is not waited for, either.
    let handle = try FolderHandle(folder.path)
    guard case .left(.special) = handle.content(of: Array("a".utf8), atMost: 10) else {
      Issue.record("a pipe was read")
      return
    }
  }

  @Test func `a device is not opened`() throws {
    let handle = try FolderHandle("/dev")
    guard case .left(.device) = handle.kind(of: Array("zero".utf8)),
      case .left(.device) = handle.content(of: Array("zero".utf8), atMost: 10)
    else {
      Issue.record("a device was read")
      return
    }
  }

  @Test func `a link that takes the place of a file is not followed`() throws {
    let folder = try Folder()
    try folder.write("log.txt", "good")
    try folder.link("a", to: "log.txt")
    let handle = try FolderHandle(folder.path)
    guard case .left(.symbolicLink) = handle.content(of: Array("a".utf8), atMost: 10) else {
      Issue.record("a link was followed")
      return
    }
    try folder.link("b", to: ".")
    if handle.enter(Array("b".utf8)) != nil { Issue.record("a link was followed") }
  }

  @Test func `limits hold for folders, too`() throws {
    let folder = try Folder()
    try folder.write("a", String(repeating: "x", count: 401))
    for name in ["b", "c", "d"] { try folder.write(name, String(repeating: "x", count: 400)) }
    let found = try folder.words(ArchiveLimitTests.small)
    #expect(found.suffix(2) == ["1 too-large", "4 total-too-large"])
    #expect(found.count == 4)
    try folder.write("e", "x")
    try folder.write("f", "x")
    let more = try folder.words(ArchiveLimitTests.small)
    #expect(more.last == "tooManyEntries")
    #expect(more.contains("e: x"))
  }

  @Test func `folders nest up to the limit`() throws {
    let folder = try Folder()
    let deep = String(repeating: "a/", count: 15)
    try folder.write(deep + "log.txt", "good")
    #expect(try folder.words() == [deep + "log.txt: good"])
    try folder.write(deep + "b/log.txt", "bad")
    #expect(try folder.words() == [deep + "log.txt: good", "17 name-too-deep"])
  }

  @Test func `hidden files, names that deceive and archives are left out`() throws {
    let folder = try Folder()
    for name in [".DS_Store", ".env", "a\\b", "log.txt", "x\u{1B}[2J"] {
      try folder.write(name, "x")
    }
    try Data(GzipMaker.file([1])).write(to: URL(filePath: folder.path + "/old.log.gz"))
    #expect(
      try folder.words() == [
        "log.txt: x", "1 system-file", "2 hidden", "3 name-backslash", "5 nested",
        "6 name-control",
      ])
  }

  @Test func `a folder that is none is refused`() throws {
    let folder = try Folder()
    try folder.write("log.txt", "x")
    for name in ["/none", "/log.txt"] {
      #expect(throws: UnpackingRefusal.folderMissing) {
        try Unpacking(folder: folder.path + name)
      }
    }
  }
}
