public import Contract

/// What lies on the device when a case is over, as text to read.
public struct EndState {
  let rows: [Row]
  let files: [FileRef]
  let style: Style

  /// Prepares to tell it.
  public init(rows: [Row], files: [FileRef], style: Style) {
    self.rows = rows
    self.files = files
    self.style = style
  }

  /// The whole text, each line ended.
  public var text: String {
    var lines = ["History at the end"]
    lines +=
      rows.isEmpty
      ? ["  no entry"] : rows.flatMap { told("\($0.words); made with \($0.settings.words)") }
    lines.append("Files at the end")
    lines += files.isEmpty ? ["  none"] : told(files.map(\.words).joined(separator: ", "))
    return lines.joined(separator: "\n") + "\n"
  }

  private func told(_ text: String) -> [String] {
    wrapped(text, width: style.width - 4).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
  }
}
