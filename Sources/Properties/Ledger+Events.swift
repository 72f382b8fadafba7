import Contract

extension Ledger {
  /// Takes an event.
  mutating func take(_ event: borrowing Event) {
    switch event {
    case .launched(let launch): takeLaunch(launch)
    case .person(let command):
      reaction.command = command
      about = named(command).map { place(of: $0) } ?? -1
    case .progress(let ticket, let progress):
      meet(ticket)
      if subject.family == .capture, subject.isAbandoned { reaction.isStale = true }
      take(progress)
    case .finished(let ticket, let outcome):
      let isKnown = meet(ticket, takesOut: true)
      // A cancel that is still waited for is answered, even for a recording that is gone.
      // That a microphone is free is news for whoever waits for it.
      let isHeeded = !subject.isAbandoned || subject.family == .capture
      if case .cancelled = outcome, isKnown, isHeeded { reaction.isStale = false }
      if isKnown { take(outcome) }
    case .news(let news): take(news)
    case .deadline(let deadline):
      self[role].deadlines.removeAll { $0 == deadline }
      if let effect = deadline.effect, let n = find(effect, of: role) {
        subject = processes[Int(role.rawValue)].open[n]
      }
      about = deadline.lease.map { place(of: $0.recording) } ?? subject.recording
    }
  }

  /// The recording that a command names.
  func named(_ command: Command) -> RecordingID? {
    switch command {
    case .start(let r), .cancel(let r), .retry(let r), .delete(let r), .copy(let r),
      .redeliver(let r, _):
      r
    case .stop(let r): r
    case .clear, .change: nil
    }
  }

  private mutating func takeLaunch(_ launch: Launch) {
    if self[role].isAlive, self[role].id != launch.process { bury(role) }
    self[role].id = launch.process
    self[role].isAlive = true
    self[role].dialect = launch.dialect
    self[role].limits = launch.limits
    self[role].settings = launch.settings
    self[role].live = launch.live
  }

  /// Finds the request that an answer or report belongs to, notes whether it is stale and, where it
  /// is answered with that, takes it out of those that are open; false where there is none.
  @discardableResult
  private mutating func meet(_ ticket: Ticket, takesOut: Bool = false) -> Bool {
    let slot = Int(role.rawValue)
    guard let n = find(ticket.effect, of: role) else {
      about = ticket.lease.map { place(of: $0.recording) } ?? -1
      reaction.isStale = true
      return false
    }
    subject = takesOut ? processes[slot].open.remove(at: n) : processes[slot].open[n]
    about = subject.recording
    reaction.isStale = isStale()
    return true
  }

  /// Whether an answer may not change anything: it is of an abandoned request, of an attempt that
  /// another has followed, or of a recording that was deleted. Late evidence (of the recorder, a
  /// write, a file that was made, a tombstone or a delivery) counts while the generation is
  /// current.
  private mutating func isStale() -> Bool {
    let isGone = subject.recording >= 0 && recordings[subject.recording].isDeleted
    switch subject.family {
    case .open, .quarantine, .inventory, .space, .tombstone, .purge, .remove, .reset:
      return false
    case .store, .create, .capture: return isGone
    case .deliver, .clipboard, .restore, .usage, .post: return false
    // What is dialled is of the recording's live session, whatever attempt works on it meanwhile.
    case .dial: return isGone || subject.isAbandoned
    case .none, .append, .close, .validate, .sync, .promote, .export, .upload, .local, .cleanup,
      .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      if isGone || subject.isAbandoned { return true }
      guard subject.recording >= 0, let lease = subject.ticket.lease else { return false }
      return lease.attempt < recordings[subject.recording].attempt
    }
  }

  private mutating func take(_ progress: Progress) {
    switch progress {
    case .head(let head):
      let slot = Int(role.rawValue)
      if let n = find(subject.ticket.effect, of: role), n < processes[slot].open.count,
        processes[slot].open[n].record == subject.record
      {
        processes[slot].open[n].status = head.status
      }
      noteStatus(head.status)
    case .captureBegan:
      guard about >= 0 else { return }
      recordings[about].captureBegan = now
      recordings[about].sign = now
    case .frames(let span, let level):
      guard about >= 0, subject.family == .capture, subject.isWanted else { return }
      recordings[about].sign = now
      // Who is heard again is not interrupted any more, whether anybody says so or not.
      if let since = interrupted, now - since > Budgets.watchdog { interrupted = nil }
      recordings[about].delivered = max(recordings[about].delivered, span.end)
      recordings[about].zeros = level == .digitalZero ? recordings[about].zeros + span.count : 0
    case .formatChanged, .deviceLost:
      guard about >= 0, subject.family == .capture, !subject.isAbandoned else { return }
      recordings[about].trouble.insert(.microphone)
      if recordings[about].finalizing == nil { recordings[about].finalizing = now }
    case .partial, .leg: break
    }
  }

  private mutating func noteStatus(_ status: UInt16) {
    guard subject.range >= 0, about >= 0 else { return }
    guard subject.family == .upload, !subject.isAbandoned else { return }
    recordings[about].ranges[subject.range].status = status
    switch RequestPolicy.classify(status: status) {
    case .tooLarge: recordings[about].ranges[subject.range].isRejected = true
    case .transient, .permanent, .invalid: recordings[about].ranges[subject.range].failed = now
    case .complete: break
    }
  }

  private mutating func take(_ news: News) {
    switch news {
    case .focus(let target): self[role].focus = target
    case .clipboard(let change):
      if change != clipboard.change { clipboard = (change, false) }
    case .handoff(let handoff): if role == .app { take(handoff) }
    case .interruption(let began, _):
      guard role == .app else { return }
      interrupted = began ? now : nil
      hardwareNews = now
    case .route, .mediaReset: if role == .app { hardwareNews = now }
    case .lowSpace, .deviceLocked, .background, .foreground, .thermal, .resumed: break
    }
  }

  private mutating func take(_ outcome: Outcome) {
    if !subject.isAbandoned {
      settle(subject.counts, subject.family, subject.recording)
      subject.counts = .nothing
    }
    switch subject.family {
    case .open:
      if case .done = outcome { self[role].knowsStore = true } else { giveUp(subject) }
    case .inventory:
      if case .inventory(let found) = outcome { take(found) } else { giveUp(subject) }
    case .store, .tombstone, .purge: takeStore(outcome)
    case .create, .append, .close, .validate, .sync, .promote, .remove: takeFile(outcome)
    case .capture: takeCapture(outcome)
    case .export:
      guard about >= 0, case .exported(let facts) = outcome,
        case .exportLeaf(_, let leaf, _, _) = subject.request, case .leaf(let n) = leaf.kind
      else { return }
      for i in recordings[about].leaves.indices where recordings[about].leaves[i].number == n {
        recordings[about].leaves[i].bodyBytes = facts.bodyBytes
      }
    case .upload, .local: takeRecognition(outcome)
    case .none, .quarantine, .space, .reset, .cleanup, .deliver, .clipboard, .restore, .usage,
      .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      break
    }
  }

  private mutating func takeStore(_ outcome: Outcome) {
    guard about >= 0 else {
      takeShared(outcome)
      return
    }
    switch outcome {
    case .done, .storeFailed(.io(.yes)): takeDone()
    case .storeFailed(.conflict(let current)): recordings[about].row = current
    case .storeFailed(.tombstoned):
      recordings[about].knowsTombstone = true
      recordings[about].row = nil
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      giveUp(subject)
    }
  }

  private mutating func takeDone() {
    // What was given up may still land; whoever waits no longer does not learn of it.
    if !subject.isAbandoned { recordings[about].givenUp = nil }
    if case .store(.write(let row, _)) = subject.request {
      recordings[about].row = row
    } else if case .store(.tombstone) = subject.request {
      recordings[about].knowsTombstone = true
    } else if case .store(.purge) = subject.request {
      recordings[about].row = nil
    }
  }

  /// A tombstone or purge of several recordings.
  private mutating func takeShared(_ outcome: Outcome) {
    guard case .done = outcome else {
      giveUp(subject)
      return
    }
    if case .store(.tombstone(let all)) = subject.request {
      for t in all { recordings[place(of: t.recording)].knowsTombstone = true }
    } else if case .store(.purge(let all)) = subject.request {
      for id in all { recordings[place(of: id)].row = nil }
    }
  }

  private mutating func takeFile(_ outcome: Outcome) {
    guard about >= 0, !subject.isProbe else { return }
    if case .fileFailed(let failure) = outcome {
      failFile(failure)
    } else if case .appended(let samples, _) = outcome {
      guard case .file(.append(_, let span)) = subject.request, samples < span.count else { return }
      failFile(.noSpace(accepted: samples))
    } else if case .facts(let facts) = outcome {
      if subject.family == .close { recordings[about].known.closed = facts.samples }
      guard subject.family == .validate else { return }
      recordings[about].known.facts = facts
      recordings[about].known.validated = stamp.record
      let isSound = facts.isFinalized && facts.samples == recordings[about].proof
      if !isSound { failPromotion(subject) }
    } else if case .done = outcome {
      if subject.family == .create {
        recordings[about].known.isCreated = true
      } else if subject.family == .close {
        recordings[about].known.closed = -1
      } else if subject.family == .sync {
        recordings[about].known.synced = subject.record
      } else if subject.family == .promote {
        recordings[about].known.isPromoted = true
      }
    }
  }

  private mutating func failFile(_ failure: FileFailure) {
    if subject.family == .append {
      guard case .file(.append(_, let span)) = subject.request else { return }
      if case .noSpace(let accepted) = failure {
        // All of it is in the file: what was full is the next one's trouble.
        if accepted >= span.count { return }
        recordings[about].asked = min(recordings[about].asked, span.from &+ max(0, accepted))
      } else {
        recordings[about].asked = min(recordings[about].asked, span.from)
      }
      if !subject.isAbandoned { recordings[about].trouble.insert(.storage) }
    } else if subject.family == .close {
      if !subject.isAbandoned { recordings[about].trouble.insert(.storage) }
    }
    giveUp(subject)
  }

  private mutating func takeCapture(_ outcome: Outcome) {
    guard about >= 0 else { return }
    if case .captured(let samples) = outcome {
      recordings[about].proof = samples
    } else if case .captureFailed(.denied) = outcome {
      recordings[about].trouble.insert(.permission)
    } else if case .captureFailed = outcome {
      recordings[about].trouble.insert(.microphone)
    }
  }

  private mutating func takeRecognition(_ outcome: Outcome) {
    guard about >= 0, subject.range >= 0, !subject.isAbandoned else { return }
    switch outcome {
    case .body:
      if subject.status == 200 { recordings[about].ranges[subject.range].isAnswered = true }
    case .text: recordings[about].ranges[subject.range].isAnswered = true
    case .wireFailed, .localFailed: recordings[about].ranges[subject.range].failed = now
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .noText, .delivered, .landedUnconfirmed,
      .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      break
    }
  }

  /// What a launch finds is known from then on, and corrects what a crash may have taken.
  private mutating func take(_ found: Inventory) {
    self[role].hasInventory = true
    self[role].knowsStore = true
    for row in found.rows {
      let n = place(of: row.recording)
      // A late inventory is older than what was written since.
      if recordings[n].row == nil { recordings[n].row = row }
      recordings[n].attempt = max(recordings[n].attempt, row.attempt)
      recordings[n].generation = max(recordings[n].generation, row.generation)
    }
    for t in found.tombstones {
      let n = place(of: t.recording)
      recordings[n].knowsTombstone = true
      recordings[n].hasTombstone = true
    }
    for f in found.files { if let file = f.file { _ = place(of: file.recording) } }
    for n in recordings.indices { correct(n, found) }
  }

  private mutating func correct(_ n: Int, _ found: Inventory) {
    if recordings[n].rowEpoch < epoch {
      recordings[n].disk = found.rows.first { $0.recording == recordings[n].id }
      recordings[n].rowEpoch = epoch
    }
    var partial = FileState.absent
    var source = FileState.absent
    for f in found.files where f.file?.recording == recordings[n].id {
      guard let file = f.file else { continue }
      // A partial that a dead writer left holds more than its header says.
      let facts = (f.lenient?.samples ?? 0) > (f.strict?.samples ?? 0) ? f.lenient : f.strict
      switch file.kind {
      case .partial: partial = recordings[n].partial.corrected(facts, isSound: f.strict != nil)
      case .source:
        source = recordings[n].source.corrected(facts, isSound: f.strict != nil)
        if f.strict != nil { recordings[n].known.isPromoted = true }
      case .leaf: break
      }
    }
    guard recordings[n].fileEpoch < epoch else {
      // A recording of this life may have come by the name of audio that nobody had spoken of.
      if !recordings[n].source.exists { recordings[n].source = source }
      return
    }
    // What could not be read may be all that its row says.
    if source.isUnread, source.samples == 0,
      let row = recordings[n].disk, row.integrity == .complete
    {
      source = FileState(
        exists: true, samples: row.samples, durable: row.samples, isUnread: true,
        closed: row.samples)
      recordings[n].known.isPromoted = true
    }
    let isMissing = !partial.hasAudio && !source.hasAudio
    if isMissing, recordings[n].audio.hasAudio { recordings[n].isLost = true }
    recordings[n].partial = partial
    recordings[n].source = source
    if recordings[n].fileEpoch < 0 { believe(n) }
    recordings[n].fileEpoch = epoch
  }

  /// A recording of an earlier life, seen for the first time: a finished rename says that it is
  /// whole, and a row that calls it complete says how long it was.
  private mutating func believe(_ n: Int) {
    recordings[n].delivered = recordings[n].source.samples
    guard let row = recordings[n].disk, row.integrity == .complete else { return }
    recordings[n].proof = row.samples
  }
}

extension FileState {
  /// The same file as a launch finds it: it is there, and holds what a reader gets.
  func corrected(_ facts: FileFacts?, isSound: Bool) -> FileState {
    // One that could not be read says nothing of what is in it.
    var file = self
    file.isUnread = facts == nil
    if facts == nil, exists { return file }
    file.exists = true
    let samples = facts?.samples ?? 0
    file.isWhole = exists ? isWhole && samples <= self.samples : true
    file.samples = samples
    file.durable = samples
    file.closed = isSound && facts?.isFinalized == true ? samples : nil
    return file
  }
}
