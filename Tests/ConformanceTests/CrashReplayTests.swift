import Contract
import Exploration
import Properties
import Scenarios
import SimulatedDisk
import Simulation
import Storage
import Testing

@testable import Commands

/// What an exploration of crashes says can be said again.
@Suite("Crashes again", .serialized)
struct CrashReplayTests {
  private func explore(
    _ habits: StorageHabits, remembers: Bool = true, depth: Int = 1
  ) throws -> (report: CrashReport, theCase: Case) {
    let options = CrashExplorer.Options(
      profiles: [.kill, .strict], depth: depth, remembers: remembers, habits: habits)
    let explorer = CrashExplorer(options, engine: Engines.reference.make)
    let suite = try Whole.suite()
    let one = try #require(
      suite.cases.first { $0.id == "capture.short-silence[pause=quiet]@ios" })
    _ = try DiskStore.exclusively { () throws(SQLiteFailure) in
      try explorer.explore(one.member.theCase, id: one.id)
    }
    return (explorer.report, one.member.theCase)
  }

  @Test func `memory changes no count, and a second run changes nothing`() throws {
    let first = try explore(.reference).report
    let again = try explore(.reference).report
    let forgetful = try explore(.reference, remembers: false).report
    for other in [again, forgetful] {
      #expect(other.hash == first.hash)
      #expect(other.images == first.images)
      #expect(other.profiles.map(\.counts) == first.profiles.map(\.counts))
    }
    #expect(forgetful.launches > first.launches * 2)
    #expect(first.images.count > 500)
  }

  @Test func `a crash in recovery breaks nothing, and changes no count of the first`() throws {
    let flat = try explore(.reference).report
    let deep = try explore(.reference, depth: 2).report
    #expect(deep.profiles.map(\.counts) == flat.profiles.map(\.counts))
    #expect(deep.images == flat.images)
    #expect(deep.findings.isEmpty)
    #expect(deep.deepImages.count > 50)
  }

  @Test(arguments: [StorageSlips.headerBeforeAudio, .noSyncAtEnd])
  func `a case with the crash of a finding shows the finding`(slips: StorageSlips) throws {
    let habits = StorageHabits(slips: slips)
    let (report, theCase) = try explore(habits)
    let found = try #require(report.findings.first { $0.crash.inside != nil })
    var again = theCase
    again.crashes = [found.crash]
    var bad = Engines.reference
    bad.habits = habits
    let broken = StoreKind.disk.run(again, engine: bad)
    #expect(broken.findings.contains { $0.clause == found.finding.clause })
    #expect(broken.unmatched.crashes.isEmpty)
    let kept = StoreKind.disk.run(again, engine: Engines.reference)
    #expect(!kept.findings.contains { $0.clause == found.finding.clause })
  }
}
