import SimulatedDisk
import Storage
import Testing

/// SQLite over the disk, with something wrong at every place where something can be wrong.
@Suite(.serialized) struct DatabaseFaultTests {
  /// What three commits told their caller, and how many of them succeeded.
  struct Told {
    var acknowledged = 0
    var errored = 0
    var stopped = false
  }

  /// Commits versions 1 to 3; after an error the connection is given up, as the engine does.
  private func run(_ store: TextStore, textBytes: Int = 20) -> Told {
    var told = Told()
    do {
      try store.open()
      for version in 1...3 {
        told.errored = version
        try store.commit(version, textBytes: textBytes)
        told.acknowledged = version
      }
      told.errored = 0
    } catch {
      told.stopped = true
    }
    return told
  }

  /// Runs with one fault, dies, comes back, and says what is there.
  private func outcome(
    _ image: DiskImage, _ settings: DatabaseSettings = .reference, textBytes: Int = 20,
    prepare: (SimulatedDisk) -> Void = { _ in }, fault: ((DiskOperation) -> DiskFault?)?
  ) throws -> (told: Told, found: TextStore.Found) {
    try DiskProcess.reseed(3)
    let store = try TextStore(image, settings: settings, fault: fault)
    prepare(store.disk)
    let told = run(store, textBytes: textBytes)
    do { try store.restart() } catch { return (told, .damaged("reopen: \(error)")) }
    return (told, store.find())
  }

  /// Whether what is there fits what was told: every acknowledged commit, and at most the one that
  /// reported an error besides.
  private func fits(_ told: Told, _ found: TextStore.Found) -> Bool {
    guard case .version(let version) = found else { return false }
    return version == told.acknowledged || (told.errored > 0 && version == told.errored)
  }

  private func counting(
    _ fault: DiskFault, at target: Int, sticky: Bool, reached: Box
  ) -> (DiskOperation) -> DiskFault? {
    let count = Box()
    return { _ in
      count.value += 1
      guard count.value == target || (sticky && count.value > target) else { return nil }
      reached.value += 1
      return fault
    }
  }

  final class Box { var value = 0 }

  @Test(arguments: [DiskFault.failsBefore, .failsAfter, .noSpace(accepting: 100)], [false, true])
  func `an error in the n-th operation never corrupts, for every n`(
    fault: DiskFault, sticky: Bool
  ) throws {
    try DiskProcess.exclusively {
      let image = try TextStore.image()
      var committed = 0
      var points = 0
      for target in 1... {
        let reached = Box()
        let (told, found) = try outcome(
          image, fault: counting(fault, at: target, sticky: sticky, reached: reached))
        #expect(fits(told, found), "operation \(target): told \(told), found \(found)")
        if reached.value == 0 {
          #expect(found == .version(3))
          break
        }
        points += 1
        if told.stopped, found == .version(told.errored) { committed += 1 }
      }
      #expect(points > 60, "too few places to fail at: \(points)")
      // An error after the commit point is a committed transaction that told its caller otherwise.
      if fault == .failsAfter { #expect(committed > 0) }
    }
  }

  @Test func `a process that dies in the n-th operation keeps what was acknowledged`() throws {
    try DiskProcess.exclusively {
      let image = try TextStore.image(textBytes: 3_000)
      var between = 0
      for done in [false, true] {
        for target in 1... {
          let reached = Box()
          let (told, found) = try outcome(
            image, textBytes: 3_000,
            fault: counting(.kills(done: done), at: target, sticky: false, reached: reached))
          #expect(fits(told, found), "operation \(target): told \(told), found \(found)")
          if reached.value == 0 { break }
          if found == .version(told.errored) { between += 1 }
        }
      }
      #expect(between > 0, "no death between the commit point and the answer")
    }
  }

  @Test func `a journal in memory is caught: it corrupts when the process dies`() throws {
    try DiskProcess.exclusively {
      let settings = DatabaseSettings(journal: .memory, synchronous: .full, cachePages: 2)
      let image = try TextStore.image(settings, textBytes: 5_000)
      var bad = 0
      for target in 1... {
        let reached = Box()
        let (told, found) = try outcome(
          image, settings, textBytes: 5_000,
          fault: counting(.kills(done: true), at: target, sticky: false, reached: reached))
        if reached.value == 0 { break }
        if !fits(told, found) { bad += 1 }
      }
      #expect(bad > 0, "the disk has lost its teeth")
    }
  }

  @Test func `a disk that is full at any byte never corrupts`() throws {
    try DiskProcess.exclusively {
      let image = try TextStore.image(textBytes: 1_500)
      let used = SimulatedDisk(image).usedBytes
      // The places where something changes: each end of a write, one byte before and behind it.
      var ends: [Int] = []
      _ = try outcome(image, textBytes: 3_000) { operation in
        if operation.verb == .write { ends.append(operation.offset + operation.count) }
        return nil
      }
      var rooms = Set(stride(from: 0, to: 40_000, by: 509))
      for end in ends { rooms.formUnion([max(0, end - used), end, end + 1, max(0, end - 1)]) }
      var full = 0
      for room in rooms.sorted() {
        let (told, found) = try outcome(
          image, textBytes: 3_000, prepare: { $0.capacity = used + room }, fault: nil)
        #expect(fits(told, found), "room \(room): told \(told), found \(found)")
        if told.stopped { full += 1 }
      }
      #expect(full > 10)
      #expect(full < rooms.count)
    }
  }

  @Test func `a short write is carried on`() throws {
    try DiskProcess.exclusively {
      for length in [1, 100, 511] {
        let (told, found) = try outcome(TextStore.image()) {
          $0.verb == .write && $0.count > length ? .short(length) : nil
        }
        #expect(!told.stopped)
        #expect(found == .version(3))
      }
    }
  }

  @Test func `a stalled commit says so, does no more, and its connection can be given up`() throws {
    try DiskProcess.exclusively {
      let image = try TextStore.image()
      for key in ["journal.sync.1", "db.write.1", "db.sync.1", "journal.trunc.1", "journal.open.1"]
      {
        let store = try TextStore(image)
        try store.open()
        try store.commit(1)
        store.disk.fault = { $0.description == key ? .stalls : nil }
        let failure = #expect(throws: SQLiteFailure.self) { try store.commit(2) }
        #expect(failure?.isStalled == true, "\(key)")
        #expect(store.disk.stalled?.description == key)
        let before = store.disk.contentHash()
        // The process lives on and asks for a new connection; the old one hangs for ever.
        store.disk.fault = nil
        store.begin()
        store.database?.abandon()
        #expect(store.disk.contentHash() == before, "\(key)")
        try store.open()
        // Emptying the journal is the commit point: until then the old version stands.
        #expect(store.find() == .version(1), "\(key)")
      }
    }
  }

  @Test func `a journal that vanishes does not stop a commit`() throws {
    try DiskProcess.exclusively {
      let (told, found) = try outcome(TextStore.image()) {
        $0.description == "journal.write.2" ? .vanishes : nil
      }
      #expect(!told.stopped)
      #expect(found == .version(3))
    }
  }
}
