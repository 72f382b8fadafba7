import SimulatedDisk
import Testing

@Suite struct DiskImageTests {
  @Test(arguments: [false, true])
  func `two disks of one image never see each other's changes`(logging: Bool) throws {
    let origin = SimulatedDisk()
    let handle = try origin.open(.history, .new)
    origin.put(filled(10_000, 1), handle, 0)
    let image = origin.image()
    let left = SimulatedDisk(image)
    let right = SimulatedDisk(image)
    if logging { left.startLog() }
    #expect(left.contentHash() == right.contentHash())
    let leftHandle = try left.open(.history, .existing)
    left.put(filled(5_000, 2), leftHandle, 2_000)
    try left.truncate(leftHandle, to: 8_000)
    #expect(right.content(.history) == filled(10_000, 1))
    #expect(SimulatedDisk(image).content(.history) == filled(10_000, 1))
    #expect(origin.content(.history) == filled(10_000, 1))
    #expect(left.contentHash() != right.contentHash())
  }

  @Test func `a disk that is reset forgets its past`() throws {
    let disk = SimulatedDisk()
    let empty = disk.image()
    disk.beginRequest(3, process: 7)
    let handle = try disk.open(.partial(1), .new)
    disk.put(filled(50_000, 9), handle, 0)
    disk.beginRequest(4, process: 8)
    let living = try disk.open(.partial(1), .existing)
    disk.kill(7)
    disk.startLog()
    disk.capacity = 10
    disk.fault = { _ in .failsBefore }
    disk.reset(to: empty)
    #expect(disk.names.isEmpty)
    #expect(disk.usedBytes == 0)
    #expect(!disk.isDead(7))
    #expect(disk.log == nil)
    for past in [handle, living] { #expect(disk.put([1], past, 0).error == .dead) }
    let again = try disk.open(.partial(1), .new)
    // Memory is reused, so a hole must not show what lay there before.
    disk.put([1], again, 6_000)
    #expect(disk.content(.partial(1)) == filled(6_000, 0) + [1])
  }

  @Test func `files that are open without a name are not in an image`() throws {
    let disk = SimulatedDisk()
    let handle = try disk.openTemporary()
    disk.put(filled(100, 1), handle, 0)
    #expect(SimulatedDisk(disk.image()).usedBytes == 0)
  }

  @Test func `the content hash follows names, sizes and bytes, and not the way there`() throws {
    let one = SimulatedDisk()
    let two = SimulatedDisk()
    two.startLog()
    let first = try one.open(.partial(1), .new)
    one.put(filled(5_000, 1), first, 0)
    let second = try two.open(.partial(2), .new)
    two.put(filled(9_000, 2), second, 0)
    two.put(filled(5_000, 1), second, 0)
    try two.truncate(second, to: 5_000)
    #expect(one.contentHash() != two.contentHash())
    try two.rename(.partial(2), to: .partial(1))
    #expect(one.contentHash() == two.contentHash())
    one.put([0], first, 5_000)
    #expect(one.contentHash() != two.contentHash(), "a zero byte more is another file")
  }

  @Test func `equal runs have equal logs, and one other byte shows`() throws {
    func hash(_ last: UInt8) throws -> UInt64? {
      let disk = SimulatedDisk()
      disk.startLog()
      disk.beginRequest(1)
      let handle = try disk.open(.partial(1), .new)
      for index in 0..<5 { disk.put(filled(3_000, UInt8(index)), handle, index * 3_000) }
      try disk.sync(handle, .data)
      disk.put([last], handle, 14_999)
      disk.mark(4)
      try disk.rename(.partial(1), to: .source(1))
      return disk.logHash()
    }
    #expect(try hash(1) == hash(1))
    #expect(try hash(1) != hash(2))
    #expect(try hash(1) != nil)
  }
}
