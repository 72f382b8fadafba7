import Arguments
import FieldReports
import Journeys
import Scenarios

/// `lastword lint`
enum LintCommand: Subcommand {
  static let command = Arguments.Command(
    name: "lint", section: "Write",
    summary: "checks scenario and registry files without running them",
    explanation: """
      Reads every file strictly and names every mistake with its place and, where one is near, \
      what was probably meant. Without a FILE the whole pack is checked, and the known field \
      reports beside it: what an entry names must be there, and be about the same promise. \
      “lastword explain S002” says more about a code.
      """,
    positionals: [Positional("FILE", .any, help: "scenario files")],
    options: [PackLocation.option.declaration],
    examples: [
      Example("lastword lint", "Check the whole pack"),
      Example("lastword lint scenarios/request/request.413-nested.yaml", "Check one file"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let directory = try PackLocation.find(invocation[PackLocation.option], console)
    guard !invocation.positionals.isEmpty else {
      let suite = try Suite.load(directory)
      let count = suite.scenarios.count
      let reports = try knownReports(beside: directory)
      console.print(
        "\(count) \(count == 1 ? "scenario" : "scenarios"), \(suite.cases.count) cases, "
          + "\(suite.required.count) required entries"
          + (reports.map { ", \($0) known reports" } ?? "") + ": nothing to mend\n")
      return .asExpected
    }
    let platforms = try Suite.platforms(directory)
    var found: [String] = []
    for path in invocation.positionals {
      do {
        let source = try SourceText(contentsOf: path)
        _ = try Scenario(source, platforms: platforms)
      } catch let refusal as Scenarios.Refusal {
        found += refusal.diagnostics.map(\.rendered)
      } catch let diagnostic as Diagnostic {
        found.append(diagnostic.rendered)
      } catch {
        found.append("\(path):1:1: error: \(error)")
      }
    }
    guard found.isEmpty else { throw Refusal(rendered: found) }
    let count = invocation.positionals.count
    console.print("\(count) \(count == 1 ? "file" : "files"): nothing to mend\n")
    return .asExpected
  }

  /// How many known reports there are beside a pack; nil where there is no register.
  private static func knownReports(beside directory: String) throws(Refusal) -> Int? {
    let folder = directory + "/../corpus/field"
    guard isFolder(folder) else { return nil }
    let platforms = try Suite.platforms(directory)
    do {
      return try Register(checking: folder, platforms: platforms).entries.count
    } catch {
      throw Refusal(register: folder, error)
    }
  }
}
