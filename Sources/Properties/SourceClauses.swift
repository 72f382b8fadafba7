import Contract

/// The clauses of the family SOURCE: audio becomes a source in order, nothing is called saved that
/// is not, and no path takes the only copy away.
struct SourceClauses: Sendable {
  /// Recordings whose failed promotion has been noticed.
  private var failed = PerRecording(false)

  static let interests: Kinds = [
    .request, .answer, .abandon, .claim, .accepted, .rowWritten, .reactionEnded, .file,
  ]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0 || kind == .reactionEnded else { return }
    switch kind {
    case .request: request(l.about, &l, &docket)
    case .answer, .abandon: failure(l.about, &l, &docket)
    case .claim:
      if case .effect(.notice(.claim(_, let claim))) = what { said(claim, l.about, &l, &docket) }
    case .accepted: if case .event(.person(.retry)) = what { failed[l.about] = false }
    case .rowWritten:
      guard case .did(.rowWritten(_, let after)) = what, l.recordings[l.about].audio.hasAudio else {
        return
      }
      if after.state == .failed || after.state == .cancelled {
        docket.premise(.sourceNeverDeleteOnlyCopy, l.stamp)
      }
    case .file: deed(what, &l, &docket)
    case .reactionEnded: reactionEnded(&l, &docket)
    default: break
    }
  }

  private func request(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    switch l.subject.request {
    case .file(.promote): promote(place, &l, &docket)
    case .file(.append(let file, _)), .file(.close(let file)): touch(file, &l, &docket)
    case .file(.create(let file)): create(file, place, &l, &docket)
    case .file(.remove(let file)): remove(file, place, &l, &docket)
    case .exportLeaf(_, let leaf, _, _):
      touch(leaf, &l, &docket)
      recognize(place, &l, &docket)
    case .upload, .recognizeLocally: recognize(place, &l, &docket)
    case .store(.write(let row, _)): firstRow(row, place, &l, &docket)
    case .store, .file, .capture, .resetEngine, .cleanUp, .deliver, .writeClipboard,
      .restoreClipboard, .reportUsage, .post, .dial, .insert:
      break
    }
  }

  // MARK: order of promotion

  private func promote(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    docket.premise(.sourcePromoteInOrder, l.stamp)
    if r.known.validated < 0 || r.known.synced < r.known.validated {
      docket.find(
        .sourcePromoteInOrder, l.stamp, r.id,
        "The recording was moved to its place before it was known to be sound and on the disk.",
        expected: "validated, then synced, then promoted",
        observed: r.known.validated < 0 ? "not validated" : "not synced after the validation")
    }
    guard r.source.hasAudio else { return }
    docket.premise(.sourceImmutableAfterPromotion, l.stamp)
    docket.find(
      .sourceImmutableAfterPromotion, l.stamp, r.id,
      "The audio of a stored recording was replaced.",
      expected: "a source stays as it was promoted", observed: "another file was promoted over it")
  }

  private func firstRow(_ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard row.state == .processing, l.recordings[place].row?.state != .processing else { return }
    docket.premise(.sourcePromoteInOrder, l.stamp)
    if l.recordings[place].known.isPromoted { return }
    docket.find(
      .sourcePromoteInOrder, l.stamp, l.name(place),
      "The recording was entered into History before its audio was in its place.",
      expected: "promoted, then the first row", observed: "a row without a promoted source")
  }

  private func recognize(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    if r.source.exists { docket.premise(.sourceImmutableAfterPromotion, l.stamp) }
    if r.hasFailedPromotion {
      docket.find(
        .sourcePromotionFailureStops, l.stamp, r.id,
        "Storing the recording had failed, and it was sent off for recognition all the same.",
        expected: "no recognition", observed: "recognition was asked for")
      return
    }
    docket.premise(.sourcePromoteInOrder, l.stamp)
    let isOwned = r.row.map { $0.state.isActive && $0.attempt == l.subject.attempt } ?? false
    if r.known.isPromoted && isOwned { return }
    docket.find(
      .sourcePromoteInOrder, l.stamp, r.id,
      "Recognition began before the recording was safely stored.",
      expected: "promoted source and durable row first",
      observed: r.known.isPromoted ? "no row of this attempt known to be durable" : "no source")
  }

  // MARK: failure of promotion

  private mutating func failure(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard l.recordings[place].hasFailedPromotion, !failed[place] else { return }
    failed[place] = true
    docket.premise(.sourcePromotionFailureStops, l.stamp)
    docket.dues.owe(
      Due(
        clause: .sourcePromotionFailureStops, recording: place, role: l.role,
        by: l.now + Budgets.promote + Budgets.store, isExcusable: false,
        sentence: "Storing the recording failed, and nobody was told that storage was the cause.",
        expected: "idle, and a message that names the storage",
        observed: "no such message, or work still going on"))
  }

  private func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    guard docket.dues.next.count != .max else { return }
    for place in 0..<failed.count where failed[place] {
      let r = l.recordings[place]
      if r.isDeleted || r.cancelled != nil || !r.isActive && r.told.meets(.storage) {
        docket.dues.discharge(.sourcePromotionFailureStops, place)
      }
    }
  }

  // MARK: claims

  private func said(_ claim: Claim, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    switch claim {
    case .saved: saved(r, &l, &docket)
    case .failed(_, let audioKept):
      settled(r, r.row?.state == .failed, &l, &docket)
      guard audioKept else { return }
      docket.premise(.sourceSavedMeansDurable, l.stamp)
      // Of a file that somebody else took away nobody can know before looking.
      if r.audio.hasAudio || r.isLost && !r.knowsLoss { return }
      docket.find(
        .sourceSavedMeansDurable, l.stamp, r.id,
        "The person was told that the audio is kept, and there is none.",
        expected: "a file with samples", observed: "no audio on the disk")
    case .succeeded(let text):
      settled(r, r.row?.state == .success && r.row?.final == text, &l, &docket)
    case .cancelled: settled(r, r.row?.isCancelled ?? false, &l, &docket)
    case .delivered: break
    }
  }

  private func saved(_ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.sourceSavedMeansDurable, l.stamp)
    let knowsRow = r.row.map { $0.state != .capturing } ?? false
    let hasRow = r.disk.map { $0.state != .capturing } ?? false
    let hasSource = r.source.hasAudio && r.source.durable >= r.source.samples
    if knowsRow, r.known.isPromoted, hasRow, hasSource { return }
    let why: String
    if !hasRow {
      why = "no row of it on the disk"
    } else if !hasSource {
      why = "its source would not survive a power cut"
    } else {
      why =
        knowsRow
        ? "the app did not know its source to be durable"
        : "the app did not know its row to be durable"
    }
    docket.find(
      .sourceSavedMeansDurable, l.stamp, r.id,
      "The person was told that the recording is saved before it was.",
      expected: "source and row durable, and known to be", observed: why)
  }

  /// What is told as the end must be durable; where storing it has failed, COMMIT judges.
  private func settled(
    _ r: RecordingFacts, _ isKnown: Bool, _ l: inout Ledger, _ docket: inout Docket
  ) {
    if r.hasSettledEnding && r.ending == 0 && !isKnown { return }
    docket.premise(.sourceSavedMeansDurable, l.stamp)
    if isKnown { return }
    docket.find(
      .sourceSavedMeansDurable, l.stamp, r.id,
      "The person was told how the recording ended before that was stored.",
      expected: "the row is known to be durable in that state",
      observed: r.row.map { "the newest known row is \($0.state)" } ?? "no row is known")
  }

  // MARK: keeping

  private func remove(
    _ file: FileRef, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let r = l.recordings[place]
    let doomed: FileState
    let other: FileState
    switch file.kind {
    case .partial: (doomed, other) = (r.partial, r.source)
    case .source: (doomed, other) = (r.source, r.partial)
    case .leaf: return
    }
    guard doomed.hasAudio else { return }
    docket.premise(.sourceNeverDeleteOnlyCopy, l.stamp)
    if r.isDeleted || r.hasTombstone || r.knowsTombstone || r.isDroppedUnheard { return }
    if other.hasAudio, other.isWhole, other.samples >= doomed.samples { return }
    let isDropped = l[l.role].dialect.cancelledCapture == .dropped && r.cancelled != nil
    if isDropped, !r.isInWork || r.disk?.state == .capturing { return }
    lost(r, doomed.samples, &l, &docket)
  }

  private func create(
    _ file: FileRef, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    touch(file, &l, &docket)
    let r = l.recordings[place]
    // Before a launch has looked it cannot know of a file, and none is created over one.
    guard file.kind == .partial, r.partial.hasAudio, l[l.role].hasInventory else { return }
    docket.premise(.sourceNeverDeleteOnlyCopy, l.stamp)
    lost(r, r.partial.samples, &l, &docket)
  }

  private func lost(
    _ r: RecordingFacts, _ samples: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.find(
      .sourceNeverDeleteOnlyCopy, l.stamp, r.id,
      "The only audio of a recording was thrown away, and nobody had asked for that.",
      expected: "audio goes only when the person deletes it",
      observed: "\(samples) samples of a recording that is "
        + (r.disk.map { "\($0.state)" } ?? "not in History"))
  }

  /// Anything that changes bytes of a source that exists.
  private func touch(_ file: FileRef, _ l: inout Ledger, _ docket: inout Docket) {
    let place = l.placed(file.recording)
    guard place >= 0, file.kind == .source, l.recordings[place].source.exists else { return }
    docket.premise(.sourceImmutableAfterPromotion, l.stamp)
    docket.find(
      .sourceImmutableAfterPromotion, l.stamp, file.recording,
      "The audio of a stored recording was written to.",
      expected: "a source is only read", observed: "its bytes were to change")
  }

  private func deed(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .did(.renamed(_, let to, _)) = what, to.kind == .source else { return }
    docket.premise(.sourceImmutableAfterPromotion, l.stamp)
  }
}
