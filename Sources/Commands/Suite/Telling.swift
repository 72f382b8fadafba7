import Contract
import Exploration
import Journeys
import Properties

/// A case that was run: the line of the report, and what the report does not say.
struct Played: Sendable {
  /// The line of the report.
  var line: CaseLine
  /// What the run put to the test.
  var judge: Judge?
  /// What became of the `then` lines.
  var verdicts: [LineVerdict] = []
  /// Broken promises that are only recommended.
  var warnings: [Finding] = []
  /// What the case names and its run never met, in words.
  var unmatched: String?
}

/// Joins what the oracles found and what became of the scenario's lines to one line of a report.
struct Telling {
  let theCase: SuiteCase
  let scenario: SuiteScenario
  let store: StoreKind
  let engine: NamedEngine

  /// Tells a case that was not run, because it does not apply to its platform.
  func unsupported(_ reason: String) -> Played {
    Played(line: line(.unsupported, Account(finding: reason), steps: 0, milliseconds: 0, trace: ""))
  }

  /// Tells a case that was run.
  func told(_ result: CaseResult, _ verdicts: [LineVerdict]) -> Played {
    let broken = verdicts.filter { $0.verdict == .broken }
    let untested = verdicts.filter { $0.verdict == .untested }
    var outcome = CaseOutcome(result.verdict)
    if outcome == .holds, !broken.isEmpty { outcome = .violated }
    if outcome == .holds, !untested.isEmpty { outcome = .inconclusive }
    let account = outcome == .holds ? nil : account(outcome, result, broken: broken, untested)
    let line = line(
      outcome, account, steps: result.steps, milliseconds: result.end.count / 1_000_000,
      trace: result.trace.hexadecimal)
    return Played(
      line: line, judge: result.judge, verdicts: verdicts,
      warnings: result.findings.filter { $0.clause.level == .should },
      unmatched: unmatched(result.unmatched))
  }

  private func line(
    _ outcome: CaseOutcome, _ account: Account?, steps: Int, milliseconds: Int64, trace: String
  ) -> CaseLine {
    CaseLine(
      id: theCase.id, scenario: theCase.scenario, platform: theCase.platform,
      store: store.rawValue, journeys: scenario.journeys.map(\.id),
      clauses: scenario.clauses.map(\.id), outcome: outcome, account: account, steps: steps,
      virtualMilliseconds: milliseconds, trace: trace)
  }

  private func account(
    _ outcome: CaseOutcome, _ result: CaseResult, broken: [LineVerdict], _ untested: [LineVerdict]
  ) -> Account {
    var account = Account(finding: outcome.meaning, again: again)
    account.lines = (broken + untested).compactMap { told($0) }
    if let finding = result.violations.first, outcome == .violated || outcome == .hung {
      account.clause = finding.clause.id
      account.finding = finding.sentence
      account.expected = finding.expected
      account.observed = finding.observed
      account.firstWrong = WrongEvent(
        record: finding.record, nanoseconds: finding.at.monotonic.count,
        identity: "\(finding.identity)")
    } else if let line = broken.first ?? untested.first, scenario.lines.indices.contains(line.place) {
      let said = scenario.lines[line.place]
      account.clause = said.cites.first?.id
      account.finding =
        line.verdict == .broken
        ? "It is not so that \(said.that)" : "Nothing that happened could show that \(said.that)"
      account.expected = line.expected
      account.observed = line.observed
    } else if case .engineFailed(let why) = result.ending {
      account.observed = why
    } else if case .engineBound(let bound) = result.ending {
      account.observed = "\(bound)"
    }
    return account
  }

  private func told(_ verdict: LineVerdict) -> ThenLine? {
    guard scenario.lines.indices.contains(verdict.place) else { return nil }
    let line = scenario.lines[verdict.place]
    return ThenLine(
      that: line.that, cites: line.cites.map(\.id), verdict: verdict.verdict,
      file: scenario.facts.file, line: line.line)
  }

  private var again: String {
    var words = "lastword run '\(theCase.id)' -v"
    if engine.name != Engines.reference.name { words += " --engine \(engine.name)" }
    if store != .memory { words += " --store \(store.rawValue)" }
    return words
  }

  private func unmatched(_ unmatched: CaseResult.Unmatched) -> String? {
    guard !unmatched.isEmpty else { return nil }
    func list(_ name: String, _ places: [Int]) -> String? {
      guard !places.isEmpty else { return nil }
      return "\(name) \(places.map { String($0 + 1) }.joined(separator: ", "))"
    }
    let parts = [
      list("plan", unmatched.plan), list("schedule", unmatched.holds),
      list("person", unmatched.script), list("crash", unmatched.crashes),
    ]
    return parts.compactMap { $0 }.joined(separator: "; ")
  }
}

extension CaseOutcome {
  init(_ verdict: Verdict) {
    switch verdict {
    case .holds: self = .holds
    case .violated: self = .violated
    case .unsupported: self = .unsupported
    case .inconclusive: self = .inconclusive
    case .engineCrash: self = .engineCrash
    case .hung: self = .hung
    case .leftTheStage: self = .leftTheStage
    case .protocolBroken: self = .protocolBroken
    case .harnessError: self = .harnessError
    }
  }
}
