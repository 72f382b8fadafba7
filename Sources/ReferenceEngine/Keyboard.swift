public import Contract

// Hand-offs between app and keyboard: bounded words that expire.
//
// The keyboard's process opens no microphone and has no History: it passes commands on, shows
// what the app last said as long as that is fresh, and inserts a text once, into the field it
// was asked from. What it did goes back as a receipt.

/// What the engine is in the keyboard's process.
struct Keyboard: Hashable, Sendable {
  /// The newest hand-off whose text has been taken, so that none is inserted twice.
  var taken: UInt32 = 0
  /// In the app: the newest stop or cancel of a recording that had not been started yet. A start
  /// written before it has been overtaken, and is no longer meant.
  var revoked: UInt32 = 0
  /// The insertion under way.
  var insertion: Insertion?
  /// The newest texts that were inserted, and when that was known, on the wall clock.
  var receipts: [Receipt] = []
  /// The recording that was last started from here.
  var started: RecordingID?
  /// What the keyboard was last told, in the app: so that it is told again only on change.
  var mirrored: Indicator = .idle
  /// In the app: how a live transcript stands, told in place of a recording; nil without one.
  var live: Indicator?
}

struct Insertion: Hashable, Sendable {
  let request: EffectID
  let recording: RecordingID
}

/// What the keyboard remembers of a text that is, or may be, in its field.
struct Receipt: Hashable, Sendable {
  let recording: RecordingID
  let at: Nanoseconds
}

extension Engine {
  /// How many receipts are remembered.
  private static let receipts = 8

  /// Leaves a hand-off for the other process.
  mutating func post(_ kind: Handoff.Kind, _ lease: Lease?, _ step: inout Step) {
    sentHandoffs += 1
    let handoff = Handoff(
      from: process, sequence: UInt32(process.boot) << 16 | sentHandoffs, kind: kind,
      writtenAt: step.now.wall)
    // Of what nobody has taken up, the newest words count.
    let waiting = pending.filter { $0.purpose == .post }
    if waiting.count > 1, let oldest = waiting.first { abandon(oldest.id, &step) }
    _ = ask(.post(handoff), for: .post, lease, within: Budgets.usage, .usage, &step)
  }

  /// Whether a text was on its way before it was inserted: it is the same one once more, whatever
  /// its number. One that was written after the receipt is meant anew.
  private func isReplay(of r: RecordingID, _ handoff: Handoff) -> Bool {
    keyboard.receipts.contains { $0.recording == r && handoff.writtenAt <= $0.at }
  }

  private func isFresh(_ handoff: Handoff, _ now: Moment) -> Bool {
    let age = now.wall - handoff.writtenAt
    return age >= .zero && age <= Budgets.handoffAge
  }

  /// Takes a hand-off of the other process; one that is too old is no longer meant.
  mutating func take(_ handoff: Handoff, _ step: inout Step) -> Ignored? {
    guard isFresh(handoff, step.now) else { return .notAllowedNow }
    switch (process.role, handoff.kind) {
    case (.app, .start(let r, let target)):
      guard handoff.sequence > keyboard.revoked else { return .notAllowedNow }
      return start(r, target: target, &step)
    case (.app, .stop(let r)), (.app, .cancel(let r)):
      guard index(r) != nil else { return revoke(handoff) }
      if case .stop = handoff.kind { return stop(r, &step) }
      return cancel(r, &step)
    case (.app, .receipt(let r, let standing)): return takeReceipt(r, standing, &step)
    case (.keyboard, .state(_, let indicator)): return mirror(indicator, &step)
    case (.keyboard, .text(let r, let target, let text)):
      guard handoff.sequence > keyboard.taken, keyboard.insertion == nil,
        !isReplay(of: r, handoff)
      else { return .duplicate }
      keyboard.taken = handoff.sequence
      insert(r, target, text, &step)
      return nil
    case (.app, .state), (.app, .text), (.keyboard, .start), (.keyboard, .stop),
      (.keyboard, .cancel), (.keyboard, .receipt):
      return .notAllowedNow
    }
  }

  // MARK: In the app

  private mutating func revoke(_ handoff: Handoff) -> Ignored? {
    guard handoff.sequence > keyboard.revoked else { return .notAllowedNow }
    keyboard.revoked = handoff.sequence
    return nil
  }

  /// Tells the keyboard what surfaces show, on change and while it lasts.
  mutating func mirrorState(_ strongest: Indicator, _ step: inout Step) {
    let indicator = strongest == .recording ? keyboard.live ?? strongest : strongest
    guard indicator != keyboard.mirrored else { return }
    keyboard.mirrored = indicator
    tellKeyboard(&step)
  }

  private mutating func tellKeyboard(_ step: inout Step) {
    let isLive = keyboard.mirrored == keyboard.live
    let r = recordings.first {
      $0.phase.indicator == keyboard.mirrored || isLive && $0.phase.indicator == .recording
    }?.id
    post(.state(r ?? RecordingID(0), keyboard.mirrored), nil, &step)
    if keyboard.mirrored == .idle {
      disarm(.handoff, of: nil, &step)
    } else {
      let at = step.now.monotonic + Nanoseconds(Budgets.handoffAge.count / 3)
      arm(Deadline(at: at, stage: .handoff), &step)
    }
  }

  /// Tells the keyboard how the live transcript of the recording under way stands: while that
  /// reconnects, the keyboard says so and does not go quiet; nil without a live transcript.
  public mutating func mirrorLive(_ indicator: Indicator?, at now: Moment) -> Reaction {
    guard dialect.delivery == .handoff, keyboard.live != indicator else { return Reaction() }
    keyboard.live = indicator
    var step = Step(now: now)
    refreshSurfaces(&step)
    return Reaction(step.effects, deadlines: step.hasRearmed ? armed : nil)
  }

  /// What an earlier process let the keyboard show ends with this launch.
  mutating func endOnKeyboard(_ r: RecordingID, _ step: inout Step) {
    guard dialect.delivery == .handoff, keyboard.mirrored == .idle else { return }
    post(.state(r, .idle), nil, &step)
  }

  // MARK: In the keyboard

  mutating func passOn(_ command: Command, _ step: inout Step) -> Ignored? {
    switch command {
    case .start(let r):
      guard let focus else { return .notAllowedNow }
      keyboard.started = r
      post(.start(r, focus), nil, &step)
    case .stop(let r):
      guard let r = r ?? keyboard.started else { return .notAllowedNow }
      post(.stop(r), nil, &step)
    case .cancel(let r): post(.cancel(r), nil, &step)
    case .change(let new): return change(to: new)
    case .retry, .delete, .clear, .copy, .redeliver: return .notAllowedNow
    }
    return nil
  }

  private mutating func mirror(_ indicator: Indicator, _ step: inout Step) -> Ignored? {
    if indicator == .idle {
      disarm(.handoff, of: nil, &step)
    } else {
      arm(Deadline(at: step.now.monotonic + Budgets.handoffAge, stage: .handoff), &step)
    }
    guard shown.first?.indicator != indicator else { return nil }
    showAll(indicator, &step)
    return nil
  }

  private mutating func showAll(_ indicator: Indicator, _ step: inout Step) {
    for s in shown.indices {
      shown[s].indicator = indicator
      step.say(.show(shown[s].surface, indicator))
    }
  }

  /// In the app: say it again. In the keyboard: what was last said no longer counts.
  mutating func handoffExpired(_ deadline: Deadline, _ step: inout Step) {
    switch process.role {
    case .app: if keyboard.mirrored != .idle { tellKeyboard(&step) }
    case .keyboard: showAll(.idle, &step)
    }
  }

  private mutating func insert(
    _ r: RecordingID, _ target: Target, _ text: String, _ step: inout Step
  ) {
    guard focus == target else { return post(.receipt(r, .withheld), nil, &step) }
    let id = ask(
      .deliver(text, target), for: .touch, nil, within: Budgets.delivery, .delivery, &step)
    keyboard.insertion = Insertion(request: id, recording: r)
  }

  mutating func keyboardDelivered(_ id: EffectID, _ outcome: Outcome, _ step: inout Step) {
    guard let insertion = keyboard.insertion, insertion.request == id else { return }
    keyboard.insertion = nil
    let standing: DeliveryStanding
    switch outcome {
    case .delivered: standing = .delivered
    case .deliveryFailed(.rejected): standing = .rejected
    case .deliveryFailed: standing = .withheld
    case .landedUnconfirmed, .cancelled, .done, .inventory, .space, .storeFailed, .appended,
      .facts, .fileFailed, .captured, .captureFailed, .exported, .exportFailed, .body,
      .wireFailed, .text, .noText, .localFailed, .clipboard, .skipped, .failed, .leg:
      standing = .unconfirmed
    }
    if standing == .delivered || standing == .unconfirmed {
      keyboard.receipts.removeAll { $0.recording == insertion.recording }
      if keyboard.receipts.count == Self.receipts { keyboard.receipts.removeFirst() }
      keyboard.receipts.append(Receipt(recording: insertion.recording, at: step.now.wall))
    }
    post(.receipt(insertion.recording, standing), nil, &step)
  }

  mutating func keyboardTouchExpired(_ id: EffectID, _ step: inout Step) {
    keyboardDelivered(id, .landedUnconfirmed, &step)
  }
}
