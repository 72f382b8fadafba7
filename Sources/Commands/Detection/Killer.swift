import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Storage

/// Who kills an engine that is wrong on purpose: the suite as `lastword run` plays it, or only what
/// goes beyond what somebody has written down.
///
/// To kill is to name the promise that is broken, before any other. A defect may turn a case red in
/// another way too: where a scenario names an operation of the disk that the adapter never comes to,
/// what it says of that operation is not so. That points nobody to the defect, so it is told beside
/// the killer and does not count as one.
struct Killer: Sendable {
  /// How it came to its end.
  enum Way: Sendable {
    /// The suite: the first case that is red and names the engine's own promise.
    case run(inCase: String)
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
  /// The first case of the suite that is red without the engine's own promise; nil for none, and
  /// where the suite kills it.
  var aside: Aside?

  /// A case that is red for another reason.
  struct Aside: Hashable, Sendable {
    /// The case.
    var inCase: String
    /// The promise that it names, if it names one.
    var clause: String?
  }

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
    case .equivalent: aside != nil
    case .run, .crash, .kept, .fuzz: false
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
    let seen = Self.run(engine, suite.scenarios)
    let way: Killer.Way
    if let id = seen.killedIn {
      return Killer(engine: engine, way: .run(inCase: id))
    } else if let why = engine.equivalence {
      way = .equivalent(why)
    } else if let kill = engine.kill {
      way = .crash(kill)
    } else {
      way = try kept(engine) ?? fuzz(engine, console) ?? .none
    }
    return Killer(engine: engine, way: way, aside: seen.aside)
  }

  /// What the suite shows of an engine.
  struct Seen: Hashable, Sendable {
    /// The first case in which its promise is the first to be broken.
    var killedIn: String?
    /// The first case before that one that is red in another way.
    var aside: Killer.Aside?

    /// Whether `lastword run` would be red.
    var isRed: Bool { killedIn != nil || aside != nil }
  }

  /// Plays scenarios until one kills an engine, those of the engine's own promise before the others.
  /// Kept findings are no cases of the suite.
  static func run(_ engine: NamedEngine, _ scenarios: [Scenario]) -> Seen {
    let run = SuiteRun(engine: engine, stores: engine.stores([.memory]))
    var seen = Seen()
    for isOwn in [true, false] {
      for scenario in scenarios
      where isOwn == (engine.breaks.map(scenario.clauses.contains) ?? false) {
        for one in run.plan(SuiteCase.all(of: scenario)) {
          let played = run.play(one.theCase, on: one.store)
          if isKill(played, engine) {
            seen.killedIn = played.line.id
            return seen
          }
          if seen.aside == nil, played.line.outcome.exit == .violation {
            seen.aside = Killer.Aside(
              inCase: played.line.id, clause: played.line.account?.clause)
          }
        }
      }
    }
    return seen
  }

  private static func isKill(_ played: Played, _ engine: NamedEngine) -> Bool {
    guard let clause = engine.breaks else { return false }
    if played.line.outcome == .violated, played.line.account?.clause == clause.id { return true }
    // What is only recommended makes no case red; `run --shoulds` says so beside the report.
    return clause.level == .should && played.warnings.contains { $0.clause == clause }
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
      platforms: engine.huntingGround(suite.platforms.map(\.platform)), seed: seed, limit: limit)
    let trial = hunt.trial(0, console)
    guard trial.discovery != nil, let strategy = trial.strategy else { return nil }
    return .fuzz(cases: trial.cases, seed: trial.seed, strategy: strategy)
  }
}
