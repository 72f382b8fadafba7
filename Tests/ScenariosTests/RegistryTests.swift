import Contract
import Foundation
import Testing

@testable import Scenarios

@Suite struct `The registries` {
  private static func source(_ name: String) throws -> SourceText {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try SourceText(
      contentsOf: root.appending(path: "scenarios/registry/\(name)").path, limits: .registry)
  }

  private func faults(_ text: String, journeys: Bool = false) -> [String] {
    let source = SourceText(path: "registry.yaml", text: text)
    do throws(Refusal) {
      if journeys { _ = try JourneyRegistry(source) } else { _ = try ClauseRegistry(source) }
      return []
    } catch {
      return brief(error.diagnostics)
    }
  }

  @Test func `the generated clauses say what the registry says, in its order`() throws {
    let registry = try ClauseRegistry(Self.source("clauses.yaml"))
    #expect(registry.clauses.map(\.id) == ClauseID.allCases.map(\.id))
    for (clause, generated) in zip(registry.clauses, ClauseID.allCases) {
      #expect(clause.level == generated.level)
      #expect(clause.source == generated.source)
      #expect(clause.set == generated.set)
      #expect(clause.says == generated.says)
      #expect(ClauseID(id: clause.id) == generated)
    }
    #expect(ClauseID(id: "REQUEST.413-bonded") == nil)
    #expect(ClauseID(id: "") == nil)
    #expect(ClauseID(id: "ZZZ.z") == nil)
  }

  @Test func `the generated journeys say what the registry says, in its order`() throws {
    let registry = try JourneyRegistry(Self.source("journeys.yaml"))
    #expect(registry.journeys.map(\.id) == JourneyID.allCases.map(\.id))
    for (journey, generated) in zip(registry.journeys, JourneyID.allCases) {
      #expect(journey.title == generated.title)
      #expect(journey.as == generated.as)
      #expect(journey.want == generated.want)
      #expect(JourneyID(id: journey.id) == generated)
    }
    #expect(JourneyID(id: "long-recording") == nil)
  }

  @Test func `case names are the ids in lower camel`() {
    #expect(ClauseID(id: "REQUEST.413-bounded") == .request413Bounded)
    #expect(
      ClauseID(id: "CAPTURE.identity-before-first-frame") == .captureIdentityBeforeFirstFrame)
    #expect(JourneyID(id: "hand-off-and-back") == .handOffAndBack)
  }

  @Test(arguments: [
    (
      "unknown key", "- {id: A.b, level: must, source: F, set: core, says: x, note: y}",
      ["1:57 S002"]
    ),
    ("missing key", "- {id: A.b, level: must, source: F, set: core}", ["1:3 S001"]),
    ("unknown level", "- {id: A.b, level: musk, source: F, set: core, says: x}", ["1:20 S004"]),
    ("unknown set", "- {id: A.b, level: must, source: F, set: cor, says: x}", ["1:42 S004"]),
    ("unknown source", "- {id: A.b, level: must, source: X, set: core, says: x}", ["1:34 S004"]),
    ("bad id", "- {id: a.b, level: must, source: F, set: core, says: x}", ["1:8 S013"]),
    (
      "duplicate id",
      "- {id: A.b, level: must, source: F, set: core, says: x}\n"
        + "- {id: A.b, level: must, source: F, set: core, says: x}", ["2:8 S014"]
    ),
    ("a map", "id: A.b", ["1:1 S003"]),
    ("no clause", "[]", ["1:1 S015"]),
    ("a word", "- A.b", ["1:3 S003"]),
    (
      "two mistakes", "- {id: a, level: must, source: F, set: x, says: x}",
      ["1:8 S013", "1:40 S004"]
    ),
  ])
  func `a mistake in the clauses refuses the whole file`(
    mistake: String, text: String, expected: [String]
  ) {
    #expect(faults(text) == expected, "\(mistake)")
  }

  @Test(arguments: [
    ("good", "- {id: a-b, seed: M1, title: T, as: x, want: y}", []),
    ("unknown key", "- {id: a-b, seed: M1, titel: T, title: T, as: x, want: y}", ["1:23 S002"]),
    ("bad id", "- {id: A, seed: M1, title: T, as: x, want: y}", ["1:8 S013"]),
    ("full stop", "- {id: a, seed: M1, title: T., as: x, want: y}", ["1:28 S016"]),
    ("missing key", "- {id: a, seed: M1, title: T, as: x}", ["1:3 S001"]),
    ("no value", "- {id: a, seed: M1, title: T, as: , want: y}", ["1:35 S012"]),
  ])
  func `a mistake in the journeys refuses the whole file`(
    mistake: String, text: String, expected: [String]
  ) {
    #expect(faults(text, journeys: true) == expected, "\(mistake)")
  }
}
