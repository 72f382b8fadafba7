import SimulatedDisk
import Storage
import Testing

@Suite(.serialized) struct WaveFactsTests {
  private func bytes(_ frames: Int) throws -> [UInt8] {
    let disk = SimulatedDisk()
    let writer = try SoundFileWriter(disk, creating: .source(1))
    try writer.append(ramp(frames).span)
    try writer.close()
    var bytes = [UInt8](repeating: 0, count: try #require(disk.size(of: .source(1))))
    var span = bytes.mutableSpan
    _ = disk.inspect(.source(1), at: 0, into: &span)
    return bytes
  }

  private func disk(_ bytes: [UInt8]) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let handle = try disk.open(.source(1), .new)
    _ = disk.write(bytes.span, to: handle, at: 0)
    disk.close(handle)
    return disk
  }

  private func facts(_ bytes: [UInt8]) throws -> WaveFacts {
    try #require(WaveFacts(inspecting: .source(1), on: disk(bytes)))
  }

  private func set(_ bytes: [UInt8], _ offset: Int, _ value: Int, _ count: Int = 4) -> [UInt8] {
    var changed = bytes
    for index in 0..<count {
      changed[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
    return changed
  }

  @Test func `each kind of damage is told apart`() throws {
    let good = try bytes(100)
    let cases: [(String, [UInt8], WaveProblems)] = [
      ("sound", good, []),
      ("empty", [], .notWave),
      ("other magic", set(good, 0, 0x4646_4952 ^ 1), .notWave),
      ("RIFF size of an unclosed file", set(good, 4, 8), .riffLength),
      ("RIFF one too long", set(good, 4, 237), .riffLength),
      ("data size 0", set(good, 40, 0), [.zeroData, .dataNotAnnounced]),
      ("data beyond the file", set(good, 40, 202), .dataBeyondFile),
      ("data short of the file", set(good, 40, 198), .dataNotAnnounced),
      ("odd data size", set(good, 40, 199), .partialFrame),
      ("rate", set(good, 24, 44_100), [.otherFormat, .byteRate]),
      ("byte rate", set(good, 28, 16_000), .byteRate),
      ("frame bytes", set(good, 32, 4, 2), .byteRate),
      ("two channels", set(good, 22, 2, 2), [.otherFormat, .byteRate]),
      ("float", set(good, 20, 3, 2), .otherFormat),
      ("format chunk too short", set(good, 16, 14), [.noFormat, .noData]),
      ("no data chunk", set(good, 36, 0x6B6E_756A), .noData),
      ("one byte more", good + [0], [.riffLength, .dataNotAnnounced, .partialFrame]),
    ]
    for (name, bytes, problems) in cases {
      let found = try facts(bytes)
      #expect(found.problems == problems, "\(name): \(found.problems)")
      #expect(found.strictFrames == (problems.isEmpty ? 100 : 0), "\(name)")
    }
  }

  @Test func `chunks around the data are no problem`() throws {
    let good = try bytes(100)
    let list: [UInt8] = Array("LIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
    let before = set(Array(good[..<36]) + list + Array(good[36...]), 4, 236 + 12)
    let behind = set(good + list, 4, 236 + 12)
    for bytes in [before, behind] {
      let found = try facts(bytes)
      #expect(found.problems.isEmpty, "\(found.problems)")
      #expect(found.strictFrames == 100)
      #expect(found.framesByLength == 100)
    }
  }

  @Test func `a file cut anywhere is never sound, and keeps the frames it has`() throws {
    let good = try bytes(100)
    for length in 0..<good.count {
      let found = try facts(Array(good[..<length]))
      #expect(!found.problems.isEmpty, "length \(length)")
      #expect(found.strictFrames == 0)
      #expect(found.framesByLength == max(0, length - 44) / 2)
      if length >= 46 {
        // libsndfile is lenient: it plays what is there.
        let reader = try SoundFileReader(disk(Array(good[..<length])), inspecting: .source(1))
        #expect(reader.frames == (length - 44) / 2, "length \(length)")
      }
    }
  }

  @Test func `an unclosed file is empty for one reader and whole for another`() throws {
    // As libsndfile leaves it when it is killed before the first header update.
    let unclosed = set(set(try bytes(100), 4, 8), 40, 0)
    let found = try facts(unclosed)
    #expect(found.strictFrames == 0)
    #expect(found.believedFrames == 0)
    #expect(found.framesByLength == 100)
    #expect(try SoundFileReader(disk(unclosed), inspecting: .source(1)).frames == 100)
  }

  @Test func `arbitrary bytes are refused or told apart, never trusted`() throws {
    let good = try bytes(50)
    var state: UInt64 = 1
    for _ in 0..<2_000 {
      var bytes = good
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % 44] = UInt8(truncatingIfNeeded: state >> 25)
      }
      let found = try facts(bytes)
      #expect(found.frames <= 72)
      if found.problems.isEmpty { #expect(found.strictFrames <= 50) }
    }
  }

  @Test func `a validation can fail like any reading`() throws {
    let disk = try disk(bytes(10))
    disk.fault = { $0.verb == .read ? .failsBefore : nil }
    #expect(throws: DiskError.inputOutput) { _ = try WaveFacts(opening: .source(1), on: disk) }
    #expect(throws: DiskError.notFound) { _ = try WaveFacts(opening: .source(2), on: disk) }
    disk.fault = nil
    #expect(try WaveFacts(opening: .source(1), on: disk).strictFrames == 10)
    #expect(disk.openHandles(of: 0) == 0)
  }
}
