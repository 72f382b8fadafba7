import Choices
import Contract
import Exploration
import Properties
import Simulation

/// Fuzzes one engine that is wrong on purpose, from one seed after another, each time until the
/// promise that it breaks is seen to be broken first.
struct Hunt: Sendable {
  let engine: NamedEngine
  let store: StoreKind
  let platforms: [Platform]
  /// What the seeds of the trials are drawn from.
  let seed: UInt64
  /// A trial that ran so many cases without success is over.
  let limit: Int

  /// One trial.
  struct Trial: Sendable {
    /// Its seed.
    var seed: UInt64
    /// How many cases it ran, the one that showed the defect included.
    var cases = 0
    /// What showed it; nil if nothing did.
    var discovery: Discovery?
    /// What found the order of that case.
    var strategy: Strategy?
    /// Cases that broke promises and not this one.
    var wrong: [ClauseID] = []
    /// Cases that went wrong without breaking a promise: a hang, a crash of the engine.
    var mishaps = 0
    /// Seconds of the processor.
    var seconds = 0.0
  }

  /// The seed of the n-th trial: that of `fuzz --seed` which makes the same cases.
  func seed(of n: Int) -> UInt64 { Draw.seed(seed, case: UInt64(n)) }

  /// Runs the n-th trial.
  ///
  /// An engine that breaks no promise is hunted to the limit: whatever is found is wrong.
  func trial(_ n: Int, _ console: Console) -> Trial {
    var trial = Trial(seed: seed(of: n))
    let start = console.processorSeconds()
    let campaign = FuzzCampaign(
      engine: engine, store: store, platforms: platforms, seed: trial.seed)
    let fuzzer = campaign.fuzzer(engine)
    campaign.exclusively {
      var block = 0
      while trial.discovery == nil, trial.cases < limit {
        _ = fuzzer.run(block: block, below: limit) { run in
          trial.cases += 1
          judge(run, &trial)
          return trial.discovery == nil
        }
        block += 1
      }
    }
    trial.seconds = console.processorSeconds() - start
    return trial
  }

  private func judge(_ run: Fuzzer.Run, _ trial: inout Trial) {
    if let clause = engine.breaks, clause.level != .must {
      return judgeLightly(run, clause, &trial)
    }
    switch run.result.verdict {
    case .holds, .unsupported, .inconclusive: return
    case .hung, .leftTheStage, .protocolBroken, .engineCrash, .harnessError:
      trial.mishaps += 1
    case .violated:
      let clauses = run.result.violations.map(\.clause)
      if let clause = engine.breaks, clauses.first == clause {
        trial.discovery = run.discovery(seed: trial.seed)
        trial.strategy = run.strategy
      } else if let first = clauses.first, !clauses.contains(where: { $0 == engine.breaks }) {
        trial.wrong.append(first)
      }
    }
  }

  /// A promise that is no must makes no case a violation: a hunt for it looks at every finding.
  private func judgeLightly(_ run: Fuzzer.Run, _ clause: ClauseID, _ trial: inout Trial) {
    let findings = run.result.findings
    guard let first = findings.first else { return }
    if first.clause == clause {
      trial.discovery = Discovery(
        theCase: run.theCase, clause: clause, findings: findings, trace: run.result.trace.value,
        provenance: run.provenance(seed: trial.seed))
      trial.strategy = run.strategy
    } else if first.clause.level == .must, !findings.contains(where: { $0.clause == clause }) {
      trial.wrong.append(first.clause)
    }
  }

  /// Makes the first findings small.
  func reductions(of trials: [Trial], most: Int) -> [MutantRow.Reduced] {
    let campaign = FuzzCampaign(engine: engine, store: store, platforms: platforms, seed: seed)
    let reducer = Reducer(campaign.fuzzer(engine).stage, explaining: 0)
    return campaign.exclusively {
      trials.compactMap(\.discovery).prefix(most).compactMap { discovery in
        let reduction = reducer.reduce(discovery)
        guard reduction.isConfirmed else { return nil }
        return MutantRow.Reduced(
          size: reduction.size.entries, executions: reduction.executions,
          form: Bucket(reduction, reducer.stage).kinds.joined(separator: ", "))
      }
    }
  }
}

extension NamedEngine {
  /// The worlds in which its defect can show: with live text of either kind where it is one of that.
  func huntingGround(_ platforms: [Platform]) -> [Platform] {
    sets == [.live] ? platforms.offeringLiveText : platforms
  }
}

extension [Platform] {
  /// Each of them with either kind of live text.
  var offeringLiveText: [Platform] { flatMap { [$0.offering(.meeting), $0.offering(.dictation)] } }
}
