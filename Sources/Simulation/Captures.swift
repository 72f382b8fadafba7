import Contract

// The microphone: it belongs to the world, the engine only writes what it delivers.
//
// Chunks of half a second follow each other from the moment the opening was delivered, so a held
// opening shifts the clip. `stop` brings the rest as one short chunk after 10 ms and the proof
// 20 ms later; a microphone may also lie, starve, go away, be taken by another use, or never answer.

/// Where the clip of a capture stands.
struct CaptureState {
  /// Whether the microphone runs.
  var isOn = false
  var isStopping = false
  /// Samples delivered so far.
  var delivered = 0
  /// Chunks delivered so far.
  var chunks = 0
  /// When the last chunk ended.
  var chunkEnd: Int64 = 0
  /// Samples that the device had taken when it was told to stop.
  var taken: Int = 0
  /// Whether it is about to open.
  var isOpening = false
  /// Whether it lost its device while its process slept.
  var isLost = false
  /// Since when another use has had the hardware; nil while it is the capture's.
  var takenSince: Int64?
  /// When the proof is ready that follows the last short chunk.
  var proofAt: Int64?
}

extension World {
  private var chunkTime: Int64 { theCase.hasFineMicrophone ? 100_000_000 : 500_000_000 }
  private var chunkSamples: Int { theCase.hasFineMicrophone ? sampleRate / 10 : sampleRate / 2 }

  private mutating func microphone(_ r: Int) -> Microphone {
    guard case .microphone(let m) = requests[r].answer else { return Microphone() }
    return m
  }

  /// Opens the microphone, if the journal and the partial are there and nobody else has it.
  mutating func beginCapture(_ r: Int, _ recording: RecordingID) {
    let hasRow = store.rows().contains { $0.recording == recording && $0.state == .capturing }
    let hasFile = store.files().contains(FileRef(recording, .partial))
    if !hasRow || !hasFile {
      deeds.append(.refused(.captureBeforeJournal))
      return endCapture(r, after: 10_000_000)
    }
    if requests.contains(where: { $0.capture.isOn || $0.capture.isOpening }) {
      deeds.append(.refused(.captureWhileCapturing))
      return endCapture(r, after: 10_000_000)
    }
    if requests[r].isNever { return }
    let m = microphone(r)
    switch m.end {
    case .denied, .unsupported: return endCapture(r, after: 10_000_000)
    case .neverOpens: return
    case .usual, .stopNeverAnswered, .stopAnsweredAfter, .lostAt, .formatChangesAt, .starvesAt:
      break
    }
    requests[r].capture.isOpening = true
    addAnswer(r, .began, at: now &+ m.opensAfter.count, task: .began(r))
  }

  private mutating func endCapture(_ r: Int, after delay: Int64) {
    addAnswer(r, .done, at: now + delay, task: .captureEnds(r))
  }

  mutating func captureBegan(_ r: Int, _ item: Item) {
    requests[r].capture.isOpening = false
    requests[r].capture.isOn = true
    requests[r].capture.chunkEnd = now
    emit(
      .did(.microphone(recording(of: r), isOn: true)), requests[r].object,
      processes[requests[r].process].id)
    if !hasStarved(r) { addChunk(r, at: now + chunkTime) }
    deliver(
      .progress(requests[r].ticket, .captureBegan(rate: sampleRate)), item.identity,
      to: requests[r].process)
  }

  private mutating func recording(of r: Int) -> RecordingID {
    guard case .capture(let recording, _) = requests[r].request else { return RecordingID(0) }
    return recording
  }

  private mutating func addChunk(_ r: Int, at ready: Int64) {
    let number = UInt16(clamping: requests[r].capture.chunks + 1)
    agenda.add(
      Item(
        ready: ready, rank: Rank.frames, isHard: true,
        role: processes[requests[r].process].id.role, process: Int16(requests[r].process),
        identity: requests[r].object.saying(.frames).numbered(number), task: .chunk(r)))
  }

  mutating func chunk(_ r: Int, _ item: Item) {
    let place = requests[r].capture.chunks + 1
    if requests[r].capture.isLost { return breakOff(r, .deviceLost, item) }
    switch microphone(r).end {
    case .lostAt(place) where !requests[r].capture.isStopping:
      return breakOff(r, .deviceLost, item)
    case .formatChangesAt(place) where !requests[r].capture.isStopping:
      return breakOff(r, .formatChanged, item)
    case .usual, .stopNeverAnswered, .stopAnsweredAfter, .denied, .unsupported, .lostAt,
      .formatChangesAt, .starvesAt, .neverOpens:
      break
    }
    if microphone(r).takenAt == place, !requests[r].capture.isStopping {
      requests[r].capture.takenSince = now
      // The place in the clip stays, and the chunk that was under way is lost to the other use.
      requests[r].capture.chunks = place
      return
    }
    var count = chunkSamples
    if requests[r].capture.isStopping {
      count = requests[r].capture.taken
      _ = turnOff(r)
      addProof(r)
    } else {
      requests[r].capture.chunkEnd = now
      requests[r].capture.chunks = place
      if !hasStarved(r) { addChunk(r, at: now + chunkTime) }
    }
    requests[r].capture.chunks = place
    deliverFrames(r, place, count, item)
  }

  /// The proof follows what it is about.
  private mutating func addProof(_ r: Int) {
    guard let at = requests[r].capture.proofAt else { return }
    requests[r].capture.proofAt = nil
    addAnswer(r, .done, at: max(at, now), task: .captureEnds(r))
  }

  private mutating func deliverFrames(_ r: Int, _ place: Int, _ count: Int, _ item: Item) {
    let span = Span(
      clip: recording(of: r).rawValue, from: requests[r].capture.delivered, count: count)
    requests[r].capture.delivered += count
    let isZero = microphone(r).isZero(chunk: place)
    if isZero { sounds.noteZeros(span) }
    let level = isZero ? .digitalZero : sounds.level(from: span.from, count: count)
    emitDeeds(requests[r].object, processes[requests[r].process].id)
    deliver(
      .progress(requests[r].ticket, .frames(span, level)), item.identity,
      to: requests[r].process)
  }

  /// The clip ends here by itself.
  private mutating func breakOff(_ r: Int, _ why: Progress, _ item: Item) {
    agenda.removeRequest(r)
    _ = turnOff(r)
    emitDeeds(requests[r].object, processes[requests[r].process].id)
    requests[r].capture.isStopping = true
    addAnswer(r, .done, at: now + 20_000_000, task: .captureEnds(r))
    deliver(.progress(requests[r].ticket, why), item.identity, to: requests[r].process)
  }

  /// Ends a capture gracefully.
  mutating func stopCapture(_ r: Int) {
    guard case .capture = requests[r].request, !requests[r].capture.isStopping,
      !requests[r].heedsCancel, requests[r].outcome == nil
    else { return }
    requests[r].capture.isStopping = true
    requests[r].capture.isOpening = false
    agenda.removeRequest(r)
    if requests[r].capture.isOn {
      let elapsed = now - requests[r].capture.chunkEnd
      let rest = Int(min(elapsed, chunkTime) * Int64(sampleRate) / 1_000_000_000)
      requests[r].capture.taken = hasStarved(r) ? 0 : rest
    }
    switch microphone(r).end {
    case .stopNeverAnswered: break
    case .stopAnsweredAfter(let delay): requests[r].capture.proofAt = now &+ delay.count
    case .usual, .denied, .unsupported, .lostAt, .formatChangesAt, .starvesAt, .neverOpens:
      if !requests[r].isNever { requests[r].capture.proofAt = now + 30_000_000 }
    }
    if requests[r].capture.taken > 0 {
      addChunk(r, at: now + 10_000_000)
    } else {
      _ = turnOff(r)
      addProof(r)
    }
    emitDeeds(requests[r].object, processes[requests[r].process].id)
  }

  /// The engine builds the microphone anew; while another use has the hardware, in vain.
  mutating func rebuildMicrophone(_ r: Int) {
    guard let since = requests[r].capture.takenSince, requests[r].capture.isOn,
      !requests[r].capture.isStopping, now >= since &+ microphone(r).takenFor.count
    else { return }
    requests[r].capture.takenSince = nil
    requests[r].capture.chunkEnd = now
    if !hasStarved(r) { addChunk(r, at: now + chunkTime) }
  }

  private mutating func hasStarved(_ r: Int) -> Bool {
    if requests[r].capture.takenSince != nil { return true }
    guard case .starvesAt(let n) = microphone(r).end else { return false }
    return requests[r].capture.chunks + 1 >= n
  }

  mutating func captureEnds(_ r: Int, _ item: Item) {
    _ = turnOff(r)
    let outcome: Outcome
    switch microphone(r).end {
    case .denied: outcome = .captureFailed(.denied)
    case .unsupported: outcome = .captureFailed(.formatUnsupported)
    case .usual, .stopNeverAnswered, .stopAnsweredAfter, .lostAt, .formatChangesAt, .starvesAt,
      .neverOpens:
      let wasRefused = !requests[r].capture.isStopping
      outcome =
        wasRefused
        ? .captureFailed(.formatUnsupported)
        : .captured(samples: requests[r].capture.delivered)
    }
    tell(outcome, of: r, item)
  }

  /// Turns the microphone of a capture off; true if the request is one.
  mutating func turnOff(_ r: Int) -> Bool {
    guard case .capture(let recording, _) = requests[r].request else { return false }
    requests[r].capture.isOpening = false
    if requests[r].capture.isOn {
      requests[r].capture.isOn = false
      deeds.append(.microphone(recording, isOn: false))
    }
    return true
  }

  /// A process is gone, and with it every microphone it held.
  mutating func stopMicrophones(of p: Int) {
    for r in requests.indices where requests[r].process == p { _ = turnOff(r) }
  }

  /// What the microphone took while its process slept is not delivered later: in place of the
  /// first chunk that was due, the device is lost.
  mutating func dropOverdueChunks(of p: Int) {
    for r in requests.indices
    where requests[r].process == p && requests[r].capture.isOn
      && now - requests[r].capture.chunkEnd > chunkTime && !requests[r].capture.isStopping
      && requests[r].capture.takenSince == nil
    {
      requests[r].capture.isLost = true
    }
  }
}
