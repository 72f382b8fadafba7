import Arguments
import Exploration
import Journeys

/// `lastword sweep`
enum SweepCommand: Subcommand {
  static let single = Option<Bool>.flag(
    "single", help: "every question of a case gets every unusual answer, one at a time; the usual")
  static let disk = Option<Bool>.flag(
    "disk", help: "every operation of the disk goes wrong in every way, one at a time")
  static let memory = Option<Bool>.flag(
    "memory", help: "every allocation of the database fails, alone and with all that follow")
  static let limit = Option<Int?>.integer(
    "limit", placeholder: "N",
    help: "runs that one case may have; a case that reaches it is not fully swept",
    in: 1...100_000_000)
  static let shard = Shard.option(
    "only the I-th of N parts of the work, to share it between processes")

  static let forProgram = Option<Bool>.flag(
    "counts-only", help: "with --shard: tells it in lines for a program that adds parts up")

  static let command = Arguments.Command(
    name: "sweep", section: "Rehearse",
    summary: "lets one thing go wrong at a time and judges every run",
    explanation: """
      Each case first runs as it is, which tells what can go wrong in it: the questions it asks, \
      the operations of its disk or the allocations of its database. Then it runs once for each \
      of them and each way in which that can go wrong, and the whole contract is judged. Two cases \
      that differ in name only are swept once. Of operations and allocations those are swept once \
      before which the same had happened, in whatever case: to the same app, in the same order, \
      with the same kinds of answer.

      Exit code 3 says that some case had more runs than the limit, or a run said too little.
      """,
    positionals: [SelectionOptions.ids],
    options: SelectionOptions.all + [
      single.declaration, disk.declaration, memory.declaration, limit.declaration,
      shard.declaration, SharedWork.jobs.declaration, forProgram.declaration,
      FindingOptions.findings.declaration, Engines.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword sweep --platform macos", "Every single fault in every case of a platform"),
      Example("lastword sweep capture@ios --disk --shard 1/2", "Half of a section on a bad disk"),
      Example("lastword sweep --memory --jobs 2", "All of it, shared by two processes"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let kind = try kind(invocation)
    let suite = try Suite.load(invocation, console)
    let engine = invocation[Engines.option]
    let selected = try SelectionOptions.read(invocation).cases(of: suite)
    let able = selected.filter { $0.unsupported(by: engine) == nil }
    let part = invocation[shard]
    let pasts = kind == .single ? nil : SweptPasts(share: part.index, of: part.count)
    var sweeper = Sweeper(
      kind: kind, engine: engine, limit: invocation[limit] ?? .max, pasts: pasts)
    let keeper = try FindingKeeper(invocation, engine: engine, suite: suite)
    let isShared = invocation[SharedWork.jobs] > 1
    if isShared, keeper != nil || part != .whole {
      throw Refusal(
        "jobs-alone", "--jobs shares the whole work, and keeps no files of what it finds",
        hint: "leave out --jobs, or --shard and what saves findings")
    }
    if let keeper { sweeper.keep = { keeper.keep($0, of: $1, on: $2) } }
    let distinct = sweeper.distinct(able)
    // A past is met in many cases, so whoever goes by pasts goes through all of them.
    let mine = pasts == nil ? part.part(of: distinct) : distinct
    var report = SweepReport(kind: kind)
    report.unsupported = selected.count - able.count
    report.alike = able.count - distinct.count
    report.elsewhere = distinct.count - mine.count
    if mine.contains(where: { sweeper.store(for: $0) == .disk }) { try StoreKind.disk.check() }

    let start = console.seconds()
    let interrupted: Bool
    if isShared {
      interrupted = try share(distinct, &report, invocation, console)
    } else {
      interrupted = sweep(mine, sweeper, &report, console)
      report.pasts = pasts?.distinct ?? 0
    }
    if invocation[forProgram] {
      console.print(SweepWire.lines(report, part: part.index - 1))
      return interrupted ? .interrupted : .asExpected
    }
    console.print(SweepText(report: report, seconds: console.seconds() - start).text)
    try keeper?.tell(console)
    if interrupted { return .interrupted }
    if report.isViolated { return .violation }
    if mine.isEmpty { return .nothingSelected }
    return report.findings.isEmpty && report.cutShort.isEmpty && report.unmet == 0
      ? .asExpected : .inconclusive
  }

  /// Sweeps one case after the other.
  ///
  /// - Returns: whether somebody asked to stop.
  private static func sweep(
    _ cases: [SuiteCase], _ sweeper: Sweeper, _ report: inout SweepReport, _ console: Console
  ) -> Bool {
    var progress = Progress("cases", total: cases.count, console)
    defer { progress.end() }
    for (n, one) in cases.enumerated() {
      if console.isInterrupted() { return true }
      progress.reached(n, one.id)
      sweeper.sweep(one, into: &report)
    }
    return false
  }

  /// Has other processes sweep the cases, a part each.
  ///
  /// - Returns: whether somebody asked to stop.
  private static func share(
    _ cases: [SuiteCase], _ report: inout SweepReport, _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> Bool {
    let kind = report.kind
    var arguments = ["sweep"] + SelectionOptions.again(invocation)
    arguments += [
      "--\(kind.rawValue)", "--counts-only", "--engine", invocation[Engines.option].name,
    ]
    if let limit = invocation[limit] { arguments += ["--limit", "\(limit)"] }
    if let pack = invocation[PackLocation.option] { arguments += ["--pack", pack] }
    let work = SharedWork(
      program: try SharedWork.program(console), arguments: arguments,
      count: invocation[SharedWork.jobs])
    var order: [String: Int] = [:]
    for (n, one) in cases.enumerated() { order[one.id] = n }
    var sum = report
    let interrupted = try work.run(console) { lines -> (number: Int, block: SweepReport)? in
      SweepWire.read(lines, kind: kind).map { ($0.part, $0.report) }
    } add: { (part: SweepReport, _: Int) throws(Refusal) in
      sum.add(part, order: order)
    } progress: {
    }
    report = sum
    return interrupted
  }

  private static func kind(_ invocation: Invocation) throws(Refusal) -> SweepKind {
    let chosen = [(single, SweepKind.single), (disk, .disk), (memory, .memory)]
      .filter { invocation[$0.0] }.map(\.1)
    if chosen.count > 1 {
      throw Refusal(
        "one-sweep", "--single, --disk and --memory exclude each other",
        hint: "sweep once for each of them")
    }
    return chosen.first ?? .single
  }
}

/// Which part of the cases a process takes.
struct Shard: Hashable, Sendable {
  /// The part, from 1.
  var index: Int
  /// How many parts there are.
  var count: Int

  /// Everything.
  static let whole = Shard(index: 1, count: 1)

  /// The option that names a part.
  static func option(_ help: String) -> Option<Shard> {
    .custom(
      "shard", placeholder: "I/N", help: help, standard: whole, shown: "1/1",
      convert: { text throws(ValueProblem) in try read(text) })
  }

  /// Reads `2/4`.
  static func read(_ text: String) throws(ValueProblem) -> Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      count >= 1, count <= 1_000, index >= 1, index <= count
    else { throw ValueProblem("must be a part and how many there are, such as 1/2") }
    return Shard(index: index, count: count)
  }

  /// The part of a list; all parts together are the list, each element once.
  func part<Element>(of list: [Element]) -> [Element] {
    list.indices.filter { $0 % count == index - 1 }.map { list[$0] }
  }
}
