import Contract

extension Rules {
  static let live: [Rule] = [
    discardKeepsClock, reconnectWithoutAccount, halfOpen, refusalRedialed, ladderCeiling,
    ladderWaits, handshakeIsNotLife, tailFoldedOnce, reconnectingIsNotFailed,
    recordingOutlivesRelay, holdBounded, stopDuringGap, microphoneStaysOpen, rawWireText,
    ladderCount, offsetIsFirstFed, finalizeThenWait, coverageDisclosed, keepaliveInSilence,
  ]

  /// Held audio was thrown away, and later words stand as if it had not been there.
  private static func discardKeepsClock(_ story: Story) -> [Finding] {
    story.places([.heldDropped]).compactMap { dropped in
      guard let lost = story[dropped].value, lost > 0 else { return nil }
      let opened = story.first([.legOpened], after: dropped)
      let word = story.first([.wordShown], after: dropped)
      let told = opened.flatMap { story[$0].value } ?? word.flatMap { story[$0].value }
      guard let place = opened.flatMap({ story[$0].value == nil ? nil : $0 }) ?? word, let told
      else { return nil }
      let closed = story.last([.legClosed, .holdBegan], before: dropped)
      let firstOpened = story.places([.legOpened]).first { $0 < dropped }
      // What had been sent, by the leg's own account or by the clock.
      var sent = closed.flatMap { story[$0].sign == .legClosed ? story[$0].value : nil }
      if sent == nil, let closed, let firstOpened, let gap = story.span(firstOpened, closed) {
        sent = gap / 1_000_000
      }
      let due = (sent ?? 0) + lost
      // A word may come a little after what it follows; an offset is exact but for a chunk.
      let isEarly = told + 500 < due
      guard isEarly, opened != nil || told < due else { return nil }
      return Finding(
        .relayDiscardKeepsClock, .whole, at: place, shownBy: [closed, dropped, word])
    }
  }

  /// A gap, and no line says what became of the audio in it.
  private static func reconnectWithoutAccount(_ story: Story) -> [Finding] {
    story.places([.legClosed, .holdBegan]).compactMap { closed in
      guard let opened = story.first([.legOpened], after: closed),
        !story.has([.heldDropped], after: closed, before: opened),
        let gap = story.span(closed, opened), gap > Stamp.second
      else { return nil }
      return Finding(.relayDiscardKeepsClock, .hint, at: opened, shownBy: [closed])
    }
  }

  /// A leg takes audio and says nothing, and nobody notices.
  private static func halfOpen(_ story: Story) -> [Finding] {
    let bound = Budgets.liveness + Budgets.ping
    let heard: SignSet = [.legOpened, .wordShown, .relayLastHeard]
    let noticed: SignSet = [
      .legClosed, .redialWaits, .showsReconnecting, .legRefused, .quotaReached, .holdBegan,
      .redialsGivenUp, .textRecognized,
    ]
    return story.places(heard).compactMap { last in
      let opened = story.last([.legOpened], before: last + 1)
      let end = story.first(heard | noticed, after: last) ?? story.signs.count
      let stop =
        story.first([.stopAsked, .finalizeSent, .captured], after: last) ?? story.signs.count
      let limit = min(end, stop)
      let silent = story.signs.indices.last { index in
        index > last && index < end && story[index].sign == .relaySilent
      }
      let told = silent.flatMap { story[$0].value } ?? 0
      let sent = story.overdue(last, bound).flatMap { proof in
        story.signs.indices.first { $0 >= proof && $0 <= limit && story[$0].sign == .audioSent }
      }
      let covers = story.signs.indices.first { index in
        guard index > last, story[index].sign == .textCovers, let part = story[index].value,
          let whole = story[index].whole
        else { return false }
        return (whole - part) * 1_000_000 > bound.count + story.slack
      }
      let drained = story.first([.drainExpired], after: last)
      let isSaid = story[last].sign == .relayLastHeard || covers != nil || silent != nil
      if told * 1_000_000 > bound.count + story.slack, let silent {
        return Finding(.relayHalfOpenDetected, .whole, at: silent, shownBy: [opened, last])
      }
      guard let proof = sent ?? story.overdue(last, bound).flatMap({ $0 <= end ? $0 : nil })
      else { return nil }
      guard end == story.signs.count || story[end].sign != .legOpened else { return nil }
      let isWhole =
        sent != nil && isSaid || covers != nil && story[last].sign != .legOpened
        || story[last].sign == .relayLastHeard && drained != nil
      let strength: Finding.Strength =
        isWhole ? .whole : drained != nil && sent != nil ? .partial : .hint
      return Finding(
        .relayHalfOpenDetected, strength, at: proof, shownBy: [opened, last, drained, covers])
    }
  }

  /// A refusal that is final is dialed against.
  private static func refusalRedialed(_ story: Story) -> [Finding] {
    story.places([.quotaReached, .legRefused]).compactMap { refusal in
      let isQuota = story[refusal].sign == .quotaReached
      let status = story[refusal].value
      guard isQuota || status == 401 || status == 403 else { return nil }
      let end = story.first(.anew, after: refusal)
      guard
        let again = story.first(
          [.redialWaits, .legOpened, .showsReconnecting], after: refusal, before: end),
        story[again].line != story[refusal].line
      else { return nil }
      return Finding(
        isQuota ? .relayQuotaNotRetried : .relayRefusedLoginNotRetried, .whole, at: again,
        shownBy: [refusal])
    }
  }

  /// More redials than a ladder has rungs.
  private static func ladderCeiling(_ story: Story) -> [Finding] {
    var rungs: [Int] = []
    for place in story.signs.indices {
      switch story[place].sign {
      case .wordShown, .startAsked, .launched, .redialsGivenUp: rungs = []
      // A wait with its length is one rung; the dial itself may be told beside it.
      case .redialWaits where story[place].value != nil: rungs.append(place)
      default: break
      }
      if rungs.count > Budgets.meetingRedials {
        return [Finding(.relayLadderBounded, .whole, at: place, shownBy: rungs)]
      }
    }
    return []
  }

  /// A redial that waits longer than the top of the ladder.
  private static func ladderWaits(_ story: Story) -> [Finding] {
    story.places([.redialWaits]).compactMap { wait in
      guard let length = story[wait].value,
        let leg = story.last([.legOpened, .legClosed, .legRefused], before: wait),
        length * 1_000_000 > Budgets.meetingRedialCap.count + 2 * story.slack
      else { return nil }
      return Finding(.relayLadderBounded, .whole, at: wait, shownBy: [leg])
    }
  }

  /// A leg that opens and dies without a word starts the ladder anew.
  private static func handshakeIsNotLife(_ story: Story) -> [Finding] {
    var last: Int?
    var restarts: [Int] = []
    for place in story.signs.indices {
      switch story[place].sign {
      case .wordShown, .startAsked, .launched:
        last = nil
        restarts = []
      case .redialWaits:
        if let last, let before = story[last].value, let now = story[place].value, now <= before,
          now * 1_000_000 < Budgets.dictationRedialCap.count,
          story.has([.legOpened], after: last, before: place)
        {
          restarts.append(place)
        }
        last = place
      default: break
      }
      if restarts.count >= 2 {
        return [Finding(.relayHandshakeIsNotLife, .whole, at: restarts[0], shownBy: restarts)]
      }
    }
    return []
  }

  /// The unsettled last words of one leg are joined to the text twice.
  private static func tailFoldedOnce(_ story: Story) -> [Finding] {
    story.places([.tailFolded]).compactMap { first in
      let end = story.first([.wordShown, .startAsked], after: first)
      guard let again = story.first([.tailFolded], after: first, before: end),
        story.mayAgree(first, again), story[again].line != story[first].line
      else { return nil }
      // A leg that has just opened cannot have said anything that could be joined already.
      if let opened = story.first([.legOpened], after: first, before: again),
        !story.agree(first, again),
        story.span(opened, again).map({ $0 > Stamp.second / 2 }) ?? true
      {
        return nil
      }
      return Finding(.relayTailFoldedOnce, .whole, at: again, shownBy: [first])
    }
  }

  /// The look of a failure while the ladder still runs.
  private static func reconnectingIsNotFailed(_ story: Story) -> [Finding] {
    story.places([.showsFailure]).compactMap { shown in
      let begin = story.startOfTake(shown)
      guard
        let closed = story.last(
          [.legClosed, .redialWaits, .legRefused], before: shown, after: begin),
        story.last([.legOpened, .redialsGivenUp, .quotaReached], before: shown, after: closed)
          == nil,
        let again = story.first([.redialWaits, .legOpened], after: shown),
        story.last([.legClosed, .redialWaits], before: again) != nil,
        !story.has([.startAsked], after: shown, before: again)
      else { return nil }
      return Finding(.relayReconnectingIsNotFailed, .whole, at: shown, shownBy: [closed, again])
    }
  }

  private static let gaveUp: SignSet = [.redialsGivenUp, .quotaReached]
  private static let micEnds: SignSet = [
    .microphoneOff, .captured, .captureFailed, .audioDiscarded,
  ]

  /// Live text ends, and takes the recording with it.
  private static func recordingOutlivesRelay(_ story: Story) -> [Finding] {
    story.places(gaveUp).compactMap { over in
      let end = story.first(.anew | [.stopAsked, .cancelAsked], after: over)
      guard let ended = story.first(micEnds, after: over, before: end),
        let gap = story.span(over, ended), gap < 5 * Stamp.second
      else { return nil }
      // A dictation is nothing without its live text: it may end, if that is told and what was said
      // is kept. A meeting shows words and types none, and no
      // keyboard begins one.
      let begin = story.startOfTake(over)
      let isMeeting =
        begin >= 0 && story[begin].actor == .app
        && story.last([.wordShown], before: over, after: begin) != nil
        && story.last(.delivering, before: over, after: begin) == nil
      let isHonest =
        story.has(.telling, after: over, before: ended)
        && story.has(.keeping, after: ended, before: story.endOfTake(ended))
      return Finding(
        .relayRecordingOutlivesRelay, isMeeting || !isHonest ? .whole : .hint, at: ended,
        shownBy: [over])
    }
  }

  /// More audio waits for a leg than may, or it is thrown away too early.
  private static func holdBounded(_ story: Story) -> [Finding] {
    story.places([.holdBegan]).compactMap { held in
      guard let length = story[held].value,
        let leg = story.last([.legOpened, .legClosed, .redialWaits], before: held),
        length * 1_000_000 > Budgets.meetingHold.count + 2 * story.slack
      else { return nil }
      return Finding(.relayHoldWhileDown, .whole, at: held, shownBy: [leg])
    }
  }

  /// The person stops during a gap, and a leg is opened after it.
  private static func stopDuringGap(_ story: Story) -> [Finding] {
    story.places([.stopAsked, .cancelAsked]).compactMap { stop in
      let begin = story.startOfTake(stop)
      guard let closed = story.last([.legClosed, .redialWaits], before: stop, after: begin),
        story.last([.legOpened], before: stop, after: closed) == nil,
        let again = story.first(
          [.legOpened, .redialWaits], after: stop, before: story.endOfTake(stop)),
        let gap = story.span(stop, again), gap > story.slack
      else { return nil }
      return Finding(.relayStopDuringGapIsHonest, .whole, at: again, shownBy: [closed, stop])
    }
  }

  /// A leg is lost, and the microphone goes with it.
  private static func microphoneStaysOpen(_ story: Story) -> [Finding] {
    story.places([.legClosed]).compactMap { closed in
      let end = story.first(
        .anew | [.stopAsked, .cancelAsked, .legOpened, .finalizeSent, .killed] | gaveUp,
        after: closed)
      if story.last(
        [.stopAsked, .finalizeSent, .cancelAsked], before: closed,
        after: story.startOfTake(closed)) != nil
      {
        return nil
      }
      guard let ended = story.first(micEnds, after: closed, before: end),
        let gap = story.span(closed, ended), gap < 5 * Stamp.second
      else { return nil }
      return Finding(.relayMicrophoneStaysOpen, .whole, at: ended, shownBy: [closed])
    }
  }

  /// The person is shown what the wire said.
  private static func rawWireText(_ story: Story) -> [Finding] {
    story.places([.rawWordsShown]).compactMap { shown in
      guard let leg = story.last([.legOpened, .legClosed, .legRefused], before: shown) else {
        return nil
      }
      return Finding(.relayNoRawWireText, .whole, at: shown, shownBy: [leg])
    }
  }
}
