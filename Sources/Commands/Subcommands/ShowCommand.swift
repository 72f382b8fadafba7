import Arguments
import Contract
import Journeys

/// `lastword show`
enum ShowCommand: Subcommand {
  static let command = Arguments.Command(
    name: "show", section: "Look", summary: "explains a scenario in plain words",
    explanation: """
      Says whose promise a scenario keeps, what is given, what happens, what must come of it, and \
      what each clause demands. With the id of a case it explains that member and platform.
      """,
    positionals: [Positional("ID", help: "a scenario, or a case of it")],
    options: [PackLocation.option.declaration],
    examples: [
      Example("lastword show request.413-nested", "Explain a scenario"),
      Example(
        "lastword show 'request.permanent-4xx[status=403]@ios'", "Explain one member of a family"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let suite = try Suite.load(invocation, console)
    let id = invocation.positionals[0]
    let asked = suite.cases.first { $0.id == id }
    guard let scenario = suite.scenario(asked?.scenario ?? id) else {
      throw Selection.unknown(id, suite)
    }
    let style = Style(width: console.width())
    console.print(Explanation(suite, scenario, asked, width: style.width).text)
    return .asExpected
  }
}

/// A scenario in plain words.
struct Explanation {
  let suite: Suite
  let scenario: SuiteScenario
  let asked: SuiteCase?
  let width: Int

  init(_ suite: Suite, _ scenario: SuiteScenario, _ asked: SuiteCase?, width: Int) {
    self.suite = suite
    self.scenario = scenario
    self.asked = asked
    self.width = width
  }

  var text: String {
    var out = "\(asked?.id ?? scenario.facts.id)\n" + folded(scenario.facts.title + ".", "  ")
    out += "  \(scenario.status), \(scenario.facts.file)\n"
    if let note = scenario.note { out += folded(note, "  ") }
    for journey in scenario.journeys {
      out += "\nFor \(journey.as), who wants \(journey.want)\n".foldedLines(width: width)
      out += "  journey \(journey.id): \(journey.title)\n"
    }
    if let member { out += told(member) }
    out += "\nThen\n"
    for line in scenario.lines {
      let condition = line.condition.map { " (where \($0))" } ?? ""
      out += folded(line.that + condition + ".", "  • ")
      out += "      \(line.cites.map(\.id).joined(separator: ", "))\n"
    }
    out += "\nWhat the clauses demand\n"
    for clause in scenario.clauses {
      out += "  \(clause.id) (\(clause.level.rawValue))\n" + folded(clause.says, "      ")
    }
    return out + cases
  }

  /// The case that stands for the scenario when none was asked for.
  private var member: SuiteCase? {
    asked ?? scenario.cases.first { $0.unsupported == nil } ?? scenario.cases.first
  }

  private func told(_ member: SuiteCase) -> String {
    let prose = Prose(theCase: member.theCase)
    var out = "\nGiven"
    if asked == nil, scenario.cases.count > 1 { out += " (shown for \(member.id))" }
    out += "\n"
    if let reason = member.unsupported { out += folded("It does not run: \(reason).", "  • ") }
    for line in prose.given { out += folded(line, "  • ") }
    out += "\nWhen\n"
    for line in prose.happenings { out += folded(line, "  • ") }
    return out
  }

  private var cases: String {
    guard asked == nil else { return "\nRun it: lastword run '\(member?.id ?? scenario.facts.id)' -v\n" }
    var out = "\n\(scenario.cases.count) \(scenario.cases.count == 1 ? "case" : "cases")\n"
    for theCase in scenario.cases.prefix(12) {
      out += "  \(theCase.id)" + (theCase.unsupported.map { "  (n/a: \($0))" } ?? "") + "\n"
    }
    if scenario.cases.count > 12 { out += "  … and \(scenario.cases.count - 12) more\n" }
    return out + "\nRun them: lastword run \(scenario.facts.id)\n"
  }

  private func folded(_ text: String, _ start: String) -> String {
    text.folded(width: width, start: start)
  }
}

extension String {
  /// The text in lines that fit, the first after `start`, the others below its text.
  func folded(width: Int, start: String) -> String {
    let margin = String(repeating: " ", count: start.count)
    let lines = foldedToLines(width: width - start.count)
    return lines.enumerated().map { ($0 == 0 ? start : margin) + $1 + "\n" }.joined()
  }

  /// Each line of the text in lines that fit.
  func foldedLines(width: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).foldedToLines(width: width).joined(separator: "\n") }
      .joined(separator: "\n")
  }

  private func foldedToLines(width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}
