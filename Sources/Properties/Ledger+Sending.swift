import Contract

// What is wrong with sending, cutting out or keeping something, given all that came before it in
// the attempt. Several families look at one request; each tells what is its own.
extension Ledger {
  /// What is wrong with the recognition that was just asked for; nil for nothing.
  @inline(__always)
  mutating func faultOfSending() -> Fault? {
    guard about >= 0, subject.range >= 0 else { return nil }
    if sending.look != look { sending = (look, findFaultOfSending()) }
    return sending.fault
  }

  private mutating func findFaultOfSending() -> Fault? {
    if subject.family == .upload {
      return parallel() ?? afterFailure() ?? repeated() ?? outOfOrder() ?? tooSmall()
    }
    if subject.family == .local { return parallel() ?? secondJob() ?? afterFailure() }
    if subject.family == .export { return afterFailure() ?? tooSmall() }
    return nil
  }

  private var work: WorkFacts { _read { yield recordings[about].work } }
  private var range: RangeFacts { recordings[about].ranges[subject.range] }

  private func parallel() -> Fault? {
    let record = subject.record
    let attempt = subject.attempt
    var other = Family.none
    _ = isOpen(about) { open in
      guard open.record != record, open.attempt == attempt, open.isWanted else { return false }
      let isSending =
        open.family == .upload && (open.status == 0 || open.status == 200)
        || open.family == .local
      if isSending { other = open.family }
      return isSending
    }
    if other == .none { return nil }
    if other == .local || subject.family == .local {
      return Fault(
        .recognizeBounded, "The recording was being recognized twice at the same time.",
        expected: "one local job, or requests one after the other",
        observed: "\(subject.family.word) while \(other.word) goes on")
    }
    return Fault(
      .bulkOneUploadAtATime, "Two parts of the recording were on their way at the same time.",
      expected: "one upload at a time", observed: "a second one while the first goes on")
  }

  private func secondJob() -> Fault? {
    guard work.localJobs > 1 else { return nil }
    switch work.earlier.outcome {
    case .localFailed:
      return Fault(
        .recognizeLocalFailureResetsEngine,
        "Recognition on the device had failed, and it was begun again without being asked.",
        expected: "the attempt fails after one job", observed: "another job in the same attempt")
    case .empty: return afterFailure()
    case .pending, .accepted, .doubtful, .unfit, .permanent, .transient, .lost, .bodyLost,
      .rejected, .unlisted, .oversize, .exportFailed:
      return Fault(
        .recognizeBounded, "The recording was recognized on the device more than once.",
        expected: "a single local job in an attempt", observed: "\(work.localJobs) jobs")
    }
  }

  /// Going on after something that ends the attempt.
  private func afterFailure() -> Fault? {
    if work.hasFailedExport, work.attempt == subject.attempt {
      return Fault(
        .recognizeExportFailureKeepsSource,
        "The audio could not be prepared, and the app went on as if it had been.",
        expected: "the attempt is failed", observed: "\(subject.family.word) in the same attempt")
    }
    if work.hasFailedToKeep, work.attempt == subject.attempt {
      return Fault(
        .bulkCheckpointFailureStops,
        "Text could not be stored, and the app went on with the next part of the recording.",
        expected: "no later part is worked on", observed: "\(subject.family.word) of another part")
    }
    let isFirst = subject.family == .export
    let outcome = isFirst ? work.outcome : work.earlier.outcome
    let last = isFirst ? work.last : work.earlier.range
    guard last >= 0, work.attempt == subject.attempt,
      let clause = ended(by: outcome, isWhole: isWhole(last, about))
    else { return nil }
    return Fault(
      clause, sentence(of: outcome), expected: "the attempt fails at once",
      observed: subject.range == last ? "the same part again" : "another part was asked for")
  }

  /// The clause under which an outcome ends its attempt; nil for one that does not.
  private func ended(by outcome: LeafOutcome, isWhole: Bool) -> ClauseID? {
    switch outcome {
    case .permanent: .requestPermanent4xxOnce
    case .unfit: .requestMalformedOnce
    case .unlisted: .requestUnlistedStatus
    case .oversize: .requestBodySizeCapped
    case .empty: isWhole ? .recognizeNoSpeechIsTerminal : .bulkEmptyLeafFails
    case .localFailed: .recognizeLocalFailureResetsEngine
    case .pending, .accepted, .doubtful, .transient, .lost, .bodyLost, .rejected, .exportFailed:
      nil
    }
  }

  private func sentence(of outcome: LeafOutcome) -> String {
    switch outcome {
    case .permanent:
      "The service had refused for good, and the audio was sent once more."
    case .unfit, .unlisted, .oversize:
      "The answer could not be used, and the audio was sent once more."
    case .empty: "A part came back without text, and the app went on without it."
    case .localFailed: "Recognition on the device had failed, and the app went on."
    case .pending, .accepted, .doubtful, .transient, .lost, .bodyLost, .rejected, .exportFailed:
      "The app went on."
    }
  }

  /// Sending again what may not be sent again.
  private func repeated() -> Fault? {
    let last = work.earlier.range
    if last == subject.range, work.earlier.outcome == .doubtful {
      return Fault(
        .requestMalformedOnce, "The answer could not be used, and the audio was sent once more.",
        expected: "one attempt", observed: "the same part again")
    }
    if work.holds(from: range.from, end: range.end) {
      return Fault(
        .request413SplitsRejectedLeafOnly,
        "A part that had been recognized already was sent again.",
        expected: "accepted audio is never sent again",
        observed: "samples \(range.from)..<\(range.end) once more")
    }
    if last >= 0, work.earlier.outcome == .rejected, let fault = split(after: last) { return fault }
    if range.overlaps {
      return Fault(
        .request413SplitsRejectedLeafOnly, "Parts of the recording overlap, so words come twice.",
        expected: "parts that hold each other or are apart",
        observed: "samples \(range.from)..<\(range.end) across an earlier part")
    }
    return range.tries > Budgets.tries ? tooOften() : nil
  }

  private func split(after last: Int) -> Fault? {
    let rejected = recordings[about].ranges[last]
    let isInside = range.from == rejected.from && range.end <= rejected.end
    if isInside, range.count < rejected.count { return nil }
    return Fault(
      .request413SplitsRejectedLeafOnly,
      "The service found a part too large, and what was sent next is not a piece of it.",
      expected: "a smaller part that begins at sample \(rejected.from)",
      observed: "samples \(range.from)..<\(range.end)")
  }

  private func tooOften() -> Fault {
    let clause: ClauseID
    if range.kinds == .status {
      clause = .requestTransientStatusBounded
    } else if range.kinds == .body {
      clause = .requestBodyLossIsTransient
    } else {
      clause = .requestTransportLossBounded
    }
    return Fault(
      clause, "The app kept sending a request that had failed three times.",
      expected: "at most \(Budgets.tries) tries", observed: "try \(range.tries)")
  }

  private func outOfOrder() -> Fault? {
    if work.earlier.range < 0 {
      if range.from == 0 { return nil }
      if let base = work.base {
        if range.from == base.checkpoint?.through { return nil }
        return Fault(
          .retryKeepsEarlierText,
          "A retry went on at another place than where the text so far ends.",
          expected: "from the start, or from sample \(base.checkpoint?.through ?? 0)",
          observed: "from sample \(range.from)")
      }
    }
    let next = work.earlier.range < 0 ? 0 : work.through
    if range.from <= next { return nil }
    return Fault(
      .bulkOneUploadAtATime, "A part of the recording was left out.",
      expected: "the part that begins at sample \(next)",
      observed: "the part that begins at sample \(range.from)")
  }

  /// A piece of a rejected leaf that is too small or too deep.
  private func tooSmall() -> Fault? {
    var depth = 0
    var smallest: RangeFacts?
    for r in recordings[about].ranges where r.attempt == subject.attempt && r.isRejected {
      guard r.from <= range.from, r.end >= range.end, r.count > range.count else { continue }
      depth += 1
      if r.count < smallest?.count ?? .max { smallest = r }
    }
    guard let smallest else { return nil }
    let limits = self[role].limits
    // What is left over at the end of a refused part may be small.
    let isSmall = range.count < limits.minimumLeaf && range.end != smallest.end
    guard isSmall || depth > limits.splitDepth else { return nil }
    return Fault(
      .request413Bounded, "The app kept cutting the audio smaller, however small it was refused.",
      expected:
        "at most \(limits.splitDepth) splits, and no part under \(limits.minimumLeaf) samples",
      observed: "split \(depth), \(range.count) samples")
  }

  /// What is wrong with the text that the write at hand would keep; nil for nothing.
  mutating func faultOfKeeping() -> Fault? {
    if keeping.look != look { keeping = (look, findFaultOfKeeping()) }
    return keeping.fault
  }

  private mutating func findFaultOfKeeping() -> Fault? {
    guard about >= 0, let row = subject.row, recordings[about].isInWork else { return nil }
    // Where nothing was ever sent, the only text that there can be is live text.
    if recordings[about].ranges.isEmpty {
      if let raw = row.raw { return borrowed(raw) }
      return nil
    }
    guard work.last >= 0, row.attempt == work.attempt else { return nil }
    let known = recordings[about].row
    if let checkpoint = row.checkpoint, checkpoint != known?.checkpoint,
      checkpoint != work.base?.checkpoint
    {
      if checkpoint.through > work.through { return borrowed(checkpoint.text) ?? uncovered() }
      if !work.merged(through: checkpoint.through).saysSame(as: checkpoint.text) {
        return altered(checkpoint.text)
      }
    }
    let text: String
    if let raw = row.raw {
      if raw == known?.raw || raw == work.base?.raw { return nil }
      text = raw
    } else {
      guard row.state == .success, let final = row.final else { return nil }
      text = final
    }
    if work.through < recordings[about].source.samples { return borrowed(text) ?? uncovered() }
    if row.raw == nil || work.merged(through: .max).saysSame(as: text) { return nil }
    return borrowed(text) ?? altered(text)
  }

  /// Nobody has transcribed the recording of a meeting: what was kept is what was shown while it
  /// ran.
  private func borrowed(_ text: String) -> Fault? {
    let live = recordings[about].liveText
    guard !live.isEmpty, live.saysSame(as: text) else { return nil }
    return Fault(
      .relayRecordingOutlivesRelay,
      "The live text of a meeting was kept in place of a transcript of its recording.",
      expected: "the recording is transcribed, up to sample \(recordings[about].source.samples)",
      observed: "\"\(live.prefix(80))\", transcribed up to sample \(work.through)")
  }

  private func uncovered() -> Fault {
    let clause: ClauseID
    switch work.outcome {
    case .empty:
      clause = isWhole(work.last, about) ? .recognizeNoSpeechIsTerminal : .bulkEmptyLeafFails
    case .rejected: clause = .request413SplitsRejectedLeafOnly
    case .localFailed: clause = .recognizeFailureKeepsEvidence
    case .accepted, .doubtful: clause = .bulkEmptyLeafFails
    case .unfit, .unlisted: clause = .requestComplete200Only
    case .pending, .permanent, .transient, .lost, .bodyLost, .oversize, .exportFailed:
      clause = work.pieces.isEmpty ? .requestComplete200Only : .bulkLaterFailureKeepsCheckpoint
    }
    return Fault(
      clause, "The text of a recording was kept as if it were there, and a part of it never came.",
      expected: "text only for what was answered, up to sample \(work.through)",
      observed: "more than that, after \(work.outcome)")
  }

  private func altered(_ text: String) -> Fault {
    let clause: ClauseID
    if work.pieces.contains(where: \.isLiteral) {
      clause = .requestLiteralJsonText
    } else if work.isResumed {
      clause = .retryKeepsEarlierText
    } else {
      clause = work.pieces.count > 1 ? .bulkCheckpointBeforeNextLeaf : .requestComplete200Only
    }
    return Fault(
      clause, "The text that was kept is not the text that was recognized.",
      expected: "\"\(work.merged(through: .max))\"", observed: "\"\(text)\"")
  }
}
