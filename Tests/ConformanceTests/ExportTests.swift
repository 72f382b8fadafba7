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

  /// A log as it is read again from its bytes.
  private func again(_ log: EventLog) throws -> EventLog {
    try EventLog(reading: log.bytes(), file: "events.jsonl")
  }

  @Test func `what is exported is read again as the same trace, but for the words`() throws {
    for one in try cases() {
      let log = try export(one, Engines.reference).log
      let read = try again(log)
      #expect(!read.allSightings.isEmpty)
      #expect(try read.bytes() == log.bytes(), "\(one.id)")
      #expect(read.records.count == log.records.count)
      for (a, b) in zip(log.records, read.records) {
        #expect(a.record.at == b.record.at && a.record.identity == b.record.identity, "\(one.id)")
        #expect(a.record.process == b.record.process && a.number == b.number, "\(one.id)")
      }
      // Numbers for words are all that is lost.
      #expect(try again(read) == read, "\(one.id)")
    }
  }

  /// What `lastword triage` says of a log, with the known reports beside the pack.
  private func diagnosis(of log: EventLog) throws -> Diagnosis {
    let register = try Register(folder: "\(Whole.suite().directory)/../corpus/field")
    return Diagnosis(of: FieldLog(try again(log)), register: register)
  }

  @Test func `no log of the engine that keeps the contract names a promise`() throws {
    var told = 0
    for one in try Whole.suite().cases.filter({ Whole.isInSample($0) }) {
      let log = try Engines.reference.onStage(needsDisk: one.needsDisk) {
        Export(one.member.theCase, "reference", on: $0).log
      }
      let clause = try diagnosis(of: log).clause
      #expect(clause == nil, "\(one.id): \(clause?.id ?? "")")
      told += log.records.isEmpty ? 0 : 1
    }
    #expect(told > 600)
  }

  @Test func `the log of a defect names its promise, unless that rests on words`() throws {
    for scenario in try Whole.suite().regressions {
      let file = try #require(CaseFile(scenario))
      let engine = try #require(Engines.find(file.regression.engine))
      let needsDisk = file.needsDisk || file.theCase.needsDisk
      for one in [engine, Engines.reference] {
        let log = try one.onStage(needsDisk: needsDisk) {
          Export(file.theCase, one.name, on: $0).log
        }
        let clause = try diagnosis(of: log).clause
        let isTold =
          one.name == engine.name && ExactVerdict.needs(file.regression.clause) != nil
        #expect(
          clause == (isTold ? file.regression.clause : nil),
          "\(scenario.id) on \(one.name): \(clause?.id ?? "none")")
      }
    }
  }

  /// Every set of kinds with which some promise is judged, but for that of all kinds.
  private static let partial: [[LogScope]] = (0..<7).map { left in
    let outside: [LogScope] = [.microphone, .fields, .hearing]
    return LogScope.allCases.filter { scope in
      guard let place = outside.firstIndex(of: scope) else { return true }
      return left >> place & 1 == 1
    }
  }

  @Test func `what a log leaves out accuses nobody`() throws {
    var (found, missed) = (0, 0)
    for scenario in try Whole.suite().regressions {
      let file = try #require(CaseFile(scenario))
      let engine = try #require(Engines.find(file.regression.engine))
      let needsDisk = file.needsDisk || file.theCase.needsDisk
      for one in [engine, Engines.reference] {
        let log = try one.onStage(needsDisk: needsDisk) {
          Export(file.theCase, one.name, on: $0).log
        }
        let all = try #require(ExactVerdict(of: log)).breaches.map(\.clause)
        for tells in Self.partial {
          var part = log
          part.header.tells = tells
          let verdict = try #require(ExactVerdict(of: part))
          for breach in verdict.breaches {
            #expect(all.contains(breach.clause), "\(scenario.id): \(breach.clause.id), \(tells)")
          }
          // What can be judged is found all the same.
          let due = all.filter(verdict.judged.contains)
          found += due.count
          missed += due.count { !verdict.breaches.map(\.clause).contains($0) }
        }
      }
    }
    #expect(found > 500)
    #expect(missed == 0)
  }

  @Test func `no word that was spoken is in a bundle unless it is asked for`() throws {
    let one = try #require(try Whole.suite().cases.first { $0.id.hasPrefix("deliver.lands-once") })
    let export = try export(one, Engines.reference)
    func has(_ word: String, _ withText: Bool) throws -> Bool {
      try export.files(withText: withText).contains {
        String(decoding: $0.bytes, as: UTF8.self).contains(word)
      }
    }
    #expect(try !has("w001", false))
    #expect(try has("w001", true))
  }
}
