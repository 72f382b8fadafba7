public import Contract

/// One half second of a clip, as people read it.
public struct SpokenWord: Hashable, Sendable {
  /// The clip it was spoken in.
  public let clip: UInt16
  /// Its place among the words of the clip, from 0.
  public let number: Int

  /// Creates a word.
  public init(clip: UInt16, number: Int) {
    self.clip = clip
    self.number = number
  }

  /// The word as text: `w037`, with more digits only beyond `w999`.
  public var spelling: String {
    let digits = String(number)
    return "w" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}

extension WordClock {
  /// The words that are heard in some audio, in the order of the audio.
  ///
  /// A word is heard by the run that contains its middle sample, the anchor. A sample belongs to
  /// one part of any partition, so each word is heard once however a recording is divided; an
  /// overlap hears it twice. Losses that miss every anchor show in the runs only.
  public static func words(heardIn runs: [AudioRun]) -> [SpokenWord] {
    var words: [SpokenWord] = []
    for run in runs {
      guard case .clip(let clip, let from, let count) = run else { continue }
      let anchor = samplesPerWord / 2
      // The first word whose anchor is not before the run.
      var number = (from + samplesPerWord - 1 - anchor) / samplesPerWord
      while number * samplesPerWord + anchor < from + count {
        words.append(SpokenWord(clip: clip, number: number))
        number += 1
      }
    }
    return words
  }
}

/// What some bytes hold when they are read as 16-bit little-endian samples.
public struct HeardBytes: Hashable, Sendable {
  /// Where the samples come from.
  public let runs: [AudioRun]
  /// Whether audio was found only after leaving out the first byte: a writer that lost or added
  /// a byte. What is heard by everybody else is noise.
  public let isShiftedByOneByte: Bool
}

extension WordClock {
  /// Says of bytes where they come from. A last single byte makes no sample and is left out.
  public static func decode(bytes: [UInt8]) -> HeardBytes {
    let runs = decode(samples(of: bytes[...]))
    if !runs.contains(where: \.isClip) {
      let shifted = decode(samples(of: bytes.dropFirst()))
      if shifted.contains(where: \.isClip) {
        return HeardBytes(runs: shifted, isShiftedByOneByte: true)
      }
    }
    return HeardBytes(runs: runs, isShiftedByOneByte: false)
  }

  private static func samples(of bytes: ArraySlice<UInt8>) -> [Int16] {
    var samples = [Int16](repeating: 0, count: bytes.count / 2)
    var place = bytes.startIndex
    for index in samples.indices {
      samples[index] = Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) &<< 8)
      place += 2
    }
    return samples
  }
}

extension AudioRun {
  /// Whether it is audio of a clip.
  var isClip: Bool {
    switch self {
    case .clip: true
    case .zeros, .junk: false
    }
  }
}
