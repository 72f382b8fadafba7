public import Contract

/// Judges a run by its trace, record by record: one oracle a clause, all knowledge shared.
///
/// A value: it can be copied at a crash point and continued on the run that recovers. It never
/// looks into an engine, and never fails on nonsense.
public struct Judge: Sendable {
  private var ledger = Ledger()
  private var docket: Docket
  private var families = Families()
  private var count = 0
  private var isFinished = false

  /// Makes a judge of an empty run.
  ///
  /// - Parameter shoulds: whether clauses that are only recommended give findings, too.
  public init(shoulds: Bool = true) { docket = Docket(shoulds: shoulds) }

  /// The broken promises in order of occurrence, the earliest first; inside one reaction in the
  /// order of the registry. What stays wrong for a recording is one finding.
  public var findings: [Finding] {
    var settled = docket
    settled.settleTies()
    return settled.findings
  }

  /// Demands that were not met and are excused by a request that was given up or failed.
  public var excuses: [Excuse] { docket.excuses }

  /// How often the premise of a clause was met by an event of the run.
  public func evidence(for clause: ClauseID) -> Evidence { docket.evidence(for: clause) }

  /// Takes the next record of the trace.
  public mutating func observe(_ record: TraceRecord) {
    let kind = Kinds(record.what)
    resolve(
      kind, at: record.at, process: record.process,
      isDeath: kind == .process && record.what.isDeath)
    ledger.stamp = Stamp(
      record: count, at: record.at, identity: record.identity, process: record.process)
    count &+= 1
    ledger.subject.recording = -1
    ledger.subject.family = .none
    ledger.about = -1
    if kind == .process, record.what.isWaking { wake() }
    if ledger.now > docket.dues.next { expire() }
    take(record.what)
    ledger.learn(kind, record.what)
    families.observe(kind, record.what, &ledger, &docket)
    if ledger.reaction.isOpen, !kind.isDeed, kind != .process, kind != .end {
      ledger.reaction.last = ledger.stamp
    }
    if kind == .deadlines { endReaction() }
  }

  /// Judges what must have happened by the end of a run; to be called after its last record.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    resolve(.end, at: ledger.stamp.at, process: ledger.stamp.process)
    guard isJudgedAtEnd else { return docket.settleTies() }
    while let due = docket.dues.overdue(at: Nanoseconds(.max), awake: { _ in true }) {
      if ledger[due.role].isAlive { call(due) }
    }
    families.observe(.finished, .end(.settled), &ledger, &docket)
    docket.settleTies()
  }

  /// A run that was cut short says nothing about what would have come.
  private var isJudgedAtEnd: Bool {
    switch ledger.ending {
    case .none, .settled, .outOfTime, .leftover: true
    case .outOfSteps, .engineBound, .engineFailed: false
    }
  }

  private mutating func take(_ what: Happening) {
    switch what {
    case .event(let event):
      ledger.reaction = ReactionFacts()
      ledger.reaction.isOpen = true
      ledger.reaction.event = ledger.stamp
      ledger.settleSurfaces()
      ledger.take(event)
    case .ignored(let why): ledger.reaction.ignored = why
    case .effect(.request(let ticket, let request)):
      ledger.reaction.effects += 1
      ledger.take(ticket, request)
    case .effect(.notice(let notice)):
      ledger.reaction.effects += 1
      ledger.take(notice)
    case .deadlines(let all): ledger[ledger.role].deadlines = all
    case .did(let deed): ledger.take(deed)
    case .process(let change): take(change)
    case .end(let ending): takeEnd(ending)
    }
  }

  /// The verdict of a case outranks the leftovers that are listed beside it.
  private mutating func takeEnd(_ ending: Ending) {
    if case .leftover = ending, ledger.ending != nil { return }
    ledger.ending = ending
  }

  private mutating func take(_ change: ProcessChange) {
    let role = ledger.role
    switch change {
    case .launched:
      if ledger[role].isAlive { bury(role) }
      ledger[role].id = ledger.stamp.process
      ledger[role].isAlive = true
    case .killed: bury(role)
    case .suspended: ledger[role].asleep = ledger.now
    case .resumed: ledger[role].asleep = nil
    }
  }

  private mutating func bury(_ role: ProcessRole) {
    docket.dues.discharge(role: role)
    ledger.bury(role)
  }

  /// Settles what only the next record shows: that a command was not refused, and that the
  /// reaction under way is over.
  private mutating func resolve(
    _ kind: Kinds, at: Moment, process: ProcessID, isDeath: Bool = false
  ) {
    guard ledger.reaction.isOpen else { return docket.settleTies() }
    let isSameInstant = at.monotonic == ledger.reaction.event.at.monotonic
    let dies = isDeath && isSameInstant && process == ledger.reaction.event.process
    // The other process may die in the middle of a reaction: the rest of it is still to come.
    if kind == .process, isSameInstant, process != ledger.reaction.event.process { return }
    if let command = ledger.reaction.command, kind != .ignored {
      ledger.reaction.command = nil
      let acts: Kinds = [.request, .stop, .cancel, .abandon, .show, .claim, .claimDeleted, .tell]
      let isSilent = !acts.union([.deadlines, .toLeg, .live]).contains(kind)
      // Cut off by a kill before it did anything: nobody knows whether it was accepted.
      if ledger.reaction.ignored == nil, !(isSilent && (dies || command.needsEffect)) {
        ledger.stamp = ledger.reaction.event
        ledger.accept(command)
        if !ledger.isPassedOn(command) {
          ledger.learn(.accepted, .event(.person(command)))
          families.observe(.accepted, .event(.person(command)), &ledger, &docket)
        }
      } else if ledger.reaction.ignored == nil, case .cancel(let id) = command {
        ledger.recordings[ledger.place(of: id)].hasTakenCancel = true
      }
    }
    let begins: Kinds = [.launched, .command, .microphoneNews, .frames, .head, .partial, .answer]
    let ends = begins.union([.leg, .news, .fired, .process, .end])
    guard ends.contains(kind) || !isSameInstant else { return }
    // A reaction that a kill cut short is not judged as a whole.
    if dies { ledger.reaction.isOpen = false } else { endReaction() }
    docket.settleTies()
  }

  private mutating func endReaction() {
    guard ledger.reaction.isOpen else { return }
    ledger.stamp = ledger.reaction.last
    ledger.endReaction()
    families.observe(.reactionEnded, .end(.settled), &ledger, &docket)
    ledger.reaction.isOpen = false
    docket.settleTies()
  }

  /// Gives a process that wakes the time back that it slept.
  private mutating func wake() {
    let role = ledger.role
    guard let since = ledger[role].asleep else { return }
    docket.dues.postpone(role: role, by: ledger.now - since)
    for n in ledger.recordings.indices where ledger.recordings[n].role == role {
      ledger.recordings[n].sign = ledger.now
      let r = ledger.recordings[n]
      guard r.trouble.isEmpty, r.finalizing == nil else { continue }
      // From here on it has its whole time again.
      _ = docket.dues.renew(
        .captureHealthMonitored, n, by: ledger.now + Budgets.captureHealth + .seconds(1))
    }
  }

  /// Calls in what is overdue.
  private mutating func expire() {
    while let due = docket.dues.overdue(
      at: ledger.now, awake: { ledger.processes[Int($0.rawValue)].asleep == nil })
    {
      call(due)
    }
    docket.settleTies()
  }

  private mutating func call(_ due: Due) {
    let recording = ledger.name(due.recording)
    if due.isExcusable, let request = ledger.excuse(due.recording) {
      docket.excuse(due.clause, ledger.stamp, recording, by: request)
    } else {
      docket.find(
        due.clause, ledger.stamp, recording, due.sentence, expected: due.expected,
        observed: due.observed)
    }
  }
}

extension Command {
  /// Whether taking it without doing anything is the same as not taking it.
  var needsEffect: Bool {
    switch self {
    case .start, .stop, .cancel, .retry: true
    case .delete, .clear, .change, .copy, .redeliver: false
    }
  }
}

extension Kinds {
  private static let deeds: Kinds = [
    .microphone, .refused, .rowWritten, .tombstoned, .purged, .store, .file, .heard, .text,
    .landed, .clipboard, .usage, .posted, .survived, .relay,
  ]

  /// Whether it is ground truth and no part of a reaction.
  var isDeed: Bool { Self.deeds.contains(self) }
}
