import Contract

/// What every clip sounds like: the world's ground truth of levels and words.
struct Sounds {
  private struct Stretch {
    var end: Int
    var level: Level
  }

  private var stretches: [Stretch] = []
  /// Chunks that a lying microphone turned into zeros.
  private var zeros: [Span] = []
  /// What every clip says, where it is real speech.
  private let speech: SpeechFixture?

  init(_ sounds: [Sound], speech: SpeechFixture? = nil) {
    self.speech = speech
    var end = 0
    for sound in sounds {
      end += Int(sound.length.count / 1_000_000_000) * sampleRate
      end += Int(sound.length.count % 1_000_000_000) * sampleRate / 1_000_000_000
      stretches.append(Stretch(end: end, level: sound.level))
    }
  }

  /// The level at a sample, the microphone being honest.
  func level(at sample: Int) -> Level {
    for stretch in stretches where sample < stretch.end { return stretch.level }
    return .quiet
  }

  /// The loudest level in a range.
  func level(from: Int, count: Int) -> Level {
    var start = 0
    var found: Level? = nil
    for stretch in stretches {
      if from < stretch.end && from + count > start {
        if found.map({ $0.rawValue < stretch.level.rawValue }) ?? true { found = stretch.level }
      }
      start = stretch.end
    }
    if from + count > start || found == nil {
      if found.map({ $0.rawValue < Level.quiet.rawValue }) ?? true { found = .quiet }
    }
    return found ?? .quiet
  }

  /// Notes that a span was delivered as zeros.
  mutating func noteZeros(_ span: Span) { zeros.append(span) }

  /// The samples of a span as a decoder would find them.
  func runs(of span: Span) -> [AudioRun] {
    if zeros.isEmpty && !stretches.contains(where: { $0.level == .digitalZero }) {
      return [.clip(span.clip, from: span.from, count: span.count)]
    }
    var runs: [AudioRun] = []
    var at = span.from
    while at < span.end {
      let (isZero, end) = stretch(of: span.clip, at: at)
      let count = min(end, span.end) - at
      let run: AudioRun = isZero ? .zeros(count) : .clip(span.clip, from: at, count: count)
      if let joined = runs.last?.joined(with: run) {
        runs[runs.count - 1] = joined
      } else {
        runs.append(run)
      }
      at += count
    }
    return runs
  }

  fileprivate func isZeroed(clip: UInt16, at sample: Int) -> Bool {
    zeros.contains { $0.clip == clip && sample >= $0.from && sample < $0.end }
  }

  private func stretch(of clip: UInt16, at sample: Int) -> (isZero: Bool, end: Int) {
    var end = Int.max
    for span in zeros where span.clip == clip {
      if sample >= span.from && sample < span.end { return (true, span.end) }
      if span.from > sample { end = min(end, span.from) }
    }
    for stretch in stretches where sample < stretch.end {
      return (stretch.level == .digitalZero, min(end, stretch.end))
    }
    return (false, end)
  }

  /// The words a perfect recognizer hears in these runs: those whose anchor sample is in one and
  /// that were spoken.
  func words(in runs: [AudioRun]) -> [Spoken] {
    if let speech { return speech.words(heardIn: runs).map { Spoken(clip: 0, word: $0) } }
    var out: [Spoken] = []
    for run in runs {
      guard case .clip(let clip, let from, let count) = run else { continue }
      var word = (from + 3_999) / 8_000
      if from <= 4_000 { word = 0 }
      while word * 8_000 + 4_000 < from { word += 1 }
      while word * 8_000 + 4_000 < from + count {
        if level(at: word * 8_000 + 4_000) == .speech { out.append(Spoken(clip: clip, word: word)) }
        word += 1
      }
    }
    return out
  }

  /// The text of words.
  func text(_ words: [Spoken]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(words.count * 5)
    for word in words {
      if !out.isEmpty { out.append(UInt8(ascii: " ")) }
      if let speech {
        out.append(contentsOf: speech.words[word.word].spelling.utf8)
      } else {
        word.append(to: &out)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// A word of a clip.
struct Spoken: Hashable {
  var clip: UInt16
  var word: Int

  /// Spells it: a letter for the clip, beginning with `w`, and at least three digits.
  func append(to out: inout [UInt8]) {
    let letter = (22 + UInt32(clip) + 25) % 26
    out.append(UInt8(97 + letter))
    guard word < 1_000 else { return out.append(contentsOf: String(word).utf8) }
    out.append(UInt8(48 + word / 100))
    out.append(UInt8(48 + word / 10 % 10))
    out.append(UInt8(48 + word % 10))
  }
}

extension Sounds {
  /// Whether a voice is heard at a sample: spoken, and not turned into zeros by a microphone.
  func isHeard(clip: UInt16, at sample: Int) -> Bool {
    level(at: sample) == .speech && !isZeroed(clip: clip, at: sample)
  }
}
