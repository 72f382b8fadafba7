import Contract
import Exploration
import Journeys
import Scenarios
import Simulation
import Storage

/// One run of `fuzz`: blocks of cases, one after the other or shared between processes.
struct FuzzCampaign: Sendable {
  let engine: NamedEngine
  let store: StoreKind
  let platforms: [Platform]
  let seed: UInt64

  /// What draws and runs the cases of an engine.
  func fuzzer(_ engine: NamedEngine) -> Fuzzer {
    let habits = engine.habits
    let stage =
      switch store {
      case .memory: Exploration.Stage(engine: engine.make, store: { MemoryStore() })
      case .disk: Exploration.Stage(engine: engine.make, store: { StoreKind.makeDisk(habits) })
      }
    return Fuzzer(stage: stage, worlds: Worlds(platforms), seed: seed)
  }

  /// Holds the right to a disk world while something is done, where one is needed.
  func exclusively<Value>(_ work: () -> Value) -> Value {
    switch store {
    case .memory: work()
    case .disk: DiskStore.exclusively { work() }
    }
  }

  /// Runs so many cases, or as many as fit into a time.
  func run(cases: Int, seconds: Double?, _ console: Console) -> FuzzResult {
    var result = FuzzResult(engine: engine)
    let start = console.seconds()
    let fuzzer = fuzzer(engine)
    var block = 0
    var told = start
    while block * Fuzzer.block < cases {
      if console.isInterrupted() {
        result.isInterrupted = true
        break
      }
      let now = console.seconds()
      if let seconds, now - start >= seconds { break }
      if now - told >= 1 {
        console.note(FuzzText.progress(result.tally, seconds: now - start, console))
        told = now
      }
      let part = exclusively { fuzzer.run(block: block, below: cases) }
      result.tally.add(part, block: block)
      block += 1
    }
    console.note(FuzzText.progress(result.tally, seconds: console.seconds() - start, console) + "\n")
    exclusively { discover(fuzzer, &result) }
    return result
  }

  /// Runs the first case of everything that was found again, and keeps it.
  private func discover(_ fuzzer: Fuzzer, _ result: inout FuzzResult) {
    for found in result.tally.found {
      guard let run = fuzzer.again(found.sighting.first),
        run.result.trace.value == found.trace, run.isSame == true
      else {
        result.tally.mismatches.append(found.sighting.first)
        continue
      }
      if let discovery = run.discovery(seed: seed) {
        result.discoveries.append(discovery)
      } else {
        result.mishaps.append(run)
      }
    }
  }
}

/// What a run of `fuzz` came to.
struct FuzzResult: Sendable {
  let engine: NamedEngine
  var tally = FuzzTally()
  /// The first case of each promise that was broken.
  var discoveries: [Discovery] = []
  /// The first case of each other way in which a run went wrong.
  var mishaps: [Fuzzer.Run] = []
  /// Engines that are broken on purpose and were not caught.
  var missed: [String] = []
  var isInterrupted = false

  /// The promises, faults and events that never occurred, by their names.
  var unmet: [String] {
    let lacksCleanup = engine.lacks.contains(.cleanup)
    func isOwed(_ name: String) -> Bool {
      !lacksCleanup || !name.hasPrefix("CLEANUP") && !name.hasPrefix("cleanup")
    }
    let clauses = ClauseID.allCases.filter {
      $0.level == .must && engine.sets.contains($0.set) && $0 != .suiteRequiredScenarios
        && $0 != .suiteChecksCanFail && tally.clauses[Int($0.rawValue)].cases == 0
    }.map(\.id)
    let faults = zip(FuzzTally.faultNames, tally.faults).filter { $0.1.cases == 0 }.map(\.0)
    let spices = zip(FuzzTally.spiceNames, tally.spices).filter { $0.1.cases == 0 }.map(\.0)
    return (clauses + faults + spices).filter(isOwed)
  }

  var exit: ExitCode {
    if isInterrupted { return .interrupted }
    var asked = Verdict.allCases.indices.filter { tally.verdicts[$0] > 0 }
      .compactMap { CaseOutcome(Verdict.allCases[$0]).exit }
    if !tally.mismatches.isEmpty || !missed.isEmpty { asked.append(.untrustworthy) }
    if !unmet.isEmpty { asked.append(.inconclusive) }
    return ExitCode.precedence.first { asked.contains($0) } ?? .asExpected
  }
}
