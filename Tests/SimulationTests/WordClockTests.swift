import Contract
import Simulation
import Testing

/// A small generator of its own, so that the tests try the same audio every day.
struct TestNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func next(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}

func audio(_ clip: UInt16, _ from: Int, _ count: Int) -> [Int16] {
  var samples: [Int16] = []
  WordClock.append(.clip(clip, from: from, count: count), to: &samples)
  return samples
}

func noise(_ count: Int, _ numbers: inout TestNumbers) -> [Int16] {
  (0..<count).map { _ in Int16(truncatingIfNeeded: numbers.next()) }
}

/// The 44 bytes before the samples of a WAV file, read as samples.
func header(dataBytes: UInt32) -> [Int16] {
  let size = dataBytes + 36
  let words: [UInt32] = [
    0x4646_4952, size, 0x4556_4157, 0x2074_6D66, 16, 0x0001_0001, 16_000, 32_000, 0x0010_0002,
    0x6174_6164, dataBytes,
  ]
  return words.flatMap {
    [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: $0 >> 16)]
  }
}

@Suite("Word clock: locating audio")
struct WordClockTests {
  @Test("Every slice of at least seven samples says exactly where it comes from")
  func slices() {
    var numbers = TestNumbers(1)
    for round in 0..<10_000 {
      let clip = UInt16(numbers.next(0..<WordClock.clipLimit))
      let count = numbers.next(round % 200 == 0 ? 7..<40_000 : 7..<40)
      let from = numbers.next(0..<WordClock.clipSampleLimit - count)
      #expect(WordClock.decode(audio(clip, from, count)) == [.clip(clip, from: from, count: count)])
    }
  }

  @Test("The first and the last samples of the first and the last clip are located")
  func edges() {
    for clip in [0, UInt16(WordClock.clipLimit - 1)] {
      for count in 7...24 {
        for from in [0, 1, 2, 3, 7_990, 8_000, WordClock.clipSampleLimit - count] {
          let runs = WordClock.decode(audio(clip, from, count))
          #expect(runs == [.clip(clip, from: from, count: count)])
        }
      }
      let from = WordClock.clipSampleLimit - 20_000
      #expect(
        WordClock.decode(audio(clip, from, 20_000)) == [.clip(clip, from: from, count: 20_000)])
    }
  }

  @Test("Fewer samples are never located, so never wrongly")
  func tooShort() {
    for count in 0...6 {
      for from in 0..<2_000 {
        let runs = WordClock.decode(audio(3, from, count))
        #expect(runs.map(\.count).reduce(0, +) == count)
        #expect(WordClock.words(heardIn: runs).isEmpty)
        for run in runs {
          if case .clip = run { Issue.record("\(count) samples from \(from) became \(run)") }
        }
      }
    }
  }

  @Test("Filling writes the single samples, and nothing outside the range")
  func filling() {
    var numbers = TestNumbers(2)
    for _ in 0..<300 {
      let from = numbers.next(0..<3) * 8_000 + numbers.next(0..<8_000)
      let count = numbers.next(0..<20_000)
      let start = numbers.next(0..<9)
      var buffer = [Int16](repeating: 7, count: start + count + 5)
      var span = buffer.mutableSpan
      WordClock.fill(&span, start..<start + count, clip: 9, from: from)
      #expect(buffer[..<start].allSatisfy { $0 == 7 })
      #expect(buffer[(start + count)...].allSatisfy { $0 == 7 })
      for offset in stride(from: 0, to: count, by: 1 + count / 200) {
        #expect(buffer[start + offset] == WordClock.sample(clip: 9, index: from + offset))
      }
    }
  }

  @Test("Audio is never digital silence: no two samples in a row are zero")
  func neverSilent() {
    let samples = audio(77, 0, 1_000_000)
    var zeros = 0
    var pairs = 0
    for index in samples.indices where samples[index] == 0 {
      zeros += 1
      if index > 0, samples[index - 1] == 0 { pairs += 1 }
    }
    #expect(pairs == 0)
    #expect(zeros > 0, "single zeros do occur, and are audio")
  }

  @Test("Noise and silence are told apart and never taken for audio")
  func noClip() {
    var numbers = TestNumbers(3)
    #expect(WordClock.decode(noise(700_000, &numbers)) == [.junk(700_000)])
    #expect(WordClock.decode([Int16](repeating: 0, count: 1)) == [.zeros(1)])
    #expect(WordClock.decode([Int16](repeating: 0, count: 300_000)) == [.zeros(300_000)])
    #expect(WordClock.decode([]) == [])
  }

  @Test("Words of 18 hours and of thousands of clips do not resemble each other")
  func distinct() {
    // The same position of other words and clips: the audio most alike.
    for (clip, word) in [(UInt16(5), 0), (5, 1), (5, 16_384), (5, 131_071), (6, 0), (16_383, 0)] {
      let from = word * WordClock.samplesPerWord + 4_000
      #expect(WordClock.decode(audio(clip, from, 8)) == [.clip(clip, from: from, count: 8)])
    }
  }
}

@Suite("Word clock: what goes wrong with files")
struct WordClockFaultTests {
  @Test("A header read as audio is junk before the clip", arguments: [0, 40_000, 131_072])
  func header(dataBytes: UInt32) {
    let samples = SimulationTests.header(dataBytes: dataBytes) + audio(1, 0, 20_000)
    #expect(WordClock.decode(samples) == [.junk(22), .clip(1, from: 0, count: 20_000)])
  }

  @Test("A lost page is zeros between two runs that fit")
  func lostPage() {
    var file = SimulationTests.header(dataBytes: 32_000) + audio(1, 0, 16_000)
    for index in 4_096..<6_144 { file[index] = 0 }
    #expect(
      WordClock.decode(file) == [
        .junk(22), .clip(1, from: 0, count: 4_074), .zeros(2_048),
        .clip(1, from: 6_122, count: 16_000 - 6_122),
      ])
  }

  @Test("A page of another recording at its own place is cut at the page, behind a header too")
  func stalePage() {
    for start in [22, 0] {
      let head = Array(SimulationTests.header(dataBytes: 32_000)[..<start])
      var file = head + audio(1, 0, 16_000)
      let other = head + audio(2, 0, 16_000)
      file.replaceSubrange(4_096..<6_144, with: other[4_096..<6_144])
      #expect(
        WordClock.decode(file).filter { $0 != .junk(22) } == [
          .clip(1, from: 0, count: 4_096 - start), .clip(2, from: 4_096 - start, count: 2_048),
          .clip(1, from: 6_144 - start, count: 16_000 + start - 6_144),
        ])
    }
  }

  @Test("A torn sector is junk of its size")
  func tornSector() {
    var numbers = TestNumbers(4)
    for sector in 1..<50 {
      var samples = audio(1, 0, 16_000)
      let place = sector * 256
      samples.replaceSubrange(place..<place + 256, with: noise(256, &numbers))
      #expect(
        WordClock.decode(samples) == [
          .clip(1, from: 0, count: place), .junk(256),
          .clip(1, from: place + 256, count: 16_000 - place - 256),
        ])
    }
  }

  @Test("One dropped sample shows where it is missing")
  func droppedSample() {
    for place in 4_000..<4_100 {
      var samples = audio(1, 0, 16_000)
      samples.remove(at: place)
      #expect(
        WordClock.decode(samples) == [
          .clip(1, from: 0, count: place), .clip(1, from: place + 1, count: 15_999 - place),
        ])
    }
  }

  @Test("One changed sample is junk, or silence, of length one")
  func changedSample() {
    for place in 4_000..<4_100 {
      var samples = audio(1, 0, 16_000)
      let silenced = samples[place] != 0
      samples[place] = silenced ? 0 : 1
      #expect(
        WordClock.decode(samples) == [
          .clip(1, from: 0, count: place), silenced ? .zeros(1) : .junk(1),
          .clip(1, from: place + 1, count: 15_999 - place),
        ])
    }
  }

  @Test("Swapped chunks, a doubled second and a lost second show as such")
  func moved() {
    let chunk = WordClock.samplesPerWord
    let swapped = audio(1, 0, chunk) + audio(1, 2 * chunk, chunk) + audio(1, chunk, chunk)
    #expect(
      WordClock.decode(swapped) == [
        .clip(1, from: 0, count: chunk), .clip(1, from: 2 * chunk, count: chunk),
        .clip(1, from: chunk, count: chunk),
      ])
    for start in [20_000, 20_002] {
      let doubled = audio(1, 0, start) + audio(1, start - 16_000, 40_000)
      #expect(
        WordClock.decode(doubled) == [
          .clip(1, from: 0, count: start), .clip(1, from: start - 16_000, count: 40_000),
        ])
      let lost = audio(1, 0, start) + audio(1, start + 16_000, 40_000)
      #expect(
        WordClock.decode(lost) == [
          .clip(1, from: 0, count: start), .clip(1, from: start + 16_000, count: 40_000),
        ])
    }
  }

  @Test("Another recording's audio at the same place is told apart at every chunk")
  func otherClip() {
    for chunk in 1..<100 {
      let cut = 4 * 400 * chunk
      let samples = audio(1, 0, cut) + audio(2, cut, 2_000)
      #expect(
        WordClock.decode(samples) == [
          .clip(1, from: 0, count: cut), .clip(2, from: cut, count: 2_000),
        ])
    }
  }

  @Test("An odd byte offset is found and named")
  func oddOffset() {
    let bytes = audio(1, 4_321, 16_000).flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let whole: [AudioRun] = [.clip(1, from: 4_321, count: 16_000)]
    #expect(WordClock.decode(bytes: bytes).runs == whole)
    #expect(!WordClock.decode(bytes: bytes).isShiftedByOneByte)

    let added = WordClock.decode(bytes: [0x55] + bytes)
    #expect(added.isShiftedByOneByte)
    #expect(added.runs == whole)

    let removed = WordClock.decode(bytes: Array(bytes.dropFirst()))
    #expect(removed.isShiftedByOneByte)
    #expect(removed.runs == [.clip(1, from: 4_322, count: 15_999)])

    let nothing = WordClock.decode(bytes: [1, 2, 3])
    #expect(!nothing.isShiftedByOneByte)
    #expect(nothing.runs == [.junk(1)])
  }
}
