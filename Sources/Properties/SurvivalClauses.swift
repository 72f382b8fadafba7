import Contract

/// What a crash may not take: every promise that was made before it, checked against what is left.
///
/// A promise is made when somebody acts on something as durable: a person is told, a field gets the
/// text, the next leaf is sent. From then on the newest row that the engine knew at that moment, or
/// one asked for later, must be on the device after any crash, and so must the audio it speaks of.
/// The knowledge arm of these clauses (was it known to be durable?) is judged where the promise is
/// made; this is the disk arm (does it survive?), and the only place that looks at a survey. It
/// changes no other clause: after the survey every family goes on with what is left.
struct SurvivalClauses: Sendable {
  /// That something durable was relied on.
  struct Promise: Sendable {
    /// What forbids to rely on it before it is durable.
    var clause: ClauseID
    /// The row that was known, by its place among those asked for.
    var row: Int
    /// What the person would say.
    var sentence: String
  }

  struct State: Sendable {
    /// The rows of the recording in the order in which they were asked for.
    var asked: [Row] = []
    /// How many of the first were not written in this run.
    var found = 0
    /// The newest promise of each clause.
    var promises: [Promise] = []
    /// Whether the row may be gone: a purge or tombstone was asked for.
    var mayGo = false
    /// The tombstone that the person was told of.
    var isDeletionTold = false
    /// Samples that the recording had when its deletion was asked for, until that is decided.
    var deleted = 0
    /// Samples of the partial that the app was told would survive.
    var partial = 0
    /// Whether the partial is being removed on purpose, so that late answers promise nothing.
    var isPartialGone = false
    /// Samples of the source that a promise speaks of.
    var source = 0
    /// Whether the person was told that audio is kept.
    var isAudioKept = false
  }

  private var states = PerRecording(State())
  /// The newest request to open or read History that failed, if none has been answered since.
  private var unread: Identity?

  static let interests: Kinds = [
    .request, .answer, .claim, .claimDeleted, .reactionEnded, .survived,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    switch kind {
    case .request: request(&l)
    case .answer: what.ifFinished { answer($0, &l) }
    case .claim:
      if case .effect(.notice(.claim(_, let claim))) = what { said(claim, &l) }
    case .claimDeleted:
      if case .effect(.notice(.claimDeleted(let all))) = what { deleted(all, &l) }
    case .reactionEnded: dismissed(&l)
    case .survived:
      if case .did(.survived(let survey)) = what { check(survey, &l, &docket) }
    default: break
    }
  }

  // MARK: what is asked and answered

  private mutating func request(_ l: inout Ledger) {
    switch l.subject.request {
    case .store(.write(let row, _)):
      guard l.about >= 0 else { return }
      states[l.about].asked.append(row)
    case .store(.tombstone(let all)):
      for t in all {
        let place = l.placed(t.recording)
        if place >= 0 { states[place].deleted = max(states[place].source, states[place].partial) }
        go(place)
      }
    case .store(.purge(let all)): for id in all { go(l.placed(id)) }
    case .file(let file): take(file, &l)
    case .capture:
      promise(
        .captureIdentityBeforeFirstFrame, l.about, &l,
        "A recording began, and after the crash nothing showed that it ever had.")
    case .exportLeaf, .upload, .recognizeLocally: recognize(&l)
    case .cleanUp:
      promise(
        .cleanupRawDurableFirst, l.about, &l,
        "The text was being cleaned up, and the crash took the words that it was made from.")
    case .deliver, .writeClipboard: left(l.about, &l)
    case .post(let handoff):
      guard case .text(let id, _, _) = handoff.kind else { return }
      left(l.placed(id), &l)
    case .store, .resetEngine, .restoreClipboard, .reportUsage, .dial, .insert: break
    }
  }

  private mutating func go(_ place: Int) {
    guard place >= 0 else { return }
    states[place].mayGo = true
    states[place].partial = 0
    states[place].source = 0
    states[place].isAudioKept = false
  }

  /// Whoever takes a file away on purpose answers for that elsewhere (SOURCE.never-delete-only-copy).
  private mutating func take(_ request: FileRequest, _ l: inout Ledger) {
    switch request {
    case .remove(let file), .create(let file):
      let place = l.placed(file.recording)
      guard place >= 0 else { return }
      switch file.kind {
      case .partial:
        states[place].partial = 0
        if case .remove = request { states[place].isPartialGone = true }
        if case .create = request { states[place].isPartialGone = false }
      case .source: states[place].source = 0
      case .leaf: break
      }
    case .append, .close, .validate, .sync, .promote: break
    }
  }

  private mutating func recognize(_ l: inout Ledger) {
    guard l.about >= 0 else { return }
    promise(
      .sourcePromoteInOrder, l.about, &l,
      "A recording was being recognized, and after the crash it was not safely stored.")
    keepSource(l.about, &l)
    guard let row = l.recordings[l.about].row, row.checkpoint != nil else { return }
    promise(
      .bulkCheckpointBeforeNextLeaf, l.about, &l,
      "A part of the text was there already, and the crash took it.")
  }

  private mutating func left(_ place: Int, _ l: inout Ledger) {
    guard place >= 0, let row = l.recordings[place].row else { return }
    promise(
      .deliverAfterSuccessOnly, place, &l,
      "The text had left the app, and after the crash History did not have it.")
    guard row.delivery == .claimed else { return }
    promise(
      .deliverAtMostOnce, place, &l,
      "The text was being inserted, and after the crash nobody knew that.")
  }

  private mutating func answer(_ outcome: Outcome, _ l: inout Ledger) {
    if l.subject.family == .open || l.subject.family == .inventory {
      if case .storeFailed = outcome { unread = l.subject.identity } else { unread = nil }
    }
    if case .appended(_, let durable) = outcome {
      guard l.about >= 0, durable > states[l.about].partial, !states[l.about].isPartialGone
      else { return }
      states[l.about].partial = durable
    } else if case .inventory(let inventory) = outcome {
      for row in inventory.rows {
        let place = l.placed(row.recording)
        if place >= 0, states[place].asked.last != row { found(row, place) }
      }
    }
  }

  /// A row that was there before is one that may be there again.
  private mutating func found(_ row: Row, _ place: Int) {
    if states[place].asked.contains(row) { return }
    states[place].asked.insert(row, at: states[place].found)
    states[place].found += 1
    for n in states[place].promises.indices { states[place].promises[n].row += 1 }
  }

  // MARK: promises

  private mutating func said(_ claim: Claim, _ l: inout Ledger) {
    guard l.about >= 0 else { return }
    switch claim {
    case .saved:
      promise(
        .sourceSavedMeansDurable, l.about, &l,
        "The person was told that the recording is saved, and the crash took it.")
      keepSource(l.about, &l)
    case .failed(_, let audioKept):
      told(&l)
      if audioKept { states[l.about].isAudioKept = true }
    case .succeeded, .cancelled: told(&l)
    case .delivered: left(l.about, &l)
    }
  }

  private mutating func told(_ l: inout Ledger) {
    guard l.recordings[l.about].row?.state.isTerminal == true else { return }
    promise(
      .sourceSavedMeansDurable, l.about, &l,
      "The person was told how the recording ended, and the crash undid it.")
  }

  private mutating func deleted(_ all: [RecordingID], _ l: inout Ledger) {
    for id in all {
      let place = l.placed(id)
      guard place >= 0, l.recordings[place].hasTombstone else { continue }
      states[place].isDeletionTold = true
    }
  }

  /// The app looks finished: what it has finished is durable.
  private mutating func dismissed(_ l: inout Ledger) {
    guard l.role == .app else { return }
    for surface in l.surfaces
    where surface.process == l.stamp.process && surface.shows == .idle && surface.showed != .idle {
      for place in l.recordings.indices where !l.isActive(place) {
        guard l.recordings[place].row?.state.isTerminal == true else { continue }
        promise(
          .commitTerminalBeforeDismissal, place, &l,
          "The app looked finished, and after the crash the end of the recording was lost.")
      }
      return
    }
  }

  private mutating func promise(
    _ clause: ClauseID, _ place: Int, _ l: inout Ledger, _ sentence: String
  ) {
    guard place >= 0, let row = l.recordings[place].row else { return }
    if states[place].asked.isEmpty { found(row, place) }
    guard let n = states[place].asked.lastIndex(of: row) else { return }
    let promise = Promise(clause: clause, row: n, sentence: sentence)
    for old in states[place].promises.indices
    where states[place].promises[old].clause == clause {
      states[place].promises[old] = promise
      return
    }
    states[place].promises.append(promise)
  }

  private mutating func keepSource(_ place: Int, _ l: inout Ledger) {
    let r = l.recordings[place]
    guard r.source.exists, r.known.isPromoted else { return }
    states[place].source = r.source.samples
  }

  // MARK: the check

  private mutating func check(_ survey: Survey, _ l: inout Ledger, _ docket: inout Docket) {
    for place in l.recordings.indices {
      rows(place, survey, &l, &docket)
      deletion(place, survey, &l, &docket)
      undecided(place, survey, &l, &docket)
      audio(place, survey, &l, &docket)
    }
    l.take(survey)
    for place in l.recordings.indices {
      evidence(place, &l, &docket)
      settle(place, &l)
    }
    unread = nil
  }

  private func rows(
    _ place: Int, _ survey: Survey, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let state = states[place]
    guard !state.promises.isEmpty else { return }
    for promise in state.promises { docket.premise(promise.clause, l.stamp) }
    let id = l.recordings[place].id
    let left = survey.row(id)
    if left == nil, state.mayGo, survey.isSound { return }
    let reached = left.flatMap { row in state.asked.lastIndex(of: row) } ?? -1
    for promise in state.promises where promise.row > reached {
      let row = state.asked[promise.row]
      // A History that could not be read before the crash is no worse off for it.
      if let unread, !survey.isSound {
        docket.excuse(promise.clause, l.stamp, id, by: unread)
        continue
      }
      docket.find(
        promise.clause, l.stamp, id, promise.sentence,
        expected: "the \(row.state) entry that was durable, or a later one",
        observed: observed(left, survey))
    }
  }

  private func observed(_ row: Row?, _ survey: Survey) -> String {
    let what: String
    if let row {
      what = "an older entry: \(row.state), attempt \(row.attempt)"
    } else if !survey.isSound {
      what = "a History that is damaged"
    } else {
      what = "no entry"
    }
    return what + lost(survey)
  }

  private func lost(_ survey: Survey) -> String {
    survey.losses.isEmpty ? "" : "; lost: " + survey.losses.joined(separator: ", ")
  }

  private func deletion(
    _ place: Int, _ survey: Survey, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard states[place].isDeletionTold else { return }
    let id = l.recordings[place].id
    docket.premise(.deleteIntentWins, l.stamp)
    if survey.tombstones.contains(where: { $0.recording == id }) { return }
    docket.find(
      .deleteIntentWins, l.stamp, id,
      "The person was told that a recording is deleted, and the crash took that back.",
      expected: "the intent to delete is on the device", observed: "no tombstone" + lost(survey))
  }

  /// A deletion that did not come to be has taken nothing yet: an entry whose audio is gone is
  /// neither deleted nor kept.
  private mutating func undecided(
    _ place: Int, _ survey: Survey, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let samples = states[place].deleted
    guard samples > 0 else { return }
    let id = l.recordings[place].id
    if survey.tombstones.contains(where: { $0.recording == id }) { return }
    states[place].deleted = 0
    guard let row = survey.row(id) else { return }
    docket.premise(.deleteLeavesNothing, l.stamp)
    let files = [survey.file(FileRef(id, .source)), survey.file(FileRef(id, .partial))]
    if files.contains(where: { ($0?.byLength ?? 0) > 0 }) { return }
    docket.find(
      .deleteLeavesNothing, l.stamp, id,
      "The crash came while a recording was being deleted, and left it half deleted.",
      expected: "all of it, or nothing",
      observed: "a \(row.state) entry without its \(samples) samples" + lost(survey))
  }

  private func audio(
    _ place: Int, _ survey: Survey, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let state = states[place]
    let r = l.recordings[place]
    guard state.source > 0 || state.partial > 0 || state.isAudioKept, !r.isLost else { return }
    let source = survey.file(FileRef(r.id, .source))
    let partial = survey.file(FileRef(r.id, .partial))
    if state.source > 0 {
      docket.premise(.sourceSavedMeansDurable, l.stamp)
      let kept = source.map { min($0.strict, $0.intact) } ?? 0
      if kept < state.source || source?.byLength != source?.strict {
        find(
          .sourceSavedMeansDurable, "The recording was stored, and the crash took of its audio.",
          state.source, source ?? partial, survey, r.id, &l, &docket)
      }
    } else if state.partial > 0 {
      docket.premise(.capturePartialBecomesRecovery, l.stamp)
      let kept = max(
        source.map { min($0.strict, $0.intact) } ?? 0,
        partial.map { min($0.strict, $0.intact) } ?? 0)
      if kept < state.partial {
        find(
          .capturePartialBecomesRecovery,
          "Audio that was safe already could not be played after the crash.", state.partial,
          source ?? partial, survey, r.id, &l, &docket)
      }
    } else if state.isAudioKept {
      docket.premise(.sourceSavedMeansDurable, l.stamp)
      guard max(source?.byLength ?? 0, partial?.byLength ?? 0) == 0 else { return }
      find(
        .sourceSavedMeansDurable, "The person was told that the audio is kept, and it is gone.", 1,
        source ?? partial, survey, r.id, &l, &docket)
    }
  }

  private func find(
    _ clause: ClauseID, _ sentence: String, _ samples: Int, _ found: SurveyedFile?,
    _ survey: Survey, _ id: RecordingID, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let observed =
      found.map {
        "\($0.file.kind): \($0.strict) by the header, \($0.byLength) by its length, "
          + "\($0.intact) as they were written"
      } ?? "no file"
    docket.find(
      clause, l.stamp, id, sentence, expected: "\(samples) samples for any player",
      observed: observed + lost(survey))
  }

  /// What is left must be true in itself, whatever was promised.
  private func evidence(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard let row = r.disk, row.state != .capturing, !r.isLost, !r.hasTombstone else { return }
    // What lay there before the run began is nobody's promise.
    guard let n = states[place].asked.lastIndex(of: row), n >= states[place].found else { return }
    docket.premise(.stateRowsMatchEvidence, l.stamp)
    guard let why = StateClauses.unfounded(row, r) else { return }
    docket.find(
      .stateRowsMatchEvidence, l.stamp, row.recording,
      "After the crash History says something of a recording that is not so.",
      expected: "a \(row.state) entry with what that needs", observed: why)
  }

  /// From here on what is there is all there can be.
  private mutating func settle(_ place: Int, _ l: inout Ledger) {
    guard let row = l.recordings[place].disk else { return }
    guard let n = states[place].asked.lastIndex(of: row) else { return }
    states[place].asked.removeSubrange((n + 1)...)
    states[place].promises.removeAll { $0.row > n }
  }
}
