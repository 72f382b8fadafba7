import Contract
import Simulation

/// The words of every clip, as far as the microphone delivered them or a file held them: what an
/// engine could have made text of.
public struct SpokenWords: Sendable {
  private struct Stretch {
    var end: Int
    var level: Level
  }

  private struct Heard {
    var clip: UInt16
    var from: Int
    var end: Int
  }

  private var stretches: [Stretch] = []
  private var heard: [Heard] = []

  /// Begins with what every clip sounds like.
  init(_ sounds: [Sound]) {
    var end = 0
    for sound in sounds {
      end += FormatReader.samples(sound.length)
      stretches.append(Stretch(end: end, level: sound.level))
    }
  }

  /// Begins with the clips and the files that a case starts with.
  init(_ theCase: Case) {
    self.init(theCase.sounds)
    for plant in theCase.plants {
      guard case .file(let file, let samples, _) = plant else { continue }
      switch file.kind {
      case .partial, .source: note(clip: file.recording.rawValue, from: 0, end: samples)
      case .leaf: break
      }
    }
  }

  /// Takes notice of what the microphone delivers.
  mutating func observe(_ record: TraceRecord) {
    guard case .event(.progress(_, .frames(let span, let level))) = record.what,
      level != .digitalZero
    else { return }
    note(clip: span.clip, from: span.from, end: span.end)
  }

  private mutating func note(clip: UInt16, from: Int, end: Int) {
    for i in heard.indices
    where heard[i].clip == clip && from <= heard[i].end && end >= heard[i].from {
      heard[i].from = min(heard[i].from, from)
      heard[i].end = max(heard[i].end, end)
      return
    }
    heard.append(Heard(clip: clip, from: from, end: end))
  }

  private func isSpoken(_ sample: Int) -> Bool {
    stretches.first { sample < $0.end }?.level == .speech
  }

  /// The places of the words whose middle lies in a range of samples and that were spoken.
  private func places(from: Int, end: Int) -> [Int] {
    let spoken = min(end, stretches.last?.end ?? 0)
    var place = max(0, (from + 3_999) / 8_000 - 1)
    var out: [Int] = []
    while place * 8_000 + 4_000 < spoken {
      let middle = place * 8_000 + 4_000
      if middle >= from, isSpoken(middle) { out.append(place) }
      place += 1
    }
    return out
  }

  /// The places of the words of a clip that could have been heard, in order.
  func places(of clip: UInt16) -> [Int] {
    let ranges = heard.filter { $0.clip == clip }.sorted { $0.from < $1.from }
    return ranges.flatMap { places(from: $0.from, end: $0.end) }
  }

  /// The places of the words of a clip in a stretch of it.
  func places(in run: AudioRun, of clip: UInt16) -> [Int] {
    guard case .clip(clip, let from, let count) = run else { return [] }
    return places(from: from, end: from + count)
  }

  /// The words of a recording up to a sample, as a recognizer writes them.
  func text(of recording: RecordingID, through samples: Int) -> String {
    places(from: 0, end: samples).map { Self.spelling(clip: recording.rawValue, $0) }
      .joined(separator: " ")
  }

  /// The places of those words of a text that are words of a clip, in the order of the text.
  static func places(in text: String, of clip: UInt16) -> [Int] {
    TextCheck.words(of: text).compactMap { word in
      // No clip is longer; an engine may write any number.
      guard let place = Int(word.dropFirst()), (0..<1 << 17).contains(place) else { return nil }
      return spelling(clip: clip, place) == word ? place : nil
    }
  }

  /// The spelling of a word: a letter for the clip, from `w` on, and its place in three digits.
  static func spelling(clip: UInt16, _ place: Int) -> String {
    let letter = UInt8(ascii: "a") + UInt8((47 + UInt32(clip)) % 26)
    let digits = String(place)
    let zeros = String(repeating: "0", count: max(0, 3 - digits.utf8.count))
    return String(UnicodeScalar(letter)) + zeros + digits
  }
}
