import Foundation
import Testing

@testable import Commands

@Suite("Looking at files of sound")
struct InspectSnapshotTests {
  static let killed = Session.folder + "/../../Fixtures/audio/killed/"

  @Test(arguments: [
    "finished.wav", "killed.wav", "killed.m4a", "cut.index-first.m4a", "killed.opus.ogg",
    "killed-at-once.caf", "cut.flac", "tagged.wav", "first-page-lost.wav", "answer.wav",
  ])
  func `what is said is what it was`(_ name: String) throws {
    let session = Session("inspect", Self.killed + name)
    try expectSnapshot(
      "inspect-" + name.replacing(".", with: "-"),
      session.transcript(of: "lastword inspect \(name)"))
  }

  @Test(
    arguments: [
      (["finished.wav", "finished.flac"], 0), (["finished.wav", "killed.caf"], 1),
      (["cut.aiff"], 1), (["killed-at-once.caf"], 1), (["answer.wav"], 2),
      (["killed.wav", "answer.wav"], 2), (["nowhere.wav", "killed.wav"], 2),
    ] as [([String], Int32)])
  func `the code says the worst`(_ names: [String], _ code: Int32) {
    let session = Session(["inspect"] + names.map { Self.killed + $0 })
    #expect(session.code == code, "\(session.out)\(session.err)")
  }

  @Test func `one that cannot be read does not hide the others`() {
    let session = Session("inspect", Self.killed + "nowhere.wav", Self.killed + "killed.wav")
    #expect(session.err.contains("error[cannot-read]"))
    #expect(session.out.hasPrefix("killed.wav  WAV, never finalized"))
  }

  @Test func `folders, pipes and devices are refused, links are followed`() throws {
    let folder = try Folder()
    let link = folder.path + "/link.wav"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Self.killed + "finished.wav")
    #expect(Session("inspect", link).code == 0)
    let pipe = folder.path + "/pipe"
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    for (path, word) in [(folder.path, "a folder"), (pipe, "a pipe"), ("/dev/null", "a device")] {
      let session = Session("inspect", path)
      #expect(session.code == 2 && session.out.isEmpty)
      #expect(session.err.contains("error[no-file]") && session.err.contains("is \(word)"))
    }
  }

  @Test func `nothing is written, not even where a report would go`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.wav"
    try FileManager.default.copyItem(atPath: Self.killed + "killed.wav", toPath: path)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(Session("inspect", path).code == 1)
    let session = Session(
      "inspect", path, "--json", folder.path + "/../" + Self.last(folder.path) + "/a.wav")
    #expect(session.code == 2 && session.err.contains("error[would-overwrite]"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.wav"])
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  @Test func `a program reads one object a file, also of one that is not there`() throws {
    let names = ["killed.wav", "answer.wav", "nowhere.wav", "finished.m4a"]
    let session = Session(["inspect", "--json", "-"] + names.map { Self.killed + $0 })
    let lines = session.out.split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["kind"] as? String } == ["file", "file", "unreadable", "file"])
    let states = objects.map { $0["state"] as? String }
    #expect(states == ["unfinalized", "not audio", nil, "complete"])
    let holds = objects[0]["holds"] as? [String: Int]
    #expect(holds == ["offset": 44, "bytes": 19_200, "frames": 9_600])
    let readers = objects[0]["readers"] as? [String: [String: Int]]
    #expect(readers?["lenient"]?["plays"] == 9_600 && readers?["apple-like"]?["plays"] == 0)
  }

  @Test(arguments: [
    (0, 16_000, "0 s"), (9_600, 16_000, "0.60 s"), (15_999, 16_000, "1.00 s"),
    (1, 48_000, "less than 0.01 s"), (16_000 * 61, 16_000, "1 min 1.00 s"),
    (16_000 * 3_725, 16_000, "1 h 2 min 5 s"), (.max, 1, "2,562,047,788,015,215 h 30 min 7 s"),
    (1_234, 0, "1,234 frames"),
  ])
  func `a span of time reads well`(_ frames: Int, _ rate: Int, _ text: String) {
    #expect(Amount.seconds(frames, rate) == text)
  }
}
