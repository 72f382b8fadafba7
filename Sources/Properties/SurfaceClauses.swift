import Contract

/// The clauses of the family SURFACE: whatever fails is told, in words that a person understands.
struct SurfaceClauses: Sendable {
  /// The record of the first failure since a person asked for work on a recording; -1 for none. One
  /// message speaks for all that fails with it.
  private var failed = PerRecording(-1)
  /// The same for the app as a whole.
  private var failedApp = -1
  private var toldApp = -1
  /// Whether it was told that History is not available, and it has not been since.
  private var isHistoryToldGone = false

  static let interests: Kinds = [.launched, .accepted, .answer, .abandon, .tell, .reactionEnded]
  private var isOwed = PerRecording(false)

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .launched: isHistoryToldGone = false
    case .accepted:
      guard case .event(.person(let command)) = what, l.about >= 0 else { return }
      switch command {
      case .start, .retry: failed[l.about] = -1
      case .stop, .cancel, .delete, .clear, .change, .copy, .redeliver: break
      }
    case .answer:
      guard case .event(.finished(_, let outcome)) = what, !l.subject.isAbandoned else { return }
      isFailure(outcome, l.subject.family) ? failure(&l, &docket) : goesOn(l, &docket)
    case .abandon: if isTold(l.subject.family) { failure(&l, &docket) }
    case .tell: told(what, &l, &docket)
    case .reactionEnded: settle(&l, &docket)
    default: break
    }
  }

  // MARK: failures

  /// Whether a request is one of capture, storage, recognition or hand-off.
  private func isTold(_ family: Family) -> Bool {
    switch family {
    case .open, .inventory, .quarantine, .store, .tombstone, .create, .append, .close, .validate,
      .sync, .promote, .capture, .export, .upload, .local, .post:
      true
    case .none, .space, .purge, .remove, .reset, .cleanup, .deliver, .clipboard, .restore, .usage,
      .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }

  private func isFailure(_ outcome: Outcome, _ family: Family) -> Bool {
    guard isTold(family) else { return false }
    switch outcome {
    case .storeFailed(.conflict), .storeFailed(.tombstoned): return false
    case .storeFailed, .fileFailed, .captureFailed, .exportFailed, .wireFailed, .localFailed,
      .noText, .failed:
      return true
    case .cancelled, .done, .inventory, .space, .appended, .facts, .captured, .exported, .body,
      .text, .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .leg:
      return false
    }
  }

  /// How long a failure may go untold. One of many pieces is told when the whole has failed, and
  /// until then each of them may be tried again and again.
  private func patience(_ family: Family) -> Nanoseconds {
    let isPiece = family == .export || family == .upload || family == .local
    return isPiece ? Budgets.recognition + .minutes(5) : .minutes(5)
  }

  private mutating func failure(_ l: inout Ledger, _ docket: inout Docket) {
    var place = l.about
    if case .post(let handoff) = l.subject.request {
      guard case .text(let id, _, _) = handoff.kind else { return }
      place = l.place(of: id)
    }
    docket.premise(.surfaceNoSilentFailure, l.stamp)
    if place >= 0 {
      let r = l.recordings[place]
      if r.isDeleted || r.cancelled != nil { return }
      // Of a capture whose trouble was told already, what fails in the end is no news.
      let isEnd =
        l.subject.family == .capture || l.subject.family == .append || l.subject.family == .close
      if isEnd, r.finalizing != nil, r.isEndTold || r.told.meets(.microphone) { return }
      // What is told in the reaction that gives something up is told of it.
      if failed[place] < 0 {
        failed[place] = l.reaction.isOpen ? l.reaction.event.record : l.stamp.record
      }
      isOwed[place] = true
    } else {
      if isHistoryToldGone { return }
      failedApp = l.reaction.isOpen ? l.reaction.event.record : l.stamp.record
    }
    docket.dues.owe(
      Due(
        clause: .surfaceNoSilentFailure, recording: place, role: l.role,
        by: l.now + patience(l.subject.family),
        isExcusable: false, sentence: "Something failed, and nobody ever heard of it.",
        expected: "a state, a message or a refusal",
        observed: "nothing after \(l.subject.family.word) had failed"))
  }

  /// While one part of a recording after the other is recognized, what failed in between is not
  /// kept from anybody: the work is told of when it ends.
  private func goesOn(_ l: borrowing Ledger, _ docket: inout Docket) {
    let isAnswer = l.subject.family == .upload || l.subject.family == .local
    guard isAnswer, l.about >= 0, isOwed[l.about], l.recordings[l.about].work.outcome == .accepted
    else { return }
    _ = docket.dues.renew(.surfaceNoSilentFailure, l.about, by: l.now + .minutes(5))
  }

  private mutating func settle(_ l: inout Ledger, _ docket: inout Docket) {
    if isHistoryToldGone, l[.app].knowsStore && l[.app].hasInventory { isHistoryToldGone = false }
    guard docket.dues.next.count != .max else { return }
    if failedApp >= 0, toldApp >= failedApp || l[l.role].knowsStore && l[l.role].hasInventory {
      failedApp = -1
      docket.dues.discharge(.surfaceNoSilentFailure, -1)
    }
    for place in l.recordings.indices where isOwed[place] {
      let r = l.recordings[place]
      let isInState = !r.isActive && (r.row?.state.isTerminal ?? false)
      let isOver = r.isDeleted || r.knowsTombstone || r.cancelled != nil || r.isDroppedUnheard
      guard r.toldRecord >= failed[place] || isInState || isOver else { continue }
      isOwed[place] = false
      docket.dues.discharge(.surfaceNoSilentFailure, place)
    }
  }

  // MARK: words

  private mutating func told(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.tell(let message))) = what else { return }
    if message.recording == nil { toldApp = l.stamp.record }
    if message.topic == .historyUnavailable { isHistoryToldGone = true }
    docket.premise(.surfaceNoRawCodes, l.stamp)
    guard let why = raw(message.words) else { return }
    docket.find(
      .surfaceNoRawCodes, l.stamp, message.recording,
      "The person was shown a code instead of being told what happened.",
      expected: "plain words, and what to look at next", observed: "\(why): \"\(message.words)\"")
  }

  private static let codes: [AsciiWord] = [
    "0x", "http", "errno", "nserror", "exception", "sqlite", "null", "optional(",
  ]

  /// What in a sentence is no plain word; nil for nothing.
  private func raw(_ words: String) -> String? {
    var digits = 0
    var capitals = 0
    var spaces = 0
    for c in words.unicodeScalars {
      let isDigit =
        c.isASCII ? c.value >= 0x30 && c.value <= 0x39 : c.properties.numericType == .decimal
      digits = isDigit ? digits + 1 : 0
      capitals = c.value >= 0x41 && c.value <= 0x5A ? capitals + 1 : 0
      if c == " " { spaces += 1 }
      if digits >= 3 { return "a number" }
      if capitals >= 5 || c == "_" || c == "{" || c == "<" || c == "\\" {
        return "a name from a program"
      }
    }
    for code in Self.codes where code.isIn(words) { return "\"\(code.text)\"" }
    return spaces < 2 ? "no sentence" : nil
  }
}
