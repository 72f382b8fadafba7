import Contract
import Journeys

// Hand-made reports: small enough to read, with one case for every way of coming out.

enum Samples {
  static let long = "long-recording-becomes-text"
  static let retry = "retry-the-same-recording"

  static func line(
    _ id: String, scenario: String? = nil, platform: String = "ios", store: String = "memory",
    journeys: [String] = [long], outcome: CaseOutcome = .holds, account: Account? = nil,
    trace: String = "00000000000000aa"
  ) -> CaseLine {
    let stem = id.prefix { $0 != "[" && $0 != "@" }
    return CaseLine(
      id: id, scenario: scenario ?? String(stem), platform: platform, store: store,
      journeys: journeys, clauses: ["REQUEST.413-bounded"], outcome: outcome, account: account,
      steps: 123, virtualMilliseconds: 61_200, trace: trace)
  }

  static let violation = Account(
    clause: "BULK.later-failure-keeps-checkpoint",
    finding: "After the relaunch, text that the user had already seen is gone",
    expected: "w000 … w039", observed: "w000 … w019",
    firstWrong: WrongEvent(
      record: 41, nanoseconds: 38_250_000_000, identity: "done inventory/store"),
    lines: [
      ThenLine(
        that: "the text so far is kept", cites: ["BULK.later-failure-keeps-checkpoint"],
        verdict: .broken, file: "scenarios/bulk/later-failure.yaml", line: 31)
    ],
    again: "lastword run 'bulk.later-failure@ios' -v")

  static let catalogue = Catalogue([
    ScenarioFacts(
      id: "request.413-nested", title: "every spoken word is in the text once, in order",
      section: "request", file: "scenarios/request/413-nested.yaml", line: 20),
    ScenarioFacts(
      id: "bulk.later-failure", title: "a later failure keeps the text so far", section: "bulk",
      file: "scenarios/bulk/later-failure.yaml", line: 30),
    ScenarioFacts(
      id: "retry.twice", title: "a second tap does not start it twice", section: "retry",
      file: "scenarios/retry/twice.yaml", line: 12),
  ])

  static var mixedCases: [CaseLine] {
    [
      line("request.413-nested@macos", platform: "macos", trace: "00000000000000ab"),
      line("request.413-nested@ios"),
      line(
        "bulk.later-failure@ios", outcome: .violated, account: violation,
        trace: "00000000000000ac"),
      line(
        "retry.twice@ios", journeys: [retry], outcome: .unsupported,
        account: Account(finding: "needs a keyboard, which ios does not have"),
        trace: "00000000000000ad"),
    ]
  }

  static func report(
    _ cases: [CaseLine], selected: Int? = nil, owes: Bool = false, isInterrupted: Bool = false,
    clauses: Report.ClauseCount = Report.ClauseCount(must: 80, withEvidence: 79, withWitness: 80),
    required: Report.RequiredCount = Report.RequiredCount(listed: 60, covered: 60)
  ) -> Report {
    Report(
      header: Report.Header(
        version: "0.1.0", sets: ["core/1"], engine: "reference", suite: "1234567890abcdef",
        plan: cases.map(\.id)),
      cases: cases,
      circumstances: Report.Circumstances(
        clauses: clauses, required: required, selected: selected ?? cases.count,
        owesObligations: owes, isInterrupted: isInterrupted))
  }
}
