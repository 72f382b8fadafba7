import Contract

/// The clauses of the set `live`: a transcript over legs that cannot be resumed.
///
/// Where an app offers no live transcript it costs one comparison a step. All it knows comes from
/// the trace: what was sent to which leg, what the relay heard, what was said and shown.
struct RelayClauses: Sendable {
  /// What the newest launch offers.
  var kind = LiveKind.none
  var times = RelayTimes(.meeting)
  /// The live transcripts, by the place of their recording in the ledger.
  var all: [LiveFacts] = []
  /// What the line about the live transcript shows.
  var line: Indicator?

  // The reaction under way.
  /// Whether it is to something that a leg did or failed to do.
  var isRelayed = false
  /// Whether it is to news about the audio hardware.
  var isRerouted = false
  /// The recording whose capture was ended in it, and the one whose live transcript was; -1.
  var silenced = -1
  var over = -1
  /// The recording whose microphone brought frames; -1.
  var heard = -1
  /// Whether a person asked for something, or the device told something, and no leg did.
  var mayGiveUp = false
  /// Whether it is to the deadline of a microphone that fell silent.
  var isStarved = false

  static let interests: Kinds = [
    .launched, .accepted, .frames, .answer, .news, .fired, .request, .stop, .cancel, .abandon,
    .show, .tell, .process, .reactionEnded, .finished, .leg, .toLeg, .live, .relay,
    .microphoneNews, .rebuild,
  ]

  @inline(__always)
  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if self.kind == .none, kind != .launched { return }
    look(kind, what, &l, &docket)
  }

  private mutating func look(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .launched: launched(what, &l)
    case .accepted: accepted(what, &l, &docket)
    case .frames: frames(what, &l, &docket)
    case .leg: reported(what, &l, &docket)
    case .microphoneNews: microphone(what, &l)
    case .rebuild: rebuilt(&l, &docket)
    case .toLeg: told(what, &l, &docket)
    case .live: live(what, &l, &docket)
    case .relay: came(what, &l)
    case .request: requested(&l, &docket)
    case .answer: answered(what, &l, &docket)
    case .stop, .cancel, .abandon: ended(kind, &l, &docket)
    case .tell: said(what, &l, &docket)
    case .show: shown(what, &l, &docket)
    case .news: news(what, &l, &docket)
    case .fired: fired(what)
    case .process: process(what, &l)
    case .reactionEnded: reactionEnded(&l, &docket)
    case .finished: finished(&l, &docket)
    default: break
    }
  }

  // MARK: beginnings and ends of processes

  private mutating func launched(_ what: Happening, _ l: inout Ledger) {
    guard l.role == .app, case .event(.launched(let launch)) = what else { return }
    kind = launch.live
    times = RelayTimes(kind)
    line = nil
  }

  private mutating func process(_ what: Happening, _ l: inout Ledger) {
    guard l.role == .app, case .process(let change) = what else { return }
    switch change {
    case .killed, .launched: for n in all.indices { all[n].isDead = true }
    case .suspended: break
    case .resumed:
      for n in all.indices {
        all[n].woke = l.now
        if all[n].sounded != nil { all[n].sounded = l.now }
        guard let last = all[n].legs.indices.last else { continue }
        all[n].legs[last].pinged = l.now
        all[n].legs[last].sign = l.now
        all[n].legs[last].quiet = l.now
      }
    }
  }

  /// The live transcript at a place, made when it is first needed; -1 for none.
  mutating func at(_ place: Int) -> Int {
    guard place >= 0 else { return -1 }
    while all.count <= place { all.append(LiveFacts()) }
    return place
  }

  /// The leg that a record is about, by its place among its recording's; nil for none.
  func leg(of l: borrowing Ledger) -> (place: Int, leg: Int)? {
    let place = l.about
    guard l.subject.family == .dial, place >= 0, place < all.count, !all[place].isDead else {
      return nil
    }
    for n in all[place].legs.indices.reversed()
    where all[place].legs[n].effect == l.subject.ticket.effect { return (place, n) }
    return nil
  }

  // MARK: what comes

  private mutating func frames(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .event(.progress(_, .frames(let span, let level))) = what, l.role == .app,
      l.about >= 0, l.subject.family == .capture, l.subject.isWanted
    else { return }
    let p = at(l.about)
    guard !all[p].isDead else { return }
    heard = p
    all[p].heard(at: l.now)
    all[p].captured = max(all[p].captured, span.end)
    all[p].chunk = max(all[p].chunk, span.count)
    if level == .speech { all[p].spoken.join(Stretch(from: span.from, end: span.end)) }
    capped(p, &l, &docket)
  }

  private mutating func reported(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    isRelayed = true
    guard case .event(.progress(_, .leg(let progress))) = what, let (p, n) = leg(of: l) else {
      return
    }
    let isLate = all[p].legs[n].over != nil
    if isLate { docket.premise(.relayOneLiveLeg, l.stamp) }
    switch progress {
    case .open:
      guard !isLate else { return }
      all[p].legs[n].opened = l.now
      all[p].legs[n].pinged = l.now
      all[p].legs[n].sign = l.now
      all[p].legs[n].quiet = l.now
      all[p].kindRung = 0
    case .frame(let frame):
      all[p].legs[n].sign = l.now
      spoke(frame, p, n, &l, &docket)
    case .drained(let through): if !isLate { all[p].legs[n].drained = through }
    case .queueDropped(let span): if !isLate { dropped(span, p, n, &l, &docket) }
    case .pong: all[p].legs[n].sign = l.now
    }
  }

  private mutating func came(_ what: Happening, _ l: inout Ledger) {
    guard case .did(.leg(_, let number, .hears(let span, let at))) = what, l.about >= 0,
      l.about < all.count
    else { return }
    for n in all[l.about].legs.indices.reversed()
    where all[l.about].legs[n].number == number {
      all[l.about].legs[n].hearings.append(Hearing(at: at, from: span.from))
      return
    }
  }

  private mutating func answered(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .event(.finished(_, let outcome)) = what else { return }
    switch l.subject.family {
    case .dial:
      isRelayed = true
      guard let (p, n) = leg(of: l) else { return }
      if all[p].legs[n].over == nil, case .leg(let end) = outcome {
        note(end, p, n, &l, &docket)
      }
      legOver(p, n, isTold: true, &l, &docket)
    case .close, .append: noteFailure(outcome, &l)
    case .deliver: if outcome == .landedUnconfirmed { noteDoubt(&l) }
    case .capture, .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge,
      .create,
      .validate, .sync, .promote, .remove, .export, .upload, .local, .reset, .cleanup, .clipboard,
      .restore, .usage, .post, .launched, .interruption, .route, .mediaReset,
      .lowSpace, .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed,
      .stage:
      break
    }
  }

  private mutating func noteFailure(_ outcome: Outcome, _ l: inout Ledger) {
    guard l.about >= 0, l.about < all.count else { return }
    if case .fileFailed = outcome { all[l.about].hadAudioFailure = true }
  }

  /// Nobody knows whether a sentence that was typed has arrived.
  private mutating func noteDoubt(_ l: inout Ledger) {
    guard case .insert(_, let id, _, _) = l.subject.request, l.about >= 0, l.about < all.count,
      let n = all[l.about].settled.lastIndex(where: { $0.segment.id == id })
    else { return }
    all[l.about].settled[n].isDoubtful = true
  }

  private mutating func fired(_ what: Happening) {
    guard case .event(.deadline(let deadline)) = what else { return }
    switch deadline.stage {
    case .dial, .liveness, .keepalive, .redial: isRelayed = true
    case .captureHealth: (mayGiveUp, isStarved) = (true, true)
    case .watchdog: break
    case .recovery, .store, .captureLimit, .finalize, .promote, .export, .request,
      .backoff, .recognition, .localEngine, .reset, .cleanup, .delivery, .usage, .handoff, .drain:
      mayGiveUp = true
    }
  }

  private mutating func news(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.role == .app, case .event(.news(let news)) = what else { return }
    mayGiveUp = true
    switch news {
    case .interruption, .route, .mediaReset:
      isRerouted = true
      rerouted(news, &l, &docket)
    // A stop or cancel by hand-off is a command once it is accepted.
    case .handoff, .lowSpace, .deviceLocked, .background, .foreground, .thermal,
      .focus,
      .clipboard, .resumed:
      break
    }
  }

  // MARK: what is asked for

  private mutating func requested(_ l: inout Ledger, _ docket: inout Docket) {
    switch l.subject.request {
    case .dial(let dial): dialled(dial, &l, &docket)
    case .insert(_, let id, let text, let target):
      inserted(id, text, target, &l, &docket)
    case .deliver(let text, _): deliveredAgain(text, &l, &docket)
    case .store(.write(let row, _)):
      if let fault = l.faultOfKeeping(), fault.clause == .relayRecordingOutlivesRelay {
        docket.find(
          fault.clause, l.stamp, row.recording, fault.sentence, expected: fault.expected,
          observed: fault.observed)
      }
      let p = l.placed(row.recording)
      if p >= 0, p < all.count, row.state == .failed { all[p].settledAtEnd = all[p].settled.count }
    case .store, .file, .capture, .exportLeaf, .upload, .recognizeLocally, .resetEngine, .cleanUp,
      .writeClipboard, .restoreClipboard, .reportUsage, .post:
      break
    }
  }

  private mutating func told(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.leg(_, let notice))) = what, let (p, n) = leg(of: l) else { return }
    switch notice {
    case .send(let span):
      all[p].legs[n].quiet = l.now
      sent(span, p, n, &l, &docket)
    case .offset(let sample):
      all[p].legs[n].told = sample
      if let lost = all[p].legs[n].unfollowed, sample >= lost.end {
        all[p].legs[n].unfollowed = nil
      }
    case .keepalive:
      silence(p, n, &l, &docket)
      docket.premise(.relayKeepaliveInSilence, l.stamp)
      all[p].legs[n].quiet = l.now
    case .finalize: all[p].legs[n].finalized = all[p].legs[n].finalized ?? l.now
    case .end: closing(p, n, isEnd: true, &l, &docket)
    case .ping:
      docket.premise(.relayHalfOpenDetected, l.stamp)
      pingGap(p, n, &l, &docket)
      all[p].legs[n].pinged = l.now
    }
  }

  private mutating func ended(_ kind: Kinds, _ l: inout Ledger, _ docket: inout Docket) {
    let isKnown = l.about >= 0 && l.about < all.count
    let isCapture = l.subject.family == .capture
    if isKnown, kind == .abandon,
      isCapture || l.subject.family == .close || l.subject.family == .append
    {
      all[l.about].hadAudioFailure = true
    }
    if isKnown, kind == .abandon, l.subject.family == .deliver { noteDoubt(&l) }
    if isKnown, isCapture {
      silenced = l.about
      return captureEnded(l.about, &l, &docket)
    }
    guard kind != .stop, let (p, n) = leg(of: l), all[p].legs[n].over == nil else { return }
    closing(p, n, isEnd: false, &l, &docket)
    givenUp(p, n, &l, &docket)
    legOver(p, n, isTold: false, &l, &docket)
  }
}

extension [Stretch] {
  /// Adds a stretch behind the others, joined with the last one where they touch.
  mutating func join(_ next: Stretch) {
    if let last, last.end == next.from {
      self[count - 1].end = next.end
    } else {
      append(next)
    }
  }
}
