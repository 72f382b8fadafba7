import Contract

extension Rules {
  static let source: [Rule] = [
    neverDeleteOnlyCopy, savedMeansDurable, refusedWriteIsFailure, promotionStops,
  ]

  private static let refused: SignSet = [.storageFailed, .storageFull]
  /// What makes a refused write good, or tells it.
  private static let mended: SignSet =
    .telling | [
      .captureFailed, .fileUnfinished, .attemptFailed, .storageMended, .cancelAsked, .fileRemoved,
    ]

  /// Storage refuses the audio, and the person is told that it is saved.
  private static func savedMeansDurable(_ story: Story) -> [Finding] {
    story.places([.savedClaimed]).compactMap { claim in
      let begin = story.startOfTake(claim)
      guard let failure = story.last(refused, before: claim, after: begin),
        story.last(mended | [.audioKept, .entryWritten], before: claim, after: failure + 1) == nil,
        story[failure].line != story[claim].line,
        let take = story.last(.capturing | [.stopAsked, .captured, .fileClosed], before: failure)
      else { return nil }
      return Finding(.sourceSavedMeansDurable, .whole, at: claim, shownBy: [take, failure])
    }
  }

  /// The audio cannot be moved to where it belongs, and recognition starts all the same.
  private static func promotionStops(_ story: Story) -> [Finding] {
    story.places(refused).compactMap { failure in
      let begin = story.startOfTake(failure)
      let over: SignSet = .working | [.textRecognized, .attemptFailed]
      guard
        let end = story.last([.stopAsked, .captured, .fileClosed], before: failure, after: begin),
        story.last(over, before: failure, after: end) == nil
      else { return nil }
      let work = story.first([.recognitionBegan, .requestSent], after: failure)
      guard let work, work < story.endOfTake(failure),
        !story.has(
          .telling | .keeping | [.retryAsked, .storageMended, .fileBegun], after: failure - 1,
          before: work)
      else { return nil }
      return Finding(.sourcePromotionFailureStops, .whole, at: work, shownBy: [end, failure])
    }
  }

  /// A write is refused while the microphone runs, the recording goes on, and what is kept is
  /// passed off as whole.
  private static func refusedWriteIsFailure(_ story: Story) -> [Finding] {
    story.places(refused).compactMap { failure in
      let begin = story.startOfTake(failure)
      let over: SignSet =
        .working | [.stopAsked, .captured, .microphoneOff, .textRecognized, .captureFailed]
      guard let mic = story.last(.capturing, before: failure, after: begin),
        story.last(over, before: failure, after: mic) == nil
      else { return nil }
      let end = story.endOfTake(failure)
      guard
        let kept = story.first(
          [.audioKept, .savedClaimed, .attemptSucceeded, .textRecognized], after: failure,
          before: end),
        let stop = story.first([.stopAsked, .captured], after: failure, before: kept + 1),
        !story.has(mended, after: failure - 1, before: kept),
        story.span(failure, stop).map({ $0 > Budgets.captureHealth.count }) ?? false
      else { return nil }
      return Finding(.captureEveryFrameWritten, .whole, at: failure, shownBy: [mic, stop, kept])
    }
  }

  /// Audio is removed that nothing else holds.
  private static func neverDeleteOnlyCopy(_ story: Story) -> [Finding] {
    story.places([.fileRemoved, .audioDiscarded]).compactMap { gone in
      let begin = story.startOfTake(gone)
      let asked = story.last([.deleteAsked], before: gone)
      if let asked, story.mayAgree(asked, gone) { return nil }
      let safe: SignSet = .delivering | [.attemptSucceeded, .textRecognized, .answerArrived]
      if story.last(safe, before: gone, after: begin) != nil { return nil }
      let failures: SignSet = [
        .attemptFailed, .connectionLost, .answerRefused, .answerMalformed, .attemptCancelled,
        .fileFound,
      ]
      let last = story.signs.indices.last { place in
        place > begin && place < gone && failures.contains(story[place].sign)
          && story.mayAgree(place, gone)
      }
      guard let failure = last else { return nil }
      let isFound = story[failure].sign == .fileFound
      // A file without a sound in it is no copy of anything.
      if isFound, story[failure].value == 0 { return nil }
      // While it is captured, another promise speaks of what is thrown away.
      if story[gone].sign == .audioDiscarded,
        story.last(.working, before: gone, after: begin) == nil
      {
        return nil
      }
      // What is in a file that cannot be read, nobody can say.
      let isKnown = !isFound || story[failure].value != nil
      return Finding(
        .sourceNeverDeleteOnlyCopy, isKnown ? .whole : .partial, at: gone, shownBy: [failure])
    }
  }
}
