import Contract

/// The clauses of the family DELETE: what a person deletes is gone, all of it and nothing else.
struct DeleteClauses: Sendable {
  struct State: Sendable {
    /// The record at which a delete or clear of it was accepted; -1 for none since it began.
    var since = -1
    /// In which life that was.
    var intended = -1
    /// When its start was accepted, by record; -1 for never.
    var started = -1
    /// Whether its tombstone failed, so that it lives on.
    var hasFailed = false
    /// The generation that is durably deleted; nil for none.
    var tombstone: Generation?
    /// The newest removal of something of it that failed or was given up.
    var failure: Identity?
    /// The creation of its partial that was answered with a failure.
    var unmade: Identity?
  }

  private var states = PerRecording(State())
  /// Whether the command of this reaction met work.
  private var meetsWork = false
  /// The recordings known when a clear was accepted in this reaction; nil for none.
  private var known: [Int]?
  /// Whether the reaction accepted a deletion.
  private var isAccepted = false
  /// The record of the newest accepted clear; -1 for none.
  private var cleared = -1

  private static let promises: [AsciiWord] = [
    "securely", "secure eras", "unrecoverabl", "shredded", "wiped",
  ]

  static let interests: Kinds = [
    .command, .accepted, .ignored, .request, .answer, .abandon, .claimDeleted, .tell,
    .rowWritten, .tombstoned, .store, .process, .reactionEnded, .finished,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .command: command(what, &l)
    case .accepted: accepted(what, &l, &docket)
    case .ignored: refused(what, &l, &docket)
    case .request: request(&l, &docket)
    case .answer: what.ifFinished { answer($0, &l, &docket) }
    case .abandon: failed(&l)
    case .claimDeleted: claimed(what, &l, &docket)
    case .tell: told(what, &l, &docket)
    case .rowWritten:
      if case .did(.rowWritten(_, let after)) = what { wrote(after, &l, &docket) }
    case .tombstoned: if case .did(.tombstoned(let all)) = what { buried(all, &l) }
    case .store: if case .did(.quarantined) = what { setAside(&l) }
    case .process: if case .process(.killed) = what { end(&l) }
    case .reactionEnded: reactionEnded(&l, &docket)
    case .finished: finished(&l, &docket)
    default: break
    }
  }

  /// What was only wanted when the process died was never accepted as far as anybody knows.
  private mutating func end(_ l: inout Ledger) {
    guard l.role == .app else { return }
    cleared = -1
    for place in l.recordings.indices where !l.recordings[place].hasTombstone {
      states[place].since = -1
      states[place].failure = nil
    }
  }

  /// With a History that is set aside go the intents of earlier lives that nobody has read yet.
  private mutating func setAside(_ l: inout Ledger) {
    if l[.app].hasInventory { return }
    for place in l.recordings.indices where states[place].intended != l.epoch {
      states[place].since = -1
      states[place].tombstone = nil
      states[place].failure = nil
    }
  }

  // MARK: commands

  private mutating func command(_ what: Happening, _ l: inout Ledger) {
    meetsWork = false
    isAccepted = false
    known = nil
    guard case .event(.person(let command)) = what else { return }
    switch command {
    case .delete: meetsWork = l.about >= 0 && l.recordings[l.about].isActive
    case .clear:
      meetsWork = l.recordings.contains { $0.role == l.role && $0.isActive }
      known = l.recordings.indices.filter { isThere($0, &l) }
    case .start, .stop, .cancel, .retry, .change, .copy, .redeliver: break
    }
  }

  /// Whether a recording is in History for a person, as far as the engine knows.
  private func isThere(_ place: Int, _ l: inout Ledger) -> Bool {
    let r = l.recordings[place]
    guard let row = r.row, !r.knowsTombstone, !r.isDeleted, !r.isDroppedUnheard else {
      return false
    }
    // A journal without work is no entry.
    if row.state == .capturing, !r.isActive { return false }
    return !l.isOpen(place) { $0.family == .purge }
  }

  private mutating func accepted(
    _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard case .event(.person(let command)) = what else { return }
    switch command {
    case .start(let id):
      let place = l.place(of: id)
      states[place] = State()
      states[place].started = l.stamp.record
    case .retry(let id): states[l.place(of: id)].since = -1
    case .delete(let id): intend([l.place(of: id)], &l, &docket)
    case .clear:
      cleared = l.stamp.record
      if known?.isEmpty == false { docket.premise(.deleteClearIsAnExactSet, l.stamp) }
      // Damaged and foreign things need not go with it.
      let all = l.recordings.indices.filter {
        let r = l.recordings[$0]
        // A start that came to nothing may have gone by the name of such a thing.
        let isOwn = r.partial.hasAudio || r.isSourceOurs || !r.source.exists
        let isBegun = states[$0].started >= 0 && isOwn
        return r.isDeleted && (r.row != nil || r.disk != nil || isBegun)
      }
      intend(all, &l, &docket)
    case .stop, .cancel, .change, .copy, .redeliver: break
    }
  }

  private mutating func intend(
    _ places: [Int], _ l: inout Ledger, _ docket: inout Docket
  ) {
    isAccepted = true
    for place in places where states[place].since < 0 || states[place].hasFailed {
      states[place].since = l.stamp.record
      states[place].intended = l.epoch
      states[place].hasFailed = false
      let r = l.recordings[place]
      guard r.row != nil || r.disk != nil, !r.isDroppedUnheard else { continue }
      guard !l.isOpen(place, where: { $0.family == .purge }) else { continue }
      docket.premise(.deleteIntentWins, l.stamp)
      docket.dues.owe(
        Due(
          clause: .deleteIntentWins, recording: place, role: l.role,
          by: l.now + Budgets.recovery + Budgets.store, isExcusable: true,
          sentence: "The person deleted a recording, and nothing was done about it.",
          expected: "the intent to delete is stored", observed: "no tombstone was asked for"))
    }
    guard meetsWork else { return }
    docket.premise(.deleteIntentWins, l.stamp)
    guard l[l.role].dialect.deleteWhileActive == .refused else { return }
    docket.find(
      .deleteIntentWins, l.stamp, l.name(l.about),
      "A recording could be deleted in the middle of work, which this platform says it cannot.",
      expected: "refused while work is active", observed: "accepted")
  }

  private func refused(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .ignored(.notAllowedNow) = what, l.role == .app,
      case .delete(let id)? = l.reaction.command
    else { return }
    let place = l.placed(id)
    guard place >= 0, l[.app].knowsStore, l[.app].givenUp == nil else { return }
    let r = l.recordings[place]
    let isKnown = meetsWork || r.row != nil
    guard isKnown, !r.isDeleted, !r.knowsTombstone, r.givenUp == nil else { return }
    docket.premise(.deleteIntentWins, l.stamp)
    // A proof that came late is work, too.
    let isMending = l.isOpen(place) {
      $0.family == .close || $0.family == .validate || $0.family == .sync || $0.family == .promote
    }
    let isBegun = meetsWork || isMending || r.row?.state == .capturing
    if isBegun, l[.app].dialect.deleteWhileActive == .refused { return }
    docket.find(
      .deleteIntentWins, l.stamp, id, "A recording could not be deleted.",
      expected: meetsWork ? "a delete wins over work" : "a delete of a recording at rest is taken",
      observed: "it was not allowed")
  }

  // MARK: requests

  private mutating func request(_ l: inout Ledger, _ docket: inout Docket) {
    switch l.subject.request {
    case .store(.tombstone(let all)):
      let places = all.map { l.place(of: $0.recording) }
      for place in places {
        docket.dues.discharge(.deleteIntentWins, place)
        states[place].hasFailed = false
      }
      exact(places, &l, &docket)
      missing(places, &l, &docket)
    case .store(.purge(let all)):
      // A journal without a recording may go at any time.
      let places = all.map { l.place(of: $0) }
      exact(places.filter { l.recordings[$0].disk?.state != .capturing }, &l, &docket)
    case .store(.write(let row, _)): if l.about >= 0 { write(row, l.about, &l, &docket) }
    case .capture, .exportLeaf, .upload, .recognizeLocally, .cleanUp, .dial, .insert:
      guard l.about >= 0, isGone(l.about, &l) else { return }
      goesOn(l.about, l.subject.family.word, &l, &docket)
    case .store, .file, .resetEngine, .deliver, .writeClipboard, .restoreClipboard, .reportUsage,
      .post:
      break
    }
  }

  private func isGone(_ place: Int, _ l: inout Ledger) -> Bool {
    states[place].since >= 0 && !states[place].hasFailed
  }

  /// A clear takes nothing with it that was begun after it.
  private func exact(_ places: [Int], _ l: inout Ledger, _ docket: inout Docket) {
    guard cleared >= 0 else { return }
    for place in places where states[place].started > cleared && states[place].since < 0 {
      let r = l.recordings[place]
      if r.isDroppedUnheard || r.cancelled != nil || r.delivered == 0 { continue }
      docket.find(
        .deleteClearIsAnExactSet, l.stamp, r.id,
        "A recording that was made after History was cleared was deleted with it.",
        expected: "only what existed when the clear was accepted",
        observed: "one that was started afterwards")
    }
  }

  /// A clear forgets nothing that was there.
  private mutating func missing(_ places: [Int], _ l: inout Ledger, _ docket: inout Docket) {
    guard isAccepted, var left = known else { return }
    left.removeAll { places.contains($0) }
    known = left
  }

  private func write(_ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let isBuried = states[place].tombstone.map { row.generation <= $0 } ?? false
    guard isGone(place, &l) || isBuried && l.recordings[place].knowsTombstone else { return }
    docket.find(
      .deleteIntentWins, l.stamp, l.name(place),
      "The person had deleted a recording, and it was written into History again.",
      expected: "nothing of it is stored any more", observed: "a \(row.state) entry")
  }

  private func goesOn(
    _ place: Int, _ observed: String, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.find(
      .deleteIntentWins, l.stamp, l.name(place),
      "The person had deleted a recording, and the work on it went on.",
      expected: "all work of it ends at once", observed: observed)
  }

  private mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    guard isAccepted else { return }
    isAccepted = false
    for place in l.recordings.indices where isGone(place, &l) && l.recordings[place].role == l.role
    {
      let isOn = l.isOpen(place) { open in
        switch open.family {
        case .capture: open.isWanted && !open.isStopped
        case .export, .upload, .local, .cleanup: open.isWanted
        case .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create,
          .append, .close, .validate, .sync, .promote, .remove, .reset, .deliver, .clipboard,
          .restore, .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace,
          .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
          false
        }
      }
      if isOn { goesOn(place, "a request of it is neither cancelled nor given up", &l, &docket) }
    }
    guard let left = known, !left.isEmpty else { return }
    known = nil
    let isAsked = l[l.role].open.contains { $0.family == .tombstone && $0.issued == l.now }
    guard isAsked else { return }
    docket.find(
      .deleteClearIsAnExactSet, l.stamp, l.name(left[0]),
      "History was cleared, and a recording that was in it is still there.",
      expected: "all that existed when the clear was accepted",
      observed: "\(left.count) of them left out")
  }

  // MARK: outcomes

  private mutating func answer(
    _ outcome: Outcome, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch outcome {
    case .inventory(let found):
      for t in found.tombstones {
        states[l.place(of: t.recording)].tombstone = t.generation
        docket.premise(.deleteIntentWins, l.stamp)
      }
    case .storeFailed, .fileFailed, .cancelled, .failed: failed(&l)
    case .done, .space, .appended, .facts, .captured, .captureFailed, .exported, .exportFailed,
      .body, .wireFailed, .text, .noText, .localFailed, .delivered, .landedUnconfirmed,
      .deliveryFailed, .clipboard, .skipped, .leg:
      break
    }
  }

  /// A removal that failed or is not waited for any more.
  private mutating func failed(_ l: inout Ledger) {
    if case .store(.tombstone(let all)) = l.subject.request {
      for t in all {
        let place = l.place(of: t.recording)
        states[place].hasFailed = true
        states[place].failure = l.subject.identity
      }
    } else if case .store(.purge(let all)) = l.subject.request {
      for id in all { states[l.place(of: id)].failure = l.subject.identity }
    } else if case .file(.remove(let file)) = l.subject.request {
      states[l.place(of: file.recording)].failure = l.subject.identity
    } else if case .file(.create(let file)) = l.subject.request {
      states[l.place(of: file.recording)].unmade = l.subject.identity
    }
  }

  private mutating func buried(_ all: [Tombstone], _ l: inout Ledger) {
    for t in all {
      let place = l.place(of: t.recording)
      states[place].tombstone = max(states[place].tombstone ?? 0, t.generation)
    }
  }

  private func wrote(_ after: Row, _ l: inout Ledger, _ docket: inout Docket) {
    guard let gone = states[l.place(of: after.recording)].tombstone, after.generation <= gone else {
      return
    }
    docket.find(
      .deleteIntentWins, l.stamp, after.recording, "A deleted recording is in History again.",
      expected: "no entry of a deleted recording", observed: "a \(after.state) entry")
  }

  private func claimed(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.claimDeleted(let all))) = what else { return }
    for id in all {
      let place = l.place(of: id)
      docket.premise(.deleteIntentWins, l.stamp)
      docket.premise(.deleteLeavesNothing, l.stamp)
      let r = l.recordings[place]
      if r.hasTombstone, r.knowsTombstone { continue }
      docket.find(
        .deleteIntentWins, l.stamp, id,
        "The person was told that a recording is gone before that was sure.",
        expected: "the intent to delete is durable, and known to be",
        observed: r.hasTombstone ? "the app had not been told so" : "it is not on the disk")
    }
  }

  private mutating func told(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.tell(let message))) = what else { return }
    if message.topic == .deleteFailed, l.about >= 0 {
      docket.dues.discharge(.deleteIntentWins, l.about)
      states[l.about].hasFailed = true
      states[l.about].failure = states[l.about].failure ?? l.stamp.identity
    }
    for promise in Self.promises where promise.isIn(message.words) {
      docket.find(
        .deleteLeavesNothing, l.stamp, message.recording,
        "The person was promised that a deletion cannot be undone by anyone.",
        expected: "no promise of secure erasure", observed: "\"\(message.words)\"")
    }
  }

  private func finished(_ l: inout Ledger, _ docket: inout Docket) {
    for place in l.recordings.indices {
      let r = l.recordings[place]
      let isGone = states[place].since >= 0 || r.hasTombstone
      guard isGone, l[.app].isAlive, l[.app].asleep == nil, l[.app].knowsStore else { continue }
      guard l[.app].hasInventory || r.isDeleted, !r.isLost else { continue }
      if r.disk == nil, !r.partial.exists, !r.source.exists, r.leafFiles.isEmpty { continue }
      // Audio without an entry by whose name a start came to nothing is none of that start's.
      let isFound = r.disk == nil && r.source.exists && !r.isSourceOurs
      if isFound, !r.partial.hasAudio, !r.hasTombstone { continue }
      // What a failed creation has left, without a sample in it, is nothing that anybody knows of.
      let isEmpty =
        r.disk == nil && !r.source.exists && !r.partial.hasAudio && r.leafFiles.isEmpty
      let failure = states[place].failure ?? (isEmpty ? states[place].unmade : nil)
      if let request = failure ?? l.excuse(place) {
        docket.excuse(.deleteLeavesNothing, l.stamp, r.id, by: request)
        continue
      }
      let left =
        r.disk != nil
        ? "the entry" : r.source.exists || r.partial.exists ? "the audio" : "a piece of the audio"
      // An entry that a later launch leaves in History is an intent that was not honoured.
      let isBack = r.disk != nil && states[place].intended != l.epoch
      docket.find(
        r.hasTombstone && !isBack ? .deleteLeavesNothing : .deleteIntentWins, l.stamp, r.id,
        "The person deleted a recording, and a part of it is still there.",
        expected: "no entry, no text and no file", observed: "\(left) is left")
    }
  }
}
