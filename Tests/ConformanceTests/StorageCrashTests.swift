import Contract
import Exploration
import Properties
import SimulatedDisk
import Storage
import Scenarios
import Simulation
import Testing

@testable import Commands

/// Adapters whose defect a crash shows: each loses what its clause promises, under the disk profile
/// that its record names and under no easier one; the good adapter loses nothing in the same cases.
@Suite("Adapters before a crash", .serialized)
struct StorageCrashTests {
  /// From the mildest: first the death of the process, then losses of power.
  static let profiles: [DiskProfile] = [.kill, .strict, .ext4, .apfsFull]

  /// Those for which a debug build has the time.
  static let debugProfiles: [DiskProfile] = [.kill, .strict]

  /// One dictation with its delivery, one deletion, one launch that finds unfinished audio.
  static let ids = [
    "capture.short-silence[pause=quiet]@ios", "delete.while-recording@ios",
    "relaunch.orphans@ios",
  ]

  /// Where a defect needs something that happens in none of them.
  static func id(for mutant: String) -> String? {
    switch mutant {
    case "files-before-deletion": "delete.beats-late-answer@ios"
    case "full-sync-too-late": "storage.failed-sync-of-history[sync=db-sync-1-keeps]@android"
    case "new-name-unsynced": "capture.cancel-before-first-frames[heeded=no]@ios-keyboard"
    case "short-end-unsynced": "capture.microphone-fails[failure=lost-at-first]@ios"
    case "second-sync-believed": "storage.failed-sync-at-close[loss=sync-fails-keeps]@ios"
    default: nil
    }
  }

  private func explore(
    _ habits: StorageHabits, _ profile: DiskProfile, _ ids: [String] = ids, depth: Int = 1,
    stopsAt: ClauseID?, remembers: Bool = true
  ) throws -> CrashReport {
    let explorer = CrashExplorer(
      CrashExplorer.Options(
        profiles: [profile], depth: depth, remembers: remembers, habits: habits, stopsAt: stopsAt),
      engine: Engines.reference.make)
    let suite = try Whole.suite()
    for id in ids {
      let one = try #require(suite.cases.first { $0.id == id }, "\(id)")
      _ = try DiskStore.exclusively { () throws(SQLiteFailure) in
        try explorer.explore(one.member.theCase, id: id)
      }
      if let stopsAt, explorer.report.findings.contains(where: { $0.finding.clause == stopsAt }) {
        break
      }
    }
    return explorer.report
  }

  /// The most forgiving reader that finds less than was promised; nil where it is not about audio.
  private func reader(_ one: CrashFinding) -> AudioReader? {
    guard one.finding.expected.hasSuffix(" samples for any player"),
      let promised = one.finding.expected.split(separator: " ").first.flatMap({ Int($0) })
    else { return nil }
    let files = one.survey.files.filter { file in
      one.finding.recording == file.file.recording
    }
    let views: [(AudioReader, KeyPath<SurveyedFile, Int>)] = [
      (.lengthRepair, \.byLength), (.lenient, \.lenient), (.appleLike, \.believing),
      (.strict, \.strict),
    ]
    for (reader, view) in views {
      let most = files.map { min($0[keyPath: view], $0.intact) }.max() ?? 0
      if most < promised { return reader }
    }
    return nil
  }

  /// `lastword crash --all` in a release build puts it through the others too.
  @Test(arguments: debugProfiles)
  func `the good adapter loses nothing`(_ profile: DiskProfile) throws {
    let more = StorageMutant.all.compactMap { Self.id(for: $0.name) }
    let report = try explore(.reference, profile, Self.ids + more, stopsAt: nil)
    #expect(report.findings.isEmpty)
    #expect(report.logs == Self.ids.count + more.count)
    #expect(report.images.count > 100)
  }

  @Test(arguments: StorageMutant.all.filter { $0.kill != nil }.map(\.name))
  func `its crash shows it, by its clause`(_ name: String) throws {
    let mutant = try #require(StorageMutant.all.first { $0.name == name })
    let kill = try #require(mutant.kill)
    let last = try #require(Self.profiles.firstIndex { $0.rawValue == kill.profile })
    // What is remembered of a launch does not tell journals apart that SQLite would roll back.
    let remembers = !mutant.habits.slips.contains(.removesHotJournal)
    let ids = Self.id(for: name).map { [$0] } ?? Self.ids
    let depth = kill.inRecovery ? 2 : 1
    let report = try explore(
      mutant.habits, Self.profiles[last], ids, depth: depth, stopsAt: mutant.clause,
      remembers: remembers)
    let found = try #require(report.findings.first { $0.finding.clause == mutant.clause })
    #expect(reader(found) == kill.reader)
    #if DEBUG
      let easier = Self.profiles[..<min(last, 1)]
    #else
      let easier = Self.profiles[..<last]
    #endif
    for profile in easier {
      let report = try explore(mutant.habits, profile, ids, depth: depth, stopsAt: mutant.clause)
      #expect(!report.findings.contains { $0.finding.clause == mutant.clause }, "\(profile)")
    }
    guard kill.inRecovery else { return }
    #expect(found.second != nil)
    #expect(found.crash.losses == nil, "the first crash is a death with the power on")
    let once = try explore(mutant.habits, Self.profiles[last], ids, stopsAt: mutant.clause)
    #expect(once.findings.isEmpty)
  }

  @Test func `every mutant that a crash shows has its crash`() {
    for mutant in StorageMutant.all
    where mutant.exposure == .crash || mutant.exposure == .faultThenCrash {
      #expect(mutant.kill != nil, "\(mutant.name)")
    }
    #expect(StorageMutant.all.count { $0.kill != nil } == 22)
  }

  /// The person is told that audio is kept of a recording that failed before any of it was safe: no
  /// other promise speaks of that audio.
  @Test func `audio that a failed recording keeps is there after a crash`() throws {
    let mutant = try #require(StorageMutant.all.first { $0.name == "short-end-unsynced" })
    let id = try #require(Self.id(for: mutant.name))
    let report = try explore(mutant.habits, .strict, [id], stopsAt: mutant.clause)
    #expect(
      report.findings.map(\.finding.sentence) == [
        "The person was told that the audio is kept, and it is gone."
      ])
  }
}
