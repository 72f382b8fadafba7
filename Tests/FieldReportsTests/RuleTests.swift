import Contract
import Testing

@testable import FieldReports

@Suite struct RuleTests {
  /// What a log's findings come to without one detector.
  private func account(_ log: FieldLog, without rule: Int?) -> [Finding] {
    var rules = Rules.all
    if let rule { rules.remove(at: rule) }
    return Rules.findings(in: log, by: rules)
  }

  @Test func `every detector is missed by some log when taken out`() throws {
    var logs: [FieldLog] = []
    for (folder, _) in FieldCorpus.twelve {
      logs.append(try .reading(try FieldCorpus.log(of: folder)))
    }
    for (name, _) in UnseenTests.logs { logs.append(try .reading(try FieldCorpus.unseen(name))) }
    for name in HealthyTests.names {
      logs.append(try .reading(try FieldCorpus.unseen("Healthy/" + name)))
    }
    for one in try ReportedTests.cases() {
      logs.append(try .reading(try FieldCorpus.unseen("Reported/" + one.name)))
    }
    for one in DetectorTests.cases { logs.append(try .reading(one.whole)) }
    let whole = logs.map { account($0, without: nil) }
    var idle: [Int] = []
    for rule in Rules.all.indices
    where zip(logs, whole).allSatisfy({ account($0, without: rule) == $1 }) {
      idle.append(rule)
    }
    #expect(idle.isEmpty, "of \(Rules.all.count) not missed: \(idle)")
  }

  @Test func `every promise that a detector names has words of its own`() throws {
    for (_, clause) in FieldCorpus.twelve { #expect(RuleWords.clauses.contains(clause)) }
    for (_, clause) in UnseenTests.logs { #expect(RuleWords.clauses.contains(clause)) }
    for one in DetectorTests.cases { #expect(RuleWords.clauses.contains(one.clause)) }
    #expect(Set(RuleWords.clauses).count == RuleWords.clauses.count)
  }
}
