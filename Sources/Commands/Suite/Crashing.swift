import Contract
import Exploration
import Journeys
import Scenarios
import Storage

/// Crashes cases, one after the other, for as long as there is time.
struct Crashing {
  let engine: NamedEngine
  let explorer: CrashExplorer
  /// Seconds after which no case is begun; nil for no end.
  var seconds: Double?

  /// How far it came.
  struct Reach {
    /// Cases that were reached.
    var cases = 0
    /// Whether somebody asked to stop.
    var isInterrupted = false
    /// Whether the time was over before the cases were.
    var isOutOfTime = false
  }

  /// Explores the cases; what came of them is the explorer's report.
  ///
  /// - Throws: why a store cannot be made.
  func explore(_ cases: [SuiteCase], _ console: Console) throws(Refusal) -> Reach {
    try StoreKind.disk.check()
    let start = console.seconds()
    var progress = Progress("cases", total: cases.count, console)
    defer { progress.end() }
    var reach = Reach()
    for one in cases {
      reach.isInterrupted = console.isInterrupted()
      if reach.isInterrupted { break }
      if let seconds, console.seconds() - start >= seconds {
        reach.isOutOfTime = true
        break
      }
      progress.reached(reach.cases, one.id)
      reach.cases += 1
      guard one.unsupported(by: engine) == nil else { continue }
      do throws(SQLiteFailure) {
        try DiskStore.exclusively { () throws(SQLiteFailure) in
          try explorer.explore(one.member.theCase, id: one.id)
        }
      } catch {
        throw Refusal("no-disk-store", "the disk store cannot be made: \(error)")
      }
    }
    return reach
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
