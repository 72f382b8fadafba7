import Contract
import SimulatedDisk
import Storage

/// What a control came to in one mode.
struct ControlRow {
  let control: NegativeControl
  let mode: LossMode
  let tally: CrashTally

  /// Whether the careful one holds, also when its recovery crashes, and the careless one breaks.
  var isRight: Bool {
    tally.capped == 0 && (tally.bad == 0) == control.isSafe
      && (tally.deepBad == 0 || !control.isSafe)
  }

  /// Whether it comes out as often as was noted or counted before.
  var isAsCounted: Bool { control.expected(mode).agrees(with: ControlFigures(tally)) }

  /// What is said of it.
  var verdict: String {
    let colour = tally.bad == 0 ? "green" : "RED"
    if tally.capped > 0 { return "\(colour), CUT SHORT" }
    if !isRight { return "\(colour), MUST BE \(control.isSafe ? "GREEN" : "RED")" }
    if mode == .calls, control.noted.agrees(with: ControlFigures(tally)) {
      return "\(colour), as noted"
    }
    return "\(colour), \(isAsCounted ? "as counted before" : "OTHER FIGURES THAN BEFORE")"
  }
}

/// The table of the controls.
struct ControlText {
  let rows: [ControlRow]
  let seconds: Double

  private static let titles = [
    "control", "profile", "mode", "raw", "distinct", "damaged", "halves", "told", "audio", "noted",
    "verdict",
  ]

  var text: String {
    let table = [Self.titles] + rows.map(cells)
    let widths = Self.titles.indices.map { n in table.map { $0[n].count }.max() ?? 0 }
    var lines = table.map { line(of: $0, widths) }
    let wrong = rows.count { !$0.isRight }
    let other = rows.count { !$0.isAsCounted }
    lines.append("")
    lines.append(
      "\(rows.count) explorations, \(rows.reduce(0) { $0 + $1.tally.raw }) states, "
        + "\(rows.reduce(0) { $0 + $1.tally.recoveries }) databases recovered, \(wrong) wrong, "
        + "\(other) with other figures, \(Int(seconds * 10) / 10) s")
    if rows.contains(where: { $0.tally.deepRaw > 0 }) {
      let held = rows.count { $0.control.isSafe && $0.tally.deepBad == 0 }
      lines.append(
        "crashes of recoveries: \(rows.reduce(0) { $0 + $1.tally.deepRaw }) states, "
          + "\(rows.reduce(0) { $0 + $1.tally.deepDistinct }) different ones of a control, "
          + "\(held) of \(rows.count { $0.control.isSafe }) careful explorations hold")
      lines.append("hash of these: " + hash(\.deepFingerprint))
    }
    lines.append("hash of all states and what was found in them: " + hash(\.fingerprint))
    lines.append(
      "damaged, halves, told, audio: states with a database that is damaged, with half a")
    lines.append(
      "transaction, without one that was told, without audio that was promised; noted: the same")
    lines.append("of all states (distinct ones), as they were counted once by calls")
    return lines.joined(separator: "\n") + "\n"
  }

  private func hash(_ value: KeyPath<CrashTally, UInt64>) -> String {
    var hash = TraceHash()
    for row in rows { hash.feed(row.tally[keyPath: value]) }
    return String(hash.value, radix: 16)
  }

  private func cells(_ row: ControlRow) -> [String] {
    let tally = row.tally
    let counts = [
      tally.raw, tally.distinct, tally.corrupt, tally.halves, tally.lostAcks, tally.lostAudio,
    ]
    return [row.control.name, row.control.profile.rawValue, row.mode.rawValue]
      + counts.map(String.init)
      + [row.mode == .calls ? row.control.noted.description : "", row.verdict]
  }

  private func line(of cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (n, cell) in cells.enumerated() {
      let space = String(repeating: " ", count: widths[n] - cell.count)
      let isNumber = (3...8).contains(n)
      line += (isNumber ? space + cell : cell + space) + (n == cells.count - 1 ? "" : "  ")
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
