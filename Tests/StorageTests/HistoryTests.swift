import Contract
import Simulation
import SimulatedDisk
import Storage
import Testing

/// History as rows of a database: what comes back, what is damaged, what is set aside.
@Suite(.serialized) struct HistoryTests {
  /// A store with two rows, after somebody ran some SQL on it.
  private func inventory(after sql: String) throws -> Inventory? {
    guard case .inventory(let found) = try look(after: sql) else { return nil }
    return found
  }

  private func look(after sql: String) throws -> Outcome? {
    let store = try DiskStore()
    var script = StoreScript(3)
    for n in [1, 2] as [UInt16] {
      var row = script.row()
      row.recording = RecordingID(n)
      row.checkpoint = Checkpoint(text: "w000", leaves: 1, through: 8_000)
      store.plant(.row(row), runs: [])
    }
    let database = try Database(try DiskMount(store.disk))
    for statement in sql.split(separator: ";") {
      try database.execute(String(statement))
      if !statement.contains("sqlite_master") { continue }
      // A changed schema is read by the next connection.
      try database.execute("PRAGMA schema_version=1000")
    }
    database.close()
    let opened = store.perform(.open).outcome
    return opened == .done ? store.perform(.inventory).outcome : opened
  }

  @Test(arguments: [
    "state=6", "state=-1", "state='capturing'", "state=1.5", "reason=99", "integrity=3",
    "attempt=65536", "generation=-1", "samples='many'", "leaves=NULL", "through=NULL",
    "checkpoint=NULL", "checkpoint=x'41'", "raw=CAST(x'FF' AS TEXT)",
    "final=x'00'", "delivery=6", "usage=3", "settings=2", "settings=-1", "settings=1099511627776*9",
    "settings=1024",
  ])
  func `a row with a value that nobody writes is damaged, and the others are not`(
    change: String
  ) throws {
    try DiskStore.exclusively {
      let sound = try #require(try inventory(after: "UPDATE recordings SET attempt=attempt"))
      #expect(sound.rows.count == 2 && sound.damaged.isEmpty)
      let found = try #require(
        try inventory(after: "UPDATE recordings SET \(change) WHERE recording=1"))
      #expect(found.rows == Array(sound.rows.dropFirst()))
      #expect(found.damaged == [RecordingID(1)])
    }
  }

  @Test(arguments: [
    "attempt", "generation", "state", "reason", "integrity", "samples", "delivery", "usage",
    "settings",
  ])
  func `a missing value is a damage`(column: String) throws {
    try DiskStore.exclusively {
      let found = try #require(
        try inventory(
          after: """
            PRAGMA writable_schema=1;
            UPDATE sqlite_master SET sql=replace(sql, ' NOT NULL', '') WHERE name='recordings';
            PRAGMA writable_schema=RESET;
            UPDATE recordings SET \(column)=NULL WHERE recording=1
            """))
      #expect(found.rows.map(\.recording) == [RecordingID(2)])
      #expect(found.damaged == [RecordingID(1)])
    }
  }

  @Test func `a row under a name that no recording has is damaged without a name`() throws {
    try DiskStore.exclusively {
      let found = try #require(
        try inventory(after: "UPDATE recordings SET recording=65536 WHERE recording=1"))
      #expect(found.damaged == [nil])
    }
  }

  @Test(arguments: [
    "DROP TABLE tombstones", "PRAGMA user_version=2", "PRAGMA user_version=0",
    "ALTER TABLE recordings DROP COLUMN raw",
    "INSERT INTO tombstones VALUES(70000, 0)", "INSERT INTO tombstones VALUES('r1', 0)",
  ])
  func `a History without its parts is corrupt, never empty`(sql: String) throws {
    try DiskStore.exclusively { () throws in
      let outcome = try look(after: sql)
      #expect(outcome == .storeFailed(.corrupt))
    }
  }

  private func bytes(_ name: FileName, _ store: DiskStore) throws -> [UInt8] {
    let size = try #require(store.disk.size(of: name))
    var bytes = [UInt8](repeating: 0, count: size)
    var span = bytes.mutableSpan
    #expect(store.disk.inspect(name, at: 0, into: &span) == size)
    return bytes
  }

  @Test func `what cannot be opened is set aside byte for byte, twice if need be`() throws {
    try DiskStore.exclusively {
      let store = try DiskStore()
      store.plant(.corruptStore, runs: [])
      let before = try bytes(.history, store)
      #expect(store.perform(.open).outcome == .storeFailed(.corrupt))
      #expect(store.perform(.open).deeds == [.storeOpened(sound: false)])
      #expect(store.perform(.quarantine).deeds == [.quarantined])
      let aside = try #require(FileName(role: .db, owner: 0, part: 1))
      #expect(try bytes(aside, store) == before)
      #expect(!store.disk.exists(.history))
      #expect(store.perform(.open).outcome == .done)
      let row = Dictation.row(Dictation.r1, .capturing)
      #expect(store.perform(.write(row, .nothing)).outcome == .done)
      let second = try bytes(.history, store)
      #expect(store.perform(.quarantine).outcome == .done)
      let again = try #require(FileName(role: .db, owner: 0, part: 2))
      #expect(try bytes(again, store) == second)
      #expect(try bytes(aside, store) == before)
      #expect(store.perform(.open).outcome == .done)
      #expect(store.rows().isEmpty)
    }
  }
}
