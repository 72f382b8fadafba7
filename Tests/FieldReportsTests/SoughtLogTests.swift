import Contract
import Simulation
import Testing

@testable import FieldReports

/// A pasted log can say any number, and as many lines as it likes.
@Suite("The log that a case is looked for")
struct SoughtLogTests {
  @Test func `numbers as large as they can be make a case and trap nothing`() {
    let log = SoughtLog([
      Sighting(.startAsked, line: 1, at: 0),
      Sighting(.legOpened, line: 2, at: 1),
      Sighting(.microphoneOn, line: 3, at: 2, value: .max),
      Sighting(.captured, line: 4, at: 3, value: .min),
      Sighting(.legClosed, line: 5, at: 4, value: .max),
      Sighting(.pasteSent, line: 6, at: .min),
      Sighting(.clipboardRead, line: 7, at: .max),
      Sighting(.stopAsked, line: 8, at: .max),
    ])
    #expect(log.values(of: .microphoneOn) == [Sighting.largest])
    #expect(log.values(of: .captured) == [0])
    #expect(log.time(from: .pasteSent, to: .clipboardRead) == EventLog.latest)
    let theCase = BaseCase(log, on: Platform(id: "macos")).theCase
    #expect(theCase.script.count == 2)
    for pattern in FaultPattern.all(for: log) {
      for variant in pattern.variants {
        var changed = theCase
        variant(&changed)
      }
    }
  }

  @Test func `more recordings than a case can name end with the last that it can`() {
    let keys = (1...132_000).map { line in
      Sighting(line % 2 == 1 ? .startAsked : .stopAsked, line: line, at: Int64(line))
    }
    let theCase = BaseCase(SoughtLog(keys), on: Platform(id: "macos")).theCase
    // The stops go on.
    #expect(theCase.script.count == Int(UInt16.max) + 66_000)
  }
}
