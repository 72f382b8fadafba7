import Contract

extension Rules {
  static let source: [Rule] = [neverDeleteOnlyCopy]

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
      guard let failure = story.last(failures, before: gone, after: begin) else {
        return nil
      }
      // While it is captured, another promise speaks of what is thrown away.
      if story[gone].sign == .audioDiscarded,
        story.last(.working, before: gone, after: begin) == nil
      {
        return nil
      }
      return Finding(.sourceNeverDeleteOnlyCopy, .whole, at: gone, shownBy: [failure])
    }
  }
}
