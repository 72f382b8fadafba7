public import Contract

// Phase 4: the terminal state is durable before the workflow is dismissed.
//
// A terminal write expects only its own attempt's row. If it fails or does not answer, the
// surface becomes idle all the same and says that History was not updated; if it turns out later
// that it landed after all, that is taken as evidence. A conflict is adopted, never overridden.

extension Engine {
  /// Writes the end of an attempt.
  mutating func commit(
    _ i: Int, _ row: Row, topic: Topic?, showsProcessing: Bool, _ step: inout Step
  ) {
    let r = recordings[i].id
    let row = withLiveText(i, row)
    disarmAll(of: r, &step)
    if case .recognizing(let work) = recordings[i].phase, !work.isSettled {
      removeLeaf(i, work.file, &step)
    }
    let write = ask(
      .store(.write(row, expecting: ownRow(i))), for: .terminal, recordings[i].lease,
      within: Budgets.store, .store, &step)
    recordings[i].phase = .committing(
      Committing(write: write, row: row, topic: topic, showsProcessing: showsProcessing))
  }

  /// Where the audio cannot be made whole, and so is never recognized, the text that a live
  /// recognizer had completed is what there is (clause CAPTURE.text-survives-audio-failure).
  private func withLiveText(_ i: Int, _ row: Row) -> Row {
    guard let text = recordings[i].liveText, row.state == .failed, row.integrity != .complete,
      row.raw == nil, row.checkpoint == nil
    else { return row }
    var row = row
    row.checkpoint = Checkpoint(text: text, leaves: 0, through: 0)
    return row
  }

  /// Notes a sentence that a live transcript has heard of a recording.
  public mutating func noteLiveText(_ text: String, of r: RecordingID) {
    guard let i = index(r) else { return }
    recordings[i].liveText = recordings[i].liveText.map { $0 + " " + text } ?? text
  }

  /// The row with all text there is: a write that was not answered may have landed, and what it
  /// wrote must not be lost by the one that follows it.
  private func evidence(_ i: Int) -> Row {
    var row = baseRow(i)
    // The claim may have landed: with it the delivery of the attempt before is history.
    if case .claiming(_, let ending) = recordings[i].phase {
      row.delivery = .none
      // What the end that could not be stored held may have landed, too.
      row.checkpoint = ending?.checkpoint ?? row.checkpoint
      row.raw = ending?.raw ?? row.raw
    }
    guard case .recognizing(let work) = recordings[i].phase,
      case .writing(_, let checkpoint) = work.work
    else { return row }
    row.checkpoint = checkpoint
    if work.todo.isEmpty { row.raw = work.text }
    return row
  }

  /// Ends an attempt as failed, with the text so far.
  mutating func fail(_ i: Int, _ reason: Reason, _ topic: Topic, _ step: inout Step) {
    abandonAll(of: recordings[i].id, &step)
    var row = evidence(i)
    row.state = .failed
    row.reason = reason
    commit(i, row, topic: topic, showsProcessing: true, &step)
  }

  /// Ends an attempt as cancelled, in the platform's way.
  mutating func commitCancelled(_ i: Int, _ reason: Reason, _ step: inout Step) {
    var row = evidence(i)
    switch dialect.cancelled {
    case .ownState: row.state = .cancelled
    case .failedWithReason: row.state = .failed
    }
    row.reason = reason
    commit(i, row, topic: nil, showsProcessing: true, &step)
  }

  mutating func terminalAnswered(
    _ i: Int, _ request: Pending, _ outcome: Outcome, _ step: inout Step
  ) {
    guard case .committing(let c) = recordings[i].phase, c.write == request.id else {
      return takeLateTerminal(i, &step)
    }
    disarmAll(of: recordings[i].id, &step)
    recordings[i].phase = .resting
    if let topic = c.topic { step.tell(topic, recordings[i].id) }
    switch outcome {
    case .done:
      recordings[i].row = c.row
      announce(i, c.row, &step)
      if c.row.state == .success { beginSideWork(i, &step) }
    case .storeFailed(.conflict(let current)): adopt(i, current, &step)
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .storeFailed(.io(.yes)):
      // It went wrong and landed all the same: that is the row a retry begins from.
      step.tell(.historyNotUpdated, recordings[i].id)
      recordings[i].row = c.row
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      step.tell(.historyNotUpdated, recordings[i].id)
      recordings[i].unconfirmed = c.row
    }
    if let samples = recordings[i].lateProof {
      recordings[i].lateProof = nil
      if recordings[i].row?.state == .failed { proveLate(i, samples, &step) }
    }
  }

  /// Says what is durable now.
  private func announce(_ i: Int, _ row: Row, _ step: inout Step) {
    let r = recordings[i].id
    if row.isCancelled { return step.say(.claim(r, .cancelled)) }
    switch row.state {
    case .success: step.say(.claim(r, .succeeded(row.final ?? "")))
    case .failed:
      step.say(.claim(r, .failed(partial: row.bestText, audioKept: recordings[i].hasAudio)))
    case .cancelled: step.say(.claim(r, .cancelled))
    case .capturing, .processing, .retrying: break
    }
  }

  /// Whether a terminal write that was given up has landed after all.
  func isLateTerminal(_ request: Pending, _ outcome: Outcome) -> Bool {
    guard outcome == .done, let lease = request.lease, let i = index(lease.recording) else {
      return false
    }
    return recordings[i].phase == .resting && recordings[i].unconfirmed != nil
  }

  private mutating func takeLateTerminal(_ i: Int, _ step: inout Step) {
    guard let row = recordings[i].unconfirmed else { return }
    recordings[i].unconfirmed = nil
    recordings[i].row = row
    announce(i, row, &step)
  }

  /// The store holds something else than this attempt believed: it is right.
  mutating func adopt(_ i: Int, _ current: Row?, _ step: inout Step) {
    disarmAll(of: recordings[i].id, &step)
    recordings[i].phase = .resting
    recordings[i].row = current
    if let current { recordings[i].attempt = max(recordings[i].attempt, current.attempt) }
    step.tell(.historyNotUpdated, recordings[i].id)
  }
}
