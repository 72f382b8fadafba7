import SimulatedDisk
import Testing

@Suite struct DiskFaultTests {
  /// A disk that answers one operation, told by its key, with one fault.
  private func disk(_ key: String, _ fault: DiskFault) -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk.fault = { $0.description == key ? fault : nil }
    return disk
  }

  @Test func `a disk without space takes the bytes that fit, and no more`() throws {
    for capacity in 0...30 {
      let disk = SimulatedDisk()
      disk.capacity = capacity
      let handle = try disk.open(.partial(1), .new)
      let result = disk.put(filled(20, 7), handle, 5)
      // The hole before the data costs space as well, as the file's size tells.
      #expect(result.count == max(0, min(20, capacity - 5)))
      #expect(result.error == (capacity < 25 ? .noSpace : nil))
      #expect(disk.usedBytes <= capacity)
    }
  }

  @Test func `overwriting needs no space, and cutting or removing gives it back`() throws {
    let disk = SimulatedDisk()
    disk.capacity = 100
    let handle = try disk.open(.partial(1), .new)
    #expect(disk.put(filled(100, 1), handle, 0).error == nil)
    #expect(disk.freeSpace() == .bytes(0))
    #expect(disk.put(filled(44, 2), handle, 0).error == nil)
    #expect(disk.put(filled(1, 2), handle, 100).error == .noSpace)
    try disk.truncate(handle, to: 60)
    #expect(disk.put(filled(40, 3), handle, 60).error == nil)
    try disk.unlink(.partial(1))
    #expect(disk.freeSpace() == .bytes(0), "an open file keeps its space")
    disk.close(handle)
    #expect(disk.freeSpace() == .bytes(100))
  }

  @Test func `free space can be unknown, which is not zero`() {
    let disk = SimulatedDisk()
    disk.hidesFreeSpace = true
    #expect(disk.freeSpace() == .unknown)
  }

  @Test func `an error before leaves nothing, an error after leaves it done`() throws {
    for (fault, done) in [(DiskFault.failsBefore, false), (.failsAfter, true)] {
      let create = disk("partial.create.1", fault)
      #expect(throws: DiskError.inputOutput) { _ = try create.open(.partial(1), .new) }
      #expect(create.exists(.partial(1)) == done)

      let write = disk("partial.write.2", fault)
      let handle = try write.open(.partial(1), .new)
      write.put([1, 2], handle, 0)
      #expect(write.put([3], handle, 2).error == .inputOutput)
      #expect(write.content(.partial(1)) == (done ? [1, 2, 3] : [1, 2]))

      let truncate = disk("partial.trunc.1", fault)
      let cut = try truncate.open(.partial(1), .new)
      truncate.put([1, 2], cut, 0)
      #expect(throws: DiskError.inputOutput) { try truncate.truncate(cut, to: 1) }
      #expect(truncate.size(of: .partial(1)) == (done ? 1 : 2))

      let rename = disk("source.rename.1", fault)
      _ = try rename.open(.partial(1), .new)
      #expect(throws: DiskError.inputOutput) { try rename.rename(.partial(1), to: .source(1)) }
      #expect(rename.names == [done ? .source(1) : .partial(1)])

      let unlink = disk("source.unlink.1", fault)
      _ = try unlink.open(.source(1), .new)
      #expect(throws: DiskError.inputOutput) { try unlink.unlink(.source(1)) }
      #expect(unlink.exists(.source(1)) == !done)
    }
  }

  @Test func `a failed sync is in the log only if it happened`() throws {
    for (fault, syncs) in [(DiskFault.failsBefore, 0), (.failsAfter, 1)] {
      let disk = disk("partial.sync.1", fault)
      disk.startLog()
      let handle = try disk.open(.partial(1), .new)
      #expect(throws: DiskError.inputOutput) { try disk.sync(handle, .full) }
      let logged = try #require(disk.log).records.filter { $0.verb == .sync }
      #expect(logged.count == syncs)
      #expect(disk.requestCounts[.partial, .sync] == 1)
    }
  }

  @Test func `a short write reports its length and no error`() throws {
    let disk = disk("partial.write.1", .short(3))
    let handle = try disk.open(.partial(1), .new)
    let result = disk.put([1, 2, 3, 4, 5], handle, 0)
    #expect(result.count == 3)
    #expect(result.error == nil)
    #expect(disk.content(.partial(1)) == [1, 2, 3])
  }

  @Test func `a full disk by fault lands what it accepts`() throws {
    let disk = disk("partial.write.1", .noSpace(accepting: 2))
    let handle = try disk.open(.partial(1), .new)
    let result = disk.put([1, 2, 3], handle, 0)
    #expect(result.count == 2)
    #expect(result.error == .noSpace)
  }

  @Test func `after a stall nothing more happens in that request, and the next one runs`() throws {
    let disk = disk("partial.sync.1", .stalls)
    disk.beginRequest(1)
    let handle = try disk.open(.partial(1), .new)
    disk.put([1], handle, 0)
    #expect(throws: DiskError.stalled) { try disk.sync(handle, .full) }
    #expect(disk.stalled?.description == "partial.sync.1")
    #expect(disk.put([2], handle, 1).error == .stalled)
    #expect(throws: DiskError.stalled) { try disk.unlink(.partial(1)) }
    #expect(disk.content(.partial(1)) == [1])
    disk.fault = nil
    disk.beginRequest(2)
    #expect(disk.stalled == nil)
    #expect(disk.put([2], handle, 1).error == nil)
  }

  @Test func `writes to a file that vanished succeed and reach nobody`() throws {
    let disk = disk("partial.write.2", .vanishes)
    let handle = try disk.open(.partial(1), .new)
    disk.put([1], handle, 0)
    #expect(disk.put([2], handle, 1) == disk.put([3], handle, 2))
    #expect(!disk.exists(.partial(1)))
    #expect(disk.usedBytes == 3)
    #expect(throws: DiskError.notFound) { try disk.rename(.partial(1), to: .source(1)) }
    disk.close(handle)
    #expect(disk.usedBytes == 0)
  }

  @Test func `a file that was renamed vanishes under its new name`() throws {
    let disk = disk("partial.write.1", .vanishes)
    let handle = try disk.open(.partial(1), .new)
    try disk.rename(.partial(1), to: .source(1))
    disk.put([1], handle, 0)
    #expect(disk.names.isEmpty)
  }

  @Test func `a process that dies in an operation has or has not done it, and does no more`() throws
  {
    for done in [false, true] {
      let disk = disk("partial.write.2", .kills(done: done))
      disk.beginRequest(1, process: 5)
      let handle = try disk.open(.partial(1), .new)
      disk.put([1], handle, 0)
      #expect(disk.put([2], handle, 1).error == .dead)
      #expect(disk.put([3], handle, 2).error == .dead)
      #expect(throws: DiskError.dead) { try disk.unlink(.partial(1)) }
      #expect(disk.isDead(5))
      #expect(disk.content(.partial(1)) == (done ? [1, 2] : [1]))
    }
  }

  @Test func `a kill takes the handles of one process only`() throws {
    let disk = SimulatedDisk()
    disk.beginRequest(1, process: 1)
    let app = try disk.open(.partial(1), .new)
    disk.beginRequest(2, process: 2)
    let keyboard = try disk.open(.slot(1), .new)
    disk.kill(1)
    #expect(disk.put([1], app, 0).error == .dead)
    #expect(disk.put([1], keyboard, 0).error == nil)
    #expect(disk.openHandles(of: 1) == 0)
    #expect(disk.openHandles(of: 2) == 1)
    #expect(disk.exists(.partial(1)), "what was issued stays")
  }

  @Test func `a fault that does not fit is counted and changes nothing`() throws {
    let disk = disk("partial.sync.1", .short(1))
    let handle = try disk.open(.partial(1), .new)
    try disk.sync(handle, .full)
    #expect(disk.unmatchedFaults == 1)
  }

  @Test func `ordinals count by role and verb and start anew with each request`() throws {
    let disk = SimulatedDisk()
    var keys: [String] = []
    disk.fault = {
      keys.append($0.description)
      return nil
    }
    disk.beginRequest(1)
    let partial = try disk.open(.partial(1), .new)
    disk.put([1], partial, 0)
    disk.put([1], partial, 1)
    let other = try disk.open(.historyJournal, .orCreate)
    disk.put([1], other, 0)
    try disk.syncDirectory(owing: .partial(1))
    disk.beginRequest(2)
    disk.put([1], partial, 2)
    #expect(
      keys == [
        "partial.create.1", "partial.write.1", "partial.write.2", "journal.create.1",
        "journal.write.1", "partial.dirsync.1", "partial.write.1",
      ])
    #expect(disk.requestCounts.persistent == 1)
  }
}
