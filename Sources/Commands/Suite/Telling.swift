import Contract
import Exploration
import Journeys
import Properties
import Scenarios

/// A case that was run: the line of the report, and what the report does not say.
struct Played: Sendable {
  /// The line of the report.
  var line: CaseLine
  /// What the run put to the test.
  var judge: Judge?
  /// The promise that an oracle saw broken first; nil when only lines of the scenario were.
  var earliest: ClauseID?
  /// What became of the `then` lines, in order.
  var verdicts: [LineVerdict] = []
  /// Broken promises that are only recommended.
  var warnings: [Finding] = []
  /// What the case names and its run never met.
  var unmatched: [Diagnostic] = []
}

/// Joins what the oracles found and what became of the scenario's lines to one line of a report.
struct Telling {
  let theCase: SuiteCase
  let store: StoreKind
  let engine: NamedEngine

  /// Tells a case that was not run, because it does not apply.
  func unsupported(_ reason: String) -> Played {
    Played(line: line(.unsupported, Account(finding: reason), steps: 0, milliseconds: 0, trace: ""))
  }

  /// Tells a case that was run.
  func told(_ result: CaseResult, _ verdicts: [LineVerdict]) -> Played {
    var outcome = CaseOutcome(result.verdict)
    let states = verdicts.map(\.state)
    if outcome == .holds, states.contains(.broken) { outcome = .violated }
    if outcome == .holds, states.contains(.untested) { outcome = .inconclusive }
    let account = outcome == .holds ? nil : account(outcome, result, verdicts)
    let line = line(
      outcome, account, steps: result.steps, milliseconds: result.end.count / 1_000_000,
      trace: result.trace.hexadecimal)
    let unmatched = result.unmatched
    return Played(
      line: line, judge: result.judge, earliest: result.violations.first?.clause,
      verdicts: verdicts,
      warnings: result.findings.filter { $0.clause.level == .should },
      unmatched: theCase.member.warnings(
        plan: unmatched.plan, holds: unmatched.holds, script: unmatched.script,
        crashes: unmatched.crashes, disk: unmatched.disk, allocations: unmatched.allocations))
  }

  private func line(
    _ outcome: CaseOutcome, _ account: Account?, steps: Int, milliseconds: Int64, trace: String
  ) -> CaseLine {
    CaseLine(
      id: theCase.id, scenario: theCase.scenario.id, platform: theCase.platform,
      store: store.rawValue, journeys: theCase.scenario.journeys.map(\.id),
      clauses: theCase.scenario.clauses.map(\.id), outcome: outcome, account: account,
      steps: steps, virtualMilliseconds: milliseconds, trace: trace)
  }

  private func account(
    _ outcome: CaseOutcome, _ result: CaseResult, _ verdicts: [LineVerdict]
  ) -> Account {
    var account = Account(finding: outcome.meaning, again: again)
    let lines = zip(theCase.member.lines, verdicts)
    account.lines = [Journeys.ThenLine.Verdict.broken, .untested].flatMap { state in
      lines.filter { $0.1.state == state }.map { told($0.0, state) }
    }
    if let finding = result.violations.first {
      account.clause = finding.clause.id
      account.finding = finding.sentence
      account.expected = finding.expected
      account.observed = finding.observed
      account.firstWrong = WrongEvent(
        record: finding.record, nanoseconds: finding.at.monotonic.count,
        identity: "\(finding.identity)")
    } else if case .engineFailed(let why) = result.ending {
      account.observed = why
    } else if case .engineBound(let bound) = result.ending {
      account.observed = "\(bound)"
    } else if outcome == .violated,
      let (line, verdict) = lines.first(where: { $0.1.state == .broken })
    {
      account.clause = line.cites.first?.id
      account.finding = "It is not so that \(line.that)"
      if case .unmet(let expected, let shortfall) = verdict {
        account.expected = expected
        account.observed = shortfall.observed + (shortfall.at.map { " (t=\($0))" } ?? "")
      }
    } else if outcome == .inconclusive,
      let (line, verdict) = lines.first(where: { $0.1.state == .untested }),
      case .noEvidence(let clauses) = verdict
    {
      account.clause = clauses.first?.id
      account.finding = "Nothing that happened could show that \(line.that)"
    }
    return account
  }

  private func told(
    _ line: Scenarios.ThenLine, _ verdict: Journeys.ThenLine.Verdict
  ) -> Journeys.ThenLine {
    Journeys.ThenLine(
      that: line.that, cites: line.cites.map(\.id), verdict: verdict, file: theCase.file,
      line: line.position.line)
  }

  private var again: String {
    var words = "lastword run '\(theCase.id)' -v"
    if engine.name != Engines.reference.name { words += " --engine \(engine.name)" }
    if store != .memory { words += " --store \(store.rawValue)" }
    return words
  }
}

extension LineVerdict {
  /// The verdict as reports spell it.
  var state: Journeys.ThenLine.Verdict {
    switch self {
    case .holds: .kept
    case .unmet, .violated: .broken
    case .noEvidence: .untested
    }
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
