import Contract
import Simulation
import SimulatedDisk
import Storage
import Testing

/// Where something fails a good adapter says so; these do not, each in its own way.
@Suite(.serialized) struct StorageBeliefTests {
  private func store(
    _ slips: StorageSlips, at request: Int = 0, _ point: String? = nil,
    _ fault: DiskFault = .failsBefore
  ) throws -> DiskStore {
    var plan = DiskPlan()
    if let point {
      plan.entries.append(
        DiskPlan.Entry(
          IdentityPattern(Dictation.request(request)), try #require(DiskPoint(point)), fault))
    }
    let store = try DiskStore(plan: plan, keepsLog: true, habits: StorageHabits(slips: slips))
    Dictation.plant(store)
    return store
  }

  /// Does the dictation up to a request, in which something fails, and a little more.
  private func answers(
    _ slips: StorageSlips, _ request: Int, _ point: String, _ fault: DiskFault = .failsBefore,
    and more: Int = 0
  ) throws -> [StoreAnswer] {
    let store = try store(slips, at: request, point, fault)
    var answers: [StoreAnswer] = []
    for (n, call) in Dictation.calls.prefix(request + more + 1).enumerated() {
      answers.append(store.perform(call, as: Dictation.request(n)))
    }
    #expect(store.usedDiskEntries == [0])
    return Array(answers.suffix(more + 1))
  }

  @Test func `a close that failed is believed, and so is what it says`() throws {
    try DiskStore.exclusively {
      let good = try answers([], 8, "partial.write.*")
      #expect(good[0].outcome == .fileFailed(.io(.unknown)))
      let bad = try answers(.believesClose, 8, "partial.write.*", and: 1)
      for answer in bad {
        guard case .facts(let facts) = answer.outcome else {
          Issue.record("\(answer)")
          return
        }
        #expect(facts.isFinalized && facts.samples == 18_500)
      }
      // The deed is read off the disk, where the header never arrived.
      #expect(!bad[0].deeds.contains { if case .closed = $0 { true } else { false } })
    }
  }

  @Test func `an append that came to little is told as a whole one`() throws {
    try DiskStore.exclusively {
      let fault = DiskFault.noSpace(accepting: 100)
      let good = try answers([], 7, "partial.write.1", fault)[0]
      let bad = try answers(.believesAppend, 7, "partial.write.1", fault)[0]
      #expect(good.outcome == .fileFailed(.noSpace(accepted: 50)))
      #expect(bad.outcome == .appended(samples: 500, durableThrough: 18_000))
      #expect(good.deeds == bad.deeds)
    }
  }

  @Test func `a leaf that did not fit is sent`() throws {
    try DiskStore.exclusively {
      let fault = DiskFault.noSpace(accepting: 0)
      #expect(try answers([], 13, "leaf.write.*", fault)[0].outcome == .exportFailed)
      guard
        case .exported(let facts) = try answers(.believesExport, 13, "leaf.write.*", fault)[0]
          .outcome
      else {
        Issue.record("not exported")
        return
      }
      #expect(facts.samples == 9_000)
    }
  }

  @Test func `a second sync of a file is believed`() throws {
    try DiskStore.exclusively {
      let good = try answers([], 10, "partial.sync.1")[0]
      let bad = try answers(.believesSecondSync, 10, "partial.sync.1")[0]
      #expect(good.outcome == .fileFailed(.io(.unknown)) && good.deeds.isEmpty)
      #expect(bad.outcome == .done)
      // In the writer as well: the header of a full second.
      #expect(try answers([], 6, "partial.sync.1")[0].outcome == .fileFailed(.io(.unknown)))
      let whole = StorageSlips.believesSecondSync
      #expect(
        try answers(whole, 6, "partial.sync.1")[0].outcome
          == .appended(samples: 6_000, durableThrough: 18_000))
    }
  }

  @Test func `a second commit on the same connection is believed`() throws {
    try DiskStore.exclusively {
      for point in ["journal.sync.1", "db.sync.1"] {
        let good = try answers([], 12, point)[0]
        let bad = try answers(.believesSecondCommit, 12, point)[0]
        #expect(good.outcome == .storeFailed(.io(.unknown)), "\(point)")
        #expect(bad.outcome == .done && !bad.deeds.isEmpty, "\(point)")
      }
    }
  }

  @Test func `a checkpoint that is not there counts as stored, and nothing else does`() throws {
    try DiskStore.exclusively {
      for (slips, state, isBelieved) in [
        (StorageSlips(), RowState.processing, false), (.believesCheckpoint, .processing, true),
        (.believesCheckpoint, .success, false),
      ] {
        let store = try store(slips, at: 1, "journal.write.*")
        _ = store.perform(.open, as: Dictation.request(0))
        let answer = store.perform(
          .write(Dictation.row(Dictation.r1, state, final: "w000"), .nothing),
          as: Dictation.request(1))
        #expect((answer.outcome == .done) == isBelieved, "\(state) \(answer)")
        #expect(answer.deeds.isEmpty)
        #expect(store.rows().map(\.recording) == [Dictation.r2])
      }
    }
  }

  @Test func `a recording goes on in a file that nobody has any more`() throws {
    try DiskStore.exclusively {
      func answer(_ slips: StorageSlips) throws -> StoreAnswer {
        let store = try store(slips)
        for call in Dictation.calls.prefix(5) { _ = store.perform(call) }
        store.vanish(Dictation.partial)
        return store.perform(Dictation.calls[5])
      }
      #expect(try answer([]).outcome == .fileFailed(.vanished))
      let bad = try answer(.believesOpenFile)
      #expect(bad.outcome == .appended(samples: 6_000, durableThrough: 0))
      #expect(bad.deeds.isEmpty)
    }
  }

  @Test func `unknown space is none`() throws {
    try DiskStore.exclusively {
      for (slips, expected) in [(StorageSlips(), Int?.none), (.unknownSpaceIsNone, 0)] {
        let store = try DiskStore(
          plan: DiskPlan(freeSpace: .unknown), habits: StorageHabits(slips: slips))
        store.begin(Dictation.afterwards, at: .zero)
        #expect(store.space() == .space(expected))
      }
    }
  }

  @Test func `a database is set aside before its journal`() throws {
    try DiskStore.exclusively {
      for (slips, order) in [
        (StorageSlips(), [FileRole.journal, .db]), (.databaseAsideFirst, [.db, .journal]),
      ] {
        let store = try DiskStore(keepsLog: true, habits: StorageHabits(slips: slips))
        store.plant(.corruptStore, runs: [])
        #expect(store.perform(.quarantine).outcome == .done)
        let renamed = store.disk.log?.records.filter { $0.verb == .rename }.map(\.role)
        #expect(renamed == order)
      }
    }
  }

  @Test func `a hot journal is thrown away, and half of a transaction stays`() throws {
    try DiskStore.exclusively {
      for (slips, isRemoved) in [(StorageSlips(), false), (.removesHotJournal, true)] {
        // In the commit, with one of the pages written.
        let store = try store(slips, at: 12, "db.write.2", .kills(done: false))
        for (n, call) in Dictation.calls.prefix(13).enumerated() {
          _ = store.perform(call, as: Dictation.request(n))
        }
        #expect(store.interruption == .died)
        store.kill()
        #expect((store.disk.size(of: .historyJournal) ?? 0) > 0)
        _ = store.perform(.open, as: Dictation.request(13))
        // SQLite ends a journal that it has rolled back; the question is what it did before.
        let records = try #require(store.disk.log).records
        let death = try #require(
          records.firstIndex { if case .death = $0.step { true } else { false } })
        let later = records[death...]
        let end = try #require(later.firstIndex { $0.role == .journal && $0.verb == .unlink })
        let isRolledBack = later[..<end].contains { $0.role == .db && $0.verb == .write }
        #expect(isRolledBack != isRemoved)
      }
    }
  }
}
