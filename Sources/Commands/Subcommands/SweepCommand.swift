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
      shard.declaration, FindingOptions.findings.declaration, Engines.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword sweep --platform macos", "Every single fault in every case of a platform"),
      Example("lastword sweep capture@ios --disk --shard 1/2", "Half of a section on a bad disk"),
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
    var progress = Progress("cases", total: mine.count, console)
    var interrupted = false
    for (n, one) in mine.enumerated() {
      if console.isInterrupted() {
        interrupted = true
        break
      }
      progress.reached(n, one.id)
      sweeper.sweep(one, into: &report)
    }
    progress.end()
    report.pasts = pasts?.distinct ?? 0
    console.print(SweepText(report: report, seconds: console.seconds() - start).text)
    try keeper?.tell(console)
    if interrupted { return .interrupted }
    if report.isViolated { return .violation }
    if mine.isEmpty { return .nothingSelected }
    return report.findings.isEmpty && report.cutShort.isEmpty && report.unmet == 0
      ? .asExpected : .inconclusive
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
