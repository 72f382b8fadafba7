import Contract

// Phase 1: validate, sync, promote, commit the row; in that order, before recognition starts.
//
// Only the recorder's proof makes a source complete: a prefix that happens to parse does not.
// Nobody is told that anything is saved before both the source and its row are durable.

extension Engine {
  mutating func promote(_ i: Int, proof: Int?, for intent: Intent, _ step: inout Step) {
    let id = askFile(i, .validate(FileRef(recordings[i].id, .partial)), &step)
    recordings[i].phase = .promoting(
      Promoting(stage: .validating, request: id, proof: proof, intent: intent))
  }

  private mutating func askFile(
    _ i: Int, _ request: FileRequest, _ step: inout Step
  ) -> EffectID {
    ask(
      .file(request), for: .promotion, recordings[i].lease, within: Budgets.store, .promote, &step
    )
  }

  mutating func promotionAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .promoting(var p) = recordings[i].phase else { return }
    let partial = FileRef(recordings[i].id, .partial)
    if p.stage != .probing { noteLoss(i, outcome) }
    switch p.stage {
    case .closing:
      guard case .facts = outcome else { return promotionFailed(i, outcome, &step) }
      p.stage = .validating
      p.request = askFile(i, .validate(partial), &step)
    case .validating:
      guard case .facts(let facts) = outcome, facts.isFinalized, facts.samples > 0 else {
        return promotionFailed(i, outcome, &step)
      }
      p.samples = facts.samples
      recordings[i].hasAudio = true
      guard judge(&p, i, &step) else { return promotionFailed(i, outcome, &step) }
      p.stage = .syncing
      p.request = askFile(i, .sync(partial), &step)
    case .syncing:
      guard outcome == .done, !recordings[i].isNameTaken else {
        return promotionFailed(i, outcome, &step)
      }
      guard recordings[i].isEarly, !history.hasBeenRead else { return rename(i, p, &step) }
      p.stage = .probing
      p.request = askFile(i, .validate(FileRef(recordings[i].id, .source)), &step)
    case .probing:
      // Anything but its absence may be the audio of an earlier recording, which a rename takes.
      guard outcome == .fileFailed(.vanished), !recordings[i].isNameTaken else {
        return promotionFailed(i, .fileFailed(.io(.no)), &step)
      }
      return rename(i, p, &step)
    case .marking:
      guard isMarked(i, outcome, &step) else { return }
      p.stage = .renaming
      p.request = askFile(i, .promote(partial), &step)
    case .renaming:
      guard outcome == .done else { return promotionFailed(i, outcome, &step) }
      p.isRenamed = true
      recordings[i].phase = .promoting(p)
      return writePromoted(i, p, &step)
    case .writing: return firstRowAnswered(i, p, outcome, &step)
    }
    recordings[i].phase = .promoting(p)
  }

  /// Gives closed and synced audio its final name, with a mark before it where that is needed.
  private mutating func rename(_ i: Int, _ p: Promoting, _ step: inout Step) {
    if needsMark(p) { return mark(i, p, &step) }
    var renaming = p
    renaming.stage = .renaming
    renaming.request = askFile(i, .promote(FileRef(recordings[i].id, .partial)), &step)
    recordings[i].phase = .promoting(renaming)
  }

  /// Compares what is in the file with what the recorder has proved; false if a late proof fails.
  private func judge(_ p: inout Promoting, _ i: Int, _ step: inout Step) -> Bool {
    if p.proof == p.samples { return true }
    if p.isLateProof { return false }
    if case .process = p.intent {
      step.tell(.partialKept, recordings[i].id)
      p.intent = .fail(.storage, .partialKept)
    }
    return true
  }

  /// Whether the source that is about to get its final name is known to be cut short.
  private func needsMark(_ p: Promoting) -> Bool {
    if p.isLateProof { return false }
    if case .fail = p.intent { return true }
    return p.proof != p.samples
  }

  /// Says in the journal that the audio is cut short before it gets the name of a whole one: a
  /// launch that finds the source and no other row must not take it for complete.
  private mutating func mark(_ i: Int, _ p: Promoting, _ step: inout Step) {
    var row = baseRow(i)
    row.integrity = .knownIncomplete
    row.samples = p.samples
    var marking = p
    marking.stage = .marking
    marking.request = ask(
      .store(.write(row, expecting: .row(RowStates(.capturing), attempt: 1))), for: .promotion,
      recordings[i].lease, within: Budgets.store, .promote, &step)
    recordings[i].phase = .promoting(marking)
  }

  private mutating func isMarked(_ i: Int, _ outcome: Outcome, _ step: inout Step) -> Bool {
    switch outcome {
    case .done: return true
    case .storeFailed(.conflict(let current)): adopt(i, current, &step)
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      promotionFailed(i, outcome, &step)
    }
    return false
  }

  private mutating func writePromoted(_ i: Int, _ p: Promoting, _ step: inout Step) {
    var row = baseRow(i)
    row.samples = p.samples
    row.integrity = p.proof == p.samples ? .complete : .knownIncomplete
    if p.isLateProof { return raiseIntegrity(i, row, &step) }
    switch p.intent {
    case .process:
      row.state = .processing
      var writing = p
      writing.stage = .writing
      writing.request = ask(
        .store(.write(row, expecting: .row(RowStates(.capturing), attempt: 1))), for: .promotion,
        recordings[i].lease, within: Budgets.store, .promote, &step)
      recordings[i].phase = .promoting(writing)
    case .cancel:
      recordings[i].row?.samples = row.samples
      recordings[i].row?.integrity = row.integrity
      commitCancelled(i, .cancelledByPerson, &step)
    case .fail(let reason, _):
      row.state = .failed
      row.reason = reason
      row.integrity = .knownIncomplete
      commit(i, row, topic: .partialKept, showsProcessing: true, &step)
    }
  }

  private mutating func firstRowAnswered(
    _ i: Int, _ p: Promoting, _ outcome: Outcome, _ step: inout Step
  ) {
    switch outcome {
    case .done:
      var row = baseRow(i)
      row.samples = p.samples
      row.integrity = .complete
      row.state = .processing
      recordings[i].row = row
      step.say(.claim(recordings[i].id, .saved))
      recognize(i, &step)
    case .storeFailed(.conflict(let current)): adopt(i, current, &step)
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      promotionFailed(i, outcome, &step)
    }
  }

  /// Recognition does not start; the message names storage, and nothing is claimed saved.
  private mutating func promotionFailed(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .promoting(let p) = recordings[i].phase else { return }
    if p.isLateProof {
      recordings[i].phase = .resting
      return
    }
    let topic = Self.topic(outcome)
    step.tell(topic, recordings[i].id)
    var row = baseRow(i)
    row.state = .failed
    row.reason = topic == .storageFull ? .storageFull : .storage
    row.samples = p.samples
    row.integrity = p.isRenamed && p.proof == p.samples ? .complete : .unfinalized
    commit(i, row, topic: nil, showsProcessing: true, &step)
  }

  mutating func promotionExpired(_ i: Int, _ step: inout Step) {
    guard case .promoting(let p) = recordings[i].phase else { return }
    abandon(p.request, &step)
    promotionFailed(i, .storeFailed(.io(.unknown)), &step)
  }

  /// The work has ended long ago; only the row's word about its audio changes.
  private mutating func raiseIntegrity(_ i: Int, _ row: Row, _ step: inout Step) {
    var better = row
    better.integrity = .complete
    recordings[i].phase = .resting
    writeSide(i, better, for: .outcome, &step)
  }
}
