import Contract
import Exploration
import Journeys
import Simulation

/// A pack of scenarios as the commands see it: cases to run, and the words to tell them in.
struct Suite: Sendable {
  /// The folder it was loaded from.
  var directory: String
  /// A hash of every file of it, in hexadecimal.
  var hash: String
  /// The scenarios, in the order of their ids.
  var scenarios: [SuiteScenario]
  /// The platforms, in the order of the registry.
  var platforms: [SuitePlatform]
  /// The entries of the list of required scenarios.
  var required: [RequiredEntry]

  /// Every case, in the order of ids.
  var cases: [SuiteCase] { scenarios.flatMap(\.cases) }

  /// What reports say about the scenarios.
  var catalogue: Catalogue { Catalogue(scenarios.map(\.facts)) }

  /// The scenario of that id.
  func scenario(_ id: String) -> SuiteScenario? { scenarios.first { $0.facts.id == id } }
}

/// A scenario: the family of its cases.
struct SuiteScenario: Sendable {
  /// Id, title, section and place.
  var facts: ScenarioFacts
  /// `required` or `draft`.
  var status: String
  /// The journeys it belongs to; the first is the one that it is told under.
  var journeys: [JourneyID]
  /// What a reader should know besides.
  var note: String?
  /// Its `then` lines.
  var lines: [SuiteLine]
  /// Its members on every platform, in the order of ids.
  var cases: [SuiteCase]

  /// Every clause that a line cites, in the order of the registry.
  var clauses: [ClauseID] {
    let cited = Set(lines.flatMap(\.cites))
    return ClauseID.allCases.filter { cited.contains($0) }
  }
}

/// A `then` line of a scenario.
struct SuiteLine: Sendable {
  /// What it says.
  var that: String
  /// The clauses that it cites.
  var cites: [ClauseID]
  /// Its line in the file, from 1.
  var line: Int
  /// On which platforms it counts, in words; nil for all.
  var condition: String?
}

/// A member of a scenario on a platform.
struct SuiteCase: Sendable {
  /// `scenario[matrix values]@platform`.
  var id: String
  /// The scenario's id.
  var scenario: String
  /// The platform's id.
  var platform: String
  /// What is run.
  var theCase: Case
  /// Whether it needs the disk store.
  var needsDisk: Bool
  /// Why it does not apply to its platform; nil when it does.
  var unsupported: String?
  /// Makes what follows a run and judges its lines.
  var makeLineJudge: @Sendable () -> any LineJudge
}

/// Follows a run and says what became of the `then` lines.
protocol LineJudge {
  /// Takes one record of the trace, in order.
  mutating func observe(_ record: TraceRecord)

  /// What became of each line, in the order of the scenario.
  func verdicts(_ result: CaseResult) -> [LineVerdict]
}

/// What became of a `then` line in one run.
struct LineVerdict: Sendable, Hashable {
  /// Its place among the lines of the scenario.
  var place: Int
  /// Kept, broken or untested.
  var verdict: ThenLine.Verdict
  /// What was expected, where it is broken.
  var expected: String?
  /// What was observed, where it is broken.
  var observed: String?
}

/// A platform, for lists and explanations.
struct SuitePlatform: Sendable {
  /// Its permanent id.
  var id: String
  /// Its name.
  var title: String
  /// Each choice of its dialect with the reason for it.
  var choices: [(name: String, reason: String)]
}

/// An entry of the list of required scenarios.
struct RequiredEntry: Sendable {
  /// Its permanent id.
  var id: String
  /// What the contract asks for.
  var says: String
  /// The scenarios that show it.
  var scenarios: [String]
  /// What is known to turn a line of them red.
  var witnesses: [Witness]
}

/// Something that is known to turn a line red.
enum Witness: Hashable, Sendable {
  /// A mutant, the scenario, and what the line says.
  case mutant(String, scenario: String, line: String)
  /// A trace that is committed beside the tests of the judge.
  case badTrace(String)
}
