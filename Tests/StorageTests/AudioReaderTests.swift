import SimulatedDisk
import Storage
import Testing

/// One file, four readers.
@Suite(.serialized) struct AudioReaderTests {
  private static let frames = 100

  /// A file of a hundred frames whose sizes say something else.
  private func inspect(
    riff: Int? = nil, data: Int? = nil, filler: Int = 0, cutTo: Int? = nil
  ) throws -> InspectedAudio {
    let disk = SimulatedDisk()
    let writer = try SoundFileWriter(disk, creating: .source(1))
    try writer.append(ramp(Self.frames).span)
    try writer.close()
    var bytes = [UInt8](repeating: 0, count: try #require(disk.size(of: .source(1))))
    var span = bytes.mutableSpan
    _ = disk.inspect(.source(1), at: 0, into: &span)
    if let data { set(&bytes, 40, data) }
    if filler > 0 {
      var chunk = Array("FLLR".utf8) + [UInt8](repeating: 0, count: 4 + filler)
      set(&chunk, 4, filler)
      bytes.insert(contentsOf: chunk, at: 36)
      set(&bytes, 4, bytes.count - 8)
    }
    if let riff { set(&bytes, 4, riff) }
    let changed = SimulatedDisk()
    let handle = try changed.open(.source(1), .new)
    _ = changed.write(bytes.span.extracting(first: cutTo ?? bytes.count), to: handle, at: 0)
    changed.close(handle)
    return try #require(InspectedAudio(.source(1), on: changed))
  }

  private func set(_ bytes: inout [UInt8], _ offset: Int, _ value: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }

  private func found(_ audio: InspectedAudio) -> [Int] {
    AudioReader.allCases.map { audio.frames(for: $0) }
  }

  @Test func `the readers have names and an order`() {
    #expect(
      AudioReader.allCases.map(\.rawValue) == ["strict", "apple-like", "lenient", "length-repair"])
  }

  @Test func `a sound file is the same for everybody`() throws {
    #expect(try found(inspect()) == [100, 100, 100, 100])
    #expect(try found(inspect(filler: 4_044)) == [100, 100, 100, 100])
  }

  @Test func `what libsndfile left unclosed is whole for two of them`() throws {
    #expect(try found(inspect(riff: 8, data: 0)) == [0, 0, 100, 100])
  }

  /// An audio file of Apple's before it is closed: 4,096 bytes up to the data, which announces none.
  @Test func `what Apple's writer left unclosed only a repair can save`() throws {
    #expect(try found(inspect(riff: 4_088, data: 0, filler: 4_044)) == [0, 0, 0, 100])
  }

  @Test func `a header that lags behind announces what it announces`() throws {
    #expect(try found(inspect(riff: 36 + 160, data: 160)) == [0, 80, 80, 100])
  }

  @Test func `a header that hurries ahead costs a strict reader everything`() throws {
    #expect(try found(inspect(cutTo: 44 + 120)) == [0, 60, 60, 60])
  }

  @Test func `what is no recording is nothing for anybody`() throws {
    #expect(try found(inspect(cutTo: 30)) == [0, 0, 0, 0])
    #expect(InspectedAudio(.source(2), on: SimulatedDisk()) == nil)
  }
}
