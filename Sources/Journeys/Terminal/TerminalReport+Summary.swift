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
      let word = "\(grouped(count.cases)) \(count.outcome.rawValue)"
      parts.append(style.paint(word, style.tone(of: count.outcome)))
    }
    var lines = [parts.joined(separator: ", ")]
    let clauses = footer.clauses
    lines.append(
      "must clauses: \(clauses.withEvidence) of \(clauses.must) with evidence, "
        + "\(clauses.withWitness) of \(clauses.must) with a red witness; "
        + "required entries: \(footer.required.covered) of \(footer.required.listed) covered")
    if !footer.isComplete {
      let left = max(0, report.header.plan.count - Set(report.cases.map(\.id)).count)
      lines.append(
        style.paint("not complete: \(counted(left, "case")) of the plan did not run", .doubtful))
    }
    let code = footer.exit
    let tone: Style.Tone = code == .asExpected ? .good : .bad
    lines.append(style.paint("exit \(code.rawValue)", tone) + "  \(code.meaning)")
    return lines
  }
}
