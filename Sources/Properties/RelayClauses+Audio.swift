import Contract

// Every captured sample goes to one leg, in order, or was dropped by a hold that was full; and a
// leg is told where in the clip its first sample stands.
extension RelayClauses {
  /// A stretch is sent to a leg.
  mutating func sent(
    _ span: Span, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard span.count > 0 else { return }
    docket.premise(.relayEverySampleOnce, l.stamp)
    if all[p].legs[n].over != nil || n != all[p].legs.count - 1 {
      return docket.find(
        .relayOneLiveLeg, l.stamp, l.name(p), "Speech was sent to a connection that was over.",
        expected: "audio goes to the newest leg, while it lasts",
        observed: "\(span) to leg \(all[p].legs[n].number)")
    }
    if span.clip != l.recordings[p].id.rawValue || span.end > all[p].captured {
      docket.find(
        .relayEverySampleOnce, l.stamp, l.name(p),
        "Something was sent to be transcribed that the microphone never heard.",
        expected: "samples of this recording, up to \(all[p].captured)", observed: "\(span)")
    }
    all[p].legs[n].sent.isEmpty
      ? first(span, p, n, &l, &docket) : next(span, p, n, &l, &docket)
    all[p].legs[n].sent.join(Stretch(from: span.from, end: span.end))
    if span.end >= all[p].captured { all[p].legs[n].isCaughtUp = true }
  }

  /// The earliest sample that a full hold must still have, and the latest that it may begin with.
  private func bounds(_ p: Int) -> (earliest: Int, latest: Int) {
    let start = all[p].captured - times.hold
    return (start - all[p].chunk, start + all[p].chunk)
  }

  private mutating func first(
    _ span: Span, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let (must, may) = (all[p].must, all[p].may)
    let bounds = bounds(p)
    all[p].legs[n].known = span.from
    if all[p].captured - must > all[p].chunk {
      docket.premise(.relayHoldWhileDown, l.stamp)
      docket.premise(.relayAttachIsAtomic, l.stamp)
      docket.premise(.relayQueueFitsHold, l.stamp)
    }
    if span.from < may {
      twice(span, "sample \(may) on", p, &l, &docket)
    } else if span.from > must {
      if span.from <= bounds.latest {
        docket.premise(.relayDiscardKeepsClock, l.stamp)
        all[p].legs[n].before = must
      } else {
        all[p].legs[n].skipped = Stretch(from: max(must, bounds.latest), end: span.from)
      }
    }
    guard span.from < bounds.earliest else { return }
    docket.find(
      .relayHoldWhileDown, l.stamp, l.name(p),
      "More speech was kept for a lost connection than is promised to be kept.",
      expected: "at most \(seconds(times.hold)) of audio",
      observed: seconds(all[p].captured - span.from))
  }

  private mutating func next(
    _ span: Span, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let end = all[p].legs[n].sent.last?.end ?? span.from
    if let gap = all[p].legs[n].skipped {
      let isLate = gap.meets(Stretch(from: span.from, end: span.end))
      // Before the handshake has ended nobody knows yet whether it follows, or goes back.
      if !isLate, all[p].legs[n].opened == nil {
        if span.from < end { twice(span, "sample \(end) on", p, &l, &docket) }
        return
      }
      all[p].legs[n].skipped = nil
      if isLate {
        return docket.find(
          .relayAttachIsAtomic, l.stamp, l.name(p),
          "What was just said overtook what had been kept, so the words are out of order.",
          expected: "held audio first, in order", observed: "\(span) after sample \(end)")
      }
      unexplained(gap, p, n, &l, &docket)
    }
    if span.from < end { return twice(span, "sample \(end) on", p, &l, &docket) }
    guard span.from > end else { return }
    if span.from <= bounds(p).latest {
      docket.premise(.relayDiscardKeepsClock, l.stamp)
    } else if all[p].legs[n].isCaughtUp {
      unexplained(Stretch(from: end, end: span.from), p, n, &l, &docket)
    } else {
      all[p].legs[n].skipped = Stretch(from: end, end: span.from)
    }
  }

  private func twice(
    _ span: Span, _ expected: String, _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.find(
      .relayEverySampleOnce, l.stamp, l.name(p),
      "The same words were sent to be transcribed a second time.", expected: expected,
      observed: "\(span)")
  }

  /// A stretch that was captured, left out, and not sent later.
  private func unexplained(
    _ gap: Stretch, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let isFirst = all[p].legs[n].sent.count == 1 && gap.end <= all[p].legs[n].sent[0].from
    if isFirst, let returned = all[p].returned, returned.meets(gap) {
      docket.find(
        .relayFailedAttachReturnsAudio, l.stamp, l.name(p),
        "Speech that was given to a connection that never opened was lost.",
        expected: "it goes back and reaches the next leg",
        observed: "samples \(gap.from) to \(gap.end) were left out")
    } else if isFirst {
      docket.find(
        .relayHoldWhileDown, l.stamp, l.name(p),
        "What was said while the connection was down was not kept.",
        expected: "the newest \(seconds(times.hold)) are kept",
        observed: "samples \(gap.from) to \(gap.end) were left out")
    } else {
      docket.find(
        .relayEverySampleOnce, l.stamp, l.name(p), "A piece of what was said was never sent.",
        expected: "every captured sample, in order",
        observed: "samples \(gap.from) to \(gap.end) were left out")
    }
  }

  func seconds(_ samples: Int) -> String { "\(Nanoseconds(Int64(samples) &* 62_500))" }

  // MARK: the end of a leg

  /// A leg is over for the engine: what it never handed on waits again.
  mutating func handBack(
    _ p: Int, _ n: Int, isTold: Bool, _ l: inout Ledger, _ docket: inout Docket
  ) {
    all[p].returned = nil
    if let gap = all[p].legs[n].skipped {
      all[p].legs[n].skipped = nil
      // What stood before the handshake and was never handed on goes back with all the rest.
      let isBack = all[p].legs[n].opened == nil && all[p].legs[n].drained ?? 0 <= gap.from
      if !isBack { unexplained(gap, p, n, &l, &docket) }
    }
    guard let start = all[p].legs[n].sent.first?.from, let end = all[p].legs[n].sent.last?.end
    else { return }
    if let drained = all[p].legs[n].drained {
      let through = min(max(drained, start), end)
      (all[p].must, all[p].may) = (isTold ? through : end, through)
    } else if all[p].legs[n].opened == nil {
      docket.premise(.relayFailedAttachReturnsAudio, l.stamp)
      all[p].returned = Stretch(from: start, end: end)
      (all[p].must, all[p].may) = (start, start)
    } else {
      (all[p].must, all[p].may) = (end, start)
    }
  }

  // MARK: offsets

  /// The leg's queue lost a stretch.
  mutating func dropped(
    _ span: Span, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.relayQueueFitsHold, l.stamp)
    all[p].legs[n].drops += 1
    guard let known = all[p].legs[n].known, span.from <= known, span.end > known else { return }
    all[p].legs[n].known = span.end
    if all[p].legs[n].told < span.end {
      all[p].legs[n].unfollowed = Stretch(from: span.from, end: span.end)
    }
  }

  /// The offset has followed what the queue dropped by the end of the reaction.
  mutating func followed(_ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard let lost = all[p].legs[n].unfollowed, all[p].legs[n].over == nil else { return }
    all[p].legs[n].unfollowed = nil
    all[p].legs[n].isOffsetJudged = true
    all[p].legs[n].isDisplaced = true
    docket.find(
      .relayQueueFitsHold, l.stamp, l.name(p),
      "The connection's own queue lost speech, and the times of what followed were not moved.",
      expected: "offset \(lost.end)", observed: "offset \(all[p].legs[n].told)")
  }

  /// The words of a leg are used, or it is over: by now its offset must be right.
  mutating func judgeOffset(_ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard !all[p].legs[n].isOffsetJudged, let truth = all[p].legs[n].hearings.first?.from,
      // What its queue has dropped and nobody was told of cannot be known.
      all[p].legs[n].known == truth
    else { return }
    all[p].legs[n].isOffsetJudged = true
    docket.premise(.relayOffsetIsFirstFedSample, l.stamp)
    let told = all[p].legs[n].told
    guard told != truth else { return }
    all[p].legs[n].isDisplaced = true
    if let before = all[p].legs[n].before, told <= before {
      docket.find(
        .relayDiscardKeepsClock, l.stamp, l.name(p),
        "Old speech was thrown away, and what came after it was filed too early.",
        expected: "offset \(truth), behind what was thrown away", observed: "offset \(told)")
    } else {
      docket.find(
        .relayOffsetIsFirstFedSample, l.stamp, l.name(p),
        "Words after a lost connection were filed at the wrong time.",
        expected: "offset \(truth), the first sample that leg \(all[p].legs[n].number) heard",
        observed: "offset \(told)")
    }
  }

  /// Whether a time on a leg's clock, in milliseconds, can stand at a sample of the clip.
  func stands(_ time: Int, at sample: Int, _ leg: borrowing LegFacts) -> Bool {
    let clock = time &* 16
    for h in leg.hearings.indices {
      let hearing = leg.hearings[h]
      // A word may reach over the place where something was dropped.
      let isLast = h + 1 == leg.hearings.count
      guard clock >= hearing.at &- 8_000,
        isLast || clock <= leg.hearings[h + 1].at &+ 8_000
      else { continue }
      let off = hearing.from &+ clock &- hearing.at &- sample
      if off.magnitude <= UInt(RelayClauses.tenth) { return true }
    }
    return false
  }

  /// A tenth of a second, in samples.
  static var tenth: Int { sampleRate / 10 }
}
