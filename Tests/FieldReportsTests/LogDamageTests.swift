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
      #expect(log.sightings.allSatisfy { (1...log.lines).contains($0.line) })
      let found = Diagnosis(of: log, register: register)
      #expect(found.clause == nil || found.clause == whole.clause, "\(found.words)")
    }
    // One in 256 changes puts a zero byte there.
    #expect(refused < 20)
  }

  /// A HAR file of one request, which took `time` and was answered so.
  private static func har(_ time: String, _ response: String) -> String {
    #"{"log":{"entries":[{"request":{"method":"POST","url":"u","bodySize":9223372036854775807},"#
      + #""startedDateTime":"2250-11-30T10:00:00.000Z","time":\#(time),"timings":{"wait":\#(time),"#
      + #""send":\#(time)},"response":\#(response)}]}}"#
  }

  @Test(arguments: [
    "9999999999999999999 hotkey down: starting dictation",
    "9999999999999 hotkey down: starting dictation",
    "9999999999999999 hotkey down: starting dictation",
    "9999999999 hotkey down: starting dictation",
    "+0.0 hotkey down: starting dictation\n+99999999999.0 user clicked the stop button",
    "+99999999999.0 hotkey down: starting dictation\n+1.0 user clicked the stop button",
    "10:00:00 start pressed\n10:00:01 recorder has not answered stop, waiting 9000000000000000 s",
    "10:00:00 start pressed\n10:00:01 recorder has not answered stop, waiting 9e15 9000000000000 h",
    "10:00:00 uploading audio, 9223372036854775.999 MB",
    "10:00:00 socket closed\n10:00:09 reconnecting in 999999999999999999 min",
    "10:00:00 transcript covers 1 s of 9000000000000000 s\n10:01:00 leg 1 open, offset 0.0 s",
    #"{"ts":-9223372036854775808,"msg":"hotkey down: starting dictation"}"#,
    #"{"ts":-5,"msg":"start pressed"}"# + "\n" + #"{"ts":"+99999999999.0","msg":"stop"}"#,
    har("9223372036854775807", #"{"status":200}"#),
    har("5", #"{"status":429,"headers":[{"name":"retry-after","value":"9223372036854775807"}]}"#),
    har("5", #"{"status":413}"#),
  ])
  func `a number that is too large for anything is no trap`(text: String) throws {
    let diagnosis = Diagnosis(of: try .reading(text), register: try FieldCorpus.register())
    #expect(diagnosis.log.inputs.count == 1)
    for sighting in diagnosis.log.sightings {
      #expect((sighting.at ?? 0).magnitude <= Sighting.latest)
      #expect((sighting.value ?? 0).magnitude <= Sighting.largest)
    }
  }
}
