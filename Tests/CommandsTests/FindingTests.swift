import Foundation
import Testing

@testable import Commands

/// A folder of its own that goes when the test is over.
final class Scratch {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "lastword-\(ProcessInfo.processInfo.globallyUniqueString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

@Suite("Findings from the command line")
struct FindingTests {
  private let engine = "mutant:saved-before-row"

  /// Reduces a case of the small pack into a folder: the name of the file, and the session.
  private func reduced(_ scratch: Scratch) throws -> (name: String, session: Session) {
    let session = Session(
      "reduce", "request.split@macos", "--engine", engine, "--save", scratch.path)
    #expect(session.code == 1, "\(session.err)")
    let names = try scratch.names
    #expect(names.count == 1, "\(names)")
    return (try #require(names.first), session)
  }

  @Test func `a case is reduced to a file whose story says it all, and replayed from it`() throws {
    let scratch = try Scratch()
    let (name, session) = try reduced(scratch)
    #expect(name.hasPrefix("found.source-saved-means-durable-"))
    for words in [
      "FAIL  The person was told that the recording is saved before", "▸ start r1",
      "✗ here the promise is broken", "expected  source and row durable", "because   step ",
      "reduced   from ", "again     lastword replay \(scratch.path)/\(name)",
      "from here on nothing helps",
    ] {
      #expect(session.out.contains(words), "\(words) in \(session.out)")
    }
    let file = scratch.path + "/" + name
    let replay = Session("replay", file)
    #expect(replay.code == 0, "\(replay.out) \(replay.err)")
    #expect(replay.out.contains(": strict, 2 of 2 entries met, match 1.000, trace as recorded\n"))
    #expect(replay.out.contains("as expected: SOURCE.saved-means-durable is the first"))
    let byID = Session("replay", String(name.dropLast(5)), "--save", scratch.path, "-v")
    #expect(byID.code == 0)
    #expect(byID.out.contains("✗ SOURCE.saved-means-durable (must)"))
    // Made small again it stays what it is.
    let before = try scratch.read(name)
    #expect(Session("reduce", file).code == 1)
    #expect(try scratch.read(name) == before)
  }

  @Test func `a finding that breaks nothing any more is told, and never as a success`() throws {
    let scratch = try Scratch()
    let (name, _) = try reduced(scratch)
    let file = scratch.path + "/" + name
    let mended = Session("replay", file, "--engine", "reference")
    #expect(mended.code == 1)
    #expect(mended.out.contains("is kept now, where the file expects it to be broken"))
    #expect(mended.err.contains("accept"))
    // What it names does not happen: stale, whatever is expected.
    let hold = "schedule: [{hold: \"done local/r1.a1\", until: \"done local/r1.a1#2\"}]\nthen:"
    let stale = try scratch.read(name).replacing("then:", with: hold)
    try scratch.write(stale, to: name)
    let session = Session("replay", file, "--engine", "reference")
    #expect(session.code == 6, "\(session.out)")
    #expect(session.out.contains("STALE: no promise is broken, and only 2 of 3 entries"))
    #expect(session.err.contains("warning[S024]: this hold never held anything back"))
    try scratch.write(stale.replacing("expect: violated", with: "expect: pass"), to: name)
    #expect(Session("replay", file, "--engine", "reference").code == 6)
    // In a pack of its own: what is accepted by mistake must not land among the sources.
    let pack = scratch.path + "/pack"
    try FileManager.default.copyItem(atPath: Session.pack, toPath: pack)
    let accept = ["accept", file, "--engine", "reference", "--pass", "--pack", pack]
    #expect(Session(accept).code == 6)
  }

  @Test func `bad files are refused with their place`() throws {
    let scratch = try Scratch()
    let (name, _) = try reduced(scratch)
    let good = try scratch.read(name)
    let file = scratch.path + "/" + name
    for (old, new, words) in [
      ("format: 1", "format: 2", ":1:9: error[S008]"),
      ("  trace:", "  traces:", "error[S002]: unknown key 'traces'"),
      ("clause: SOURCE.saved", "clause: SOURCE.sawed", "error[S010]"),
      ("regression:", "regresion:", "error[S002]"),
      ("do: stop", "do: stoop", "error[S004]: nobody can 'stoop'"),
      ("person:", "plan: {\"uplod/r1.a1/0/t1?answer\": never}\nperson:", "error[S017]"),
    ] {
      #expect(good.contains(old))
      try scratch.write(good.replacing(old, with: new), to: name)
      let session = Session("replay", file)
      #expect(session.code == 2 && session.out.isEmpty, "\(new): \(session.out)")
      #expect(session.err.contains(words), "\(new): \(session.err)")
      #expect(session.err.contains("\(name):"), "\(session.err)")
    }
    for part in [0.25, 0.5, 0.9] {
      try scratch.write(String(good.prefix(Int(Double(good.count) * part))), to: name)
      let session = Session("replay", file)
      #expect(session.code == 2 && session.err.contains("error["), "\(part)")
    }
    try scratch.write(good.replacing(engine, with: "mutant:nobody"), to: name)
    #expect(Session("replay", file).err.contains("error[unknown-engine]"))
    #expect(Session("replay", file, "--engine", engine).code == 0)
    #expect(Session("replay", "found.nothing", "--save", scratch.path).code == 2)
    let scenario = Session.pack + "/request/request.split.yaml"
    #expect(Session("replay", scenario).err.contains("error[no-finding]"))
    #expect(Session("reduce", "request.split").err.contains("error[not-one-case]"))
    #expect(Session("reduce", "request.splt@macos").code == 2)
  }

  @Test func `an accepted finding is a regression that run plays in a group of its own`() throws {
    let scratch = try Scratch()
    let pack = scratch.path + "/pack"
    try FileManager.default.copyItem(atPath: Session.pack, toPath: pack)
    let found = scratch.path + "/found"
    let arguments = ["--pack", pack]
    _ = Session(
      ["reduce", "request.split@macos", "--engine", engine, "--save", found] + arguments)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: found).first?.dropLast(5))
    let accepted = Session(
      ["accept", String(name), "--as", "saved-too-early", "--save", found] + arguments)
    #expect(accepted.code == 0, "\(accepted.err)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: found).isEmpty)
    let file = pack + "/regressions/regressions.saved-too-early.yaml"
    #expect(FileManager.default.fileExists(atPath: file))

    let run = Session(["run", "regressions"] + arguments)
    #expect(run.code == 0, "\(run.out) \(run.err)")
    #expect(run.out.contains("regressions") && run.out.contains("1 of 1 holds"))
    #expect(Session(["run"] + arguments).out.contains("regressions.saved-too-early"))
    #expect(Session(["lint"] + arguments).code == 0)
    #expect(
      Session(["run", "regressions", "--engine", "variant:thirds"] + arguments).out
        .contains("is a defect of mutant:saved-before-row"))

    // Another promise, a mended defect, a stale story: each is told.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    func session(_ old: String, _ new: String) throws -> Session {
      #expect(text.contains(old))
      try text.replacing(old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
      return Session(["run", "regressions"] + arguments)
    }
    let other = try session("clause: SOURCE.saved-means-durable", "clause: ATTEMPT.always-ends")
    let words = other.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(other.code == 1 && words.contains("where the file expects ATTEMPT.always-ends"))
    let mended = try session("engine: \"\(engine)\"", "engine: \"reference\"")
    #expect(mended.code == 1 && mended.out.contains("is kept now"))
    let hold = "schedule: [{hold: \"done local/r1.a1\", until: \"done local/r1.a1#2\"}]\nthen:"
    let stale = try session("engine: \"\(engine)\"", "engine: \"reference\"")
    #expect(stale.code == 1)
    let gone = text.replacing("engine: \"\(engine)\"", with: "engine: \"reference\"")
    try gone.replacing("then:", with: hold).write(
      toFile: file, atomically: true, encoding: .utf8)
    let report = Session(["run", "regressions"] + arguments)
    #expect(report.code == 6 && report.out.contains("STALE"), "\(report.out)")
  }

  @Test func `sweep keeps what it finds as cases that show it again`() throws {
    let scratch = try Scratch()
    let session = Session(
      "sweep", "request.split@macos", "--engine", engine, "--limit", "9", "--save", scratch.path)
    #expect(session.code == 1)
    let names = try scratch.names
    #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".yaml") })
    for name in names {
      #expect(session.out.contains("kept \(scratch.path)/\(name)"))
      #expect(Session("replay", "\(scratch.path)/\(name)").code == 0)
    }
  }
}
