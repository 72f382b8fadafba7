import Choices
import Contract
import Exploration
import Properties
import Scenarios
import SimulatedDisk
import Simulation
import Storage

/// What goes wrong in a sweep.
enum SweepKind: String, Sendable {
  /// One answer of the world.
  case single
  /// One operation of the disk.
  case disk
  /// One allocation of the database.
  case memory

  /// What the natural run of a case is searched for.
  var points: String {
    switch self {
    case .single: "questions"
    case .disk: "operations"
    case .memory: "allocations"
    }
  }
}

/// What a sweep over many cases came to.
struct SweepReport: Sendable {
  /// What went wrong in it.
  let kind: SweepKind
  /// Cases swept.
  var cases = 0
  /// Cases that the engine does not claim.
  var unsupported = 0
  /// Cases left out because they equal an earlier one in everything that decides a run.
  var alike = 0
  /// Cases that other parts of the same work take.
  var elsewhere = 0
  /// Places in the natural runs where something can go wrong.
  var points = 0
  /// Those of them at which something went wrong: the others have the past of an earlier one.
  var chosen = 0
  /// Different pasts, of all parts of the work together; 0 where nobody goes by them.
  var pasts = 0
  /// Runs in which one thing went wrong.
  var runs = 0
  /// Answers that the world did not accept where they were given.
  var inapplicable = 0
  /// Runs that never met what was to go wrong: the harness's own error.
  var unmet = 0
  /// Runs by how they came out.
  var verdicts = VerdictCounts()
  /// Runs by what went wrong, in the order of their first run.
  var faults: [(kind: String, count: Int)] = []
  /// Cases that reached the limit.
  var cutShort: [String] = []
  /// What was found, in the order of the cases.
  var findings: [SweepFinding] = []

  /// Whether an engine did wrong, rather than a run said too little.
  var isViolated: Bool {
    findings.contains { $0.verdict != .inconclusive && $0.verdict != .unsupported }
  }

  mutating func count(_ fault: String, _ runs: Int = 1) {
    if let place = faults.firstIndex(where: { $0.kind == fault }) {
      faults[place].count += runs
    } else {
      faults.append((fault, runs))
    }
  }
}

/// A run of a sweep that did not hold.
struct SweepFinding: Hashable, Sendable {
  /// A promise that was broken.
  struct Broken: Hashable, Sendable {
    /// The id of the clause, and what the person would say.
    let clause, sentence: String
    /// What it asks for, and what was seen.
    let expected, observed: String

    init(clause: String, sentence: String, expected: String, observed: String) {
      self.clause = clause
      self.sentence = sentence
      self.expected = expected
      self.observed = observed
    }

    /// A finding of the judge; nil for none.
    init?(_ finding: Finding?) {
      guard let finding else { return nil }
      self.init(
        clause: finding.clause.id, sentence: finding.sentence, expected: finding.expected,
        observed: finding.observed)
    }
  }

  /// The case.
  let caseID: String
  /// The one entry that was added to its plans; nil for the case as it is.
  let entry: String?
  /// How the run came out.
  let verdict: Verdict
  /// The promise that was broken first.
  let first: Broken?
}

/// Sweeps cases, one after the other.
struct Sweeper {
  let kind: SweepKind
  let engine: NamedEngine
  let limit: Int
  /// What has been swept, where a place in a run is known by its past.
  let pasts: SweptPasts?
  /// Told every broken promise at once, with the case that shows it alone.
  var keep: (Discovery, SuiteCase, Exploration.Stage) -> Void = { _, _, _ in }

  /// The store that a case is swept on.
  func store(for one: SuiteCase) -> StoreKind {
    kind != .single || one.needsDisk || engine.needsDisk ? .disk : .memory
  }

  /// The cases without those that equal an earlier one in everything that decides a run.
  func distinct(_ cases: [SuiteCase]) -> [SuiteCase] {
    var known = Array(repeating: Set<Case>(), count: StoreKind.allCases.count)
    return cases.filter { one in
      let place = store(for: one) == .disk ? 1 : 0
      return known[place].insert(one.member.theCase).inserted
    }
  }

  /// Sweeps a case and adds what came of it.
  func sweep(_ one: SuiteCase, into report: inout SweepReport) {
    report.cases += 1
    let before = report.runs
    let store = store(for: one)
    store.exclusively { sweep(one, on: store.stage(engine), into: &report) }
    if report.runs - before >= limit { report.cutShort.append(one.id) }
  }

  private func sweep(
    _ one: SuiteCase, on stage: Exploration.Stage, into report: inout SweepReport
  ) {
    switch kind {
    case .single: sweepAnswers(one, stage, &report)
    case .disk: sweepDisk(one, stage, &report)
    case .memory: sweepMemory(one, stage, &report)
    }
  }

  private func sweepAnswers(
    _ one: SuiteCase, _ stage: Exploration.Stage, _ report: inout SweepReport
  ) {
    let tally = SingleFaultSweep(stage).run(one.member.theCase, limit: limit) { variant, _ in
      if let entry = variant.plan.entries.first { report.count(Self.kind(of: entry.value)) }
    }
    report.inapplicable += tally.unmet
    add(tally, of: one, stage, to: &report) { "\($0.question) \(Prose.words(of: $0.answer))" }
  }

  private func sweepDisk(
    _ one: SuiteCase, _ stage: Exploration.Stage, _ report: inout SweepReport
  ) {
    let tally = FaultSweep(stage).run(
      one.member.theCase, limit: limit, pasts: pasts,
      also: { variant, _ in
        if let entry = variant.disk.entries.first { report.count(Self.kind(of: entry.fault)) }
      })
    report.unmet += tally.unmet
    add(tally, of: one, stage, to: &report) {
      "disk/\($0.point.text)?fault \($0.fault)" + ($0.lasts == .onwards ? ", from there on" : "")
    }
  }

  private func sweepMemory(
    _ one: SuiteCase, _ stage: Exploration.Stage, _ report: inout SweepReport
  ) {
    let tally = AllocationSweep(stage).run(
      one.member.theCase, limit: limit, pasts: pasts,
      also: { variant, _ in
        if let one = variant.disk.allocations.first {
          report.count(one.isLasting ? "from there on" : "alone")
        }
      })
    report.unmet += tally.unmet
    add(tally, of: one, stage, to: &report) {
      "\($0.request.value) allocation \($0.ordinal)" + ($0.isLasting ? ", from there on" : "")
    }
  }

  /// Adds what came of a case; `words` names the one entry that a run had added to its plans.
  private func add<Fault>(
    _ tally: SweepTally<Fault>, of one: SuiteCase, _ stage: Exploration.Stage,
    to report: inout SweepReport, words: (Fault) -> String
  ) {
    report.points += tally.points
    report.chosen += tally.chosen
    report.runs += tally.runs
    report.verdicts.add(tally.verdicts)
    if tally.natural != .holds {
      // A sweep keeps the verdict of the case alone; what it broke is found by running it again.
      let natural = stage.run(one.member.theCase)
      if let discovery = Discovery(one.member.theCase, natural, provenance: "as \(one.id)") {
        keep(discovery, one, stage)
      }
      report.findings.append(
        SweepFinding(
          caseID: one.id, entry: nil, verdict: tally.natural,
          first: SweepFinding.Broken(natural.violations.first)))
    }
    for found in tally.found {
      if found.verdict == .violated, let first = found.violations.first {
        let strategy = "\(kind.rawValue) fault of \(one.id): \(words(found.fault))"
        keep(
          Discovery(
            theCase: found.theCase, clause: first.clause, findings: found.violations,
            trace: found.trace, provenance: strategy), one, stage)
      }
      report.findings.append(
        SweepFinding(
          caseID: one.id, entry: words(found.fault), verdict: found.verdict,
          first: SweepFinding.Broken(found.violations.first)))
    }
  }

  /// The word under which an answer is counted.
  static func kind(of answer: Answer) -> String {
    switch answer {
    case .slow: "slow"
    case .never: "never"
    case .store: "store"
    case .file: "file"
    case .microphone: "microphone"
    case .reply: "reply"
    case .local: "local"
    case .delivery: "delivery"
    case .fails: "fails"
    case .space: "space"
    case .runs: "runs"
    case .heeds: "heeds"
    case .reads: "reads"
    case .leg: "leg"
    }
  }

  /// The word under which a fault of the disk is counted.
  static func kind(of fault: DiskFault) -> String {
    switch fault {
    case .noSpace: "no-space"
    case .failsBefore: "fails-before"
    case .failsAfter: "fails-after"
    case .refuses: "refuses"
    case .short: "short"
    case .stalls: "stalls"
    case .failsSync: "fails-sync"
    case .lies: "lies"
    case .leaves: "leaves"
    case .vanishes: "vanishes"
    case .replaced: "replaced"
    case .rots: "rots"
    case .misreads: "misreads"
    case .damages: "damages"
    case .misdirects: "misdirects"
    case .kills: "kills"
    }
  }
}
