import Contract

// Phase 0, first part: from the wish to record to the last frame (seed 000, phase 0).
//
// Settings and target are frozen before anything else. Journal and partial exist durably before
// the microphone is asked for, so that no frame is ever without a home; indicator and microphone
// start in one reaction. Frames go to the partial in order. A recorder that falls silent, a
// device that leaves, or a write that is refused ends the capture in a bounded way and keeps what
// was written. A capture without a single frame leaves nothing behind. A start by a name that is
// known to be taken has no effect; one that cannot know yet gives way once it does (Recovery).

extension Engine {
  mutating func start(_ r: RecordingID, target: Target?, _ step: inout Step) -> Ignored? {
    guard index(r) == nil, !history.reserved.contains(r) else { return .duplicate }
    guard !recordings.contains(where: { $0.phase.isPhase0 }) else { return .notAllowedNow }
    if let space, space < limits.spaceFloor {
      step.tell(.storageFull, r)
      return nil
    }
    recordings.append(Recording(id: r, settings: settings, target: target))
    let i = recordings.count - 1
    recordings[i].isEarly = !history.hasBeenRead
    var preparing = Preparing()
    preparing.partial = ask(
      .file(.create(FileRef(r, .partial))), for: .partial, recordings[i].lease,
      within: Budgets.store, .store, &step)
    recordings[i].phase = .preparing(preparing)
    if history.isOpen {
      writeJournal(i, &step)
    } else {
      let at = step.now.monotonic + Budgets.store
      arm(Deadline(at: at, stage: .store, lease: recordings[i].lease), &step)
      reopenHistory(&step)
    }
    return nil
  }

  /// Writes the journals that waited for History to open.
  mutating func writeJournals(_ step: inout Step) {
    for i in recordings.indices {
      guard case .preparing(let p) = recordings[i].phase, p.journal == nil, !p.isJournalDurable
      else { continue }
      disarm(.store, of: recordings[i].id, &step)
      writeJournal(i, &step)
    }
  }

  private mutating func writeJournal(_ i: Int, _ step: inout Step) {
    guard case .preparing(var p) = recordings[i].phase else { return }
    p.journal = ask(
      .store(.write(baseRow(i), expecting: .nothing)), for: .journal, recordings[i].lease,
      within: Budgets.store, .store, &step)
    recordings[i].phase = .preparing(p)
  }

  mutating func journalAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    if outcome == .done { recordings[i].hasOwnJournal = true }
    guard case .preparing(var p) = recordings[i].phase else {
      return takeBack(i, .store(.purge([recordings[i].id])), outcome, &step)
    }
    if case .storeFailed(.conflict) = outcome {
      p.journal = nil
      recordings[i].phase = .preparing(p)
      preparationFailed(i, Self.topic(outcome), &step)
      return lookAgain(i, &step)
    }
    guard outcome == .done else { return preparationFailed(i, Self.topic(outcome), &step) }
    p.journal = nil
    p.isJournalDurable = true
    recordings[i].row = baseRow(i)
    recordings[i].phase = .preparing(p)
    openMicrophone(i, &step)
  }

  mutating func partialAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    if outcome == .done { recordings[i].hasOwnPartial = true }
    guard case .preparing(var p) = recordings[i].phase else {
      return takeBack(i, .file(.remove(FileRef(recordings[i].id, .partial))), outcome, &step)
    }
    guard outcome == .done else { return preparationFailed(i, Self.topic(outcome), &step) }
    p.partial = nil
    p.isPartialDurable = true
    recordings[i].phase = .preparing(p)
    openMicrophone(i, &step)
  }

  private mutating func openMicrophone(_ i: Int, _ step: inout Step) {
    guard case .preparing(let p) = recordings[i].phase, p.isJournalDurable, p.isPartialDurable
    else { return }
    let lease = recordings[i].lease
    if let release, step.now.monotonic < release.by {
      return arm(Deadline(at: release.by, stage: .captureHealth, lease: lease), &step)
    }
    release = nil
    let id = ask(
      .capture(lease.recording, limit: limits.capture), for: .capture, lease, &step)
    let now = step.now.monotonic
    recordings[i].phase = .capturing(Capturing(capture: id, lastSign: now))
    arm(Deadline(at: now + Budgets.captureHealth, stage: .captureHealth, lease: lease), &step)
    arm(Deadline(at: now + limits.capture, stage: .captureLimit, lease: lease), &step)
  }

  /// Notes that a recorder was told to stop and is not waited for.
  mutating func letGo(_ capture: EffectID, _ step: inout Step) {
    release = Release(capture: capture, by: step.now.monotonic + Budgets.stop)
  }

  /// The microphone is free: whoever waits for it may have it.
  mutating func microphoneReleased(_ step: inout Step) {
    release = nil
    for i in recordings.indices { openMicrophone(i, &step) }
  }

  /// Journal or partial could not be made: nothing was captured, nothing is left.
  mutating func preparationFailed(_ i: Int, _ topic: Topic, _ step: inout Step) {
    step.tell(topic, recordings[i].id)
    drop(i, &step)
  }

  /// Leaves no row, no file and no entry of a recording without a frame.
  mutating func drop(_ i: Int, _ step: inout Step) {
    let r = recordings[i].id
    let leavings = leavings(of: i)
    abandonAll(of: r, &step)
    disarmAll(of: r, &step)
    // While it was being closed, a launch has passed over what it found by this name.
    var isPassedOver = false
    if case .finalizing = recordings[i].phase { isPassedOver = recordings[i].isNameTaken }
    recordings[i].phase = .deleted
    recordings[i].row = nil
    recordings[i].isUnseen = !history.hasBeenRead || recordings[i].isNameTaken
    if !leavings.isEmpty { tidy(i, leavings, &step) }
    if isPassedOver { lookAgain(i, &step) }
  }

  /// What a recording without a frame has made and is to take away with it.
  ///
  /// Until History has been read, its id may be that of an earlier recording, whose row and audio
  /// are not ours to remove: then only what is known to be made by this start goes.
  private func leavings(of i: Int) -> [Request] {
    let r = recordings[i].id
    var hasFile = true
    var hasRow = true
    let isItsOwn = history.hasBeenRead && !recordings[i].isNameTaken
    if case .preparing(let p) = recordings[i].phase {
      hasFile = p.isPartialDurable || (p.partial != nil && isItsOwn)
      hasRow = p.isJournalDurable || (p.journal != nil && isItsOwn)
    }
    var all: [Request] = []
    if hasFile { all.append(.file(.remove(FileRef(r, .partial)))) }
    if hasRow { all.append(.store(.purge([r]))) }
    return all
  }

  /// Whether an answer tells what became of a start that was dropped while that was open.
  func isLateStart(_ request: Pending) -> Bool {
    guard let lease = request.lease, let i = index(lease.recording) else { return false }
    return recordings[i].phase == .deleted && recordings[i].isUnseen
  }

  /// What a start has made that was dropped meanwhile goes as well.
  private mutating func takeBack(
    _ i: Int, _ request: Request, _ outcome: Outcome, _ step: inout Step
  ) {
    if outcome == .done { tidy(i, [request], &step) }
  }

  /// What a failed request of the store or the disk means to a person.
  static func topic(_ outcome: Outcome) -> Topic {
    switch outcome {
    case .storeFailed(.noSpace), .fileFailed(.noSpace): .storageFull
    case .storeFailed(.locked), .fileFailed(.locked): .deviceLocked
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText,
      .localFailed, .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped,
      .failed, .leg:
      .storageFailed
    }
  }

  // MARK: Reports

  mutating func captureReported(
    _ i: Int, _ id: EffectID, _ progress: Progress, _ step: inout Step
  ) -> Ignored? {
    switch recordings[i].phase {
    case .capturing(let c) where c.capture == id: return captureReports(i, progress, &step)
    case .finalizing(let f) where f.capture == id:
      lastReport(i, progress, &step)
      return nil
    case .resting, .preparing, .capturing, .finalizing, .promoting, .claiming, .recognizing,
      .cleaningUp, .committing, .recovering, .deleted:
      return .notAllowedNow
    }
  }

  private mutating func captureReports(
    _ i: Int, _ progress: Progress, _ step: inout Step
  ) -> Ignored? {
    guard case .capturing(var c) = recordings[i].phase else { return .notAllowedNow }
    switch progress {
    case .captureBegan:
      c.hasBegun = true
      c.lastSign = step.now.monotonic
      recordings[i].phase = .capturing(c)
      watchHealth(i, &step)
    case .frames(let span, let level): take(span, level, i, &step)
    case .deviceLost:
      recordings[i].isCutShort = true
      step.tell(.microphoneLost, recordings[i].id)
      finalize(i, for: .fail(.microphone, .microphoneLost), &step)
    case .formatChanged:
      recordings[i].isCutShort = true
      step.tell(.microphoneFailed, recordings[i].id)
      finalize(i, for: .fail(.microphone, .microphoneFailed), &step)
    case .head, .partial, .leg: return .notAllowedNow
    }
    return nil
  }

  private mutating func take(_ span: Span, _ level: Level, _ i: Int, _ step: inout Step) {
    guard case .capturing(var c) = recordings[i].phase else { return }
    let now = step.now.monotonic
    c.hasBegun = true
    c.lastSign = now
    c.delivered += span.count
    let id = ask(
      .file(.append(FileRef(recordings[i].id, .partial), span)), for: .append,
      recordings[i].lease, &step)
    c.appends.append(Append(id: id, samples: span.count, since: now))
    noteLevel(level, &c, i, &step)
    recordings[i].phase = .capturing(c)
    watchHealth(i, &step)
  }

  /// Tells once that a microphone which reports success delivers nothing but zeros.
  private func noteLevel(_ level: Level, _ c: inout Capturing, _ i: Int, _ step: inout Step) {
    guard level == .digitalZero else {
      c.zerosSince = nil
      return
    }
    let since = c.zerosSince ?? step.now.monotonic
    c.zerosSince = since
    if !c.hasToldSilence && step.now.monotonic - since >= Budgets.silence {
      c.hasToldSilence = true
      step.tell(.microphoneSilent, recordings[i].id)
    }
  }

  mutating func watchHealth(_ i: Int, _ step: inout Step) {
    guard case .capturing(let c) = recordings[i].phase else { return }
    var at = c.lastSign + Budgets.captureHealth
    if let oldest = c.appends.first { at = min(at, oldest.since + Budgets.store) }
    arm(Deadline(at: at, stage: .captureHealth, lease: recordings[i].lease), &step)
  }

  mutating func appendAnswered(
    _ i: Int, _ id: EffectID, _ outcome: Outcome, _ step: inout Step
  ) {
    let accepted: Int
    switch outcome {
    case .appended(let samples, _): accepted = samples
    case .fileFailed(.noSpace(let samples)): accepted = samples
    case .cancelled, .done, .inventory, .space, .storeFailed, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      accepted = 0
    }
    if accepted > 0 { recordings[i].hasAudio = true }
    noteLoss(i, outcome)
    switch recordings[i].phase {
    case .capturing(var c):
      guard let a = c.appends.firstIndex(where: { $0.id == id }) else { return }
      let isShort = accepted < c.appends[a].samples
      c.appends.remove(at: a)
      c.written += accepted
      recordings[i].phase = .capturing(c)
      if isShort { writeFailed(i, outcome, &step) }
    case .finalizing(var f):
      guard let a = f.appends.firstIndex(where: { $0.id == id }) else { return }
      let isShort = accepted < f.appends[a].samples
      f.appends.remove(at: a)
      f.written += accepted
      recordings[i].phase = .finalizing(f)
      if isShort { lastWriteFailed(i, outcome, &step) }
      noteDoubt(i, outcome)
      advanceFinalize(i, &step)
    case .resting, .preparing, .promoting, .claiming, .recognizing, .cleaningUp, .committing,
      .recovering, .deleted:
      break
    }
  }

  /// A refused or short write ends the capture: what follows would leave a silent gap.
  private mutating func writeFailed(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    let topic = Self.topic(outcome)
    step.tell(topic, recordings[i].id)
    finalize(i, for: .fail(topic == .storageFull ? .storageFull : .storage, topic), &step)
    guard case .finalizing(var f) = recordings[i].phase else { return }
    f.hasHole = true
    recordings[i].phase = .finalizing(f)
    noteDoubt(i, outcome)
  }

  /// Notes that a write may have landed though it was said to have failed: what is in the file is
  /// then known only by closing and reading it.
  private mutating func noteDoubt(_ i: Int, _ outcome: Outcome) {
    guard case .fileFailed(.io(let landed)) = outcome, landed != .no,
      case .finalizing(var f) = recordings[i].phase
    else { return }
    f.isUnsure = true
    recordings[i].phase = .finalizing(f)
  }

  // MARK: Deadlines

  mutating func captureStarved(_ i: Int, _ step: inout Step) {
    guard case .capturing(let c) = recordings[i].phase else { return openMicrophone(i, &step) }
    let now = step.now.monotonic
    if let oldest = c.appends.first, now - oldest.since >= Budgets.store {
      step.tell(.storageFailed, recordings[i].id)
      return finalize(i, for: .fail(.storage, .storageFailed), &step)
    }
    guard now - c.lastSign >= Budgets.captureHealth else { return watchHealth(i, &step) }
    step.tell(c.hasBegun ? .microphoneLost : .microphoneFailed, recordings[i].id)
    finalize(i, for: .fail(.microphone, .microphoneLost), &step)
  }

  mutating func captureLimitReached(_ i: Int, _ step: inout Step) {
    guard case .capturing = recordings[i].phase else { return }
    step.tell(.captureLimitReached, recordings[i].id)
    finalize(i, for: .process, &step)
  }
}
