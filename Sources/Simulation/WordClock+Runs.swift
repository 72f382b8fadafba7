public import Contract

extension WordClock {
  /// Appends the first samples of what some runs stand for.
  ///
  /// A run that lies outside what the clock can tell apart becomes junk, as it would to a decoder.
  ///
  /// - Parameters:
  ///   - runs: audio, in order.
  ///   - count: at most so many samples are appended.
  public static func append(
    _ runs: [AudioRun], first count: Int = .max, to samples: inout [Int16]
  ) {
    var left = count
    for run in runs where left > 0 {
      let piece = run.prefix(left)
      left -= piece.count
      if case .clip(let clip, let from, let length) = piece,
        clip >= clipLimit || from < 0 || from > clipSampleLimit - length
      {
        append(.junk(length), to: &samples)
      } else {
        append(piece, to: &samples)
      }
    }
  }

  /// What a decoder makes of some runs.
  ///
  /// It is not always what they say: where audio is cut the last sample of one run cannot always be
  /// told from the first of the next, and too short a run cannot be located at all.
  public static func heard(_ runs: [AudioRun]) -> [AudioRun] {
    if runs.isEmpty { return [] }
    if runs.count == 1, case .clip(let clip, let from, let count) = runs[0],
      count >= shortestRun, clip < clipLimit, from >= 0, from <= clipSampleLimit - count
    {
      return runs
    }
    var samples: [Int16] = []
    append(runs, to: &samples)
    return decode(samples)
  }
}
