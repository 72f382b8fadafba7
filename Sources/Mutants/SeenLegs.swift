import Contract

/// A leg as far as a decorator can see it.
struct SeenLeg: Hashable, Sendable {
  let ticket: Ticket
  let dial: Dial
  /// Whether its handshake has ended well.
  var isOpen = false
  /// Whether it is over, or was given up.
  var isOver = false
  /// Whether it was given up before it had ended.
  var isGivenUp = false
  /// How far its queue has come, as last reported.
  var drained: Int?
  /// What had been captured when it was over.
  var capturedAtEnd = 0
}

/// The legs of a live session, and the audio that there is for them.
struct SeenLegs: Hashable, Sendable {
  private(set) var all: [SeenLeg] = []
  /// The first sample that has not been captured.
  private(set) var captured = 0

  /// The leg there is.
  var current: SeenLeg? { all.last.flatMap { $0.isOver ? nil : $0 } }

  func find(_ id: EffectID) -> SeenLeg? { all.first { $0.ticket.effect == id } }

  /// Takes notice of what the engine is about to hear.
  mutating func hear(_ event: Event) {
    switch event {
    case .progress(_, .frames(let span, _)): captured = span.end
    case .progress(let ticket, .leg(.open)): change(ticket.effect) { $0.isOpen = true }
    case .progress(let ticket, .leg(.drained(let sample))):
      change(ticket.effect) { $0.drained = sample }
    case .finished(let ticket, _): end(ticket.effect)
    case .launched, .person, .progress, .news, .deadline: break
    }
  }

  /// Takes notice of what the engine wants.
  mutating func note(_ effects: [Effect]) {
    for effect in effects { note(effect) }
  }

  /// Takes notice of one thing that the engine wants.
  mutating func note(_ effect: Effect) {
    switch effect {
    case .request(let ticket, .dial(let dial)):
      // Another recording begins anew.
      if all.last?.dial.recording != dial.recording { all = [] }
      all.append(SeenLeg(ticket: ticket, dial: dial))
    case .notice(.abandon(let id)):
      end(id)
      change(id) { $0.isGivenUp = true }
    case .request, .notice: break
    }
  }

  private mutating func end(_ id: EffectID) {
    let captured = captured
    change(id) {
      guard !$0.isOver else { return }
      $0.isOver = true
      $0.capturedAtEnd = captured
    }
  }

  private mutating func change(_ id: EffectID, _ body: (inout SeenLeg) -> Void) {
    guard let i = all.lastIndex(where: { $0.ticket.effect == id }) else { return }
    body(&all[i])
  }
}

/// Deadlines that an engine has armed at one time and the world is shown at another.
struct MovedDeadlines: Hashable, Sendable {
  private struct Pair: Hashable, Sendable {
    var own: Deadline
    var shown: Deadline
  }

  private var pairs: [Pair] = []
  private var known: [Deadline] = []

  /// Moves what was armed just now, and shows what was moved earlier where it was moved to.
  mutating func show(_ deadlines: inout [Deadline], move: (Deadline) -> Nanoseconds?) {
    let own = deadlines
    pairs.removeAll { !own.contains($0.own) }
    for i in deadlines.indices {
      if !known.contains(own[i]), let at = move(own[i]) {
        var shown = own[i]
        shown.at = at
        pairs.append(Pair(own: own[i], shown: shown))
      }
      if let pair = pairs.first(where: { $0.own == own[i] }) { deadlines[i] = pair.shown }
    }
    known = own
  }

  /// The deadline of the engine's that an event of the world means.
  func hear(_ event: Event) -> Event {
    guard case .deadline(let deadline) = event,
      let pair = pairs.first(where: { $0.shown == deadline })
    else { return event }
    return .deadline(pair.own)
  }
}

extension [Effect] {
  /// Whether the live transcript ends with these.
  var endsLive: Bool {
    contains { if case .notice(.live(_, .ended)) = $0 { true } else { false } }
  }

  /// Whether a person is told about one of these.
  func tells(_ isAbout: (Topic) -> Bool) -> Bool {
    contains { if case .notice(.tell(let m)) = $0 { isAbout(m.topic) } else { false } }
  }
}

extension Topic {
  /// Whether it says that a live transcript has ended before its recording.
  var endsLive: Bool {
    switch self {
    case .liveStopped, .liveQuota, .liveRefused, .dictationStopped, .dictationQuota,
      .dictationRefused:
      true
    case .microphoneFailed, .microphoneLost, .permissionMissing, .microphoneSilent,
      .captureLimitReached, .recorderDidNotFinish, .partialKept, .storageFailed, .storageFull,
      .historyNotUpdated, .deviceLocked, .deleteFailed, .requestRefused, .accessRefused,
      .serviceBusy, .networkFailed, .answerUnusable, .audioTooLarge, .partWithoutText, .noSpeech,
      .exportFailed, .localEngineFailed, .tookTooLong, .interruptedWork, .audioRecovered,
      .damagedEntry, .historySetAside, .historyUnavailable, .textHeld, .deliveryFailed,
      .deliveryUnconfirmed, .cleanupSkipped, .liveHasGaps:
      false
    }
  }
}
