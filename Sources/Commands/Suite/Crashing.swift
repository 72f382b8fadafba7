import Contract
import Exploration
import Journeys
import Scenarios
import Storage

/// Crashes cases, block after block, for as long as there is time.
///
/// Each block has an explorer of its own, which forgets what it knew with the block: memory does not
/// grow with the suite, and what a block comes to is the same in whichever process it is explored.
struct Crashing {
  let engine: NamedEngine
  let options: CrashExplorer.Options
  /// Seconds after which no case is begun; nil for no end.
  var seconds: Double?
  /// Cases of one block: neighbours, for they have the most in common.
  var blockSize = 500

  /// What it came to.
  struct Result {
    var report: CrashReport
    /// Whether somebody asked to stop.
    var isInterrupted = false
    /// Whether the time was over before the cases were.
    var isOutOfTime = false
    /// Cases that were reached.
    var reached = 0
  }

  /// Where the blocks of so many cases lie.
  private func blocks(_ count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: blockSize).map { $0..<min($0 + blockSize, count) }
  }

  /// Explores the cases.
  ///
  /// - Parameters:
  ///   - shard: the blocks to take.
  ///   - also: told what a block came to, and its number, unless it was broken off.
  /// - Throws: why a store cannot be made.
  func explore(
    _ cases: [SuiteCase], shard: Shard = .whole, _ console: Console,
    also: (CrashReport, Int) -> Void = { _, _ in }
  ) throws(Refusal) -> Result {
    try StoreKind.disk.check()
    let start = console.seconds()
    var progress = Progress("cases", total: cases.count, console)
    defer { progress.end() }
    var result = Result(report: CrashReport(options.profiles))
    for (number, block) in blocks(cases.count).enumerated()
    where number % shard.count == shard.index - 1 {
      let explorer = CrashExplorer(options, engine: engine.make)
      for one in cases[block] {
        result.isInterrupted = console.isInterrupted()
        if let seconds, console.seconds() - start >= seconds { result.isOutOfTime = true }
        if result.isInterrupted || result.isOutOfTime { break }
        progress.reached(result.reached, one.id)
        result.reached += 1
        try explore(one, explorer)
      }
      if shard.count == 1 {
        result.report.add(explorer.report, folded: explorer.report.hash.value)
      }
      if result.isInterrupted || result.isOutOfTime { break }
      also(explorer.report, number)
    }
    return result
  }

  /// Explores one block alone.
  func explore(block: ArraySlice<SuiteCase>) throws(Refusal) -> CrashReport {
    let explorer = CrashExplorer(options, engine: engine.make)
    for one in block { try explore(one, explorer) }
    return explorer.report
  }

  private func explore(_ one: SuiteCase, _ explorer: CrashExplorer) throws(Refusal) {
    guard one.unsupported(by: engine) == nil else { return }
    do throws(SQLiteFailure) {
      try DiskStore.exclusively { () throws(SQLiteFailure) in
        try explorer.explore(one.member.theCase, id: one.id)
      }
    } catch {
      throw Refusal("no-disk-store", "the disk store cannot be made: \(error)")
    }
  }

  /// Has other processes explore the cases.
  ///
  /// They tell counts and states only. A block in which something was broken, or cut short, is
  /// explored once more here, for what is to be said of it.
  func explore(
    _ cases: [SuiteCase], sharing work: SharedWork, _ console: Console
  ) throws(Refusal) -> Result {
    var result = Result(report: CrashReport(options.profiles))
    let all = blocks(cases.count)
    var progress = Progress("cases", total: cases.count, console)
    defer { progress.end() }
    var reached = 0
    result.isInterrupted = try work.run(console) {
      lines -> (number: Int, block: CrashWire.Block)? in
      let block = CrashWire.read(lines, profiles: options.profiles)
      guard let block, block.number < all.count else { return nil }
      reached += all[block.number].count
      return (block.number, block)
    } add: { (block: CrashWire.Block, number: Int) throws(Refusal) in
      let report = block.isWhole ? block.report : try explore(block: cases[all[number]])
      result.report.add(report, folded: block.folded)
    } progress: {
      progress.reached(reached, "")
    }
    result.reached = reached
    return result
  }
}

extension CrashReport {
  /// The exit code that an exploration asks for.
  var exit: ExitCode {
    let ended = natural + launchesUnended
    if !findings.isEmpty || ended.contains(where: { $0.verdict != .inconclusive }) {
      return .violation
    }
    if cases == 0 { return .nothingSelected }
    return cappedCases.isEmpty && ended.isEmpty ? .asExpected : .inconclusive
  }
}
