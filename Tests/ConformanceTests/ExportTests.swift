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

  @Test func `no log of the engine that keeps the contract names a promise`() throws {
    for one in try cases() {
      let log = try export(one, Engines.reference).log
      let diagnosis = Diagnosis(of: FieldLog(sightings: log.sightings))
      #expect(diagnosis.clause == nil, "\(one.id): \(diagnosis.clause?.id ?? "")")
    }
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
