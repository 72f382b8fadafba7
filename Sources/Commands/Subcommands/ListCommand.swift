import Arguments
import Contract
import Journeys
import Scenarios

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
    switch what {
    case "scenarios": console.print(scenarios(try Suite.load(invocation, console)))
    case "clauses": console.print(clauses(try Suite.load(invocation, console)))
    case "journeys": console.print(journeys(try Suite.load(invocation, console)))
    case "platforms": console.print(platforms(try Suite.load(invocation, console)))
    case "required": return required(try Suite.load(invocation, console), console)
    case "mutants": console.print(engines(Engines.mutants))
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

  private static func platforms(_ suite: Suite) -> String {
    suite.platforms.map { platform in
      "\(platform.id)  \(platform.title)\n"
        + platform.reasons.map { "    \($0.name) is \($0.choice): \($0.because)\n" }.joined()
    }.joined()
  }

  private static func engines(_ engines: [NamedEngine]) -> String {
    table(engines.map { [$0.name, $0.breaks?.id ?? "keeps all", $0.summary] })
  }

  private static func required(_ suite: Suite, _ console: Console) -> ExitCode {
    var witnesses = Witnesses(suite, store: .memory)
    var open = 0
    for entry in suite.required {
      let seen = witnesses.witnesses(of: entry)
      if seen.isEmpty { open += 1 }
      console.print("\(seen.isEmpty ? "✗" : "✓") \(entry.id)  \(entry.says)\n")
      console.print("    shown by  \(entry.cites.joined(separator: ", "))\n")
      for one in seen {
        console.print("    red with  \(one.name)")
        if let id = one.inCase { console.print(" in \(id)") }
        if let clause = one.clause { console.print(", \(clause.id)") }
        console.print("\n")
        if let line = one.line { console.print("              line “\(line)”\n") }
      }
      if seen.isEmpty { console.print("    red with  nothing known\n") }
    }
    console.note("lastword: \(suite.required.count) entries, \(open) without a red witness\n")
    return open == 0 ? .asExpected : .inconclusive
  }
}
