import Arguments
import Journeys

/// A subcommand: what it takes, and what it does.
protocol Subcommand {
  /// What it takes, and the words that teach it.
  static var command: Arguments.Command { get }

  /// Does it, and says with which code to exit.
  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode
}

/// The program.
public enum Lastword {
  /// The version of the tool.
  public static let version = "0.1.0"

  static var subcommands: [any Subcommand.Type] {
    [
      RunCommand.self, ListCommand.self, ShowCommand.self, ExplainCommand.self, LintCommand.self,
      SchemaCommand.self, FuzzCommand.self, CrashCommand.self, SweepCommand.self, GateCommand.self,
      ReduceCommand.self, ReplayCommand.self, AcceptCommand.self, MutantsCommand.self,
      SurvivalCommand.self, BenchCommand.self, TriageCommand.self, ReproduceCommand.self,
      InspectCommand.self, ExportCommand.self, VersionCommand.self,
    ]
  }

  static let program = Program(
    name: "lastword",
    summary: "rehearses every failure of a dictation or recorder app before a user meets it",
    explanation: """
      An engine that records, transcribes and delivers is run inside a world that fails on \
      purpose: a server that refuses, a disk that is full, an app that is killed. Every promise \
      of the failure contract is checked in every run, and the result is told as the user would \
      have seen it.

      Begin with “lastword run”, then “lastword show ID” for a scenario that interests you and \
      “lastword run ID -v” to read it event by event.
      """,
    commands: subcommands.map { $0.command })

  /// Carries out a command line.
  ///
  /// - Parameter arguments: what follows the program's name.
  /// - Returns: the exit code; its numbers are those of `ExitCode`.
  public static func run(_ arguments: [String], _ console: Console) -> Int32 {
    let request: Arguments.Request
    do {
      request = try program.parse(arguments)
    } catch {
      console.note("\(error)\n")
      return ExitCode.usage.rawValue
    }
    switch request {
    case .help(let text):
      console.print(text)
      return ExitCode.asExpected.rawValue
    case .version:
      console.print(VersionCommand.text)
      return ExitCode.asExpected.rawValue
    case .perform(let invocation): return perform(invocation, console).rawValue
    }
  }

  private static func perform(_ invocation: Invocation, _ console: Console) -> ExitCode {
    guard let chosen = subcommands.first(where: { $0.command.name == invocation.command.name })
    else {
      console.note("lastword: error: no code stands behind “\(invocation.command.name)”\n")
      return .internalError
    }
    do {
      return try chosen.run(invocation, console)
    } catch {
      console.note("\(error)\n")
      return error.exit
    }
  }
}
