import Arguments
import Journeys

/// How a result looks, from the option, the environment and the terminal.
enum Colours {
  static let option = Option<String>.word(
    "color", placeholder: "WHEN", help: "when to use colours",
    among: ColourChoice.allCases.map(\.rawValue), standard: ColourChoice.auto.rawValue)

  static func style(_ invocation: Invocation, _ console: Console) -> Style {
    let choice = ColourChoice(rawValue: invocation[option]) ?? .auto
    return Style(
      width: console.width(),
      hasColours: choice.decide(isTerminal: console.isTerminal, variable: console.variable))
  }
}
