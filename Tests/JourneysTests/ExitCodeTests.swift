import Journeys
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var facts: ExitFacts
    var code: Int32
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "all hold", facts: ExitFacts(outcomes: [.holds, .holds], selected: 2), code: 0),
    Row(
      name: "unsupported is as expected",
      facts: ExitFacts(outcomes: [.holds, .unsupported], selected: 2), code: 0),
    Row(name: "violated", facts: ExitFacts(outcomes: [.holds, .violated], selected: 2), code: 1),
    Row(name: "crashed", facts: ExitFacts(outcomes: [.engineCrash], selected: 1), code: 1),
    Row(name: "hung", facts: ExitFacts(outcomes: [.hung], selected: 1), code: 1),
    Row(name: "left the stage", facts: ExitFacts(outcomes: [.leftTheStage], selected: 1), code: 1),
    Row(name: "inconclusive", facts: ExitFacts(outcomes: [.inconclusive], selected: 1), code: 3),
    Row(
      name: "broke the protocol", facts: ExitFacts(outcomes: [.protocolBroken], selected: 1),
      code: 5),
    Row(
      name: "the harness broke", facts: ExitFacts(outcomes: [.harnessError], selected: 1), code: 7),
    Row(name: "nothing selected", facts: ExitFacts(outcomes: [], selected: 0), code: 4),
    Row(name: "a case did not run", facts: ExitFacts(outcomes: [.holds], selected: 2), code: 3),
    Row(
      name: "an obligation is unmet",
      facts: ExitFacts(outcomes: [.holds], selected: 1, unmetObligations: 1), code: 3),
    Row(
      name: "not trustworthy",
      facts: ExitFacts(outcomes: [.violated], selected: 1, isUntrustworthy: true), code: 6),
    Row(
      name: "internal before untrustworthy",
      facts: ExitFacts(outcomes: [.harnessError], selected: 1, isUntrustworthy: true), code: 7),
    Row(
      name: "violation before protocol",
      facts: ExitFacts(outcomes: [.protocolBroken, .violated], selected: 2), code: 1),
    Row(
      name: "protocol before inconclusive",
      facts: ExitFacts(outcomes: [.inconclusive, .protocolBroken], selected: 2), code: 5),
    Row(
      name: "inconclusive before nothing",
      facts: ExitFacts(outcomes: [], selected: 0, unmetObligations: 3), code: 3),
    Row(
      name: "interrupted before everything",
      facts: ExitFacts(
        outcomes: [.violated, .harnessError], selected: 9, isUntrustworthy: true,
        isInterrupted: true), code: 130),
  ]

  @Test(arguments: rows)
  func `the code that tells it best`(_ row: Row) {
    #expect(row.facts.code.rawValue == row.code)
  }

  @Test func `the precedence is the published one`() {
    #expect(ExitCode.precedence.map(\.rawValue) == [7, 6, 1, 5, 3, 4])
  }
}
