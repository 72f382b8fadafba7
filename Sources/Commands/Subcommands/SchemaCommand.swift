import Arguments
import JSON
import Journeys
import Scenarios

/// `lastword schema`
enum SchemaCommand: Subcommand {
  static let command = Arguments.Command(
    name: "schema", section: "Write", summary: "prints the JSON Schema of scenario files",
    explanation: """
      An editor that understands JSON Schema (draft 7) completes keys, clause ids, journeys and \
      platforms while a scenario is written, and underlines what “lastword lint” would refuse. \
      Name the schema in the first line of a file:

        # yaml-language-server: $schema=scenario.schema.json
      """,
    options: [PackLocation.option.declaration],
    examples: [Example("lastword schema > scenario.schema.json", "Write it for an editor")])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let directory = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(directory)
    console.print("\(ScenarioSchema.schema(platforms: platforms))\n")
    return .asExpected
  }
}
