import Contract

// Stops, ends, and what stands when all is over.
extension RelayClauses {
  // MARK: a person stops

  mutating func accepted(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .event(.person(let command)) = what, l.role == .app else { return }
    mayGiveUp = true
    switch command {
    case .stop(let id):
      for p in all.indices where id == nil || l.recordings[p].id == id {
        stopped(p, isCancel: false, &l, &docket)
      }
    case .cancel(let id), .delete(let id):
      let p = l.placed(id)
      if p >= 0, p < all.count { stopped(p, isCancel: true, &l, &docket) }
    case .clear: for p in all.indices { stopped(p, isCancel: true, &l, &docket) }
    case .redeliver(let id, _):
      let p = l.placed(id)
      if p >= 0, p < all.count { all[p].isWantedAgain = true }
    case .start, .retry, .change, .copy: break
    }
  }

  private mutating func stopped(
    _ p: Int, isCancel: Bool, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard !all[p].legs.isEmpty, all[p].ended == nil, !all[p].isDead else { return }
    docket.dues.discharge(.relayLadderBounded, p)
    if isCancel { all[p].isCancelled = true }
    guard all[p].stopped == nil else { return }
    all[p].stopped = l.now
    if let verdict = all[p].verdict { docket.dues.discharge(clause(of: verdict), p) }
    guard all[p].isUp else {
      all[p].isStoppedInGap = true
      return docket.premise(.relayStopDuringGapIsHonest, l.stamp)
    }
    if isCancel { return }
    docket.premise(.relayFinalizeThenWait, l.stamp)
    docket.dues.owe(
      Due(
        clause: .relayFinalizeThenWait, recording: p, role: l.role,
        by: l.now + Budgets.finalize + Budgets.drain + Budgets.drain + .seconds(5),
        isExcusable: false, sentence: "After the stop the app kept listening for more.",
        expected: "the end of the leg, \(Budgets.drain) after finalize at the latest",
        observed: "a leg that is still there"))
  }

  // MARK: the microphone and the audio path

  /// A capture is stopped, cancelled or given up.
  mutating func captureEnded(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    if isStarved { starved(p, &l, &docket) }
    all[p].sounded = nil
    if kind == .dictation, all[p].stopped == nil, let began = l.recordings[p].captureBegan,
      l.now - began >= Budgets.dictation - .seconds(2)
    {
      docket.premise(.relayDictationCap, l.stamp)
    }
    guard isRelayed, all[p].stopped == nil, !all[p].legs.isEmpty, !all[p].isDead else { return }
    let hasRung = all[p].isOn && all[p].rung < times.ladder.count
    if hasRung {
      docket.find(
        .relayMicrophoneStaysOpen, l.stamp, l.name(p),
        "A connection was lost, and the microphone was closed with it.",
        expected: "it stays open while there is a redial left", observed: "it is closed")
    } else if kind == .meeting {
      docket.find(
        .relayRecordingOutlivesRelay, l.stamp, l.name(p),
        "Live text ended, and the recording of the meeting with it.",
        expected: "the recording runs on", observed: "it is stopped")
    }
  }

  /// A dictation that goes on for longer than it may.
  func capped(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard kind == .dictation, let began = l.recordings[p].captureBegan,
      l.recordings[p].finalizing == nil, l.now - began > Budgets.dictation + .seconds(2)
    else { return }
    docket.find(
      .relayDictationCap, l.stamp, l.name(p), "A dictation went on for longer than it may.",
      expected: "a normal end after \(Budgets.dictation)", observed: "\(l.now - began)")
  }

  /// What the microphone brought goes to the file at once, whatever the relay does.
  private func judgePath(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    docket.premise(.streamCallbackNeverBlocks, l.stamp)
    let r = l.recordings[p]
    guard r.asked < r.delivered, r.trouble.isEmpty, r.cancelled == nil, !r.isDeleted,
      !l.isOpen(p, where: { $0.family == .append })
    else { return }
    docket.find(
      .streamCallbackNeverBlocks, l.stamp, r.id,
      "What the microphone heard was not written while something else was waited for.",
      expected: "every chunk goes to the file at once, up to sample \(r.delivered)",
      observed: "up to sample \(r.asked)")
  }

  // MARK: the end of a live transcript

  mutating func isOver(
    _ missing: [Span], _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let wasOn = isSessionOn(p, &l)
    guard all[p].ended == nil else { return }
    all[p].ended = l.now
    over = p
    docket.dues.discharge(.relayLadderBounded, p)
    if let n = all[p].legs.indices.last {
      judgeOffset(p, n, &l, &docket)
      folded(p, n, &l, &docket)
    }
    if kind == .meeting, all[p].stopped == nil, l.isCapturing(p),
      l.recordings[p].finalizing == nil
    {
      docket.premise(.relayRecordingOutlivesRelay, l.stamp)
    }
    if wasOn, isRelayed, all[p].rung < times.ladder.count {
      docket.find(
        .relayMicrophoneStaysOpen, l.stamp, l.name(p),
        "A connection was lost, and live text was given up at once.",
        expected: "redial \(all[p].rung + 1) of \(times.ladder.count)", observed: "its end")
    }
    if isCalledOff(p, &l) { return }
    unsent(missing, p, &l, &docket)
    covered(missing, p, &l, &docket)
    var listed = 0
    for span in missing { listed += span.count }
    let isLarge = listed >= Budgets.hole || listed * 10 >= all[p].captured
    if listed >= 3 * sampleRate, isLarge { all[p].hole = listed }
  }

  /// What was kept for a leg that never came is named.
  private func unsent(
    _ missing: [Span], _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard all[p].isStoppedInGap else { return }
    let held = Stretch(from: all[p].unsent, end: all[p].captured)
    let left = rest(of: held, without: missing, p)
    guard left > Self.tenth else { return }
    docket.find(
      .relayStopDuringGapIsHonest, l.stamp, l.name(p),
      "Speech that was promised to be kept is not in the text, and nobody said so.",
      expected: "samples \(held.from) to \(held.end) are listed as missing",
      observed: "\(left) samples of them are not")
  }

  /// How many samples of a stretch are neither listed as missing nor in a settled sentence.
  private func rest(of stretch: Stretch, without missing: [Span], _ p: Int) -> Int {
    var cover: [Stretch] = []
    for span in missing { cover.append(Stretch(from: span.from, end: span.end)) }
    for s in all[p].settled {
      cover.append(Stretch(from: s.segment.from, end: s.segment.end))
    }
    cover.sort { $0.from < $1.from }
    var left = 0
    var at = stretch.from
    for c in cover where c.end > at {
      if c.from >= stretch.end { break }
      if c.from > at { left += min(c.from, stretch.end) - at }
      at = max(at, c.end)
    }
    return left + max(0, stretch.end - at)
  }

  /// Holes of a live transcript are disclosed.
  private func covered(
    _ missing: [Span], _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.relayCoverageDisclosed, l.stamp)
    var total = 0
    var longest = 0
    for stretch in all[p].spoken {
      let left = rest(of: stretch, without: missing, p)
      total += left
      longest = max(longest, left)
    }
    // Pauses between words are no holes: a tenth counts from three seconds on.
    let isHole =
      longest >= Budgets.hole
      || total >= 3 * sampleRate && total * 10 >= all[p].captured
    if isHole {
      docket.find(
        .relayCoverageDisclosed, l.stamp, l.name(p),
        "Live text has a hole, and nobody was told of it.",
        expected: "what is in no sentence is listed as missing",
        observed: "\(seconds(total)) of speech are not")
    }
    for span in missing {
      let listed = Stretch(from: span.from, end: span.end)
      for s in all[p].settled where s.isSane {
        let inside = min(listed.end, s.segment.end) &- max(listed.from, s.segment.from)
        guard inside > sampleRate / 2 else { continue }
        return docket.find(
          .relayCoverageDisclosed, l.stamp, l.name(p),
          "A piece was said to be missing that stands in the text.",
          expected: "what is in no sentence", observed: "\(span) and \(s.segment.id)")
      }
    }
  }

  // MARK: the end of a reaction

  mutating func reactionEnded(_ l: inout Ledger, _ docket: inout Docket) {
    defer {
      (isRelayed, isRerouted, mayGiveUp, isStarved) = (false, false, false, false)
      (silenced, over, heard) = (-1, -1, -1)
    }
    guard l.role == .app else { return }
    if isRerouted, silenced >= 0, l.recordings[silenced].cancelled == nil {
      docket.find(
        .lifecycleResumesUnprompted, l.stamp, l.name(silenced),
        "A call or another route ended the recording, though it could have run on.",
        expected: "the capture stays, or is rebuilt at once", observed: "it was ended")
    }
    for p in all.indices where all[p].sounded != nil && !all[p].isDead {
      judgeMicrophone(p, &l, &docket)
    }
    if heard >= 0, !all[heard].legs.isEmpty { judgePath(heard, &l, &docket) }
    for p in all.indices where !all[p].isDead && !all[p].legs.isEmpty {
      if all[p].ended == nil {
        let last = all[p].legs.count - 1
        followed(p, last, &l, &docket)
        if !isSessionOn(p, &l) { docket.dues.discharge(.relayLadderBounded, p) }
        judgeTail(p, last, &l, &docket)
        judgeLife(p, &l, &docket)
        judgeLine(p, &l, &docket)
        judgeReason(p, &l, &docket)
      } else if over == p {
        judgeReason(p, &l, &docket)
        judgeEnd(p, &l, &docket)
      } else if line == .error {
        judgeLine(p, &l, &docket)
      }
    }
  }

  /// The last words of a lost leg stay in sight until they are settled.
  private mutating func judgeTail(
    _ p: Int, _ last: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard all[p].legs[last].over != nil, all[p].tail.isEmpty, all[p].legs[last].hasSpoken else {
      return
    }
    folded(p, last, &l, &docket)
  }

  /// A meeting whose live text has ended says that the recording runs on.
  private mutating func judgeEnd(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard kind == .meeting, all[p].stopped == nil, l.isCapturing(p),
      l.recordings[p].finalizing == nil, l.recordings[p].cancelled == nil,
      all[p].verdict != nil || all[p].rung >= times.ladder.count
    else { return }
    let told = l.recordings[p].told
    if line == .liveOver, told.meets(Self.endings) { return }
    docket.find(
      .relayRecordingOutlivesRelay, l.stamp, l.name(p),
      "Live text ended, and nothing said that the recording runs on.",
      expected: "the line of a live transcript that is over, and a message",
      observed:
        "\(line.map { "\($0)" } ?? "nothing"), \(told.meets(Self.endings) ? "told" : "untold")")
  }

  // MARK: the end of a run

  mutating func finished(_ l: inout Ledger, _ docket: inout Docket) {
    for p in all.indices where !all[p].isDead && !all[p].legs.isEmpty {
      let r = l.recordings[p]
      if isCalledOff(p, &l) { continue }
      stored(p, r, &l, &docket)
      if all[p].ended == nil {
        docket.find(
          all[p].isStoppedInGap ? .relayStopDuringGapIsHonest : .relayCoverageDisclosed, l.stamp,
          r.id, "Live text just stopped, and nobody was told what is missing.",
          expected: "its end, and what is in none of its sentences", observed: "neither")
      } else if kind == .meeting, !r.told.meets(Self.disclosures), let hole = all[p].hole {
        docket.find(
          .relayCoverageDisclosed, l.stamp, r.id, "Live text has holes, and nobody was told.",
          expected: "\"\(Topic.liveHasGaps.words)\"",
          observed: "\(seconds(hole)) missing, untold")
      }
    }
  }

  private static var endings: TopicSet {
    [.of(.liveStopped), .of(.liveQuota), .of(.liveRefused)]
  }

  private static var disclosures: TopicSet { endings.union(.of(.liveHasGaps)) }

  /// Text that was settled is stored even where the audio could not be closed.
  private func stored(
    _ p: Int, _ r: RecordingFacts, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard all[p].hadAudioFailure, !all[p].settled.isEmpty, let row = r.disk else { return }
    docket.premise(.captureTextSurvivesAudioFailure, l.stamp)
    guard row.state == .failed, row.integrity != .complete, r.givenUp == nil else { return }
    for s in all[p].settled.prefix(all[p].settledAtEnd)
    where !(row.bestText ?? "").hasInside(s.segment.text) {
      return docket.find(
        .captureTextSurvivesAudioFailure, l.stamp, r.id,
        "The audio could not be closed, and the text that was there already went with it.",
        expected: "\"\(s.segment.text.prefix(80))\" in History",
        observed: row.bestText.map { "\"\($0.prefix(80))\"" } ?? "no text")
    }
  }
}
