import Arguments
import Contract
import Journeys
import Scenarios
import Simulation

/// A pack of scenarios as the commands see it.
struct Suite: Sendable {
  /// The folder it was loaded from.
  var directory: String
  /// A hash of every file that decides a result, in hexadecimal.
  var hash: String
  /// The scenarios, in the order of their ids.
  var scenarios: [Scenario]
  /// The findings that are kept as regressions, in the order of their ids.
  var regressions: [Scenario]
  /// The platforms, in the order of the registry.
  var platforms: [PlatformRegistry.Entry]
  /// The entries of the list of required scenarios.
  var required: [RequiredRegistry.Entry]

  /// Every case, in the order of ids.
  var cases: [SuiteCase] { scenarios.flatMap { SuiteCase.all(of: $0) } }

  /// What reports say about the scenarios.
  var catalogue: Catalogue { Catalogue((scenarios + regressions).map { facts(of: $0) }) }

  /// The scenario or regression of that id.
  func scenario(_ id: String) -> Scenario? { (scenarios + regressions).first { $0.id == id } }

  /// What reports say about a scenario.
  func facts(of scenario: Scenario) -> ScenarioFacts {
    ScenarioFacts(
      id: scenario.id, title: scenario.title, section: scenario.section,
      file: Self.reportPath(scenario.section, scenario.id),
      line: scenario.members.first?.lines.first?.position.line ?? 1)
  }

  /// The file of a scenario as reports name it: the same wherever the pack lies.
  static func reportPath(_ section: String, _ id: String) -> String {
    "scenarios/\(section)/\(id).yaml"
  }
}

/// A member of a scenario on a platform.
struct SuiteCase: Sendable {
  /// The scenario.
  let scenario: Scenario
  /// What is run, and the lines that count.
  let member: ScenarioCase

  /// `scenario[matrix values]@platform`.
  var id: String { member.id }

  /// The platform's id.
  var platform: String { member.platform.id }

  /// Whether it needs the disk store.
  var needsDisk: Bool { scenario.store == .disk }

  /// The file as reports name it.
  var file: String { Suite.reportPath(scenario.section, scenario.id) }

  /// Every case of a scenario, in the order of ids.
  static func all(of scenario: Scenario) -> [SuiteCase] {
    scenario.cases.map { SuiteCase(scenario: scenario, member: $0) }.sorted { $0.id < $1.id }
  }

  /// Why an engine on this platform cannot be asked for it; nil when it can.
  func unsupported(by engine: NamedEngine) -> String? {
    for need in scenario.needs {
      if engine.lacks.contains(need) { return "needs \(need.rawValue), which the engine lacks" }
      if need == .keyboard, !member.platform.platform.hasKeyboard {
        return "needs a keyboard beside the app, which the platform does not have"
      }
      if need == .clipboard, member.platform.platform.dialect.delivery != .paste {
        return "needs delivery through the clipboard, which the platform does not use"
      }
    }
    return member.lines.isEmpty ? "no line of it counts in the dialect of the platform" : nil
  }
}
