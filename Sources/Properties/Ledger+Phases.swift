import Contract

// Phases are never reported, always derived (boundary, section 3).
extension Ledger {
  /// Opens what a request counts for, when it is made.
  mutating func count(_ request: inout OpenRequest) {
    let place = request.recording
    guard place >= 0 else { return }
    switch request.family {
    case .capture:
      recordings[place].stage = .running
      recordings[place].capturing += 1
      request.counts = .capturing
      beginCapture(place)
    case .append, .close:
      guard recordings[place].stage == .running else { return }
      recordings[place].capturing += 1
      request.counts = .capturing
    case .validate:
      beginWork(place)
    case .store:
      countWrite(&request, place)
    case .purge:
      // A recording that leaves before it was ever a normal one needs no terminal state.
      guard recordings[place].isInWork, recordings[place].disk?.state == .capturing else { return }
      countEnding(&request, place)
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .create, .sync, .promote,
      .remove, .export, .upload, .local, .reset, .cleanup, .deliver, .clipboard, .restore, .usage,
      .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      break
    }
  }

  private mutating func beginCapture(_ place: Int) {
    recordings[place].role = role
    recordings[place].isInWork = false
    recordings[place].hasAskedEnding = false
    recordings[place].hasSettledEnding = false
    recordings[place].ending = 0
    recordings[place].captureAsked = now
    recordings[place].captureBegan = nil
    recordings[place].finalizing = nil
    recordings[place].sign = now
  }

  /// The first validation after a capture ends phase 0 and begins phases 1 to 4, unless the
  /// recording has been given a terminal state meanwhile.
  private mutating func beginWork(_ place: Int) {
    guard recordings[place].stage != .none else { return }
    recordings[place].stage = .over
    if recordings[place].isInWork || recordings[place].hasAskedEnding { return }
    if recordings[place].isDeleted { return }
    recordings[place].isInWork = true
    recordings[place].floor = 0
  }

  private mutating func countWrite(_ request: inout OpenRequest, _ place: Int) {
    guard case .store(.write(let row, let expecting)) = request.request else { return }
    guard row.state.isTerminal, case .row(let states, _) = expecting else { return }
    guard states.rawValue & RowStates.notTerminal.rawValue != 0 else { return }
    guard row.attempt > recordings[place].floor else { return }
    countEnding(&request, place)
  }

  private mutating func countEnding(_ request: inout OpenRequest, _ place: Int) {
    recordings[place].hasAskedEnding = true
    recordings[place].ending += 1
    request.counts = .ending
  }

  /// Closes what a request counted for, when it is finished or abandoned.
  mutating func settle(_ counts: OpenRequest.Role, _ family: Family, _ place: Int) {
    switch counts {
    case .nothing: return
    case .capturing:
      recordings[place].capturing = max(0, recordings[place].capturing - 1)
      if family == .capture, recordings[place].finalizing == nil {
        recordings[place].finalizing = now
      }
    case .ending:
      recordings[place].ending = max(0, recordings[place].ending - 1)
      recordings[place].hasSettledEnding = true
    }
  }

  /// Takes a command that the engine did not refuse.
  mutating func accept(_ command: Command) {
    if isPassedOn(command) { return passOn(command) }
    switch command {
    case .start(let id): acceptStart(place(of: id))
    case .stop(let id): acceptStop(id)
    case .cancel(let id): acceptCancel(place(of: id))
    case .retry(let id): acceptRetry(place(of: id))
    case .delete(let id): acceptDeletion(place(of: id))
    case .clear:
      for n in recordings.indices where !recordings[n].hasTombstone {
        let r = recordings[n]
        if r.disk != nil || r.started != nil || r.audio.hasAudio { acceptDeletion(n) }
      }
    case .change(let settings): self[role].settings = settings
    case .copy, .redeliver: break
    }
  }

  private mutating func acceptStart(_ place: Int) {
    about = place
    recordings[place].role = role
    if recordings[place].started == nil { recordings[place].started = now }
    recordings[place].target = reaction.target ?? self[role].focus
    recordings[place].pending = self[role].settings
    recordings[place].cancelled = nil
    recordings[place].hasTakenCancel = false
    recordings[place].isDroppedUnheard = false
    recordings[place].told = []
  }

  /// A stop before the microphone runs is a cancel (boundary, rule 8 of the exchange).
  private mutating func acceptStop(_ id: RecordingID?) {
    let place = id.map { self.place(of: $0) } ?? newestUnstopped()
    about = place
    guard place >= 0, recordings[place].started != nil, recordings[place].delivered == 0 else {
      return
    }
    guard recordings[place].captureBegan == nil, recordings[place].stage != .over else { return }
    recordings[place].cancelled = now
    recordings[place].isDroppedUnheard = true
  }

  private func newestUnstopped() -> Int {
    // Recordings stand in the order in which they were first named, not in that of their starts.
    var newest = -1
    for n in recordings.indices {
      let r = recordings[n]
      guard r.role == role, let started = r.started, r.stage != .over, !r.isDeleted,
        !r.isDroppedUnheard
      else { continue }
      if newest < 0 || started >= recordings[newest].started ?? .zero { newest = n }
    }
    return newest
  }

  private mutating func acceptCancel(_ place: Int) {
    about = place
    recordings[place].cancelled = now
    recordings[place].hasTakenCancel = true
    if recordings[place].started != nil, recordings[place].delivered == 0,
      !recordings[place].isInWork
    {
      recordings[place].isDroppedUnheard = true
    }
  }

  private mutating func acceptRetry(_ place: Int) {
    about = place
    recordings[place].role = role
    recordings[place].isInWork = true
    recordings[place].isDeleted = false
    recordings[place].cancelled = nil
    recordings[place].hasAskedEnding = false
    recordings[place].hasSettledEnding = false
    recordings[place].hasFailedPromotion = false
    recordings[place].told = []
    recordings[place].ending = 0
    recordings[place].floor = recordings[place].attempt
    recordings[place].pending = self[role].settings
    let slot = Int(role.rawValue)
    for n in processes[slot].open.indices
    where processes[slot].open[n].recording == place && processes[slot].open[n].counts == .ending {
      processes[slot].open[n].counts = .nothing
    }
  }

  private mutating func acceptDeletion(_ place: Int) {
    about = place
    recordings[place].isDeleted = true
  }

  /// The end of a reaction: a phase 0 without anything open is over for good, and so are phases
  /// 1 to 4 once their end has been answered or given up; what is written later is repair.
  mutating func endReaction() {
    for n in recordings.indices {
      if recordings[n].stage == .running, recordings[n].capturing == 0 {
        recordings[n].stage = .over
      }
      if recordings[n].isInWork, recordings[n].hasSettledEnding, recordings[n].ending == 0 {
        recordings[n].isInWork = false
      }
    }
  }

  /// The end of a life: its requests, phases and knowledge are gone, what it did outside stays.
  mutating func bury(_ role: ProcessRole) {
    let slot = Int(role.rawValue)
    epoch += 1
    processes[slot].isAlive = false
    processes[slot].asleep = nil
    // The next life has not been told who has the audio hardware.
    if role == .app { interrupted = nil }
    processes[slot].open = []
    processes[slot].deadlines = []
    processes[slot].knowsStore = false
    processes[slot].hasInventory = false
    processes[slot].asks = (0, 0)
    processes[slot].givenUp = nil
    for n in recordings.indices where recordings[n].role == role {
      recordings[n].started = nil
      recordings[n].stage = .none
      recordings[n].capturing = 0
      recordings[n].isInWork = false
      recordings[n].ending = 0
      recordings[n].hasAskedEnding = false
      recordings[n].hasSettledEnding = false
      recordings[n].finalizing = nil
      recordings[n].pending = nil
      recordings[n].row = nil
      recordings[n].known = AudioKnowledge()
      recordings[n].givenUp = nil
      // An attempt that never reached the disk may be numbered again.
      recordings[n].attempt = recordings[n].disk?.attempt ?? 0
      recordings[n].floor = recordings[n].attempt
      recordings[n].leaves = []
      recordings[n].ranges = []
      recordings[n].liveText = ""
      recordings[n].work = WorkFacts()
      // A deletion that was only wanted is forgotten.
      if !recordings[n].hasTombstone { recordings[n].isDeleted = false }
    }
  }
}
