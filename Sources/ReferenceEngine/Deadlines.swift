import Contract

// Deadlines: the engine keeps the whole armed set and hands it out whenever it changes.

extension Engine {
  /// Arms a deadline, in place of one of the same request or of the same recording and stage.
  mutating func arm(_ deadline: Deadline, _ step: inout Step) {
    step.hasRearmed = true
    if let d = armed.firstIndex(where: { isTwin($0, deadline) }) {
      armed[d] = deadline
    } else {
      armed.append(deadline)
    }
  }

  private func isTwin(_ a: Deadline, _ b: Deadline) -> Bool {
    if a.effect != nil || b.effect != nil { return a.effect == b.effect }
    return a.stage == b.stage && a.lease?.recording == b.lease?.recording
  }

  mutating func disarm(effect: EffectID, _ step: inout Step) {
    guard let d = armed.firstIndex(where: { $0.effect == effect }) else { return }
    armed.remove(at: d)
    step.hasRearmed = true
  }

  mutating func disarm(_ stage: Stage, of r: RecordingID?, _ step: inout Step) {
    guard
      let d = armed.firstIndex(where: {
        $0.effect == nil && $0.stage == stage && $0.lease?.recording == r
      })
    else { return }
    armed.remove(at: d)
    step.hasRearmed = true
  }

  /// Disarms everything that bounds work on a recording; tidying goes on.
  mutating func disarmAll(of r: RecordingID, _ step: inout Step) {
    let tidies = index(r).map { !recordings[$0].tidying.isEmpty } ?? false
    let count = armed.count
    armed.removeAll {
      $0.lease?.recording == r && !(tidies && $0.stage == .store && $0.effect == nil)
    }
    if armed.count != count { step.hasRearmed = true }
  }

  /// Takes a deadline that has come.
  mutating func expire(_ deadline: Deadline, _ step: inout Step) -> Ignored? {
    guard let d = armed.firstIndex(of: deadline) else { return .notAllowedNow }
    armed.remove(at: d)
    step.hasRearmed = true
    guard let r = deadline.lease?.recording, let i = index(r) else {
      expireShared(deadline, &step)
      return nil
    }
    switch deadline.stage {
    case .captureHealth: captureStarved(i, &step)
    case .captureLimit: captureLimitReached(i, &step)
    case .finalize: finalizeExpired(i, &step)
    case .promote: promotionExpired(i, &step)
    case .request: requestExpired(i, &step)
    case .backoff: sendAgain(i, &step)
    case .export: exportExpired(i, &step)
    case .recognition: recognitionExpired(i, &step)
    case .localEngine: localExpired(i, &step)
    case .cleanup: cleanupExpired(i, &step)
    case .store: storeExpired(i, deadline, &step)
    case .delivery: deliveryExpired(i, deadline, &step)
    case .usage: sideWorkExpired(deadline, &step)
    case .recovery: recoveryStepExpired(i, &step)
    case .reset, .handoff, .dial, .liveness, .keepalive, .redial, .drain, .watchdog: break
    }
    return nil
  }

  private mutating func expireShared(_ deadline: Deadline, _ step: inout Step) {
    switch deadline.stage {
    case .recovery: historyExpired(deadline, &step)
    case .store: tombstoneExpired(deadline, &step)
    case .reset: resetExpired(deadline, &step)
    case .handoff: handoffExpired(deadline, &step)
    case .delivery, .usage:
      if let id = deadline.effect { sharedExpired(id, &step) } else { loanExpired(&step) }
    case .captureHealth, .captureLimit, .finalize, .promote, .export, .request, .backoff,
      .recognition, .localEngine, .cleanup, .dial, .liveness, .keepalive, .redial, .drain,
      .watchdog:
      break
    }
  }

  /// Something that nothing depends on took too long.
  private mutating func sharedExpired(_ id: EffectID, _ step: inout Step) {
    let wasTouch = pending.contains { $0.id == id && $0.purpose == .touch }
    abandon(id, cancelling: true, &step)
    if wasTouch { keyboardTouchExpired(id, &step) }
  }

  /// A write or another short operation of a recording took too long.
  private mutating func storeExpired(_ i: Int, _ deadline: Deadline, _ step: inout Step) {
    guard let id = deadline.effect else {
      if case .preparing = recordings[i].phase {
        return preparationFailed(i, .storageFailed, &step)
      }
      return giveUpTidying(i, &step)
    }
    guard let request = pending.first(where: { $0.id == id }) else { return }
    abandon(id, &step)
    switch request.purpose {
    case .journal, .partial: preparationFailed(i, .storageFailed, &step)
    case .retryClaim: retryClaimed(i, .storeFailed(.io(.unknown)), &step)
    case .checkpoint: checkpointAnswered(i, .storeFailed(.io(.unknown)), &step)
    case .raw: rawAnswered(i, .storeFailed(.io(.unknown)), &step)
    case .terminal: terminalAnswered(i, request, .storeFailed(.io(.unknown)), &step)
    case .deliveryClaim: deliveryClaimed(i, .storeFailed(.io(.unknown)), &step)
    case .outcome, .usageWrite: sideWritten(i, request, .storeFailed(.io(.unknown)), &step)
    case .tombstone: tombstoneExpired(deadline, &step)
    case .open, .quarantine, .inventory, .capture, .append, .close, .promotion, .export, .upload,
      .local, .cleanup, .clipboard, .touch, .restore, .usage, .reset, .recovery, .tidying, .copy,
      .post:
      break
    }
  }
}
