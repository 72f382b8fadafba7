import Contract
import Simulation
import SimulatedDisk
import Storage
import TestSupport
import Testing

/// Named set-ups of the connection: each is really applied, and under each the store does the same.
@Suite(.serialized) struct StorageProfileTests {
  static let profiles = DatabaseSettings.profiles

  private func log(_ name: String) throws -> PlayedLog {
    let profile = try #require(Self.profiles.first { $0.name == name })
    return try PlayedLog(Case(), StorageHabits(database: profile.settings))
  }

  @Test func `the profiles have their names once, the reference first`() {
    #expect(
      Self.profiles.map(\.name) == [
        "reference", "ios-default", "android-default", "unsafe", "delete-full", "extra",
        "persist-full", "wal-full",
      ])
    #expect(Self.profiles.first?.settings == .reference)
    #expect(Set(Self.profiles.map(\.settings)).count == Self.profiles.count)
  }

  /// What a dictation asks of the disk for the sake of its transactions.
  private struct Demands: Equatable {
    var journalWrites: Bool
    var logWrites: Bool
    var unlinks: Bool
    var truncates: Bool
    var directorySyncs: Bool
    var full: Bool
    var normal: Bool
  }

  private func demands(_ log: PlayedLog) -> Demands {
    let roles: [FileRole] = [.db, .journal, .wal]
    return Demands(
      journalWrites: log.count(.journal, .write) > 0, logWrites: log.count(.wal, .write) > 0,
      unlinks: log.count(.journal, .unlink) > 0, truncates: log.count(.journal, .truncate) > 0,
      directorySyncs: log.count(.journal, .directorySync) + log.count(.wal, .directorySync) > 0,
      full: roles.contains { log.syncs($0, .full) > 0 },
      normal: roles.contains { log.syncs($0, .normal) + log.syncs($0, .data) > 0 })
  }

  @Test func `each profile asks the disk for what it is named after`() throws {
    try DiskStore.exclusively {
      func expect(
        _ name: String, journal: Bool = false, wal: Bool = false, unlinks: Bool = false,
        truncates: Bool = false, directory: Bool, full: Bool, normal: Bool
      ) throws {
        let found = demands(try log(name))
        #expect(
          found
            == Demands(
              journalWrites: journal, logWrites: wal, unlinks: unlinks, truncates: truncates,
              directorySyncs: directory, full: full, normal: normal), "\(name)")
      }
      try expect(
        "reference", journal: true, truncates: true, directory: true, full: true, normal: false)
      try expect("persist-full", journal: true, directory: true, full: true, normal: false)
      try expect(
        "delete-full", journal: true, unlinks: true, directory: true, full: true, normal: false)
      try expect("extra", journal: true, unlinks: true, directory: true, full: true, normal: false)
      try expect("unsafe", directory: false, full: false, normal: false)
      try expect("wal-full", wal: true, directory: true, full: true, normal: false)
      try expect("ios-default", wal: true, directory: true, full: false, normal: true)
      // The header of a new log is synced even there, and no commit after it.
      try expect("android-default", wal: true, directory: true, full: false, normal: true)
      #expect(try log("android-default").syncs(.wal, .normal) == 1)
      #expect(try log("ios-default").syncs(.wal, .normal) > 5)
      // The removal of a journal is followed by a sync of the directory with `extra` alone, and
      // nothing is read before such a removal is known to be durable.
      let extra = try log("extra")
      let delete = try log("delete-full")
      let difference =
        extra.count(.journal, .directorySync) - delete.count(.journal, .directorySync)
      #expect(difference == extra.count(.journal, .unlink) + 1)
    }
  }

  @Test(arguments: profiles.map(\.name))
  func `a store of each profile does what every store does`(name: String) throws {
    let profile = try #require(Self.profiles.first { $0.name == name })
    try DiskStore.exclusively {
      for check in StoreCheck.all {
        let store = try DiskStore(habits: StorageHabits(database: profile.settings))
        #expect(check.failures(of: store) == [], "\(check)")
        #expect(store.plantFailures == 0)
      }
    }
  }

  @Test(arguments: profiles.map(\.name))
  func `random calls give the same deeds and outcomes as in memory`(name: String) throws {
    let profile = try #require(Self.profiles.first { $0.name == name })
    try DiskStore.exclusively {
      var kills = 0
      for seed in 1...40 as ClosedRange<UInt64> {
        var script = StoreScript(seed)
        let memory = MemoryStore()
        let disk = try DiskStore(habits: StorageHabits(database: profile.settings))
        for (plant, runs) in script.plants() {
          memory.plant(plant, runs: runs)
          disk.plant(plant, runs: runs)
        }
        #expect(disk.plantFailures == 0)
        var calls: [StoreCall] = [.open, .inventory]
        for _ in 0..<100 { calls.append(script.call()) }
        calls += [.rows, .files, .inventory, .kill, .rows, .open, .inventory, .rows]
        for (n, call) in calls.enumerated() {
          if call == .kill { kills += 1 }
          let expected = memory.perform(call)
          let found = disk.perform(call)
          if expected != found {
            Issue.record("seed \(seed), call \(n): \(call)\nmemory \(expected)\ndisk \(found)")
            return
          }
        }
      }
      #expect(kills > 60)
    }
  }
}
