import FieldReports
import Foundation
import Scenarios
import Testing

@testable import Commands

@Suite("What lint says of the register")
struct RegisterLintTests {
  private static let entry = "02-stop-never-answers.yaml"

  /// The codes of what is wrong with the register when a piece of an entry reads otherwise.
  private func codes(_ old: String, _ new: String) throws -> [String] {
    let suite = try Whole.suite()
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "lastword-register-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    try files.copyItem(at: URL(filePath: suite.directory + "/../corpus/field"), to: folder)
    let path = folder.appending(path: Self.entry)
    let text = try String(contentsOf: path, encoding: .utf8)
    #expect(old.isEmpty || text.contains(old))
    try Data(text.replacing(old, with: new).utf8).write(to: path)
    do {
      let platforms = try Suite.platforms(suite.directory)
      _ = try Register(checking: folder.path, platforms: platforms)
      return []
    } catch let refusal as Scenarios.Refusal {
      return refusal.diagnostics.map(\.code.rawValue)
    }
  }

  @Test func `the register of this repository has nothing to mend`() throws {
    #expect(try codes("clause: ", "clause: ") == [])
  }

  @Test(arguments: [
    ("log: 02-", "log: 99-", "F001"), ("log: 02-", "log: ../02-", "S016"),
    ("kinds: [", "kinds: [no such thing, ", "S004"),
    ("CAPTURE.bounded-finalize", "CAPTURE.every-frame-written", "S019"),
    ("CAPTURE.bounded-finalize", "CAPTURE.no-such-promise", "S010"),
    ("workaround: ", "work-around: ", "S002"), ("phase: ", "phase: x", "S004"),
  ])
  func `an entry that says what is not so is refused`(
    _ old: String, _ new: String, _ code: String
  ) throws {
    #expect(try codes(old, new).contains(code))
  }
}
