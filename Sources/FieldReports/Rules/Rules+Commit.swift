import Contract

extension Rules {
  static let commit: [Rule] = [terminalBeforeDismissal, failureIsTruthful]

  /// The screen is dismissed before the result is stored.
  private static func terminalBeforeDismissal(_ story: Story) -> [Finding] {
    story.places([.textRecognized]).compactMap { text in
      let end = story.endOfTake(text)
      // Where storing fails or hangs, the end is to be told and not waited for.
      let over: SignSet =
        .telling | [
          .attemptSucceeded, .entryWritten, .cancelAsked, .audioKept, .storageFailed,
          .storageFull, .attemptFailed, .attemptCancelled,
        ]
      guard let hidden = story.first([.showsIdle], after: text, before: end),
        !story.has(over, after: text, before: hidden)
      else { return nil }
      let after = story.first(
        [.entryWritten, .attemptSucceeded, .storageFailed], after: hidden, before: end)
      guard let after, let gap = story.span(hidden, after), gap > Stamp.second / 10 else {
        // Killed between the two: what was dismissed as done is gone.
        guard let killed = story.first([.killed], after: hidden, before: end), after == nil else {
          return nil
        }
        return Finding(.commitTerminalBeforeDismissal, .hint, at: killed, shownBy: [text, hidden])
      }
      return Finding(.commitTerminalBeforeDismissal, .whole, at: hidden, shownBy: [text, after])
    }
  }

  /// History could not be written, and the app says that all is well.
  private static func failureIsTruthful(_ story: Story) -> [Finding] {
    story.places([.storageFailed, .storageFull]).compactMap { failure in
      let begin = story.startOfTake(failure)
      guard
        let text = story.last(
          [.textRecognized, .recognitionBegan, .answerArrived], before: failure, after: begin)
      else { return nil }
      let end = story.first(.anew | [.retryAsked], after: failure) ?? story.signs.count
      // What failed while work went on was not the writing of its end.
      let work: SignSet = .working | [.answerArrived, .textRecognized, .cleanupEnded]
      let goesOn = story.first(work, after: failure, before: end) ?? end
      let mended =
        story.first(
          [.entryWritten, .showsFailure, .audioKept], after: failure, before: end) ?? end
      let unseen = story.first([.messageUnshown], after: failure, before: mended)
      let claim = story.first(
        [.attemptSucceeded], after: failure, before: min(mended, goesOn)
      ).flatMap { story.mayAgree(failure, $0) ? $0 : nil }
      if let place = [unseen, claim].compactMap({ $0 }).min() {
        return Finding(.commitFailureIsTruthful, .whole, at: place, shownBy: [text, failure])
      }
      guard mended == end, !story.has(.telling, after: failure, before: end),
        let hidden = story.first([.showsIdle], after: failure, before: end)
      else { return nil }
      return Finding(.commitFailureIsTruthful, .partial, at: hidden, shownBy: [text, failure])
    }
  }
}
