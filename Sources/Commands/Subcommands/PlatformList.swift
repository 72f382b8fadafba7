import Contract
import Scenarios

/// What `list platforms` shows: what runs on each, what it declares, and what that changes.
struct PlatformList {
  let suite: Suite
  let width: Int

  var text: String {
    var differences = PlatformDifferences(suite)
    return suite.platforms.map { text(of: $0, differences.effects(of: $0)) }.joined()
  }

  private func text(
    of platform: PlatformRegistry.Entry, _ effects: [PlatformDifferences.Effect]
  ) -> String {
    let cases = suite.cases.filter {
      $0.platform == platform.id && $0.unsupported(by: Engines.reference) == nil
    }
    let scenarios = Set(cases.map(\.scenario.id)).count
    var text = "\(platform.id)  \(platform.title), \(Self.count(scenarios, "scenario")) run here in "
    text += "\(Self.count(cases.count, "case"))\n"
    for choice in platform.reasons {
      text += "\(choice.name) is \(choice.choice): \(choice.because)".folded(
        width: width, start: "    ")
      guard let effect = effects.first(where: { $0.choice == choice }) else { continue }
      text += words(effect).folded(width: width, start: "        → ")
    }
    return text
  }

  private func words(_ effect: PlatformDifferences.Effect) -> String {
    let base = suite.platforms.first?.title ?? ""
    guard let first = effect.scenarios.first else {
      return "not as on \(base), and no scenario shows it"
    }
    return "not as on \(base): by itself it changes the trace of "
      + "\(Self.count(effect.scenarios.count, "scenario")), first \(first)"
  }

  private static func count(_ n: Int, _ what: String) -> String {
    "\(n) \(what)\(n == 1 ? "" : "s")"
  }
}
