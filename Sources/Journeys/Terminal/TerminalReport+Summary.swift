extension TerminalReport {
  /// What it adds up to, and the exit code in words.
  var summary: [String] {
    let footer = report.footer
    let scenarios = Set(report.cases.map(\.scenario)).count
    var parts = [
      counted(scenarios, "scenario"), counted(footer.cases, "case"),
      counted(footer.traces, "distinct trace"),
    ]
    for count in footer.outcomes where count.outcome != .holds {
      parts.append("\(grouped(count.cases)) \(count.outcome.rawValue)")
    }
    var lines = wrapped(parts.joined(separator: ", "), width: style.width)
    let clauses = footer.clauses
    if owesObligations {
      lines += wrapped(
        "must clauses: \(clauses.withEvidence) of \(clauses.must) with evidence, "
          + "\(clauses.withWitness) of \(clauses.must) with a red witness; "
          + "required entries: \(footer.required.covered) of \(footer.required.listed) covered",
        width: style.width)
    } else {
      lines.append(
        "must clauses put to the test here: \(clauses.withEvidence) of \(clauses.must)")
    }
    if !footer.isComplete {
      let left = max(0, report.header.plan.count - Set(report.cases.map(\.id)).count)
      lines.append(
        style.paint("not complete: \(counted(left, "case")) of the plan did not run", .doubtful))
    }
    let code = footer.exit
    let tone: Style.Tone = code == .asExpected ? .good : .bad
    let exit = "exit \(code.rawValue)"
    var words = wrapped(code.meaning, width: style.width - columns(exit) - 2)
    lines.append(style.paint(exit, tone) + "  " + words.removeFirst())
    let margin = String(repeating: " ", count: columns(exit) + 2)
    return lines + words.map { margin + $0 }
  }
}
