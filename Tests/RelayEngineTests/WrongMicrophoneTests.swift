import Contract
import Mutants
import Simulation
import TestSupport
import Testing

@Suite struct `Mutants of the microphone beside a live transcript` {
  /// The call takes the hardware at about eleven seconds, for so long.
  private func taken(for time: Nanoseconds) -> [(String, Answer)] {
    [("capture/r1?answer", .microphone(Microphone(takenAt: 109, takenFor: time)))]
  }

  private func call(ends: Int?, mayResume: Bool = false) -> [ScriptEntry] {
    var script = [
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(
        .time(.seconds(11)), .news(.interruption(began: true, mayResume: false), .app)),
    ]
    if let ends {
      script.append(
        ScriptEntry(
          .time(.seconds(ends)), .news(.interruption(began: false, mayResume: mayResume), .app)))
    }
    return script + [ScriptEntry(.time(.seconds(40)), .command(.stop(nil), nil))]
  }

  @Test func `a call is a gap of the clock, and none of the clip`() throws {
    let meeting = try Meeting(
      .seconds(40), script: call(ends: 21), answers: taken(for: .seconds(9)))
    #expect(meeting.words == Array(0..<60))
    let chunks = meeting.chunks
    #expect(zip(chunks.dropFirst(), chunks).allSatisfy { $0.from == $1.end })
    #expect(meeting.longestSilence > .seconds(10))
    #expect(meeting.longestSilence < .milliseconds(10_300))
    #expect(meeting.misplaced().isEmpty)
  }

  @Test func `call-ends-recording ends it with the call`() throws {
    let duel = try Duel(
      "call-ends-recording", .seconds(40), script: call(ends: 21),
      answers: taken(for: .seconds(9)))
    #expect(try #require(duel.bad.microphoneOff) < .seconds(12))
    #expect(try #require(duel.good.microphoneOff) > .seconds(39))
  }

  @Test
  func `waits-for-a-hint goes on later where there is no hint, and as well where there is one`()
    throws
  {
    let duel = try Duel(
      "waits-for-a-hint", .seconds(40), script: call(ends: 22),
      answers: taken(for: .milliseconds(10_500)))
    #expect(duel.bad.longestSilence > duel.good.longestSilence)
    let told = try Meeting(
      .seconds(40), script: call(ends: 22, mayResume: true),
      answers: taken(for: .milliseconds(10_500)),
      engine: try mutant("waits-for-a-hint"))
    #expect(told.longestSilence == duel.good.longestSilence)
  }

  @Test func `no-watchdog takes a silent microphone for a dead one`() throws {
    let duel = try Duel(
      "no-watchdog", .seconds(40), script: call(ends: nil), answers: taken(for: .seconds(5)))
    #expect(duel.good.longestSilence < .milliseconds(7_200))
    #expect(duel.good.words == Array(0..<duel.good.words.count))
    #expect(duel.good.words.count > 64)
    #expect(try #require(duel.bad.microphoneOff) < .seconds(15))
  }

  @Test func `waits-for-the-end hears of no end, and gives the microphone up`() throws {
    let duel = try Duel(
      "waits-for-the-end", .seconds(40), script: call(ends: nil), answers: taken(for: .seconds(15)))
    #expect(duel.good.longestSilence < .milliseconds(17_200))
    #expect(try #require(duel.good.microphoneOff) > .seconds(39))
    #expect(try #require(duel.bad.microphoneOff) < .seconds(16))
    // Where the end is told, nothing is wrong with it.
    let told = try Meeting(
      .seconds(40), script: call(ends: 14), answers: taken(for: .seconds(2)),
      engine: try mutant("waits-for-the-end"))
    #expect(try #require(told.microphoneOff) > .seconds(39))
  }

  @Test func `a microphone that never comes back is given up as one that is dead`() throws {
    let meeting = try Meeting(.seconds(40), answers: taken(for: .minutes(10)))
    #expect(try #require(meeting.microphoneOff) < .seconds(15))
    #expect(meeting.told.contains(.microphoneLost))
  }

  @Test func `file-waits-for-leg writes nothing while a leg is dialled anew`() throws {
    let duel = try Duel(
      "file-waits-for-leg",
      plan: [
        ("dial/r1/leg1?answer", LegPlan(breaksAt: 163_000)),
        ("dial/r1/leg2?answer", LegPlan(opensAfter: .seconds(2))),
      ])
    #expect(duel.good.longestWait < .milliseconds(150))
    #expect(duel.bad.longestWait > .seconds(2))
    #expect(duel.bad.words == duel.good.words)
  }

  @Test func `text-goes-with-audio stores no word`() throws {
    let duel = try Duel("text-goes-with-audio", answers: [("close/r1/partial?answer", .never)])
    func text(_ m: Meeting) -> String? {
      m.playback.records.reduce(nil) { text, record in
        guard case .did(.rowWritten(_, let row)) = record.what else { return text }
        return row.bestText
      }
    }
    #expect(try #require(text(duel.good)).contains("w000"))
    #expect(text(duel.bad) == nil)
  }

  @Test func `guesses-stay keeps what was guessed`() throws {
    let duel = try Duel(
      "guesses-stay", plan: [("dial/r1/leg1?answer", LegPlan(manners: .revises))])
    #expect(duel.good.segments.map(\.text).joined(separator: " ").contains("w005"))
    #expect(!duel.bad.segments.map(\.text).joined(separator: " ").contains("w005"))
  }
}

extension Meeting {
  /// What the microphone delivered.
  fileprivate var chunks: [Span] {
    playback.records.compactMap {
      if case .event(.progress(_, .frames(let span, _))) = $0.what { span } else { nil }
    }
  }

  /// The longest time in which the microphone delivered nothing, between two chunks.
  fileprivate var longestSilence: Nanoseconds {
    longest { if case .event(.progress(_, .frames)) = $0 { true } else { false } }
  }

  /// The longest time in which nothing was to be written, between two writes.
  fileprivate var longestWait: Nanoseconds {
    longest { if case .effect(.request(_, .file(.append))) = $0 { true } else { false } }
  }

  private func longest(_ isOne: (Happening) -> Bool) -> Nanoseconds {
    let times = playback.records.filter { isOne($0.what) }.map(\.at.monotonic)
    return zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .zero
  }
}
