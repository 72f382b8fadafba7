import Contract
import Simulation

/// The word clock in some sound, as far as there is any.
struct ClockReading {
  /// Where the samples come from, in order.
  let runs: [AudioRun]
  /// Whether it was found only after leaving out a byte.
  let isShiftedByOneByte: Bool

  /// Reads it; nil where no clip is heard.
  init?(_ samples: [Int16], shifted: () -> [Int16]) {
    var runs = WordClock.decode(samples)
    var isShifted = false
    if !runs.contains(where: { $0.clipSpan != nil }) {
      runs = WordClock.decode(shifted())
      isShifted = true
    }
    guard runs.contains(where: { $0.clipSpan != nil }) else { return nil }
    self.runs = runs
    isShiftedByOneByte = isShifted
  }

  /// The words that are heard, in order: `w000 to w003, w005`.
  var words: String {
    var parts: [String] = []
    var first: SpokenWord?
    var last: SpokenWord?
    let words = WordClock.words(heardIn: runs)
    for word in words + [SpokenWord(clip: .max, number: -1)] {
      if let before = last, word.clip == before.clip, word.number == before.number + 1 {
        last = word
        continue
      }
      if let first, let last {
        parts.append(
          first == last ? first.spelling : "\(first.spelling) to \(last.spelling)")
      }
      first = word
      last = word
    }
    return words.isEmpty ? "no word" : parts.joined(separator: ", ")
  }

  /// One line: which clips, which words, what is not where it should be.
  var text: String {
    var clips: [UInt16] = []
    for run in runs {
      if let clip = run.clipSpan?.clip, !clips.contains(clip) { clips.append(clip) }
    }
    let shown = clips.prefix(4).map { "\($0)" }.joined(separator: ", ")
    var text = clips.count == 1 ? "clip \(shown)" : "clips \(shown)"
    if clips.count > 4 { text += " and \(clips.count - 4) more" }
    text += ", \(words)"
    if isShiftedByOneByte { text += ", shifted by one byte" }
    if runs.count == 1 { return text + ", without a gap" }
    let listed = runs.prefix(6).map(\.description).joined(separator: " ")
    return text + "; \(listed)" + (runs.count > 6 ? " and \(runs.count - 6) more" : "")
  }
}

extension AudioRun {
  /// The samples of a clip that it is; nil for what belongs to none.
  fileprivate var clipSpan: (clip: UInt16, samples: Range<Int>)? {
    switch self {
    case .clip(let clip, let from, let count): (clip, from..<from + count)
    case .zeros, .junk: nil
    }
  }
}
