import Arguments
import Contract
import Exploration
import Journeys
import Scenarios

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
  static let jobs = Option<Int>.integer(
    "jobs", short: "j", placeholder: "N", help: "how many processes share the work", in: 1...64,
    standard: 1)
  static let store = Option<String>.word(
    "store", placeholder: "KIND", help: "where History and sources lie",
    among: StoreKind.allCases.map(\.rawValue), standard: StoreKind.memory.rawValue)
  static let verbose = Option<Bool>.flag(
    "verbose", short: "v", help: "also shows what the first case of the seed is made of")

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
    options: [
      cases.declaration, budget.declaration, seed.declaration, store.declaration,
      Engines.option.declaration, jobs.declaration, verbose.declaration,
      Colours.option.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword fuzz --cases 20000 --seed 1", "As every commit is tried"),
      Example("lastword fuzz --time-budget 10m --jobs 2", "Ten minutes from a seed of its own"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let directory = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(directory).platforms
    let engine = invocation[Engines.option]
    let store = engine.needsDisk ? StoreKind.disk : StoreKind(rawValue: invocation[store]) ?? .memory
    try store.check()
    let seed = invocation[seed] ?? FuzzSeed.fresh()
    let campaign = FuzzCampaign(
      engine: engine, store: store, platforms: platforms.map(\.platform), seed: seed)
    let limit = invocation[cases] ?? (invocation[budget] == nil ? 2_000 : .max)
    console.print(FuzzText.heading(campaign))
    if invocation[verbose] { console.print(FuzzText.expansion(campaign)) }
    let result = campaign.run(
      cases: limit, seconds: invocation[budget].map(FuzzSeed.seconds), console)
    for discovery in result.discoveries { report(discovery, console) }
    let text = FuzzText(campaign: campaign, result: result, style: Colours.style(invocation, console))
    console.print(text.report)
    return result.exit
  }

  /// Tells what was found. Whoever wants a smaller case, or a file of it, begins here.
  private static func report(_ discovery: Discovery, _ console: Console) {
    console.print(FuzzText.told(discovery))
  }
}
