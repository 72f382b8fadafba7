import Contract
import Foundation
import Journeys
import Scenarios
import Testing

@testable import Commands

/// The scenarios of this repository, and one run of all of them that the tests share.
enum Whole {
  /// The pack, or what is wrong with it.
  private static let loaded = Result { () throws(Commands.Refusal) in
    // Tests/ConformanceTests/Whole.swift → scenarios
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Suite.load(root.appending(path: "scenarios").path)
  }

  static func suite() throws -> Suite { try loaded.get() }

  /// Their ids, for tests that are done once for each; empty when the pack cannot be loaded, which
  /// the test of the floors then tells.
  static let scenarios: [String] = {
    switch loaded {
    case .success(let suite): suite.scenarios.map(\.id)
    case .failure: []
    }
  }()

  /// What one run of a case came to, without the judge that takes most of the room.
  struct Outcome: Sendable {
    var line: CaseLine
    var earliest: ClauseID?
    var verdicts: [LineVerdict]

    init(_ played: Played) {
      line = played.line
      earliest = played.earliest
      verdicts = played.verdicts
    }
  }

  /// Runs cases one after the other and keeps what came of each, by its id.
  static func run(
    _ cases: [SuiteCase], _ engine: NamedEngine = Engines.reference, on store: StoreKind = .memory
  ) -> [String: Outcome] {
    let run = SuiteRun(engine: engine, stores: [store])
    var outcomes: [String: Outcome] = [:]
    for theCase in cases { outcomes[theCase.id] = Outcome(run.play(theCase, on: store)) }
    return outcomes
  }

  /// Every case on the reference engine in memory, in the order of ids.
  static let inMemory: [String: Outcome] = {
    switch loaded {
    case .success(let suite): run(suite.cases)
    case .failure: [:]
    }
  }()

  /// Whether a case belongs to the part of the suite that costly comparisons take. A debug build is
  /// too slow for all of it; `ci/determinism` compares everything with the release build.
  static func isInSample(_ theCase: SuiteCase) -> Bool {
    var hash = TraceHash()
    hash.feed(theCase.id)
    return hash.value % sampled == 0
  }

  #if DEBUG
    private static let sampled: UInt64 = 4
  #else
    private static let sampled: UInt64 = 1
  #endif
}
