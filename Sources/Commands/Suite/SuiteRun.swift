import Contract
import Exploration
import Journeys
import Simulation

/// Runs cases, one after the other.
struct SuiteRun {
  let suite: Suite
  let engine: NamedEngine
  let stores: [StoreKind]

  /// What came of it.
  struct Results {
    /// The cases that ran, in the order of running.
    var played: [Played] = []
    /// Whether somebody asked to stop.
    var isInterrupted = false
    /// Cases whose logical trace differs between the stores.
    var differing: [String] = []
  }

  /// The runs that a selection makes: each case on each store that it can use.
  func plan(_ cases: [SuiteCase]) -> [(SuiteCase, StoreKind)] {
    cases.flatMap { theCase in
      let able = theCase.needsDisk ? [.disk] : stores
      return able.filter { stores.contains($0) }.map { (theCase, $0) }
    }
  }

  /// Runs everything, unless it is interrupted; an interruption is looked for between two cases.
  func run(_ plan: [(SuiteCase, StoreKind)], _ console: Console) -> Results {
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

  /// Runs one case.
  func play(
    _ theCase: SuiteCase, on store: StoreKind,
    also: @escaping (TraceRecord) -> Void = { _ in }
  ) -> Played {
    guard let scenario = suite.scenario(theCase.scenario) else {
      preconditionFailure("\(theCase.id) belongs to no scenario of its suite")
    }
    let telling = Telling(theCase: theCase, scenario: scenario, store: store, engine: engine)
    if let reason = theCase.unsupported { return telling.unsupported(reason) }
    var judge = theCase.makeLineJudge()
    let stage = Stage(engine: engine.make, store: { store.make() })
    let result = stage.run(theCase.theCase) { record in
      judge.observe(record)
      also(record)
    }
    return telling.told(result, judge.verdicts(result))
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
