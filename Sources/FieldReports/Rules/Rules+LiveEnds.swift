import Contract

/// Redials, offsets and the end of live text.
extension Rules {
  /// Redials that came to nothing, more of them than a ladder has rungs, by count or by their own
  /// numbers.
  static func ladderCount(_ story: Story) -> [Finding] {
    var failures: [Int] = []
    for place in story.signs.indices {
      switch story[place].sign {
      case .wordShown, .legOpened, .startAsked, .launched, .redialsGivenUp: failures = []
      case .redialFailed:
        if let last = failures.last, let before = story[last].value, let now = story[place].value,
          now <= before
        {
          failures = []
        }
        failures.append(place)
        let told = Int(story[place].value ?? 0)
        // Numbers that count up with the lines are numbers of tries, and nothing else is.
        let isOrdinal =
          failures.count >= 3
          && failures.dropLast().allSatisfy { earlier in
            (story[earlier].value ?? .max) < told
          }
        if failures.count > Budgets.meetingRedials
          || isOrdinal && told > Budgets.meetingRedials && told < 10_000
        {
          return [Finding(.relayLadderBounded, .whole, at: place, shownBy: failures)]
        }
      default: break
      }
    }
    return []
  }

  /// A leg is fed from one place, and its offset is set to another.
  static func offsetIsFirstFed(_ story: Story) -> [Finding] {
    story.places([.legOpened]).compactMap { opened in
      guard let offset = story[opened].value else { return nil }
      let closed = story.last([.legClosed], before: opened)
      guard let closed else { return nil }
      let end = story.first([.legClosed, .startAsked], after: opened)
      guard !story.has([.heldDropped, .audioDiscarded], after: closed, before: opened),
        let fed = story.first([.heldSent], after: closed, before: end),
        !story.has([.heldDropped], after: closed, before: fed)
      else { return nil }
      // What the line itself says of the first sample, else where the last leg had ended.
      guard let first = story[fed].value ?? story[closed].value, offset > first + 500 else {
        return nil
      }
      return Finding(.relayOffsetIsFirstFedSample, .whole, at: opened, shownBy: [closed, fed])
    }
  }

  /// The app hangs up without having asked for the last words.
  static func finalizeThenWait(_ story: Story) -> [Finding] {
    story.places([.stopAsked]).compactMap { stop in
      let end = story.endOfTake(stop)
      guard let closed = story.first([.legClosed], after: stop, before: end),
        !story.has([.finalizeSent], after: stop, before: closed)
      else { return nil }
      let skipped = story.first([.finalizeSkipped], after: stop, before: end)
      let dropped = story.first([.wordsDropped], after: closed, before: end)
      guard skipped != nil || dropped != nil else { return nil }
      let wasDown = story.last([.legClosed, .redialFailed, .redialWaits], before: stop)
      if let wasDown, story.last([.legOpened, .wordShown], before: stop, after: wasDown) == nil {
        return nil
      }
      return Finding(
        .relayFinalizeThenWait, .whole, at: closed, shownBy: [stop, skipped, dropped])
    }
  }

  /// Sound was thrown away, and the text is shown as complete.
  static func coverageDisclosed(_ story: Story) -> [Finding] {
    story.places([.heldDropped]).compactMap { dropped in
      guard let lost = story[dropped].value, lost >= 1_000 else { return nil }
      let end = story.first(.anew, after: dropped)
      guard let claimed = story.first([.coverageClaimed], after: dropped, before: end),
        !story.has([.gapMarked, .recognitionBegan, .requestSent], after: dropped, before: claimed)
      else { return nil }
      return Finding(.relayCoverageDisclosed, .whole, at: claimed, shownBy: [dropped])
    }
  }

  /// Nothing is said, the app says nothing either, and the relay hangs up.
  static func keepaliveInSilence(_ story: Story) -> [Finding] {
    story.places([.closedAsIdle]).compactMap { closed in
      let begin = story.startOfTake(closed)
      guard let opened = story.last([.legOpened, .wordShown], before: closed, after: begin),
        story.last([.keepaliveSent], before: closed, after: opened) == nil,
        story.last([.stopAsked, .finalizeSent], before: closed, after: opened) == nil
      else { return nil }
      return Finding(.relayKeepaliveInSilence, .whole, at: closed, shownBy: [opened])
    }
  }
}
