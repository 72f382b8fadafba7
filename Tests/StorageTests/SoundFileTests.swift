import SimulatedDisk
import Storage
import Testing

@Suite(.serialized) struct SoundFileTests {
  /// A capture of 3,000 frames in chunks of 500, durable after every second chunk.
  struct Capture {
    var durable = 0
    var frames = 0
    var failure: SoundFailure?
  }

  private func capture(_ disk: SimulatedDisk) -> Capture {
    var capture = Capture()
    do throws(SoundFailure) {
      let writer = try SoundFileWriter(disk, creating: .partial(1))
      defer { writer.abandon() }
      do throws(SoundFailure) {
        for chunk in 0..<6 {
          try writer.append(ramp(500, from: chunk * 500).span)
          capture.frames = writer.frames
          if chunk % 2 == 1 {
            try writer.makeDurable()
            capture.durable = writer.durableFrames
          }
        }
        try writer.close()
      } catch {
        capture.frames = writer.frames
        throw error
      }
    } catch {
      capture.failure = error
    }
    return capture
  }

  @Test func `what was written reads back, for libsndfile and for a strict reader`() throws {
    let disk = SimulatedDisk()
    #expect(capture(disk).failure == nil)
    let facts = try #require(WaveFacts(inspecting: .partial(1), on: disk))
    #expect(facts.problems.isEmpty)
    #expect(facts.frames == 3_000)
    #expect(facts.headerFrames == 3_000)
    #expect(facts.dataOffset == SoundFormat.headerBytes)
    #expect(facts.bytes == SoundFormat.headerBytes + 6_000)
    let reader = try SoundFileReader(disk, opening: .partial(1))
    #expect(reader.rate == SoundFormat.rate)
    #expect(reader.channels == 1)
    #expect(try reader.readAll() == ramp(3_000))
    #expect(try reader.read(from: 2_990, count: 50) == ramp(10, from: 2_990))
    #expect(try reader.read(from: 5_000, count: 5).isEmpty)
    reader.close()
    #expect(disk.openHandles(of: 0) == 0)
  }

  @Test func `the audio is synced before the header that announces it, and the header after`()
    throws
  {
    let disk = SimulatedDisk()
    disk.startLog()
    let writer = try SoundFileWriter(disk, creating: .partial(1))
    try writer.append(ramp(5_000).span)
    let before = try #require(disk.log).records.count
    try writer.makeDurable()
    let steps = try #require(disk.log).records.dropFirst(before).map(\.verb)
    #expect(steps.first == .sync)
    #expect(steps.last == .sync)
    #expect(steps.dropFirst().dropLast().allSatisfy { $0 == .write })
    #expect(steps.count > 2)
    #expect(disk.requestCounts[.partial, .directorySync] == 1)
  }

  @Test func `a file that exists is never overwritten by a new capture`() throws {
    let disk = SimulatedDisk()
    #expect(capture(disk).failure == nil)
    let second = capture(disk)
    #expect(second.failure == SoundFailure(phase: .open, error: .exists, offset: 0))
    #expect(WaveFacts(inspecting: .partial(1), on: disk)?.strictFrames == 3_000)
  }

  /// libsndfile's own answers would call most of these files good.
  @Test(arguments: [DiskFault.failsBefore, .failsAfter, .noSpace(accepting: 7)])
  func `an error in any operation is reported, also inside close`(fault: DiskFault) {
    var phases: Set<SoundFailure.Phase> = []
    for target in 1... {
      let disk = SimulatedDisk()
      var count = 0
      disk.fault = { operation in
        guard operation.verb != .read else { return nil }
        count += 1
        return count == target ? fault : nil
      }
      let result = capture(disk)
      guard count >= target else {
        #expect(result.failure == nil)
        #expect(target > 20)
        break
      }
      #expect(result.failure != nil, "operation \(target)")
      if let phase = result.failure?.phase { phases.insert(phase) }
      #expect(disk.openHandles(of: 0) == 0)
    }
    #expect(phases.isSuperset(of: [.open, .append, .header, .sync, .close]))
  }

  @Test func `a disk that is full at any byte is noticed, and what it took is counted`() throws {
    for room in 0...6_100 where room % 61 == 0 || room < 50 || room > 6_040 {
      let disk = SimulatedDisk()
      disk.capacity = room
      let result = capture(disk)
      let facts = try #require(WaveFacts(inspecting: .partial(1), on: disk))
      #expect((result.failure == nil) == (room >= 6_044), "room \(room)")
      if let failure = result.failure { #expect(failure.error == .noSpace) }
      #expect(result.frames == max(0, min(room, 6_044) - 44) / 2, "room \(room)")
      #expect(facts.bytes == min(room, 6_044))
      #expect(facts.framesByLength >= result.durable)
    }
  }

  @Test func `short writes are carried on`() throws {
    let disk = SimulatedDisk()
    disk.fault = { $0.verb == .write && $0.count > 300 ? .short(299) : nil }
    #expect(capture(disk).failure == nil)
    #expect(try SoundFileReader(disk, inspecting: .partial(1)).readAll() == ramp(3_000))
  }

  @Test func `the first error stays, whatever follows`() throws {
    let disk = SimulatedDisk()
    let writer = try SoundFileWriter(disk, creating: .partial(1))
    disk.fault = { $0.verb == .write ? .noSpace(accepting: 10) : nil }
    let first = try #require(
      #expect(throws: SoundFailure.self) { try writer.append(ramp(100).span) })
    #expect(writer.frames == 5)
    disk.fault = nil
    #expect(throws: first) { try writer.append(ramp(100).span) }
    #expect(throws: first) { try writer.makeDurable() }
    #expect(throws: first) { try writer.close() }
    #expect(disk.size(of: .partial(1)) == 54)
  }

  @Test func `a capture killed at any operation keeps every frame that was called durable`() throws
  {
    for done in [false, true] {
      for target in 1... {
        let disk = SimulatedDisk()
        var count = 0
        disk.fault = { _ in
          count += 1
          return count == target ? .kills(done: done) : nil
        }
        let result = capture(disk)
        if count < target { break }
        #expect(result.failure?.error == .dead)
        guard let facts = WaveFacts(inspecting: .partial(1), on: disk) else {
          #expect(result.durable == 0)
          continue
        }
        #expect(facts.framesByLength >= result.durable)
        #expect(facts.believedFrames >= result.durable)
        if result.durable > 0 {
          let lenient = try SoundFileReader(disk, inspecting: .partial(1))
          #expect(try lenient.read(from: 0, count: result.durable) == ramp(result.durable))
        }
      }
    }
  }

  @Test func `a stall is an error of the writer, and nothing more is written`() throws {
    let disk = SimulatedDisk()
    disk.fault = { $0.description == "partial.sync.1" ? .stalls : nil }
    let result = capture(disk)
    #expect(result.failure?.error == .stalled)
    #expect(result.durable == 0)
    #expect(disk.stalled?.description == "partial.sync.1")
  }

  @Test func `a file that vanishes takes the frames with it and nobody is told`() throws {
    let disk = SimulatedDisk()
    disk.fault = { $0.description == "partial.write.4" ? .vanishes : nil }
    #expect(capture(disk).failure == nil)
    #expect(WaveFacts(inspecting: .partial(1), on: disk) == nil)
  }

  @Test func `an export holds exactly its range`() throws {
    let disk = SimulatedDisk()
    let writer = try SoundFileWriter(disk, creating: .source(1))
    try writer.append(ramp(20_000).span)
    try writer.close()
    let first = try #require(FileName.leaf(1, 3))
    #expect(
      try SoundExport.copy(.source(1), from: 1_234, count: 17_000, to: first, on: disk) == 17_000)
    #expect(try SoundFileReader(disk, inspecting: first).readAll() == ramp(17_000, from: 1_234))
    #expect(WaveFacts(inspecting: first, on: disk)?.strictFrames == 17_000)
    let last = try #require(FileName.leaf(1, 4))
    #expect(
      try SoundExport.copy(.source(1), from: 19_000, count: 5_000, to: last, on: disk) == 1_000)
    #expect(try SoundFileReader(disk, inspecting: .source(1)).readAll() == ramp(20_000))
    #expect(disk.openHandles(of: 0) == 0)
  }

  @Test func `an export that cannot read its source fails`() throws {
    let disk = SimulatedDisk()
    #expect(capture(disk).failure == nil)
    let leaf = try #require(FileName.leaf(1, 0))
    disk.fault = { $0.verb == .read && $0.offset + $0.count > 500 ? .failsBefore : nil }
    let failure = #expect(throws: SoundFailure.self) {
      _ = try SoundExport.copy(.partial(1), from: 0, count: 3_000, to: leaf, on: disk)
    }
    #expect(failure?.error == .inputOutput)
    #expect(throws: SoundFailure(phase: .open, error: .notFound, offset: 0)) {
      _ = try SoundExport.copy(.source(9), from: 0, count: 1, to: .partial(9), on: disk)
    }
  }
}
