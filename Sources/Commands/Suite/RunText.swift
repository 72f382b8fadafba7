import Contract
import Exploration
import Journeys
import Properties
import Scenarios

/// What `run` prints for people.
struct RunText {
  let source: Report
  let suite: Suite
  let results: SuiteRun.Results
  let run: SuiteRun
  /// Whether the whole suite ran.
  let owesObligations: Bool
  let style: Style
  /// Whether the result goes to a terminal, which must not wrap it.
  let isTerminal: Bool

  /// The report, journey by journey.
  var report: String {
    TerminalReport(
      source, catalogue: suite.catalogue, style: style, owesObligations: owesObligations
    ).text
  }

  /// How many cases are shown event by event at most.
  private static let tracesShown = 5

  /// Broken promises that are only recommended: one line a clause.
  var warnings: String {
    var lines: [(ClauseID, Finding, [String])] = []
    for played in results.played.sorted(by: { $0.line.id < $1.line.id }) {
      for finding in played.warnings {
        if let place = lines.firstIndex(where: { $0.0 == finding.clause }) {
          if lines[place].2.last != played.line.id { lines[place].2.append(played.line.id) }
        } else {
          lines.append((finding.clause, finding, [played.line.id]))
        }
      }
    }
    guard !lines.isEmpty else { return "\nNothing that is recommended was missed.\n" }
    var text = "\nRecommended and not kept:\n"
    for (clause, finding, ids) in lines {
      text +=
        "  ? \(clause.id)  in \(ids.count) \(ids.count == 1 ? "case" : "cases"), first \(ids[0])\n"
      text += "      \(finding.sentence)\n"
    }
    return text
  }

  /// Prints every event of the cases that did not hold, or of the only one there is.
  func printTraces(to console: Console) {
    let told = results.played.filter { $0.line.outcome != .unsupported }
    let bad = told.filter { $0.line.outcome != .holds }
    let shown = told.count == 1 ? told : Array(bad.prefix(Self.tracesShown))
    for played in shown { console.print("\n" + trace(of: played)) }
    if shown.count < bad.count {
      console.note(
        "lastword: the events of \(bad.count - shown.count) more cases are not shown; "
          + "run them by their ids\n")
    }
  }

  /// A list of events is easier to read in wide lines, and nobody wraps a file.
  private var wide: Style {
    Style(width: max(style.width, isTerminal ? 0 : 132), hasColours: style.hasColours)
  }

  private func trace(of played: Played) -> String {
    guard let theCase = suite.cases.first(where: { $0.id == played.line.id }),
      let store = StoreKind(rawValue: played.line.store)
    else { return "" }
    // The same case gives the same trace, so it is run again instead of kept.
    var records: [TraceRecord] = []
    let result = store.run(theCase.member.theCase, engine: run.engine) { records.append($0) }
    let remarks = result.findings.map { finding in
      TraceListing.Remark(
        record: finding.record,
        words: [
          "\(finding.clause.id) (\(finding.clause.level.rawValue)): \(finding.sentence)",
          "expected \(finding.expected)", "observed \(finding.observed)",
        ])
    }
    var text = "\(played.line.id) on the \(store.rawValue) store, "
    text += "\(records.count) records, \(result.steps) events, trace \(played.line.trace)\n"
    text += TraceListing(records, remarks: remarks, style: wide).text
    text += EndState(rows: result.rows, files: result.files, style: style).text
    return text + lines(of: theCase, played)
  }

  private func lines(of theCase: SuiteCase, _ played: Played) -> String {
    var text = "Then\n"
    for (line, verdict) in zip(theCase.member.lines, played.verdicts) {
      let mark =
        switch verdict.state {
        case .kept: "✓ kept    "
        case .broken: "✗ broken  "
        case .untested: "? untested"
        }
      let margin = String(repeating: " ", count: 14)
      text += "  \(mark)  \(line.that)\n"
      text += "\(margin)\(line.cites.map(\.id).joined(separator: ", "))"
      text += "  (\(theCase.file):\(line.position.line))\n"
      guard case .unmet(let expected, let shortfall) = verdict else { continue }
      text += "\(margin)expected  \(expected)\n\(margin)observed  \(shortfall.observed)\n"
    }
    return text
  }
}
