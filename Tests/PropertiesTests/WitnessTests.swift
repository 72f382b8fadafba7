import Contract
import Properties
import Testing

@Suite struct WitnessTests {
  /// The families that these witnesses are about.
  static let families = [
    "CAPTURE", "SOURCE", "RECOGNIZE", "REQUEST", "BULK", "CLEANUP", "COMMIT", "DELIVER",
    "INDICATOR", "LEASE", "STATE", "RETRY", "SETTINGS", "DELETE", "RELAUNCH", "ATTEMPT",
    "SURFACE", "LATENCY",
  ]

  static var clauses: [ClauseID] {
    ClauseID.allCases.filter { clause in
      clause.set == .core && families.contains { clause.id.hasPrefix($0 + ".") }
    }
  }

  @Test func `every clause that binds has a red witness`() {
    for clause in Self.clauses where clause.level != .info {
      #expect(Witness.all.contains { $0.clause == clause }, "\(clause.id) has no witness")
    }
  }

  @Test(arguments: Witness.all.indices)
  func `a witness is quiet when good, with evidence`(_ n: Int) {
    let witness = Witness.all[n]
    let judge = judged(witness.good.trace)
    #expect(judge.findings.isEmpty, "\(told(judge.findings))")
    #expect(judge.evidence(for: witness.clause).count >= 1, "\(witness.clause.id)")
  }

  @Test(arguments: Witness.all.indices)
  func `a witness is red when broken, for its own clause first`(_ n: Int) {
    let witness = Witness.all[n]
    let judge = judged(witness.bad.trace)
    #expect(
      judge.findings.first?.clause == witness.clause,
      "\(witness.clause.id), \(witness.wrong):\n\(told(judge.findings))")
    #expect(judge.evidence(for: witness.clause).count >= 1, "\(witness.clause.id)")
  }

  @Test(arguments: Witness.all.indices)
  func `how an engine numbers its requests changes nothing`(_ n: Int) {
    let witness = Witness.all[n]
    for story in [witness.good, witness.bad] {
      #expect(judged(story.trace).findings == judged(story.renumbered()).findings)
    }
  }

  @Test func `what is only recommended can be left out`() {
    for witness in Witness.all where witness.clause.level == .should {
      let findings = judged(witness.bad.trace, shoulds: false).findings
      #expect(!findings.contains { $0.clause.level == .should }, "\(told(findings))")
    }
  }
}
