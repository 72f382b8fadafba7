import Contract

// The door: every answer is checked once, for its request and its lease.
//
// An answer counts if its request is open in this boot and its lease is current in recording,
// attempt and deletion generation. Of an abandoned request only evidence counts: a recorder's
// proof, a write, tombstone or delivery that landed, a late `open` or inventory (boundary, 8).

/// A request that may still be answered.
struct Pending: Hashable, Sendable {
  let id: EffectID
  let lease: Lease?
  let purpose: Purpose
  /// Whether the engine waits no longer, and the answer is only evidence.
  var isAbandoned = false
}

/// What a request is for: who gets its answer.
enum Purpose: Hashable, Sendable {
  case open, quarantine, inventory
  case journal, partial, capture
  case append
  case close, promotion
  case retryClaim, export, upload, local, checkpoint, raw, cleanup, terminal
  case deliveryClaim, clipboard, touch, restore, outcome, usage, usageWrite
  case reset(UInt8)
  case tombstone
  case recovery
  case tidying
  case copy, post

  /// Whether a late answer still tells something that matters.
  var isEvidence: Bool {
    switch self {
    case .open, .inventory, .journal, .partial, .capture, .terminal, .tombstone, .touch,
      .recovery:
      true
    case .quarantine, .append, .close, .promotion, .retryClaim, .export,
      .upload, .local, .checkpoint, .raw, .cleanup, .deliveryClaim, .clipboard, .restore,
      .outcome, .usage, .usageWrite, .reset, .tidying, .copy, .post:
      false
    }
  }
}

extension Engine {
  /// Makes a request and remembers what it is for.
  mutating func ask(
    _ request: Request, for purpose: Purpose, _ lease: Lease?, _ step: inout Step
  ) -> EffectID {
    let id = EffectID(nextEffect)
    nextEffect += 1
    pending.append(Pending(id: id, lease: lease, purpose: purpose))
    step.effects.append(.request(Ticket(id, lease), request))
    return id
  }

  /// Makes a request that must be answered within a time.
  mutating func ask(
    _ request: Request, for purpose: Purpose, _ lease: Lease?, within: Nanoseconds, _ stage: Stage,
    _ step: inout Step
  ) -> EffectID {
    let id = ask(request, for: purpose, lease, &step)
    arm(Deadline(at: step.now.monotonic + within, stage: stage, lease: lease, effect: id), &step)
    return id
  }

  /// Waits no longer for a request; its answer counts only as evidence from now on.
  mutating func abandon(_ id: EffectID, cancelling: Bool = false, _ step: inout Step) {
    guard let p = pending.firstIndex(where: { $0.id == id }), !pending[p].isAbandoned else {
      return
    }
    if cancelling { step.say(.cancel(id)) }
    step.say(.abandon(id))
    disarm(effect: id, &step)
    if pending[p].purpose.isEvidence {
      pending[p].isAbandoned = true
    } else {
      pending.remove(at: p)
    }
  }

  /// Waits no longer for any request of a recording's work; tidying goes on.
  mutating func abandonAll(of r: RecordingID, _ step: inout Step) {
    for request in pending
    where request.lease?.recording == r && !request.isAbandoned && request.purpose != .tidying {
      abandon(request.id, cancelling: isCancellable(request.purpose), &step)
    }
  }

  private func isCancellable(_ purpose: Purpose) -> Bool {
    switch purpose {
    case .capture, .export, .upload, .local, .cleanup, .clipboard, .touch, .usage: true
    case .open, .quarantine, .inventory, .journal, .partial, .append, .close, .promotion,
      .retryClaim, .checkpoint, .raw, .terminal, .deliveryClaim, .restore, .outcome,
      .usageWrite, .reset, .tombstone, .recovery, .tidying, .copy, .post:
      false
    }
  }

  /// Why an answer may not come in; nil if it may.
  private func refusal(_ ticket: Ticket, _ p: Int?) -> Ignored? {
    guard let p else {
      return ticket.effect.rawValue < nextEffect ? .alreadyFinished : .unknownEffect
    }
    guard pending[p].lease == ticket.lease else { return .staleLease }
    guard let lease = ticket.lease else { return nil }
    guard let i = index(lease.recording), recordings[i].lease == lease else { return .staleLease }
    return nil
  }

  /// Lets an outcome in.
  mutating func admit(_ outcome: Outcome, _ ticket: Ticket, _ step: inout Step) -> Ignored? {
    let p = pending.firstIndex { $0.id == ticket.effect }
    if let why = refusal(ticket, p) { return why }
    guard let p else { return .unknownEffect }
    let request = pending[p]
    let isRelease = request.isAbandoned && release?.capture == request.id
    if request.isAbandoned, !isRelease, let why = refusalOfEvidence(request, outcome) { return why }
    pending.remove(at: p)
    disarm(effect: request.id, &step)
    if isRelease {
      microphoneReleased(&step)
      return nil
    }
    if let lease = request.lease, let i = index(lease.recording) {
      settle(request, of: i, outcome, &step)
    } else {
      settle(request, outcome, &step)
    }
    return nil
  }

  /// Gives the answer of a request without a lease to whom it is for.
  private mutating func settle(_ request: Pending, _ outcome: Outcome, _ step: inout Step) {
    switch request.purpose {
    case .open: historyOpened(outcome, &step)
    case .quarantine: historySetAside(outcome, &step)
    case .inventory: inventoryRead(outcome, &step)
    case .reset(let slot): slotReset(slot, &step)
    case .tombstone: tombstoneAnswered(request.id, outcome, &step)
    case .touch: keyboardDelivered(request.id, outcome, &step)
    case .copy, .post, .tidying, .journal, .partial, .capture, .append, .close, .promotion,
      .retryClaim, .export, .upload, .local, .checkpoint, .raw, .cleanup, .terminal,
      .deliveryClaim, .clipboard, .restore, .outcome, .usage, .usageWrite, .recovery:
      break
    }
  }

  /// Gives the answer of a recording's request to its phase.
  private mutating func settle(
    _ request: Pending, of i: Int, _ outcome: Outcome, _ step: inout Step
  ) {
    switch request.purpose {
    case .journal: journalAnswered(i, outcome, &step)
    case .partial: partialAnswered(i, outcome, &step)
    case .capture: captureEnded(i, request, outcome, &step)
    case .append: appendAnswered(i, request.id, outcome, &step)
    case .close: closeAnswered(i, outcome, &step)
    case .promotion: promotionAnswered(i, outcome, &step)
    case .retryClaim: retryClaimed(i, outcome, &step)
    case .export: exportAnswered(i, outcome, &step)
    case .upload: uploadAnswered(i, outcome, &step)
    case .local: localAnswered(i, outcome, &step)
    case .checkpoint: checkpointAnswered(i, outcome, &step)
    case .raw: rawAnswered(i, outcome, &step)
    case .cleanup: cleanupAnswered(i, outcome, &step)
    case .terminal: terminalAnswered(i, request, outcome, &step)
    case .deliveryClaim: deliveryClaimed(i, outcome, &step)
    case .clipboard: clipboardWritten(i, outcome, &step)
    case .touch: touched(i, outcome, &step)
    case .restore: break
    case .outcome, .usageWrite: sideWritten(i, request, outcome, &step)
    case .usage: usageAnswered(i, outcome, &step)
    case .recovery:
      if request.isAbandoned { resumeRecovery(i, &step) }
      recoveryAnswered(i, outcome, &step)
    case .tidying: tidied(i, request.id, &step)
    case .copy, .post, .open, .quarantine, .inventory, .reset, .tombstone: break
    }
  }

  /// Whether a late answer is evidence of something that came true.
  private func refusalOfEvidence(_ request: Pending, _ outcome: Outcome) -> Ignored? {
    switch request.purpose {
    case .open, .tombstone: outcome == .done ? nil : .alreadyFinished
    case .inventory: if case .inventory = outcome { nil } else { .alreadyFinished }
    case .capture: isLateProof(request, outcome) ? nil : .alreadyFinished
    case .terminal: isLateTerminal(request, outcome) ? nil : .alreadyFinished
    case .touch: isLateTouch(request, outcome) ? nil : .alreadyFinished
    case .journal, .partial: isLateStart(request) ? nil : .alreadyFinished
    case .recovery: isLateRecovery(request, outcome) ? nil : .alreadyFinished
    case .quarantine, .append, .close, .promotion, .retryClaim, .export,
      .upload, .local, .checkpoint, .raw, .cleanup, .deliveryClaim, .clipboard, .restore,
      .outcome, .usage, .usageWrite, .reset, .tidying, .copy, .post:
      .alreadyFinished
    }
  }

  /// Lets a report in.
  mutating func admit(_ progress: Progress, _ ticket: Ticket, _ step: inout Step) -> Ignored? {
    let p = pending.firstIndex { $0.id == ticket.effect }
    if let why = refusal(ticket, p) { return why }
    guard let p, !pending[p].isAbandoned else { return .alreadyFinished }
    guard let lease = ticket.lease, let i = index(lease.recording) else { return .notAllowedNow }
    switch progress {
    case .captureBegan, .frames, .formatChanged, .deviceLost:
      return captureReported(i, ticket.effect, progress, &step)
    case .head(let head): return headArrived(i, ticket.effect, head, &step)
    case .partial, .leg: return .notAllowedNow
    }
  }
}
