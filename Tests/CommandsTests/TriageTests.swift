import Foundation
import Testing

@testable import Commands

@Suite struct TriageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func triage(_ text: String, _ arguments: String...) -> Session {
    Session(["triage", "--pack", Self.root.path + "/scenarios"] + arguments) { console in
      console.input = { _ in Array(text.utf8) }
    }
  }

  private func log(_ folder: String) throws -> String {
    try String(
      contentsOf: Self.root.appending(path: "corpus/field/\(folder)/log.txt"), encoding: .utf8)
  }

  @Test func `a pasted log is judged from standard input, and the exit code says how`() throws {
    let broken = triage(try log("02-stop-never-answers"))
    #expect(broken.code == 1)
    #expect(broken.out.contains("CAPTURE.bounded-finalize (must)"))
    #expect(broken.out.contains("field.stop-never-answers"))
    #expect(broken.out.contains("lastword reproduce -"))
    let healthy = try String(
      contentsOf: Self.root.appending(path: "Tests/FieldReportsTests/Logs/Healthy/01-plain.log"),
      encoding: .utf8)
    #expect(triage(healthy).code == 0)
    #expect(triage("10:00:00 nothing of ours").code == 3)
    let unreadable = triage("10:00:00 a\u{0}b")
    #expect(unreadable.code == 2)
    #expect(unreadable.err.contains("-:1:11: error[log-binary]"))
    #expect(triage("").err.contains("error[log-empty]"))
  }

  @Test func `several files are one story, and lines are counted in each`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "triage-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    let lines = try log("01-phantom-keyboard-session").split(separator: "\n")
    var paths: [String] = []
    for (name, mark) in [("keyboard.log", " K "), ("app.log", " A ")] {
      let path = folder.appending(path: name).path
      try lines.filter { $0.contains(mark) }.joined(separator: "\n")
        .write(toFile: path, atomically: true, encoding: .utf8)
      paths.append(path)
    }
    let session = Session(["triage"] + paths)
    #expect(session.code == 1)
    #expect(session.out.contains("RELAUNCH.surfaces-expire"))
    #expect(session.out.contains("line 1 of input 1"))
    #expect(Session(["triage", folder.path]).err.contains("error[log-folder]"))
    #expect(Session(["triage", folder.path + "/none"]).err.contains("error[log-unreadable]"))
  }

  @Test func `one object for programs has the same verdict`() throws {
    let session = triage(try log("11-split-to-the-limit-and-still-refused"), "--json")
    #expect(session.code == 1)
    #expect(session.out.contains(#""verdict":"broken","confidence":"certain""#))
    #expect(session.out.contains(#""clause":"BULK.limit-counts-the-request","line":2"#))
    #expect(session.out.contains(#""id":"field.split-to-the-limit-and-still-refused""#))
  }

  @Test func `what was seen is said line by line, as names and numbers alone`() {
    let text = """
      10:00:00.000 hotkey down: starting dictation
      10:00:05.000 zanzibar brontolo
      10:00:09.000 part 4: server answered 200, 90 chars
      10:00:10.000 transcript covers 20 s of 60 s
      """
    let signs =
      "  1 start-asked\n  3 answer-arrived 200 #1\n  4 text-covers 20000/60000\n"
    let session = triage(text, "--signs")
    #expect(session.out.hasSuffix("\n" + signs) || session.out.hasSuffix("\n" + signs + "\n"))
    #expect(!session.out.contains("zanzibar"))
    #expect(!triage(text).out.contains("start-asked"))
    #expect(session.code == triage(text).code)
  }

  @Test func `lines of several inputs are named by their input`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "signs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    let paths = ["a.log", "b.log"].map { folder.appending(path: $0).path }
    try "10:00:00 nothing\n10:00:01 hotkey down: starting dictation\n"
      .write(toFile: paths[0], atomically: true, encoding: .utf8)
    try "10:00:02 microphone started\n".write(toFile: paths[1], atomically: true, encoding: .utf8)
    let out = Session(["triage", "--signs"] + paths).out
    #expect(out.contains("  \(paths[0]):2 start-asked\n  \(paths[1]):1 microphone-on\n"))
  }

  /// Words that a log may hold and nobody but its owner should read.
  private static let planted = [
    "zanzibar", "brontolo", "brontolo@example.com", "/Users/brontolo/Secret", "sk-live-4242",
    "Maximum", "Muster-GmbH",
  ]

  @Test func `no word of a log is ever printed`() throws {
    for folder in [
      "01-phantom-keyboard-session", "02-stop-never-answers", "04-headset-lost-mid-sentence",
      "05-recovered-recording-is-silent", "06-pasted-the-old-clipboard",
      "09-the-note-that-came-back", "11-split-to-the-limit-and-still-refused",
      "12-headers-then-silence",
    ] {
      let text = try log(folder).split(separator: "\n").enumerated().map { index, line in
        "\(line) \(Self.planted[index % Self.planted.count]) \"zanzibar brontolo\""
      }
      let ticket =
        "Dear team, brontolo here, zanzibar!\n" + text.joined(separator: "\n")
        + "\nsk-live-4242 is my key\n"
      for session in [triage(ticket), triage(ticket, "--json")] {
        for word in Self.planted {
          #expect(!session.out.lowercased().contains(word.lowercased()), "\(folder): \(word)")
          #expect(!session.err.lowercased().contains(word.lowercased()), "\(folder): \(word)")
        }
        #expect(!session.out.contains("take-0091") && !session.out.contains("7f3"))
      }
    }
  }
}
