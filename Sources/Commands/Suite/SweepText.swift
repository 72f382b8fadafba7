import Contract
import Exploration
import Properties

/// How a sweep is told.
struct SweepText {
  let report: SweepReport
  let seconds: Double

  var text: String {
    var lines: [String] = []
    for group in groups {
      lines.append("\(group.name)  ×\(group.findings.count)")
      for finding in group.findings { lines += told(finding) }
      lines.append("")
    }
    var places = "\(report.points) \(report.kind.points)"
    if report.pasts > 0 { places += ", \(report.pasts) different pasts" }
    if report.chosen < report.pasts { places += ", \(report.chosen) of them here" }
    lines.append("\(report.cases) cases, \(places), \(report.runs) runs")
    let faults = report.faults.sorted { $0.kind < $1.kind }.map { "\($0.kind) \($0.count)" }
    let verdicts = Verdict.allCases
      .filter { report.verdicts[$0] > 0 }.map { "\($0.rawValue) \(report.verdicts[$0])" }
    if report.runs > 0 {
      lines.append("faults: " + faults.joined(separator: ", "))
      lines.append("runs:   " + verdicts.joined(separator: ", "))
    }
    lines += leftOut
    for id in report.cutShort { lines.append("not fully swept: \(id)") }
    lines.append(String(Int(seconds * 10) / 10) + " s")
    return lines.joined(separator: "\n") + "\n"
  }

  private var leftOut: [String] {
    [
      (report.alike, "cases that equal another are swept with it"),
      (report.unsupported, "cases are not what the engine claims"),
      (report.elsewhere, "cases are for the other parts"),
      (report.inapplicable, "answers do not fit where they were given, and are not counted"),
      (report.unmet, "runs never met what was to go wrong: a mistake of Lastword"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// The findings by their clause, or else by how the run came out; the largest group first.
  private var groups: [(name: String, findings: [SweepFinding])] {
    var groups: [(name: String, findings: [SweepFinding])] = []
    for finding in report.findings {
      let name = finding.first?.clause ?? finding.verdict.rawValue
      if let place = groups.firstIndex(where: { $0.name == name }) {
        groups[place].findings.append(finding)
      } else {
        groups.append((name, [finding]))
      }
    }
    return groups.sorted { ($1.findings.count, $0.name) < ($0.findings.count, $1.name) }
  }

  private func told(_ one: SweepFinding) -> [String] {
    var lines = ["  \(one.caseID)"]
    lines.append("    plan      \(one.entry ?? "as it is")")
    if let first = one.first {
      lines.append("    \(first.sentence)")
      lines.append("    expected  \(first.expected)")
      lines.append("    observed  \(first.observed)")
    }
    return lines
  }
}
