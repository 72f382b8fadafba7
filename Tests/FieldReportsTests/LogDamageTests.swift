import Testing

@testable import FieldReports

/// Logs in which bytes were changed on the way.
@Suite struct LogDamageTests {
  static let logs = FieldCorpus.twelve.map(\.folder)

  @Test(arguments: logs)
  func `a thousand changed copies of a log never name another promise`(folder: String) throws {
    let bytes = Array(try FieldCorpus.log(of: folder).utf8)
    let register = try FieldCorpus.register()
    let whole = Diagnosis(of: try FieldLog.reading(bytes), register: register)
    var chance = Chance(11)
    var refused = 0
    for _ in 0..<1_000 {
      var changed = bytes
      changed[chance.below(changed.count)] ^= UInt8(1 + chance.below(255))
      var importer = LogImporter(mapping: nil)
      do throws(LogRefusal) {
        try importer.read(changed, name: "-")
      } catch {
        refused += 1
        #expect(error.code == "log-binary", "\(error)")
        continue
      }
      let log = importer.finish()
      let lines = log.inputs.reduce(0) { $0 + $1.lines }
      #expect(log.sightings.allSatisfy { (1...lines).contains($0.line) })
      let found = Diagnosis(of: log, register: register)
      #expect(found.clause == nil || found.clause == whole.clause, "\(found.words)")
    }
    // One in 256 changes puts a zero byte there.
    #expect(refused < 20)
  }
}
