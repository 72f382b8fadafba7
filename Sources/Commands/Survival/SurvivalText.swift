import Arguments
import Journeys

/// How the survival of kept cases is told.
struct SurvivalText {
  /// What became of each case, by case and change.
  let rows: [Survival]
  /// The changes, in the order of the table; nil is the engine as it is.
  let changes: [String?]
  let style: Style

  /// Of a thousand cases so many must survive all changes.
  static let floor = 950

  /// The cases, each once.
  private var ids: [String] {
    var ids: [String] = []
    for row in rows where !ids.contains(row.id) { ids.append(row.id) }
    return ids
  }

  /// How many cases survive every change.
  var survivors: Int {
    ids.count { id in rows.allSatisfy { $0.id != id || $0.fate.survives } }
  }

  /// Survivors in thousandths.
  var share: Int { ids.isEmpty ? 0 : survivors * 1_000 / ids.count }

  /// What a command returns.
  var exit: ExitCode {
    if ids.isEmpty { return .nothingSelected }
    if rows.contains(where: { $0.fate == .silent }) { return .untrustworthy }
    let isBroken = rows.contains { Self.isBroken($0.mended) }
    return isBroken || share < Self.floor ? .violation : .asExpected
  }

  var text: String {
    var lines = [
      Self.left("", 17) + "with the defect" + String(repeating: " ", count: 49)
        + "without it",
      Self.left("change", 17)
        + ["strict", "caught up", "loose", "other", "STALE", "silent", "ended", "survive"]
        .map { Self.right($0, 10) }.joined()
        + ["holds", "STALE", "broken"].map { Self.right($0, 8) }.joined(),
    ]
    lines += changes.map(line)
    let lost = rows.filter { !$0.fate.survives || Self.isBroken($0.mended) }
    if !lost.isEmpty { lines.append("") }
    for row in lost {
      lines.append("  \(row.change ?? "unchanged")  \(row.id)")
      lines.append("    \(row.sentence)")
    }
    lines += [
      "",
      "\(survivors) of \(ids.count) kept cases survive every change: \(Self.percent(share)) "
        + "(\(Self.percent(Self.floor)) at least)",
    ]
    let silent = rows.count { $0.fate == .silent }
    lines.append(
      silent == 0
        ? "none passes silently" : style.paint("\(silent) runs pass silently, which none may", .bad)
    )
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ change: String?) -> String {
    let own = rows.filter { $0.change == change }
    let counts = Survival.Fate.allCases.map { fate in own.count { $0.fate == fate } }
    let surviving = own.count(where: \.fate.survives)
    let mended = own.map(\.mended)
    let good = [
      mended.count { $0 == .asExpected }, mended.count { $0 == .stale },
      mended.count(where: Self.isBroken),
    ]
    return Self.left(change ?? "unchanged", 17)
      + counts.map { Self.right("\($0)", 10) }.joined()
      + Self.right(own.isEmpty ? "" : Self.percent(surviving * 1_000 / own.count), 10)
      + good.map { Self.right("\($0)", 8) }.joined()
  }

  /// Whether a kept case shows that the engine without the defect does not hold any more.
  static func isBroken(_ standing: Replay.Standing) -> Bool {
    standing != .asExpected && standing != .stale
  }

  private static func percent(_ thousandths: Int) -> String {
    "\(thousandths / 10).\(thousandths % 10) %"
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 1)) + text
  }
}
