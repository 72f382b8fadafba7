import Contract
import ReferenceEngine
import Simulation
import SimulatedDisk
import Storage
import Testing

/// Each habit changes what the disk is asked, and nothing that is said as long as nothing happens.
@Suite(.serialized) struct StorageHabitTests {
  /// A dictation that is repaired, deleted and exported too: every habit has its occasion.
  private static let busy: Case = {
    var theCase = Case()
    let found = RecordingID(7)
    theCase.plants = [.file(FileRef(found, .partial), samples: 40_500, isClosed: false)]
    theCase.script = [
      ScriptEntry(.time(.seconds(10)), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(.seconds(15)), .command(.stop(nil), nil)),
      ScriptEntry(.time(.seconds(40)), .command(.delete(RecordingID(1)), nil)),
    ]
    return theCase
  }()

  private static func log(_ slips: StorageSlips) throws -> PlayedLog {
    try PlayedLog(busy, StorageHabits(slips: slips))
  }

  @Test func `names are permanent, told once, and more than twenty`() {
    let names = StorageMutant.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names == names.sorted())
    #expect(StorageMutant.all.count { $0.equivalence == nil } >= 18)
    #expect(StorageMutant.all.allSatisfy { $0.habits != .reference })
    #expect(Set(StorageMutant.all.map(\.habits)).count == names.count)
  }

  @Test func `as long as nothing happens every habit says the same`() throws {
    try DiskStore.exclusively {
      let good = try Self.log([])
      #expect(good.rows.map(\.recording) == [RecordingID(7)])
      for mutant in StorageMutant.all where mutant.name != "files-before-deletion" {
        let log = try PlayedLog(Self.busy, mutant.habits)
        #expect(log.trace == good.trace, "\(mutant.name)")
        #expect(log.rows == good.rows, "\(mutant.name)")
      }
    }
  }

  /// What is asked of the disk by a good adapter, and by one with the habit.
  private func change(
    _ slips: StorageSlips, _ measure: (PlayedLog) -> Int
  ) throws -> (good: Int, bad: Int) {
    (measure(try Self.log([])), measure(try Self.log(slips)))
  }

  @Test func `syncs of audio are left out, joined or stay in the drive`() throws {
    try DiskStore.exclusively {
      func full(_ log: PlayedLog) -> Int { log.syncs(.partial, .full) }
      let good = full(try Self.log([]))
      #expect(good == 14)
      // Four seconds and the end are announced, twice synced each; the found one is repaired.
      #expect(full(try Self.log(.headerBeforeAudio)) == good - 5)
      #expect(full(try Self.log(.headerOnlyAtEnd)) == good - 4)
      #expect(full(try Self.log(.neverSyncsAudio)) == 0)
      #expect(full(try Self.log(.noSyncAtEnd)) == good - 4)
      #expect(full(try Self.log(.repairsHeaderFirst)) == good - 1)
      let drive = try Self.log(.audioStaysInDrive)
      #expect(full(drive) == 0 && drive.syncs(.partial, .normal) == good)
    }
  }

  @Test func `a header is written before its audio is synced, and by habit only`() throws {
    /// Syncs of the file since its last write of audio, when its header is written in place.
    func syncsBeforeHeaders(_ log: PlayedLog) -> [Int] {
      var syncs = 0
      var headers: [Int] = []
      var last: (request: UInt32, ordinal: UInt32)?
      for record in log.records where record.role == .partial {
        switch record.step {
        case .sync: syncs += 1
        case .size: syncs = 0
        case .page(_, 0, let old, _) where old != 0 && record.verb == .write:
          if last?.request != record.request || last?.ordinal != record.ordinal {
            headers.append(syncs)
          }
          last = (record.request, record.ordinal)
        default: break
        }
      }
      return headers
    }
    try DiskStore.exclusively {
      let good = syncsBeforeHeaders(try Self.log([])).filter { $0 > 0 }.count
      let bad = syncsBeforeHeaders(try Self.log(.headerBeforeAudio)).filter { $0 > 0 }.count
      #expect(good > bad)
    }
  }

  @Test func `names are not synced where the habit says so`() throws {
    try DiskStore.exclusively {
      for (slips, role) in [
        (StorageSlips.newNameUnsynced, FileRole.partial), (.promotedNameUnsynced, .source),
        (.removedNameUnsynced, .source),
      ] {
        let (good, bad) = try change(slips) { $0.count(role, .directorySync) }
        #expect(bad < good, "\(role)")
        let (syncs, others) = try change(slips) { $0.count(role, .sync) }
        #expect(syncs == others)
      }
    }
  }

  @Test func `a deletion without a sync costs none, and what follows is synced again`() throws {
    try DiskStore.exclusively {
      let (good, bad) = try change(.deletionsUnsynced) { log in
        log.syncs(.db, .full) + log.syncs(.journal, .full)
      }
      // One transaction: a sync of the database, one of the journal before it, and one after it.
      #expect(bad < good && bad >= good - 4, "\(good) \(bad)")
    }
  }

  @Test func `a promotion by copy writes the source and syncs nothing of it`() throws {
    try DiskStore.exclusively {
      let log = try Self.log(.promotesByCopy)
      #expect(log.count(.source, .create) == 2 && log.count(.source, .rename) == 0)
      #expect(log.count(.source, .write) > 0 && log.count(.source, .sync) == 0)
      #expect(log.count(.partial, .unlink) == 2)
      #expect(try Self.log([]).count(.source, .rename) == 2)
    }
  }

  @Test func `audio goes before the deletion is written`() throws {
    func firstUnlink(_ log: PlayedLog) -> Int? {
      log.records.firstIndex { $0.role == .source && $0.verb == .unlink }
    }
    try DiskStore.exclusively {
      let good = try Self.log([])
      let bad = try Self.log(.filesBeforeDeletion)
      let writes = { (log: PlayedLog, end: Int) in
        log.records[..<end].count { $0.role == .db && $0.verb == .sync }
      }
      let before = try #require(firstUnlink(good))
      let early = try #require(firstUnlink(bad))
      #expect(writes(bad, early) < writes(good, before))
    }
  }

  @Test func `a protected file is opened for every append`() throws {
    try DiskStore.exclusively {
      var opened = 0
      let store = try DiskStore(
        question: { _, operation in
          if operation.role == .partial, operation.verb == .open { opened += 1 }
          return nil
        }, habits: StorageHabits(slips: .reopensToAppend))
      var world = World(Case(), store: store, engine: { _ in Engine() }) { _ in }
      _ = world.run()
      #expect(opened >= 10)
    }
  }
}
