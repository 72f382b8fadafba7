import Contract
import Journeys
import Scenarios

/// What a whole run owes: evidence and a red witness for every must clause of the sets that the
/// engine claims, and both for every entry of the list of required scenarios.
struct Obligations {
  /// The must clauses of the claimed sets that an oracle can judge in a run.
  let clauses: [ClauseID]
  /// Those without evidence.
  let withoutEvidence: [ClauseID]
  /// Those without a red witness.
  let withoutWitness: [ClauseID]
  /// The entries that lack a scenario line with evidence or a red witness.
  let uncovered: [RequiredRegistry.Entry]
  private let listed: Int

  /// Adds up what a run has shown.
  ///
  /// - Parameters:
  ///   - looksForWitnesses: whether mutants are run; a part of the suite owes none.
  ///   - owesRequired: whether the list of required scenarios is owed, and not one section alone.
  init(
    _ suite: Suite, claims: [ContractSet], played: [Played], store: StoreKind,
    looksForWitnesses: Bool, owesRequired: Bool = true
  ) {
    let tally = EvidenceTally(played)
    var witnesses = Witnesses(suite, store: store)
    let seen = looksForWitnesses ? witnesses.witnessedClauses(of: claims) : []
    let required = owesRequired ? suite.required : []
    var uncovered: [RequiredRegistry.Entry] = []
    let ran = played.map(\.line).filter { $0.outcome != .unsupported }.map(\.id)
    for entry in required {
      let found = looksForWitnesses ? witnesses.witnesses(of: entry) : []
      let isShown = entry.cites.contains { id in ran.contains { Selection.selects(id, $0) } }
      if found.isEmpty || !isShown { uncovered.append(entry) }
    }
    let isComplete = uncovered.isEmpty
    clauses = ClauseID.allCases.filter { $0.level == .must && claims.contains($0.set) }
    withoutEvidence = clauses.filter {
      Self.isAboutTheSuite($0) ? !isComplete : tally.count($0) == 0
    }
    withoutWitness = clauses.filter {
      Self.isAboutTheSuite($0) ? !isComplete : !seen.contains($0)
    }
    self.uncovered = uncovered
    listed = required.count
  }

  /// Two clauses speak of the suite itself; what meets them is the whole run and no event of it.
  private static func isAboutTheSuite(_ clause: ClauseID) -> Bool {
    clause == .suiteRequiredScenarios || clause == .suiteChecksCanFail
  }

  /// The sums for the footer of a report.
  var clauseCount: Report.ClauseCount {
    Report.ClauseCount(
      must: clauses.count, withEvidence: clauses.count - withoutEvidence.count,
      withWitness: clauses.count - withoutWitness.count)
  }

  /// The sums for the footer of a report.
  var requiredCount: Report.RequiredCount {
    Report.RequiredCount(listed: listed, covered: listed - uncovered.count)
  }

  /// What is missing, for people; empty when nothing is.
  var gaps: [String] {
    var lines: [String] = []
    if !withoutEvidence.isEmpty {
      lines.append(
        "no evidence for \(withoutEvidence.count) must clauses: \(withoutEvidence.map(\.id).joined(separator: ", "))"
      )
    }
    if !withoutWitness.isEmpty {
      lines.append(
        "no red witness for \(withoutWitness.count) must clauses: \(withoutWitness.map(\.id).joined(separator: ", "))"
      )
    }
    if !uncovered.isEmpty {
      lines.append(
        "\(uncovered.count) required entries not covered: \(uncovered.map(\.id).joined(separator: ", "))"
      )
    }
    return lines
  }
}
