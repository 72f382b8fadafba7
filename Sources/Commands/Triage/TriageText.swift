import Contract
import FieldReports
import Journeys

/// A diagnosis in words for support. It says lines by their numbers, and nothing of what is in
/// them.
struct TriageText {
  let diagnosis: Diagnosis
  /// What the person gave, for the line to go on with.
  let paths: [String]
  let style: Style

  var text: String {
    var text = reading + "\n"
    switch diagnosis.verdict {
    case .broken(let finding, let confidence): text += broken(finding, confidence)
    case .notEnough: text += notEnough
    case .nothingBroken:
      text += style.paint("nothing broken", .good) + " in what the log shows\n"
    }
    return text
  }

  // MARK: What was read

  private var reading: String {
    let log = diagnosis.log
    let shapes = log.shapes.prefix(3).map { "\($0.lines) as \($0.shape.rawValue)" }
    var parts = ["read \(count(log.lines, "line"))"]
    if let exact = log.exact {
      parts.append("\(count(exact.lines, "exact line")) judged")
      parts.append("\(count(exact.judged.count, "promise")) can be judged by them")
    } else {
      parts.append(shapes.isEmpty ? "none as a log" : shapes.joined(separator: ", "))
    }
    parts.append("\(log.timedLines) with a time")
    parts.append(count(log.sightings.count, "sign"))
    if log.skippedLines > 0 { parts.append("\(log.skippedLines) skipped as prose or noise") }
    var text = parts.joined(separator: "; ").folded(width: style.width, start: "")
    for remark in log.remarks { text += "  note: \(remark.words)\n" }
    return text
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: The verdict

  private func broken(_ finding: Finding, _ confidence: Diagnosis.Confidence) -> String {
    let words = RuleWords.of(finding.clause)
    var text = style.paint("BROKEN", .bad) + "  \(place(finding))\n"
    text += row("what", finding.sentence ?? words.broke)
    text += row("clause", "\(finding.clause.id) (\(finding.clause.level.rawValue))")
    text += row("", finding.clause.says)
    if finding.exactLine == nil {
      text += row("since", since(finding))
      text += row("shown by", lines(finding.evidence))
    }
    text += row("sure", sure(finding, confidence))
    if let known = diagnosis.known {
      text += row("known", "\(known.id): \(known.title)")
      text += row("affects", known.affects)
      text += row("fixed in", known.fixedIn ?? "no build yet")
      text += row("until then", known.workaround)
      text += row("report", known.origin)
    } else {
      text += row("known", "no entry of the register looks like it")
    }
    text += "\n" + row("tell them", diagnosis.known?.tellTheUser ?? words.tell)
    text += questions
    if !diagnosis.others.isEmpty {
      text += "\nafter it\n"
      for other in diagnosis.others {
        text += row("", "\(place(other)): \(other.clause.id)")
      }
    }
    return text + suspicions + "\n" + row("go on", "lastword reproduce \(arguments)")
  }

  private func sure(_ finding: Finding, _ confidence: Diagnosis.Confidence) -> String {
    if finding.exactLine != nil { return "certain: judged from exact lines, as a run is" }
    return confidence == .certain
      ? "certain: the log holds both halves" : "likely: a half is missing, the rest is known"
  }

  private var notEnough: String {
    var text = style.paint("not enough", .doubtful) + " to name a promise\n"
    text += suspicions + questions
    return text + "\n" + row("go on", "add what is missing, or lastword reproduce \(arguments)")
  }

  private var suspicions: String {
    var text = ""
    for finding in diagnosis.suspected {
      text += row(text.isEmpty ? "perhaps" : "", "\(place(finding.place)): \(finding.clause.id)")
    }
    return text.isEmpty ? "" : "\n" + text
  }

  private var questions: String {
    var text = ""
    for question in diagnosis.questions { text += row(text.isEmpty ? "ask next" : "", question) }
    return text
  }

  private func since(_ finding: Finding) -> String {
    guard let first = finding.evidence.first, first != finding.place else {
      return place(finding.place)
    }
    let signs = diagnosis.log.sightings
    guard let from = signs[first].at, let to = signs[finding.place].at, to >= from else {
      return place(first)
    }
    return "\(place(first)), \(Self.length(to - from)) before"
  }

  static func length(_ nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    switch milliseconds {
    case ..<1_000: return "\(milliseconds) ms"
    case ..<120_000: return "\(milliseconds / 1_000).\(milliseconds / 100 % 10) s"
    case ..<7_200_000: return "\(milliseconds / 60_000) min"
    default: return "\(milliseconds / 3_600_000) h"
    }
  }

  private func place(_ finding: Finding) -> String {
    finding.exactLine.map { "line \($0)" } ?? place(finding.place)
  }

  private func place(_ index: Int) -> String { Self.line(index, diagnosis.log) }

  /// `line 8`, and which input where there are several.
  static func line(_ index: Int, _ log: FieldLog) -> String {
    let line = log.sightings[index].line
    guard log.inputs.count > 1 else { return "line \(line)" }
    let place = log.place(ofLine: line)
    return "line \(place.line) of input \(place.input + 1)"
  }

  private func lines(_ places: [Int]) -> String {
    var all: [String] = []
    for text in places.map(place) where !all.contains(text) { all.append(text) }
    return all.joined(separator: ", ")
  }

  private var arguments: String { paths.isEmpty ? "-" : paths.joined(separator: " ") }

  private func row(_ name: String, _ text: String) -> String {
    let margin = 13
    let head = "  " + name + String(repeating: " ", count: max(margin - 2 - name.count, 1))
    let body = text.folded(
      width: style.width, start: String(repeating: " ", count: margin))
    return head + body.drop { $0 == " " }
  }
}
