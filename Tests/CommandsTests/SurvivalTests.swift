import Contract
import Foundation
import Testing

@testable import Commands

@Suite("Kept cases on engines that have changed")
struct SurvivalTests {
  /// Keeps a finding of the small pack.
  private func kept(_ scratch: Scratch) throws -> String {
    _ = Session(
      "reduce", "request.split@macos", "--engine", "mutant:saved-before-row", "--save",
      scratch.path)
    let name = try #require(try scratch.names.first)
    return scratch.path + "/" + name
  }

  @Test func `a case that depends on no detail survives every change`() throws {
    let scratch = try Scratch()
    let file = try kept(scratch)
    let session = Session("survival", file)
    #expect(session.code == 0, "\(session.out) \(session.err)")
    for change in [
      "unchanged", "extra-question", "harmless-event", "renamed", "swapped-effects", "third-leaf",
    ] {
      #expect(session.out.contains("\n\(change) "), "\(session.out)")
    }
    #expect(session.out.contains("1 of 1 kept cases survive every change: 100.0 %"))
  }

  @Test func `a case whose promise is another one does not survive, and is told`() throws {
    let scratch = try Scratch()
    let file = try kept(scratch)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("clause: SOURCE.saved-means-durable", with: "clause: ATTEMPT.always-ends")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let session = Session("survival", file)
    #expect(session.code == 1, "\(session.out)")
    #expect(session.out.contains("where the file expects ATTEMPT.always-ends"))
  }

  @Test func `a case that shows nothing and says nothing makes it untrustworthy`() throws {
    let scratch = try Scratch()
    let file = try kept(scratch)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("mutant:saved-before-row", with: "reference")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let session = Session("survival", file)
    #expect(session.code == 6, "\(session.out)")
    #expect(session.out.contains("pass silently, which none may"))
  }

  @Test func `a defect and a variant make one engine, and nothing else does`() throws {
    let both = try #require(Engines.find("mutant:fourth-try+third-leaf"))
    #expect(both.breaks == .requestTransientStatusBounded)
    #expect(Engines.find("reference+renamed") != nil)
    #expect(Engines.find("mutant:append-believed+renamed")?.needsDisk == true)
    #expect(Engines.find("variant:thirds+renamed") == nil)
    #expect(Engines.find("mutant:fourth-try+nothing") == nil)
    #expect(Engines.find("nobody+renamed") == nil)
    #expect(Session("run", "request", "--engine", "mutant:saved-before-row+renamed").code == 1)
    #expect(Session("run", "request", "--engine", "mutant:fourth-try+nothing").code == 2)
  }
}
