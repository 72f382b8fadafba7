public import Contract
public import Simulation
import Properties

/// What sees every record of a run. One value, so that a record costs one access to what the run
/// shares with the world.
private struct Witness {
  var judge = Judge()
  var trace = TraceHash()
  var records = 0

  mutating func observe(_ record: TraceRecord) {
    judge.observe(record)
    trace.feed(record)
    records += 1
  }
}

/// How a case is run: with which engine, over which store.
public struct Stage: Sendable {
  /// Makes the engine of a process.
  public var engine: EngineMaker
  /// Makes an empty device.
  public var store: @Sendable () -> any WorldStore
  /// Whether every ignored event is checked to have left the engine as it was.
  public var checksIgnored: Bool
  /// Whether promises that are only recommended count as much as those that the contract demands.
  public var countsRecommended: Bool

  /// Makes a stage.
  public init(
    engine: @escaping EngineMaker,
    store: @escaping @Sendable () -> any WorldStore = { MemoryStore() },
    checksIgnored: Bool = true, countsRecommended: Bool = false
  ) {
    self.countsRecommended = countsRecommended
    self.engine = engine
    self.store = store
    self.checksIgnored = checksIgnored
  }

  /// Runs a case once, judges it, and tells every record to `also`.
  public func run(
    _ theCase: Case, picker: Picker? = nil, drawer: Drawer? = nil,
    also: @escaping (TraceRecord) -> Void = { _ in }
  ) -> CaseResult {
    run(theCase, on: store(), picker: picker, drawer: drawer, also: also)
  }

  /// Runs a case once on a device that somebody has prepared.
  func run(
    _ theCase: Case, on store: any WorldStore, picker: Picker? = nil, drawer: Drawer? = nil,
    also: @escaping (TraceRecord) -> Void = { _ in }
  ) -> CaseResult {
    var witness = Witness()
    var world = World(
      theCase, store: store, engine: engine, picker: picker, drawer: drawer,
      checksIgnored: checksIgnored
    ) { record in
      witness.observe(record)
      also(record)
    }
    let summary = world.run()
    witness.judge.finish()
    let findings = witness.judge.findings
    return CaseResult(
      verdict: Self.verdict(summary, findings, countsRecommended: countsRecommended),
      findings: findings, judge: witness.judge,
      trace: witness.trace, steps: summary.steps, records: witness.records, end: summary.end,
      ending: summary.ending,
      unmatched: CaseResult.Unmatched(
        plan: summary.unmatchedPlan, holds: summary.unmatchedHolds,
        script: summary.unreachedScript, crashes: summary.unreachedCrashes,
        disk: summary.unmatchedDisk,
        allocations: summary.unmatchedAllocations),
      rows: store.rows(), files: store.files(), holds: summary.holds, drawn: summary.drawn,
      countsRecommended: countsRecommended)
  }

  /// The verdict of a run: a broken promise outweighs the way in which the run ended. An engine
  /// that goes on for ever can also use up the names of what it does; what it broke before that
  /// stays broken.
  static func verdict(
    _ summary: World.Summary, _ findings: [Finding], countsRecommended: Bool = false
  ) -> Verdict {
    let isViolated = findings.contains { $0.isViolation(countsRecommended) }
    if summary.namesOverflowed { return isViolated ? .violated : .harnessError }
    switch summary.ending {
    case .engineFailed: return .engineCrash
    case .engineBound(let bound): return bound == .stepsAtOneInstant ? .hung : .protocolBroken
    case .settled, .outOfTime, .outOfSteps, .leftover: break
    }
    if isViolated { return .violated }
    switch summary.ending {
    case .outOfTime: return .hung
    case .outOfSteps: return .inconclusive
    case .settled, .leftover, .engineFailed, .engineBound: return .holds
    }
  }
}
