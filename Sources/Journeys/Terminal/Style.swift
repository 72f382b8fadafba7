/// How a text for people looks: how wide it may be and whether it has colours.
public struct Style: Hashable, Sendable {
  /// The width in columns.
  public var width: Int
  /// Whether escapes for colours are written.
  public var hasColours: Bool

  /// The narrowest and the widest layout; beyond it lines are hard to read.
  public static let widths = 60...140

  /// Makes a style; the width is brought into its bounds.
  public init(width: Int = 100, hasColours: Bool = false) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    self.hasColours = hasColours
  }

  /// What a colour stands for. Colour never stands alone: a word and a mark say the same.
  public enum Tone: String {
    case good = "32"
    case bad = "1;31"
    case doubtful = "33"
    case quiet = "2"
    case heading = "1"
  }

  /// A text in a colour, where there are colours.
  public func paint(_ text: String, _ tone: Tone) -> String {
    hasColours && !text.isEmpty ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  func tone(of outcome: CaseOutcome) -> Tone {
    switch outcome {
    case .holds: .good
    case .unsupported: .quiet
    case .inconclusive: .doubtful
    case .violated, .engineCrash, .hung, .leftTheStage, .protocolBroken, .harnessError: .bad
    }
  }
}

/// When colours are used.
public enum ColourChoice: String, CaseIterable, Hashable, Sendable {
  /// Where they can be seen and nobody said no.
  case auto
  /// In any case.
  case always
  /// In no case.
  case never

  /// Decides, by the order that tools agree on: the option, then `NO_COLOR` (anything but
  /// empty), then `CLICOLOR_FORCE` (anything but empty and `0`), then whether a terminal that
  /// can show colours reads along.
  ///
  /// - Parameter variable: the value of a variable of the environment; nil when it is not set.
  public func decide(isTerminal: Bool, variable: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let no = variable("NO_COLOR"), !no.isEmpty { return false }
    if let force = variable("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
    return isTerminal && variable("TERM") != "dumb"
  }
}
