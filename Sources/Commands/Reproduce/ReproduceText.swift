import Contract
import Exploration
import FieldReports
import Journeys
import Simulation

/// What a search has come to, for people. No line of a log is ever in it, only its number.
struct ReproduceText {
  let found: CaseSearch.Found
  /// How much of the log the small case says again.
  let alignment: Alignment
  /// Whether the engine was named, or found among those that are wrong on purpose.
  let isNamed: Bool

  /// What the log looks like, before the story.
  var head: String {
    var out = ""
    if isNamed {
      out += "engine        \(found.suspect.name)\n"
    } else {
      out += "behaves like  \(found.suspect.title)\n"
      out += "              (\(found.suspect.name))\n"
    }
    out += "when          \(faults)\n"
    out += "match         \(Self.share(found.alignment.match)) of what the log says, "
    out += "\(Self.share(alignment.match)) in the small case\n"
    out += "unexplained   \(unexplained)\n"
    return out
  }

  private var faults: String {
    var words: [String] = []
    for fault in found.faults where !words.contains(fault) { words.append(fault) }
    if !found.theCase.crashes.isEmpty, !words.contains("the app ends by itself") {
      words.append("the app ends where it does in the log")
    }
    return words.isEmpty ? "nothing else goes wrong" : words.joined(separator: "; ")
  }

  private var unexplained: String {
    let lines = found.alignment.unexplained
    guard !lines.isEmpty else { return "no line" }
    let shown = lines.prefix(20).map(String.init).joined(separator: ", ")
    let rest = lines.count > 20 ? " and \(lines.count - 20) more" : ""
    return (lines.count == 1 ? "line " : "lines ") + shown + rest
  }

  /// Thousandths as a decimal.
  static func share(_ thousandths: Int) -> String {
    let rest = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Two runs of one case side by side: what is the same stands in one row.
  static func sideBySide(
    _ left: [LogSighting], _ right: [LogSighting], names: (String, String)
  ) -> String {
    let (left, right) = (left.filter(isTold), right.filter(isTold))
    var rows: [(String, String)] = []
    var (i, j) = (0, 0)
    for pair in Alignment(left, right).pairs {
      while i < pair.log { rows.append((cell(left[i]), "")); i += 1 }
      while j < pair.run { rows.append(("", cell(right[j]))); j += 1 }
      rows.append((cell(left[i]), cell(right[j])))
      i += 1
      j += 1
    }
    while i < left.count { rows.append((cell(left[i]), "")); i += 1 }
    while j < right.count { rows.append(("", cell(right[j]))); j += 1 }
    var out = padded(names.0) + names.1 + "\n"
    for row in shortened(rows) {
      let line = padded(row.0) + row.1
      out += line.reversed().drop { $0 == " " }.reversed().map(String.init).joined() + "\n"
    }
    return out
  }

  /// What is shown of a run, without its times.
  static func lines(_ sightings: [LogSighting]) -> [String] {
    sightings.filter(isTold).map { $0.sign.told + figure($0) }
  }

  private static let column = 58
  private static let most = 44

  /// Of a long run the begin and the end.
  private static func shortened(_ rows: [(String, String)]) -> [(String, String)] {
    guard rows.count > most else { return rows }
    return rows.prefix(most / 2) + [("  ⋮", "  ⋮")] + rows.suffix(most / 2)
  }

  /// What files and connections do in between is no news to whoever compares two runs.
  private static func isTold(_ sighting: LogSighting) -> Bool {
    switch sighting.sign {
    case .fileBegun, .fileClosed, .audioArrives, .audioSent, .microphoneAsked, .redialWaits,
      .relayLastHeard, .relaySilent:
      false
    default: true
    }
  }

  private static func cell(_ sighting: LogSighting) -> String {
    let time = sighting.at.map { "\(Nanoseconds($0))" } ?? ""
    let indent = String(repeating: " ", count: max(0, 10 - time.count))
    let actor = sighting.actor == .keyboard ? "keyboard: " : ""
    return indent + time + "  " + actor + sighting.sign.told + figure(sighting)
  }

  /// The figure by which two engines that do the same can differ: where words stand, how much is
  /// sent, what is refused.
  private static func figure(_ sighting: LogSighting) -> String {
    guard let value = sighting.value else { return "" }
    return switch sighting.sign {
    case .wordShown, .legOpened: " at \(Nanoseconds.milliseconds(Int(value)))"
    case .heldDropped, .textCovers: ": \(Nanoseconds.milliseconds(Int(value)))"
    case .requestSent: ": \(value) bytes"
    case .answerRefused, .legRefused, .quotaReached: ": \(value)"
    default: ""
    }
  }

  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, column - text.count))
  }
}
