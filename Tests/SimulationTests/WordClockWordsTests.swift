import Contract
import Simulation
import Testing

@Suite("Word clock: words")
struct WordClockWordsTests {
  @Test("A word is heard exactly when its middle sample is")
  func anchors() {
    func numbers(_ from: Int, _ count: Int) -> [Int] {
      WordClock.words(heardIn: [.clip(1, from: from, count: count)]).map(\.number)
    }
    #expect(numbers(0, 4_000) == [])
    #expect(numbers(0, 4_001) == [0])
    #expect(numbers(4_000, 7) == [0])
    #expect(numbers(4_001, 7_999) == [])
    #expect(numbers(4_001, 8_000) == [1])
    #expect(numbers(0, 32_000) == [0, 1, 2, 3])
    #expect(WordClock.words(heardIn: [.zeros(32_000), .junk(32_000)]) == [])
  }

  @Test("Words are spelled with at least three digits")
  func spelling() {
    #expect(
      [0, 37, 999, 1_000].map { SpokenWord(clip: 1, number: $0).spelling }
        == ["w000", "w037", "w999", "w1000"])
  }

  @Test("Any partition hears each word exactly once and in order")
  func partitions() {
    var numbers = TestNumbers(11)
    for _ in 0..<40 {
      let length = numbers.next(7..<200_000)
      let recording = audio(4, 0, length)
      var heard: [SpokenWord] = []
      var start = 0
      while start < length {
        var size = numbers.next(7..<60_000)
        // A rest of fewer samples than can be located belongs to the leaf before it.
        if length - start - size < 7 { size = length - start }
        let leaf = Array(recording[start..<start + size])
        heard += WordClock.words(heardIn: WordClock.decode(leaf))
        start += size
      }
      #expect(heard == WordClock.words(heardIn: [.clip(4, from: 0, count: length)]))
      #expect(heard.map(\.number) == Array(0..<(length + 3_999) / 8_000))
    }
  }

  @Test("Half a second hears a word wherever it lies; an overlap hears one twice")
  func halfSecond() {
    for from in stride(from: 0, to: 16_000, by: 37) {
      #expect(WordClock.words(heardIn: WordClock.decode(audio(1, from, 8_000))).count == 1)
    }
    let overlapping = [audio(1, 0, 20_000), audio(1, 18_000, 8_000)]
    let heard = overlapping.flatMap { WordClock.words(heardIn: WordClock.decode($0)) }
    #expect(heard.map(\.number) == [0, 1, 2])
    let twice = [audio(1, 0, 21_000), audio(1, 19_000, 8_000)]
    #expect(
      twice.flatMap { WordClock.words(heardIn: WordClock.decode($0)) }.map(\.number)
        == [0, 1, 2, 2])
  }
}

/// Spans as a store keeps them, edited as files are.
struct SpanList {
  var spans: [AudioRun] = []

  var length: Int { spans.reduce(0) { $0 + $1.count } }

  var samples: [Int16] {
    var samples: [Int16] = []
    for span in spans { WordClock.append(span, to: &samples) }
    return samples
  }

  mutating func append(_ span: AudioRun) {
    switch (spans.last, span) {
    case (.clip(let last, let from, let count), .clip(let clip, let start, let more))
    where last == clip && from + count == start:
      spans[spans.count - 1] = .clip(clip, from: from, count: count + more)
    case (.zeros(let count), .zeros(let more)):
      spans[spans.count - 1] = .zeros(count + more)
    default: spans.append(span)
    }
  }

  /// The part of the list between two places.
  subscript(_ range: Range<Int>) -> SpanList {
    var part = SpanList()
    var place = 0
    for span in spans {
      let kept = range.clamped(to: place..<place + span.count)
      if !kept.isEmpty {
        switch span {
        case .clip(let clip, let from, _):
          part.append(.clip(clip, from: from + kept.lowerBound - place, count: kept.count))
        case .zeros: part.append(.zeros(kept.count))
        case .junk: part.append(.junk(kept.count))
        }
      }
      place += span.count
    }
    return part
  }

  static func + (left: SpanList, right: SpanList) -> SpanList {
    var sum = left
    for span in right.spans { sum.append(span) }
    return sum
  }

  /// Whether some cut could lie elsewhere without changing a sample.
  var isAmbiguous: Bool {
    zip(spans, spans.dropFirst()).contains { left, right in
      let (before, after) = (left.neighbour(at: left.count), right.neighbour(at: -1))
      let (last, first) = (left.neighbour(at: left.count - 1), right.neighbour(at: 0))
      return before == first || after == last
    }
  }
}

extension AudioRun {
  /// What the run would be at a place in it or just beside it.
  func neighbour(at place: Int) -> Int16? {
    switch self {
    case .clip(let clip, let from, _):
      (0..<WordClock.clipSampleLimit).contains(from + place)
        ? WordClock.sample(clip: clip, index: from + place) : nil
    case .zeros: 0
    case .junk: nil
    }
  }
}

@Suite("Word clock: spans and samples say the same")
struct WordClockSpanTests {
  @Test("Decoding materialised spans gives the spans, after any editing")
  func roundTrip() {
    var numbers = TestNumbers(21)
    var exact = 0
    var ambiguous = 0
    for _ in 0..<1_500 {
      let list = edited(steps: numbers.next(1..<12), &numbers)
      let samples = list.samples
      let decoded = WordClock.decode(samples)
      if list.isAmbiguous {
        ambiguous += 1
        #expect(SpanList(spans: decoded).samples == samples)
      } else {
        exact += 1
        #expect(decoded == list.spans)
      }
    }
    #expect(exact > 1_400, "\(ambiguous) lists could be cut in two ways")
  }

  /// A list after random appending, splitting, holes and splices, all pieces long enough to see.
  private func edited(steps: Int, _ numbers: inout TestNumbers) -> SpanList {
    var list = SpanList()
    list.append(.clip(1, from: 0, count: 3_000))
    for _ in 0..<steps {
      let a = numbers.next(0..<list.length + 1)
      let b = min(list.length, a + numbers.next(0..<1_000))
      let (head, middle, tail) = (list[0..<a], list[a..<b], list[b..<list.length])
      var added = SpanList()
      let clip = UInt16(numbers.next(0..<3))
      added.append(.clip(clip, from: numbers.next(0..<90_000), count: numbers.next(7..<900)))
      let candidate: SpanList
      switch numbers.next(0..<6) {
      case 0: candidate = list + added
      case 1: candidate = head + (middle + tail)  // a split alone changes nothing
      case 2 where b > a: candidate = head + SpanList(spans: [.zeros(b - a)]) + tail
      case 3: candidate = head + added + tail  // a splice over the middle
      case 4: candidate = middle + head + tail  // the middle moved to the front
      case 5: candidate = head + middle + middle + tail  // the middle doubled
      default: continue
      }
      if candidate.spans.allSatisfy({ $0.count >= 7 }) { list = candidate }
    }
    return list
  }
}
