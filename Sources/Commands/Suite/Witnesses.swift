import Contract
import Journeys
import Scenarios

/// Finds out what really turns lines red: runs the mutants that the list of required scenarios
/// names on the scenarios it names, and believes only what it sees.
struct Witnesses {
  /// A witness that was seen to work.
  struct Seen: Hashable, Sendable {
    /// The mutant, or the committed trace.
    var name: String
    /// The case in which the line was red; nil for a committed trace.
    var inCase: String?
    /// Where the red line stands and what it says; nil for a committed trace.
    var line: String?
    /// The earliest violation.
    var clause: ClauseID?
  }

  private let suite: Suite
  private let store: StoreKind
  private var memo: [String: [(SuiteCase, Played)]] = [:]

  init(_ suite: Suite, store: StoreKind) {
    self.suite = suite
    self.store = store
  }

  /// Everything that turns a line of an entry red, in the order of the list.
  mutating func witnesses(of entry: RequiredRegistry.Entry) -> [Seen] {
    var seen: [Seen] = []
    for mutant in entry.mutants {
      for id in entry.cites {
        guard let one = red(mutant, id) else { continue }
        seen.append(one)
        break
      }
    }
    return seen + entry.badTraces.map { Seen(name: "bad trace \($0)") }
  }

  /// The first line of a scenario, or of one member, that a mutant turns red with the clause it is
  /// made to break as the earliest violation.
  private mutating func red(_ mutant: String, _ id: String) -> Seen? {
    guard let clause = Self.engine(mutant)?.breaks else { return nil }
    for (theCase, played) in play(mutant, id) {
      guard let place = Self.redLine(of: played, lines: theCase.member.lines, clause) else {
        continue
      }
      let line = theCase.member.lines[place]
      return Seen(
        name: "mutant:\(mutant)", inCase: theCase.id,
        line: "\(theCase.file):\(line.position.line) \(line.that)", clause: clause)
    }
    return nil
  }

  /// The place of the first red line that cites a clause, if the clause is what an oracle saw
  /// broken first; a line that is red beside another defect witnesses nothing.
  static func redLine(
    of played: Played, lines: [Scenarios.ThenLine], _ clause: ClauseID
  ) -> Int? {
    guard played.earliest == clause else { return nil }
    return zip(lines, played.verdicts).enumerated().first { _, pair in
      pair.1.state == .broken && pair.0.cites.contains(clause)
    }?.offset
  }

  private static func engine(_ mutant: String) -> NamedEngine? {
    Engines.mutants.first { $0.name == "mutant:\(mutant)" }
  }

  /// The cases of an id with a mutant, run once.
  private mutating func play(_ mutant: String, _ id: String) -> [(SuiteCase, Played)] {
    let key = mutant + " " + id
    if let played = memo[key] { return played }
    guard let engine = Self.engine(mutant),
      let scenario = suite.scenario(String(id.prefix { $0 != "[" }))
    else { return [] }
    let run = SuiteRun(engine: engine, stores: [store])
    let cases = SuiteCase.all(of: scenario).filter {
      Selection.selects(id, $0.id) && $0.unsupported(by: engine) == nil
        && (store == .disk || !$0.needsDisk)
    }
    let played = cases.map { ($0, run.play($0, on: store)) }
    memo[key] = played
    return played
  }
}
