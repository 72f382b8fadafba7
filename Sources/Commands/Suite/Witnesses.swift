import Contract
import Journeys

/// Finds out what really turns lines red: runs the mutants that the list of required scenarios
/// names on the scenarios it names, and believes only what it sees.
struct Witnesses {
  /// A witness that was seen to work.
  struct Seen: Hashable, Sendable {
    /// The engine or trace.
    var name: String
    /// The case in which the line was red; nil for a committed trace.
    var inCase: String?
    /// What the line says; nil for a committed trace.
    var line: String?
    /// The earliest violation.
    var clause: ClauseID?
  }

  private let suite: Suite
  private let store: StoreKind
  private var memo: [String: [Played]] = [:]

  init(_ suite: Suite, store: StoreKind) {
    self.suite = suite
    self.store = store
  }

  /// Everything that turns a line of an entry red, in the order of the list.
  mutating func witnesses(of entry: RequiredEntry) -> [Seen] {
    entry.witnesses.compactMap { seen($0) }
  }

  /// Tries one witness.
  mutating func seen(_ witness: Witness) -> Seen? {
    switch witness {
    case .badTrace(let name): return Seen(name: "bad trace \(name)")
    case .mutant(let name, let id, let that):
      guard let scenario = suite.scenario(id),
        let place = scenario.lines.firstIndex(where: { $0.that == that })
      else { return nil }
      for played in play(name, scenario) {
        guard let clause = played.line.account?.clause.flatMap(ClauseID.init(id:)),
          scenario.lines[place].cites.contains(clause),
          played.verdicts.contains(where: { $0.place == place && $0.verdict == .broken })
        else { continue }
        return Seen(name: "mutant:\(name)", inCase: played.line.id, line: that, clause: clause)
      }
      return nil
    }
  }

  /// The scenario's cases with a mutant, run once.
  private mutating func play(_ mutant: String, _ scenario: SuiteScenario) -> [Played] {
    let key = mutant + " " + scenario.facts.id
    if let played = memo[key] { return played }
    guard let engine = Engines.mutants.first(where: { $0.name == "mutant:\(mutant)" }) else {
      return []
    }
    let run = SuiteRun(suite: suite, engine: engine, stores: [store])
    let played = run.plan(scenario.cases).map { run.play($0.0, on: $0.1) }
    memo[key] = played
    return played
  }
}
