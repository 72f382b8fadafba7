public import Contract

// Real speech that a case can be played with, in place of the word clock's audio.
//
// It is heard in the same terms: where in the clip samples come from, and which words are in them
// (boundary, section 6). What finds the place is not a code in the samples but the samples
// themselves: every sixteenth window of eight is in an index, no window occurs twice, and what
// agrees around a hit is one run. A word is heard by the run that contains its middle.

/// A stretch of speech and when each of its words is said.
public struct SpeechFixture: Hashable, Sendable {
  /// A word and the samples in which it is said.
  public struct Word: Hashable, Sendable {
    /// How it is spelled.
    public var spelling: String
    /// The first sample.
    public var from: Int
    /// The first sample after it.
    public var to: Int

    /// The sample by which it is heard.
    public var anchor: Int { from + (to - from) / 2 }

    /// Makes a word.
    public init(_ spelling: String, from: Int, to: Int) {
      self.spelling = spelling
      self.from = from
      self.to = to
    }
  }

  /// What is wrong with a fixture.
  public enum Flaw: Error, Hashable, Sendable {
    /// A word has no samples, ends after the speech or begins before the word before it ends; or
    /// it has no letters, or a blank in it.
    case word(Int)
    /// Eight samples in the index occur a second time, at this place.
    case ambiguous(at: Int)
    /// The bytes are not a closed WAV file of one channel, 16 bit and 16,000 Hz.
    case notWave
  }

  private struct Entry: Hashable, Sendable {
    var key: Window
    var place: Int32
  }

  /// The samples, at 16,000 Hz.
  public let samples: [Int16]
  /// The words, in order.
  public let words: [Word]
  private let index: [Entry]

  /// Makes a fixture.
  ///
  /// - Throws: the first flaw, because a fixture that could be misheard would blame an engine.
  public init(samples: [Int16], words: [Word]) throws(Flaw) {
    var end = 0
    for (n, word) in words.enumerated() {
      let isSpelled = !word.spelling.isEmpty && !word.spelling.contains(" ")
      guard isSpelled, word.from >= end, word.to > word.from, word.to <= samples.count else {
        throw .word(n)
      }
      end = word.to
    }
    var entries: [Entry] = []
    for place in stride(from: 0, through: samples.count - Window.length, by: Window.stride) {
      entries.append(Entry(key: Window(samples.span, at: place), place: Int32(place)))
    }
    entries.sort { $0.key < $1.key }
    self.samples = samples
    self.words = words
    index = entries
    for place in 0..<max(0, samples.count - Window.length + 1) {
      if let found = find(Window(samples.span, at: place)), found != place {
        throw .ambiguous(at: place)
      }
    }
  }

  /// How long it is.
  public var length: Nanoseconds {
    Nanoseconds(Int64(samples.count) * 1_000_000_000 / Int64(sampleRate))
  }

  /// The words that are heard in runs, by place, in the order of the audio.
  public func words(heardIn runs: [AudioRun]) -> [Int] {
    var heard: [Int] = []
    for run in runs {
      guard case .clip(_, let from, let count) = run else { continue }
      for (n, word) in words.enumerated()
      where word.anchor >= from && word.anchor < from + count { heard.append(n) }
    }
    return heard
  }

  // MARK: Samples

  /// Appends what a run of a clip that plays this fixture stands for. Behind the end of the
  /// speech a clip goes on in the word clock's audio, in which no word is said.
  public func append(_ run: AudioRun, to out: inout [Int16]) {
    guard case .clip(let clip, let from, let count) = run else {
      return WordClock.append(run, to: &out)
    }
    let end = min(from + count, samples.count)
    if from < end { out.append(contentsOf: samples[from..<end]) }
    let rest = max(from, samples.count)
    if rest < from + count {
      WordClock.append(.clip(clip, from: rest, count: from + count - rest), to: &out)
    }
  }

  /// Says of every sample where it comes from, in a clip of this number.
  ///
  /// Exact for every stretch of 23 samples or more; the counts of all runs add up to the samples
  /// given, and neighbouring runs never continue each other.
  public func decode(_ heard: [Int16], clip: UInt16) -> [AudioRun] {
    var runs: [AudioRun] = []
    var explained = 0
    var place = 0
    while place + Window.length <= heard.count {
      guard let found = find(Window(heard.span, at: place)) else {
        place += 1
        continue
      }
      var start = place
      var from = found
      while start > explained, from > 0, heard[start - 1] == samples[from - 1] {
        start -= 1
        from -= 1
      }
      var end = place + Window.length
      var next = found + Window.length
      while end < heard.count, next < samples.count, heard[end] == samples[next] {
        end += 1
        next += 1
      }
      appendOther(heard[explained..<start], clip: clip, to: &runs)
      append(.clip(clip, from: from, count: end - start), joiningTo: &runs)
      explained = end
      place = end
    }
    appendOther(heard[explained...], clip: clip, to: &runs)
    return runs
  }

  /// What is not speech may be the audio behind its end.
  private func appendOther(
    _ gap: ArraySlice<Int16>, clip: UInt16, to runs: inout [AudioRun]
  ) {
    if gap.isEmpty { return }
    for run in WordClock.decode(Array(gap)) { append(run, joiningTo: &runs) }
  }

  private func append(_ run: AudioRun, joiningTo runs: inout [AudioRun]) {
    if let joined = runs.last?.joined(with: run) {
      runs[runs.count - 1] = joined
    } else {
      runs.append(run)
    }
  }

  private func find(_ key: Window) -> Int? {
    var low = 0
    var high = index.count
    while low < high {
      let middle = (low + high) / 2
      if index[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < index.count && index[low].key == key ? Int(index[low].place) : nil
  }
}

extension SpeechFixture {
  /// Reads the samples of a WAV file as it is after a clean close.
  public static func samples(ofWave bytes: [UInt8]) throws(Flaw) -> [Int16] {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    func hasTag(_ tag: StaticString, _ at: Int) -> Bool {
      Array("\(tag)".utf8) == Array(bytes[at..<at + 4])
    }
    guard bytes.count >= RequestBody.header, hasTag("RIFF", 0), hasTag("WAVE", 8),
      hasTag("fmt ", 12), hasTag("data", 36), number(16, 4) == 16, number(20, 2) == 1,
      number(22, 2) == 1, number(24, 4) == sampleRate, number(34, 2) == 16,
      number(40, 4) == bytes.count - RequestBody.header, number(40, 4) % 2 == 0
    else { throw .notWave }
    return stride(from: RequestBody.header, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}

/// Eight samples in a row, as two words.
private struct Window: Hashable, Comparable, Sendable {
  static let length = 8
  /// How far apart the windows of an index are.
  static let stride = 16

  var low: UInt64
  var high: UInt64

  init(_ samples: Swift.Span<Int16>, at place: Int) {
    low = 0
    high = 0
    for n in 0..<4 {
      low |= UInt64(UInt16(bitPattern: samples[place + n])) << UInt64(16 * n)
      high |= UInt64(UInt16(bitPattern: samples[place + 4 + n])) << UInt64(16 * n)
    }
  }

  static func < (a: Self, b: Self) -> Bool { a.high != b.high ? a.high < b.high : a.low < b.low }
}
