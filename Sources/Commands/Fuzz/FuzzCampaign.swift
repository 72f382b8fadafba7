import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation
import Storage

/// One run of `fuzz`: blocks of cases, one after the other or shared between processes.
struct FuzzCampaign: Sendable {
  let engine: NamedEngine
  let store: StoreKind
  let platforms: [Platform]
  let seed: UInt64

  /// The contract sets that its worlds can show: that of live text where all of them offer some,
  /// and else whatever else the engine claims.
  var owed: [ContractSet] {
    platforms.allSatisfy { $0.live != .none } ? [.live] : engine.sets.filter { $0 != .live }
  }

  /// What draws and runs the cases of an engine.
  func fuzzer(_ engine: NamedEngine) -> Fuzzer {
    Fuzzer(
      stage: store.stage(engine), worlds: Worlds(platforms), seed: seed,
      touchesDisk: store == .disk)
  }

  /// Holds the right to a disk world while something is done, where one is needed.
  func exclusively<Value>(_ work: () -> Value) -> Value {
    store.exclusively(work)
  }

  /// Runs so many cases, or as many as fit into a time.
  ///
  /// - Parameters:
  ///   - shard: the blocks to take; each is told to `also` as it is done.
  ///   - isQuiet: whether nothing is said of the wall clock.
  func runBlocks(
    cases: Int, seconds: Double?, shard: Shard = .whole, isQuiet: Bool = false, _ console: Console,
    into result: inout FuzzResult, also: (FuzzTally, Int) -> Void = { _, _ in }
  ) {
    let start = console.seconds()
    let fuzzer = fuzzer(engine)
    var progress = FuzzProgress(console, isQuiet: isQuiet)
    var block = shard.index - 1
    while block * Fuzzer.block < cases {
      if console.isInterrupted() {
        result.isInterrupted = true
        break
      }
      if let seconds, console.seconds() - start >= seconds { break }
      let part = exclusively { fuzzer.run(block: block, below: cases) }
      also(part, block)
      if shard.count == 1 { result.tally.add(part) }
      progress.reached(result)
      block += shard.count
    }
    progress.end(result)
  }

  /// Engines that are broken on purpose, each in a way that takes something else to be seen: an
  /// order, a fault, a death.
  static let canaries = [
    "mutant:cancel-forgets-request", "mutant:fourth-try", "mutant:resumes-by-itself",
  ]

  /// What came of the canaries.
  struct Watch: Sendable {
    /// Those that were not caught, by name.
    var missed: [String] = []
    /// By strategy: how many cases caught one.
    var kills = [Int](repeating: 0, count: Strategy.allCases.count)
    /// In how many blocks they were counted.
    var counted = 0
  }

  /// Within how many blocks a canary has to be caught.
  static let canaryBlocks = 4

  /// Looks whether each canary is caught by the promise that it breaks.
  ///
  /// - Parameter counted: how many blocks are run to their end, so that each strategy can show what
  ///   it catches; none stops at the first catch.
  func watchCanaries(
    _ canaries: [NamedEngine], blocks: Int = Self.canaryBlocks, counted: Int = 0
  ) -> Watch {
    var watch = Watch(counted: counted)
    for canary in canaries {
      let fuzzer = fuzzer(canary)
      var isCaught = false
      for block in 0..<blocks where !isCaught || block < counted {
        _ = exclusively {
          fuzzer.run(block: block) { run in
            guard run.result.violations.contains(where: { $0.clause == canary.breaks }) else {
              return true
            }
            watch.kills[Int(run.strategy.rawValue)] += 1
            isCaught = true
            return block < counted
          }
        }
      }
      if !isCaught { watch.missed.append(canary.name) }
    }
    return watch
  }

  /// Runs the first case of everything that was found again, and keeps it.
  func discover(into result: inout FuzzResult) {
    let fuzzer = fuzzer(engine)
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

/// The line that tells how far a run of `fuzz` is: on standard error, for it tells of the clock.
struct FuzzProgress {
  private let console: Console
  private let isQuiet: Bool
  private let start: Double
  private var told: Double

  init(_ console: Console, isQuiet: Bool = false) {
    self.console = console
    self.isQuiet = isQuiet
    start = console.seconds()
    told = start
  }

  mutating func reached(_ result: FuzzResult) {
    let now = console.seconds()
    guard !isQuiet, now - told >= (console.notesAreTerminal ? 0.2 : 10) else { return }
    told = now
    tell(result, now, end: console.notesAreTerminal ? "" : "\n")
  }

  func end(_ result: FuzzResult) {
    if !isQuiet { tell(result, console.seconds(), end: "\n") }
  }

  private func tell(_ result: FuzzResult, _ now: Double, end: String) {
    let tally = result.tally
    let rate = now > start ? Int(Double(tally[.cases]) / (now - start)) : 0
    let found = tally.found.reduce(0) { $0 + $1.sighting.cases }
    console.note(
      (console.notesAreTerminal ? "\r\u{1B}[2K" : "")
        + "\(tally[.cases]) cases, \(rate)/s, \(tally.allStates.count) states, \(found) found, "
        + "\(result.unmet.count) obligations unmet" + end)
  }
}

/// What a run of `fuzz` came to.
struct FuzzResult: Sendable {
  let engine: NamedEngine
  /// The contract sets whose promises have to occur.
  let owed: [ContractSet]
  var tally = FuzzTally()
  /// The first case of each promise that was broken.
  var discoveries: [Discovery] = []
  /// The first case of each other way in which a run went wrong.
  var mishaps: [Fuzzer.Run] = []
  /// What came of engines that are broken on purpose; nil where nobody looked.
  var watch: FuzzCampaign.Watch?
  /// Those that were not caught.
  var missed: [String] { watch?.missed ?? [] }
  var isInterrupted = false

  /// How many natural questions of a class make it owe a fault; what is hardly ever asked can be
  /// missed by any seed.
  private static let often = 50

  /// A run of which nothing is known yet.
  init(_ campaign: FuzzCampaign) {
    engine = campaign.engine
    owed = campaign.owed
  }

  /// The promises, faults and events that never occurred, by their names.
  var unmet: [String] {
    let lacksCleanup = engine.lacks.contains(.cleanup)
    func isOwed(_ name: String) -> Bool {
      !lacksCleanup || !name.hasPrefix("CLEANUP") && !name.hasPrefix("cleanup")
    }
    let clauses = ClauseID.allCases.filter {
      $0.level == .must && owed.contains($0.set) && $0 != .suiteRequiredScenarios
        && $0 != .suiteChecksCanFail && tally.clauses[Int($0.rawValue)].cases == 0
    }.map(\.id)
    let faults = FuzzTally.faultNames.indices
      .filter { tally.faults[$0].cases == 0 && tally.sites[$0] >= Self.often }
      .map { FuzzTally.faultNames[$0] }
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
