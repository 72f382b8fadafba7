import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `Expectations of a live transcript` {
  private static let r1 = RecordingID(1)

  /// Four seconds are spoken: w000 … w007.
  private func spoken() throws -> Story {
    var story = try Story("10ms person 1")
    story.hears(Span(clip: 1, from: 0, count: 64_000))
    return story
  }

  private func settles(
    _ story: inout Story, _ leg: LegNumber, _ number: UInt16, _ text: String, from: Int, end: Int
  ) {
    story.says(
      .live(
        Self.r1, .settled(Segment(SegmentID(leg: leg, number: number), text, from: from, end: end)))
    )
  }

  private func expect(_ story: Story, _ expected: [(String, String?)]) throws {
    for (text, observed) in expected {
      #expect(try shortfall(text, story) == observed, "\(text)")
    }
  }

  @Test func `of what it says, in the order in which its sentences stand`() throws {
    var story = try spoken()
    try expect(
      story,
      [
        ("{live: {says: nothing}}", nil),
        ("{live: {words: at-most-once}}", nil),
        ("{live: {words: once}}", "w000 is not in no text"),
        (
          "{live: {says: all-words}}",
          "no text: missing \"w000 w001 w002 w003 w004 w005 w006 w007\""
        ),
      ])
    settles(&story, 1, 1, "w000 w001", from: 0, end: 16_000)
    settles(&story, 1, 2, " w00", from: 16_000, end: 24_000)
    // A sentence of the same name replaces the first one, and stands where that stood.
    settles(&story, 1, 2, "w002 w003", from: 16_000, end: 32_000)
    settles(&story, 2, 1, " w005 w006 w007", from: 40_000, end: 64_000)
    story.says(.live(Self.r1, .tail("w004 x009")))
    story.says(
      .live(
        RecordingID(2), .settled(Segment(SegmentID(leg: 1, number: 2), "x000", from: 0, end: 8_000))
      ))
    try expect(
      story,
      [
        ("{live: {says: \"w000 w001 w002 w003 w005 w006 w007\"}}", nil),
        ("{live: {recording: r2, says: \"x000\"}}", nil),
        (
          "{live: {says: all-words}}",
          "0.010s: \"w000 w001 w002 w003 w005 w006 w007\": missing \"w004\""
        ),
        ("{live: {has: [w000, w003]}}", nil),
        ("{live: {has: w005, lacks: w004}}", nil),
        (
          "{live: {has: [w003, w005]}}",
          "0.010s: w004 is not in \"w000 w001 w002 w003 w005 w006 w007\""
        ),
        ("{live: {has: w020}}", "0.010s: nothing of w020 was ever spoken"),
        ("{live: {lacks: [w004, w005]}}", "0.010s: w005 is in it"),
        ("{live: {words: at-most-once}}", nil),
        (
          "{live: {words: once}}",
          "0.010s: w004 is not in \"w000 w001 w002 w003 w005 w006 w007\""
        ),
      ])
    settles(&story, 3, 1, "w001 w004", from: 32_000, end: 40_000)
    try expect(
      story,
      [
        ("{live: {words: at-most-once}}", "0.010s: w001 is in it twice"),
        ("{live: {words: once}}", "0.010s: w001 is in it twice"),
      ])
  }

  @Test func `of where its sentences stand in the clip`() throws {
    var story = try spoken()
    let placed = "{live: {placed-within: 600ms}}"
    try expect(story, [(placed, "no sentence with a spoken word is settled")])
    settles(&story, 1, 1, "w000 w001", from: 0, end: 16_000)
    settles(&story, 2, 1, "w004 w005 ???", from: 32_000 - 9_600, end: 48_000 + 9_600)
    try expect(story, [(placed, nil)])
    var early = story
    settles(&early, 2, 2, "w006 w007", from: 48_000 - 9_601, end: 64_000)
    try expect(
      early, [(placed, "\"w006 w007\" was spoken at 3.000s … 4.000s and stands at 2.399s … 4.000s")]
    )
    var late = story
    settles(&late, 2, 2, "w006 w007", from: 48_000, end: 64_000 + 9_601)
    try expect(
      late, [(placed, "\"w006 w007\" was spoken at 3.000s … 4.000s and stands at 3.000s … 4.600s")])
    // Whatever an engine says, it is answered.
    settles(&late, 2, 2, "w006 w99999999999999999999 w9999999999", from: .min, end: .max)
    #expect(try shortfall(placed, late)?.hasPrefix("\"w006 w99999") == true)
  }

  @Test func `of what it says is missing`() throws {
    var story = try spoken()
    settles(&story, 1, 1, "w000 w001", from: 0, end: 16_000)
    settles(&story, 2, 1, "w004 w005 w006 w007", from: 32_000, end: 64_000)
    let nothing = "{live: {discloses: nothing}}"
    let lost = "{live: {discloses: what-is-lost}}"
    let words = "{live: {discloses: [w002, w003]}}"
    for text in [nothing, lost, words] {
      #expect(try shortfall(text, story) == "0.010s: it never ended")
    }
    var silent = story
    silent.says(.live(Self.r1, .ended(missing: [])))
    try expect(
      silent,
      [
        (nothing, nil),
        (lost, "0.010s: w002 is not in what it says is missing: nothing"),
        (words, "0.010s: w002 is not in what it says is missing: nothing"),
      ])
    var half = story
    half.says(.live(Self.r1, .ended(missing: [Span(clip: 1, from: 16_000, count: 8_000)])))
    try expect(
      half,
      [
        (nothing, "0.010s: it says that 1.000s … 1.500s is missing"),
        (lost, "0.010s: w003 is not in what it says is missing: 1.000s … 1.500s"),
        ("{live: {discloses: [w002, w002]}}", nil),
        ("{live: {discloses: [w020, w021]}}", "0.010s: nothing of w020 … w021 was ever spoken"),
      ])
    var whole = story
    whole.says(.live(Self.r1, .ended(missing: [Span(clip: 1, from: 16_000, count: 16_000)])))
    try expect(whole, [(lost, nil), (words, nil)])
    var other = story
    other.says(.live(Self.r1, .ended(missing: [Span(clip: 2, from: 0, count: 64_000)])))
    #expect(try shortfall(lost, other) != nil)
  }

  @Test func `of what was typed into a field, bit by bit`() throws {
    var story = try spoken()
    try expect(
      story,
      [
        ("{typed: {field: 1, says: nothing}}", nil),
        ("{typed: {field: 1, has: w000}}", "w000 is not in no text"),
      ])
    story.did(.landed(Target(1), "w000 w001"))
    story.did(.landed(Target(2), "w006"))
    story.did(.landed(Target(1), " w002 w003 w004 w005 w006 w007"))
    try expect(
      story,
      [
        ("{typed: {field: 1, says: all-words, words: once}}", nil),
        (
          "{typed: {field: 2, says: all-words}}",
          "0.010s: \"w006\": missing \"w000 w001 w002 w003 w004 w005 w007\""
        ),
        ("{typed: {field: 2, recording: r1, has: w006, lacks: [w000, w005]}}", nil),
        ("{typed: {field: 1, lacks: w003}}", "0.010s: w003 is in it"),
      ])
    story.did(.landed(Target(1), "w007"))
    try expect(
      story,
      [
        ("{typed: {field: 1, words: at-most-once}}", "0.010s: w007 is in it twice"),
        ("{typed: {field: 2, words: at-most-once}}", nil),
      ])
  }

  @Test func `of where a leg begins, as it is told and as it is`() throws {
    func dials(_ story: inout Story, _ leg: LegNumber, _ effect: UInt32, _ offset: Int) {
      story.append(
        .effect(
          .request(
            Ticket(EffectID(effect)),
            .dial(Dial(recording: Self.r1, leg: leg, offset: offset, settings: Settings())))))
    }
    var story = try spoken()
    let both = "{leg: {number: 2, offset: 10s, hears-from: 10s}}"
    #expect(try shortfall(both, story) == "it was never dialled")
    dials(&story, 1, 1, 0)
    dials(&story, 2, 2, 160_000)
    #expect(try shortfall(both, story) == "0.010s: it heard nothing")
    #expect(try shortfall("{leg: {number: 2, offset: 10s}}", story) == nil)
    story.did(.leg(Self.r1, 1, .hears(Span(clip: 1, from: 0, count: 1_600), at: 0)))
    story.did(.leg(Self.r1, 2, .hears(Span(clip: 1, from: 160_000, count: 1_600), at: 0)))
    story.did(.leg(Self.r1, 2, .hears(Span(clip: 1, from: 176_000, count: 1_600), at: 1_600)))
    try expect(
      story,
      [
        (both, nil),
        ("{leg: {recording: r1, number: 1, offset: 0s, hears-from: 0s}}", nil),
        ("{leg: {recording: r2, number: 1, offset: 0s}}", "it was never dialled"),
        ("{leg: {number: 2, offset: 13s}}", "0.010s: it is said to begin at 10s"),
        ("{leg: {number: 2, hears-from: 160001 samples}}", "0.010s: it hears from 10s on"),
        ("{leg: {number: 2, hears-from: 160001 samples, within: 1ms}}", nil),
        ("{leg: {number: 2, offset: 9.9s, within: 99ms}}", "0.010s: it is said to begin at 10s"),
      ])
    // What is said later of the leg counts, and what is said of another one does not.
    story.says(.leg(EffectID(1), .offset(5)))
    #expect(try shortfall(both, story) == nil)
    story.says(.leg(EffectID(2), .offset(160_005)))
    #expect(try shortfall(both, story) == "0.010s: it is said to begin at 160005 samples")
  }

  @Test func `a killed app takes the line about it along`() throws {
    var story = try spoken()
    story.says(.show(.transcript, .reconnecting))
    let shown = "{shows: {surface: transcript, indicator: reconnecting, when: at-end}}"
    var killed = story
    killed.append(.process(.killed))
    story.append(.end(.settled))
    killed.append(.end(.settled))
    try expect(story, [(shown, nil)])
    try expect(killed, [(shown, "it shows idle")])
  }
}
