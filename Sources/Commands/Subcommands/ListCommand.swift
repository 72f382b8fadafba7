import Arguments
import Contract
import Journeys
import Scenarios
import Storage

/// `lastword list`
enum ListCommand: Subcommand {
  static let kinds = [
    "scenarios", "clauses", "journeys", "platforms", "required", "mutants", "variants",
  ]

  static let command = Arguments.Command(
    name: "list", section: "Look", summary: "lists what there is",
    explanation: """
      One line each, made to be searched: the id comes first. What is listed:

        scenarios   every scenario with its platforms and title
        clauses     every promise of the contract, and how many scenarios cite it
        journeys    the user journeys that results are told by
        platforms   the platforms and what each declares
        required    what must be shown, who shows it, and what turns it red
        mutants     engines that break one promise on purpose
        variants    good engines that do it differently
      """,
    positionals: [Positional("WHAT", help: "one of \(kinds.joined(separator: ", "))")],
    options: [PackLocation.option.declaration],
    examples: [
      Example("lastword list scenarios", "All scenarios"),
      Example("lastword list required", "What the contract asks for and how it is covered"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let what = invocation.positionals[0]
    let width = Style(width: console.width()).width
    switch what {
    case "scenarios": console.print(scenarios(try Suite.load(invocation, console)))
    case "clauses": console.print(clauses(try Suite.load(invocation, console)))
    case "journeys": console.print(journeys(try Suite.load(invocation, console)))
    case "platforms":
      console.print(PlatformList(suite: try Suite.load(invocation, console), width: width).text)
    case "required":
      let list = RequiredList(suite: try Suite.load(invocation, console), width: width)
      return list.print(to: console)
    case "mutants":
      console.print(engines(Engines.mutants + Engines.storageMutants + Engines.liveMutants))
    case "variants": console.print(engines(Engines.variants))
    default:
      let meant = nearest(to: what, among: kinds)
      throw Refusal(
        "unknown-list", "there is no list of “\(what)”",
        hint: meant.map { "did you mean “\($0)”?" } ?? "one of \(kinds.joined(separator: ", "))")
    }
    return .asExpected
  }

  /// Rows as aligned columns; the last one is as long as it likes.
  static func table(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (n, cell) in row.dropLast().enumerated() {
        if n == widths.count { widths.append(0) }
        widths[n] = max(widths[n], cell.count)
      }
    }
    return rows.map { row in
      let cells = row.enumerated().map { n, cell in
        n < row.count - 1 ? cell + String(repeating: " ", count: widths[n] - cell.count) : cell
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  private static func scenarios(_ suite: Suite) -> String {
    table(
      suite.scenarios.map { scenario in
        let count = SuiteCase.all(of: scenario).count {
          $0.unsupported(by: Engines.reference) == nil
        }
        return [
          scenario.id, scenario.status.rawValue, count == 1 ? "1 case" : "\(count) cases",
          scenario.title,
        ]
      })
  }

  private static func clauses(_ suite: Suite) -> String {
    let cited = suite.scenarios.map { Set($0.clauses) }
    return table(
      ClauseID.allCases.map { clause in
        let count = cited.count { $0.contains(clause) }
        return [
          clause.id, clause.level.rawValue, clause.set.rawValue,
          count == 1 ? "1 scenario" : "\(count) scenarios", clause.says,
        ]
      })
  }

  private static func journeys(_ suite: Suite) -> String {
    table(
      JourneyID.allCases.map { journey in
        let count = suite.scenarios.count { $0.journeys.contains(journey) }
        return [journey.id, count == 1 ? "1 scenario" : "\(count) scenarios", journey.title]
      })
  }

  private static func engines(_ engines: [NamedEngine]) -> String {
    table(engines.map { [$0.name, $0.breaks?.id ?? "keeps all", $0.summary + remark($0)] })
  }

  /// What sets an engine apart beside what it does: the store it needs, and that it must survive.
  private static func remark(_ engine: NamedEngine) -> String {
    let store = engine.needsDisk ? "; store: disk" : ""
    let kill = engine.kill.map { kill in
      "; crash: " + kill.profile + (kill.reader.map { ", \($0.rawValue) reader" } ?? "")
    }
    return store + (kill ?? "") + (engine.equivalence.map { "; equivalent: \($0)" } ?? "")
  }
}
