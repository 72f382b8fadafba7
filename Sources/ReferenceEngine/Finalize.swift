import Contract

// Phase 0, second part: from stop to a closed container (seed 000, phase 0).
//
// The recorder has three seconds to answer, the container five to close, all of it ten. What does
// not answer is detached: the surface is idle again, the recording becomes a failed one whose
// audio is not trusted, and a proof that arrives late may still make it whole.

extension Engine {
  mutating func stop(_ r: RecordingID?, _ step: inout Step) -> Ignored? {
    let i = r.map { index($0) } ?? recordings.firstIndex { $0.phase.isPhase0 }
    guard let i else { return .notAllowedNow }
    switch recordings[i].phase {
    case .preparing:
      drop(i, &step)
      return nil
    case .capturing(let c):
      if c.hasBegun { finalize(i, for: .process, &step) } else { dropCapture(i, c, &step) }
      return nil
    case .finalizing: return .duplicate
    case .resting, .promoting, .claiming, .recognizing, .cleaningUp, .committing, .recovering,
      .deleted:
      return .notAllowedNow
    }
  }

  /// Ends a capture that has delivered nothing, and leaves nothing of it.
  mutating func dropCapture(_ i: Int, _ c: Capturing, _ step: inout Step) {
    step.say(.stop(c.capture))
    drop(i, &step)
    letGo(c.capture, &step)
  }

  /// Stops the recorder and begins to close the container.
  mutating func finalize(_ i: Int, for intent: Intent, _ step: inout Step) {
    guard case .capturing(let c) = recordings[i].phase else { return }
    let lease = recordings[i].lease
    step.say(.stop(c.capture))
    recordings[i].phase = .finalizing(
      Finalizing(
        capture: c.capture, proof: nil, written: c.written, delivered: c.delivered,
        appends: c.appends, close: nil, intent: intent))
    disarm(.captureHealth, of: lease.recording, &step)
    disarm(.captureLimit, of: lease.recording, &step)
    let now = step.now.monotonic
    arm(Deadline(at: now + Budgets.finalize, stage: .finalize, lease: lease), &step)
    arm(
      Deadline(at: now + Budgets.stop, stage: .finalize, lease: lease, effect: c.capture), &step)
  }

  /// Frames between the stop and the recorder's answer belong to the recording, unless one before
  /// them is missing: nobody could tell where.
  mutating func appendLast(_ i: Int, _ span: Span, _ step: inout Step) {
    guard case .finalizing(var f) = recordings[i].phase, !f.hasHole else { return }
    let id = ask(
      .file(.append(FileRef(recordings[i].id, .partial), span)), for: .append,
      recordings[i].lease, &step)
    f.delivered += span.count
    f.appends.append(Append(id: id, samples: span.count, since: step.now.monotonic))
    recordings[i].phase = .finalizing(f)
  }

  /// A microphone that goes away after the stop has not proved that everything was heard.
  mutating func lastReport(_ i: Int, _ progress: Progress, _ step: inout Step) {
    switch progress {
    case .frames(let span, _): appendLast(i, span, &step)
    case .deviceLost, .formatChanged:
      guard case .finalizing(var f) = recordings[i].phase else { return }
      f.hasHole = true
      recordings[i].isCutShort = true
      recordings[i].phase = .finalizing(f)
      guard case .process = f.intent else { return }
      let topic = progress == .deviceLost ? Topic.microphoneLost : .microphoneFailed
      step.tell(topic, recordings[i].id)
      f.intent = .fail(.microphone, topic)
      recordings[i].phase = .finalizing(f)
    case .captureBegan, .head, .partial, .leg: break
    }
  }

  mutating func lastWriteFailed(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .finalizing(var f) = recordings[i].phase else { return }
    f.hasHole = true
    recordings[i].phase = .finalizing(f)
    if case .fail = f.intent { return }
    let topic = Self.topic(outcome)
    step.tell(topic, recordings[i].id)
    f.intent = .fail(topic == .storageFull ? .storageFull : .storage, topic)
    recordings[i].phase = .finalizing(f)
  }

  mutating func captureEnded(
    _ i: Int, _ request: Pending, _ outcome: Outcome, _ step: inout Step
  ) {
    if request.isAbandoned { return takeLateProof(i, outcome, &step) }
    switch recordings[i].phase {
    case .capturing(let c): endedUnasked(i, c, outcome, &step)
    case .finalizing(var f):
      f.capture = nil
      switch outcome {
      case .captured(let samples): f.proof = f.hasHole ? nil : samples
      case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
        .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText,
        .localFailed, .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped,
        .failed, .leg:
        f.intent = failing(f.intent, i, outcome, &step)
      }
      recordings[i].phase = .finalizing(f)
      advanceFinalize(i, &step)
    case .resting, .preparing, .promoting, .claiming, .recognizing, .cleaningUp, .committing,
      .recovering, .deleted:
      break
    }
  }

  private func failing(
    _ intent: Intent, _ i: Int, _ outcome: Outcome, _ step: inout Step
  ) -> Intent {
    if case .captureFailed(.denied) = outcome {
      step.tell(.permissionMissing, recordings[i].id)
      return .fail(.permission, .permissionMissing)
    }
    if case .fail = intent { return intent }
    step.tell(.microphoneFailed, recordings[i].id)
    return .fail(.microphone, .microphoneFailed)
  }

  /// The capture ended though nobody stopped it.
  private mutating func endedUnasked(
    _ i: Int, _ c: Capturing, _ outcome: Outcome, _ step: inout Step
  ) {
    var reason = Reason.microphone
    var topic = Topic.microphoneLost
    if case .captureFailed(let why) = outcome {
      switch why {
      case .denied: (reason, topic) = (.permission, .permissionMissing)
      case .deviceLost: break
      case .formatUnsupported: topic = .microphoneFailed
      }
    }
    step.tell(topic, recordings[i].id)
    if c.delivered == 0 { return drop(i, &step) }
    finalize(i, for: .fail(reason, topic), &step)
    guard case .finalizing(var f) = recordings[i].phase else { return }
    disarm(effect: c.capture, &step)
    f.capture = nil
    if case .captured(let samples) = outcome { f.proof = samples }
    recordings[i].phase = .finalizing(f)
    advanceFinalize(i, &step)
  }

  /// Closes the container once the recorder has answered and everything is written.
  mutating func advanceFinalize(_ i: Int, _ step: inout Step) {
    guard case .finalizing(var f) = recordings[i].phase, f.capture == nil, f.appends.isEmpty,
      f.close == nil
    else { return }
    if f.written == 0 && !f.isUnsure {
      if case .process = f.intent, f.proof != 0 { step.tell(.microphoneFailed, recordings[i].id) }
      return drop(i, &step)
    }
    f.close = ask(
      .file(.close(FileRef(recordings[i].id, .partial))), for: .close, recordings[i].lease,
      within: Budgets.close, .finalize, &step)
    recordings[i].phase = .finalizing(f)
  }

  mutating func closeAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .finalizing(let f) = recordings[i].phase else { return }
    disarm(.finalize, of: recordings[i].id, &step)
    noteLoss(i, outcome)
    if case .facts(let facts) = outcome {
      if facts.samples > 0 { return promote(i, proof: f.proof, for: f.intent, &step) }
      if f.written == 0, facts.bytes <= RequestBody.header { return drop(i, &step) }
      // There are frames in what is told to be empty: it was misread, and is kept.
    }
    step.tell(Self.topic(outcome), recordings[i].id)
    finalizationFailed(i, .storage, &step)
  }

  mutating func finalizeExpired(_ i: Int, _ step: inout Step) {
    guard case .finalizing(let f) = recordings[i].phase else { return }
    let isRecorder = f.capture != nil
    if isRecorder && f.delivered == 0 {
      // Nothing was heard, so there is nothing to keep and nothing that a late answer could prove.
      step.tell(.microphoneFailed, recordings[i].id)
      return drop(i, &step)
    }
    step.tell(isRecorder ? .recorderDidNotFinish : .storageFailed, recordings[i].id)
    finalizationFailed(i, isRecorder ? .finalization : .storage, &step)
  }

  /// The container is not closed: the surface is idle at once, the audio waits as evidence.
  private mutating func finalizationFailed(_ i: Int, _ reason: Reason, _ step: inout Step) {
    abandonAll(of: recordings[i].id, &step)
    disarmAll(of: recordings[i].id, &step)
    var row = baseRow(i)
    row.state = .failed
    row.reason = reason
    row.integrity = .unfinalized
    commit(i, row, topic: .partialKept, showsProcessing: false, &step)
  }

  // MARK: Late proof

  /// Whether a recorder's late answer can still make a recording whole.
  func isLateProof(_ request: Pending, _ outcome: Outcome) -> Bool {
    guard case .captured(let samples) = outcome, samples > 0, let lease = request.lease,
      let i = index(lease.recording), !recordings[i].isCutShort, let row = recordings[i].row,
      row.integrity != .complete
    else { return false }
    switch recordings[i].phase {
    case .resting: return row.state == .failed
    case .committing: return true
    case .preparing, .capturing, .finalizing, .promoting, .claiming, .recognizing, .cleaningUp,
      .recovering, .deleted:
      return false
    }
  }

  private mutating func takeLateProof(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .captured(let samples) = outcome else { return }
    if case .committing = recordings[i].phase {
      recordings[i].lateProof = samples
      return
    }
    proveLate(i, samples, &step)
  }

  /// Closes, validates, syncs and promotes what a late recorder has vouched for.
  mutating func proveLate(_ i: Int, _ samples: Int, _ step: inout Step) {
    let id = ask(
      .file(.close(FileRef(recordings[i].id, .partial))), for: .promotion, recordings[i].lease,
      within: Budgets.store, .promote, &step)
    recordings[i].phase = .promoting(
      Promoting(
        stage: .closing, request: id, proof: samples, intent: .fail(.finalization, .partialKept),
        isLateProof: true))
  }
}
