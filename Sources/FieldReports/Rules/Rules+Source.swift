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
