import Foundation
import Testing

@testable import Commands

/// One command line, carried out in this process with everything outside stood in for.
struct Session {
  let code: Int32
  let out: String
  let err: String

  /// The folder of this file.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().path

  /// A small pack of its own, so that the words here do not change when the suite grows.
  static let pack = folder + "/Pack"

  /// Carries out a command line.
  ///
  /// - Parameter adjust: changes the console first.
  init(_ arguments: String..., adjust: (inout Console) -> Void = { _ in }) {
    self.init(arguments, adjust: adjust)
  }

  init(_ arguments: [String], adjust: (inout Console) -> Void = { _ in }) {
    var out: [UInt8] = []
    var err = ""
    var console = Console(
      write: { out += $0 }, note: { err += $0 },
      variable: { $0 == "LASTWORD_PACK" ? Session.pack : nil })
    adjust(&console)
    code = Lastword.run(arguments, console)
    self.out = String(decoding: out, as: UTF8.self)
    self.err = err
  }

  /// What a person would see: the command line, the result, the notes, the code.
  func transcript(of line: String) -> String {
    var text = "$ \(line)\n\(out)"
    if !err.isEmpty { text += "--- beside the result\n\(err)" }
    return text + "--- exit \(code)\n"
  }
}

/// Compares a text with the file that holds what it should be.
///
/// With `UPDATE_SNAPSHOTS=1` the file is written anew instead; the change then shows in review.
func expectSnapshot(
  _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  // How many clauses a case puts to the test is the judge's business and no matter of wording.
  let text = text.replacing(
    /put to the test here: \d+ of \d+/, with: "put to the test here: N of M")
  let url = URL(filePath: Session.folder + "/Snapshots/\(name).txt")
  if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
    try Data(text.utf8).write(to: url)
    return
  }
  let expected = try String(contentsOf: url, encoding: .utf8)
  guard text != expected else { return }
  let new = text.split(separator: "\n", omittingEmptySubsequences: false)
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let place = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let line = place ?? min(new.count, old.count)
  Issue.record(
    """
    “\(name)” differs from its snapshot in line \(line + 1):
    is      \(line < new.count ? String(new[line]) : "(nothing)")
    was     \(line < old.count ? String(old[line]) : "(nothing)")
    UPDATE_SNAPSHOTS=1 writes it anew.
    """, sourceLocation: sourceLocation)
}
