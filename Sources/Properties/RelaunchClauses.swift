import Contract

/// The clauses of the family RELAUNCH: what a launch finds becomes something that a person can go
/// on with, and nothing goes on by itself.
struct RelaunchClauses: Sendable {
  struct State: Sendable {
    /// The process in which a person asked for work on it, or handed a start of it over.
    var asked: ProcessID?
    /// The active row that this launch has found; nil for none.
    var found: Row?
    /// The journal or nothing that this launch has found beside audio.
    var isOrphan = false
    /// Whether its row cannot be read, or its file is no sound file.
    var isDamaged = false
    var isUnreadable = false
    /// What the launch before wanted to make of it, from which row, and whether that is kept.
    var before: (row: Row?, made: Row)?
    /// Whether something failed while that was found out, and which request of the store did.
    var hadFault = false
    var failure: Identity?
    /// What this launch wants to make of it.
    var made: (row: Row?, made: Row)?
  }

  var states = PerRecording(State())
  /// Since when the app has known that its store is corrupt; -1 for not.
  var corrupt = -1
  var hasSetAside = false
  var isSetAside = false
  /// Damaged rows that are not told yet.
  var owesDamaged = false
  /// The record of the launch, of the newest message of each kind since, and of staleness.
  var launched = -1
  /// Whether this launch has been told what there is.
  var hasRead = false
  var isStale = false
  /// Whether the event of the reaction is a hand-off: it may come out of order.
  var isHandedOver = false
  var toldDamaged = false
  var toldCorrupt = false
  /// Facts of the device that speak against a capture.
  var isObstructed = false
  var starts = PerRecording(Nanoseconds?.none)

  static let interests: Kinds = [
    .launched, .accepted, .ignored, .news, .request, .answer, .abandon, .cancel, .tell, .store,
    .process, .reactionEnded, .finished,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .launched: begin(&l, &docket)
    case .accepted: accepted(what, &l, &docket)
    case .ignored: refused(what, &l, &docket)
    case .news: if case .event(.news(let news)) = what { take(news, &l, &docket) }
    case .request: request(&l, &docket)
    case .answer: what.ifFinished { answer($0, &l, &docket) }
    case .abandon: if l.about >= 0 { fault(&l) }
    case .tell: told(what, &l, &docket)
    case .store: if case .did(.quarantined) = what { isSetAside = true }
    case .process: if case .process(.killed) = what { end(&l) }
    case .reactionEnded: reactionEnded(&l, &docket)
    case .finished: finished(&l, &docket)
    default: break
    }
  }

  // MARK: lives

  private mutating func end(_ l: inout Ledger) {
    isStale = false
    guard l.role == .app else { return }
    for place in l.recordings.indices {
      let old = states[place]
      states[place] = State()
      states[place].before = old.made ?? old.before
      let wasFound = old.made != nil || old.found != nil || old.isOrphan
      states[place].hadFault = old.hadFault && wasFound
      starts[place] = nil
    }
    corrupt = -1
    hasSetAside = false
    owesDamaged = false
    toldDamaged = false
    toldCorrupt = false
    isObstructed = false
  }

  private mutating func begin(_ l: inout Ledger, _ docket: inout Docket) {
    if l.role == .app {
      launched = l.stamp.record
      hasRead = false
    }
    guard stale(&l) else { return }
    docket.premise(.relaunchSurfacesExpire, l.stamp)
    docket.dues.owe(
      Due(
        clause: .relaunchSurfacesExpire, recording: l.role == .app ? -1 : -2, role: l.role,
        by: l.now + Budgets.recovery, isExcusable: false,
        sentence: "After the app was started again it still showed what it had done before.",
        expected: "every surface is idle, or tells what goes on now",
        observed: "a surface shows what an earlier process was doing"))
  }

  /// Whether a surface shows work of a process that is gone.
  private func stale(_ l: inout Ledger) -> Bool {
    for s in l.surfaces where s.process.role == l.role && s.process != l.stamp.process {
      switch s.shows {
      case .recording, .processing, .live, .reconnecting, .liveOver: return true
      case .idle, .error, nil: break
      }
    }
    return false
  }

  // MARK: commands and facts

  private mutating func accepted(
    _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard case .event(.person(let command)) = what else { return }
    switch command {
    case .start(let id), .retry(let id), .redeliver(let id, _), .copy(let id):
      states[l.place(of: id)].asked = l[l.role].id
    case .delete(let id):
      settleAll(l.place(of: id), &docket)
    case .clear:
      for place in l.recordings.indices where l.recordings[place].isDeleted {
        settleAll(place, &docket)
      }
    case .stop, .cancel, .change: break
    }
    guard case .start(let id) = command, l.role == .app else { return }
    starts[l.place(of: id)] = l.now
    guard isTroubled(&l) else { return }
    docket.premise(.relaunchNeverBlocksNewCapture, l.stamp)
    docket.dues.owe(
      Due(
        clause: .relaunchNeverBlocksNewCapture, recording: l.place(of: id), role: l.role,
        by: l.now + Budgets.recovery + Budgets.store * 2, isExcusable: false,
        sentence: "The app was still busy with what an earlier crash had left, and did not record.",
        expected: "the capture begins, or the person is told why not", observed: "neither"))
  }

  private func settleAll(_ place: Int, _ docket: inout Docket) {
    docket.dues.discharge(.relaunchActiveBecomesRecoverableFailure, place)
    docket.dues.discharge(.relaunchOrphansAdopted, place)
    docket.dues.discharge(.relaunchNeverBlocksNewCapture, place)
  }

  /// Whether recovery is not done, or has failed.
  private func isTroubled(_ l: inout Ledger) -> Bool {
    !l[.app].hasInventory || !l[.app].knowsStore || l[.app].givenUp != nil || corrupt >= 0
  }

  private mutating func refused(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .ignored(let why) = what, case .start(let id)? = l.reaction.command, l.role == .app,
      why == .notAllowedNow || why == .duplicate, !isHandedOver, !isObstructed, isTroubled(&l)
    else { return }
    let place = l.place(of: id)
    for n in l.recordings.indices where l.recordings[n].role == .app {
      if l.recordings[n].isCapturing || starts[n] != nil { return }
    }
    guard l.recordings[place].started == nil, l.recordings[place].row == nil else { return }
    docket.premise(.relaunchNeverBlocksNewCapture, l.stamp)
    docket.find(
      .relaunchNeverBlocksNewCapture, l.stamp, id,
      "The app would not record, because of what an earlier crash had left.",
      expected: "a start is taken, whatever recovery came to", observed: "it was refused")
  }

  private mutating func take(_ news: News, _ l: inout Ledger, _ docket: inout Docket) {
    switch news {
    case .handoff(let handoff):
      isHandedOver = true
      let age = l.stamp.at.wall - handoff.writtenAt
      guard age > Budgets.handoffAge else { return }
      isStale = true
      docket.premise(.relaunchSurfacesExpire, l.stamp)
    case .interruption(let began, _): isObstructed = began
    case .deviceLocked(let isLocked): isObstructed = isLocked
    case .thermal(let critical): isObstructed = critical
    case .lowSpace, .mediaReset: isObstructed = true
    case .route, .background, .foreground, .focus, .clipboard, .resumed: break
    }
  }

  // MARK: answers

  private mutating func answer(
    _ outcome: Outcome, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if case .inventory(let found) = outcome {
      take(found, &l, &docket)
    } else if case .fileFailed = outcome {
      if l.about >= 0 { fault(&l) }
    } else if case .storeFailed(.corrupt) = outcome {
      guard l.subject.family == .open, !l.subject.isAbandoned else { return }
      corrupt = l.stamp.record
      docket.premise(.relaunchCorruptStorePreserved, l.stamp)
      docket.dues.owe(
        Due(
          clause: .relaunchCorruptStorePreserved, recording: -1, role: l.role,
          by: l.now + Budgets.recovery * 3, isExcusable: false,
          sentence: "History could not be opened, and nobody said so.",
          expected: "a message that History was set aside, or is not available",
          observed: "no such message"))
    } else if case .storeFailed = outcome {
      if l.about >= 0 { fault(&l) }
    } else if case .done = outcome {
      guard l.subject.family == .open else { return }
      corrupt = -1
      // The new one failed at first, and the person knows already what became of the old one.
      if toldCorrupt { docket.dues.discharge(.relaunchCorruptStorePreserved, -1) }
    }
  }

  private mutating func fault(_ l: inout Ledger) {
    states[l.about].hadFault = true
    if l.subject.family == .store { states[l.about].failure = l.subject.identity }
  }

  private mutating func take(
    _ found: Inventory, _ l: inout Ledger, _ docket: inout Docket
  ) {
    // Of several readings the first that comes is used; one that nobody waits for then is not.
    if hasRead, l.subject.isAbandoned { return }
    hasRead = true
    for row in found.rows where row.state.isActive && !isBuried(row, found) {
      rowFound(row, &l, &docket)
    }
    for id in found.damaged {
      docket.premise(.relaunchDamagedRowsIsolated, l.stamp)
      if let id { states[l.place(of: id)].isDamaged = true }
    }
    if !found.damaged.isEmpty, !toldDamaged, !owesDamaged {
      owesDamaged = true
      docket.dues.owe(
        Due(
          clause: .relaunchDamagedRowsIsolated, recording: -1, role: l.role,
          by: l.now + Budgets.recovery, isExcusable: false,
          sentence: "An entry of History was damaged, and nobody was told.",
          expected: "a message about the damaged entry", observed: "none"))
    }
    for file in found.files { fileFound(file, found, &l, &docket) }
    let isIdle = found.rows.isEmpty && found.files.isEmpty && found.handoffs.isEmpty
    if !isIdle { docket.premise(.relaunchNeverAutoResumes, l.stamp) }
  }

  private func isBuried(_ row: Row, _ found: Inventory) -> Bool {
    found.tombstones.contains {
      $0.recording == row.recording && $0.generation >= row.generation
    }
  }

  /// Whether this life has begun or taken up work on a recording. A start that has heard nothing
  /// makes no audio and no work: what is found by its name is of an earlier life.
  private func isOwn(_ place: Int, _ l: inout Ledger) -> Bool {
    let r = l.recordings[place]
    if r.started != nil, r.delivered == 0, !r.isDeleted { return false }
    return states[place].asked == l[.app].id || l.recordings[place].isActive
      || l.recordings[place].isDeleted
  }

  private mutating func rowFound(_ row: Row, _ l: inout Ledger, _ docket: inout Docket) {
    let place = l.place(of: row.recording)
    guard !isOwn(place, &l) else { return }
    docket.premise(.relaunchActiveBecomesRecoverableFailure, l.stamp)
    if states[place].before != nil { docket.premise(.relaunchIdempotent, l.stamp) }
    states[place].found = row
    docket.dues.owe(
      Due(
        clause: .relaunchActiveBecomesRecoverableFailure, recording: place, role: l.role,
        by: l.now + Budgets.recovery + Budgets.store, isExcusable: true,
        sentence: "History shows a recording as being worked on, long after the app had ended.",
        expected: "a terminal entry and a plain message",
        observed: "still \(row.state), or nobody was told"))
  }

  private mutating func fileFound(
    _ found: FoundFile, _ all: Inventory, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard let file = found.file else {
      docket.premise(.relaunchUnknownFilesKept, l.stamp)
      return
    }
    if case .leaf = file.kind { return }
    let place = l.place(of: file.recording)
    guard !isOwn(place, &l) else { return }
    guard let facts = found.lenient ?? found.strict else {
      docket.premise(.relaunchUnknownFilesKept, l.stamp)
      states[place].isUnreadable = true
      return
    }
    if all.tombstones.contains(where: { $0.recording == file.recording }) { return }
    if all.damaged.contains(file.recording) { return }
    let row = all.rows.first { $0.recording == file.recording }
    guard facts.samples > 0, row == nil || row?.state == .capturing else { return }
    docket.premise(.relaunchOrphansAdopted, l.stamp)
    if states[place].before != nil { docket.premise(.relaunchIdempotent, l.stamp) }
    states[place].isOrphan = true
    docket.dues.owe(
      Due(
        clause: .relaunchOrphansAdopted, recording: place, role: l.role,
        by: l.now + Budgets.recovery * 4, isExcusable: true,
        sentence: "Audio of a recording was found that is not in History, and it was left there.",
        expected: "one failed entry with its audio", observed: "no such entry"))
  }

  // MARK: messages

  private mutating func told(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.tell(let message))) = what else { return }
    if message.topic == .damagedEntry {
      toldDamaged = true
      owesDamaged = false
      docket.dues.discharge(.relaunchDamagedRowsIsolated, -1)
    } else if message.topic == .historyNotUpdated, l.about >= 0 {
      excused(l.about, &l, &docket)
    } else if message.topic == .historySetAside || message.topic == .historyUnavailable {
      docket.dues.discharge(.relaunchCorruptStorePreserved, -1)
      guard message.topic == .historySetAside else { return }
      docket.premise(.relaunchCorruptStorePreserved, l.stamp)
      toldCorrupt = isSetAside
      if isSetAside { return }
      docket.find(
        .relaunchCorruptStorePreserved, l.stamp, nil,
        "The person was told that History was set aside, and it was not.",
        expected: "set aside first, then told", observed: "no store was set aside")
    }
  }

  /// A launch that could not store what it made of a recording, and says so, is excused by the
  /// request that failed, also where that landed after all.
  private mutating func excused(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard let request = states[place].failure else { return }
    if states[place].found != nil {
      states[place].found = nil
      docket.dues.discharge(.relaunchActiveBecomesRecoverableFailure, place)
      docket.excuse(
        .relaunchActiveBecomesRecoverableFailure, l.stamp, l.name(place), by: request)
    }
    if states[place].isOrphan {
      states[place].isOrphan = false
      docket.dues.discharge(.relaunchOrphansAdopted, place)
      docket.excuse(.relaunchOrphansAdopted, l.stamp, l.name(place), by: request)
    }
  }

  // MARK: ends

  private mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    isStale = false
    isHandedOver = false
    for place in l.recordings.indices where starts[place] != nil { began(place, &l, &docket) }
    guard docket.dues.next.count != .max else { return }
    let debtor = l.role == .app ? -1 : -2
    if docket.dues.isOwed(.relaunchSurfacesExpire, debtor), !stale(&l) {
      docket.dues.discharge(.relaunchSurfacesExpire, debtor)
    }
    for place in l.recordings.indices {
      let isOrphan = states[place].isOrphan
      let isFound = states[place].found != nil
      guard isFound || isOrphan else { continue }
      let r = l.recordings[place]
      let isGone = r.isDeleted || r.knowsTombstone || r.hasTombstone
      if isFound {
        let isTerminal = r.row?.state.isTerminal ?? false
        guard isTerminal && r.toldRecord > launched || isGone || r.isActive else { continue }
        states[place].found = nil
        docket.dues.discharge(.relaunchActiveBecomesRecoverableFailure, place)
      }
      if isOrphan, isGone || r.row.map({ $0.state != .capturing }) ?? false {
        states[place].isOrphan = false
        docket.dues.discharge(.relaunchOrphansAdopted, place)
      }
    }
  }

  private mutating func began(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let asked = l.recordings[place].captureAsked
    let isOver =
      l.recordings[place].cancelled != nil || l.recordings[place].isDeleted
      || asked.map { $0 >= starts[place] ?? .zero } ?? false
    let told = l.recordings[place].told
    let isTold =
      told.meets(.storage.union(.microphone)) || told.contains(.of(.historyUnavailable))
    guard isOver || isTold else { return }
    starts[place] = nil
    docket.dues.discharge(.relaunchNeverBlocksNewCapture, place)
  }

  /// A store that is open and was never read hides what is in it.
  private func finished(_ l: inout Ledger, _ docket: inout Docket) {
    let app = l[.app]
    guard app.isAlive, app.asleep == nil, launched >= 0, !app.hasInventory else { return }
    if app.asks.open == 0 {
      unread("the store was never opened", &l, &docket)
    } else if app.knowsStore, app.asks.inventory + app.asks.open < Budgets.recoveryTries {
      unread("an open store was not read, or not asked again", &l, &docket)
    }
  }

  private func unread(_ observed: String, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.relaunchActiveBecomesRecoverableFailure, l.stamp)
    docket.find(
      .relaunchActiveBecomesRecoverableFailure, l.stamp, nil,
      "The app never looked at what an earlier run had left behind.",
      expected: "History is opened and read, three times if need be", observed: observed)
  }
}
