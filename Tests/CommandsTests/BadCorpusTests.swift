import Foundation
import Testing

@testable import Commands

@Suite("Kept cases that have gone bad")
struct BadCorpusTests {
  private static let pack = URL(filePath: Session.folder).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "scenarios").path

  /// Some of the regressions of this repository: every fourth, and all that have a plan.
  private static let texts: [(name: String, text: String)] = {
    let folder = pack + "/regressions"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().enumerated().compactMap { place, name in
      guard let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) else {
        return nil
      }
      return place % 4 == 0 || text.contains("\nplan:") ? (name, text) : nil
    }
  }()

  private func replay(_ text: String, _ name: String, _ more: String...) throws -> Session {
    let scratch = try Scratch()
    try scratch.write(text, to: name)
    return Session(["replay", scratch.path + "/" + name, "--pack", Self.pack] + more)
  }

  /// An error that says where it is.
  private func expectPlace(_ session: Session, _ name: String, _ why: String) {
    #expect(session.code == 2 && session.out.isEmpty, "\(name), \(why): \(session.out)")
    let hasPlace = session.err.contains(#/\.yaml:\d+:\d+: error\[[A-Z]\d+\]:/#)
    // What ends right before its last block is whole, and no finding: that has no place.
    let isNone = session.err.contains("error[no-finding]") && session.err.contains(name)
    #expect(hasPlace || isNone, "\(name), \(why): \(session.err)")
  }

  @Test func `there is something to be spoiled`() {
    #expect(Self.texts.count >= 20)
    #expect(Self.texts.count { $0.text.contains("\nplan:") } >= 10)
  }

  @Test func `a file of another version is refused where it says so`() throws {
    for (name, text) in Self.texts.prefix(8) {
      let newer = text.replacing("format: 1", with: "format: 2")
      expectPlace(try replay(newer, name), name, "format 2")
      let other = text.replacing("  generator: 1\n", with: "  generator: 0\n")
      expectPlace(try replay(other, name), name, "generator 0")
    }
  }

  @Test func `a file that ends too early is refused, wherever it ends`() throws {
    for (name, text) in Self.texts.prefix(3) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for count in stride(from: 0, to: lines.count - 2, by: 2) {
        let cut = lines.prefix(count).joined(separator: "\n") + "\n"
        expectPlace(try replay(cut, name), name, "\(count) lines")
      }
      for part in [3, 5, 7] {
        let cut = String(text.prefix(text.count * part / 8))
        expectPlace(try replay(cut, name), name, "\(part) eighths")
      }
    }
  }

  @Test func `happenings and questions that no vocabulary has are refused`() throws {
    var spoiled = 0
    for (name, text) in Self.texts {
      for (old, new) in [
        ("do: start", "do: begin"), ("  \"upload/", "  \"transmit/"), ("  \"store/", "  \"row/"),
        ("hold: \"done ", "hold: \"over "), ("after: \"done ", "after: \"over "),
        ("?answer\"", "?reply\""),
      ] where text.contains(old) {
        expectPlace(try replay(text.replacing(old, with: new), name), name, new)
        spoiled += 1
      }
    }
    #expect(spoiled >= 40)
  }

  @Test func `an older word is followed by an alias, and an alias for nothing is refused`() throws {
    var followed = 0
    for (name, text) in Self.texts where text.contains("  \"upload/") {
      let older = text.replacing("upload/", with: "transmit/")
      let aliased = older.replacing(
        "regression:\n", with: "regression:\n  aliases: {transmit: \"upload\"}\n")
      let session = try replay(aliased, name)
      #expect(session.code == 0 && session.out.contains(": strict, "), "\(name): \(session.out)")
      followed += 1
      let idle = text.replacing(
        "regression:\n", with: "regression:\n  aliases: {transmit: \"upload\"}\n")
      expectPlace(try replay(idle, name), name, "an alias for nothing")
    }
    #expect(followed >= 5)
  }

  @Test func `plan keys that nothing asks any more make it stale, and never a success`() throws {
    var stale = 0
    // The disk is slow in a debug build, and its operations have names of another kind.
    for (name, text) in Self.texts where stale < 10 && !text.contains("store: disk") {
      let parts = text.components(separatedBy: "\nplan:\n")
      guard parts.count == 2, !parts[1].contains("\"disk/"), let end = parts[1].range(of: "\nthen:")
      else { continue }
      let plan = parts[1][..<end.lowerBound]
      let gone = plan.replacing(/\/r\d/, with: "/r9")
      guard gone != plan else { continue }
      let spoiled = parts[0] + "\nplan:\n" + gone + parts[1][end.lowerBound...]
      // What is mended must stay so: without its plan it shows nothing.
      let mended = spoiled.replacing("expect: violated", with: "expect: pass")
      let session = try replay(mended, name, "--engine", "reference")
      #expect(session.code == 6, "\(name): \(session.out)")
      #expect(session.out.contains("STALE: "), "\(name): \(session.out)")
      #expect(session.err.contains("warning[S024]: "))
      stale += 1
    }
    #expect(stale >= 10)
  }
}
