import Contract
import Simulation
import SimulatedDisk
import Storage
import Testing

/// What a plan says of a disk, seen from the requests that run on it.
@Suite(.serialized) struct DiskPlanTests {
  private let recording = RecordingID(1)

  private func at(_ seconds: Int, _ store: DiskStore, _ call: StoreCall) -> StoreAnswer {
    store.perform(call, as: Identity(.inventory), at: .seconds(seconds))
  }

  private func row(_ n: UInt16, raw: String? = nil) -> Row {
    Row(
      recording: RecordingID(n), attempt: 1, generation: 0, state: .failed, reason: .network,
      integrity: .complete, samples: 0, checkpoint: nil, raw: raw, final: nil, delivery: .none,
      usage: .none, settings: Settings())
  }

  private func write(_ n: UInt16) -> StoreCall {
    .write(row(n), .nothing)
  }

  @Test func `a locked device answers locked, and the same store answers again when it is not`()
    throws
  {
    try DiskStore.exclusively {
      let plan = DiskPlan(
        protections: [
          DiskPlan.Protection(.db, .complete), DiskPlan.Protection(.journal, .complete),
        ], locks: [DiskPlan.LockedTime(from: .seconds(2), until: .seconds(9))])
      let store = try DiskStore(plan: plan)
      #expect(at(1, store, .open).outcome == .done)
      #expect(at(1, store, write(1)).outcome == .done)
      #expect(at(2, store, write(2)).outcome == .storeFailed(.locked))
      #expect(at(3, store, .open).outcome == .storeFailed(.locked))
      #expect(store.rows().count == 1, "whoever judges the disk looks all the same")
      #expect(at(9, store, .open).outcome == .done)
      #expect(at(9, store, write(2)).outcome == .done)
    }
  }

  @Test func `before the first unlock is not the same as locked again`() throws {
    try DiskStore.exclusively {
      let plan = DiskPlan(
        protections: [DiskPlan.Protection(.db, .untilFirstUnlock)],
        locks: [
          DiskPlan.LockedTime(from: .zero, until: .seconds(2)),
          DiskPlan.LockedTime(from: .seconds(5), until: nil),
        ])
      let store = try DiskStore(plan: plan)
      #expect(at(1, store, .open).outcome == .storeFailed(.locked))
      #expect(at(2, store, .open).outcome == .done)
      #expect(at(6, store, .open).outcome == .done)
    }
  }

  @Test(arguments: DiskPlan.Visit.Hold.allCases)
  func `a second process makes writers wait, and readers only if it writes`(
    hold: DiskPlan.Visit.Hold
  ) throws {
    try DiskStore.exclusively {
      let plan = DiskPlan(visits: [DiskPlan.Visit(from: .seconds(2), until: .seconds(9), hold)])
      let store = try DiskStore(plan: plan)
      let files = DiskProcess.openFiles
      #expect(at(1, store, .open).outcome == .done)
      #expect(at(1, store, write(1)).outcome == .done)
      #expect(at(2, store, write(2)).outcome == .storeFailed(.busy))
      let inventory = at(3, store, .inventory).outcome
      if hold == .exclusive {
        #expect(inventory == .storeFailed(.busy))
      } else {
        guard case .inventory(let found) = inventory else {
          Issue.record("\(inventory)")
          return
        }
        #expect(found.rows.count == 1)
      }
      #expect(store.rows().count == 1)
      #expect(at(9, store, write(2)).outcome == .done)
      #expect(store.rows().count == 2)
      store.kill()
      #expect(DiskProcess.openFiles == files)
    }
  }

  @Test func `a visitor of a store that ends leaves nothing open`() throws {
    try DiskStore.exclusively {
      let files = DiskProcess.openFiles
      let plan = DiskPlan(visits: [DiskPlan.Visit(from: .zero, until: nil, .exclusive)])
      do {
        let store = try DiskStore(plan: plan)
        #expect(at(1, store, .open).outcome == .storeFailed(.busy))
        #expect(DiskProcess.openFiles > files)
      }
      #expect(DiskProcess.openFiles == files)
    }
  }

  @Test(arguments: [
    (DiskLasting.eachTime, [true, true, true, true]), (.once, [true, false, false, false]),
    (.times(2), [true, true, false, false]), (.onwards, [true, true, true, true]),
    (.during(.seconds(3)), [true, true, true, false]),
  ])
  func `a fault lasts as long as it is said to`(lasts: DiskLasting, expected: [Bool]) throws {
    try DiskStore.exclusively {
      let point = try #require(DiskPoint("db.open.1"))
      let plan = DiskPlan([DiskPlan.Entry(.all, point, .failsBefore, lasts: lasts)])
      let store = try DiskStore(plan: plan)
      let failed = (1...4).map { at($0, store, .open).outcome != .done }
      #expect(failed == expected)
      #expect(store.usedDiskEntries == [0])
    }
  }

  @Test func `what lasts from one operation on is met by all that it fits`() throws {
    try DiskStore.exclusively {
      let point = try #require(DiskPoint("journal.write.1"))
      let plan = DiskPlan([DiskPlan.Entry(.all, point, .refuses(.readOnly), lasts: .onwards)])
      let store = try DiskStore(plan: plan)
      #expect(at(1, store, .create(FileRef(recording, .partial))).outcome == .done)
      #expect(at(1, store, .open).outcome == .done)
      #expect(at(2, store, write(1)).outcome == .storeFailed(.io(.no)))
      #expect(
        at(3, store, .create(FileRef(RecordingID(2), .partial))).outcome == .fileFailed(.io(.no)))
      // What is there can still be read.
      guard case .inventory = at(4, store, .inventory).outcome else {
        Issue.record("a volume that takes no changes can be read")
        return
      }
      store.heal()
      #expect(at(5, store, write(1)).outcome == .done)
    }
  }

  @Test func `a role without room is told as a full disk`() throws {
    try DiskStore.exclusively {
      let store = try DiskStore(plan: DiskPlan(quotas: [DiskPlan.Quota(.journal, bytes: 100)]))
      #expect(at(1, store, .open).outcome == .done)
      #expect(at(1, store, write(1)).outcome == .storeFailed(.noSpace))
      let none = try DiskStore(plan: DiskPlan(quotas: [DiskPlan.Quota(.partial, bytes: 0)]))
      #expect(
        at(1, none, .create(FileRef(recording, .partial))).outcome
          == .fileFailed(.noSpace(accepted: 0)))
    }
  }

  @Test func `free space is told as the volume tells it`() throws {
    try DiskStore.exclusively {
      let file = FileRef(recording, .partial)
      let reports: [(DiskPlan.SpaceReport, Outcome)] = [
        (.actual, .space(1_000 - 44)), (.stale, .space(1_000)), (.says(7), .space(7)),
        (.unknown, .space(nil)), (.fails, .storeFailed(.io(.no))),
      ]
      for (report, expected) in reports {
        let store = try DiskStore(plan: DiskPlan(room: 1_000, freeSpace: report))
        _ = at(1, store, .create(file))
        #expect(store.space() == expected, "\(report)")
      }
    }
  }

  @Test func `memory that runs out is an error, never a missing value`() throws {
    try DiskStore.exclusively {
      let row = row(1, raw: "every word of a text that is long enough to need memory of its own")
      var outcomes: Set<Outcome> = []
      var met = true
      for ordinal in 1...2_000 as ClosedRange<UInt32> where met {
        met = false
        for isLasting in [false, true] {
          let plan = DiskPlan(
            allocations: [DiskPlan.Allocation(.all, ordinal, isLasting: isLasting)])
          let store = try DiskStore(plan: plan)
          store.plant(.row(row), runs: [])
          for call in [StoreCall.open, .inventory] {
            let answer = at(1, store, call)
            if let outcome = answer.outcome { outcomes.insert(outcome) }
            if case .inventory(let found)? = answer.outcome {
              #expect(found.rows == [row] && found.damaged.isEmpty, "allocation \(ordinal)")
            }
          }
          #expect(store.rows() == [row])
          if !store.usedAllocations.isEmpty { met = true }
        }
      }
      #expect(!met && outcomes.contains(.storeFailed(.io(.no))))
    }
  }

  @Test func `a text that could not be bound is not stored as missing`() throws {
    try DiskStore.exclusively {
      let row = row(1, raw: "a text")
      var refused = 0
      var met = true
      for ordinal in 1...2_000 as ClosedRange<UInt32> where met {
        let write = Identity(.store, recording: 1, attempt: 1, word: .raw)
        let plan = DiskPlan(allocations: [DiskPlan.Allocation(IdentityPattern(write), ordinal)])
        let store = try DiskStore(plan: plan)
        #expect(at(1, store, .open).outcome == .done)
        let answer = store.perform(.write(row, .nothing), as: write, at: .seconds(2))
        if answer.outcome != .done { refused += 1 }
        met = !store.usedAllocations.isEmpty
        let rows = store.rows()
        #expect(rows == [row] || rows.isEmpty, "allocation \(ordinal): \(rows)")
        #expect(
          rows.isEmpty || answer.outcome == .done
            || answer.outcome == .storeFailed(.io(.unknown)))
      }
      #expect(!met && refused > 40)
    }
  }
}
