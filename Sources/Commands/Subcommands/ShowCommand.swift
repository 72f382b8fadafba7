import Arguments
import Contract
import Journeys
import Scenarios
import Simulation

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
    guard let scenario = suite.scenario(asked?.scenario.id ?? id) else {
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
  let scenario: Scenario
  let asked: SuiteCase?
  let width: Int

  init(_ suite: Suite, _ scenario: Scenario, _ asked: SuiteCase?, width: Int) {
    self.suite = suite
    self.scenario = scenario
    self.asked = asked
    self.width = width
  }

  var text: String {
    var out = "\(asked?.id ?? scenario.id)\n" + folded(scenario.title + ".", "  ")
    out += "  \(scenario.status), \(Suite.reportPath(scenario.section, scenario.id))\n"
    if let note = scenario.note { out += folded(note, "  ") }
    for journey in scenario.journeys {
      out += "\nFor \(journey.as), who wants \(journey.want)\n".foldedLines(width: width)
      out += "  journey \(journey.id): \(journey.title)\n"
    }
    if let member { out += told(member) }
    out += "\nThen\n"
    for line in asked?.member.lines ?? scenario.members.first?.lines ?? [] {
      let some = platforms(of: line)
      out += folded(line.that + (some.map { " (only \($0))" } ?? "") + ".", "  • ")
      out += "      \(line.cites.map(\.id).joined(separator: ", "))\n"
    }
    out += "\nWhat the clauses demand\n"
    for clause in scenario.clauses {
      out += "  \(clause.id) (\(clause.level.rawValue))\n" + folded(clause.says, "      ")
    }
    return out + listOfCases
  }

  /// The platforms on which a line counts; nil when it counts on all.
  private func platforms(of line: Scenarios.ThenLine) -> String? {
    let some = scenario.platforms.filter { line.applies(to: $0.platform.dialect) }
    guard some.count < scenario.platforms.count else { return nil }
    return "on " + some.map(\.id).joined(separator: ", ")
  }

  private var cases: [SuiteCase] { SuiteCase.all(of: scenario) }

  /// The case that stands for the scenario when none was asked for.
  private var member: SuiteCase? {
    let able = cases.filter { $0.unsupported(by: Engines.reference) == nil }
    let usual = able.first { $0.platform == suite.platforms.first?.id }
    return asked ?? usual ?? able.first ?? cases.first
  }

  private func told(_ member: SuiteCase) -> String {
    let prose = Prose(theCase: member.member.theCase)
    var out = "\nGiven"
    if asked == nil, cases.count > 1 { out += " (shown for \(member.id))" }
    out += "\n"
    if let reason = member.unsupported(by: Engines.reference) {
      out += folded("It does not run: \(reason).", "  • ")
    }
    for line in prose.given { out += folded(line, "  • ") }
    out += "\nWhen\n"
    for line in prose.happenings { out += folded(line, "  • ") }
    return out
  }

  private var listOfCases: String {
    guard asked == nil else { return "\nRun it: lastword run '\(asked?.id ?? "")' -v\n" }
    var out = "\n\(cases.count) \(cases.count == 1 ? "case" : "cases")\n"
    for theCase in cases.prefix(12) {
      let reason = theCase.unsupported(by: Engines.reference)
      out += "  \(theCase.id)" + (reason.map { "  (n/a: \($0))" } ?? "") + "\n"
    }
    if cases.count > 12 { out += "  … and \(cases.count - 12) more\n" }
    return out + "\nRun them: lastword run \(scenario.id)\n"
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
