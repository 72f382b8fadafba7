import Contract

/// A report told to a person: journey by journey, one line a scenario, and for what went wrong
/// what the user would have seen.
public struct TerminalReport {
  let report: Report
  let catalogue: Catalogue
  let style: Style
  let owesObligations: Bool

  /// Prepares to tell a report.
  ///
  /// - Parameter owesObligations: whether the whole suite ran, so that what it owes is told.
  public init(
    _ report: Report, catalogue: Catalogue, style: Style, owesObligations: Bool = true
  ) {
    self.owesObligations = owesObligations
    self.report = report
    self.catalogue = catalogue
    self.style = style
  }

  /// The whole text, each line ended.
  public var text: String {
    var lines: [String] = []
    for journey in journeys {
      if !lines.isEmpty { lines.append("") }
      lines += tell(journey)
    }
    if !lines.isEmpty { lines.append("") }
    lines += summary
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Section {
    var title: String
    var cases: [CaseLine]
  }

  /// The journeys in the order of the registry; a case is told under its first one only, so that
  /// nothing is counted twice.
  private var journeys: [Section] {
    var known = JourneyID.allCases.map { ($0.id, Section(title: $0.title, cases: [])) }
    for line in report.cases {
      let id = line.journeys.first ?? ""
      if let place = known.firstIndex(where: { $0.0 == id }) {
        known[place].1.cases.append(line)
      } else {
        let title = id.isEmpty ? "Beside all journeys" : printable(id)
        known.append((id, Section(title: title, cases: [line])))
      }
    }
    return known.map(\.1).filter { !$0.cases.isEmpty }
  }

  /// The columns of a journey's lines.
  private struct Table {
    var name = 0
    var extent = 0

    init(_ families: [Family]) {
      for family in families {
        for group in family.groups where !group.outcome.needsAccount {
          name = max(name, min(columns(family.scenario), 38))
          extent = max(extent, min(columns(group.extent), 26))
        }
      }
    }
  }

  private func tell(_ section: Section) -> [String] {
    let told = section.cases.filter { $0.outcome != .unsupported }
    let holds = told.count { $0.outcome == .holds }
    let score =
      told.isEmpty
      ? "not claimed" : "\(holds) of \(told.count) \(told.count == 1 ? "holds" : "hold")"
    let gap = style.width - columns(section.title) - columns(score)
    let heading = style.paint(section.title, .heading)
    let tone: Style.Tone = told.isEmpty ? .quiet : holds == told.count ? .good : .bad
    var lines: [String] = []
    if gap >= 2 {
      lines.append(heading + String(repeating: " ", count: gap) + style.paint(score, tone))
    } else {
      lines += [heading, "  " + style.paint(score, tone)]
    }
    let families = Family.families(of: section.cases)
    let table = Table(families)
    for family in families { lines += tell(family, in: table) }
    return lines
  }

  /// One line for the members of a scenario that came out well, one block for each way in which
  /// others did not.
  private func tell(_ family: Family, in table: Table) -> [String] {
    var lines: [String] = []
    for group in family.groups {
      lines +=
        group.outcome.needsAccount
        ? block(group) : line(group, of: family.scenario, in: table)
    }
    return lines
  }

  private func status(_ outcome: CaseOutcome) -> String {
    style.paint(outcome.mark + " " + padded(outcome.word, to: 7), style.tone(of: outcome))
  }

  private static let statusColumns = 9

  private func line(_ group: Group, of scenario: String, in table: Table) -> [String] {
    let name = padded(printable(scenario), to: table.name)
    let extent = padded(group.extent, to: table.extent)
    let column = 2 + Self.statusColumns + 1 + columns(name) + 2 + columns(extent) + 2
    let start = "  " + status(group.outcome) + " "
    let reason = group.outcome == .unsupported ? group.cases.first?.account?.finding : nil
    let text = printable(reason ?? catalogue[scenario].title)
    // With too little room beside the id, the words get lines of their own.
    guard style.width - column >= 24 else {
      return [start + printable(scenario) + "  " + style.paint(group.extent, .quiet)]
        + hanging(text, under: 2 + Self.statusColumns + 1)
    }
    var words = wrapped(text, width: style.width - column)
    let first = words.removeFirst()
    let margin = String(repeating: " ", count: column)
    return [start + name + "  " + style.paint(extent, .quiet) + "  " + first]
      + words.map { margin + $0 }
  }

  private func hanging(_ text: String, under column: Int) -> [String] {
    let margin = String(repeating: " ", count: column)
    return wrapped(text, width: style.width - column).map { margin + $0 }
  }

  private func block(_ group: Group) -> [String] {
    guard let first = group.cases.first else { return [] }
    let indent = 2 + Self.statusColumns + 1
    var lines = [
      "  " + status(group.outcome) + " " + style.paint(printable(first.id), .heading)
    ]
    lines += hanging(printable(catalogue[first.scenario].title), under: indent).map {
      style.paint($0, .quiet)
    }
    guard let account = first.account else { return lines }
    lines += hanging(printable(account.finding), under: indent)
    lines += details(account).flatMap { field($0.0, $0.1, under: indent) }
    let others = group.cases.dropFirst().map {
      report.hasTwoStores ? "\($0.id) (\($0.store))" : $0.id
    }
    if !others.isEmpty { lines += field("also", also(others), under: indent) }
    if let again = account.again {
      lines.append(contentsOf: verbatim("again", again, under: indent))
    }
    return lines
  }

  private func details(_ account: Account) -> [(String, String)] {
    var fields: [(String, String)] = []
    if let expected = account.expected { fields.append(("expected", printable(expected))) }
    if let observed = account.observed { fields.append(("observed", printable(observed))) }
    if let id = account.clause {
      let clause = ClauseID(id: id)
      let level = clause.map { " (\($0.level.rawValue))" } ?? ""
      fields.append(("clause", printable(id) + level))
      if let clause { fields.append(("", clause.says)) }
    }
    if let event = account.firstWrong {
      let time = Nanoseconds(event.nanoseconds)
      let what = "#\(event.record) t=\(time)  \(printable(event.identity))"
      fields.append(("first wrong event", what))
    }
    for line in account.lines {
      let place = line.file.isEmpty ? "" : "  (\(printable(line.file)):\(line.line))"
      let word = line.verdict == .untested ? "untested" : "broken"
      fields.append((word, printable(line.that) + place))
    }
    return fields
  }

  private static let labelColumns = 10

  private func field(_ label: String, _ text: String, under indent: Int) -> [String] {
    let label =
      padded(label, to: Self.labelColumns) + (columns(label) < Self.labelColumns ? "" : "  ")
    let column = indent + columns(label)
    var words = wrapped(text, width: style.width - column)
    let first = words.removeFirst()
    let margin = String(repeating: " ", count: column)
    let start = String(repeating: " ", count: indent)
    return [start + style.paint(label, .quiet) + first]
      + words.map { margin + $0 }
  }

  /// A command is never broken, so that it can be copied.
  private func verbatim(_ label: String, _ text: String, under indent: Int) -> [String] {
    let start = String(repeating: " ", count: indent)
    return [start + style.paint(padded(label, to: Self.labelColumns), .quiet) + printable(text)]
  }

  private func also(_ ids: [String]) -> String {
    let shown = ids.prefix(6).map(printable).joined(separator: ", ")
    return ids.count > 6 ? shown + " and \(ids.count - 6) more" : shown
  }
}
