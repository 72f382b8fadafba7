import Contract

extension Ledger {
  /// Takes a request that was accepted.
  mutating func take(_ ticket: Ticket, _ request: Request) {
    if reaction.isStale { allowTidying(request) }
    let named = request.recording ?? ticket.lease?.recording
    let place = named.map { self.place(of: $0) } ?? -1
    var open = OpenRequest(
      ticket: ticket, request: request, family: request.family, identity: stamp.identity,
      record: stamp.record, issued: now, recording: place, attempt: ticket.lease?.attempt ?? 0,
      range: -1)
    if case .store(.write(let row, _)) = request { open.attempt = row.attempt }
    if place >= 0 {
      noteLease(ticket, open.attempt, place)
      noteAudio(request, &open, place)
    }
    if open.family == .open {
      self[role].asks.open += 1
    } else if open.family == .inventory {
      self[role].asks.inventory += 1
    }
    count(&open)
    processes[Int(role.rawValue)].open.append(open)
    subject = open
    about = place
  }

  private mutating func noteLease(_ ticket: Ticket, _ attempt: AttemptNumber, _ place: Int) {
    if let lease = ticket.lease, lease.generation > recordings[place].generation {
      recordings[place].generation = lease.generation
    }
    guard attempt > recordings[place].attempt else { return }
    recordings[place].attempt = attempt
    let settings = recordings[place].pending ?? self[role].settings
    recordings[place].pending = nil
    recordings[place].attempts.append(
      AttemptFacts(number: attempt, settings: settings, began: stamp.record))
  }

  private mutating func noteAudio(_ request: Request, _ open: inout OpenRequest, _ place: Int) {
    switch request {
    case .file(.append(_, let span)):
      recordings[place].asked = max(recordings[place].asked, span.end)
      recordings[place].known.validated = -1
    case .exportLeaf(_, let leaf, let from, let count):
      open.range = range(place, open.attempt, from: from, count: count)
      guard case .leaf(let number) = leaf.kind else { return }
      recordings[place].leaves.removeAll { $0.number == number }
      recordings[place].leaves.append(LeafFile(number: number, from: from, count: count))
    case .upload(let file, _):
      let (from, count) = stretch(of: file, place)
      let range = range(place, open.attempt, from: from, count: count)
      open.range = range
      recordings[place].ranges[range].tries += 1
      recordings[place].ranges[range].sent = stamp.record
    case .recognizeLocally(let file, _, _):
      let (from, count) = stretch(of: file, place)
      open.range = range(place, open.attempt, from: from, count: count)
      recordings[place].ranges[open.range].tries += 1
      recordings[place].ranges[open.range].sent = stamp.record
    case .cleanUp: changeAttempt(open.attempt, place) { $0.cleanups += 1 }
    case .deliver: changeAttempt(open.attempt, place) { $0.deliveries += 1 }
    case .store, .file, .capture, .resetEngine, .writeClipboard, .restoreClipboard, .reportUsage,
      .post, .dial, .insert:
      break
    }
  }

  private mutating func changeAttempt(
    _ number: AttemptNumber, _ place: Int, _ change: (inout AttemptFacts) -> Void
  ) {
    for n in recordings[place].attempts.indices.reversed()
    where recordings[place].attempts[n].number == number {
      change(&recordings[place].attempts[n])
      return
    }
  }

  /// The stretch of the source that is in a file.
  func stretch(of file: FileRef, _ place: Int) -> (from: Int, count: Int) {
    switch file.kind {
    case .partial: return (0, recordings[place].partial.samples)
    case .source: return (0, recordings[place].source.samples)
    case .leaf(let number):
      for leaf in recordings[place].leaves.reversed() where leaf.number == number {
        return (leaf.from, leaf.count)
      }
      return (0, 0)
    }
  }

  /// The place of a range in its recording's list: an equal one is the same leaf, else it is a
  /// child of the smallest that contains it, else a new root (boundary, section 3).
  private mutating func range(
    _ place: Int, _ attempt: AttemptNumber, from: Int, count: Int
  ) -> Int {
    let end = from &+ count
    var parent = -1
    var roots = 0
    var overlaps = false
    for n in recordings[place].ranges.indices {
      let r = recordings[place].ranges[n]
      guard r.attempt == attempt else { continue }
      if r.from == from, r.count == count { return n }
      if r.parent < 0 { roots += 1 }
      if r.from <= from, r.end >= end {
        if parent < 0 || r.count <= recordings[place].ranges[parent].count { parent = n }
      } else if r.from < end, from < r.end, !(from <= r.from && end >= r.end) {
        overlaps = true
      }
    }
    var path = LeafPath(root: roots) ?? .none
    if parent >= 0 {
      let above = recordings[place].ranges[parent]
      path = above.path.child(above.children) ?? .none
      recordings[place].ranges[parent].children += 1
    }
    recordings[place].ranges.append(
      RangeFacts(
        attempt: attempt, from: from, count: count, path: path, parent: parent,
        overlaps: overlaps))
    return recordings[place].ranges.count - 1
  }

  /// Takes a notice.
  mutating func take(_ notice: Notice) {
    switch notice {
    case .stop(let effect): change(effect) { $0.isStopped = true }
    case .cancel(let effect): change(effect) { $0.isCancelled = true }
    case .abandon(let effect): abandon(effect)
    // The line about the live transcript is no indicator of work: its own clauses judge it.
    case .show(.transcript, _): about = -1
    case .show(let surface, let indicator): show(indicator, on: surface)
    case .claim(let id, let claim):
      about = place(of: id)
      recordings[about].claims.insert(ClaimSet(claim))
    case .claimDeleted(let all):
      for id in all { recordings[place(of: id)].claims.insert(.deleted) }
    case .tell(let message): tell(message)
    case .leg(let effect, _): change(effect) { _ in }
    case .rebuild(let effect):
      guard let n = find(effect, of: role) else { return }
      subject = processes[Int(role.rawValue)].open[n]
      about = subject.recording
      // A microphone that is known to be taken has its whole time again.
      if isWaitedFor, about >= 0 { recordings[about].sign = now }
    case .live(let id, let notice):
      about = place(of: id)
      guard self[role].live == .meeting, case .settled(let segment) = notice else { return }
      recordings[about].liveText += " " + segment.text
    }
  }

  /// Whether a microphone that is silent now was taken, or given back this moment, as far as the
  /// app was told.
  var isWaitedFor: Bool { interrupted != nil || hardwareNews == now }

  /// A message about the app as a whole is told of every recording.
  private mutating func tell(_ message: Message) {
    about = message.recording.map { place(of: $0) } ?? -1
    if about >= 0 { return note(message.topic, about) }
    for n in recordings.indices where recordings[n].role == role { note(message.topic, n) }
  }

  private mutating func note(_ topic: Topic, _ place: Int) {
    recordings[place].told.formUnion(.of(topic))
    if TopicSet.of(topic).meets(TopicSet.microphone.union(.storage)) {
      recordings[place].causeTold = now
    }
  }

  private mutating func change(_ effect: EffectID, _ edit: (inout OpenRequest) -> Void) {
    let slot = Int(role.rawValue)
    guard let n = find(effect, of: role) else { return }
    edit(&processes[slot].open[n])
    subject = processes[slot].open[n]
    about = subject.recording
    if subject.family == .capture, about >= 0, recordings[about].finalizing == nil {
      recordings[about].finalizing = now
    }
  }

  private mutating func abandon(_ effect: EffectID) {
    let slot = Int(role.rawValue)
    guard let n = find(effect, of: role) else { return }
    subject = processes[slot].open[n]
    settle(subject.counts, subject.family, subject.recording)
    subject.counts = .nothing
    subject.isAbandoned = true
    processes[slot].open[n] = subject
    about = subject.recording
    if about >= 0, recordings[about].cancelled == nil, !recordings[about].isDeleted {
      if subject.family == .capture || subject.family == .append || subject.family == .close {
        recordings[about].trouble.insert(.stalled)
      }
    }
    giveUp(subject)
  }

  /// What turns out to be there of a recording that is gone may be taken away: that is no work.
  private mutating func allowTidying(_ request: Request) {
    guard reaction.event.identity.family == .store || reaction.event.identity.family == .create
    else { return }
    switch request {
    case .store(.purge), .store(.tombstone), .file(.remove): reaction.isStale = false
    case .store, .file, .capture, .exportLeaf, .upload, .recognizeLocally, .resetEngine, .cleanUp,
      .deliver, .writeClipboard, .restoreClipboard, .reportUsage, .post, .dial, .insert:
      break
    }
  }

  /// Notes a request that failed or is not waited for any more.
  mutating func giveUp(_ request: OpenRequest) {
    switch request.family {
    case .open, .inventory, .quarantine, .space: self[role].givenUp = request.identity
    case .store, .tombstone, .purge:
      guard request.recording >= 0 else {
        self[role].givenUp = request.identity
        return
      }
      recordings[request.recording].givenUp = request.identity
      failPromotion(request)
    case .validate, .sync, .promote:
      if request.recording >= 0, !request.isProbe { failPromotion(request) }
    case .append:
      // Nobody knows whether an append that was never answered left anything.
      guard request.recording >= 0, case .file(.append(_, let span)) = request.request else {
        return
      }
      recordings[request.recording].asked = min(recordings[request.recording].asked, span.from)
    case .none, .create, .close, .remove, .capture, .export, .upload, .local, .reset, .cleanup,
      .deliver, .clipboard, .restore, .usage, .post, .dial, .launched, .interruption, .route,
      .mediaReset, .lowSpace, .locked, .background, .foreground, .thermal, .focus, .copied,
      .handoff, .resumed, .stage:
      break
    }
  }

  /// A step of promotion that failed; the first row counts as one.
  mutating func failPromotion(_ request: OpenRequest) {
    let place = request.recording
    guard recordings[place].isInWork, recordings[place].attempt <= 1 else { return }
    guard recordings[place].trouble.isEmpty, recordings[place].cancelled == nil else { return }
    if request.family == .validate || request.family == .sync || request.family == .promote {
      recordings[place].hasFailedPromotion = true
    } else if request.family == .store {
      guard let row = request.row, row.state == .processing, row.attempt <= 1 else { return }
      guard recordings[place].row?.state != .processing else { return }
      recordings[place].hasFailedPromotion = true
    }
  }
}

extension ClaimSet {
  /// The set of one claim.
  init(_ claim: Claim) {
    switch claim {
    case .saved: self = .saved
    case .succeeded: self = .succeeded
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    case .delivered: self = .delivered
    }
  }
}
