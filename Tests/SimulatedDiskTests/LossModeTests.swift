import Testing

@testable import SimulatedDisk

/// What a crash takes where the unit of loss is a write, and how a write arrives by halves.
@Suite struct LossModeTests {
  /// Two overlapping writes to a page that was all 7 and durable.
  private func overwritten() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let handle = try disk.open(.history, .new)
    disk.put(filled(8192, 7), handle, 0)
    disk.startLog()
    disk.beginRequest(1)
    disk.put(filled(200, 8), handle, 100)
    // The second half of it is what is there already if the first write arrived.
    disk.put(filled(100, 9) + filled(100, 8), handle, 150)
    disk.close(handle)
    return disk
  }

  private func all(
    _ disk: SimulatedDisk, _ profile: DiskProfile, _ mode: LossMode, garbage: Bool = false
  ) -> [[UInt8]] {
    let states = CrashStates(CrashStates.Shared(disk), profile, mode: mode)
    states.leavesGarbage = garbage
    var found: [[UInt8]] = []
    while states.point < states.shared.steps { states.advance() }
    states.visit { state in
      state.adopt()
      let content = disk.content(.history) ?? []
      if !found.contains(content) { found.append(content) }
    }
    return found
  }

  private func page(_ changes: [(Range<Int>, UInt8)]) -> [UInt8] {
    var page = filled(8192, 7)
    for (range, value) in changes { for index in range { page[index] = value } }
    return page
  }

  @Test func `a page cache keeps no write to a page of which it lost an earlier one`() throws {
    let first: [(Range<Int>, UInt8)] = [(100..<300, 8)]
    let both = first + [(150..<250, 9), (250..<350, 8)]
    let only: [(Range<Int>, UInt8)] = [(150..<250, 9), (250..<350, 8)]
    let pages = all(try overwritten(), .strict, .pages)
    #expect(Set(pages) == [page([]), page(first), page(both)])
    let calls = all(try overwritten(), .strict, .calls)
    for state in [page([]), page(first), page(both), page(only)] {
      #expect(calls.contains(state))
    }
  }

  @Test func `by calls a write within a sector arrives by halves of its bytes`() throws {
    let calls = Set(all(try overwritten(), .strict, .calls))
    // Of the first write, alone: its first half or its second.
    #expect(calls.contains(page([(100..<200, 8)])))
    #expect(calls.contains(page([(200..<300, 8)])))
    // Of the second, alone or over the first.
    #expect(calls.contains(page([(150..<250, 9)])))
    #expect(calls.contains(page([(100..<300, 8), (250..<350, 8)])))
  }

  @Test func `a write of several pages is one unit by calls, and is cut between sectors`() throws {
    let disk = SimulatedDisk()
    let handle = try disk.open(.history, .new)
    disk.put(filled(8192, 7), handle, 0)
    disk.startLog()
    disk.beginRequest(1)
    disk.put(filled(6144, 1), handle, 1024)
    disk.close(handle)
    let found = all(disk, .strict, .calls)
    let wanted = [
      page([]), page([(1024..<7168, 1)]), page([(1024..<4096, 1)]), page([(4096..<7168, 1)]),
    ]
    #expect(Set(found) == Set(wanted))
  }

  @Test func `a file that a torn write made longer ends where the write was cut`() throws {
    let disk = SimulatedDisk()
    let handle = try disk.open(.history, .new)
    disk.put(filled(512, 7), handle, 0)
    try disk.sync(handle, .full)
    disk.startLog()
    disk.beginRequest(1)
    disk.put(filled(2048, 1), handle, 512)
    disk.close(handle)
    let found = all(disk, .strict, .calls)
    let old = filled(512, 7)
    let wanted = [
      old, old + filled(2048, 1), old + filled(1024, 1), old + filled(1024, 0) + filled(1024, 1),
    ]
    #expect(Set(found) == Set(wanted))
  }

  @Test(arguments: LossMode.allCases)
  func `garbage is in the sectors that were being written and nowhere else`(
    mode: LossMode
  ) throws {
    let disk = SimulatedDisk()
    let handle = try disk.open(.history, .new)
    disk.put(filled(8192, 7), handle, 0)
    disk.startLog()
    disk.beginRequest(1)
    disk.put(filled(200, 8), handle, 600)
    disk.close(handle)
    let honest = Set(all(disk, .strict, mode))
    let again = SimulatedDisk()
    let other = try again.open(.history, .new)
    again.put(filled(8192, 7), other, 0)
    again.startLog()
    again.beginRequest(1)
    again.put(filled(200, 8), other, 600)
    again.close(other)
    let spoilt = Set(all(again, .strict, mode, garbage: true)).subtracting(honest)
    #expect(spoilt.count == 1)
    let state = try #require(spoilt.first)
    let old = page([])
    #expect(state[..<512] == old[..<512] && state[1024...] == old[1024...])
    #expect(state[512..<600] != old[512..<600] && state[800..<1024] != old[800..<1024])
  }

  @Test func `a kill leaves one state by calls as well`() throws {
    let disk = try overwritten()
    let found = all(disk, .kill, .calls)
    #expect(found == [page([(100..<300, 8), (150..<250, 9), (250..<350, 8)])])
  }

  @Test func `every call, sync and mark is a point, and nothing within a call`() throws {
    let disk = SimulatedDisk()
    disk.startLog()
    disk.beginRequest(1)
    let handle = try disk.open(.history, .new)
    disk.put(filled(9000, 1), handle, 0)
    disk.mark(1)
    try disk.sync(handle, .full)
    // Durable already: nothing else can be lost than before.
    try disk.syncDirectory(owing: .history)
    try disk.syncDirectory(owing: .history)
    disk.close(handle)
    let states = CrashStates(CrashStates.Shared(disk), .strict, mode: .calls)
    var points: [Int] = []
    states.visitAll { if points.last != $0.point { points.append($0.point) } }
    // Nothing yet; the name; three pages and a size; the mark; the sync; the first directory sync.
    #expect(points == [0, 1, 5, 6, 7, 8])
  }
}
