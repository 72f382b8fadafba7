import Contract
import Journeys
import Scenarios

/// What `list required` shows: every obligation, the scenario line that stands for it, and the
/// mutant that was just seen to turn that line red.
struct RequiredList {
  let suite: Suite
  let width: Int

  /// Prints the list; 3 when an entry is without a red witness.
  func print(to console: Console) -> ExitCode {
    var witnesses = Witnesses(suite, store: .memory)
    var open = 0
    for entry in suite.required {
      let seen = witnesses.witnesses(of: entry)
      if seen.isEmpty { open += 1 }
      console.print(text(entry, seen))
    }
    let count = suite.required.count
    console.note(
      "lastword: \(count) \(count == 1 ? "entry" : "entries"), \(open) without a red witness\n")
    return open == 0 ? .asExpected : .inconclusive
  }

  private func text(_ entry: RequiredRegistry.Entry, _ seen: [Witnesses.Seen]) -> String {
    var text = entry.says.folded(width: width, start: "\(seen.isEmpty ? "✗" : "✓") \(entry.id)  ")
    text += entry.cites.joined(separator: ", ").folded(width: width, start: "    shown by  ")
    if let one = seen.first {
      text += line("line", "“\(one.that)”  \(one.place)")
      text += line("", "cites \(one.clause.id)")
    } else if let (that, place) = firstLine(of: entry) {
      text += line("line", "“\(that)”  \(place)")
    }
    for (n, one) in seen.enumerated() {
      text += line("red with", "mutant:\(one.mutant), which \(one.summary)")
      text += line("", "in \(one.inCase)")
      if n > 0 { text += line("", "“\(one.that)”  \(one.place), cites \(one.clause.id)") }
    }
    let missing = entry.mutants.filter { name in !seen.contains { $0.mutant == name } }
    if seen.isEmpty { text += line("red with", "nothing known") }
    if !missing.isEmpty {
      text += line("", "named, and turns nothing red: \(missing.joined(separator: ", "))")
    }
    return text
  }

  private func line(_ label: String, _ words: String) -> String {
    let gap = String(repeating: " ", count: 10 - label.count)
    return words.folded(width: width, start: "    \(label)\(gap)")
  }

  /// The first line of the first scenario, or member of one, that an entry names.
  private func firstLine(of entry: RequiredRegistry.Entry) -> (String, String)? {
    guard let id = entry.cites.first,
      let scenario = suite.scenario(String(id.prefix { $0 != "[" })),
      let theCase = SuiteCase.all(of: scenario).first(where: { Selection.selects(id, $0.id) }),
      let line = theCase.member.lines.first
    else { return nil }
    return (line.that, "\(theCase.file):\(line.position.line)")
  }
}
