import Arguments
import Contract
import Exploration
import Journeys
import Scenarios
import Simulation
import Storage

/// `lastword fuzz`
enum FuzzCommand: Subcommand {
  static let cases = Option<Int?>.integer(
    "cases", placeholder: "N", help: "how many cases are run; without a time budget 2000",
    in: 1...1_000_000_000)
  static let budget = Option<Duration?>.duration(
    "time-budget", placeholder: "TIME", help: "begins nothing new after so long, such as 10m")
  static let seed = Option<UInt64?>.custom(
    "seed", placeholder: "SEED",
    help: "what everything is drawn from: a number, 0x and 16 digits, or the 40 digits of a commit",
    convert: { text throws(ValueProblem) in try FuzzSeed.read(text) })
  static let store = Option<String>.word(
    "store", placeholder: "KIND", help: "where History and sources lie",
    among: StoreKind.allCases.map(\.rawValue), standard: StoreKind.memory.rawValue)
  static let one = Option<Int?>.integer(
    "case", placeholder: "N", help: "runs this case of the seed only and shows its events",
    in: 0...999_999_999)
  static let shard = Shard.option(
    "runs every N-th block only, and writes what came of each for a program to add up")
  static let exhaustive = Option<Int?>.custom(
    "exhaustive", placeholder: "k=N",
    help: "instead: every order that is 1 (or 2) holds away from the natural one, in all scenarios",
    convert: { text throws(ValueProblem) in try depth(text) })
  static let limit = Option<Int?>.integer(
    "limit", placeholder: "N",
    help: "events beyond which an exhaustive run leaves a case out; 250, for k=2 60",
    in: 1...1_000_000)
  static let verbose = Option<Bool>.flag(
    "verbose", short: "v",
    help: "also shows what the first case of the seed is made of, or the events of what was found")

  static let raw = Option<Bool>.flag(
    "raw", help: "shows findings as they were found and keeps no file of them")

  static let command = Arguments.Command(
    name: "fuzz", section: "Rehearse",
    summary: "draws worlds, faults and orders from a seed and judges every run",
    explanation: """
      Each case is a person with one to three recordings, what else they and the device do, what \
      goes wrong, who dies and in which order it all happens. A portfolio of strategies finds the \
      order; the report says which one found what. The same seed gives the same report, however \
      many processes share the work.

      After the chaos of a case nothing new goes wrong, apart from faults for good, and everything \
      must come to its end. Cases that fail, and a sample of the others, are run twice; and an \
      engine that is broken on purpose must be caught in every run.

      Exit code 3 says that some promise, fault or event never occurred; 6 that a case came out \
      differently the second time, or that the broken engine was not caught.
      """,
    positionals: [SelectionOptions.ids],
    options: SelectionOptions.all + [
      cases.declaration, budget.declaration, seed.declaration, store.declaration,
      Engines.option.declaration, SharedWork.jobs.declaration, one.declaration,
      exhaustive.declaration, limit.declaration, shard.declaration, verbose.declaration,
      FindingOptions.save.declaration, raw.declaration, Colours.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword fuzz --cases 20000 --seed 1", "As every commit is tried"),
      Example("lastword fuzz --exhaustive k=1 request", "Every order one hold away, in a section"),
      Example("lastword fuzz relay --cases 20000 --seed 1", "Live transcripts over a relay"),
      Example("lastword fuzz --time-budget 10m --jobs 2", "Ten minutes from a seed of its own"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let selection = SelectionOptions.read(invocation)
    if let depth = invocation[exhaustive] {
      return try runExhaustively(depth, selection, invocation, console)
    }
    guard selection.isWhole || isLive(selection) else {
      throw Refusal(
        "no-scenarios", "cases of fuzz are drawn, so that no scenario can be selected",
        hint: "say 'fuzz relay' for live transcripts, or add --exhaustive k=1 to try every order "
          + "near the natural one in scenarios")
    }
    let campaign = try campaign(invocation, console)
    if let number = invocation[one] { return try show(number, of: campaign, invocation, console) }
    let limit = invocation[cases] ?? (invocation[budget] == nil ? 2_000 : .max)
    let seconds = invocation[budget].map(FuzzSeed.seconds)
    if invocation[shard] != .whole {
      return share(campaign, limit, seconds, invocation[shard], console)
    }
    let jobs = invocation[SharedWork.jobs]
    let program = jobs > 1 ? try SharedWork.program(console) : ""
    // From the first question on an interruption waits until somebody looks for it.
    _ = console.isInterrupted()
    console.print(FuzzText.heading(campaign))
    if invocation[verbose] { expand(campaign, invocation, console) }
    var result = FuzzResult(campaign)
    if jobs > 1 {
      try share(
        between: jobs, of: program, campaign, limit, invocation, console, into: &result)
    } else {
      campaign.runBlocks(cases: limit, seconds: seconds, console, into: &result)
    }
    campaign.exclusively { campaign.discover(into: &result) }
    if !result.isInterrupted {
      let canaries = Engines.all.filter { FuzzCampaign.canaries.contains($0.name) }
      result.watch = campaign.watchCanaries(
        canaries,
        counted: min(result.tally[.cases] / Fuzzer.block + 1, FuzzCampaign.canaryBlocks))
    }
    for discovery in result.discoveries {
      result.isInterrupted = result.isInterrupted || console.isInterrupted()
      if result.isInterrupted, !invocation[raw] {
        try keep(discovery, campaign, invocation, console)
      } else {
        try report(
          discovery, campaign.engine, campaign.store, campaign.seed, invocation, console)
      }
    }
    let text = FuzzText(
      campaign: campaign, result: result, keeps: !invocation[raw],
      style: Colours.style(invocation, console))
    console.print(text.report)
    return result.exit
  }

  /// Whether worlds are to have live transcripts.
  private static func isLive(_ selection: Selection) -> Bool { selection.isOnly("relay") }

  private static func campaign(
    _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> FuzzCampaign {
    let directory = try PackLocation.find(invocation[PackLocation.option], console)
    var platforms = try Suite.platforms(directory).platforms.map(\.platform)
    if isLive(SelectionOptions.read(invocation)) { platforms = platforms.offeringLiveText }
    let engine = invocation[Engines.option]
    let store =
      engine.needsDisk ? StoreKind.disk : StoreKind(rawValue: invocation[store]) ?? .memory
    try store.check()
    return FuzzCampaign(
      engine: engine, store: store, platforms: platforms,
      seed: invocation[seed] ?? FuzzSeed.fresh())
  }

  /// Shows what the first case of the seed is made of.
  private static func expand(
    _ campaign: FuzzCampaign, _ invocation: Invocation, _ console: Console
  ) {
    guard let run = campaign.exclusively({ campaign.fuzzer(campaign.engine).again(0) }) else {
      return
    }
    let text = FuzzCaseText(
      provenance: run.provenance(seed: campaign.seed), theCase: run.theCase,
      stage: campaign.fuzzer(campaign.engine).stage, style: Colours.style(invocation, console))
    console.print(text.expansion)
  }

  /// Runs a share of the blocks and writes what came of each.
  private static func share(
    _ campaign: FuzzCampaign, _ limit: Int, _ seconds: Double?, _ shard: Shard, _ console: Console
  ) -> ExitCode {
    var result = FuzzResult(campaign)
    campaign.runBlocks(
      cases: limit, seconds: seconds, shard: shard, isQuiet: true, console, into: &result
    ) { tally, block in
      console.print(FuzzWire.lines(tally, block: block))
    }
    return result.isInterrupted ? .interrupted : .asExpected
  }

  /// Has other processes run everything.
  private static func share(
    between count: Int, of program: String, _ campaign: FuzzCampaign, _ limit: Int,
    _ invocation: Invocation,
    _ console: Console, into result: inout FuzzResult
  ) throws(Refusal) {
    var arguments = [
      "fuzz", "--seed", FuzzSeed.text(campaign.seed), "--engine", campaign.engine.name, "--store",
      campaign.store.rawValue, "--cases", "\(min(limit, 1_000_000_000))",
    ]
    if isLive(SelectionOptions.read(invocation)) { arguments.append("relay") }
    if let pack = invocation[PackLocation.option] { arguments += ["--pack", pack] }
    if let duration = invocation[budget] {
      let (seconds, rest) = duration.components
      arguments += ["--time-budget", "\(seconds * 1_000 + rest / 1_000_000_000_000_000)ms"]
    }
    var progress = FuzzProgress(console)
    let work = SharedWork(program: program, arguments: arguments, count: count)
    let isInterrupted = try work.run(console) { lines in
      FuzzWire.read(lines).map { ($0.number, $0) }
    } add: { block, number in
      result.tally.add(block.tally)
    } progress: {
      progress.reached(result)
    }
    result.isInterrupted = result.isInterrupted || isInterrupted
    progress.end(result)
  }

  private static func runExhaustively(
    _ depth: Int, _ selection: Selection, _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> ExitCode {
    let suite = try Suite.load(invocation, console)
    let engine = invocation[Engines.option]
    let store =
      engine.needsDisk ? StoreKind.disk : StoreKind(rawValue: invocation[store]) ?? .memory
    try StoreKind.disk.check()
    let sweep = FuzzExhaustive(
      engine: engine, store: store, depth: depth, limit: invocation[limit],
      seconds: invocation[budget].map(FuzzSeed.seconds))
    let result = sweep.run(try selection.cases(of: suite), console)
    for discovery in result.discoveries {
      try report(
        discovery, engine, discovery.theCase.needsDisk ? .disk : store, nil, invocation, console)
      guard invocation[verbose] else { continue }
      let text = FuzzCaseText(
        provenance: discovery.provenance, theCase: discovery.theCase, stage: sweep.stage(store),
        style: Colours.style(invocation, console))
      console.print(DiskStore.exclusively { text.told })
    }
    console.print(sweep.text(result))
    return result.exit
  }

  private static func depth(_ text: String) throws(ValueProblem) -> Int {
    switch text {
    case "k=1": return 1
    case "k=2": return 2
    default: throw ValueProblem("must be k=1 or k=2", suggestion: "k=1")
    }
  }

  /// Runs one case again and shows its events.
  private static func show(
    _ number: Int, of campaign: FuzzCampaign, _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> ExitCode {
    console.print(FuzzText.heading(campaign))
    guard let run = campaign.exclusively({ campaign.fuzzer(campaign.engine).again(number) }) else {
      return .internalError
    }
    let text = FuzzCaseText(
      provenance: run.provenance(seed: campaign.seed), theCase: run.theCase,
      stage: campaign.fuzzer(campaign.engine).stage, style: Colours.style(invocation, console))
    console.print(campaign.exclusively { text.told })
    if run.isSame == false { return .untrustworthy }
    return CaseOutcome(run.result.verdict).exit ?? .asExpected
  }

  /// Keeps a finding as it was found, for somebody who has no time to wait until it is small.
  private static func keep(
    _ discovery: Discovery, _ campaign: FuzzCampaign, _ invocation: Invocation, _ console: Console
  ) throws(Refusal) {
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let folder = FoundFolder(
      path: invocation[FindingOptions.save], platforms: try Suite.platforms(pack))
    let needsDisk = campaign.store == .disk
    let path = try campaign.engine.onStage(needsDisk: needsDisk) {
      stage throws(Refusal) -> String in
      let bucket = Bucket(discovery, stage)
      return try folder.save(
        FoundFolder.file(
          discovery, id: FoundFolder.id(bucket.clause, bucket.text), engine: campaign.engine,
          needsDisk: needsDisk, bucket: bucket.text, seed: campaign.seed,
          cut: CatchUp.cut(of: discovery.theCase, on: stage)))
    }
    console.print(FuzzText.told(discovery))
    console.print("  kept      \(path)\n  smaller   lastword reduce \(path)\n")
  }

  /// Makes a finding small, keeps it, and tells its story; or tells it as it was found.
  private static func report(
    _ discovery: Discovery, _ engine: NamedEngine, _ store: StoreKind, _ seed: UInt64?,
    _ invocation: Invocation, _ console: Console
  ) throws(Refusal) {
    if invocation[raw] { return console.print(FuzzText.told(discovery)) }
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let folder = FoundFolder(
      path: invocation[FindingOptions.save], platforms: try Suite.platforms(pack))
    let outcome = try engine.onStage(needsDisk: store == .disk) {
      stage throws(Refusal) -> Reducing.Outcome in
      let reducing = Reducing(
        engine: engine, needsDisk: store == .disk, stage: stage, folder: folder, seed: seed)
      return try reducing.reduce(
        discovery, width: Colours.style(invocation, console).width)
    }
    console.print("\n" + outcome.story)
    for other in outcome.others {
      console.print("  met       \(other.clause.id), kept as \(other.path)\n")
    }
  }
}
