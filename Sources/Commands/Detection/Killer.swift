import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Storage

/// Who kills an engine that is wrong on purpose: the suite as `lastword run` plays it, or only what
/// goes beyond what somebody has written down.
struct Killer: Sendable {
  /// How it came to its end.
  enum Way: Sendable {
    /// The suite is red; the first case that is, and the promise that it names, if it names one.
    case run(inCase: String, clause: String?)
    /// A crash that was recorded with the defect and that the tests show again.
    case crash(StorageMutant.Kill)
    /// A finding that was kept and is red again now; what had found it.
    case kept(id: String, origin: String)
    /// A fuzzed case, so many cases after the first of a seed, and what had ordered it.
    case fuzz(cases: Int, seed: UInt64, strategy: Strategy)
    /// Nothing can tell it from a good one, and why.
    case equivalent(String)
    /// Nothing that was tried.
    case none
  }

  let engine: NamedEngine
  let way: Way

  /// Whether it is a defect that the suite lets pass.
  var isBeyondRun: Bool {
    switch way {
    case .crash, .kept, .fuzz, .none: true
    case .run, .equivalent: false
    }
  }

  /// Whether a defect was seen by nothing, or the suite is red where there is no defect to be seen.
  var isUnexplained: Bool {
    switch way {
    case .none: true
    case .run: engine.equivalence != nil
    case .crash, .kept, .fuzz, .equivalent: false
    }
  }
}

/// Looks for the killer of one engine after the other.
struct KillerSearch {
  let suite: Suite
  /// What fuzzes where nothing else kills: the seed, and the cases after which it is given up.
  let seed: UInt64
  let limit: Int

  /// The killer of an engine; the suite comes first, and what goes beyond it only after all of it.
  func killer(of engine: NamedEngine, _ console: Console) throws(Refusal) -> Killer {
    if let way = Self.run(engine, suite.scenarios) { return Killer(engine: engine, way: way) }
    if let why = engine.equivalence { return Killer(engine: engine, way: .equivalent(why)) }
    if let kill = engine.kill { return Killer(engine: engine, way: .crash(kill)) }
    if let way = try kept(engine) { return Killer(engine: engine, way: way) }
    return Killer(engine: engine, way: fuzz(engine, console) ?? .none)
  }

  /// The first case that is red, those of the engine's own promise before the others; nil for none.
  ///
  /// A red case counts whatever promise it names: what `run` says is its exit code. Kept findings
  /// are no cases of the suite.
  static func run(_ engine: NamedEngine, _ scenarios: [Scenario]) -> Killer.Way? {
    let run = SuiteRun(engine: engine, stores: engine.stores([.memory]))
    for isOwn in [true, false] {
      for scenario in scenarios
      where isOwn == (engine.breaks.map(scenario.clauses.contains) ?? false) {
        for one in run.plan(SuiteCase.all(of: scenario)) {
          if let way = red(run.play(one.theCase, on: one.store), engine) { return way }
        }
      }
    }
    return nil
  }

  private static func red(_ played: Played, _ engine: NamedEngine) -> Killer.Way? {
    if played.line.outcome.exit == .violation {
      return .run(inCase: played.line.id, clause: played.line.account?.clause)
    }
    // What is only recommended makes no case red; `run --shoulds` says so beside the report.
    guard let clause = engine.breaks, clause.level == .should,
      played.warnings.contains(where: { $0.clause == clause })
    else { return nil }
    return .run(inCase: played.line.id, clause: clause.id)
  }

  /// A kept finding of the engine that is broken as its file says.
  private func kept(_ engine: NamedEngine) throws(Refusal) -> Killer.Way? {
    for scenario in suite.regressions {
      guard let file = CaseFile(scenario), file.regression.engine == engine.name,
        file.regression.expect == .violated
      else { continue }
      if try Replay(file, engine: engine).standing == .asExpected {
        return .kept(id: scenario.id, origin: file.regression.strategy)
      }
    }
    return nil
  }

  private func fuzz(_ engine: NamedEngine, _ console: Console) -> Killer.Way? {
    let hunt = Hunt(
      engine: engine, store: engine.needsDisk ? .disk : .memory,
      platforms: suite.platforms.map(\.platform), seed: seed, limit: limit)
    let trial = hunt.trial(0, console)
    guard trial.discovery != nil, let strategy = trial.strategy else { return nil }
    return .fuzz(cases: trial.cases, seed: trial.seed, strategy: strategy)
  }
}
