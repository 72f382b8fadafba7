import Contract
import Testing

@testable import FieldReports

/// Lines that look like those of a defect and belong to something else, or the other way about.
@Suite struct ConnectionTests {
  private func diagnosis(_ text: String) throws -> Diagnosis {
    Diagnosis(of: try .reading(text), register: try FieldCorpus.register())
  }

  private func redials(_ tag: String) -> String {
    var lines = ["10:00:00.000 [\(tag)] socket connected", "10:00:12.000 [\(tag)] socket closed"]
    for (place, second) in [13, 15, 19, 27, 36, 45, 54].enumerated() {
      lines.append("10:00:\(second).000 [\(tag)] reconnecting in \(min(1 << place, 8)) s")
    }
    lines.append("10:01:05.000 [\(tag)] reconnecting in 60 s")
    return lines.joined(separator: "\n")
  }

  @Test func `redials of a connection that is not for a transcript name no promise`() throws {
    let voice = "\n10:01:40.000 [voice-note] recording stopped, 90 s"
    let chat = try diagnosis(redials("chat") + voice)
    #expect(chat.clause == nil)
    #expect(chat.verdict == .notEnough && !chat.questions.isEmpty)
    #expect(try diagnosis(redials("transcription") + voice).clause == .relayLadderBounded)
  }

  @Test func `a file that cannot be moved to the library is no entry and no database`() throws {
    let lines = [
      "10:00:00.000 [rec] start recording r1", "10:00:05.000 [rec] stop pressed",
      "10:00:05.100 [rec] recording captured 5.0 s",
      "10:00:05.120 [files] move to the library failed: permission denied",
      "10:00:05.300 [net] uploading take r1 (160 KB)", "10:00:06.000 [net] response 200",
    ]
    let diagnosis = try diagnosis(lines.joined(separator: "\n"))
    #expect(diagnosis.clause == .sourcePromotionFailureStops)
    #expect(!diagnosis.log.sightings.map(\.sign).contains(.storeSetAside))
  }
}
