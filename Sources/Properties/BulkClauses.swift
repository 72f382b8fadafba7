import Contract

/// The clauses of the family BULK: parts go one at a time and in order, and every part that was
/// recognized is kept before the next one is sent.
struct BulkClauses: Sendable {
  private static let own: [ClauseID] = [
    .bulkOneUploadAtATime, .bulkCheckpointBeforeNextLeaf, .bulkCheckpointFailureStops,
    .bulkEmptyLeafFails, .bulkLaterFailureKeepsCheckpoint,
  ]
  static let interests: Kinds = [.request, .answer, .abandon]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0 else { return }
    switch kind {
    case .request: request(l.about, &l, &docket)
    case .answer: answer(l.about, &l, &docket)
    case .abandon: keepingFailed(l.about, &l, &docket)
    default: break
    }
  }

  private func request(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if l.subject.family == .upload {
      size(place, &l, &docket)
      let work = l.recordings[place].work
      if work.earlier.range >= 0, work.earlier.range != l.subject.range {
        docket.premise(.bulkOneUploadAtATime, l.stamp)
      }
      docket.find(l.faultOfSending(), of: Self.own, &l)
      kept(place, &l, &docket)
    } else if l.subject.family == .export || l.subject.family == .local {
      docket.find(l.faultOfSending(), of: Self.own, &l)
    } else if l.subject.family == .store {
      write(place, &l, &docket)
    }
  }

  // MARK: sizes

  private func size(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard let limit = l[l.role].limits.knownBody, l.subject.range >= 0,
      case .upload(let file, _) = l.subject.request
    else { return }
    let r = l.recordings[place]
    if RequestBody.bytes(samples: r.source.samples) > limit {
      docket.premise(.bulkSplitBeforeKnownLimit, l.stamp)
      docket.premise(.bulkLimitCountsTheRequest, l.stamp)
    }
    let samples = r.ranges[l.subject.range].count
    let body = self.body(of: file, r) ?? RequestBody.bytes(samples: samples)
    guard body > limit, samples >= 2 * l[l.role].limits.minimumLeaf else { return }
    let isAudio = samples > limit / RequestBody.bytesPerSample
    docket.find(
      isAudio ? .bulkSplitBeforeKnownLimit : .bulkLimitCountsTheRequest, l.stamp, r.id,
      isAudio
        ? "The audio was known to be too large for the service, and was sent in one piece."
        : "The part was cut to size without its wrapping, so the service refused it.",
      expected: "requests of at most \(limit) bytes", observed: "\(body) bytes")
  }

  private func body(of file: FileRef, _ r: RecordingFacts) -> Int? {
    guard case .leaf(let number) = file.kind else { return nil }
    return r.leaves.last { $0.number == number }?.bodyBytes
  }

  // MARK: checkpoints

  /// Before another part is sent, what was accepted is known to be durable.
  private func kept(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard !r.work.pieces.isEmpty, l.subject.attempt == r.work.attempt else { return }
    docket.premise(.bulkCheckpointBeforeNextLeaf, l.stamp)
    if holds(r.row, r), holds(r.disk, r) || r.work.hasFailedToKeep { return }
    if r.work.hasFailedToKeep { return }
    docket.find(
      .bulkCheckpointBeforeNextLeaf, l.stamp, r.id,
      "A part that was recognized would be lost if the app ended now.",
      expected: "a durable checkpoint through sample \(r.work.through), and known to be",
      observed: "through sample \(r.row?.checkpoint?.through ?? 0)")
  }

  private func holds(_ row: Row?, _ r: RecordingFacts) -> Bool {
    guard let row, row.attempt == r.work.attempt else { return false }
    let needed = r.work.pieces.filter { !$0.isDoubtful }.map(\.end).max() ?? 0
    return row.raw != nil && r.work.pieces.isEmpty || (row.checkpoint?.through ?? 0) >= needed
  }

  private func answer(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let work = l.recordings[place].work
    if l.subject.family == .upload {
      guard l.subject.isWanted, work.outcome == .empty, l.subject.range == work.last else { return }
      if !l.isWhole(work.last, place) { docket.premise(.bulkEmptyLeafFails, l.stamp) }
    } else if l.subject.family == .store {
      keepingFailed(place, &l, &docket)
    }
  }

  private func keepingFailed(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard r.work.hasFailedToKeep, l.subject.family == .store, let row = l.subject.row else {
      return
    }
    guard row.state.isActive, row.raw == nil, r.cancelled == nil else { return }
    docket.premise(.bulkCheckpointFailureStops, l.stamp)
  }

  private func write(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.find(l.faultOfKeeping(), of: Self.own, &l)
    let r = l.recordings[place]
    guard let row = l.endingRow, row.attempt == r.work.attempt, l.hasFailedLaterLeaf(place) else {
      return
    }
    docket.premise(.bulkLaterFailureKeepsCheckpoint, l.stamp)
    let durable = r.disk?.checkpoint?.through ?? 0
    let why: String
    if row.state == .success {
      why = "it was stored as a success"
    } else if row.checkpoint?.through ?? 0 < durable, row.raw == nil {
      why = "the checkpoint goes only to sample \(row.checkpoint?.through ?? 0)"
    } else if !r.source.hasAudio {
      why = "the source is gone"
    } else {
      return
    }
    docket.find(
      .bulkLaterFailureKeepsCheckpoint, l.stamp, r.id,
      "A later part failed, and what had been recognized before it was not kept as it should be.",
      expected: "failed, with the text through sample \(durable) and the whole source",
      observed: why)
  }
}

extension Ledger {
  /// Whether a leaf of the attempt under way failed for good after another one was accepted.
  func hasFailedLaterLeaf(_ place: Int) -> Bool {
    let r = recordings[place]
    guard r.cancelled == nil, r.work.last >= 0, !r.work.pieces.isEmpty else { return false }
    switch r.work.outcome {
    case .accepted, .doubtful, .pending: return false
    case .empty, .unfit, .permanent, .transient, .lost, .bodyLost, .rejected, .unlisted, .oversize,
      .localFailed, .exportFailed:
      return r.work.through < r.source.samples
    }
  }
}
