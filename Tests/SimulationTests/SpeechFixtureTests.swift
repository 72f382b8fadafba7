import Choices
import Contract
import Exploration
import Foundation
import ReferenceEngine
import Testing

@testable import Simulation

/// The committed fixture, read from the repository.
private func loadSpeech() throws -> SpeechFixture {
  struct Spoken: Decodable {
    var word: String
    var from: Int
    var to: Int
  }
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/audio")
  let wave = try Data(contentsOf: folder.appending(path: "speech.wav"))
  let words = try JSONDecoder().decode(
    [Spoken].self, from: try Data(contentsOf: folder.appending(path: "speech.words.json")))
  return try SpeechFixture(
    samples: try SpeechFixture.samples(ofWave: [UInt8](wave)),
    words: words.map { SpeechFixture.Word($0.word, from: $0.from, to: $0.to) })
}

@Suite("Real speech in place of the word clock")
struct SpeechFixtureTests {
  let speech: SpeechFixture

  init() throws { speech = try loadSpeech() }

  private var everything: String { speech.words.map(\.spelling).joined(separator: " ") }

  @Test func `the committed speech is what a case needs`() {
    #expect((10...16).contains(speech.length.count / 1_000_000_000))
    #expect(speech.words.count >= 25)
    #expect(Set(speech.words.map(\.spelling)).count == speech.words.count)
  }

  @Test func `the whole speech is one run and every word`() {
    let runs = speech.decode(speech.samples, clip: 3)
    #expect(runs == [.clip(3, from: 0, count: speech.samples.count)])
    #expect(speech.words(heardIn: runs) == Array(speech.words.indices))
  }

  @Test func `cut in two at any of a thousand samples, every word is heard exactly once`() {
    for n in 0..<1_000 {
      let cut = Int(
        Draw.below(
          UInt64(speech.samples.count + 1), seed: 20_260_105, key: Key(high: 1, low: UInt64(n))))
      let parts = [speech.samples[..<cut], speech.samples[cut...]]
      let runs = parts.map { speech.decode(Array($0), clip: 1) }
      for (part, heard) in zip(parts, runs) {
        #expect(heard.reduce(0) { $0 + $1.count } == part.count, "cut at \(cut)")
        if part.count >= 23 { #expect(heard.count == 1, "cut at \(cut): \(heard)") }
      }
      let words = runs.flatMap { speech.words(heardIn: $0) }
      #expect(words == Array(speech.words.indices), "cut at \(cut)")
    }
  }

  @Test func `cut beside the middle of a word, it is heard by the part that has its middle`() {
    for (n, word) in speech.words.enumerated() {
      for cut in word.anchor - 1...word.anchor + 1 {
        let before = speech.words(heardIn: [.clip(1, from: 0, count: cut)])
        let after = speech.words(
          heardIn: [.clip(1, from: cut, count: speech.samples.count - cut)])
        #expect(before + after == Array(speech.words.indices))
        #expect(before.contains(n) == (cut > word.anchor))
      }
    }
  }

  @Test func `any stretch of 23 samples tells its place exactly`() {
    for n in 0..<1_000 {
      let from = Int(
        Draw.below(
          UInt64(speech.samples.count - 23), seed: 7, key: Key(high: 2, low: UInt64(n))))
      let heard = speech.decode(Array(speech.samples[from..<from + 23]), clip: 1)
      #expect(heard == [.clip(1, from: from, count: 23)])
    }
  }

  @Test func `what was lost, doubled, silenced or damaged is told`() {
    let all = speech.samples
    let lost = speech.decode(Array(all[..<50_000] + all[60_000...]), clip: 1)
    #expect(lost.count == 2)
    #expect(
      !speech.words(heardIn: lost).contains {
        (50_000..<60_000).contains(
          speech.words[$0].anchor)
      })
    let doubled = speech.decode(Array(all[..<90_000] + all[40_000...]), clip: 1)
    let twice = speech.words.indices.filter {
      (40_000..<90_000).contains(speech.words[$0].anchor)
    }
    #expect(speech.words(heardIn: doubled).count == speech.words.count + twice.count)
    let silence = [Int16](repeating: 0, count: 8_000)
    let silenced = speech.decode(Array(all[..<50_000]) + silence + Array(all[58_000...]), clip: 1)
    #expect(silenced.contains { if case .zeros(let n) = $0 { n > 7_990 } else { false } })
    let noise = [Int16](repeating: 12_345, count: 500)
    #expect(
      speech.decode(noise + Array(all[..<100]), clip: 1)
        == [.junk(500), .clip(1, from: 0, count: 100)])
    #expect(speech.decode([], clip: 1).isEmpty)
    #expect(speech.decode(Array(all[..<5]), clip: 1) == [.junk(5)])
  }

  @Test func `behind its end a clip goes on without a word`() {
    var samples: [Int16] = []
    let end = speech.samples.count
    let runs: [AudioRun] = [.clip(1, from: end - 4_000, count: 12_000), .zeros(100), .junk(9)]
    for run in runs { speech.append(run, to: &samples) }
    #expect(speech.decode(samples, clip: 1) == runs)
    #expect(speech.words(heardIn: [.clip(1, from: end, count: 8_000)]).isEmpty)
  }

  @Test func `a fixture that could be misheard is refused`() {
    let good = speech.words[0]
    func flaw(_ samples: [Int16], _ words: [SpeechFixture.Word]) -> SpeechFixture.Flaw? {
      do {
        _ = try SpeechFixture(samples: samples, words: words)
        return nil
      } catch { return error }
    }
    #expect(flaw([], []) == nil)
    #expect(flaw(speech.samples, [good]) == nil)
    #expect(flaw([Int16](repeating: 0, count: 100), []) == .ambiguous(at: 1))
    #expect(flaw(speech.samples + speech.samples, []) != nil)
    let wrong: [SpeechFixture.Word] = [
      SpeechFixture.Word("", from: 0, to: 5), SpeechFixture.Word("a b", from: 0, to: 5),
      SpeechFixture.Word("a", from: 5, to: 5), SpeechFixture.Word("a", from: -1, to: 5),
      SpeechFixture.Word("a", from: 0, to: speech.samples.count + 1),
    ]
    for word in wrong { #expect(flaw(speech.samples, [word]) == .word(0)) }
    #expect(flaw(speech.samples, [good, good]) == .word(1))
  }

  @Test func `only a closed file of the world's own format is read`() throws {
    var bytes = Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WAVEfmt ".utf8)
    bytes += [16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x3E, 0, 0, 0, 0x7D, 0, 0, 2, 0, 16, 0]
    bytes += Array("data".utf8) + [4, 0, 0, 0, 1, 0, 0xFF, 0xFF]
    #expect(try SpeechFixture.samples(ofWave: bytes) == [1, -1])
    for broken in [Array(bytes.dropLast()), bytes + [0], [], Array(bytes[..<40])] {
      #expect(throws: SpeechFixture.Flaw.notWave) {
        try SpeechFixture.samples(ofWave: broken)
      }
    }
    for place in [0, 8, 12, 16, 20, 22, 24, 34, 36, 40] {
      var other = bytes
      other[place] ^= 1
      #expect(throws: SpeechFixture.Flaw.notWave, "byte \(place)") {
        try SpeechFixture.samples(ofWave: other)
      }
    }
  }

  // MARK: In a case

  private func dictation(_ recognizer: [Rule] = []) -> Case {
    Case(
      settings: Settings(cleanup: .off), sounds: [Sound(speech.length, .speech)],
      recognizer: recognizer,
      script: [
        ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
        ScriptEntry(.time(.seconds(16)), .command(.stop(nil), nil)),
      ], speech: speech)
  }

  @Test func `a dictation that plays it becomes its words`() {
    let result = Stage(engine: { _ in Engine() }).run(dictation())
    #expect(result.verdict == .holds, "\(result.findings)")
    #expect(result.rows.map(\.final) == [everything])
  }

  @Test func `split by refusals, every word is still there once and in order`() {
    let rule = Rule(bodyOver: 100_000, reply: Reply(status: 413))
    let result = Stage(engine: { _ in Engine() }).run(dictation([rule]))
    #expect(result.verdict == .holds, "\(result.findings)")
    #expect(result.rows.map(\.final) == [everything])
    #expect((result.rows.first?.checkpoint?.leaves ?? 0) > 4)
  }

  @Test func `rules hear its words by their place`() {
    let rule = Rule(hears: 5, reply: Reply(text: .literal("heard the sixth")))
    let result = Stage(engine: { _ in Engine() }).run(dictation([rule]))
    #expect(result.rows.map(\.final) == ["heard the sixth"])
  }
}
