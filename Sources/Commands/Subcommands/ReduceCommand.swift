import Arguments
import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation

/// `lastword reduce`
enum ReduceCommand: Subcommand {
  static let runs = Option<Int>.integer(
    "runs", placeholder: "N", help: "runs that the reduction may have", in: 10...1_000_000,
    standard: 2_000)

  static let command = Arguments.Command(
    name: "reduce", section: "Reproduce",
    summary: "makes a case small that breaks a promise, and tells its story",
    explanation: """
      CASE is a finding (its file or id) or a case of the pack that breaks a promise of the \
      engine. What is left breaks the same promise first, and every entry of it is needed. Each \
      smaller case is written into the folder of findings at once, so that nothing is lost when it \
      is interrupted; cases that break other promises on the way are written there too.

      Exit code 1 says that the case breaks a promise, as it does; 0 that it breaks none; 6 that \
      two runs of it differ.
      """,
    positionals: [Positional("CASE", help: "a file, the id of a finding or of a case")],
    options: [
      FindingOptions.engine.declaration, runs.declaration, FindingOptions.save.declaration,
      Colours.option.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example(
        "lastword reduce request.413-initial@macos --engine mutant:fourth-try",
        "Make a case of the pack small"),
      Example("lastword reduce corpus/found/found.lease-1a2b3c4d.yaml", "And a finding"),
    ])

  /// What is to be made small.
  private struct Subject {
    var theCase: Case
    var engine: NamedEngine
    var needsDisk: Bool
    var journeys: [JourneyID]
    var provenance: String
    var seed: UInt64?
    /// The file it was read from, which is rewritten; nil for a case of the pack.
    var file: FindingFile?
  }

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(pack)
    let folder = FoundFolder(path: invocation[FindingOptions.save], platforms: platforms)
    let subject = try subject(invocation, pack, platforms)
    return try subject.engine.onStage(needsDisk: subject.needsDisk) {
      stage throws(Refusal) -> ExitCode in
      let result = stage.run(subject.theCase)
      guard
        let discovery = Discovery(subject.theCase, result, provenance: subject.provenance)
      else {
        console.print(
          "nothing to reduce: the case is \(result.verdict.rawValue) on \(subject.engine.name)\n")
        return result.verdict == .holds ? .asExpected : .inconclusive
      }
      return try reduce(discovery, subject, on: stage, folder, invocation, console)
    }
  }

  private static func subject(
    _ invocation: Invocation, _ pack: String, _ platforms: PlatformRegistry
  ) throws(Refusal) -> Subject {
    let name = invocation.positionals[0]
    if let finding = try FindingFile.named(
      name, found: invocation[FindingOptions.save], pack: pack, platforms: platforms)
    {
      let engine = try finding.engine(unless: invocation[FindingOptions.engine])
      return Subject(
        theCase: finding.file.theCase, engine: engine,
        needsDisk: finding.file.needsDisk || finding.file.theCase.needsDisk,
        journeys: finding.file.journeys, provenance: finding.file.regression.strategy,
        seed: finding.file.regression.seed, file: finding)
    }
    let suite = try Suite.load(pack)
    let cases = suite.cases
    guard let one = cases.first(where: { $0.id == name }) else {
      if let near = cases.first(where: { Selection.selects(name, $0.id) }) {
        throw Refusal(
          "not-one-case", "“\(name)” is more than one case", hint: "name one, such as “\(near.id)”")
      }
      throw Selection.unknown(name, suite)
    }
    return Subject(
      theCase: one.member.theCase, engine: invocation[FindingOptions.engine] ?? Engines.reference,
      needsDisk: one.needsDisk, journeys: one.scenario.journeys, provenance: "as \(one.id)")
  }

  private static func reduce(
    _ discovery: Discovery, _ subject: Subject, on stage: Exploration.Stage,
    _ folder: FoundFolder, _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> ExitCode {
    let reducing = Reducing(
      engine: subject.engine, needsDisk: subject.needsDisk, stage: stage, folder: folder,
      runs: invocation[runs], journeys: subject.journeys, seed: subject.seed, file: subject.file)
    let outcome = try reducing.reduce(
      discovery, width: Colours.style(invocation, console).width)
    guard outcome.reduction != nil else {
      console.print("nothing to reduce: two runs of the case differ\n")
      return .untrustworthy
    }
    console.print(outcome.story)
    for other in outcome.others {
      console.print("  met       \(other.clause.id), kept as \(other.path)\n")
    }
    return .violation
  }
}
