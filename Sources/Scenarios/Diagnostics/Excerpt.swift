/// The part of a source line around a place, safe to print, and the blanks that put a caret
/// under that place in a terminal.
public struct Excerpt: Sendable, Hashable {
  /// The line, or a window of it; what cannot be printed is replaced one for one.
  public let text: String
  /// Blanks as wide as what stands before the place, wide and combining characters counted.
  public let padding: String

  /// No line to show.
  public static let none = Excerpt(text: "", padding: "")

  /// Whether there is nothing to show.
  public var isEmpty: Bool { text.isEmpty }

  private init(text: String, padding: String) {
    self.text = text
    self.padding = padding
  }

  /// Characters shown of a longer line, and how many of them before the place.
  private static let window = 100
  private static let before = 60

  /// Cuts the excerpt out of a line, given as UTF-8 without its line break.
  ///
  /// - Parameter column: from 1, in characters.
  init(line: ArraySlice<UInt8>, column: Int) {
    let first = max(0, column - 1 - Excerpt.before)
    var text = first > 0 ? "…" : ""
    var width = first > 0 ? 1 : 0
    var index = line.startIndex
    var position = 0
    while index < line.endIndex, position < first + Excerpt.window {
      let (scalar, length) = UTF8Text.decode(line, at: index)
      index += length
      if position >= first {
        let shown = Excerpt.printable(scalar)
        text.unicodeScalars.append(shown)
        if position < column - 1 { width += DisplayWidth.columns(of: shown) }
      }
      position += 1
    }
    if index < line.endIndex { text += "…" }
    self.text = text
    padding = String(repeating: " ", count: width)
  }

  private static func printable(_ scalar: Unicode.Scalar?) -> Unicode.Scalar {
    guard let scalar else { return "\u{FFFD}" }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return "\u{FFFD}"
    default: return scalar
    }
  }
}

/// How many terminal columns a character takes.
enum DisplayWidth {
  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The blocks that East Asian terminals draw two columns wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
