import Contract

/// Runs with a live transcript in which the engine does everything right.
enum LiveStories {
  /// A meeting whose first leg is lost after two seconds.
  static let dropped = dropped(redial: 2)

  static func dropped(redial halves: Int) -> Story {
    Story().then {
      $0.launch(live: .meeting)
      $0.start()
      $0.beginLive()
      $0.loseFirst(redial: halves)
      $0.backLive()
      $0.finishLive(5 + halves)
    }
  }

  /// The same, but nobody sends the recording: what was shown while it ran is kept.
  static let unsent = Story().then {
    $0.launch(live: .meeting)
    $0.start()
    $0.beginLive()
    $0.loseFirst()
    $0.backLive()
    $0.finishLive(7, keeping: "w000 w00 w004 w005 w006")
  }

  /// The same, when the first leg had handed on only half of what it was sent.
  static let half = Story().then {
    $0.launch(live: .meeting)
    $0.start()
    $0.beginLive()
    $0.close(1, heard: 16_000, through: 16_000)
    $0.settle(1, 1, 0..<2, cut: true)
    $0.tail("no tail", "")
    $0.line("line reconnecting", .reconnecting)
    $0.chunk(to: nil)
    $0.chunk(to: nil)
    $0.due("redial", .redial)
    $0.dial(2, offset: 16_000)
    $0.feed(2, 16_000, 24_000)
    $0.feed(2, 24_000, 32_000)
    $0.feed(2, 32_000, 48_000)
    $0.open(2, hearing: 16_000, 48_000)
    $0.chunk(to: 2)
    $0.finishLive(7, from: 2)
  }

  /// A second leg never opens; what it was given goes to the third.
  static let refusedOnce = refusedOnce(resuming: 4)

  static func refusedOnce(resuming at: Int) -> Story {
    Story().then {
      $0.launch(live: .meeting)
      $0.start()
      $0.beginLive()
      $0.loseFirst()
      $0.wait(100)
      $0.answer("closed 2", of: "dial 2", .leg(.unreachable))
      for _ in 0..<4 { $0.chunk(to: nil) }
      $0.due("redial 3", .redial)
      $0.dial(3, offset: at * 8_000)
      $0.feed(3, at * 8_000, $0.heard)
      $0.open(3, hearing: at * 8_000, $0.heard)
      $0.chunk(to: 3)
      $0.finishLive(11, leg: 3, from: at)
    }
  }

  /// A dictation whose connection stays away for longer than is kept: the oldest seconds go.
  static func away(_ gap: Int, keeping hold: Int = 320_000) -> Story {
    Story().then {
      $0.launch(Dialect(delivery: .live), live: .dictation)
      $0.start()
      $0.beginLive()
      $0.close(1, heard: 32_000, through: 32_000)
      $0.foldFirst()
      $0.climb([1, 2, 4, 8], failing: gap)
      let kept = max(32_000, $0.heard - hold)
      $0.dial(5, offset: kept)
      $0.feed(5, kept, $0.heard)
      $0.open(5, hearing: kept, $0.heard)
      $0.stopDictation(5, from: kept)
    }
  }

  /// A dictation that never gets its connection back.
  static let exhausted = Story().then {
    $0.launch(Dialect(delivery: .live), live: .dictation)
    $0.start()
    $0.beginLive()
    $0.close(1, heard: 32_000, through: 32_000)
    $0.foldFirst()
    $0.climb([1, 2, 4, 8], failing: 100)
    $0.dial(5, offset: 32_000)
    $0.wait(100)
    $0.answer("closed 5", of: "dial 5", .leg(.unreachable))
    $0.say("tell", .tell(Message(.dictationStopped, recording: $0.recording)))
    $0.end(missing: [$0.span(32_000, $0.heard)], .error)
    $0.stopLive(to: nil)
    $0.recognizeLive()
  }

  /// A leg opens, says nothing, and goes: the ladder goes on from where it was.
  static let mute = mute(redial: 4)

  static func mute(redial halves: Int) -> Story {
    Story().then {
      $0.launch(live: .meeting)
      $0.start()
      $0.beginLive()
      $0.loseFirst()
      $0.open(2, hearing: 32_000, 48_000)
      $0.close(2, heard: 16_000, through: 48_000)
      $0.line("line reconnecting again", .reconnecting)
      for _ in 0..<halves { $0.chunk(to: nil) }
      $0.due("redial 3", .redial)
      $0.dial(3, offset: 48_000)
      $0.feed(3, 48_000, $0.heard)
      $0.open(3, hearing: 48_000, $0.heard)
      $0.finishLive(6 + halves, leg: 3, from: 6)
    }
  }

  /// Audio waits for a while although the leg is open, which is kept alive meanwhile.
  static let quiet = Story().then {
    $0.launch(live: .meeting)
    $0.start()
    $0.beginLive()
    for second in 1...19 {
      $0.chunk(to: nil)
      $0.chunk(to: nil)
      guard second % 4 == 0 else { continue }
      $0.toLeg("ping \(second)", 1, .ping)
      $0.toLeg("keepalive", 1, .keepalive)
      $0.wait(50)
      $0.ofLeg("pong", 1, .pong)
    }
    $0.due("now", .keepalive)
    $0.feed(1, 32_000, $0.heard)
    $0.frame("all words", 1, 1..<42, final: 42, of: 0, ends: true)
    $0.settle(1, 1, 0..<42)
    $0.tail("no tail", "")
    $0.stopLive(to: 1)
    $0.drainLive(1, 0..<0, of: 0) { _ in }
    $0.end()
    $0.recognizeLive()
  }

  /// The account's time is used up, as a frame says.
  static func refused(_ code: Int, _ topic: Topic) -> Story {
    Story().then {
      $0.launch(live: .meeting)
      $0.start()
      $0.beginLive()
      $0.relay("gone 1", 1, .ended(heard: 32_000))
      $0.wait(20)
      $0.ofLeg("error", 1, .frame(.error(code: code, words: "relay error: time is up")))
      $0.wait(20)
      $0.ofLeg("drained 1", 1, .drained(through: 32_000))
      $0.wait(20)
      $0.answer("closed 1", of: "dial 1", .leg(.closed(1_011)))
      $0.settle(1, 1, 0..<2, cut: true)
      $0.tail("no tail", "")
      $0.say("tell", .tell(Message(topic, recording: $0.recording)))
      $0.end(.liveOver)
      for _ in 0..<5 { $0.chunk(to: nil) }
      $0.stopLive(to: nil)
      $0.recognizeLive()
    }
  }

  /// The person stops while nothing is connected.
  static let stoppedInGap = Story().then {
    $0.launch(live: .meeting)
    $0.start()
    $0.beginLive()
    $0.close(1, heard: 32_000, through: 32_000)
    $0.foldFirst(types: false)
    $0.chunk(to: nil)
    $0.stopLive(to: nil) { $0.end(missing: [$0.span(32_000, $0.heard)]) }
    $0.recognizeLive()
  }

  /// A leg goes silent, and is given up.
  static let halfOpen = halfOpen(for: 15)

  static func halfOpen(for seconds: Int) -> Story {
    Story().then {
      $0.launch(live: .meeting)
      $0.start()
      $0.beginLive()
      for second in 1...seconds {
        $0.chunk(to: 1)
        $0.chunk(to: 1)
        if second % 5 == 0 { $0.toLeg("ping \(second)", 1, .ping) }
      }
      $0.giveUp()
    }
  }

  /// The audio of a dictation cannot be closed, and its text is stored all the same.
  static let unclosed = Story().then {
    $0.launch(Dialect(delivery: .live), live: .dictation)
    $0.start()
    $0.beginLive()
    $0.stopLive(to: 1, closes: false)
    $0.drainLive(1, 0..<4, of: 0) {
      $0.settle(1, 1, 0..<4)
      $0.tail("no tail", "")
      $0.type(1, 1, "w000 w001 w002 w003")
    }
    $0.end()
    $0.typed(1, 1, "w000 w001 w002 w003")
    $0.answer("close failed", of: "ask close", .fileFailed(.io(.no)))
    $0.say("tell", .tell(Message(.storageFailed, recording: $0.recording)))
    $0.say("show idle", .show(.main, .idle))
    let before = $0.row
    $0.row.integrity = .unfinalized
    $0.row.raw = "w000 w001 w002 w003"
    $0.ask(end: .failed, .storage)
    $0.wrote("did failed", before: before)
    $0.answer("done failed", of: "ask failed", .done)
    $0.say(
      "claim failed",
      .claim($0.recording, .failed(partial: "w000 w001 w002 w003", audioKept: true)))
    $0.arm("arm none")
    $0.finish()
  }

  /// A leg whose queue is shorter than what was kept for it.
  static let shortQueue = Story().then {
    $0.launch(limits: Limits(legQueue: 24_000), live: .meeting)
    $0.start()
    $0.beginLive()
    $0.close(1, heard: 32_000, through: 32_000)
    $0.foldFirst(types: false)
    $0.chunk(to: nil)
    $0.chunk(to: nil)
    $0.due("redial", .redial)
    $0.dial(2, offset: 32_000)
    $0.feed(2, 32_000, $0.heard)
    $0.chunk(to: 2)
    $0.chunk(to: 2)
    $0.ofLeg("dropped", 2, .queueDropped($0.span(32_000, 40_000)))
    $0.toLeg("offset", 2, .offset(40_000))
    $0.open(2, hearing: 40_000, $0.heard)
    $0.finishLive(8, from: 5)
  }

  /// A call takes the microphone for three seconds.
  static let called = Story().then {
    $0.launch(live: .meeting)
    $0.start()
    $0.beginLive()
    $0.event("call", .news(.interruption(began: true, mayResume: false)))
    $0.wait(1_900)
    $0.due("watchdog", .watchdog)
    $0.rebuild("rebuild in vain")
    $0.wait(1_100)
    $0.event("call over", .news(.interruption(began: false, mayResume: false)))
    $0.rebuild("rebuild")
    $0.chunk(to: 1)
    $0.frame("all words", 1, 1..<5, final: 5, of: 0, ends: true)
    $0.settle(1, 1, 0..<5)
    $0.tail("no tail", "")
    $0.stopLive(to: 1)
    $0.drainLive(1, 0..<0, of: 0) { _ in }
    $0.end()
    $0.recognizeLive()
  }

  static let all: [(name: String, story: Story)] = [
    ("dropped", dropped), ("half", half), ("refused once", refusedOnce), ("away", away(5_000)),
    ("away for long", away(9_000)), ("exhausted", exhausted), ("mute", mute),
    ("quota", refused(402, .liveQuota)), ("login", refused(401, .liveRefused)),
    ("stopped in a gap", stoppedInGap), ("half-open", halfOpen), ("unclosed", unclosed),
    ("short queue", shortQueue), ("quiet", quiet), ("away, and all kept", away(1_000)),
    ("called", called),
  ]
}

extension Story {
  /// The first leg: two seconds go to it, and it says two words.
  fileprivate mutating func beginLive() {
    chunk(to: nil) {
      $0.dial(1, offset: 0)
      $0.feed(1, 0, 8_000)
    }
    open(1, hearing: 0, 8_000)
    chunk(to: 1)
    chunk(to: 1)
    frame("words", 1, 0..<2, final: 1, of: 0)
    tail("tail", "w000 w00")
    event("route", .news(.route))
    toLeg("ping", 1, .ping)
    chunk(to: 1, after: 399)
  }

  /// The last words of the first leg are settled, and the line says what goes on.
  fileprivate mutating func foldFirst(types: Bool = true) {
    settle(1, 1, 0..<2, cut: true)
    tail("no tail", "")
    if types { type(1, 1, "w000 w00") }
    line("line reconnecting", .reconnecting)
    if types { typed(1, 1, "w000 w00") }
  }

  /// The first leg is lost, and a second one dialled after a second.
  fileprivate mutating func loseFirst(redial halves: Int = 2) {
    close(1, heard: 32_000, through: 32_000)
    foldFirst(types: false)
    for _ in 0..<halves { chunk(to: nil) }
    due("redial", .redial)
    dial(2, offset: 32_000)
    for n in 4..<(4 + halves) { feed(2, n * 8_000, n * 8_000 + 8_000) }
  }

  fileprivate mutating func backLive() {
    open(2, hearing: 32_000, heard)
    chunk(to: 2)
  }

  /// The newest leg says all words from a chunk on, and the person stops.
  fileprivate mutating func finishLive(
    _ end: Int, leg: LegNumber = 2, from: Int = 4, keeping text: String? = nil
  ) {
    frame("all words", leg, from..<end, final: end, of: from, ends: true)
    settle(leg, 1, from..<end)
    tail("no tail \(leg)", "")
    stopLive(to: leg)
    drainLive(leg, 0..<0, of: from) { _ in }
    self.end()
    guard let text else { return recognizeLive() }
    promote()
    enter()
    keepRaw(text)
    finish()
  }

  /// The first leg gives no sign any more, and a second one takes its place.
  fileprivate mutating func giveUp() {
    due("dead", .liveness)
    say("give up 1", .abandon(id("dial 1")))
    foldFirst(types: false)
    for _ in 0..<2 { chunk(to: nil) }
    due("redial", .redial)
    dial(2, offset: heard - 16_000)
    feed(2, heard - 16_000, heard)
    open(2, hearing: heard - 16_000, heard)
    stopLive(to: 2)
    drainLive(2, 0..<0, of: 0) { _ in }
    end(missing: [span(16_000, heard)])
    say("tell gaps", .tell(Message(.liveHasGaps, recording: recording)))
    recognizeLive()
  }

  /// Redials after so many half seconds each; all but the last one fail after some time.
  fileprivate mutating func climb(_ waits: [Int], failing after: Int) {
    for (n, halves) in waits.enumerated() {
      if n > 0 {
        let leg = LegNumber(n + 1)
        dial(leg, offset: max(32_000, heard - 320_000))
        for _ in 0..<(after / 500) { chunk(to: nil) }
        wait(after % 500)
        answer("closed \(leg)", of: "dial \(leg)", .leg(.unreachable))
      }
      for _ in 0..<halves { chunk(to: nil) }
      due("redial \(n + 2)", .redial)
    }
  }

  /// The newest leg of a dictation says all it heard, and the person stops.
  fileprivate mutating func stopDictation(_ leg: LegNumber, from: Int) {
    let words = (from / Story.chunk)..<(heard / Story.chunk)
    frame("all words", leg, words, final: words.upperBound, of: words.lowerBound, ends: true)
    settle(leg, 1, words)
    tail("no tail \(leg)", "")
    let text = words.map { Story.word($0) }.joined(separator: " ")
    type(leg, 1, text)
    typed(leg, 1, text)
    stopLive(to: leg)
    drainLive(leg, 0..<0, of: 0) { _ in }
    end(missing: [span(32_000, from)])
    recognizeLive()
  }
}
