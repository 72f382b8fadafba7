import Contract
import ReferenceEngine
import SimulatedDisk
import Simulation
import Storage
import Testing

@testable import Exploration

/// An engine that cannot even be launched.
private struct Broken: EngineUnderTest, Hashable {
  struct Failure: Error {}

  func handle(_ event: Event, at now: Moment) throws(Failure) -> Reaction { throw Failure() }
}

/// One disk world at a time in a process; inside the suite that has them all.
extension FaultSweepTests {
  @Test(arguments: [1, 2]) func `a launch after a crash that does not end is told, once`(
    depth: Int
  ) throws {
    let options = CrashExplorer.Options(profiles: [.kill], depth: depth)
    let explorer = CrashExplorer(options) { process -> any EngineUnderTest in
      if process.boot > UInt8(depth) { return Broken() }
      return Engine()
    }
    try DiskStore.exclusively { () throws(SQLiteFailure) in
      try explorer.explore(Case(), id: "a")
    }
    let report = explorer.report
    #expect(report.natural.isEmpty)
    let ended = try #require(report.launchesUnended.first)
    #expect(report.launchesUnended.count == 1)
    #expect(ended.verdict == .engineCrash)
    #expect(ended.caseID == "a" && ended.crash != nil)
    #expect(ended.finding == nil)
  }

  @Test func `a verdict is reached anew where anything differs that it can depend on`() {
    func question(
      launch: UInt64 = 1, promised: UInt64 = 2, isSound: Bool = true, intact: [Int] = [7, 9]
    ) -> UInt64 {
      let files = intact.enumerated().map { n, samples in
        SurveyedFile(
          FileRef(RecordingID(UInt16(n + 1)), .source), strict: 9, believing: 9, lenient: 9,
          byLength: 9, intact: samples)
      }
      return CrashRun.question(launch, Survey(isSound: isSound, files: files), promised)
    }
    #expect(question() == question())
    let others = [
      question(launch: 3), question(promised: 3), question(isSound: false),
      question(intact: [6, 9]), question(intact: [7, 8]),
    ]
    #expect(Set(others + [question()]).count == 6)
  }

  @Test func `launches of a good engine end`() throws {
    let explorer = CrashExplorer(CrashExplorer.Options()) { _ in Engine() }
    try DiskStore.exclusively { () throws(SQLiteFailure) in
      try explorer.explore(Case(), id: "a")
    }
    #expect(explorer.report.launchesUnended.isEmpty && explorer.report.launches > 10)
  }
}
