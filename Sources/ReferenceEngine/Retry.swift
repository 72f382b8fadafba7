import Contract

// A retry is a new attempt on the same recording (seed 000, invariant 4).
//
// It is accepted only where a terminal row with a complete source is known and nobody owns the
// recording, so of two at once the second has no effect. It never empties a durable text. However
// the claim went, the attempt ends with a terminal write of its own: the claim landed and is
// ended, or it did not and the answer is a conflict with nothing to undo.

extension Engine {
  mutating func retry(_ r: RecordingID, _ step: inout Step) -> Ignored? {
    guard let i = index(r) else { return .notAllowedNow }
    if recordings[i].phase.isActive { return .duplicate }
    guard recordings[i].phase == .resting, let old = recordings[i].row, old.state.isTerminal,
      old.integrity == .complete, max(recordings[i].attempt, old.attempt) < .max
    else { return .notAllowedNow }
    quitSideWork(i, &step)
    // A number that was used for a claim that failed is not used again: answers to it may be late.
    recordings[i].attempt = max(recordings[i].attempt, old.attempt) + 1
    recordings[i].settings = settings
    recordings[i].target = focus
    var row = baseRow(i)
    row.state = .retrying
    row.reason = .none
    row.delivery = .none
    let id = ask(
      .store(
        .write(row, expecting: .row(RowStates(old.state), attempt: old.attempt))),
      for: .retryClaim, recordings[i].lease, within: Budgets.store, .store, &step)
    recordings[i].phase = .claiming(id)
    return nil
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
  }

  mutating func retryClaimed(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .claiming = recordings[i].phase else { return }
    switch outcome {
    case .done:
      var row = baseRow(i)
      row.state = .retrying
      row.reason = .none
      row.delivery = .none
      recordings[i].row = row
      recognize(i, &step)
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed:
      let topic = Self.topic(outcome)
      fail(i, topic == .storageFull ? .storageFull : .storage, topic, &step)
    }
  }
}
