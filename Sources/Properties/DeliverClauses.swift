import Contract

/// The clauses of the family DELIVER: a durable text leaves the app once, to where it belongs.
struct DeliverClauses: Sendable {
  struct State: Sendable {
    /// The attempt that the rest is about.
    var attempt: AttemptNumber = 0
    /// Whether its one automatic touch was made.
    var isTouched = false
    /// Targets that a person asked for by hand and that were not touched yet.
    var wishes: [Target] = []
    /// Fields that had the focus when the person gave a command that the session is bound by.
    var owned: [Target] = []
    /// How often its text was handed to the keyboard, and how often the keyboard touched a field.
    var handed = 0
    var inserted = 0
    /// What is to be stored of the newest touch; nil before any.
    var outcomes: [DeliveryStanding]?
    /// The same of the attempt before.
    var earlier: [DeliveryStanding] = []
    /// Whether such a row is owed.
    var isOwed = false
  }

  /// A text that was handed over.
  private struct Handed: Sendable {
    var place: Int
    var target: Target
    var text: String
  }

  /// A paste whose field has not read the clipboard yet.
  private struct Paste: Sendable {
    var target: Target
    var asked: Nanoseconds
  }

  var states = PerRecording(State())
  private var handed: [Handed] = []
  private var pastes: [Paste] = []
  /// The recording whose delivery failed in the reaction under way; -1 for none.
  private var failedNow = -1
  /// Whether it is an answer that is looked at, and not that one is waited for no longer.
  private var isAnswering = false

  static let interests: Kinds = [
    .request, .answer, .abandon, .accepted, .ignored, .news, .show, .claim, .posted, .landed,
    .reactionEnded, .process,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .request: request(&l, &docket)
    case .answer: what.ifFinished { answer($0, &l, &docket) }
    case .abandon: abandoned(&l, &docket)
    case .accepted: accepted(what, &l)
    case .ignored: refused(what, &l, &docket)
    case .news:
      arrived(what, &l)
      news(what, &l, &docket)
    case .show: shown(what, &l, &docket)
    case .claim:
      if case .effect(.notice(.claim(_, let claim))) = what { said(claim, &l, &docket) }
    case .posted: if case .did(.posted(let handoff)) = what { posted(handoff, &l) }
    case .landed:
      if case .did(.landed(let target, _)) = what { pastes.removeAll { $0.target == target } }
    case .reactionEnded:
      failedNow = -1
      settle(&l, &docket)
    case .process: if case .process(.killed) = what { end(&l) }
    default: break
    }
  }

  /// With a process goes all that it knew of its deliveries.
  private mutating func end(_ l: inout Ledger) {
    pastes = []
    guard l.role == .app else { return }
    for place in l.recordings.indices {
      states[place].outcomes = nil
      states[place].earlier = []
      states[place].isOwed = false
      states[place].wishes = []
      states[place].owned = []
    }
  }

  // MARK: what leaves

  private mutating func request(_ l: inout Ledger, _ docket: inout Docket) {
    switch l.subject.request {
    case .deliver(let text, let target):
      l.role == .app
        ? touch(text, target, l.about, &l, &docket) : inserted(text, target, &l, &docket)
    case .post(let handoff):
      guard case .text(let id, let target, let text) = handoff.kind else { return }
      touch(text, target, l.place(of: id), &l, &docket)
    case .writeClipboard(let text, _): leaves(text, l.about, &l, &docket)
    case .restoreClipboard(let change): restored(change, &l, &docket)
    case .store(.write(let row, _)): if l.about >= 0 { stored(row, l.about, &l, &docket) }
    case .store, .file, .capture, .exportLeaf, .upload, .recognizeLocally, .resetEngine, .cleanUp,
      .reportUsage, .dial, .insert:
      break
    }
  }

  /// Text that leaves the app is a durable final text, and known to be.
  private func leaves(_ text: String, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.deliverAfterSuccessOnly, l.stamp)
    if place >= 0 {
      let r = l.recordings[place]
      if r.row?.final == text, r.disk?.final == text { return }
    } else if l.recordings.contains(where: { $0.row?.final == text && $0.disk?.final == text }) {
      return
    }
    docket.find(
      .deliverAfterSuccessOnly, l.stamp, l.name(place),
      "Text left the app before History held it as the result.",
      expected: "the final text of a stored success, and known to be stored",
      observed: "\"\(text)\", by \(l.subject.family.word)")
  }

  // MARK: touching a field

  private mutating func touch(
    _ text: String, _ target: Target, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    leaves(text, place, &l, &docket)
    docket.premise(.deliverAtMostOnce, l.stamp)
    docket.premise(.deliverRightTarget, l.stamp)
    if l.subject.family == .deliver {
      pastes.append(Paste(target: target, asked: l.now))
    }
    guard place >= 0 else { return }
    enter(max(l.subject.attempt, l.recordings[place].row?.attempt ?? 0), place)
    let wish = states[place].wishes.firstIndex(of: target)
    if states[place].isTouched || wish != nil, let n = wish ?? states[place].wishes.indices.first {
      let meant = states[place].wishes.remove(at: n)
      goes(to: target, [meant], place, &l, &docket)
      states[place].outcomes = []
      return
    }
    automatic(place, &l, &docket)
    goes(to: target, owned(place, &l), place, &l, &docket)
    states[place].outcomes = []
  }

  private mutating func enter(_ attempt: AttemptNumber, _ place: Int) {
    guard attempt > states[place].attempt else { return }
    states[place].attempt = attempt
    states[place].isTouched = false
    states[place].earlier = states[place].outcomes ?? []
    states[place].outcomes = nil
  }

  private mutating func automatic(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    let isClaimed = r.row?.delivery == .claimed && r.disk?.delivery == .claimed
    let why =
      states[place].isTouched
      ? "another one in the same session"
      : isClaimed ? nil : "no durable claim, only \(r.row.map { "\($0.delivery)" } ?? "no row")"
    states[place].isTouched = true
    guard let why else { return }
    docket.find(
      .deliverAtMostOnce, l.stamp, r.id, "The text may have been put into a field twice.",
      expected: "one automatic delivery, claimed durably before the field is touched",
      observed: why)
  }

  private func owned(_ place: Int, _ l: inout Ledger) -> [Target] {
    var owned = states[place].owned
    if let target = l.recordings[place].target { owned.append(target) }
    return owned
  }

  private func goes(
    to target: Target, _ meant: [Target], _ place: Int, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    let isThere = l.subject.family == .post || l[l.role].focus == target
    if meant.contains(target), isThere { return }
    docket.find(
      .deliverRightTarget, l.stamp, l.name(place),
      "Text was sent to a field that it was not meant for.",
      expected: meant.isEmpty
        ? "nothing: no field was meant"
        : "field \(meant.map { "\($0.rawValue)" }.joined(separator: " or "))"
          + ", and only while it has the focus",
      observed: "field \(target.rawValue), the focus is on "
        + (l[l.role].focus.map { "\($0.rawValue)" } ?? "none"))
  }

  private mutating func posted(_ handoff: Handoff, _ l: inout Ledger) {
    guard case .text(let id, let target, let text) = handoff.kind else { return }
    let place = l.place(of: id)
    states[place].handed += 1
    handed.append(Handed(place: place, target: target, text: text))
  }

  /// A keyboard knows hand-offs by what arrives. One that nobody was seen to leave is taken for one
  /// of the app if it says what History says; any other is no excuse for inserting it.
  private mutating func arrived(_ what: Happening, _ l: inout Ledger) {
    guard l.role == .keyboard, case .event(.news(.handoff(let handoff))) = what,
      case .text(let id, _, let text) = handoff.kind
    else { return }
    let place = l.place(of: id)
    guard l.recordings[place].disk?.final == text,
      !handed.contains(where: { $0.place == place && $0.text == text })
    else { return }
    posted(handoff, &l)
  }

  /// The keyboard puts a text into a field that it was handed for that field, once.
  private mutating func inserted(
    _ text: String, _ target: Target, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.deliverAfterSuccessOnly, l.stamp)
    docket.premise(.deliverAtMostOnce, l.stamp)
    docket.premise(.deliverRightTarget, l.stamp)
    guard
      let one = handed.last(where: { $0.text == text && $0.target == target })
        ?? handed.last(where: { $0.text == text })
    else {
      docket.find(
        .deliverAfterSuccessOnly, l.stamp, l.name(l.about),
        "The keyboard inserted a text that it was never handed.",
        expected: "a text that the app handed over", observed: "\"\(text)\"")
      return
    }
    l.about = one.place
    let isSame = handed.contains { $0.text == text && $0.target == target }
    goes(to: target, isSame ? [target] : [one.target], one.place, &l, &docket)
    states[one.place].inserted += 1
    guard states[one.place].inserted > states[one.place].handed else { return }
    docket.find(
      .deliverAtMostOnce, l.stamp, l.name(one.place), "The text was put into a field twice.",
      expected: "once for each time that it was handed over",
      observed: "\(states[one.place].inserted) times")
  }

  // MARK: outcomes

  private mutating func answer(
    _ outcome: Outcome, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0, l.role == .app else { return }
    let place = l.about
    isAnswering = true
    defer { isAnswering = false }
    if l.subject.family == .deliver {
      delivered(outcome, place, &l, &docket)
    } else if l.subject.family == .clipboard {
      if case .clipboard = outcome { return }
      failed(place, &l, &docket)
      known([.rejected, .unconfirmed, .withheld], place, &l, &docket)
    } else if l.subject.family == .post {
      guard case .failed = outcome, case .post(let h) = l.subject.request,
        case .text = h.kind
      else { return }
      failed(place, &l, &docket)
    }
  }

  private mutating func delivered(
    _ outcome: Outcome, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if case .delivered = outcome {
      known(
        l.subject.isAbandoned ? [.delivered, .unconfirmed] : [.delivered], place, &l, &docket)
      return
    } else if case .landedUnconfirmed = outcome {
      known([.unconfirmed], place, &l, &docket)
    } else if case .deliveryFailed(let why) = outcome {
      pastes = []
      known(why == .rejected ? [.rejected] : [.withheld, .rejected], place, &l, &docket)
    } else {
      pastes = []
      known([.rejected, .unconfirmed], place, &l, &docket)
    }
    if !l.subject.isAbandoned { failed(place, &l, &docket) }
  }

  private mutating func abandoned(_ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0, l.role == .app else { return }
    if l.subject.family == .deliver {
      known([.unconfirmed], l.about, &l, &docket)
    } else if l.subject.family == .clipboard {
      known([.rejected, .unconfirmed, .withheld], l.about, &l, &docket)
    } else {
      return
    }
    failed(l.about, &l, &docket)
  }

  /// From here on it is known how a touch came out, and that is to be stored.
  private mutating func known(
    _ outcomes: [DeliveryStanding], _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.deliverOutcomeIsTyped, l.stamp)
    // A late answer may still better what was stored, and never has to.
    if l.subject.isAbandoned, states[place].outcomes?.isEmpty == false {
      states[place].outcomes = outcomes + (states[place].outcomes ?? [])
      return
    }
    // What was stored may be that of a touch that is over already.
    if isAnswering, l.subject.isAbandoned {
      states[place].earlier += outcomes
      return
    }
    states[place].outcomes = outcomes
    let r = l.recordings[place]
    guard r.row?.delivery == .claimed, !r.isDeleted, !r.knowsTombstone else { return }
    states[place].isOwed = true
    docket.dues.owe(
      Due(
        clause: .deliverOutcomeIsTyped, recording: place, role: l.role,
        by: l.now + Budgets.store * 2, isExcusable: true,
        sentence: "Whether the text arrived was known, and History does not say so.",
        expected: "an entry that says \(Self.alternatives(outcomes))",
        observed: "no such entry was asked for"))
  }

  /// What an entry may say, in words; asked for every delivery, so nothing is looked up at run time.
  private static func alternatives(_ outcomes: [DeliveryStanding]) -> String {
    var words = ""
    for outcome in outcomes {
      if !words.isEmpty { words += " or " }
      switch outcome {
      case .none: words += "none"
      case .claimed: words += "claimed"
      case .delivered: words += "delivered"
      case .rejected: words += "rejected"
      case .withheld: words += "withheld"
      case .unconfirmed: words += "unconfirmed"
      }
    }
    return words
  }

  private mutating func settle(_ l: inout Ledger, _ docket: inout Docket) {
    guard docket.dues.next.count != .max else { return }
    for place in l.recordings.indices where states[place].isOwed {
      let r = l.recordings[place]
      guard r.isDeleted || r.knowsTombstone || r.isInWork && r.isWorking else { continue }
      states[place].isOwed = false
      docket.dues.discharge(.deliverOutcomeIsTyped, place)
    }
  }

  private mutating func stored(
    _ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let r = l.recordings[place]
    success(row, r, &l, &docket)
    switch row.delivery {
    case .none, .claimed: return
    case .delivered, .rejected, .withheld, .unconfirmed: break
    }
    if states[place].isOwed {
      states[place].isOwed = false
      docket.dues.discharge(.deliverOutcomeIsTyped, place)
    }
    let before = r.row?.delivery ?? .none
    guard row.delivery != before, row.delivery != r.work.base?.delivery else { return }
    docket.premise(.deliverOutcomeIsTyped, l.stamp)
    enter(row.attempt, place)
    let legal = legal(place, before)
    if legal.contains(row.delivery) || states[place].earlier.contains(row.delivery) { return }
    docket.find(
      .deliverOutcomeIsTyped, l.stamp, r.id,
      "History says something else of the delivery than what came of it.",
      expected: legal.map { "\($0)" }.joined(separator: " or "), observed: "\(row.delivery)")
  }

  /// What may be stored of a delivery now.
  private func legal(_ place: Int, _ before: DeliveryStanding) -> [DeliveryStanding] {
    guard let outcomes = states[place].outcomes else {
      // Nothing was touched in this life; a claim of an earlier one may have been.
      return before == .claimed ? [.withheld, .unconfirmed, .rejected] : [.withheld, .rejected]
    }
    return outcomes.isEmpty ? [.unconfirmed] : outcomes
  }

  private mutating func news(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.role == .app, case .event(.news(.handoff(let handoff))) = what,
      case .receipt(let id, let standing) = handoff.kind
    else { return }
    let place = l.place(of: id)
    guard states[place].outcomes != nil else { return }
    docket.premise(.deliverOutcomeIsTyped, l.stamp)
    let isOpen = states[place].outcomes?.isEmpty == true
    states[place].outcomes =
      isOpen ? [standing, .unconfirmed] : [standing] + (states[place].outcomes ?? [])
    if standing != .delivered { failed(place, &l, &docket) }
  }

  private func said(_ claim: Claim, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.about >= 0 else { return }
    if case .failed = claim, l.about == failedNow {
      return spoiled("it was called failed", &l, &docket)
    }
    guard case .delivered(let target) = claim else { return }
    docket.premise(.deliverOutcomeIsTyped, l.stamp)
    if states[l.about].outcomes?.contains(.delivered) == true { return }
    docket.find(
      .deliverOutcomeIsTyped, l.stamp, l.name(l.about),
      "The person was told that the text arrived, and nobody knows that.",
      expected: "delivered only where the field has said so",
      observed: "claimed for field \(target.rawValue)")
  }

  // MARK: a failed delivery changes nothing else

  private mutating func failed(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.deliverFailureKeepsSuccess, l.stamp)
    failedNow = place
  }

  private func shown(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard failedNow >= 0, case .effect(.notice(.show(_, .processing))) = what else { return }
    let isBusy = l.recordings.contains { $0.role == l.role && $0.isWorking }
    if !isBusy { spoiled("the app shows processing again", &l, &docket) }
  }

  private func success(
    _ row: Row, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard states[l.about].outcomes != nil, r.row?.state == .success, !r.isWorking else { return }
    guard row.attempt == r.row?.attempt, row.state != .success else { return }
    spoiled("the entry becomes \(row.state)", &l, &docket)
  }

  private func refused(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .ignored(.notAllowedNow) = what, l.role == .app,
      case .copy(let id)? = l.reaction.command
    else { return }
    let place = l.placed(id)
    guard place >= 0 else { return }
    let r = l.recordings[place]
    guard states[place].outcomes != nil, r.row?.state == .success, r.row?.final?.isEmpty == false,
      !r.isDeleted, !r.knowsTombstone, !r.isActive, r.givenUp == nil
    else { return }
    docket.premise(.deliverFailureKeepsSuccess, l.stamp)
    l.about = place
    spoiled("the text could not be copied", &l, &docket)
  }

  private func spoiled(_ observed: String, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.deliverFailureKeepsSuccess, l.stamp)
    let place = failedNow >= 0 ? failedNow : l.about
    docket.find(
      .deliverFailureKeepsSuccess, l.stamp, l.name(place),
      "The text could not be inserted, and the finished recording suffered for it.",
      expected: "it stays a success, at rest, and its text can be copied", observed: observed)
  }

  // MARK: the clipboard

  private func restored(_ change: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.deliverClipboardOwnership, l.stamp)
    // What somebody has written meanwhile stays, and keeps the restoring from being done.
    guard l.clipboard.change == change else { return }
    let why: String
    if !l.clipboard.isOurs {
      why = "the person's own content would be replaced"
    } else if pastes.contains(where: { l.now - $0.asked < Budgets.clipboardHold }) {
      why = "the field has not read it yet"
    } else {
      return
    }
    docket.find(
      .deliverClipboardOwnership, l.stamp, l.name(l.about),
      "The clipboard was given back at the wrong time: something of the person's was lost or pasted.",
      expected: "only what the app put there, and only after the field has read it",
      observed: why)
  }

  // MARK: commands

  private mutating func accepted(_ what: Happening, _ l: inout Ledger) {
    guard case .event(.person(let command)) = what else { return }
    switch command {
    case .redeliver(let id, let target):
      let place = l.place(of: id)
      states[place].wishes.append(target)
      if !states[place].isOwed { states[place].outcomes = nil }
    case .retry(let id):
      let place = l.place(of: id)
      if let focus = l[l.role].focus { states[place].owned = [focus] }
    case .start(let id): states[l.place(of: id)] = State()
    case .stop, .cancel, .delete, .clear, .change, .copy: break
    }
  }
}
