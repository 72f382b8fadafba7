import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `Expectations of what happens` {
  private let story: Story

  init() throws {
    story = try Story(
      "0ms person 1", "10ms issue upload/r1.a1/0/t1", "20ms issue cleanup/r1.a1",
      "30ms done upload/r1.a1/0/t1", "40ms issue upload/r1.a1/0/t2", "50ms issue cleanup/r1.a1#2",
      "60ms app.2: issue upload/r1.a2/0/t1", "70ms !person 2", "80ms person 3")
  }

  @Test(arguments: [
    ("{count: {of: \"issue upload/r1.*/*/*\", equals: 3}}", nil),
    ("{count: {of: \"issue upload/r1.*/*/*\", equals: 2}}", "0.060s: it happened 3 times"),
    ("{count: {of: \"issue upload/r1.*/*/*\", at-least: 4}}", "it happened 3 times"),
    ("{count: {of: \"issue upload/r1.*/*/*\", at-least: 2}}", nil),
    ("{count: {of: \"issue upload/r1.*/*/*\", at-most: 2}}", "0.060s: it happened 3 times"),
    ("{count: {of: \"issue upload/r1.*/*/*\", at-least: 1, at-most: 3}}", nil),
    // Without '#' and a process an expectation means any: a second time is not missed.
    ("{count: {of: \"issue cleanup/r1.a1\", equals: 2}}", nil),
    ("{count: {of: \"issue cleanup/r1.a1#1\", equals: 1}}", nil),
    ("{count: {of: \"app.2: issue upload/r1.*/*/*\", equals: 1}}", nil),
    ("{count: {of: \"app: issue upload/r1.*/*/*\", equals: 2}}", nil),
    ("{count: {of: \"person 1\", equals: 1}}", nil),
    ("{never: \"issue capture/r1\"}", nil),
    ("{never: \"issue upload/r1.a2/*/*\"}", "0.060s: 'app.2: issue upload/r1.a2/0/t1' happened"),
    ("{never: [\"issue capture/r1\", \"person 3\"]}", "0.080s: 'person 3' happened"),
    ("{eventually: \"done upload/r1.a1/0/t1\"}", nil),
    ("{eventually: [\"person 1\", \"done usage/r1\"]}", "it never happened"),
    ("{order: [\"person 1\", \"issue upload/r1.*/*/*\", \"person 3\"]}", nil),
    (
      "{order: [\"issue upload/r1.a1/0/t2\", \"done upload/r1.a1/0/t1\"]}",
      "0.030s: 'done upload/r1.a1/0/t1' came before 'issue upload/r1.a1/0/t2'"
    ),
    ("{order: [\"person 1\", \"done usage/r1\"]}", "'done usage/r1' never happened"),
    // The first of each counts, so a later one cannot mend the order.
    (
      "{order: [\"done upload/r1.a1/0/t1\", \"issue upload/r1.a1/0/*\"]}",
      "0.010s: 'issue upload/r1.a1/0/*' came before 'done upload/r1.a1/0/t1'"
    ),
    ("{within: {from: person 1, to: \"done upload/r1.a1/0/t1\", at-most: 30ms}}", nil),
    (
      "{within: {from: person 1, to: \"done upload/r1.a1/0/t1\", at-most: 29ms}}",
      "0.030s: it took 0.030s"
    ),
    (
      "{within: {from: \"done upload/r1.a1/0/t1\", to: \"issue upload/r1.a1/0/*\", at-least: 11ms}}",
      "0.040s: it took 0.010s"
    ),
    (
      "{within: {from: person 1, to: \"done usage/r1\", at-most: 1s}}",
      "0.000s: 'done usage/r1' never happened after it"
    ),
    (
      "{within: {from: \"done usage/r1\", to: person 1, at-most: 1s}}",
      "'done usage/r1' never happened"
    ),
    ("{ignored: \"person 2\"}", nil),
    ("{ignored: \"person 3\"}", "it was not ignored"),
    ("{ignored: \"person 9\"}", "it never happened"),
    ("{ignored: {event: \"person 2\", reason: not-allowed-now}}", nil),
    (
      "{ignored: {event: \"person 2\", reason: duplicate}}",
      "0.070s: it was ignored: not-allowed-now"
    ),
    ("{not-ignored: \"person 3\"}", nil),
    ("{not-ignored: \"person 2\"}", "0.070s: it was ignored: not-allowed-now"),
    ("{not-ignored: \"person 9\"}", "it never happened"),
  ])
  func `hold or say what was there instead`(expectation: String, expected: String?) throws {
    #expect(try shortfall(expectation, story) == expected)
  }
}

@Suite struct `Expectations of what a person sees` {
  @Test func `what surfaces show counts at the ends of reactions`() throws {
    var story = try Story("10ms person 1")
    story.says(.show(.main, .processing))
    story.says(.tell(Message(.noSpeech)))
    story.says(.show(.main, .recording))
    story.append(.event(.news(.route)), after: .seconds(1))
    story.says(.show(.main, .idle))
    story.says(.show(.liveActivity, .error))
    story.append(.end(.settled), after: .seconds(1))
    let expected: [(String, String?)] = [
      ("{surface: main, indicator: recording, when: eventually}", nil),
      ("{surface: main, indicator: recording, when: never}", "0.010s: it showed recording"),
      ("{surface: main, indicator: processing, when: eventually}", "it never did"),
      ("{surface: main, indicator: processing, when: never}", nil),
      ("{surface: main, indicator: idle, when: at-end}", nil),
      ("{surface: main, indicator: error, when: at-end}", "it shows idle"),
      ("{surface: live-activity, indicator: error, when: at-end}", nil),
      ("{surface: any, indicator: error, when: at-end}", nil),
      ("{surface: any, indicator: live, when: at-end}", "none of them does"),
      ("{surface: any, indicator: live, when: never}", nil),
      ("{surface: any, indicator: error, when: never}", "1.010s: it showed error"),
    ]
    for (shows, observed) in expected {
      #expect(try shortfall("{shows: \(shows)}", story) == observed, "\(shows)")
    }
    #expect(try shortfall("{ends: idle}", story) == "'live-activity' shows error")
  }

  @Test func `a dead process shows nothing, a live activity stays`() throws {
    var story = try Story("10ms person 1")
    story.says(.show(.main, .recording))
    story.says(.show(.liveActivity, .recording))
    story.append(.process(.killed))
    story.append(.end(.settled))
    #expect(
      try shortfall("{shows: {surface: main, indicator: idle, when: at-end}}", story) == nil)
    #expect(
      try shortfall("{shows: {surface: live-activity, indicator: idle, when: at-end}}", story)
        == "it shows recording")
  }

  @Test func `an end is idle when all is at rest`() throws {
    var story = try Story("10ms person 1")
    story.did(.microphone(RecordingID(1), isOn: true))
    #expect(try shortfall("{ends: idle}", story) == "the microphone of r1 is on")
    story.did(.microphone(RecordingID(1), isOn: false))
    var cut = story
    cut.append(.end(.outOfTime))
    #expect(
      try shortfall("{ends: idle}", cut) == "work still went on when the case was cut off")
    story.append(.end(.settled))
    #expect(try shortfall("{ends: idle}", story) == nil)
  }

  @Test func `messages by topic, recording and number`() throws {
    var story = try Story("10ms person 1")
    story.says(.tell(Message(.storageFull, recording: RecordingID(1))))
    story.says(.tell(Message(.storageFull)), after: .seconds(1))
    let expected: [(String, String?)] = [
      ("{told: storage-full}", nil), ("{told: [storage-full, no-speech]}", "never told"),
      ("{told: {topic: storage-full, recording: r1}}", nil),
      ("{told: {topic: storage-full, recording: r2}}", "never told"),
      ("{told: {topic: storage-full, times: 2}}", nil),
      ("{told: {topic: storage-full, times: 1}}", "1.010s: told 2 times"),
      ("{never-told: no-speech}", nil),
      ("{never-told: [no-speech, storage-full]}", "1.010s: told 2 times"),
    ]
    for (text, observed) in expected { #expect(try shortfall(text, story) == observed, "\(text)") }
  }

  @Test func `claims of each kind`() throws {
    let r1 = RecordingID(1)
    let notices: [(String, Notice)] = [
      ("saved", .claim(r1, .saved)), ("succeeded", .claim(r1, .succeeded("x"))),
      ("failed", .claim(r1, .failed(partial: nil, audioKept: true))),
      ("cancelled", .claim(r1, .cancelled)), ("deleted", .claimDeleted([r1])),
      ("delivered", .claim(r1, .delivered(Target(1)))),
    ]
    for (word, notice) in notices {
      var story = try Story("10ms person 1")
      story.says(notice)
      for other in notices.map(\.0) {
        let isIt = other == word
        #expect(
          try shortfall("{recording: r1, claimed: \(other)}", story)
            == (isIt ? nil : "that was never said"))
        #expect(
          try shortfall("{recording: r1, never-claimed: [\(other)]}", story)
            == (isIt ? "0.010s: that was said" : nil))
      }
      #expect(
        try shortfall("{recording: r2, claimed: \(word)}", story) == "that was never said")
    }
  }

  @Test func `texts in fields, and the clipboard`() throws {
    var story = try Story("10ms person 1")
    story.hears(Span(clip: 1, from: 0, count: 16_000))
    #expect(try shortfall("{landed: {field: 1}}", story) == "nothing landed there")
    #expect(try shortfall("{landed: {field: 1, times: 0}}", story) == nil)
    #expect(try shortfall("{clipboard: as-found}", story) == nil)
    story.did(.landed(Target(1), "w000 w001."))
    story.did(.landed(Target(2), "other"))
    story.did(.clipboard(change: 2, "w000 w001.", byApp: true))
    let expected: [(String, String?)] = [
      ("{landed: {field: 1, says: all-words, times: 1}}", nil),
      ("{landed: {field: 1, says: all-words, times: 2}}", "0.010s: in it landed \"w000 w001\""),
      ("{landed: {field: 2, says: all-words}}", "0.010s: in it landed \"other\""),
      ("{landed: {field: 1, times: 0}}", "0.010s: in it landed \"w000 w001\""),
      ("{landed: {field: 3, says: all-words}}", "nothing landed there"),
      ("{clipboard: as-found}", "0.010s: it holds \"w000 w001\""),
      ("{clipboard: \"w000 w001.\"}", nil),
      ("{clipboard: \"x\"}", "0.010s: it holds \"w000 w001\""),
    ]
    for (text, observed) in expected { #expect(try shortfall(text, story) == observed, "\(text)") }
    story.did(.clipboard(change: 3, ClipboardCheck.found, byApp: true))
    #expect(try shortfall("{clipboard: as-found}", story) == nil)
  }
}
