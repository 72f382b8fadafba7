public import Contract

extension WordClock {
  /// Shorter silence inside junk belongs to the junk: a file header holds a few zeros as well.
  static let shortestSilence = 8

  /// Says of every sample where it comes from.
  ///
  /// Neighbouring runs of one clip never continue each other, and the counts of all runs add up
  /// to the samples given. Takes time in proportion to them, whatever they are.
  ///
  /// Where one clip ends and another begins, up to three samples may be the same in both. The cut
  /// then goes to the start of a group, or else to its third sample, where pages of a file with a
  /// header of 44 bytes begin.
  public static func decode(_ samples: Swift.Span<Int16>) -> [AudioRun] {
    var runs: [AudioRun] = []
    var explained = 0
    var place = 0
    while samples.count - place >= 4 {
      guard let word = candidate(samples, at: place) else {
        place += 1
        continue
      }
      let position = Int(ClockWord.position(in: pack(samples, place)))
      let index = Int(word.number) * samplesPerWord + 4 * position
      let end = agreement(samples, from: place, word: word, position: position)
      let back = agreementBackwards(samples, from: place, clip: word.clip, index: index)
      var start = max(place - back, explained)
      guard end - start >= shortestRun else {
        place += 1
        continue
      }
      if place - back < explained, case .clip(let last, let from, let count)? = runs.last {
        start = cut(among: place - back...explained, group: place)
        runs[runs.count - 1] = .clip(last, from: from, count: count - (explained - start))
      }
      appendGap(samples, min(explained, start)..<start, to: &runs)
      runs.append(.clip(word.clip, from: index - (place - start), count: end - start))
      explained = end
      place = end
    }
    appendGap(samples, explained..<samples.count, to: &runs)
    return runs
  }

  /// Says of every sample of an array where it comes from, like the other `decode`.
  public static func decode(_ samples: [Int16]) -> [AudioRun] {
    decode(samples.span)
  }

  /// The word that four samples are a group of. Most other samples fail at the first test.
  @inline(__always)
  private static func candidate(_ samples: Swift.Span<Int16>, at place: Int) -> ClockWord? {
    guard samples[place] & 3 == 0, samples[place + 1] & 3 == 1, samples[place + 2] & 3 == 2,
      samples[place + 3] & 3 == 3
    else { return nil }
    return ClockWord(claimedBy: pack(samples, place))
  }

  @inline(__always)
  private static func pack(_ samples: Swift.Span<Int16>, _ place: Int) -> UInt64 {
    let low =
      UInt32(UInt16(bitPattern: samples[place]))
      | UInt32(UInt16(bitPattern: samples[place + 1])) &<< 16
    let high =
      UInt32(UInt16(bitPattern: samples[place + 2]))
      | UInt32(UInt16(bitPattern: samples[place + 3])) &<< 16
    return UInt64(low) | UInt64(high) &<< 32
  }

  /// The first place from which on the samples are no longer those of the clip.
  private static func agreement(
    _ samples: Swift.Span<Int16>, from start: Int, word first: ClockWord,
    position firstPosition: Int
  ) -> Int {
    var place = start
    var word = first
    var position = firstPosition
    while true {
      let groups = min(groupsPerWord - position, (samples.count - place) / 4)
      let agreed = word.agreeingGroups(samples, at: place, from: position, most: groups)
      place += 4 * agreed
      position += agreed
      guard position == groupsPerWord, word.number &+ 1 < clipSampleLimit / samplesPerWord
      else { break }
      word = ClockWord(clip: word.clip, number: word.number &+ 1)
      position = 0
    }
    // What is left is less than a group: the one that differs, or the end of the samples.
    guard position < groupsPerWord else { return place }
    var expected = word.group(UInt32(position))
    while place < samples.count, samples[place] == Int16(truncatingIfNeeded: expected) {
      place += 1
      expected &>>= 16
    }
    return place
  }

  /// How many samples before a group are those before it in the clip, at most the whole group:
  /// more would have been found as a group of its own.
  private static func agreementBackwards(
    _ samples: Swift.Span<Int16>, from place: Int, clip: UInt16, index: Int
  ) -> Int {
    var count = 0
    while count < min(4, place, index),
      samples[place - count - 1] == sample(clip: clip, index: index - count - 1)
    { count += 1 }
    return count
  }

  /// The best of several cuts that all explain the samples; `group` is where a group begins.
  private static func cut(among places: ClosedRange<Int>, group: Int) -> Int {
    for wanted in [0, 2] {
      for place in places where (group - place) % 4 == wanted { return place }
    }
    return places.lowerBound
  }

  /// Divides samples that belong to no clip into silence and junk.
  private static func appendGap(
    _ samples: Swift.Span<Int16>, _ gap: Range<Int>, to runs: inout [AudioRun]
  ) {
    var junkStart = gap.lowerBound
    var place = gap.lowerBound
    while place < gap.upperBound {
      guard samples[place] == 0 else {
        place += 1
        continue
      }
      let zerosStart = place
      while place < gap.upperBound, samples[place] == 0 { place += 1 }
      let isWholeGap = zerosStart == gap.lowerBound && place == gap.upperBound
      guard isWholeGap || place - zerosStart >= shortestSilence else { continue }
      if zerosStart > junkStart { runs.append(.junk(zerosStart - junkStart)) }
      runs.append(.zeros(place - zerosStart))
      junkStart = place
    }
    if junkStart < gap.upperBound { runs.append(.junk(gap.upperBound - junkStart)) }
  }
}

extension ClockWord {
  /// How many of the next groups are those of this word.
  fileprivate func agreeingGroups(
    _ samples: Swift.Span<Int16>, at start: Int, from position: Int, most: Int
  ) -> Int {
    precondition(start >= 0 && start <= samples.count - 4 * most)
    var place = start
    for agreed in 0..<most {
      let expected = group(UInt32(truncatingIfNeeded: position &+ agreed))
      let low =
        UInt32(UInt16(bitPattern: samples[place]))
        | UInt32(UInt16(bitPattern: samples[place &+ 1])) &<< 16
      let high =
        UInt32(UInt16(bitPattern: samples[place &+ 2]))
        | UInt32(UInt16(bitPattern: samples[place &+ 3])) &<< 16
      if UInt64(low) | UInt64(high) &<< 32 != expected { return agreed }
      place &+= 4
    }
    return most
  }
}
