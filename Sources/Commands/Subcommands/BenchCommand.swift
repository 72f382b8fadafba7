import Arguments
import Journeys

/// `lastword bench`
enum BenchCommand: Subcommand {
  static let command = Arguments.Command(name: "bench", section: "Measure", summary: "measures")
  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode { .asExpected }
}
/// `lastword explain`
enum ExplainCommand: Subcommand {
  static let command = Arguments.Command(name: "explain", section: "Look", summary: "explains")
  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode { .asExpected }
}
