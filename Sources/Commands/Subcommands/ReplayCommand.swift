import Arguments
import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation

/// `lastword replay`
enum ReplayCommand: Subcommand {
  static let verbose = Option<Bool>.flag(
    "verbose", short: "v", help: "shows every event instead of the story")

  static let command = Arguments.Command(
    name: "replay", section: "Reproduce",
    summary: "plays a finding again and says how it came out",
    explanation: """
      FINDING is a file, or the id of a finding in the folder of findings or of a regression of \
      the pack. It is played with the engine it was found with. “strict” means that everything it \
      names happened and the trace is the recorded one, “caught up” that everything happened, \
      some of it by another name or in another trace, “loose” that some of it never did.

      Exit code 0 says that it came out as the file expects, 1 that it did not, 6 that nothing \
      was broken but under nine tenths of its entries were met: it is stale, and says nothing.
      """,
    positionals: [Positional("FINDING", help: "a file, or the id of a finding")],
    options: [
      FindingOptions.engine.declaration, FindingOptions.save.declaration, verbose.declaration,
      Colours.option.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword replay corpus/found/found.lease-1a2b3c4d.yaml", "Play a finding again"),
      Example("lastword replay regressions.fourth-try -v", "A regression, event by event"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(pack)
    let finding = try found(invocation, pack, platforms)
    let engine = try finding.engine(unless: invocation[FindingOptions.engine])
    let replay = try Replay(finding.file, engine: engine)
    let style = Colours.style(invocation, console)
    if let text = try text(replay, finding, invocation[verbose], style) { console.print(text) }
    console.print("\(replay.account)\n\(replay.sentence)\n")
    for warning in try replay.warnings(finding.path, platforms: platforms) {
      console.note(warning + "\n")
    }
    if let hint = replay.hint { console.note("lastword: \(hint)\n") }
    return replay.exit
  }

  /// The finding that a command line names.
  static func found(
    _ invocation: Invocation, _ pack: String, _ platforms: PlatformRegistry
  ) throws(Refusal) -> FindingFile {
    let name = invocation.positionals[0]
    let folder = invocation[FindingOptions.save]
    if let finding = try FindingFile.named(
      name, found: folder, pack: pack, platforms: platforms)
    {
      return finding
    }
    throw Refusal(
      "unknown-finding", "no finding is called “\(name)” in \(folder) or among the regressions",
      hint: "name its file, or the folder with --save DIR")
  }

  private static func text(
    _ replay: Replay, _ finding: FindingFile, _ isVerbose: Bool, _ style: Style
  ) throws(Refusal) -> String? {
    let result = replay.catchUp.result
    if isVerbose {
      let remarks = result.findings.map { one in
        TraceListing.Remark(
          record: one.record,
          words: [
            "\(one.clause.id) (\(one.clause.level.rawValue)): \(one.sentence)",
            "expected \(one.expected)", "observed \(one.observed)",
          ])
      }
      return TraceListing(replay.records, remarks: remarks, style: style).text
        + EndState(rows: result.rows, files: result.files, style: style).text
    }
    guard let first = result.violations.first else { return nil }
    var story = StoryText(
      replay.catchUp.theCase, first, replay.records, engine: replay.engine.name)
    story.bucket = replay.file.regression.bucket
    story.width = style.width
    return story.text + "\n"
  }
}
