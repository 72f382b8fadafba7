import SimulatedDisk
import Storage
import Testing

/// Everything that runs SQLite is in serialized suites and inside `exclusively`: its random source and
/// its file system belong to the whole process.
@Suite(.serialized) struct DatabaseTests {
  @Test func `what was committed is there after a kill`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      try store.commit(1)
      try store.restart()
      #expect(store.find() == .version(1))
    }
  }

  @Test func `an open transaction of a killed process leaves nothing behind`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(
        TextStore.image(textBytes: 9_000),
        settings: DatabaseSettings(journal: .truncate, synchronous: .full, cachePages: 2))
      try store.open()
      let database = try #require(store.database)
      try database.execute("BEGIN IMMEDIATE; UPDATE texts SET version=9")
      store.disk.kill(store.boot)
      let before = store.disk.contentHash()
      database.abandon()
      #expect(store.disk.contentHash() == before, "a dead connection wrote")
      #expect(DiskProcess.openFiles == 0)
      try store.restart()
      #expect(store.find() == .version(0))
    }
  }

  @Test func `a connection that is given up writes nothing, although its process lives`() throws {
    try DiskProcess.exclusively {
      let settings = DatabaseSettings(journal: .truncate, synchronous: .full, cachePages: 2)
      let store = try TextStore(TextStore.image(textBytes: 9_000), settings: settings)
      try store.open()
      let clean = store.disk.contentHash()
      let database = try #require(store.database)
      // Big enough to spill into the file before the commit, so that a rollback would show.
      try database.execute(
        "BEGIN IMMEDIATE; UPDATE texts SET version=9, text=replace(text,'a','j')")
      let before = store.disk.contentHash()
      #expect(before != clean)
      store.begin()
      database.abandon()
      #expect(store.disk.contentHash() == before, "a connection that was given up wrote")
      #expect(store.disk.openHandles(of: store.boot) == 0)
      #expect(DiskProcess.openFiles == 0)
      try store.open()
      #expect(store.find() == .version(0))
    }
  }

  @Test func `a connection that is used after its end says so`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      let database = try #require(store.database)
      let statement = try database.prepare("SELECT 1")
      database.close()
      #expect(throws: SQLiteFailure(code: .misuse)) { try database.execute("SELECT 1") }
      #expect(throws: SQLiteFailure(code: .misuse)) { try statement.run() }
    }
  }

  @Test func `every sync of the reference settings goes through the drive's cache`() throws {
    try DiskProcess.exclusively {
      for full in [true, false] {
        let settings = DatabaseSettings(
          journal: .truncate, synchronous: .full, fullSync: full)
        let store = try TextStore(TextStore.image(settings), settings: settings)
        try store.open()
        store.disk.startLog()
        try store.commit(1)
        let kinds = try #require(store.disk.log).records.compactMap { record -> SyncKind? in
          if case .sync(_, let kind) = record.step { kind } else { nil }
        }
        #expect(kinds.count >= 3)
        #expect(kinds.allSatisfy { ($0 == .full) == full })
      }
    }
  }

  @Test func `a new journal syncs its directory, and its absence would be seen`() throws {
    try DiskProcess.exclusively {
      for duty in [true, false] {
        DiskProcess.setDirectoryDuty(duty)
        defer { DiskProcess.setDirectoryDuty(true) }
        let store = try TextStore(TextStore.image())
        try store.open()
        try store.commit(1)
        #expect(store.disk.requestCounts[.journal, .directorySync] == (duty ? 1 : 0))
        #expect(store.disk.requestCounts[.journal, .sync] >= 1)
      }
    }
  }

  @Test func `an emptied journal counts as absent`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      try store.commit(1)
      #expect(store.disk.size(of: .historyJournal) == 0)
      try store.restart()
      #expect(store.find() == .version(1))
      #expect(store.disk.requestCounts[.journal, .open] == 0, "nobody looked into it")
      #expect(store.disk.exists(.historyJournal))
    }
  }

  @Test func `two connections lock each other out, and the dead hold no locks`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      store.disk.beginRequest(50, process: 9)
      let other = try Database(store.mount)
      try other.execute("BEGIN IMMEDIATE")
      let refused = #expect(throws: SQLiteFailure.self) { try store.commit(1) }
      #expect(refused?.code.primary == .busy)
      store.disk.kill(9)
      other.abandon()
      try store.commit(1)
      #expect(store.find() == .version(1))
    }
  }

  @Test func `a reader keeps a writer from committing until it is done`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      store.disk.beginRequest(50, process: 9)
      let other = try Database(store.mount)
      let reading = try other.prepare("SELECT id FROM texts")
      #expect(try reading.step())
      let refused = #expect(throws: SQLiteFailure.self) { try store.commit(1) }
      #expect(refused?.code.primary == .busy)
      reading.reset()
      try #require(store.database).execute("COMMIT")
      #expect(store.find() == .version(1))
      other.close()
    }
  }

  @Test func `time and sleep are the owner's`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      store.disk.wallNanoseconds = 1_700_000_000_000_000_000
      DiskProcess.takeTime(from: store.disk)
      let database = try #require(store.database)
      let now = try database.prepare("SELECT CAST(strftime('%s','now') AS INTEGER)")
      #expect(try now.step())
      #expect(now.integer(0) == 1_700_000_000)
      now.reset()
      store.disk.beginRequest(50, process: 9)
      let other = try Database(store.mount)
      try other.execute("BEGIN IMMEDIATE")
      try database.execute("PRAGMA busy_timeout=5000")
      #expect(throws: SQLiteFailure.self) { try store.commit(1) }
      #expect(try now.step())
      #expect(now.integer(0) == 1_700_000_005, "waiting took virtual time")
      now.reset()
      other.close()
    }
  }

  @Test func `equal seeds give equal logs, and the seed matters`() throws {
    try DiskProcess.exclusively {
      let image = try TextStore.image()
      func run(_ seed: UInt64) throws -> UInt64? {
        try DiskProcess.reseed(seed)
        let store = try TextStore(image)
        store.disk.startLog()
        try store.open()
        for version in 1...4 { try store.commit(version) }
        return store.disk.logHash()
      }
      let first = try run(7)
      #expect(first != nil)
      #expect(try run(7) == first)
      #expect(try run(8) != first, "the log does not hold what SQLite draws at random")
    }
  }

  @Test func `databases on two disks of one image do not know each other`() throws {
    try DiskProcess.exclusively {
      let image = try TextStore.image()
      let left = try TextStore(image)
      let right = try TextStore(image)
      try left.open()
      try right.open()
      try left.commit(1)
      try right.commit(2)
      try left.commit(3)
      #expect(left.find() == .version(3))
      #expect(right.find() == .version(2))
      #expect(try TextStore(image).find() == .version(0))
    }
  }

  @Test func `an unknown name or a foreign path is refused`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      let database = try #require(store.database)
      let refused = #expect(throws: SQLiteFailure.self) {
        try database.execute("ATTACH '/tmp/elsewhere.db' AS other; SELECT * FROM other.x")
      }
      #expect(refused?.code.primary == .cantOpen)
    }
  }

  @Test func `what the device claims about its sectors decides where the journal's pages lie`()
    throws
  {
    try DiskProcess.exclusively {
      for sector in [512, 4_096] {
        DiskProcess.setDevice(sectorSize: Int32(sector), characteristics: 0)
        defer { DiskProcess.setDevice(sectorSize: 4_096, characteristics: 0) }
        let store = try TextStore(TextStore.image())
        try store.open()
        var offsets: [Int] = []
        store.disk.fault = {
          if $0.role == .journal, $0.verb == .write { offsets.append($0.offset) }
          return nil
        }
        try store.commit(1)
        #expect(offsets.contains(sector))
        #expect(offsets.allSatisfy { $0 == 0 || $0 >= sector })
      }
    }
  }

  @Test func `an empty History has its tables`() throws {
    let image = try HistorySchema.emptyHistory()
    try DiskProcess.exclusively {
      let disk = SimulatedDisk(image)
      let database = try Database(try DiskMount(disk))
      let count = try database.prepare(
        "SELECT (SELECT count(*) FROM recordings) + (SELECT count(*) FROM tombstones)")
      #expect(try count.step())
      #expect(count.integer(0) == 0)
    }
  }

  @Test func `texts come back as they went in, empty and missing ones too`() throws {
    try DiskProcess.exclusively {
      let store = try TextStore(TextStore.image())
      try store.open()
      let database = try #require(store.database)
      let echo = try database.prepare("SELECT ?, ?")
      for text in ["", "a", "Größe 🎙️ “quoted”\n\0end", nil] {
        echo.bind(1, text)
        echo.bind(2, text == nil ? nil : Int64.min)
        #expect(try echo.step())
        #expect(echo.text(0) == text)
        #expect(echo.isNull(1) == (text == nil))
        echo.reset()
      }
    }
  }
}
