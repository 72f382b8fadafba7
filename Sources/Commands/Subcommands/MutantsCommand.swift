import Arguments
import Contract
import Exploration
import Journeys
import Scenarios
import Simulation

/// `lastword mutants`
///
/// The one command that judges the judge: how soon engines that are wrong on purpose are found.
enum MutantsCommand: Subcommand {
  static let seeds = Option<Int>.integer(
    "seeds", placeholder: "N", help: "trials of each mutant, each from a seed of its own",
    in: 1...10_000, standard: 60)
  static let limit = Option<Int>.integer(
    "limit", placeholder: "N", help: "a trial is given up after so many cases",
    in: 1...1_000_000, standard: 3_000)
  static let seed = Option<UInt64>.custom(
    "seed", placeholder: "SEED", help: "what the seeds of the trials are drawn from",
    standard: 1, shown: "1", convert: { text throws(ValueProblem) in try FuzzSeed.read(text) })
  static let control = Option<Int>.integer(
    "control", placeholder: "N",
    help: "cases of the good engine, in which anything found is an alarm",
    in: 0...1_000_000_000, standard: 20_000)
  static let reduced = Option<Int>.integer(
    "reduce", placeholder: "N", help: "findings of each mutant that are made small and compared",
    in: 0...10_000, standard: 60)
  static let suite = Option<Bool>.flag(
    "suite", help: "also looks which ones “lastword run” finds")
  static let by = Option<String>.word(
    "by", placeholder: "WAY",
    help:
      "fuzz: how soon each is found; run: which ones the suite kills, and what kills the others",
    among: ["fuzz", "run"], standard: "fuzz")
  static let shard = Shard.option("only every N-th mutant, beginning with the I-th")
  static let except = Option<[String]>.texts(
    "except", placeholder: "NAME", help: "leaves this one out, such as one that is known to escape")
  static let names = Positional(
    "NAME", .any,
    help: "as “lastword list mutants” shows them; without one, all that need no disk")

  static let command = Arguments.Command(
    name: "mutants", section: "Measure",
    summary: "measures how soon engines that are wrong on purpose are found",
    explanation: """
      Each mutant is fuzzed from so many seeds, each time until the promise that it breaks is the \
      first to be broken. The table says how many trials succeeded, after how many cases, how \
      likely a case is to show the defect (with the exact interval of 95 %), and how many cases \
      are enough to find it in 999 of 1000 runs. A case that breaks another promise instead is \
      counted as wrong. Those of a live transcript are hunted in worlds that have one, and so is the \
      good engine then.

      With “--by run” each plays the suite as “lastword run” does, those of the storage on the \
      disk. The table names the first case that breaks its promise; for what the suite lets pass, the crash, \
      the kept case or the fuzzed case that kills it; and why nothing can see the others.

      Exit code 1 says that the good engine was found guilty; 3 that a mutant was not found from \
      some seed, or by nothing.
      """,
    positionals: [names],
    options: [
      seeds.declaration, limit.declaration, seed.declaration, control.declaration,
      reduced.declaration, suite.declaration, by.declaration, FuzzCommand.store.declaration,
      shard.declaration, except.declaration,
      RunCommand.json.declaration, Colours.option.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword mutants --seeds 60", "How well defects are found"),
      Example("lastword mutants --by run", "What the suite alone does not find"),
      Example("lastword mutants fourth-try --seeds 200", "One of them, more exactly"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let suite = try Suite.load(invocation, console)
    if invocation[by] == "run" { return try runKillers(invocation, suite, console) }
    let platforms = suite.platforms.map(\.platform)
    let asked = StoreKind(rawValue: invocation[FuzzCommand.store]) ?? .memory
    let engines = try hunted(invocation, unnamed: Engines.mutants + Engines.liveMutants)
    if engines.isEmpty { return .nothingSelected }
    if asked == .disk || engines.contains(where: \.needsDisk) { try StoreKind.disk.check() }
    func prepared(_ engine: NamedEngine, limit: Int) -> Hunt {
      Hunt(
        engine: engine, store: engine.needsDisk ? .disk : asked,
        platforms: engine.huntingGround(platforms), seed: invocation[seed], limit: limit)
    }
    console.print("seed \(FuzzSeed.text(invocation[seed]))  generator \(Fuzzer.version)\n")
    var rows: [MutantRow] = []
    var progress = Progress("mutants", total: engines.count, console)
    for (n, engine) in engines.enumerated() {
      progress.reached(n, engine.name)
      let hunt = prepared(engine, limit: invocation[limit])
      guard var row = row(hunt, invocation[seeds], console) else { break }
      row.reductions = hunt.reductions(of: row.trials, most: invocation[reduced])
      if invocation[Self.suite] { row.isFoundByRun = isFoundByRun(engine, suite) }
      rows.append(row)
    }
    progress.end()
    let isInterrupted = rows.count < engines.count
    var control: MutantRow?
    if !isInterrupted, invocation[Self.control] > 0 {
      control = good(engines, invocation, asked, platforms, console)
    }
    let style = Colours.style(invocation, console)
    console.print(DetectionText(rows: rows, control: control, style: style).text)
    if let path = invocation[RunCommand.json] {
      let lines = DetectionReport.lines(rows, control: control)
      if path == "-" { console.write(lines) } else { try console.save(lines, to: path) }
    }
    if isInterrupted { return .interrupted }
    if let control, control.wrong + control.mishaps > 0 { return .violation }
    return rows.allSatisfy(\.isSolved) ? .asExpected : .inconclusive
  }

  /// The mutants that are asked for, without those that are left out, and of these the part to take.
  ///
  /// - Parameter unnamed: those that are meant when none is named.
  static func hunted(
    _ invocation: Invocation, unnamed: [NamedEngine]
  ) throws(Refusal) -> [NamedEngine] {
    let spared = try named(invocation[except]).map(\.name)
    let wanted = invocation.positionals.isEmpty ? unnamed : try named(invocation.positionals)
    return invocation[shard].part(of: wanted.filter { !spared.contains($0.name) })
  }

  /// The mutants of these names.
  private static func named(_ names: [String]) throws(Refusal) -> [NamedEngine] {
    let all = Engines.mutants + Engines.storageMutants + Engines.liveMutants
    var chosen: [NamedEngine] = []
    for name in names {
      guard let one = all.first(where: { $0.name == name || $0.name == "mutant:" + name }) else {
        let near = nearest(to: name, among: all.map { String($0.name.dropFirst("mutant:".count)) })
        throw Refusal(
          "no-such-mutant", "there is no mutant “\(name)”",
          hint: near.map { "did you mean “\($0)”?" } ?? "“lastword list mutants” shows them all")
      }
      chosen.append(one)
    }
    return chosen
  }

  /// The good engine in the worlds in which the others were hunted; in half of them live text is
  /// offered, where both kinds of mutants were.
  private static func good(
    _ engines: [NamedEngine], _ invocation: Invocation, _ asked: StoreKind,
    _ platforms: [Platform], _ console: Console
  ) -> MutantRow? {
    let live = engines.filter { $0.sets == [.live] }
    let others = live.count < engines.count ? platforms : []
    let offering = live.first?.huntingGround(platforms) ?? []
    let hunt = Hunt(
      engine: Engines.reference, store: asked, platforms: others + offering,
      seed: invocation[seed], limit: invocation[control])
    return row(hunt, 1, console)
  }

  /// All trials of a mutant; nil once somebody asked to stop.
  private static func row(_ hunt: Hunt, _ seeds: Int, _ console: Console) -> MutantRow? {
    var trials: [Hunt.Trial] = []
    for n in 0..<seeds {
      if console.isInterrupted() { return nil }
      trials.append(hunt.trial(n, console))
    }
    return MutantRow(engine: hunt.engine, store: hunt.store, trials: trials, limit: hunt.limit)
  }

  /// Whether some case of the suite is red with a mutant.
  private static func isFoundByRun(_ engine: NamedEngine, _ suite: Suite) -> Bool {
    KillerSearch.run(engine, suite.scenarios).isRed
  }
}
