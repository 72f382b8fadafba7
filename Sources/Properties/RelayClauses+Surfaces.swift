import Contract

// What a person sees and is told of a live transcript: a lost connection is a pause, the end of
// live text is no end of the recording, and every reason is a real one, in plain words.
extension RelayClauses {
  // MARK: what is shown

  mutating func shown(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.show(.transcript, let indicator))) = what else { return }
    line = indicator
  }

  /// The line about a live transcript as it stands at the end of a reaction.
  mutating func judgeLine(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard let last = all[p].newest, all[p].ended != l.now else { return }
    if line == .error, kind == .meeting { return alarmed(p, &l, &docket) }
    guard isSessionOn(p, &l) else { return }
    let isGap = last.over != nil ? all[p].rung < times.ladder.count : isRedialling(p)
    if line == .error || line == .liveOver, isGap || last.over == nil {
      return docket.find(
        .relayReconnectingIsNotFailed, l.stamp, l.name(p),
        "A lost connection was shown as the end of live text.",
        expected: "reconnecting, while there is a redial left", observed: shown)
    }
    guard isGap, line != .reconnecting else { return }
    docket.find(
      .relayReconnectingIsNotFailed, l.stamp, l.name(p),
      "The connection was lost, and nothing said that it is being made again.",
      expected: "reconnecting", observed: shown)
  }

  private var shown: String { line.map { "\($0)" } ?? "nothing" }

  private func isRedialling(_ p: Int) -> Bool {
    guard let last = all[p].newest, all[p].legs.count > 1 else { return false }
    return last.over == nil && last.opened == nil
  }

  private func alarmed(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    // A recording that failed itself may say so.
    guard l.isCapturing(p), l.recordings[p].finalizing == nil, !all[p].isDead else { return }
    docket.find(
      all[p].isOn ? .relayReconnectingIsNotFailed : .relayRecordingOutlivesRelay, l.stamp,
      l.name(p), "Live text looked as if the recording had failed, which ran on.",
      expected: "no error look in a meeting that is being recorded", observed: "error")
  }

  // MARK: what is told

  mutating func said(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.tell(let message))) = what else { return }
    docket.premise(.surfaceEveryLanguage, l.stamp)
    if message.words != message.topic.words {
      docket.find(
        .surfaceEveryLanguage, l.stamp, message.recording,
        "A message was shown that has no translation.",
        expected: "the words of the table: \"\(message.topic.words)\"",
        observed: "\"\(message.words)\"")
    }
    for p in all.indices where !all[p].wire.isEmpty {
      docket.premise(.relayNoRawWireText, l.stamp)
      for words in all[p].wire where !words.isEmpty && message.words.hasInside(words) {
        docket.find(
          .relayNoRawWireText, l.stamp, message.recording,
          "The person was shown what the service had said to the app.",
          expected: "plain words of the app's own", observed: "\"\(message.words)\"")
      }
    }
    guard let p = message.recording.map({ l.placed($0) }), p >= 0, p < all.count else { return }
    reason(message.topic, p, &l, &docket)
  }

  private mutating func reason(
    _ topic: Topic, _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let reasons: [Topic] = [.liveQuota, .liveRefused, .dictationQuota, .dictationRefused]
    guard reasons.contains(topic) else { return }
    guard let verdict = all[p].verdict else {
      return docket.find(
        .relayBareCloseUsesLadder, l.stamp, l.name(p),
        "A reason was told that the service never gave.", expected: "the plain line",
        observed: "\"\(topic.words)\"")
    }
    if topic == self.topic(of: verdict) {
      all[p].isReasonTold = true
    } else {
      docket.find(
        clause(of: verdict), l.stamp, l.name(p), "A wrong reason was told.",
        expected: "\"\(self.topic(of: verdict).words)\"", observed: "\"\(topic.words)\"")
    }
  }

  /// Where an account was refused, the end of live text comes with its reason.
  mutating func judgeReason(_ p: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard let verdict = all[p].verdict, all[p].stopped == nil, !all[p].isDead else { return }
    let clause = clause(of: verdict)
    let isSession = l.isCapturing(p) && l.recordings[p].cancelled == nil
    if all[p].isReasonTold {
      if all[p].ended != nil || !isSession { docket.dues.discharge(clause, p) }
      return
    }
    let isShownOver = line == .liveOver || line == .error
    guard all[p].ended != nil || isShownOver else { return }
    docket.dues.discharge(clause, p)
    docket.find(
      clause, l.stamp, l.name(p), "Live text ended, and the real reason was not told.",
      expected: "\"\(topic(of: verdict).words)\"", observed: "no such message")
  }
}

extension String {
  /// Whether another text stands in it, byte for byte.
  func hasInside(_ other: String) -> Bool {
    let (all, part) = (utf8Span.span, other.utf8Span.span)
    guard part.count > 0, all.count >= part.count else { return false }
    for start in 0...all.count - part.count {
      var n = 0
      while n < part.count, all[start &+ n] == part[n] { n &+= 1 }
      if n == part.count { return true }
    }
    return false
  }
}
