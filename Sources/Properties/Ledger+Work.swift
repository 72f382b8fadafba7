import Contract

// What the attempts have recognized so far. Learned after the rest of the ledger has taken the
// record, so that `subject` and `about` say what the record is about.
extension Ledger {
  /// Learns from a step of judging.
  mutating func learn(_ kind: Kinds, _ what: Happening) {
    switch kind {
    case .request: if about >= 0 { learnRequest() }
    case .head: if case .event(.progress(_, .head(let head))) = what { learn(head) }
    case .answer: what.ifFinished { learn($0) }
    case .cancel, .abandon: learnGivenUp()
    case .fired: if case .event(.deadline(let deadline)) = what { learn(deadline) }
    case .accepted: if case .event(.person(let command)) = what { learn(command) }
    case .tell: learnTold(what)
    case .file: if case .did(let deed) = what { learn(deed) }
    default: break
    }
  }

  private mutating func learn(_ command: Command) {
    guard about >= 0 else { return }
    switch command {
    case .start: recordings[about].work = WorkFacts()
    case .retry:
      recordings[about].work = WorkFacts()
      recordings[about].work.base = recordings[about].row
    case .stop, .cancel, .delete, .clear, .change, .copy, .redeliver: break
    }
  }

  private mutating func learnTold(_ what: Happening) {
    if about >= 0 {
      recordings[about].toldRecord = stamp.record
      return
    }
    for n in recordings.indices where recordings[n].role == role {
      recordings[n].toldRecord = stamp.record
    }
  }

  private mutating func learn(_ deed: Deed) {
    switch deed {
    case .created(let file), .closed(let file, _), .fileDurable(let file, _):
      guard case .leaf(let n) = file.kind else { return }
      let place = place(of: file.recording)
      if !recordings[place].leafFiles.contains(n) { recordings[place].leafFiles.append(n) }
    case .removed(let file):
      guard case .leaf(let n) = file.kind else { return }
      recordings[place(of: file.recording)].leafFiles.removeAll { $0 == n }
    case .microphone, .refused, .rowWritten, .tombstoned, .purged, .storeOpened, .quarantined,
      .appended, .renamed, .heard, .meant, .askedCleanup, .landed, .clipboard, .usageCounted,
      .posted, .survived, .leg:
      break
    }
  }

  private mutating func learn(_ found: Inventory) {
    for n in recordings.indices where recordings[n].isLost { recordings[n].knowsLoss = true }
    for f in found.files {
      guard let file = f.file, case .leaf(let n) = file.kind else { continue }
      let place = place(of: file.recording)
      if !recordings[place].leafFiles.contains(n) { recordings[place].leafFiles.append(n) }
    }
  }

  // MARK: requests

  private mutating func learnRequest() {
    if subject.family == .upload || subject.family == .local {
      enterAttempt()
      guard subject.range >= 0 else { return }
      let range = recordings[about].ranges[subject.range]
      recordings[about].work.earlier = (
        recordings[about].work.last, recordings[about].work.outcome
      )
      recordings[about].work.last = subject.range
      recordings[about].work.outcome = .pending
      if recordings[about].work.start < 0 {
        recordings[about].work.start = range.from
        recordings[about].work.through = range.from
      }
      if subject.family == .local { recordings[about].work.localJobs += 1 }
    } else if subject.family == .export {
      enterAttempt()
    } else if subject.family == .cleanup {
      enterAttempt()
      guard recordings[about].work.cleanup == .none else { return }
      recordings[about].work.cleanup = .asked
      recordings[about].work.cleaned = nil
      recordings[about].work.cleanupStatus = 0
    }
  }

  /// A request of an attempt without a command: it stands for itself.
  private mutating func enterAttempt() {
    let known = recordings[about].work.attempt
    if known == subject.attempt { return }
    if known != 0 {
      recordings[about].work = WorkFacts()
      recordings[about].work.base = recordings[about].row
    } else if let base = recordings[about].work.base, let row = recordings[about].row,
      row.checkpoint?.through ?? 0 > base.checkpoint?.through ?? 0
    {
      // What had been on its way when the person tried again has landed before the claim.
      recordings[about].work.base = row
    }
    recordings[about].work.attempt = subject.attempt
  }

  // MARK: answers

  /// Whether the record at hand is about the newest leaf of the attempt under way.
  private var isNewestLeaf: Bool {
    about >= 0 && subject.range >= 0 && subject.range == recordings[about].work.last
      && subject.attempt == recordings[about].work.attempt
      && recordings[about].ranges[subject.range].sent == subject.record
  }

  private mutating func learn(_ head: Head) {
    guard about >= 0, subject.isWanted else { return }
    if subject.family == .cleanup {
      recordings[about].work.cleanupStatus = head.status
      if head.status != 200 { recordings[about].work.cleanup = .failed }
      return
    }
    guard subject.family == .upload, isNewestLeaf else { return }
    switch RequestPolicy.classify(status: head.status) {
    case .complete: break
    case .permanent: fail(.permanent)
    case .transient:
      fail(.transient)
      recordings[about].work.hint = hint(of: head)
    case .tooLarge: fail(.rejected)
    case .invalid: fail(.unlisted)
    }
  }

  /// The least wait that a head asks for; a fraction may be read either way.
  private func hint(of head: Head) -> Nanoseconds? {
    guard let value = head.value(of: "retry-after"),
      let delay = RetryAfter(value).delay(at: stamp.at.wall, readsFractions: false)
    else { return nil }
    return min(delay, Budgets.backoffCap)
  }

  private mutating func fail(_ outcome: LeafOutcome) {
    guard recordings[about].work.outcome == .pending else { return }
    recordings[about].work.outcome = outcome
    recordings[about].work.failed = now
    recordings[about].work.hint = nil
    guard subject.range >= 0 else { return }
    recordings[about].ranges[subject.range].kinds.insert(FailureKinds(outcome))
  }

  private mutating func learn(_ outcome: Outcome) {
    if case .inventory(let found) = outcome { learn(found) }
    guard about >= 0 else { return }
    switch subject.family {
    case .upload, .local: if subject.isWanted, isNewestLeaf { learnLeaf(outcome) }
    case .export:
      guard subject.isWanted, subject.attempt == recordings[about].work.attempt else { return }
      if case .exportFailed = outcome { recordings[about].work.hasFailedExport = true }
    case .cleanup: if subject.isWanted { learnCleanup(outcome) }
    case .store: learnKept(outcome)
    case .create, .append, .close, .validate, .sync, .promote, .remove:
      guard case .file(let request) = subject.request, !subject.isProbe else { return }
      // An answer that nobody waits for any more tells nothing.
      if case .fileFailed(.vanished) = outcome, !subject.isAbandoned {
        forget(request.file, isLost: true)
      } else if case .done = outcome {
        if subject.family == .remove { forget(request.file, isLost: false) }
      }
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .purge, .capture, .reset,
      .deliver, .clipboard, .restore, .usage, .post, .dial, .launched, .interruption, .route,
      .mediaReset, .lowSpace, .locked, .background, .foreground, .thermal, .focus, .copied,
      .handoff, .resumed, .stage:
      break
    }
  }

  /// A file that is known not to be there any more.
  private mutating func forget(_ file: FileRef, isLost: Bool) {
    let place = place(of: file.recording)
    switch file.kind {
    case .partial:
      if isLost, recordings[place].partial.hasAudio { recordings[place].isLost = true }
      if isLost { recordings[place].knowsLoss = true }
      recordings[place].partial = .absent
    case .source:
      if isLost, recordings[place].source.hasAudio { recordings[place].isLost = true }
      if isLost { recordings[place].knowsLoss = true }
      recordings[place].source = .absent
    case .leaf(let n): recordings[place].leafFiles.removeAll { $0 == n }
    }
  }

  private mutating func learnLeaf(_ outcome: Outcome) {
    switch outcome {
    case .body(let body):
      guard subject.status == 200, case .upload(_, let settings) = subject.request else { return }
      take(AnswerReading(body, settings))
    case .text(let text): take(AnswerReading(text: text, .accepted))
    case .noText: fail(.empty)
    case .localFailed: fail(.localFailed)
    case .wireFailed(let failure):
      switch failure {
      case .unreachable: fail(.lost)
      case .reset: fail(subject.status == 200 ? .bodyLost : .lost)
      case .tooLarge: fail(.oversize)
      // What may not leave may be tried again or not.
      case .refused: fail(.lost)
      }
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .delivered, .landedUnconfirmed,
      .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      break
    }
  }

  private mutating func take(_ reading: AnswerReading) {
    recordings[about].work.isOpenToDoubt = reading.isOpenToDoubt
    guard reading.outcome == .accepted || reading.outcome == .doubtful else {
      return fail(reading.outcome)
    }
    let range = recordings[about].ranges[subject.range]
    recordings[about].work.outcome = reading.outcome
    recordings[about].work.accept(
      Piece(
        from: range.from, end: range.end, text: reading.text, isLiteral: reading.isLiteral,
        isDoubtful: reading.outcome == .doubtful))
  }

  private mutating func learnCleanup(_ outcome: Outcome) {
    var text: String?
    if case .body(let body) = outcome {
      text = recordings[about].work.cleanupStatus == 200 ? AnswerReading.cleaned(body) : nil
    } else if case .text(let given) = outcome {
      text = given.hasWords ? given : nil
    }
    recordings[about].work.cleaned = text
    recordings[about].work.cleanup = text == nil ? .failed : .done
  }

  // MARK: what is kept

  /// Whether a request writes more of the attempt's text than is known to be durable.
  private var keepsMore: Bool {
    guard let row = subject.row, row.state.isActive, row.attempt == recordings[about].work.attempt
    else { return false }
    let known = recordings[about].row
    let leaves = row.checkpoint?.through ?? 0
    return leaves > known?.checkpoint?.through ?? 0 || row.raw != nil && known?.raw == nil
      || recordings[about].work.hasFailedToKeep
  }

  private mutating func learnKept(_ outcome: Outcome) {
    if case .storeFailed = outcome, subject.row?.state.isActive == true {
      recordings[about].work.hadTrouble = true
    }
    switch outcome {
    case .done, .storeFailed(.io(.yes)):
      if let row = subject.row, row.state.isActive {
        recordings[about].work.hasFailedToKeep = false
      }
    case .storeFailed(.conflict), .storeFailed(.tombstoned): break
    case .storeFailed: if keepsMore { recordings[about].work.hasFailedToKeep = true }
    case .cancelled, .inventory, .space, .appended, .facts, .fileFailed, .captured, .captureFailed,
      .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed, .delivered,
      .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      break
    }
  }

  private mutating func learnGivenUp() {
    guard about >= 0 else { return }
    let isEnded = recordings[about].cancelled != nil || recordings[about].isDeleted
    switch subject.family {
    case .upload:
      guard isNewestLeaf, !isEnded else { return }
      fail(subject.status == 200 ? .bodyLost : .lost)
    case .local: if isNewestLeaf, !isEnded { fail(.localFailed) }
    case .export:
      guard subject.attempt == recordings[about].work.attempt, !isEnded else { return }
      recordings[about].work.hasFailedExport = true
    case .cleanup:
      guard recordings[about].work.cleanup == .asked else { return }
      recordings[about].work.cleanup = .failed
    case .store: if keepsMore { recordings[about].work.hasFailedToKeep = true }
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .capture, .reset, .deliver, .clipboard, .restore,
      .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      break
    }
  }

  private mutating func learn(_ deadline: Deadline) {
    guard about >= 0 else { return }
    if deadline.stage == .recognition || deadline.stage == .localEngine {
      recordings[about].work.isOutOfTime = true
    }
  }
}

/// How the tries of a range have failed.
struct FailureKinds: OptionSet, Sendable {
  var rawValue: UInt8
  static var status: Self { Self(rawValue: 1) }
  static var transport: Self { Self(rawValue: 2) }
  static var body: Self { Self(rawValue: 4) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kind of an outcome.
  init(_ outcome: LeafOutcome) {
    switch outcome {
    case .transient: self = .status
    case .lost: self = .transport
    case .bodyLost: self = .body
    case .pending, .accepted, .doubtful, .empty, .unfit, .permanent, .rejected, .unlisted,
      .oversize, .localFailed, .exportFailed:
      self = []
    }
  }
}
