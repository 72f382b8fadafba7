import Contract
import Journeys
import Properties

/// How often each clause's premise was met over a whole run, and in which case first.
struct EvidenceTally: Sendable {
  private var counts = [Int](repeating: 0, count: ClauseID.allCases.count)
  private var cases = [Int](repeating: 0, count: ClauseID.allCases.count)
  private var firsts = [String?](repeating: nil, count: ClauseID.allCases.count)

  /// Adds everything up; the order of the cases does not matter.
  init(_ played: [Played]) {
    for one in played {
      guard let judge = one.judge else { continue }
      for clause in ClauseID.allCases {
        let evidence = judge.evidence(for: clause)
        guard evidence.count > 0 else { continue }
        let n = Int(clause.rawValue)
        counts[n] += evidence.count
        cases[n] += 1
        if let first = firsts[n], first <= one.line.id { continue }
        firsts[n] = one.line.id
      }
    }
  }

  /// How many events met the premise of a clause.
  func count(_ clause: ClauseID) -> Int { counts[Int(clause.rawValue)] }

  /// In how many cases they did.
  func cases(_ clause: ClauseID) -> Int { cases[Int(clause.rawValue)] }

  /// The first of those cases by id.
  func first(_ clause: ClauseID) -> String? { firsts[Int(clause.rawValue)] }
}
