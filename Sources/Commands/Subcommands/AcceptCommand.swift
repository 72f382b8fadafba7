import Arguments
import Contract
import Exploration
import Journeys
import Scenarios

/// `lastword accept`
enum AcceptCommand: Subcommand {
  static let pass = Option<Bool>.flag(
    "pass", help: "the defect is mended: from now on no promise may be broken")
  static let name = Option<String?>.text(
    "as", placeholder: "WORDS", help: "its id among the regressions, such as retry-after-kill")

  static let command = Arguments.Command(
    name: "accept", section: "Reproduce",
    summary: "makes a finding a regression that “run” plays from then on",
    explanation: """
      The finding is played first and must come out as it is to be kept: with its promise broken, \
      or with --pass with none broken. Its file moves to the folder “regressions” of the pack. A \
      stale finding is never accepted, because it would be green for nothing.
      """,
    positionals: [Positional("FINDING", help: "a file, or the id of a finding")],
    options: [
      pass.declaration, name.declaration, FindingOptions.engine.declaration,
      FindingOptions.save.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword accept found.lease-1a2b3c4d", "Keep a finding"),
      Example("lastword accept regressions.fourth-try --pass", "It is mended: it must stay so"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(pack)
    let finding = try ReplayCommand.found(invocation, pack, platforms)
    var file = finding.file
    if invocation[pass] { file.regression.expect = .pass }
    let engine = try finding.engine(unless: invocation[FindingOptions.engine])
    file.regression.engine = engine.name
    let words = invocation[name] ?? String(file.id.drop { $0 != "." }.dropFirst())
    file.id = "regressions.\(words)"
    guard IdentifierForm.scenario.accepts(file.id) else {
      throw Refusal(
        "bad-id", "“\(words)” cannot be a part of an id", hint: "use words-with-hyphens")
    }

    // A person says that it is mended: that may well have changed how audio is cut.
    if file.regression.expect == .pass { file.regression.cut = nil }
    let replay = try Replay(file, engine: engine)
    guard replay.standing == .asExpected else {
      console.note(
        "\(replay.account)\nlastword: error[not-as-expected]: it is not accepted, because "
          + "\(replay.sentence)\n" + (replay.hint.map { "  hint: \($0)\n" } ?? ""))
      return replay.exit
    }
    // What was caught up is written as it is called now, with the trace of this run.
    file.theCase = replay.catchUp.theCase
    file.regression.aliases = []
    if file.regression.expect == .violated {
      file.regression.trace = replay.catchUp.result.trace.hexadecimal
    }
    file.regression.cut = try engine.onStage(
      needsDisk: file.needsDisk || file.theCase.needsDisk
    ) { CatchUp.cut(of: file.theCase, on: $0) }
    let path = "\(pack)/regressions/\(file.id).yaml"
    if isFile(path), path != finding.path {
      throw Refusal(
        "taken", "a regression is called “\(file.id)” already", hint: "name it with --as WORDS")
    }
    try FoundFolder(path: pack + "/regressions", platforms: platforms).write(file, to: path)
    if path != finding.path, let reason = removeFile(finding.path) {
      throw Refusal("cannot-remove", "“\(finding.path)” cannot be removed: \(reason)")
    }
    console.print("\(path)\n\(replay.sentence)\n")
    return .asExpected
  }
}
