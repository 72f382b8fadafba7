import Contract
import Exploration
import Journeys
import Properties
import Scenarios

/// Plays the regressions of a pack and joins them to a report.
struct RegressionRun {
  /// What became of a regression.
  struct Outcome {
    /// The line of the report.
    var line: CaseLine
    /// Whether it was green for nothing.
    var isStale = false
  }

  /// The engine that is run.
  let engine: NamedEngine

  /// The group in which reports tell them.
  static let journey = "regressions"

  /// Plays one.
  ///
  /// An open defect is one of its own engine; what is mended must stay so on every engine, and an
  /// engine that was not the one it was found with may do without what it names.
  func play(_ one: SuiteCase) throws(Refusal) -> Outcome {
    guard let file = CaseFile(one.scenario) else {
      return unsupported(one, "is no finding")
    }
    let regression = file.regression
    let own = Engines.find(regression.engine)
    let isOwn = regression.engine == engine.name
    if regression.expect == .violated, !isOwn, engine.name != Engines.reference.name {
      return unsupported(one, "is a defect of \(regression.engine)")
    }
    guard let chosen = regression.expect == .violated ? own : engine else {
      return unsupported(one, "was found with \(regression.engine), which is not built in")
    }
    let replay = try Replay(file, engine: chosen)
    if replay.standing == .stale, chosen.name != regression.engine {
      return unsupported(
        one,
        "tells a story of \(regression.engine): \(replay.catchUp.met) of "
          + "\(replay.catchUp.entries) entries happen here"
          + (replay.catchUp.isCutOtherwise ? ", and the audio is cut otherwise" : ""))
    }
    return told(one, replay)
  }

  private func told(_ one: SuiteCase, _ replay: Replay) -> Outcome {
    let result = replay.catchUp.result
    let outcome: CaseOutcome =
      switch replay.standing {
      case .asExpected: .holds
      case .stale: .inconclusive
      case .mended, .broken, .other: .violated
      case .ended(let verdict): CaseOutcome(verdict)
      }
    var account: Account?
    if outcome != .holds {
      var text = Account(
        finding: replay.sentence.capitalizedFirst + ".",
        again: "lastword replay \(one.scenario.id)")
      if let first = result.violations.first {
        text.clause = first.clause.id
        text.expected = first.expected
        text.observed = first.observed
      } else {
        text.clause = replay.file.regression.clause.id
      }
      account = text
    }
    let needsDisk =
      replay.file.needsDisk || replay.file.theCase.needsDisk || replay.engine.needsDisk
    return Outcome(
      line: CaseLine(
        id: one.id, scenario: one.scenario.id, platform: one.platform,
        store: (needsDisk ? StoreKind.disk : .memory).rawValue, journeys: [Self.journey],
        clauses: one.scenario.clauses.map(\.id), outcome: outcome, account: account,
        steps: result.steps, virtualMilliseconds: result.end.count / 1_000_000,
        trace: result.trace.hexadecimal), isStale: replay.standing == .stale)
  }

  private func unsupported(_ one: SuiteCase, _ reason: String) -> Outcome {
    Outcome(
      line: CaseLine(
        id: one.id, scenario: one.scenario.id, platform: one.platform,
        store: StoreKind.memory.rawValue, journeys: [Self.journey],
        clauses: one.scenario.clauses.map(\.id), outcome: .unsupported,
        account: Account(finding: reason), steps: 0, virtualMilliseconds: 0, trace: ""))
  }
}
