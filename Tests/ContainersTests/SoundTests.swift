import Containers
import Contract
import Simulation
import Storage
import Testing

@Suite("The sound in a file")
struct SoundTests {
  @Test(arguments: Fixture.truth.filter { $0.clip != nil })
  func `the word clock is heard in all of it, also where no header counts it`(
    _ row: Truth
  ) throws {
    let source = MemoryBytes(try Fixture.bytes(row.file))
    let inspection = Inspection(source)
    let start = try #require(inspection.soundOffset)
    let range = start..<start + inspection.soundBytes
    var samples = SoundSurvey(source)?.samples ?? []
    if case .pcm(let pcm)? = inspection.coding {
      samples = try #require(pcm.samples(source, in: range, most: .max))
    }
    let held = try #require(row.held)
    #expect(WordClock.decode(samples) == [.clip(7, from: 0, count: held)])
  }

  @Test(arguments: Fixture.truth.filter { $0.codec?.hasPrefix("pcm") == true && $0.held == 9_600 })
  func `the level is the same in every coding`(_ row: Truth) throws {
    let source = MemoryBytes(try Fixture.bytes(row.file))
    let inspection = Inspection(source)
    guard case .pcm(let pcm)? = inspection.coding, let start = inspection.soundOffset else {
      Issue.record("no samples")
      return
    }
    let level = SoundLevel(source, in: start..<start + inspection.soundBytes, of: pcm)
    #expect(level.samples == 9_600)
    let written = (0..<9_600).map { Int(WordClock.sample(clip: 7, index: $0).magnitude) }
    #expect(level.peak == written.max())
    #expect(!level.isAllZero && level.longestSilence.count < 4 && level.invalid == 0)
  }

  @Test func `a page of zeros shows as silence, with its place`() throws {
    var bytes = try Fixture.bytes("finished.wav")
    // A page, and one sample more: an odd number of them.
    for index in 8_192..<12_290 { bytes[index] = 0 }
    let source = MemoryBytes(bytes)
    let inspection = Inspection(source)
    #expect(inspection.state == .complete)
    guard case .pcm(let pcm)? = inspection.coding else { return }
    let level = SoundLevel(source, in: 44..<bytes.count, of: pcm)
    #expect(level.longestSilence == 4_074..<4_074 + 2_049)
  }

  @Test func `digital silence is told from sound, in every width`() throws {
    for (bits, silence) in [(8, UInt8(128)), (16, 0), (24, 0), (32, 0)] {
      let data = [UInt8](repeating: silence, count: 480)
      let source = MemoryBytes(Wave.bytes(data, channels: 1, bits: bits))
      let inspection = Inspection(source)
      guard case .pcm(let pcm)? = inspection.coding else {
        Issue.record("\(bits) bits are no samples")
        continue
      }
      let level = SoundLevel(source, in: 44..<524, of: pcm)
      #expect(level.isAllZero && level.peak == 0, "\(bits)")
      var loud = data
      loud[240] = 0x7F
      let other = SoundLevel(
        MemoryBytes(Wave.bytes(loud, channels: 1, bits: bits)), in: 44..<524, of: pcm)
      #expect(!other.isAllZero, "\(bits)")
    }
  }
}

/// WAV files made by hand.
enum Wave {
  static func bytes(
    _ data: [UInt8], channels: Int, bits: Int, rate: Int = 16_000, tag: Int = 1, block: Int? = nil,
    claim: Int? = nil, extra: [UInt8] = []
  ) -> [UInt8] {
    let block = block ?? channels * bits / 8
    let format =
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * block, 4)
      + little(block, 2) + little(bits, 2) + extra
    let size = 4 + 8 + format.count + 8 + (claim ?? data.count)
    return Array("RIFF".utf8) + little(size, 4) + Array("WAVEfmt ".utf8) + little(format.count, 4)
      + format + Array("data".utf8) + little(claim ?? data.count, 4) + data
  }

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
