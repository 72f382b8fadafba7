import Choices
import Contract
import Exploration
import Journeys
import Properties
import Simulation

/// How one case of a run of `fuzz` is told: all that decides it, and what happened in it.
struct FuzzCaseText {
  /// Where the case comes from.
  let provenance: String
  let theCase: Case
  let stage: Exploration.Stage
  let style: Style

  /// What the case is made of.
  var expansion: String {
    let one = theCase
    var lines = ["\(provenance): \(one.platform.id)"]
    lines.append(
      "  limits    capture \(one.platform.limits.capture), split \(one.platform.limits.splitDepth)")
    lines.append("  settings  \(one.settings)")
    lines.append(
      "  sounds    " + one.sounds.map { "\($0.length) \($0.level)" }.joined(separator: ", "))
    lines += one.recognizer.map { "  rule      \($0)" } + one.plants.map { "  found     \($0)" }
    lines += one.script.map { "  script    \(Self.words(of: $0.anchor)) \($0.action)" }
    return lines.joined(separator: "\n") + "\n" + Self.unusual(one)
  }

  /// The case, its events, and how it ended.
  var told: String {
    var records: [TraceRecord] = []
    // The same case gives the same trace, so it is run again instead of kept.
    let result = stage.run(theCase) { records.append($0) }
    let remarks = result.findings.map { finding in
      TraceListing.Remark(
        record: finding.record,
        words: [
          "\(finding.clause.id) (\(finding.clause.level.rawValue)): \(finding.sentence)",
          "of \(finding.recording.map { "\($0)" } ?? "the app"), expected \(finding.expected)",
          "observed \(finding.observed)",
        ])
    }
    var text = expansion + "\(records.count) records, \(result.steps) events, "
    text += "trace \(result.trace.hexadecimal), \(result.verdict.rawValue)\n"
    text += TraceListing(records, remarks: remarks, style: style).text
    return text + EndState(rows: result.rows, files: result.files, style: style).text
  }

  /// What is unusual about a case.
  static func unusual(_ one: Case) -> String {
    var lines = one.plan.entries.map { entry in
      let isForGood = entry.question.mask.low != .max
      return "  plan      \(FuzzText.name(entry.question))\(isForGood ? " (all)" : "") "
        + Prose.words(of: entry.value)
    }
    lines += one.schedule.map {
      "  hold      \(FuzzText.name($0.hold)) until \(FuzzText.name($0.until))"
    }
    lines += one.crashes.map {
      "  crash     \($0.side) \($0.at.value) (\($0.role)), "
        + ($0.relaunch.map { "again after \($0)" } ?? "for good")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func words(of anchor: Anchor) -> String {
    switch anchor {
    case .time(let at): "at \(at)"
    case .after(let pattern, let delay): "after \(pattern.value) \(delay)"
    }
  }
}
