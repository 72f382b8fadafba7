import Contract

// What a launch may ask for, given what it has found.
extension RelaunchClauses {
  mutating func request(_ l: inout Ledger, _ docket: inout Docket) {
    if isStale { stale(&l, &docket) }
    switch l.subject.request {
    case .store(.quarantine): hasSetAside = true
    case .store(.write), .store(.tombstone): overwrites(&l, &docket)
    case .store, .file, .capture, .exportLeaf, .upload, .recognizeLocally, .resetEngine, .cleanUp,
      .deliver, .writeClipboard, .restoreClipboard, .reportUsage, .post, .dial, .insert:
      break
    }
    guard l.role == .app else { return }
    if case .post(let handoff) = l.subject.request {
      guard case .text(let id, _, _) = handoff.kind else { return }
      return resumes(l.place(of: id), &l, &docket)
    }
    guard l.about >= 0 else { return }
    let place = l.about
    switch l.subject.request {
    case .capture, .exportLeaf, .upload, .recognizeLocally, .cleanUp, .deliver, .writeClipboard:
      resumes(place, &l, &docket)
    case .store(.write(let row, _)): write(row, place, &l, &docket)
    case .store(.purge(let all)): for id in all { touches(l.place(of: id), "a purge", &l, &docket) }
    case .file(.promote), .file(.remove), .file(.append), .file(.close), .file(.create):
      keeps(place, &l, &docket)
    case .store, .file, .resetEngine, .restoreClipboard, .reportUsage, .post, .dial, .insert: break
    }
  }

  /// A hand-off that is too old means nothing any more.
  private func stale(_ l: inout Ledger, _ docket: inout Docket) {
    switch l.subject.request {
    case .capture, .store(.write), .file(.create), .deliver, .upload: break
    case .store, .file, .exportLeaf, .recognizeLocally, .resetEngine, .cleanUp, .writeClipboard,
      .restoreClipboard, .reportUsage, .post, .dial, .insert:
      return
    }
    docket.find(
      .relaunchSurfacesExpire, l.stamp, l.name(l.about),
      "The app did what somebody had asked for long ago.",
      expected: "a hand-off older than \(Budgets.handoffAge) is ignored",
      observed: "\(l.subject.family.word) because of it")
  }

  private func overwrites(_ l: inout Ledger, _ docket: inout Docket) {
    guard corrupt >= 0, !hasSetAside, l.role == .app else { return }
    docket.find(
      .relaunchCorruptStorePreserved, l.stamp, nil,
      "History could not be opened, and the app went on to write into it.",
      expected: "it is set aside first", observed: "\(l.subject.family.word) before that")
  }

  /// Nothing goes on that nobody has asked for since the launch.
  private func resumes(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if states[place].asked == l[.app].id { return }
    docket.premise(.relaunchNeverAutoResumes, l.stamp)
    docket.find(
      .relaunchNeverAutoResumes, l.stamp, l.name(place),
      "After it was started again the app went on by itself with an old recording.",
      expected: "every further step waits for the person",
      observed: "\(l.subject.family.word) that nobody asked for")
  }

  // MARK: files and rows

  private func keeps(_ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard states[place].isUnreadable, !l.recordings[place].isDeleted,
      !l.recordings[place].knowsTombstone, states[place].asked != l[.app].id
    else { return }
    docket.find(
      .relaunchUnknownFilesKept, l.stamp, l.name(place),
      "A file that could not be read was not left as it was.",
      expected: "damaged files stay where and as they are", observed: "\(l.subject.family.word)")
  }

  private func touches(
    _ place: Int, _ observed: String, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard states[place].isDamaged, !l.recordings[place].isDeleted,
      !l.recordings[place].knowsTombstone
    else { return }
    docket.find(
      .relaunchDamagedRowsIsolated, l.stamp, l.name(place),
      "A damaged entry of History was not set apart but written over or removed.",
      expected: "a damaged entry stays as it is", observed: observed)
  }

  private mutating func write(
    _ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    touches(place, "a write", &l, &docket)
    guard states[place].asked != l[.app].id, !l.recordings[place].isDeleted else { return }
    if states[place].isUnreadable, !states[place].isOrphan, l.recordings[place].row == nil {
      docket.find(
        .relaunchUnknownFilesKept, l.stamp, l.name(place),
        "A file that cannot be read was put into History as a recording.",
        expected: "only readable files are adopted", observed: "a \(row.state) entry for it")
    }
    if let found = states[place].found, row.attempt == found.attempt {
      normalizes(found, row, &l, &docket)
    }
    guard states[place].found != nil || states[place].isOrphan else { return }
    same(row, place, &l, &docket)
  }

  /// The end that a launch gives to an active row.
  private func normalizes(
    _ found: Row, _ row: Row, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let promotes = l[.app].dialect.durableRaw == .success && found.raw?.isEmpty == false
    let why: String
    if row.state != (promotes ? .success : .failed) {
      why = "\(row.state)"
    } else if found.checkpoint?.through ?? 0 > row.checkpoint?.through ?? 0 {
      why = "without its checkpoint"
    } else if found.raw != nil, row.raw == nil {
      why = "without its text"
    } else if found.final != nil, row.final == nil {
      why = "without its earlier text"
    } else if promotes, row.final != row.raw, row.final != found.final {
      why = "with another text than the recognized one"
    } else {
      return
    }
    docket.find(
      .relaunchActiveBecomesRecoverableFailure, l.stamp, row.recording,
      "What the app had been working on when it ended was not kept as it should be.",
      expected: promotes ? "a success with the raw text" : "failed, with all there was of it",
      observed: why)
  }

  /// A launch after a crash in the middle of recovery comes to the same.
  private mutating func same(
    _ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let known = l.recordings[place].row
    guard states[place].made == nil else { return }
    states[place].made = (known, row)
    guard let before = states[place].before, before.row == known, !states[place].hadFault else {
      return
    }
    docket.premise(.relaunchIdempotent, l.stamp)
    if before.made == row { return }
    docket.find(
      .relaunchIdempotent, l.stamp, row.recording,
      "Starting the app twice made something else of a recording than starting it once.",
      expected: "\(before.made.state), \(before.made.reason), \(before.made.integrity)",
      observed: "\(row.state), \(row.reason), \(row.integrity)")
  }
}
