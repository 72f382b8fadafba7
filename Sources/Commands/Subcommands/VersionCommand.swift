import Arguments
import Journeys

/// `lastword version`
enum VersionCommand: Subcommand {
  static let command = Arguments.Command(
    name: "version", section: "About", summary: "prints the version",
    examples: [Example("lastword version", "Print it")])

  static var text: String { "lastword \(Lastword.version)\n" }

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    console.print(text)
    return .asExpected
  }
}
