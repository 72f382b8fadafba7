// Audio that says where it comes from.
//
// Every stretch of seven samples names its clip and its place in it, so a recognizer that is
// given bytes can tell which audio it really got: what was lost, doubled, swapped or taken from
// another recording shows as runs, without any state beside the bytes themselves. For people the
// same audio reads as words, one each half second, so that a lost stretch reads as missing words.
//
// Four samples make a group; 2,000 groups make a word. The two low bits of a sample are its place
// in the group, which is what makes a shift by any number of samples visible at once. The other
// fourteen carry, each masked by a hash so that the audio looks like noise:
//
//   sample 0   the clip
//   sample 1   the low bits of the word
//   sample 2   the group within the word, and the high bits of the word
//   sample 3   a check over all of them
//
// Only sample 0 of a group can be zero, so digital silence is never mistaken for audio.

public import Contract

/// The self-locating audio of the simulated microphone.
public enum WordClock {
  /// Samples a second of everything here.
  public static let sampleRate = 16_000
  /// Samples of one word: half a second.
  public static let samplesPerWord = 8_000
  /// How many clips can be told apart.
  public static let clipLimit = 1 << 14
  /// How many samples of one clip can be told apart: a little over 18 hours.
  public static let clipSampleLimit = samplesPerWord << 17

  static let groupsPerWord = samplesPerWord / 4
  /// Fewer samples than this need not contain a whole group, so they cannot be located.
  static let shortestRun = 7

  /// One sample.
  ///
  /// - Parameters:
  ///   - clip: below ``clipLimit``.
  ///   - index: from 0, below ``clipSampleLimit``.
  public static func sample(clip: UInt16, index: Int) -> Int16 {
    precondition(
      clip < clipLimit && (0..<clipSampleLimit).contains(index), "no such sample of a clip")
    let group = index / 4
    let word = ClockWord(clip: clip, number: UInt32(group / groupsPerWord))
    let packed = word.group(UInt32(group % groupsPerWord))
    return Int16(truncatingIfNeeded: packed &>> UInt64(16 * (index % 4)))
  }

  /// Replaces samples of a buffer by consecutive samples of a clip.
  ///
  /// - Parameters:
  ///   - samples: the buffer.
  ///   - range: which of its samples are replaced.
  ///   - clip: below ``clipLimit``.
  ///   - start: index in the clip of the first sample written. The last one must lie below
  ///     ``clipSampleLimit``.
  public static func fill(
    _ samples: inout MutableSpan<Int16>, _ range: Range<Int>, clip: UInt16, from start: Int
  ) {
    precondition(
      clip < clipLimit && start >= 0 && start <= clipSampleLimit - range.count
        && range.lowerBound >= 0 && range.upperBound <= samples.count,
      "no such samples of a clip or of the buffer")
    var place = range.lowerBound
    var index = start
    // The rest of a group that the range begins within, then whole groups, then what is left.
    while place < range.upperBound, index % 4 != 0 {
      samples[place] = sample(clip: clip, index: index)
      place += 1
      index += 1
    }
    while range.upperBound - place >= 4 {
      let group = index / 4
      let first = group % groupsPerWord
      let count = min(groupsPerWord - first, (range.upperBound - place) / 4)
      let word = ClockWord(clip: clip, number: UInt32(group / groupsPerWord))
      word.write(groups: first..<first + count, into: &samples, at: place)
      place += 4 * count
      index += 4 * count
    }
    while place < range.upperBound {
      samples[place] = sample(clip: clip, index: index)
      place += 1
      index += 1
    }
  }

  /// Appends what a run stands for: samples of a clip, zeros, or for junk the given filler.
  ///
  /// Bounds as for ``fill(_:_:clip:from:)``.
  public static func append(_ run: AudioRun, to samples: inout [Int16], junk filler: Int16 = 1) {
    let end = samples.count
    switch run {
    case .zeros(let count): samples.append(contentsOf: repeatElement(0, count: count))
    case .junk(let count): samples.append(contentsOf: repeatElement(filler, count: count))
    case .clip(let clip, let from, let count):
      samples.append(contentsOf: repeatElement(0, count: count))
      var all = samples.mutableSpan
      fill(&all, end..<end + count, clip: clip, from: from)
    }
  }
}

/// One word of one clip: what stays the same for its 2,000 groups.
struct ClockWord: Hashable, Sendable {
  let clip: UInt16
  let number: UInt32
  private let highBits: UInt32
  private let clipSalt: UInt32
  private let checkBase: UInt32

  /// The masks of the four samples, with the place in the group in their low bits.
  private static let masks: UInt64 = 0xC75F_39B6_A6C9_5A34
  private static let wordSalt = salt(1)

  init(clip: UInt16, number: UInt32) {
    self.clip = clip
    self.number = number
    highBits = (number &>> 14) &<< 11
    clipSalt = Self.salt(2 &* number &+ 2)
    checkBase = 131_071 &* UInt32(clip) &+ number
  }

  /// The word and the position that four samples in a row claim to be, when their check agrees.
  init?(claimedBy packed: UInt64) {
    let payload = (packed ^ Self.masks) &>> 2
    let placed = UInt32(truncatingIfNeeded: payload &>> 32) & 0x3FFF
    let low = UInt32(truncatingIfNeeded: payload &>> 16) & 0x3FFF ^ Self.hash(placed, Self.wordSalt)
    let number = (placed &>> 11) &<< 14 | low
    let clip =
      UInt32(truncatingIfNeeded: payload) & 0x3FFF ^ Self.hash(placed, Self.salt(2 &* number &+ 2))
    self.init(clip: UInt16(truncatingIfNeeded: clip), number: number)
    let position = Self.position(in: packed)
    guard position < WordClock.groupsPerWord, group(position) == packed else { return nil }
  }

  /// The position within its word that a group names in the clear.
  @inline(__always)
  static func position(in packed: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (packed ^ masks) &>> 34) & 0x7FF
  }

  /// The four samples of a group, the first in the low bits.
  @inline(__always)
  func group(_ position: UInt32) -> UInt64 {
    let placed = position | highBits
    let p0 = UInt32(clip) ^ Self.hash(placed, clipSalt)
    let p1 = number & 0x3FFF ^ Self.hash(placed, Self.wordSalt)
    let p3 = Self.hash(checkBase, Self.salt(placed ^ 0x5555))
    let low = UInt64(p0) | UInt64(p1) &<< 16
    let high = UInt64(placed) | UInt64(p3) &<< 16
    return (low | high &<< 32) &<< 2 ^ Self.masks
  }

  /// The second argument of ``hash(_:_:)``, prepared, because it often stays the same.
  @inline(__always)
  private static func salt(_ number: UInt32) -> UInt32 { number &* 0x9E37_79B1 }

  /// Fourteen bits that depend on every bit of both numbers.
  @inline(__always)
  private static func hash(_ number: UInt32, _ salt: UInt32) -> UInt32 {
    var mixed = (number ^ salt) &* 0x85EB_CA6B
    mixed ^= mixed &>> 15
    mixed = mixed &* 0xC2B2_AE35
    return mixed &>> 18
  }

  /// Writes whole groups.
  @inline(__always)
  func write(groups: Range<Int>, into samples: inout MutableSpan<Int16>, at place: Int) {
    precondition(place >= 0 && place <= samples.count - 4 * groups.count)
    var index = place
    for position in groups {
      let packed = group(UInt32(truncatingIfNeeded: position))
      samples[index] = Int16(truncatingIfNeeded: packed)
      samples[index &+ 1] = Int16(truncatingIfNeeded: packed &>> 16)
      samples[index &+ 2] = Int16(truncatingIfNeeded: packed &>> 32)
      samples[index &+ 3] = Int16(truncatingIfNeeded: packed &>> 48)
      index &+= 4
    }
  }
}
