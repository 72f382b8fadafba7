import Contract

// What happens around the legs of a live transcript, chapter by chapter. A chunk is half a second,
// a word is one chunk long, and the n-th word is spelled with its number.
extension Story {
  static func word(_ n: Int) -> String { "w" + (n < 10 ? "00" : n < 100 ? "0" : "") + String(n) }

  func span(_ from: Int, _ end: Int) -> Span {
    Span(clip: recording.rawValue, from: from, count: end - from)
  }

  /// A deadline of the engine comes.
  mutating func due(_ label: String, _ stage: Stage) {
    event(label, .deadline(Deadline(at: now, stage: stage, lease: lease)))
  }

  /// A chunk comes half a second after the last thing that happened, less the millisecond in which
  /// it is written, and goes to a leg if there is one.
  mutating func chunk(
    to leg: LegNumber?, after: Int = 499, _ more: (inout Story) -> Void = { _ in }
  ) {
    let n = heard / Story.chunk + 1
    let from = heard
    heard += Story.chunk
    wait(after)
    report("frames \(n)", of: "ask capture", .frames(span(from, heard), .speech))
    ask("ask append \(n)", .file(.append(partial, span(from, heard))))
    more(&self)
    if let leg { feed(leg, from, heard) }
    arm("arm frames \(n)", [(.captureHealth, 3_000, nil), (.captureLimit, 1_200_000, nil)])
    wait(1)
    did("did append \(n)", .appended(partial, span(from, heard)))
    answer(
      "done append \(n)", of: "ask append \(n)",
      .appended(samples: Story.chunk, durableThrough: 0))
  }

  mutating func dial(_ n: LegNumber, offset: Int) {
    ask(
      "dial \(n)",
      .dial(Dial(recording: recording, leg: n, offset: offset, settings: row.settings)))
  }

  mutating func toLeg(_ label: String, _ n: LegNumber, _ notice: LegNotice) {
    say(label, .leg(id("dial \(n)"), notice))
  }

  mutating func feed(_ n: LegNumber, _ from: Int, _ end: Int) {
    toLeg("feed \(n) \(from / Story.chunk)", n, .send(span(from, end)))
  }

  mutating func ofLeg(_ label: String, _ n: LegNumber, _ progress: LegProgress) {
    report(label, of: "dial \(n)", .leg(progress))
  }

  mutating func relay(_ label: String, _ n: LegNumber, _ deed: LegDeed) {
    did(label, .leg(recording, n, deed))
  }

  /// The microphone is built anew, and has its whole time again.
  mutating func rebuild(_ label: String) {
    say(label, .rebuild(id("ask capture")))
    arm("arm \(label)", [(.captureHealth, 3_000, nil), (.captureLimit, 1_200_000, nil)])
  }

  mutating func line(_ label: String, _ indicator: Indicator) {
    say(label, .show(.transcript, indicator))
  }

  /// The handshake ends, 200 ms after the last thing, and the relay hears what was queued.
  mutating func open(_ n: LegNumber, hearing from: Int, _ end: Int) {
    wait(200)
    relay("accepted \(n)", n, .accepted)
    relay("hears \(n)", n, .hears(span(from, end), at: 0))
    ofLeg("open \(n)", n, .open)
    line("line live \(n)", .live)
  }

  /// The words from one chunk to another, as a leg that began at a chunk says them.
  static func tokens(
    _ range: Range<Int>, final: Int, of start: Int
  ) -> [LegToken] {
    range.map { n in
      let isFinal = n < final
      let text = " " + word(n)
      return LegToken(
        isFinal ? text : String(text.dropLast()), isFinal: isFinal, start: (n - start) * 500,
        end: (n - start + 1) * 500)
    }
  }

  /// A frame says words, of which those before `final` are final.
  mutating func frame(
    _ label: String, _ n: LegNumber, _ range: Range<Int>, final: Int, of start: Int,
    ends: Bool = false, isFinalized: Bool = false, after: Int = 100
  ) {
    wait(after)
    ofLeg(
      label, n,
      .frame(
        .tokens(
          Story.tokens(range, final: final, of: start), endsUtterance: ends,
          isFinalized: isFinalized)))
  }

  mutating func tail(_ label: String, _ text: String) { say(label, .live(recording, .tail(text))) }

  /// A sentence of the words from one chunk to another; cut words are those still tentative.
  mutating func settle(_ leg: LegNumber, _ number: UInt16, _ range: Range<Int>, cut: Bool = false) {
    settle(
      leg, number, range.map { Story.word($0) }.joined(separator: " ").dropping(cut),
      from: range.lowerBound * Story.chunk, end: range.upperBound * Story.chunk)
  }

  mutating func settle(_ leg: LegNumber, _ number: UInt16, _ text: String, from: Int, end: Int) {
    say(
      "settle \(leg)-\(number)",
      .live(
        recording,
        .settled(Segment(SegmentID(leg: leg, number: number), text, from: from, end: end))))
  }

  mutating func type(_ leg: LegNumber, _ number: UInt16, _ text: String) {
    let label = "type \(leg)-\(number)"
    ask(label, .insert(recording, SegmentID(leg: leg, number: number), text, Target(1)))
  }

  mutating func typed(_ leg: LegNumber, _ number: UInt16, _ text: String) {
    wait(40)
    did("landed \(leg)-\(number)", .landed(Target(1), text))
    answer("typed \(leg)-\(number)", of: "type \(leg)-\(number)", .delivered)
  }

  /// The socket closes, having handed on everything up to a sample.
  mutating func close(_ n: LegNumber, heard: Int, through: Int) {
    relay("gone \(n)", n, .ended(heard: heard))
    wait(20)
    ofLeg("drained \(n)", n, .drained(through: through))
    wait(20)
    answer("closed \(n)", of: "dial \(n)", .leg(.closed(nil)))
  }

  /// The person stops; the last tenth of a second goes to a leg if there is one.
  mutating func stopLive(
    to leg: LegNumber?, closes: Bool = true, _ more: (inout Story) -> Void = { _ in }
  ) {
    wait(5)
    person("stop", .stop(nil))
    say("say stop", .stop(id("ask capture")))
    more(&self)
    arm("arm finalize", [(.finalize, 10_000, nil)])
    wait(10)
    let from = heard
    heard += 1_600
    report("last frames", of: "ask capture", .frames(span(from, heard), .speech))
    ask("ask last append", .file(.append(partial, span(from, heard))))
    if let leg { toLeg("last feed", leg, .send(span(from, heard))) }
    wait(1)
    did("did last append", .appended(partial, span(from, heard)))
    answer(
      "done last append", of: "ask last append", .appended(samples: 1_600, durableThrough: 0))
    wait(20)
    did("microphone off", .microphone(recording, isOn: false))
    answer("captured", of: "ask capture", .captured(samples: heard))
    if let leg { toLeg("finalize", leg, .finalize) }
    if closes { close() } else { ask("ask close", .file(.close(partial))) }
  }

  /// From a closed container to a result, without a leg.
  mutating func recognizeLive() {
    promote()
    enter()
    upload()
    keepRaw()
    cleanUp()
    succeed()
    finish()
  }

  /// The relay answers a finalize with its last words, and the leg ends.
  mutating func drainLive(
    _ n: LegNumber, _ range: Range<Int>, of start: Int, _ more: (inout Story) -> Void
  ) {
    frame("last words", n, range, final: range.upperBound, of: start, ends: true, isFinalized: true)
    more(&self)
    toLeg("end", n, .end)
    relay("gone \(n)", n, .ended(heard: 1))
    wait(20)
    ofLeg("drained \(n)", n, .drained(through: heard))
    wait(20)
    answer("closed \(n)", of: "dial \(n)", .leg(.closed(1_000)))
  }

  mutating func end(missing: [Span] = [], _ indicator: Indicator = .idle) {
    say("live ended", .live(recording, .ended(missing: missing)))
    line("line at end", indicator)
  }
}

extension String {
  fileprivate func dropping(_ last: Bool) -> String { last ? String(dropLast()) : self }
}
