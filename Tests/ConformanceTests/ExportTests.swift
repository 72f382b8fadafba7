import Contract
import Exploration
import FieldReports
import Scenarios
import Testing

@testable import Commands

@Suite("Exported bundles")
struct ExportTests {
  /// Cases in which nothing goes wrong, or what does is handled as the contract wants it.
  private func cases() throws -> [SuiteCase] {
    let all = try Whole.suite().cases.filter { !$0.needsDisk }
    return (0..<12).map { all[$0 * all.count / 12] }
  }

  private func export(_ one: SuiteCase, _ engine: NamedEngine) throws -> Export {
    try engine.onStage(needsDisk: false) { Export(one.member.theCase, engine.name, on: $0) }
  }

  @Test func `what is exported is read again as the same sightings`() throws {
    for one in try cases() {
      let log = try export(one, Engines.reference).log
      #expect(!log.sightings.isEmpty)
      #expect(try EventLog(reading: log.bytes, file: "events.jsonl") == log, "\(one.id)")
    }
  }

  /// What `lastword triage` says of a log, with the known reports beside the pack.
  private func diagnosis(of log: EventLog) throws -> Diagnosis {
    let register = try Register(folder: "\(Whole.suite().directory)/../corpus/field")
    return Diagnosis(of: FieldLog(sightings: log.sightings), register: register)
  }

  @Test func `no log of the engine that keeps the contract names a promise`() throws {
    var told = 0
    for one in try Whole.suite().cases.filter({ Whole.isInSample($0) }) {
      let log = try Engines.reference.onStage(needsDisk: one.needsDisk) {
        Export(one.member.theCase, "reference", on: $0).log
      }
      let clause = try diagnosis(of: log).clause
      #expect(clause == nil, "\(one.id): \(clause?.id ?? "")")
      told += log.sightings.isEmpty ? 0 : 1
    }
    #expect(told > 600)
  }

  @Test func `the log of a defect names its promise or none, and some are named`() throws {
    var named = 0
    for scenario in try Whole.suite().regressions {
      let file = try #require(CaseFile(scenario))
      let engine = try #require(Engines.find(file.regression.engine))
      let needsDisk = file.needsDisk || file.theCase.needsDisk
      for one in [engine, Engines.reference] {
        let log = try one.onStage(needsDisk: needsDisk) {
          Export(file.theCase, one.name, on: $0).log
        }
        let clause = try diagnosis(of: log).clause
        guard let clause else { continue }
        #expect(one.name == engine.name, "\(scenario.id): \(clause.id)")
        #expect(clause == file.regression.clause, "\(scenario.id): \(clause.id)")
        named += 1
      }
    }
    #expect(named >= 8)
  }

  @Test func `no word that was spoken is in a bundle unless it is asked for`() throws {
    let one = try #require(try Whole.suite().cases.first { $0.id.hasPrefix("deliver.lands-once") })
    let export = try export(one, Engines.reference)
    func has(_ word: String, _ withText: Bool) -> Bool {
      export.files(withText: withText).contains {
        String(decoding: $0.bytes, as: UTF8.self).contains(word)
      }
    }
    #expect(!has("w001", false))
    #expect(has("w001", true))
  }
}
