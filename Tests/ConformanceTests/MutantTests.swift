import Contract
import Journeys
import Scenarios
import Testing

@testable import Commands

@Suite("Engines that are wrong on purpose")
struct MutantTests {
  /// The names of the first fourteen; names are permanent.
  static let first = [
    "accepted-leaf-resent", "checkpoint-error-ignored", "cleanup-failure-fails",
    "delete-forgotten", "deliver-before-commit", "endless-processing", "fourth-try",
    "json-text-unwrapped", "parallel-leaves", "promote-before-sync", "retry-after-ignored",
    "retry-makes-entry", "saved-before-row", "stale-callback",
  ]

  @Test func `the first fourteen are there and every name is there once`() {
    let names = Engines.mutants.map(\.mutantName)
    #expect(Self.first.filter { !names.contains($0) }.isEmpty)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Engines.mutants.map(\.mutantName))
  func `its clause is the earliest violation and a line that cites it is red`(
    _ name: String
  ) throws {
    let suite = try Whole.suite()
    let mutant = try #require(Engines.mutants.first { $0.mutantName == name })
    let clause = try #require(mutant.breaks)
    if clause.level != .must { return try expectWarning(of: clause, by: mutant) }
    var witnesses = Witnesses(suite, store: .memory)
    let found = witnesses.kill(of: mutant)
    let kill = try #require(found, "nothing kills it")
    // Seen once more through the command, as a person would.
    let session = try Session(["run", kill.inCase, "--engine", mutant.name, "--json", "-"])
    #expect(session.code == ExitCode.violation.rawValue)
    let report = try Report(reading: Array(session.out.utf8), file: "report")
    #expect(report.cases.map(\.account?.clause) == [mutant.breaks?.id])
    // The same case on the engine without the defect holds: the case is about nothing else.
    #expect(Whole.inMemory[kill.inCase]?.line.outcome == .holds)
  }

  @Test func `a defect of a live transcript is there beside a variant, too`() throws {
    for engine in ["mutant:offset-of-dial", "mutant:offset-of-dial+renamed"] {
      let session = try Session(["run", "relay.ten-seconds-plus-three", "--engine", engine])
      #expect(session.code == ExitCode.violation.rawValue, "\(session.out)")
    }
  }

  /// What only `should` hold is a violation where a person asks for it, and by that clause first.
  private func expectWarning(of clause: ClauseID, by mutant: NamedEngine) throws {
    let session = try Session([
      "run", "--clause", clause.id, "--engine", mutant.name, "--shoulds", "--json", "-",
    ])
    #expect(session.code == ExitCode.violation.rawValue)
    let report = try Report(reading: Array(session.out.utf8), file: "report")
    #expect(report.cases.contains { $0.account?.clause == clause.id })
  }

  @Test func `a good engine is no witness`() throws {
    let suite = try Whole.suite()
    var witnesses = Witnesses(suite, store: .memory)
    var reference = Engines.reference
    reference.breaks = .requestTransientStatusBounded
    let kill = witnesses.kill(of: reference)
    #expect(kill == nil)
  }
}

/// One command line on the scenarios of this repository.
struct Session {
  let code: Int32
  let out: String

  init(_ arguments: [String]) throws {
    let directory = try Whole.suite().directory
    var out: [UInt8] = []
    let console = Console(
      write: { out += $0 }, note: { _ in },
      variable: { $0 == "LASTWORD_PACK" ? directory : nil })
    code = Lastword.run(arguments, console)
    self.out = String(decoding: out, as: UTF8.self)
  }
}
