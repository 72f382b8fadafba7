import Contract
import Journeys
import Scenarios

/// Finds out what really turns lines red: runs mutants on scenarios that cite what they break, and
/// believes only what it sees.
///
/// A name in the list of required scenarios proves nothing; neither does a committed trace, which
/// cannot be run, so neither counts.
struct Witnesses {
  /// A mutant that was seen to turn a line red.
  struct Seen: Hashable, Sendable {
    /// The mutant's name, such as `fourth-try`.
    var mutant: String
    /// What it does wrong.
    var summary: String
    /// The case in which the line was red.
    var inCase: String
    /// Where the red line stands.
    var place: String
    /// What the red line says.
    var that: String
    /// The earliest violation, which the line cites.
    var clause: ClauseID
  }

  /// What is kept of a run of a mutant: enough to see which lines it turned red, and little.
  private struct Outcome {
    /// The promise that was broken first; nil when the run ended in another way.
    let earliest: ClauseID?
    let verdicts: [LineVerdict]
  }

  /// Every engine that breaks a promise by what it does.
  private static let mutants = Engines.mutants + Engines.liveMutants

  private let suite: Suite
  private let store: StoreKind
  /// Runs of mutants by mutant and case; entries of the list cite the same cases again and again.
  private var outcomes: [String: Outcome] = [:]
  private var kills: [String: Seen?] = [:]
  private var byClause: [ClauseID: Seen] = [:]

  init(_ suite: Suite, store: StoreKind) {
    self.suite = suite
    self.store = store
  }

  /// The mutants that turn a line of an entry red: those that the entry names, else the first of
  /// the others that does.
  mutating func witnesses(of entry: RequiredRegistry.Entry) -> [Seen] {
    let named = Self.mutants.filter { entry.mutants.contains($0.mutantName) }
    let seen = named.compactMap { red($0, entry) }
    if !seen.isEmpty { return seen }
    for mutant in Self.mutants where !entry.mutants.contains(mutant.mutantName) {
      if let one = red(mutant, entry) { return [one] }
    }
    return []
  }

  /// What turns a line red with this clause as the earliest violation; nil when nothing does.
  mutating func witness(of clause: ClauseID) -> Seen? {
    for mutant in Self.mutants where mutant.breaks == clause {
      if let seen = kill(of: mutant) { return seen }
    }
    return witnessedClauses(of: [clause.set]).contains(clause) ? byClause[clause] : nil
  }

  /// Every clause that anything turns red.
  ///
  /// Mutants are made to break one clause; each is run until it is killed once, on the scenarios
  /// that cite its clause. What else is seen on the way counts as well.
  mutating func witnessedClauses(of sets: [ContractSet]) -> Set<ClauseID> {
    for mutant in Self.mutants {
      if let set = mutant.breaks?.set, sets.contains(set) { _ = kill(of: mutant) }
    }
    return Set(byClause.keys)
  }

  /// The first case in which a mutant is killed: its clause is the earliest violation, and a line
  /// that cites it is red.
  mutating func kill(of mutant: NamedEngine) -> Seen? {
    if let known = kills[mutant.name] { return known }
    let seen = search(mutant)
    kills[mutant.name] = .some(seen)
    return seen
  }

  private mutating func search(_ mutant: NamedEngine) -> Seen? {
    guard let clause = mutant.breaks else { return nil }
    for scenario in suite.scenarios where scenario.clauses.contains(clause) {
      for theCase in SuiteCase.all(of: scenario) {
        if let seen = red(mutant, theCase, clause) { return seen }
      }
    }
    return nil
  }

  /// The first line of an entry's scenarios that a mutant turns red with its own clause.
  private mutating func red(_ mutant: NamedEngine, _ entry: RequiredRegistry.Entry) -> Seen? {
    guard let clause = mutant.breaks else { return nil }
    for id in entry.cites {
      guard let scenario = suite.scenario(String(id.prefix { $0 != "[" })),
        scenario.clauses.contains(clause)
      else { continue }
      for theCase in SuiteCase.all(of: scenario) where Selection.selects(id, theCase.id) {
        if let seen = red(mutant, theCase, clause) { return seen }
      }
    }
    return nil
  }

  /// The line of a case that a mutant turns red with a clause.
  private mutating func red(
    _ mutant: NamedEngine, _ theCase: SuiteCase, _ clause: ClauseID
  ) -> Seen? {
    let lines = theCase.member.lines
    guard lines.contains(where: { $0.cites.contains(clause) }),
      let outcome = play(mutant, theCase)
    else { return nil }
    if let earliest = outcome.earliest, earliest != clause, byClause[earliest] == nil {
      byClause[earliest] = seen(mutant, theCase, outcome, earliest)
    }
    guard let one = seen(mutant, theCase, outcome, clause) else { return nil }
    if byClause[clause] == nil { byClause[clause] = one }
    return one
  }

  private func seen(
    _ mutant: NamedEngine, _ theCase: SuiteCase, _ outcome: Outcome, _ clause: ClauseID
  ) -> Seen? {
    let lines = theCase.member.lines
    guard
      let place = Self.redLine(
        earliest: outcome.earliest, outcome.verdicts, lines: lines, clause)
    else { return nil }
    return Seen(
      mutant: mutant.mutantName, summary: mutant.summary, inCase: theCase.id,
      place: "\(theCase.file):\(lines[place].position.line)", that: lines[place].that,
      clause: clause)
  }

  /// The place of the first red line that cites a clause, if the clause is what an oracle saw
  /// broken first; a line that is red beside another defect witnesses nothing.
  static func redLine(
    earliest: ClauseID?, _ verdicts: [LineVerdict], lines: [Scenarios.ThenLine], _ clause: ClauseID
  ) -> Int? {
    guard earliest == clause else { return nil }
    return zip(lines, verdicts).enumerated().first { _, pair in
      pair.1.state == .broken && pair.0.cites.contains(clause)
    }?.offset
  }

  /// A case with a mutant, run once; nil when it cannot be run here.
  private mutating func play(_ mutant: NamedEngine, _ theCase: SuiteCase) -> Outcome? {
    guard theCase.unsupported(by: mutant) == nil else { return nil }
    let store = theCase.needsDisk ? StoreKind.disk : store
    let key = mutant.name + " " + theCase.id
    if let known = outcomes[key] { return known }
    let played = SuiteRun(engine: mutant, stores: [store]).play(theCase, on: store)
    // An engine that breaks the rules of the exchange, or runs forever, is not judged by promises.
    let earliest = played.line.outcome == .violated ? played.earliest : nil
    let outcome = Outcome(earliest: earliest, verdicts: played.verdicts)
    outcomes[key] = outcome
    return outcome
  }
}

extension NamedEngine {
  /// The name of a mutant without its kind.
  var mutantName: String { String(name.drop { $0 != ":" }.dropFirst()) }
}
