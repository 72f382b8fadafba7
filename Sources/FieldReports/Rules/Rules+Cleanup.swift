import Contract

extension Rules {
  static let cleanup: [Rule] = [
    cleanupNeverLosesText, cleanupOnce, cleanupBounded, checkpointKept,
  ]

  /// Cleanup fails, and the text that was there goes with it.
  private static func cleanupNeverLosesText(_ story: Story) -> [Finding] {
    story.places([.cleanupFailed]).compactMap { failure in
      let end = story.first(.anew | [.retryAsked, .textRecognized], after: failure)
      let kept = story.first(
        .delivering | [.attemptSucceeded, .clipboardWritten, .entryWritten], after: failure,
        before: end)
      let lost = story.first(
        [.textDiscarded, .attemptFailed, .deliveryFailed], after: failure, before: kept ?? end)
      guard let lost else {
        if kept != nil { return nil }
        return Finding(.cleanupOptionalNeverLosesText, .hint, at: failure, shownBy: [])
      }
      let text = story.last([.textRecognized, .cleanupBegan], before: failure)
      let isLost =
        story[lost].sign != .deliveryFailed
        || story.has([.textDiscarded, .attemptFailed], after: lost, before: kept ?? end)
      return Finding(
        .cleanupOptionalNeverLosesText, isLost && text != nil ? .whole : .partial, at: lost,
        shownBy: [text, failure])
    }
  }

  /// Cleanup is asked a second time for one text.
  private static func cleanupOnce(_ story: Story) -> [Finding] {
    story.places([.cleanupFailed]).compactMap { first in
      let end = story.first(.anew | [.retryAsked, .textRecognized, .stopAsked], after: first)
      guard let again = story.first([.cleanupBegan], after: first, before: end),
        story.last([.cleanupBegan], before: first, after: story.startOfTake(first)) != nil
      else { return nil }
      return Finding(.cleanupOnceAfterMerge, .whole, at: again, shownBy: [first])
    }
  }

  /// Cleanup takes longer than its bound, and nothing else explains it.
  private static func cleanupBounded(_ story: Story) -> [Finding] {
    story.places([.cleanupBegan]).compactMap { start -> Finding? in
      let ends: SignSet =
        .anew | .ending | .delivering | [
          .cleanupEnded, .cleanupFailed, .cancelAsked, .retryAsked, .killed, .textRecognized,
          .showsIdle, .showsFailure, .entryWritten,
        ]
      let end = story.first(ends, after: start)
      if let end, [.cleanupEnded, .cleanupFailed].contains(story[end].sign) {
        guard let took = story.span(start, end), took > Budgets.cleanup.count + 2 * story.slack
        else { return nil }
        // An app may have set itself another bound; three times the contract's is none any more.
        let isFarOver = took > 3 * Budgets.cleanup.count + story.slack
        return Finding(
          .cleanupOnceAfterMerge, isFarOver ? .whole : .hint, at: end, shownBy: [start])
      }
      let proof = story.overdue(start, Nanoseconds(3 * Budgets.cleanup.count))
      guard let proof, proof < end ?? story.signs.count else { return nil }
      // A start that is refused meanwhile shows that work goes on, not that nobody cancelled it.
      let shows: SignSet = [.endedByPerson, .showsProcessing, .stillWaiting]
      let isShown = story.has(shows, after: proof - 1, before: end)
      return Finding(
        .cleanupOnceAfterMerge, isShown ? .whole : .hint, at: proof, shownBy: [start])
    }
  }

  /// A later part fails, and the text of the earlier ones is thrown away.
  private static func checkpointKept(_ story: Story) -> [Finding] {
    story.places([.textDiscarded]).compactMap { gone in
      let begin = story.startOfTake(gone)
      let parts = story.signs.indices.filter { index in
        index > begin && index < gone && story[index].subject != nil
          && [.answerArrived, .textRecognized].contains(story[index].sign)
      }
      guard let part = parts.last,
        let failure = story.last(
          [.attemptFailed, .answerRefused, .connectionLost], before: gone + 1, after: part)
          ?? story.first([.attemptFailed], after: gone - 1, before: gone + 2),
        story.last([.cancelAsked, .deleteAsked], before: gone, after: part) == nil
      else { return nil }
      return Finding(.bulkLaterFailureKeepsCheckpoint, .whole, at: gone, shownBy: [part, failure])
    }
  }
}
