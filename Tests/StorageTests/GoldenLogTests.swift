import Contract
import ReferenceEngine
import Simulation
import SimulatedDisk
import Storage
import Testing

/// What the disk of a case is asked, step by step.
struct PlayedLog {
  let records: [LogRecord]
  let trace: TraceHash
  let rows: [Row]

  /// Plays a case with the good engine; nothing may be planned that needs another store.
  init(_ theCase: Case = Case(), _ habits: StorageHabits = .reference) throws {
    let store = try DiskStore(keepsLog: true, habits: habits)
    var trace = TraceHash()
    var world = World(theCase, store: store, engine: { _ in Engine() }) { trace.feed($0) }
    _ = world.run()
    self.trace = trace
    rows = store.rows()
    records = try #require(store.disk.log).records
  }

  /// A number that changes with every step.
  var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for record in records {
      for byte in "\(record.step) \(record.role) \(record.ordinal) \(record.request)\n".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return hash
  }

  /// Syncs of a role by kind.
  func syncs(_ role: FileRole, _ kind: SyncKind) -> Int {
    records.count {
      if case .sync(_, kind) = $0.step { $0.role == role } else { false }
    }
  }

  func count(_ role: FileRole, _ verb: DiskVerb) -> Int {
    records.count { $0.role == role && $0.verb == verb }
  }
}

@Suite(.serialized) struct GoldenLogTests {
  @Test func `what the reference asks of the disk has not changed`() throws {
    try DiskStore.exclusively {
      let log = try PlayedLog()
      #expect(log.rows.first?.state == .success)
      #expect(log.records.count == 258)
      #expect(log.hash == 3_528_660_358_103_004_815)
    }
  }
}
