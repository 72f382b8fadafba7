import Contract

// A retry is a new attempt on the same recording (seed 000, invariant 4).
//
// It is accepted only where a row with a complete source is known, audio is there to recognize, and
// nobody owns the recording, so of two at once the second has no effect. Where the end of the attempt before was lost, that is
// stored first, expecting the active row. A retry never empties a durable text. However the claim
// went, the attempt ends with a terminal write of its own: the claim landed and is
// ended, or it did not and the answer is a conflict with nothing to undo.

extension Engine {
  mutating func retry(_ r: RecordingID, _ step: inout Step) -> Ignored? {
    guard let i = index(r) else { return .notAllowedNow }
    if recordings[i].phase.isActive { return .duplicate }
    guard recordings[i].phase == .resting, let old = recordings[i].row, old.state != .capturing,
      old.integrity == .complete, recordings[i].hasAudio,
      max(recordings[i].attempt, old.attempt) < .max
    else { return .notAllowedNow }
    let lost = recordings[i].unconfirmed
    quitSideWork(i, &step)
    // A number that was used for a claim that failed is not used again: answers to it may be late.
    recordings[i].attempt = max(recordings[i].attempt, old.attempt) + 1
    recordings[i].settings = settings
    recordings[i].target = focus
    if old.state.isTerminal { claim(i, &step) } else { endFirst(i, old, lost, &step) }
    return nil
  }

  /// Claims the recording for the newest attempt, from the terminal row that is known.
  private mutating func claim(_ i: Int, _ step: inout Step) {
    guard let old = recordings[i].row else { return }
    let id = ask(
      .store(
        .write(retrying(i), expecting: .row(RowStates(old.state), attempt: old.attempt))),
      for: .retryClaim, recordings[i].lease, within: Budgets.store, .store, &step)
    recordings[i].phase = .claiming(id, ending: nil)
  }

  private func retrying(_ i: Int) -> Row {
    var row = baseRow(i)
    row.state = .retrying
    row.reason = .none
    row.delivery = .none
    return row
  }

  /// Stores the end of an attempt whose terminal write was lost, with all text there is, before
  /// another one claims the recording.
  private mutating func endFirst(_ i: Int, _ old: Row, _ lost: Row?, _ step: inout Step) {
    var ended = old
    ended.state = .failed
    ended.reason = .interrupted
    if let lost {
      ended.state = lost.state == .cancelled ? .cancelled : .failed
      ended.reason = lost.state == .success ? .storage : lost.reason
      ended.checkpoint = lost.checkpoint ?? old.checkpoint
      ended.raw = lost.raw ?? old.raw
    }
    let id = ask(
      .store(.write(ended, expecting: .row(RowStates(old.state), attempt: old.attempt))),
      for: .retryClaim, recordings[i].lease, within: Budgets.store, .store, &step)
    recordings[i].phase = .claiming(id, ending: ended)
  }

  /// Side work of an earlier attempt ends; what it has written stays.
  private mutating func quitSideWork(_ i: Int, _ step: inout Step) {
    abandonAll(of: recordings[i].id, &step)
    disarmAll(of: recordings[i].id, &step)
    quitDelivery(i, &step)
    recordings[i].sideWrite = nil
    recordings[i].sideRow = nil
    recordings[i].wantsOutcome = nil
    recordings[i].wantsUsage = false
    recordings[i].unconfirmed = nil
    recordings[i].stalledRecovery = nil
  }

  mutating func retryClaimed(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .claiming(_, let ending) = recordings[i].phase else { return }
    switch outcome {
    case .done:
      if let ending {
        recordings[i].row = ending
        return claim(i, &step)
      }
      recordings[i].row = retrying(i)
      recognize(i, &step)
    // The end had landed after all: it is right.
    case .storeFailed(.conflict(let current?))
    where ending != nil && current.state.isTerminal && current.integrity == .complete
      && current.attempt < recordings[i].attempt:
      recordings[i].row = current
      claim(i, &step)
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      let topic = Self.topic(outcome)
      fail(i, topic == .storageFull ? .storageFull : .storage, topic, &step)
    }
  }
}
