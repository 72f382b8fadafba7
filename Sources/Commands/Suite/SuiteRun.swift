import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation

/// Runs cases, one after the other.
struct SuiteRun {
  let engine: NamedEngine
  let stores: [StoreKind]

  /// A case on a store.
  typealias Entry = (theCase: SuiteCase, store: StoreKind)

  /// What came of it.
  struct Results {
    /// The cases that ran, in the order of running.
    var played: [Played] = []
    /// Whether somebody asked to stop.
    var isInterrupted = false
    /// Cases whose logical trace differs between the stores.
    var differing: [String] = []

    /// What scenarios name and no case of theirs that ran ever met: one warning a place. In a
    /// family that shares its plan, what one member never meets another does.
    var unmatched: [Diagnostic] {
      var ran: [String: Int] = [:]
      var missed: [(scenario: String, first: Diagnostic, count: Int)] = []
      for one in played where one.line.outcome != .unsupported {
        ran[one.line.scenario, default: 0] += 1
        for warning in one.unmatched {
          let place = missed.firstIndex {
            $0.scenario == one.line.scenario && $0.first.position == warning.position
          }
          if let place {
            missed[place].count += 1
          } else {
            missed.append((one.line.scenario, warning, 1))
          }
        }
      }
      return missed.filter { ran[$0.scenario] == $0.count }.map { one in
        var warning = one.first
        let others = one.count - 1
        if others > 0 {
          warning.hint = "nor in the \(others == 1 ? "other case" : "\(others) other cases") of it"
        }
        return warning
      }
    }
  }

  /// The runs that a selection makes: each case on each store that it can use.
  func plan(_ cases: [SuiteCase]) -> [Entry] {
    cases.flatMap { theCase in
      // A case of the disk alone is run on the disk, whatever the others are run on.
      (theCase.needsDisk ? [.disk] : stores).map { (theCase, $0) }
    }
  }

  /// Runs everything, unless it is interrupted; an interruption is looked for between two cases.
  ///
  /// - Throws: why a store cannot be made.
  func run(_ plan: [Entry], _ console: Console) throws(Refusal) -> Results {
    for store in StoreKind.allCases where plan.contains(where: { $0.store == store }) {
      try store.check()
    }
    var results = Results()
    var progress = Progress("cases", total: plan.count, console)
    defer { progress.end() }
    for (count, (theCase, store)) in plan.enumerated() {
      if console.isInterrupted() {
        results.isInterrupted = true
        break
      }
      results.played.append(play(theCase, on: store))
      progress.reached(count + 1, theCase.id)
    }
    results.differing = differing(results.played)
    return results
  }

  /// Runs one case and tells every record to `also`.
  func play(
    _ theCase: SuiteCase, on store: StoreKind, also: @escaping (TraceRecord) -> Void = { _ in }
  ) -> Played {
    let telling = Telling(theCase: theCase, store: store, engine: engine)
    if let reason = theCase.unsupported(by: engine) { return telling.unsupported(reason) }
    if theCase.needsDisk, store != .disk {
      return telling.unsupported("needs the disk store; run it with --store disk")
    }
    var lines = LineJudge(theCase.member)
    let result = store.run(theCase.member.theCase, engine: engine) { record in
      lines.observe(record)
      also(record)
    }
    let violated = Set(result.findings.map { $0.clause })
    let verdicts = lines.verdicts(rows: result.rows, files: result.files) { clause in
      ClauseStanding(
        isViolated: violated.contains(clause), evidence: result.judge.evidence(for: clause).count)
    }
    return telling.told(result, verdicts)
  }

  private func differing(_ played: [Played]) -> [String] {
    guard stores.count > 1 else { return [] }
    var traces: [String: String] = [:]
    var differing: [String] = []
    for line in played.map(\.line) {
      if let other = traces[line.id], other != line.trace { differing.append(line.id) }
      traces[line.id] = line.trace
    }
    return differing.sorted()
  }
}
