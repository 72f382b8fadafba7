import Arguments
import Contract
import Journeys
import Scenarios

/// Which cases a command is about.
struct Selection: Sendable {
  /// Ids or beginnings of ids.
  var ids: [String] = []
  /// Clauses that a scenario must cite one of.
  var clauses: [ClauseID] = []
  /// Journeys that a scenario must belong to one of.
  var journeys: [JourneyID] = []
  /// Platforms that a case must run as one of.
  var platforms: [String] = []
  /// Contract sets that a scenario must cite a clause of.
  var sets: [ContractSet] = []

  /// Whether nothing is left out.
  var isWhole: Bool {
    hasNoOthers && ids.isEmpty
  }

  /// Whether it selects nothing but a section of this name.
  func isOnly(_ section: String) -> Bool { hasNoOthers && ids == [section] }

  private var hasNoOthers: Bool {
    clauses.isEmpty && journeys.isEmpty && platforms.isEmpty && sets.isEmpty
  }

  /// The cases that fit, in the order of ids.
  ///
  /// - Throws: an id or platform that the pack does not know. A selection that merely matches
  ///   nothing is no mistake.
  func cases(of suite: Suite) throws(Refusal) -> [SuiteCase] {
    try checkIDs(suite)
    try checkPlatforms(suite)
    var chosen: [SuiteCase] = []
    for scenario in suite.scenarios where fits(scenario) {
      chosen += SuiteCase.all(of: scenario).filter { fits($0) }
    }
    return chosen
  }

  /// The regressions that fit, in the order of ids.
  func regressions(of suite: Suite) -> [SuiteCase] {
    suite.regressions.filter { fits($0) }.flatMap { SuiteCase.all(of: $0) }.filter { fits($0) }
  }

  private func fits(_ scenario: Scenario) -> Bool {
    let cited = scenario.clauses
    return (clauses.isEmpty || cited.contains { clauses.contains($0) })
      && (sets.isEmpty || cited.contains { sets.contains($0.set) })
      && (journeys.isEmpty || scenario.journeys.contains { journeys.contains($0) })
  }

  private func fits(_ theCase: SuiteCase) -> Bool {
    (ids.isEmpty || ids.contains { Self.selects($0, theCase.id) })
      && (platforms.isEmpty || platforms.contains(theCase.platform))
  }

  /// Whether an id means a case: the id of the case or of its scenario, or a beginning that ends
  /// with a word of it (`request`, `request.413`, `request.permanent-4xx[status=403]`).
  static func selects(_ id: String, _ theCase: String) -> Bool {
    guard theCase.hasPrefix(id) else { return false }
    let rest = theCase.dropFirst(id.count)
    guard let next = rest.first else { return true }
    // With its platform an id is a whole one: `@ios` does not mean `@ios-keyboard`.
    if let at = id.firstIndex(of: "@"), id.index(after: at) != id.endIndex { return false }
    return ".-[@,]".contains(next) || ".-[@,".contains(id.last ?? "x")
  }

  private func checkIDs(_ suite: Suite) throws(Refusal) {
    let cases = suite.cases + suite.regressions.flatMap { SuiteCase.all(of: $0) }
    for id in ids where !cases.contains(where: { Self.selects(id, $0.id) }) {
      throw Self.unknown(id, suite)
    }
  }

  /// The error for an id that means nothing, with what was probably meant.
  static func unknown(_ id: String, _ suite: Suite) -> Refusal {
    let bare = id.prefix { $0 != "[" && $0 != "@" }
    let known = suite.scenarios.map(\.id)
    var meant =
      known.first { $0.hasPrefix(id) }
      ?? nearest(to: String(bare), among: known + suite.scenarios.map(\.section))
    if known.contains(String(bare)) {
      // The scenario exists, so the mistake is in the member or platform.
      let cases = suite.cases.filter { $0.scenario.id == String(bare) }.map(\.id)
      let shaped = id.contains("@") ? cases : cases.map { String($0.prefix { $0 != "@" }) }
      meant = nearest(to: id, among: shaped)
    }
    let hint = meant.map { "did you mean “\($0)”?" } ?? "“lastword list scenarios” shows them all"
    return Refusal("unknown-id", "no scenario or case is called “\(id)”", hint: hint)
  }

  private func checkPlatforms(_ suite: Suite) throws(Refusal) {
    let known = suite.platforms.map(\.id)
    for platform in platforms where !known.contains(platform) {
      let meant = nearest(to: platform, among: known)
      throw Refusal(
        "unknown-platform", "there is no platform “\(platform)”",
        hint: meant.map { "did you mean “\($0)”?" } ?? "known are \(known.joined(separator: ", "))")
    }
  }
}

/// The options that select, shared by every command that runs cases.
enum SelectionOptions {
  static let ids = Positional(
    "ID", .any, help: "scenarios or cases: an id, or its beginning such as request or request.413")

  static let clauses = Option<[[ClauseID]]>.repeated(
    "clause", placeholder: "ID",
    help: "only scenarios that cite this clause, or this family such as REQUEST",
    convert: { text throws(ValueProblem) in try clauses(text) })

  static let journeys = Option<[JourneyID]>.repeated(
    "journey", placeholder: "ID", help: "only scenarios of this user journey",
    convert: { text throws(ValueProblem) in try journey(text) })

  static let platforms = Option<[String]>.texts(
    "platform", placeholder: "ID", help: "only cases that run as this platform")

  static let sets = Option<[String]>.words(
    "set", placeholder: "NAME", help: "only scenarios that cite a clause of this contract set",
    among: ContractSet.allCases.map(\.rawValue))

  static let all = [
    clauses.declaration, journeys.declaration, platforms.declaration, sets.declaration,
  ]

  static func read(_ invocation: Invocation) -> Selection {
    Selection(
      ids: invocation.positionals, clauses: invocation[clauses].flatMap { $0 },
      journeys: invocation[journeys], platforms: invocation[platforms],
      sets: invocation[sets].compactMap(ContractSet.init(rawValue:)))
  }

  /// The arguments that select the same.
  static func again(_ invocation: Invocation) -> [String] {
    let chosen = read(invocation)
    return chosen.ids + chosen.clauses.flatMap { ["--clause", $0.id] }
      + chosen.journeys.flatMap { ["--journey", $0.id] }
      + chosen.platforms.flatMap { ["--platform", $0] }
      + chosen.sets.flatMap { ["--set", $0.rawValue] }
  }

  /// The clause of that id, or all of that family.
  static func clauses(_ text: String) throws(ValueProblem) -> [ClauseID] {
    if let clause = ClauseID(id: text) { return [clause] }
    let family = ClauseID.allCases.filter { $0.id.hasPrefix(text + ".") }
    if !family.isEmpty { return family }
    throw ValueProblem(
      "must be the id of a clause or its first word",
      suggestion: nearest(to: text, among: ClauseID.allCases.map(\.id)))
  }

  static func journey(_ text: String) throws(ValueProblem) -> JourneyID {
    if let journey = JourneyID(id: text) { return journey }
    throw ValueProblem(
      "must be the id of a journey",
      suggestion: nearest(to: text, among: JourneyID.allCases.map(\.id)))
  }
}
