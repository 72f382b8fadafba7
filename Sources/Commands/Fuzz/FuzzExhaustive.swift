import Choices
import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation
import Storage

/// `fuzz --exhaustive k=1`: the bound that is proved, and what breaks it.
struct FuzzExhaustive {
  let engine: NamedEngine
  let store: StoreKind
  let depth: Int
  /// Cases with more deliveries than this are left out; nil for what suits the depth.
  let limit: Int?
  /// Seconds after which nothing new is begun.
  let seconds: Double?

  /// What a sweep over many cases came to.
  struct Report {
    var cases = 0
    var alike = 0
    var unsupported = 0
    /// Cases left out because they have more deliveries than the limit.
    var tooLong = 0
    var deliveries = 0
    var runs = 0
    var traces = 0
    var verdicts = VerdictCounts()
    var discoveries: [Discovery] = []
    /// The promises, or else verdicts, and how many runs broke them.
    var broken: [(name: String, count: Int)] = []
    /// Cases that were not swept to their end.
    var cutShort: [String] = []
    var isInterrupted = false

    var exit: ExitCode {
      if isInterrupted { return .interrupted }
      var asked = Verdict.allCases.filter { verdicts[$0] > 0 }.compactMap { CaseOutcome($0).exit }
      if !cutShort.isEmpty { asked.append(.inconclusive) }
      if cases == 0 { asked.append(.nothingSelected) }
      return ExitCode.precedence.first { asked.contains($0) } ?? .asExpected
    }
  }

  private var mostDeliveries: Int { limit ?? (depth == 1 ? 250 : 60) }

  /// Sweeps cases, those that equal an earlier one in everything that decides a run with it.
  func run(_ selected: [SuiteCase], _ console: Console) -> Report {
    var report = Report()
    let able = selected.filter { $0.unsupported(by: engine) == nil }
    var known: Set<Case> = []
    let distinct = able.filter { known.insert($0.member.theCase).inserted }
    report.unsupported = selected.count - able.count
    report.alike = able.count - distinct.count
    var progress = Progress("cases", total: distinct.count, console)
    let start = console.seconds()
    for (n, one) in distinct.enumerated() {
      report.isInterrupted = console.isInterrupted()
      if report.isInterrupted { break }
      if let seconds, console.seconds() - start >= seconds {
        report.cutShort += distinct[n...].map(\.id)
        break
      }
      progress.reached(n, one.id)
      sweep(one, into: &report) {
        guard let seconds else { return true }
        return console.seconds() - start < seconds
      }
    }
    progress.end()
    return report
  }

  /// Where cases of a store are run.
  func stage(_ store: StoreKind) -> Exploration.Stage { store.stage(engine) }

  private func sweep(_ one: SuiteCase, into report: inout Report, goesOn: @escaping () -> Bool) {
    let isOnDisk = store == .disk || one.needsDisk || engine.needsDisk
    let sweep = HoldSweep(stage(isOnDisk ? .disk : .memory), depth: depth)
    let theCase = one.member.theCase
    var stopped = false
    let most = mostDeliveries
    let work = { () -> SweepTally<HoldSweep.Deviation>? in
      guard sweep.stage.run(theCase).steps <= most else { return nil }
      return sweep.run(theCase) { _, _ in
        if goesOn() { return true }
        stopped = true
        return false
      }
    }
    guard let tally = isOnDisk ? DiskStore.exclusively({ work() }) : work() else {
      report.tooLong += 1
      return
    }
    report.cases += 1
    report.deliveries += tally.points
    report.runs += tally.runs
    report.traces += tally.distinctTraces
    report.verdicts.add(tally.verdicts)
    if stopped { report.cutShort.append(one.id) }
    for found in tally.found { add(found, one, &report) }
  }

  private func add(
    _ found: SweepTally<HoldSweep.Deviation>.Found, _ one: SuiteCase, _ report: inout Report
  ) {
    let name = found.violations.first?.clause.id ?? found.verdict.rawValue
    if let place = report.broken.firstIndex(where: { $0.name == name }) {
      report.broken[place].count += 1
      return
    }
    report.broken.append((name, 1))
    guard let first = found.violations.first else { return }
    report.discoveries.append(
      Discovery(
        theCase: found.theCase, clause: first.clause, findings: found.violations,
        trace: found.trace, provenance: "\(one.id), k=\(found.fault.holds.count)"))
  }

  /// What was proved, or why nothing was.
  func text(_ report: Report) -> String {
    var lines = [
      "k=\(depth): \(report.cases) cases, \(report.deliveries) deliveries, \(report.runs) orders, "
        + "\(report.traces) different traces",
      Verdict.allCases.filter { report.verdicts[$0] > 0 }
        .map { "\($0.rawValue) \(report.verdicts[$0])" }.joined(separator: ", "),
    ]
    lines += report.broken.map { "\($0.name)  ×\($0.count)" }
    if report.alike > 0 {
      lines.append("\(report.alike) cases that equal another are swept with it")
    }
    if report.unsupported > 0 {
      lines.append("\(report.unsupported) cases are not what the engine claims")
    }
    if report.tooLong > 0 {
      lines.append("\(report.tooLong) cases with more than \(mostDeliveries) events are left out")
    }
    lines += report.cutShort.map { "not fully swept: \($0)" }
    if report.exit == .asExpected {
      let many = depth == 1 ? "one hold" : "\(depth) holds"
      lines.append(
        "proved for these cases: no order at most \(many) away from the natural one breaks a promise"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
