import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import SimulatedDisk
import Simulation
import Storage

/// Everything that a change has to pass, one step after the other.
///
/// What each step does depends on the commit alone: the pack, fixed seeds, fixed numbers of cases.
/// The budget only decides whether it is reached; what was not reached makes the verdict
/// inconclusive and never green.
struct Gate {
  let engine: NamedEngine
  let suite: Suite
  let seed: UInt64
  let fuzzCases: Int
  /// The engine that must be caught; nil where somebody has switched it off.
  let canary: NamedEngine?
  /// Seconds after which nothing new is begun.
  let budget: Double
  let console: Console

  /// One part of the gate.
  enum Step: String, CaseIterable, Sendable {
    case suite, canary, crash, fuzz, orders

    /// What it does, for people.
    var words: String {
      switch self {
      case .suite: "every scenario and every regression, with evidence and witnesses"
      case .canary: "an engine that is wrong on purpose is caught"
      case .crash: "every death of a process, at every operation of the disk"
      case .fuzz: "worlds, faults and orders drawn from a fixed seed"
      case .orders: "every scenario in every order one hold away from the natural one"
      }
    }
  }

  /// What a step came to.
  struct Outcome: Sendable {
    let step: Step
    /// The exit code it asks for; nil where it was not reached.
    var exit: ExitCode?
    /// What it counted.
    var counts: String
    /// What somebody who has to mend it reads.
    var details: [String] = []
    /// The command that shows it alone.
    var again: String
  }

  /// Runs the steps in order; each is told to `also` when it is over.
  func run(also: (Outcome) -> Void) throws(Refusal) -> ExitCode {
    let start = console.seconds()
    var asked: [ExitCode] = []
    for step in Step.allCases {
      let left = budget - (console.seconds() - start)
      if console.isInterrupted() { return .interrupted }
      guard left > 0 else {
        also(Outcome(step: step, counts: "not reached within the budget", again: again(step)))
        asked.append(.inconclusive)
        continue
      }
      let outcome = try run(step, seconds: left)
      if outcome.exit == .interrupted { return .interrupted }
      also(outcome)
      asked.append(outcome.exit ?? .inconclusive)
    }
    return ExitCode.precedence.first { asked.contains($0) } ?? .asExpected
  }

  private func run(_ step: Step, seconds: Double) throws(Refusal) -> Outcome {
    switch step {
    case .suite: try runSuite()
    case .canary: runCanary()
    case .crash: try runCrash(seconds)
    case .fuzz: runFuzz(seconds)
    case .orders: runOrders(seconds)
    }
  }

  private func again(_ step: Step) -> String {
    let of = engine.name == Engines.reference.name ? "" : " --engine \(engine.name)"
    switch step {
    case .suite: return "lastword run" + of
    case .canary:
      let name = canary?.name ?? Engines.reference.name
      return "lastword fuzz --seed \(FuzzSeed.text(seed)) --engine \(name)"
    case .crash: return "lastword crash --all --profiles kill" + of
    case .fuzz: return "lastword fuzz --cases \(fuzzCases) --seed \(FuzzSeed.text(seed))" + of
    case .orders: return "lastword fuzz --exhaustive k=1" + of
    }
  }

  // MARK: the steps

  private func runSuite() throws(Refusal) -> Outcome {
    let stores = engine.stores([.memory])
    let run = SuiteRun(engine: engine, stores: stores)
    let results = try run.run(run.plan(suite.cases), console)
    var outcome = Outcome(step: .suite, counts: "", again: again(.suite))
    if results.isInterrupted {
      outcome.exit = .interrupted
      return outcome
    }
    let lines = results.played.map(\.line)
    let bad = lines.filter { $0.outcome.exit != nil }
    // Witnesses are runs of other engines: that they are there says the same of every engine.
    let obligations = Obligations(
      suite, claims: engine.sets, played: results.played, store: stores[0], looksForWitnesses: true)
    var asked = bad.compactMap(\.outcome.exit)
    if !obligations.gaps.isEmpty { asked.append(.inconclusive) }
    outcome.exit = ExitCode.precedence.first { asked.contains($0) } ?? .asExpected
    let count = obligations.clauseCount
    let required = obligations.requiredCount
    outcome.counts =
      "\(lines.count) cases, \(lines.count - bad.count) as expected; evidence "
      + "\(count.withEvidence) and witness \(count.withWitness) of \(count.must) clauses; "
      + "\(required.covered) of \(required.listed) required entries"
    outcome.details = bad.prefix(5).map { "\($0.id): \($0.account?.clause ?? $0.outcome.rawValue)" }
    if bad.count > 5 { outcome.details.append("and \(bad.count - 5) more cases") }
    outcome.details += obligations.gaps
    return outcome
  }

  private func campaign(_ engine: NamedEngine) -> FuzzCampaign {
    FuzzCampaign(
      engine: engine, store: engine.needsDisk ? .disk : .memory,
      platforms: suite.platforms.map(\.platform), seed: seed)
  }

  private func runCanary() -> Outcome {
    var outcome = Outcome(step: .canary, counts: "", again: again(.canary))
    guard let canary else {
      outcome.exit = .untrustworthy
      outcome.counts = "blind: no engine that is wrong on purpose was tried"
      return outcome
    }
    let missed = campaign(canary).watchCanaries([canary]).missed
    outcome.exit = missed.isEmpty ? .asExpected : .untrustworthy
    outcome.counts =
      missed.isEmpty ? "\(canary.name) is caught" : "blind: \(canary.name) was not caught"
    return outcome
  }

  private func runCrash(_ seconds: Double) throws(Refusal) -> Outcome {
    let options = CrashExplorer.Options(profiles: [.kill], habits: engine.habits)
    let reach = try Crashing(engine: engine, options: options, seconds: seconds)
      .explore(suite.cases, console)
    let report = reach.report
    var outcome = Outcome(step: .crash, exit: report.exit, counts: "", again: again(.crash))
    if reach.isInterrupted { outcome.exit = .interrupted }
    outcome.counts =
      "\(report.cases) cases, \(report.images.count) distinct states of the device, "
      + "\(report.launches) launches"
    outcome.details = report.findings.prefix(5).map {
      "\($0.caseID): \($0.finding.clause.id): \($0.finding.sentence)"
    }
    if reach.isOutOfTime {
      if outcome.exit == .asExpected || outcome.exit == .nothingSelected {
        outcome.exit = .inconclusive
      }
      outcome.details.append("\(reach.reached) of \(suite.cases.count) cases within the budget")
    }
    return outcome
  }

  private func runFuzz(_ seconds: Double) -> Outcome {
    let campaign = campaign(engine)
    var result = FuzzResult(campaign)
    campaign.runBlocks(cases: fuzzCases, seconds: seconds, console, into: &result)
    var outcome = Outcome(step: .fuzz, counts: "", again: again(.fuzz))
    if result.isInterrupted {
      outcome.exit = .interrupted
      return outcome
    }
    campaign.exclusively { campaign.discover(into: &result) }
    let tally = result.tally
    let isCutShort = tally[.cases] < fuzzCases
    outcome.exit = isCutShort && result.exit == .asExpected ? .inconclusive : result.exit
    outcome.counts =
      "\(tally[.cases]) of \(fuzzCases) cases, \(tally.allStates.count) states, "
      + "\(tally.found.reduce(0) { $0 + $1.sighting.cases }) cases found"
    outcome.details = result.discoveries.prefix(5).map {
      "\($0.clause.id): \($0.findings.first?.sentence ?? "") (\($0.provenance))"
    }
    outcome.details += result.tally.mismatches.prefix(5).map { "not the same twice: case \($0)" }
    outcome.details += result.unmet.prefix(8).map { "never: \($0)" }
    return outcome
  }

  private func runOrders(_ seconds: Double) -> Outcome {
    let sweep = FuzzExhaustive(
      engine: engine, store: engine.needsDisk ? .disk : .memory, depth: 1, limit: nil,
      seconds: seconds)
    // Platforms differ in what they do and hardly in what can overtake what.
    var seen: Set<String> = []
    let cases = suite.cases.filter { one in
      seen.insert(String(one.id.prefix { $0 != "@" })).inserted
    }
    let report = sweep.run(cases, console)
    var outcome = Outcome(step: .orders, exit: report.exit, counts: "", again: again(.orders))
    outcome.counts =
      "\(report.cases) cases, \(report.runs) orders, \(report.traces) different traces"
    outcome.details = report.broken.prefix(5).map { "\($0.name)  ×\($0.count)" }
    if !report.cutShort.isEmpty {
      outcome.details.append("\(report.cutShort.count) cases not swept within the budget")
    }
    return outcome
  }
}
