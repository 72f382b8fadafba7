import Contract
import Exploration

/// What the trials of one mutant came to.
struct MutantRow: Sendable {
  let engine: NamedEngine
  let store: StoreKind
  let trials: [Hunt.Trial]
  /// A trial without success had so many cases.
  let limit: Int
  /// What its first cases were reduced to; empty where none were.
  var reductions: [Reduced] = []
  /// Whether `lastword run` alone finds it; nil where nobody looked.
  var isFoundByRun: Bool?

  /// A reduced case.
  struct Reduced: Hashable, Sendable {
    /// Entries that are left.
    var size: Int
    /// Runs that it took.
    var executions: Int
    /// What is left, after canonical naming.
    var form: String
  }

  var found: Int { trials.count { $0.discovery != nil } }
  var rate: DetectionRate {
    DetectionRate(detections: found, cases: trials.reduce(0) { $0 + $1.cases })
  }
  /// Cases until detection, ascending; a trial without success counts with all it had.
  var cases: [Int] { trials.map(\.cases).sorted() }
  var medianCases: Int { Self.quantile(cases, 50) }
  var p95Cases: Int { Self.quantile(cases, 95) }
  var medianSeconds: Double { Self.quantile(trials.map(\.seconds).sorted(), 50) }
  /// Cases that broke another promise and not this one.
  var wrong: Int { trials.reduce(0) { $0 + $1.wrong.count } }
  var mishaps: Int { trials.reduce(0) { $0 + $1.mishaps } }
  var isSolved: Bool { found == trials.count }

  /// The promises that were broken instead, each with its count, most often first.
  var wrongClauses: [(clause: ClauseID, count: Int)] {
    var counts: [(clause: ClauseID, count: Int)] = []
    for clause in trials.flatMap(\.wrong) {
      if let place = counts.firstIndex(where: { $0.clause == clause }) {
        counts[place].count += 1
      } else {
        counts.append((clause, 1))
      }
    }
    return counts.sorted { ($1.count, $0.clause.rawValue) < ($0.count, $1.clause.rawValue) }
  }

  /// How many trials each strategy has won.
  var winners: [(strategy: Strategy, count: Int)] {
    Strategy.allCases.map { one in (one, trials.count { $0.strategy == one }) }
      .filter { $0.count > 0 }.sorted { $0.count > $1.count }
  }

  var bestSize: Int? { reductions.map(\.size).min() }
  var medianSize: Int? {
    reductions.isEmpty ? nil : Self.quantile(reductions.map(\.size).sorted(), 50)
  }
  var forms: Int { Set(reductions.map(\.form)).count }

  /// The element below which so many of a hundred lie; of the lower two where it falls between.
  private static func quantile<Number>(_ sorted: [Number], _ percent: Int) -> Number {
    sorted[max((sorted.count * percent + 99) / 100 - 1, 0)]
  }
}
