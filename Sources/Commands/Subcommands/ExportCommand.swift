import Arguments
import Contract
import Exploration
import FieldReports
import JSON
import Journeys
import Scenarios
import Simulation

/// `lastword export`
enum ExportCommand: Subcommand {
  static let output = Option<String>.text(
    "output", placeholder: "DIR", help: "the folder of the bundle, which must not be there yet",
    standard: "export")
  static let withText = Option<Bool>.flag(
    "with-text", help: "keeps the texts of History; without it only their lengths are written")

  static let command = Arguments.Command(
    name: "export", section: "Reproduce",
    summary: "writes what an app would have logged of a case, as a bundle",
    explanation: """
      CASE is a case of the pack, or a finding (its file or id). It is run, and a folder is \
      written with events.jsonl (all that happened, line by line, in the format of \
      docs/log-events.md), history.json (what History holds at the end) and report.yaml. No text \
      that somebody spoke is in it unless --with-text asks for it. Nothing outside the folder is \
      written, and nothing that is there is written over.
      """,
    positionals: [Positional("CASE", help: "a file, the id of a finding or of a case")],
    options: [
      Engines.option.declaration, output.declaration, withText.declaration,
      FindingOptions.save.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword export request.413-initial@macos", "A case of the pack"),
      Example(
        "lastword export request.413-initial@macos --engine mutant:fourth-try --output bundle",
        "The same with a defect"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let folder = invocation[output]
    guard !isFolder(folder), !isFile(folder) else {
      throw Refusal(
        "exists", "“\(folder)” is there already, and is not written over",
        hint: "name another folder with --output DIR")
    }
    let (theCase, needsDisk) = try subject(invocation, pack)
    let engine = invocation[Engines.option]
    let export = try engine.onStage(needsDisk: needsDisk) { stage -> Export in
      Export(theCase, engine.name, on: stage)
    }
    if let reason = makeFolder(folder) {
      throw Refusal("cannot-write", "“\(folder)” cannot be made: \(reason)")
    }
    for (name, bytes) in try files(of: export, invocation) {
      try console.save(bytes, to: "\(folder)/\(name)")
      console.print("\(folder)/\(name)\n")
    }
    return .asExpected
  }

  private static func files(
    of export: Export, _ invocation: Invocation
  ) throws(Refusal) -> [(name: String, bytes: [UInt8])] {
    do {
      return try export.files(withText: invocation[withText])
    } catch {
      throw Refusal("cannot-write", "a record of this case cannot be written: \(error)")
    }
  }

  /// What a command line names.
  private static func subject(
    _ invocation: Invocation, _ pack: String
  ) throws(Refusal) -> (Case, needsDisk: Bool) {
    let name = invocation.positionals[0]
    if let finding = try FindingFile.named(
      name, found: invocation[FindingOptions.save], pack: pack,
      platforms: Suite.platforms(pack))
    {
      return (finding.file.theCase, finding.file.needsDisk || finding.file.theCase.needsDisk)
    }
    let suite = try Suite.load(pack)
    if let one = suite.cases.first(where: { $0.id == name }) {
      return (one.member.theCase, one.needsDisk)
    }
    if let near = suite.cases.first(where: { Selection.selects(name, $0.id) }) {
      throw Refusal(
        "not-one-case", "“\(name)” is more than one case", hint: "name one, such as “\(near.id)”")
    }
    throw Selection.unknown(name, suite)
  }
}
