import Arguments
import Journeys
import Mutants
import Scenarios

/// `lastword survival`
///
/// Judges kept cases instead of engines: whether they still tell their story after a change.
enum SurvivalCommand: Subcommand {
  static let command = Arguments.Command(
    name: "survival", section: "Measure",
    summary: "plays kept cases on engines that have changed",
    explanation: """
      A case that is kept is worth something only as long as it still shows its defect when the \
      engine has become another one. Each is played with five changes that break nothing: one \
      more event, three leaves for two, independent effects in the other order, one more question, \
      other names. Once with the engine it was found with, whose defect it must still show, and \
      once with the good one, on which no promise may be broken.

      Exit code 1 says that fewer than 95 of 100 cases survive all changes, or that a change is no \
      good one; 6 that a case no longer shows its defect and nothing says so.
      """,
    positionals: [
      Positional(
        "FINDING", .any, help: "files or ids; without one, all regressions of the pack")
    ],
    options: [
      FindingOptions.save.declaration, Colours.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword survival", "All regressions of the pack"),
      Example("lastword survival corpus/found/found.lease-1a2b3c4d.yaml", "One finding"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(pack)
    let findings = try findings(invocation, pack, platforms)
    let changes: [Variant?] = [nil] + Variant.all.filter(\.isChange)
    var rows: [Survival] = []
    var progress = Progress("cases", total: findings.count, console)
    defer { progress.end() }
    for (count, finding) in findings.enumerated() {
      if console.isInterrupted() { return .interrupted }
      for change in changes {
        rows.append(try Survival(finding, change: change, platforms: platforms))
      }
      progress.reached(count + 1, finding.file.id)
    }
    let text = SurvivalText(
      rows: rows, changes: changes.map { $0?.name }, style: Colours.style(invocation, console))
    console.print(text.text)
    return text.exit
  }

  private static func findings(
    _ invocation: Invocation, _ pack: String, _ platforms: PlatformRegistry
  ) throws(Refusal) -> [FindingFile] {
    var names = invocation.positionals
    if names.isEmpty { names = try Suite.load(pack).regressions.map(\.id) }
    var findings: [FindingFile] = []
    for name in names {
      guard
        let finding = try FindingFile.named(
          name, found: invocation[FindingOptions.save], pack: pack, platforms: platforms)
      else { throw Refusal("unknown-finding", "no finding is called “\(name)”") }
      findings.append(finding)
    }
    return findings
  }
}
