import Contract

// The life of a leg: dialled, opened, listened to, lost.

extension RelayEngine {
  /// Dials the next leg and gives it what waits: offset, flush and swap are one step.
  mutating func dial(_ step: inout RelayStep) {
    guard var s = session, s.legs < 4_000 else { return end(.exhausted, &step) }
    session = nil
    s.legs += 1
    let now = step.now.monotonic
    let id = step.ask(
      .dial(
        Dial(
          recording: s.recording, leg: s.legs, offset: s.bridge.offset, settings: settings)),
      s.lease)
    s.leg = Leg(id: id, number: s.legs, lastSign: now, lastSend: now)
    s.transcript.begin()
    s.bridge.attach { step.say(.leg(id, .send($0))) }
    session = s
    arm(.dial, at: now + Budgets.handshake, effect: id, &step)
  }

  mutating func opened(_ step: inout RelayStep) {
    let now = step.now.monotonic
    session?.leg?.isOpen = true
    noteSign(step.now)
    disarm(.dial, &step)
    arm(.liveness, at: now + Budgets.ping, &step)
    arm(.keepalive, at: now + Budgets.keepalive, &step)
    show(.live, &step)
    finalizeIfReady(&step)
  }

  mutating func noteSign(_ now: Moment) { session?.leg?.lastSign = now.monotonic }

  mutating func drained(_ sample: Int, _ id: EffectID, _ step: inout RelayStep) {
    let before = step.effects.count
    session?.bridge.drained(through: sample) { step.say(.leg(id, .send($0))) }
    if step.effects.count > before { session?.leg?.lastSend = step.now.monotonic }
    finalizeIfReady(&step)
  }

  /// The leg lost some of what it was given: its words stand where it really listens.
  mutating func queueDropped(_ span: Span, _ id: EffectID, _ step: inout RelayStep) {
    let before = session?.bridge.fed.first?.from
    session?.bridge.dropped(span)
    if let first = session?.bridge.fed.first?.from, first != before {
      step.say(.leg(id, .offset(first)))
    }
  }

  // MARK: Words

  mutating func take(_ frame: LegFrame, _ step: inout RelayStep) {
    noteSign(step.now)
    switch frame {
    case .unparseable: return
    case .error(let code, _): if let why = Self.ending(code: code) { end(why, &step) }
    case .tokens(let tokens, let endsUtterance, let isFinalized):
      guard let leg = session?.leg, var s = session.take() else { return }
      if !tokens.isEmpty { s.failures = 0 }
      s.transcript.take(tokens) { s.bridge.position(ofLegSample: $0) }
      session = s
      if endsUtterance || isFinalized { settle(leg.number, &step) }
      showTail(&step)
      if isFinalized, leg.isFinalizing { step.say(.leg(leg.id, .end)) }
    }
  }

  private mutating func settle(_ leg: LegNumber, _ step: inout RelayStep) {
    let captured = session?.bridge.captured ?? 0
    guard let segment = session?.transcript.settle(leg: leg, within: captured),
      let recording = session?.recording
    else { return }
    step.say(.live(recording, .settled(segment)))
    type(segment, &step)
  }

  private mutating func showTail(_ step: inout RelayStep) {
    guard let text = session?.transcript.changedTail(), let recording = session?.recording else {
      return
    }
    step.say(.live(recording, .tail(text)))
  }

  /// What a code of the relay ends, in a frame or at the handshake: only what a redial would meet
  /// again ends the transcript.
  private static func ending(code: Int) -> LiveEnding? {
    switch code {
    case 402: .quota
    case 401, 403: .refused
    default: nil
    }
  }

  // MARK: Ends

  mutating func legEnded(_ outcome: Outcome, _ step: inout RelayStep) {
    loseLeg(handsBack: true, &step)
    if case .leg(.refused(let status)) = outcome, let why = Self.ending(code: Int(status)) {
      return end(why, &step)
    }
    climb(&step)
  }

  /// Waits for the next redial, unless the ladder or the recording has come to its end.
  private mutating func climb(_ step: inout RelayStep) {
    guard let s = session else { return }
    guard !s.isStopping else { return s.isCaptureOver ? end(.stopped, &step) : () }
    guard let wait = s.policy.wait(afterFailures: s.failures) else { return end(.exhausted, &step) }
    session?.failures += 1
    show(.reconnecting, &step)
    arm(.redial, at: step.now.monotonic + wait, &step)
  }

  /// The leg is gone: what it said stays, what it did not hand on waits again.
  mutating func loseLeg(handsBack: Bool, _ step: inout RelayStep) {
    guard let leg = session?.leg else { return }
    session?.leg = nil
    if handsBack { session?.bridge.detach() } else { session?.bridge.forsake() }
    disarm(.dial, &step)
    disarm(.liveness, &step)
    disarm(.keepalive, &step)
    session?.transcript.fold()
    settle(leg.number, &step)
    showTail(&step)
  }

  /// Hangs up on the leg there is.
  mutating func hangUp(handsBack: Bool, _ step: inout RelayStep) {
    guard let leg = session?.leg else { return }
    step.say(.cancel(leg.id))
    step.say(.abandon(leg.id))
    loseLeg(handsBack: handsBack, &step)
  }

  mutating func handshakeExpired(_ step: inout RelayStep) {
    guard session?.leg?.isOpen == false else { return }
    hangUp(handsBack: true, &step)
    climb(&step)
  }

  // MARK: Life

  /// Pings; a leg that has answered none for long, on the monotonic clock, is dead. What it took
  /// since then is gone, and will be missing.
  mutating func checkLife(_ step: inout RelayStep) {
    guard let leg = session?.leg, leg.isOpen else { return }
    let now = step.now.monotonic
    if now - leg.lastSign >= Budgets.liveness {
      hangUp(handsBack: false, &step)
      return climb(&step)
    }
    step.say(.leg(leg.id, .ping))
    arm(.liveness, at: now + Budgets.ping, &step)
  }

  mutating func keepAlive(_ step: inout RelayStep) {
    guard let leg = session?.leg, leg.isOpen else { return }
    let now = step.now.monotonic
    var next = leg.lastSend + Budgets.keepalive
    if next <= now {
      step.say(.leg(leg.id, .keepalive))
      session?.leg?.lastSend = now
      next = now + Budgets.keepalive
    }
    arm(.keepalive, at: next, &step)
  }

  // MARK: The end of a session

  /// Once everything was captured and given to the leg, it is asked to settle it.
  mutating func finalizeIfReady(_ step: inout RelayStep) {
    guard let s = session, s.isCaptureOver, s.bridge.held.isEmpty, let leg = s.leg, leg.isOpen,
      !leg.isFinalizing
    else { return }
    session?.leg?.isFinalizing = true
    step.say(.leg(leg.id, .finalize))
  }

  /// Ends the live transcript, and says what is in none of its sentences.
  mutating func end(_ why: LiveEnding, _ step: inout RelayStep) {
    guard session?.isOver == false else { return }
    hangUp(handsBack: true, &step)
    guard var s = session else { return }
    disarm(.redial, &step)
    disarm(.drain, &step)
    s.isOver = true
    s.bridge.discard()
    let missing = s.transcript.missing(of: s.bridge.captured, clip: s.recording.rawValue)
    session = s
    step.say(.live(s.recording, .ended(missing: missing)))
    tell(why, missing, s, &step)
    let isForced = why == .exhausted || why == .quota || why == .refused
    switch s.policy.kind {
    case .meeting where isForced: show(.liveOver, &step)
    case .dictation where isForced:
      show(.error, &step)
      step.stopsRecording = true
    case .meeting, .dictation, .none: break
    }
    if s.isStopping || why == .cancelled { close(&step) }
  }

  private func tell(
    _ why: LiveEnding, _ missing: [Span], _ s: Session, _ step: inout RelayStep
  ) {
    let isMeeting = s.policy.kind == .meeting
    let topic: Topic
    switch why {
    case .exhausted: topic = isMeeting ? .liveStopped : .dictationStopped
    case .quota: topic = isMeeting ? .liveQuota : .dictationQuota
    case .refused: topic = isMeeting ? .liveRefused : .dictationRefused
    case .stopped where Self.isDisclosed(missing, of: s.bridge.captured): topic = .liveHasGaps
    case .stopped, .cancelled: return
    }
    step.say(.tell(Message(topic, recording: s.recording)))
  }

  /// Whether holes are large enough to be told: one of half a minute, or a tenth of the whole.
  private static func isDisclosed(_ missing: [Span], of captured: Int) -> Bool {
    let sum = missing.reduce(0) { $0 + $1.count }
    return sum * 10 >= captured && sum > 0 || missing.contains { $0.count >= Budgets.hole }
  }

  /// The recording is over as well: the line has nothing more to say, unless it says an error.
  mutating func close(_ step: inout RelayStep) {
    session = nil
    if let next {
      session = next
      self.next = nil
      return activate(&step)
    }
    if shows != .error { show(.idle, &step) }
  }
}
