import Contract

extension Ledger {
  /// Takes something that came true outside the engine.
  mutating func take(_ deed: borrowing Deed) {
    switch deed {
    case .microphone(let id, let isOn):
      about = place(of: id)
      recordings[about].isMicrophoneOn = isOn
    case .refused(let refusal): takeRefusal(refusal)
    case .rowWritten(_, let after): takeRow(after)
    case .tombstoned(let all):
      for t in all { recordings[place(of: t.recording)].hasTombstone = true }
      about = all.count == 1 ? place(of: all[0].recording) : -1
    case .purged(let all):
      for id in all {
        let n = place(of: id)
        recordings[n].disk = nil
        recordings[n].rowEpoch = epoch
      }
      about = all.count == 1 ? place(of: all[0]) : -1
    case .created(let file): change(file) { $0 = FileState(exists: true) }
    case .appended(let file, let span): append(file, span)
    case .closed(let file, let samples): change(file) { $0.closed = samples }
    case .fileDurable(let file, let samples): change(file) { $0.durable = samples }
    case .renamed(let from, let to, _): rename(from, to)
    case .removed(let file): remove(file)
    case .heard(let file, _, _): about = place(of: file.recording)
    case .landed(let target, let text):
      landings.append(Landing(record: stamp.record, target: target, text: text))
    case .clipboard(let change, _, let byApp): clipboard = (change, byApp)
    case .usageCounted(let id, _): about = place(of: id)
    // The promises are checked against a survey before it is taken for the truth.
    case .survived: about = -1
    case .quarantined: takeSetAside()
    case .leg(let id, _, _): about = place(of: id)
    case .storeOpened, .meant, .askedCleanup, .posted: break
    }
  }

  /// A History that was set aside holds nothing any more. What this life has not read or begun
  /// itself, it can know from the files alone.
  private mutating func takeSetAside() {
    for n in recordings.indices {
      recordings[n].disk = nil
      recordings[n].rowEpoch = epoch
      guard recordings[n].row == nil, !recordings[n].isActive, !self[.app].hasInventory,
        recordings[n].started == nil || recordings[n].hasTombstone
      else { continue }
      if recordings[n].hasTombstone { recordings[n].isDeleted = false }
      recordings[n].hasTombstone = false
      recordings[n].knowsTombstone = false
      recordings[n].attempt = 0
      recordings[n].floor = 0
    }
    about = -1
  }

  /// What a crash has left replaces what was on the device.
  mutating func take(_ survey: Survey) {
    for row in survey.rows { _ = place(of: row.recording) }
    for found in survey.files { _ = place(of: found.file.recording) }
    for n in recordings.indices {
      let id = recordings[n].id
      recordings[n].disk = survey.row(id)
      recordings[n].rowEpoch = epoch
      // Of files that nobody has spoken of yet, the launch will tell more.
      if recordings[n].fileEpoch >= 0 { recordings[n].fileEpoch = epoch }
      recordings[n].hasTombstone = survey.tombstones.contains { $0.recording == id }
      if !recordings[n].hasTombstone { recordings[n].isDeleted = false }
      recordings[n].attempt = recordings[n].disk?.attempt ?? 0
      recordings[n].floor = recordings[n].attempt
      // A name may have moved without anybody having been told.
      let (partial, source) = (recordings[n].partial, recordings[n].source)
      // A partial that is gone may have moved, but never to more audio than it had.
      let found = survey.file(FileRef(id, .source))
      let hasMoved =
        partial.exists && survey.file(FileRef(id, .partial)) == nil
        && found?.byLength ?? 0 <= partial.samples
      if !source.exists, hasMoved { recordings[n].isSourceOurs = true }
      recordings[n].partial = left(
        survey.file(FileRef(id, .partial)), of: partial.exists ? partial : source)
      recordings[n].source = left(
        survey.file(FileRef(id, .source)), of: source.exists ? source : partial)
      if !source.exists, !hasMoved, let found, found.strict == found.byLength {
        // It has not come from there.
        recordings[n].source.isWhole = found.intact >= found.byLength
        recordings[n].source.closed = found.byLength
      }
      // Frames that were on their way, or there and not yet safe, are nobody's fault.
      let wasHeard = partial.hasAudio || source.hasAudio || recordings[n].asked > 0
      if wasHeard, !recordings[n].audio.hasAudio {
        recordings[n].isLost = true
      }
      recordings[n].leafFiles = survey.files.compactMap {
        guard $0.file.recording == id, case .leaf(let number) = $0.file.kind else { return nil }
        return number
      }
    }
    about = -1
  }

  private func left(_ found: SurveyedFile?, of old: FileState) -> FileState {
    guard let found else { return .absent }
    var state = FileState(exists: true)
    state.samples = found.byLength
    state.durable = found.byLength
    state.isWhole = old.isWhole && found.intact >= found.byLength
    // Closed is what says so and holds as much.
    if found.strict == found.byLength, old.closed == found.byLength { state.closed = old.closed }
    return state
  }

  /// A refused request does nothing; the newest of its kind is the one.
  private mutating func takeRefusal(_ refusal: Denial) {
    let slot = Int(role.rawValue)
    for n in processes[slot].open.indices.reversed() {
      guard isRefused(processes[slot].open[n], refusal) else { continue }
      let place = processes[slot].open[n].recording
      if processes[slot].open[n].counts == .capturing, place >= 0 {
        recordings[place].capturing = max(0, recordings[place].capturing - 1)
        if recordings[place].capturing == 0 { recordings[place].stage = .none }
      }
      processes[slot].open[n].counts = .nothing
      processes[slot].open[n].isRefused = true
      subject = processes[slot].open[n]
      about = place
      return
    }
  }

  private func isRefused(_ request: borrowing OpenRequest, _ refusal: Denial) -> Bool {
    switch refusal {
    case .captureBeforeJournal, .captureWhileCapturing:
      request.family == .capture && !request.isRefused
    case .noSuchFile:
      request.identity.object == stamp.identity.object
    }
  }

  private mutating func takeRow(_ after: Row) {
    about = place(of: after.recording)
    recordings[about].disk = after
    recordings[about].rowEpoch = epoch
    let slot = Int(role.rawValue)
    for n in processes[slot].open.indices {
      guard processes[slot].open[n].recording == about, !processes[slot].open[n].isExecuted,
        processes[slot].open[n].family == .store
      else { continue }
      guard processes[slot].open[n].row == after else { continue }
      processes[slot].open[n].isExecuted = true
      subject = processes[slot].open[n]
      return
    }
  }

  private mutating func change(_ file: FileRef, _ edit: (inout FileState) -> Void) {
    about = place(of: file.recording)
    recordings[about].fileEpoch = epoch
    switch file.kind {
    case .partial: edit(&recordings[about].partial)
    case .source: edit(&recordings[about].source)
    case .leaf: break
    }
  }

  private mutating func remove(_ file: FileRef) {
    var isAsked = false
    for process in processes {
      for open in process.open where open.family == .remove && open.recording >= 0 {
        if case .file(.remove(file)) = open.request { isAsked = true }
      }
    }
    var hadAudio = false
    change(file) {
      hadAudio = $0.hasAudio
      $0 = .absent
    }
    if hadAudio, !isAsked { recordings[about].isLost = true }
  }

  private mutating func append(_ file: FileRef, _ span: Span) {
    change(file) {
      if span.clip != file.recording.rawValue || span.from != $0.samples { $0.isWhole = false }
      $0.samples &+= span.count
    }
  }

  private mutating func rename(_ from: FileRef, _ to: FileRef) {
    var moved = FileState.absent
    change(from) {
      moved = $0
      $0 = .absent
    }
    moved.exists = true
    change(to) { $0 = moved }
    let place = place(of: to.recording)
    if to.kind == .source { recordings[place].isSourceOurs = true }
    if to.kind == .source, recordings[place].started == nil, recordings[place].captureAsked == nil {
      recordings[place].isRenamedAsFound = true
    }
  }
}
