import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `Expectations of History` {
  private static let r1 = RecordingID(1)
  private let given = "given: {audio: [{speech: 1s}, {quiet: 500ms}, {speech: 2s}]}"
  private let words = "w000 w001 w003 w004"

  private var row: Row {
    Row(
      recording: Self.r1, attempt: 2, generation: 0, state: .failed, reason: .network,
      integrity: .complete, samples: 40_000,
      checkpoint: Checkpoint(text: "w000 w001", leaves: 1, through: 16_000), raw: words,
      final: words + ".", delivery: .withheld, usage: .pending, settings: Settings(model: 3))
  }

  /// The microphone delivers two and a half seconds in two pieces, then zeros where a word was.
  private var story: Story {
    get throws {
      var story = try Story("10ms person 1")
      story.hears(Span(clip: 1, from: 0, count: 16_000))
      story.hears(Span(clip: 1, from: 16_000, count: 24_000))
      story.hears(Span(clip: 1, from: 40_000, count: 8_000), .digitalZero)
      return story
    }
  }

  private func observed(_ keys: String, _ row: Row?, files: [FileRef] = []) throws -> String? {
    try shortfall(
      "{recording: r1, \(keys)}", story, rows: row.map { [$0] } ?? [], files: files, given: given)
  }

  @Test(arguments: [
    ("state: failed", nil), ("state: success", "failed"), ("state: [success, failed]", nil),
    ("state: none", "there is an entry, failed"), ("reason: network", nil),
    ("reason: [storage, network]", nil), ("reason: storage", "reason network"),
    ("attempt: 2", nil), ("attempt: 1", "attempt 2"), ("integrity: complete", nil),
    ("integrity: unfinalized", "audio complete"), ("delivery: withheld", nil),
    ("delivery: none", "delivery withheld"), ("delivery: [none, withheld]", nil),
    ("integrity: [unfinalized, known-incomplete]", "audio complete"), ("usage: pending", nil),
    ("usage: reported", "usage pending"), ("settings: {model: 3}", nil),
    ("settings: {model: 3, language: 2}", "other settings"), ("text: cleaned", nil),
    ("text: raw", "another text than the raw one"), ("says: all-words", nil),
    ("raw: all-words", nil), ("checkpoint: {words: [w000, w001]}", nil),
    ("checkpoint: {words: [0, 1]}", nil), ("checkpoint: some-words", nil),
    ("checkpoint: {before: w003}", nil), ("checkpoint: {before: w001}", "checkpoint \"w000 w001\""),
    ("checkpoint: nothing", "checkpoint \"w000 w001\""),
    ("checkpoint: all-words", "checkpoint \"w000 w001\": missing \"w003 w004\""),
    ("checkpoint: \"w000 w001\"", nil), ("says: \"w000\"", "text \"w000 w001 w003 w004\""),
    ("says: {words: [w001, w003]}", "text \"w000 w001 w003 w004\""),
    ("state: success, attempt: 3", "failed, attempt 2"),
  ])
  func `every key of a row`(keys: String, expected: String?) throws {
    #expect(try observed(keys, row) == expected)
  }

  @Test func `texts are compared word by word`() throws {
    var other = row
    let texts: [(String, String?)] = [
      (words, nil), (words + ".", nil),
      (words + "..", "text \"w000 w001 w003 w004.\": missing \"w004\""),
      ("w000 w001 w001 w003 w004", "text \"w000 w001 w001 w003 w004\": repeated \"w001\""),
      (
        "w001 w000 w003 w004",
        "text \"w001 w000 w003 w004\": in another order or with other words"
      ),
      (
        "w000 w001 w002 w003 w004",
        "text \"w000 w001 w002 w003 w004\": in another order or with other words"
      ),
      (
        "x000 x001 x003 x004",
        "text \"x000 x001 x003 x004\": missing \"w000 w001 w003 w004\""
      ),
    ]
    for (text, expected) in texts {
      other.final = text
      #expect(try observed("says: all-words", other) == expected, "\(text)")
    }
    other.final = nil
    other.raw = nil
    #expect(try observed("says: some-words", other) == nil)
    #expect(try observed("says: all-words", other) == "text \"w000 w001\": missing \"w003 w004\"")
    #expect(try observed("text: raw", other) == "no final text")
    other.checkpoint = nil
    #expect(try observed("says: nothing", other) == nil)
    #expect(try observed("says: some-words", other) == "text no text")
    other.final = words
    other.raw = words
    #expect(try observed("text: raw", other) == nil)
    #expect(try observed("text: cleaned", other) == "the raw text")
  }

  @Test func `no row, no files, other rows`() throws {
    #expect(try observed("state: none", nil) == nil)
    #expect(try observed("state: failed", nil) == "there is no entry")
    #expect(try observed("audio: gone", nil) == nil)
    #expect(try observed("audio: kept", nil) == "no audio file is left")
    for kind in [FileRef.Kind.source, .partial] {
      #expect(try observed("audio: kept", nil, files: [FileRef(Self.r1, kind)]) == nil)
      #expect(
        try observed("audio: gone", nil, files: [FileRef(Self.r1, kind)]) == "1 files are left")
    }
    let leaf = FileRef(Self.r1, .leaf(1))
    #expect(try observed("audio: kept", nil, files: [leaf]) == "no audio file is left")
    #expect(try observed("audio: gone", nil, files: [leaf]) == "1 files are left")
    let others = FileRef(RecordingID(2), .source)
    #expect(try observed("audio: gone", nil, files: [others]) == nil)
    #expect(try shortfall("{entries: 1}", story, rows: [row]) == nil)
    #expect(try shortfall("{entries: 0}", story, rows: [row]) == "there are 1: r1")
    #expect(try shortfall("{entries: 1}", story) == "there is none")
  }

  @Test func `words that a found file holds could be heard too`() throws {
    let given = "given: {audio: 2s, found: [{file: r2.source, length: 1s}]}"
    var other = row
    other.recording = RecordingID(2)
    other.final = "x000 x001"
    let expectation = "{recording: r2, says: all-words}"
    #expect(try shortfall(expectation, story, rows: [other], given: given) == nil)
    other.final = "x000"
    #expect(
      try shortfall(expectation, story, rows: [other], given: given)
        == "text \"x000\": missing \"x001\"")
  }
}

@Suite struct `Expectations of what was heard` {
  private static let r1 = RecordingID(1)

  /// Requests with stretches of one second of r1; each line is: attempt, second, status or
  /// `given-up`.
  private func story(_ lines: [(attempt: UInt16, second: Int, end: String)]) throws -> Story {
    var story = try Story("10ms person 1")
    story.hears(Span(clip: 1, from: 0, count: 32_000))
    for (place, line) in lines.enumerated() {
      let name = Identity(
        .upload, recording: 1, attempt: line.attempt, number: UInt16(place + 1))
      story.did(
        .heard(
          FileRef(Self.r1, .source), [.clip(1, from: line.second * 16_000, count: 16_000)],
          Settings(model: 2)), name)
      if line.end == "given-up" { story.append(name, .effect(.notice(.abandon(EffectID(1))))) }
      let status = UInt16(line.end) ?? 200
      let ticket = Ticket(EffectID(1))
      story.append(name.saying(.head), .event(.progress(ticket, .head(Head(status: status)))))
      story.append(
        name.saying(.done), .event(.finished(ticket, .body(Body("x", contentType: nil)))))
    }
    return story
  }

  @Test func `each word is accepted once in the newest attempt`() throws {
    let once = "{heard: {recording: r1, accepted: once}}"
    let atMost = "{heard: {recording: r1, accepted: at-most-once}}"
    let stories: [([(UInt16, Int, String)], String?, String?)] = [
      ([(1, 0, "200"), (1, 1, "200")], nil, nil),
      ([(1, 0, "200")], "w002 was never accepted", nil),
      (
        [(1, 0, "200"), (1, 1, "200"), (1, 0, "200")], "w000 was accepted twice",
        "w000 was accepted twice"
      ),
      ([(1, 0, "413"), (1, 0, "200"), (1, 1, "200")], nil, nil),
      ([(1, 0, "given-up"), (1, 0, "200"), (1, 1, "200")], nil, nil),
      ([(1, 0, "200"), (2, 0, "200"), (2, 1, "200")], nil, nil),
      ([], "nothing of it was ever sent", nil),
    ]
    for (lines, exactly, most) in stories {
      #expect(try shortfall(once, story(lines)) == exactly, "\(lines)")
      #expect(try shortfall(atMost, story(lines)) == most, "\(lines)")
    }
  }

  @Test func `every request has the settings of its recording`() throws {
    let sent = try story([(1, 0, "200")])
    #expect(try shortfall("{heard: {recording: r1, with: {model: 2}}}", sent) == nil)
    #expect(
      try shortfall("{heard: {recording: r1, with: {model: 1}}}", sent)
        == "0.010s: it was sent under other settings")
  }
}

@Suite struct `Verdicts of lines` {
  private func verdict(
    _ expect: String, violated: Bool = false, evidence: Int = 1
  ) throws -> LineVerdict {
    let line = "- {that: x, cites: [ATTEMPT.always-ends, RETRY.same-recording]\(expect)}"
    let theCase = try #require(try load(scenario("", then: line)).scenario?.cases.first)
    return LineJudge(theCase).verdicts(rows: [], files: []) { clause in
      clause == .retrySameRecording
        ? ClauseStanding(isViolated: violated, evidence: evidence)
        : ClauseStanding(isViolated: false, evidence: 5)
    }[0]
  }

  @Test func `a line is red by its expectation or by a clause it cites`() throws {
    #expect(try verdict("") == .holds)
    #expect(try verdict("", violated: true) == .violated(.retrySameRecording))
    #expect(try verdict("", evidence: 0) == .noEvidence([.retrySameRecording]))
    #expect(try verdict(", expect: {entries: 0}", evidence: 0) == .holds)
    #expect(try verdict(", expect: {entries: 0}", violated: true) == .violated(.retrySameRecording))
    #expect(
      try verdict(", expect: [{entries: 0}, {entries: 1}]", violated: true)
        == .unmet(expected: "1 entries in History", Shortfall("there is none")))
  }
}
