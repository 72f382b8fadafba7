import Choices
import Contract

// The relay: sessions that cannot be resumed, each fed through a queue of its own.
//
// A leg hears what actually left its queue, sample by sample, and speaks of the words whose anchor
// it heard, with times on its own clock, which starts at its first sample. It does not know where
// in the clip that is. What breaks breaks at a sample, in the middle of a chunk if so planned; the
// queue then has handed on exactly that much and says so before the leg is gone.

/// A leg as the world keeps it.
struct LegState {
  let request: Int
  let dial: Dial
  let plan: LegPlan
  /// Whether the relay has accepted it and has not ended it.
  var isUp = false
  /// Whether it is over on the relay's side.
  var isOver = false
  /// Whether it takes audio and gives nothing back any more.
  var isSilent = false
  /// What waits to leave, the oldest first, from `head` on.
  var queue: [Span] = []
  var head = 0
  var queued = 0
  /// Whether anything was ever sent.
  var wasFed = false
  /// The first sample of the clip that has not left the queue.
  var drainedThrough = 0
  /// How much left the queue since the engine was last told.
  var untold = 0
  /// The leg's own clock: how much it has heard.
  var heard = 0
  /// The sample of the clip that would follow without a gap.
  var expected: Int?
  var words: [LegWord] = []
  /// How many of them have been said as final.
  var final = 0
  /// Where the utterance under way begins among them.
  var utterance = 0
  /// Final words of the last frame, for a relay that repeats itself.
  var said = 0
  var isSpeaking = false
  var isDraining = false
  var wantsFinalize = false
  var frames: UInt16 = 0
  var drains: UInt16 = 0
  var pongs: UInt16 = 0
  var ending: LegEnd = .closed(nil)
  /// The frame that says why it ends.
  var error: LegFrame?

  /// Whether nobody has spoken for long enough that everything is final.
  var isPausing: Bool { heard - (words.last?.end ?? 0) >= Pace.pause }
}

/// A word that a leg heard, with its place on the leg's clock in samples.
struct LegWord {
  var spoken: Spoken
  var from: Int
  var end: Int
}

/// Times of the relay.
private enum Pace {
  static let frame: Int64 = 250_000_000
  static let pong: Int64 = 50_000_000
  static let close: Int64 = 20_000_000
  static let drain: Int64 = 100_000_000
  /// How many words after a word it is final, and after how many an utterance ends.
  static let settling = 2
  static let utterance = 8
  /// A pause after which everything is final, in samples.
  static let pause = 12_000
}

extension World {
  /// How a leg goes, by the answer to its dial.
  private func legPlan(_ r: Int) -> LegPlan {
    switch requests[r].answer {
    case .leg(let plan): plan
    case .never: LegPlan(opening: .never)
    case .slow(let delay): LegPlan(opensAfter: delay)
    case .store, .file, .microphone, .reply, .local, .delivery, .fails, .space, .runs, .heeds,
      .reads, nil:
      LegPlan()
    }
  }

  /// Dials: the queue takes audio at once, the relay after the handshake.
  mutating func beginDial(_ r: Int, _ dial: Dial) {
    let plan = legPlan(r)
    requests[r].leg = legs.count
    legs.append(LegState(request: r, dial: dial, plan: plan))
    switch plan.opening {
    case .never: break
    case .usual: addAnswer(r, .open, at: now &+ plan.opensAfter.count, task: .legOpens(r))
    case .unreachable:
      legs[requests[r].leg].ending = .unreachable
      addAnswer(r, .done, at: now &+ plan.opensAfter.count, task: .legEnds(r))
    case .refused(let status):
      legs[requests[r].leg].ending = .refused(status)
      addAnswer(r, .done, at: now &+ plan.opensAfter.count, task: .legEnds(r))
    }
  }

  /// Does what an item about a leg says.
  mutating func performLeg(_ task: Step, _ r: Int, _ item: Item) {
    switch task {
    case .legOpens: legOpens(r, item)
    case .legSpeaks: legSpeaks(r, item)
    case .legDrains: legDrains(r, item)
    case .legDropped(_, let span): report(.queueDropped(span), r, item)
    case .legPongs: report(.pong, r, item)
    case .legEnds: legEnds(r, item)
    case .legIdles: breakOff(requests[r].leg, .fails(code: 408))
    case .launch, .script, .news, .began, .chunk, .captureEnds, .run, .head, .body, .cancelled,
      .wake, .deadline:
      break
    }
  }

  private mutating func report(_ progress: LegProgress, _ r: Int, _ item: Item) {
    emitLegDeeds(r)
    deliver(.progress(requests[r].ticket, .leg(progress)), item.identity, to: requests[r].process)
  }

  private mutating func emitLegDeeds(_ r: Int) {
    emitDeeds(requests[r].object, processes[requests[r].process].id)
  }

  private mutating func did(_ l: Int, _ deed: LegDeed) {
    deeds.append(.leg(legs[l].dial.recording, legs[l].dial.leg, deed))
  }

  private mutating func legOpens(_ r: Int, _ item: Item) {
    let l = requests[r].leg
    legs[l].isUp = true
    did(l, .accepted)
    addIdle(l)
    report(.open, r, item)
    if legs[l].plan.breaksAt == 0 { return breakOff(l, legs[l].plan.breaking) }
    drain(l)
  }

  // MARK: What the engine says to a leg

  mutating func performLeg(_ notice: LegNotice, _ r: Int) {
    let l = requests[r].leg
    guard l >= 0, !legs[l].isOver else { return }
    switch notice {
    case .send(let span): take(span, l)
    case .offset: break
    case .keepalive: noteSign(l)
    case .finalize:
      legs[l].wantsFinalize = true
      drain(l)
    case .end:
      guard !legs[l].plan.manners.contains(.ignoresEnd), legs[l].isUp, !legs[l].isSilent else {
        return
      }
      end(l, .closed(1000))
    case .ping:
      guard legs[l].isUp, !legs[l].isSilent, !legs[l].plan.manners.contains(.ignoresPings) else {
        return
      }
      addLeg(l, .pong, \.pongs, at: now + Pace.pong, .legPongs(r))
    }
    emitLegDeeds(r)
  }

  /// Puts the next report of a kind on the agenda, by its number; one that does not fit into a name
  /// is the harness's own error.
  private mutating func addLeg(
    _ l: Int, _ verb: Verb, _ counter: WritableKeyPath<LegState, UInt16>, at: Int64, _ task: Step
  ) {
    if legs[l][keyPath: counter] == .max { namer.overflow() }
    legs[l][keyPath: counter] = legs[l][keyPath: counter].addingOne
    addLeg(l, verb, legs[l][keyPath: counter], at: at, task)
  }

  private mutating func addLeg(_ l: Int, _ verb: Verb, _ number: UInt16, at: Int64, _ task: Step) {
    let r = legs[l].request
    let p = requests[r].process
    agenda.add(
      Item(
        ready: at, rank: Rank.progress, isHard: false, role: processes[p].id.role,
        process: Int16(p), identity: requests[r].object.saying(verb).numbered(number), task: task))
  }

  private mutating func take(_ span: Span, _ l: Int) {
    guard span.count > 0 else { return }
    if !legs[l].wasFed {
      legs[l].wasFed = true
      legs[l].drainedThrough = span.from
    }
    noteSign(l)
    legs[l].queue.append(span)
    legs[l].queued += span.count
    overflow(l)
    drain(l)
  }

  /// A queue that is full loses what has waited longest, and says so.
  private mutating func overflow(_ l: Int) {
    var surplus = legs[l].queued - theCase.platform.limits.legQueue
    while surplus > 0, legs[l].head < legs[l].queue.count {
      let first = legs[l].queue[legs[l].head]
      let lost = Span(clip: first.clip, from: first.from, count: min(first.count, surplus))
      removeFront(l, lost.count)
      legs[l].drainedThrough = lost.end
      addLeg(l, .drained, \.drains, at: now + 1_000_000, .legDropped(legs[l].request, lost))
      surplus -= lost.count
    }
  }

  private mutating func removeFront(_ l: Int, _ count: Int) {
    let first = legs[l].queue[legs[l].head]
    if count >= first.count {
      legs[l].head += 1
      if legs[l].head == legs[l].queue.count {
        legs[l].queue.removeAll(keepingCapacity: true)
        legs[l].head = 0
      }
    } else {
      legs[l].queue[legs[l].head] = Span(
        clip: first.clip, from: first.from + count, count: first.count - count)
    }
    legs[l].queued -= count
  }

  // MARK: Hearing

  /// Hands on what the network takes now.
  private mutating func drain(_ l: Int) {
    guard legs[l].isUp, !legs[l].isOver else { return }
    if legs[l].plan.speed != nil { return drainLater(l) }
    handOn(l, .max)
  }

  private mutating func drainLater(_ l: Int) {
    guard !legs[l].isDraining else { return }
    guard legs[l].queued > 0 else { return finalizeIfDue(l) }
    legs[l].isDraining = true
    addLeg(l, .drained, \.drains, at: now + Pace.drain, .legDrains(legs[l].request))
  }

  private mutating func legDrains(_ r: Int, _ item: Item) {
    let l = requests[r].leg
    legs[l].isDraining = false
    legs[l].untold = 0
    handOn(l, (legs[l].plan.speed ?? 0) / 10)
    report(.drained(through: legs[l].drainedThrough), r, item)
    if legs[l].isUp {
      drain(l)
    } else if legs[l].isOver, ending == nil {
      addAnswer(r, .done, at: now + Pace.close, task: .legEnds(r))
    }
  }

  private mutating func handOn(_ l: Int, _ most: Int) {
    var left = most
    while legs[l].head < legs[l].queue.count, left > 0, !legs[l].isOver {
      let span = legs[l].queue[legs[l].head]
      var count = min(span.count, left)
      if let end = legs[l].plan.breaksAt, !legs[l].isSilent {
        count = min(count, end - legs[l].heard)
      }
      let piece = Span(clip: span.clip, from: span.from, count: count)
      removeFront(l, count)
      hear(piece, l)
      left -= count
      if legs[l].heard == legs[l].plan.breaksAt, !legs[l].isSilent {
        breakOff(l, legs[l].plan.breaking)
        if !legs[l].isSilent { return }
      }
    }
    tellDrained(l)
    if legs[l].queued == 0 { finalizeIfDue(l) }
  }

  /// A queue that is emptied at once tells so for every quarter of its length.
  private mutating func tellDrained(_ l: Int) {
    guard legs[l].plan.speed == nil, legs[l].untold >= theCase.platform.limits.legQueue / 4,
      !legs[l].isDraining
    else { return }
    legs[l].isDraining = true
    addLeg(l, .drained, \.drains, at: now + 1_000_000, .legDrains(legs[l].request))
  }

  private mutating func hear(_ piece: Span, _ l: Int) {
    legs[l].drainedThrough = piece.end
    legs[l].untold += piece.count
    if legs[l].isSilent { return }
    if legs[l].expected != piece.from { did(l, .hears(piece, at: legs[l].heard)) }
    legs[l].expected = piece.end
    let start = legs[l].heard
    legs[l].heard += piece.count
    let before = legs[l].words.count
    var word = max(0, (piece.from - 4_000 + 7_999) / 8_000)
    while word * 8_000 + 4_000 < piece.end {
      let anchor = word * 8_000 + 4_000
      if anchor >= piece.from, sounds.isHeard(clip: piece.clip, at: anchor) {
        let from = start + word * 8_000 - piece.from
        legs[l].words.append(
          LegWord(
            spoken: Spoken(clip: piece.clip, word: word), from: max(0, from), end: from + 8_000))
      }
      word += 1
    }
    let isUnsettled = legs[l].final < legs[l].words.count
    if legs[l].words.count > before || isUnsettled && legs[l].isPausing { speakSoon(l) }
  }

  // MARK: Speaking

  private mutating func speakSoon(_ l: Int) {
    guard !legs[l].isSpeaking, !legs[l].isSilent, !legs[l].isOver else { return }
    legs[l].isSpeaking = true
    addLeg(l, .frame, \.frames, at: now + Pace.frame, .legSpeaks(legs[l].request))
  }

  private mutating func finalizeIfDue(_ l: Int) {
    guard legs[l].wantsFinalize, legs[l].queued == 0,
      !legs[l].plan.manners.contains(.ignoresFinalize)
    else { return }
    speakSoon(l)
  }

  private mutating func legSpeaks(_ r: Int, _ item: Item) {
    let l = requests[r].leg
    legs[l].isSpeaking = false
    if let error = legs[l].error {
      legs[l].error = nil
      endSoon(l)
      return report(.frame(error), r, item)
    }
    let manners = legs[l].plan.manners
    if manners.contains(.junk) { report(.frame(.unparseable), r, item) }
    guard ending == nil, !legs[l].isOver else { return }
    report(.frame(nextFrame(l)), r, item)
  }

  /// What the relay says now: newly final words, then those that may still change.
  private mutating func nextFrame(_ l: Int) -> LegFrame {
    let leg = legs[l]
    let isFinalized =
      leg.wantsFinalize && leg.queued == 0 && !leg.plan.manners.contains(.ignoresFinalize)
    let isPause = leg.isPausing
    var final = max(leg.final, leg.words.count - Pace.settling)
    if isFinalized || isPause { final = leg.words.count }
    let isLong = final - leg.utterance >= Pace.utterance
    let endsUtterance = final > leg.utterance && (isFinalized || isPause || isLong)
    if isLong && !isFinalized && !isPause { final = max(leg.final, leg.utterance + Pace.utterance) }
    var first = leg.final
    if leg.plan.manners.contains(.cumulative) { first = leg.utterance }
    if leg.plan.manners.contains(.repeatsFinals) { first = min(first, leg.said) }
    var tokens: [LegToken] = []
    for w in first..<final { tokens.append(token(w, l, isFinal: true)) }
    var tentative = leg.words.count
    if leg.plan.manners.contains(.shrinks), leg.frames % 2 == 0 {
      tentative = max(final, tentative - 1)
    }
    if final < tentative {
      for w in final..<tentative { tokens.append(token(w, l, isFinal: false)) }
    }
    if leg.plan.manners.contains(.enormous), leg.frames == 2 {
      tokens.append(
        LegToken(
          String(repeating: "x", count: 100_000), isFinal: true, start: leg.heard / 16,
          end: leg.heard / 16 + 1))
    }
    legs[l].said = leg.final
    legs[l].final = final
    if endsUtterance { legs[l].utterance = final }
    if isFinalized { legs[l].wantsFinalize = false }
    return .tokens(tokens, endsUtterance: endsUtterance, isFinalized: isFinalized)
  }

  private func token(_ w: Int, _ l: Int, isFinal: Bool) -> LegToken {
    let word = legs[l].words[w]
    var text = [UInt8(ascii: " ")]
    word.spoken.append(to: &text)
    let manners = legs[l].plan.manners
    // A guess at a word that is not over.
    if !isFinal, manners.contains(.revises), w == legs[l].words.count - 1 { text.removeLast() }
    var start: Int? = word.from / 16
    // Nobody tells the end of what it has not heard.
    var end: Int? = max(min(word.end, legs[l].heard), word.from + 16) / 16
    if manners.contains(.timeless) { (start, end) = (nil, nil) }
    if manners.contains(.wildTimes), w % 3 == 2 {
      (start, end) = w % 2 == 0 ? (-5_000, -4_500) : (Int.max / 2, Int.max)
    }
    return LegToken(
      String(decoding: text, as: UTF8.self), isFinal: isFinal, start: start, end: end, speaker: 1)
  }

  // MARK: Ends

  /// The end that silence brings has a name of its own: it is not yet the end of the leg, for which
  /// something may wait.
  private mutating func addIdle(_ l: Int) {
    addLeg(l, .idle, 0, at: now + Budgets.relayIdle.count, .legIdles(legs[l].request))
  }

  private mutating func noteSign(_ l: Int) {
    guard legs[l].isUp else { return }
    agenda.postponeIdle(legs[l].request, to: now + Budgets.relayIdle.count)
  }

  private mutating func breakOff(_ l: Int, _ how: LegPlan.Break) {
    switch how {
    case .closes(let code): end(l, .closed(code))
    case .goesSilent:
      legs[l].isSilent = true
      legs[l].isSpeaking = false
      agenda.removeRequest(legs[l].request)
    case .fails(let code):
      let r = legs[l].request
      finish(l)
      legs[l].ending = .closed(1011)
      emitLegDeeds(r)
      let words = "relay error \(code): \(code == 402 ? "quota exhausted" : "session closed")"
      addLeg(l, .frame, \.frames, at: now + Pace.close, .legSpeaks(r))
      legs[l].error = LegFrame.error(code: code, words: words)
    }
  }

  /// The relay's side is over: nothing is heard or said any more.
  private mutating func finish(_ l: Int) {
    guard !legs[l].isOver else { return }
    legs[l].isOver = true
    if legs[l].isUp { did(l, .ended(heard: legs[l].heard)) }
    legs[l].isUp = false
    agenda.removeRequest(legs[l].request)
  }

  private mutating func end(_ l: Int, _ how: LegEnd) {
    finish(l)
    legs[l].ending = how
    let r = legs[l].request
    emitLegDeeds(r)
    endSoon(l)
  }

  /// Before a leg is gone, its queue says how far it came.
  private mutating func endSoon(_ l: Int) {
    let r = legs[l].request
    if legs[l].wasFed {
      addLeg(l, .drained, \.drains, at: now + Pace.close, .legDrains(r))
    } else {
      addAnswer(r, .done, at: now + Pace.close, task: .legEnds(r))
    }
  }

  private mutating func legEnds(_ r: Int, _ item: Item) {
    let l = requests[r].leg
    legs[l].isOver = true
    tell(.leg(legs[l].ending), of: r, item)
  }

  /// The engine has hung up: the relay ends the session.
  mutating func hangUp(_ r: Int) {
    guard requests[r].leg >= 0 else { return }
    finish(requests[r].leg)
  }

  /// A process is gone, and with it its sockets.
  mutating func hangUpAll(of p: Int) {
    for l in legs.indices where requests[legs[l].request].process == p { finish(l) }
  }
}
