import SimulatedDisk
import Testing

/// Faults that a program is not told, and refusals by a disk that is well.
@Suite struct QuietFaultTests {
  private func disk(_ faults: [String: DiskFault]) -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk.fault = { faults[$0.description] }
    return disk
  }

  private func read(_ disk: SimulatedDisk, _ handle: DiskHandle, _ count: Int) -> [UInt8] {
    var bytes = filled(count, 0xEE)
    var span = bytes.mutableSpan
    let result = disk.read(handle, at: 0, into: &span)
    return result.error == nil ? Array(bytes.prefix(result.count)) : []
  }

  @Test(arguments: [true, false])
  func `after a failed sync the next one covers nothing of what was dirty`(keeps: Bool) throws {
    let disk = disk(["partial.sync.2": .failsSync(keeps: keeps)])
    disk.startLog()
    disk.rememberMedia()
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(4_096, 1), handle, 0)
    try disk.sync(handle, .full)
    disk.put(filled(100, 2), handle, 0)
    #expect(throws: DiskError.inputOutput) { try disk.sync(handle, .full) }
    #expect(read(disk, handle, 100) == filled(100, keeps ? 2 : 1))
    try disk.sync(handle, .full)
    #expect(try #require(disk.mediaBytes(.partial(1), page: 0)) == filled(4_096, 1))
    // A page that is written again goes to the media whole, with what the cache had of it.
    disk.put(filled(100, 3), handle, 200)
    try disk.sync(handle, .full)
    let media = try #require(disk.mediaBytes(.partial(1), page: 0))
    #expect(Array(media[200..<300]) == filled(100, 3))
    #expect(Array(media[0..<100]) == filled(100, keeps ? 2 : 1))
    let steps = try #require(disk.log).records.map(\.step)
    #expect(
      steps.contains { step in
        if case .failedSync(_, .full, keeps) = step { true } else { false }
      })
    #expect(steps.count { if case .sync = $0 { true } else { false } } == 3)
  }

  @Test func `a disk that does not remember its media cannot go back to it, and says so`() throws {
    let disk = disk(["partial.sync.1": .failsSync(keeps: false)])
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(10, 1), handle, 0)
    #expect(throws: DiskError.inputOutput) { try disk.sync(handle, .normal) }
    #expect(read(disk, handle, 10) == filled(10, 1))
    #expect(disk.unmatchedFaults == 1)
  }

  @Test func `a sync that lies is no barrier in the log`() throws {
    let disk = disk(["partial.sync.1": .lies, "partial.dirsync.1": .lies])
    disk.startLog()
    disk.rememberMedia()
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(10, 1), handle, 0)
    try disk.sync(handle, .full)
    try disk.syncDirectory(owing: .partial(1))
    let steps = try #require(disk.log).records.map(\.step)
    #expect(
      !steps.contains { step in
        switch step {
        case .sync, .syncDirectory: true
        default: false
        }
      })
    #expect(steps.contains(.lyingSyncDirectory))
    #expect(try #require(disk.mediaBytes(.partial(1), page: 0))[0] == 0)
  }

  @Test func `damage shows when it is read and hides the truth from nobody`() throws {
    let disk = disk(["partial.read.1": .rots, "partial.read.4": .damages])
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(100, 7), handle, 0)
    let rotten = read(disk, handle, 100)
    #expect(rotten != filled(100, 7))
    #expect(zip(rotten, filled(100, 7)).count { $0 != $1 } == 1)
    #expect(read(disk, handle, 100) == rotten, "it stays wrong")
    disk.showsDamage = false
    #expect(read(disk, handle, 100) == filled(100, 7))
    disk.showsDamage = true
    #expect(read(disk, handle, 100).isEmpty, "the fourth read finds a bad sector")
    #expect(read(disk, handle, 100).isEmpty)
    disk.put(filled(100, 8), handle, 0)
    #expect(read(disk, handle, 100) == filled(100, 8), "a page that is written again is sound")
  }

  @Test func `a misread is over with the next read`() throws {
    let disk = disk(["partial.read.1": .misreads])
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(4_096, 1) + filled(4_096, 2), handle, 0)
    #expect(read(disk, handle, 100) == filled(100, 2))
    #expect(read(disk, handle, 100) == filled(100, 1))
  }

  @Test func `a misdirected write is missing where it was meant and present next to it`() throws {
    let disk = disk(["partial.write.2": .misdirects])
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(8_192, 1), handle, 0)
    #expect(disk.put(filled(4_096, 2), handle, 0).error == nil)
    #expect(read(disk, handle, 8_192) == filled(4_096, 1) + filled(4_096, 2))
    disk.showsDamage = false
    #expect(read(disk, handle, 8_192) == filled(4_096, 2) + filled(4_096, 1))
  }

  @Test(arguments: DiskRefusal.allCases)
  func `a refusal is told and nothing happens`(why: DiskRefusal) throws {
    let verb: DiskVerb = why == .locked ? .create : .rename
    let disk = disk(["source.rename.1": .refuses(why), "source.create.1": .refuses(why)])
    if verb == .create {
      #expect(throws: why.error) { _ = try disk.open(.source(1), .new) }
      #expect(disk.names.isEmpty)
    } else {
      _ = try disk.open(.partial(1), .new)
      #expect(throws: why.error) { try disk.rename(.partial(1), to: .source(1)) }
      #expect(disk.names == [.partial(1)])
    }
    #expect(disk.refusal == why.error)
    disk.beginRequest(2)
    #expect(disk.refusal == nil)
  }

  @Test func `a locked device keeps open files open where it is told to`() throws {
    for level in ProtectionClass.allCases {
      for lock in DeviceLock.allCases {
        let disk = SimulatedDisk()
        disk.protect(.partial, level)
        let handle = try disk.open(.partial(1), .new)
        disk.lock = lock
        let isUsed = disk.put([1], handle, 0).error == nil
        let isOpened = (try? disk.open(.partial(1), .existing)) != nil
        let isMade = (try? disk.open(.partial(2), .new)) != nil
        #expect((try? disk.open(.source(1), .new)) != nil, "another role is not protected")
        let isClosed =
          lock != .unlocked
          && (level == .complete || (level == .untilFirstUnlock && lock == .neverUnlocked))
        #expect(isUsed == !isClosed && isMade == !isClosed, "\(level) \(lock)")
        let isShut = isClosed || (level == .completeUnlessOpen && lock != .unlocked)
        #expect(isOpened == !isShut, "\(level) \(lock)")
        disk.lock = .unlocked
        #expect(disk.put([1], handle, 0).error == nil)
      }
    }
  }

  @Test func `a role has its own room`() throws {
    let disk = SimulatedDisk()
    disk.setQuota(10, for: .journal)
    disk.setQuota(0, for: .leaf)
    let journal = try disk.open(.historyJournal, .new)
    #expect(disk.put(filled(20, 1), journal, 0).count == 10)
    #expect(disk.put(filled(1, 1), journal, 10).count == 0)
    #expect(disk.put(filled(10, 2), journal, 0).error == nil, "what it has may be changed")
    let other = try disk.open(.partial(1), .new)
    #expect(disk.put(filled(20, 1), other, 0).error == nil)
    #expect(throws: DiskError.noSpace) { _ = try disk.open(.leaf(1, index: 0), .new) }
    disk.setQuota(nil, for: .leaf)
    _ = try disk.open(.leaf(1, index: 0), .new)
  }

  @Test func `room that goes away goes away from that operation on`() throws {
    let disk = disk(["partial.write.2": .leaves(5)])
    let handle = try disk.open(.partial(1), .new)
    #expect(disk.put(filled(20, 1), handle, 0).error == nil)
    #expect(disk.put(filled(20, 2), handle, 20).count == 5)
    #expect(disk.refusal == .noSpace)
  }

  @Test func `a file that is replaced is empty, and its writer writes into the void`() throws {
    let disk = disk(["partial.write.2": .replaced])
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(20, 1), handle, 0)
    #expect(disk.put(filled(20, 2), handle, 20).error == nil)
    #expect(disk.content(.partial(1)) == [])
  }

  @Test func `a fault that does not fit an operation leaves it as it is and is counted`() throws {
    let disk = disk(["partial.write.1": .lies, "partial.create.1": .misreads])
    let handle = try disk.open(.partial(1), .new)
    #expect(disk.put([1], handle, 0).error == nil)
    #expect(disk.unmatchedFaults == 2)
  }
}
