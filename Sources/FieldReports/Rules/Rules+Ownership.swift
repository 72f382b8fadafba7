import Contract

extension Rules {
  static let ownership: [Rule] = [staleCallback, retrySameRecording, settingsFrozen]

  /// A result of work that is over changes something.
  private static func staleCallback(_ story: Story) -> [Finding] {
    let late = story.places([.resultLate]).map { place in
      Finding(
        .leaseStaleCallbackHasNoEffect, .whole, at: place,
        shownBy: [story.last(.ending, before: place)])
    }
    let revived = story.places([.attemptFailed, .attemptCancelled]).compactMap { over in
      let end = story.first(
        .anew | .working | [.retryAsked, .cancelAsked, .retryWaits, .cleanupFailed, .cleanupEnded],
        after: over)
      guard let put = story.first(.delivering | [.attemptSucceeded], after: over, before: end),
        story.has([.textRecognized, .answerArrived], after: over, before: put + 1),
        story.last([.cancelAsked, .cleanupFailed], before: over, after: story.startOfTake(over))
          == nil
      else { return nil as Finding? }
      return Finding(.leaseStaleCallbackHasNoEffect, .whole, at: put, shownBy: [over])
    }
    return late + revived
  }

  /// A retry makes an entry of its own.
  private static func retrySameRecording(_ story: Story) -> [Finding] {
    story.places([.retryAsked]).compactMap { retry in
      let end = story.first(.anew | [.stopAsked], after: retry)
      guard let written = story.first([.entryWritten], after: retry, before: end),
        let mine = story[retry].subject, let other = story[written].subject, mine != other
      else { return nil }
      // Another take that was under way is written under its own name.
      let begun: SignSet = [.startAsked, .fileBegun, .microphoneAsked, .microphoneOn, .captured]
      let isTake = story.signs[..<written].contains { sighting in
        sighting.subject == other && begun.contains(sighting.sign)
      }
      guard !isTake else { return nil }
      return Finding(.retrySameRecording, .whole, at: written, shownBy: [retry])
    }
  }

  /// A setting that was changed while an attempt ran is used by it.
  private static func settingsFrozen(_ story: Story) -> [Finding] {
    story.places([.settingsChanged]).compactMap { changed in
      let begin = story.startOfTake(changed)
      let work: SignSet = .working | [.startAsked, .microphoneOn, .captured, .textRecognized]
      guard let open = story.last(work, before: changed, after: begin - 1) else { return nil }
      if story.last(.ending | .delivering, before: changed, after: open) != nil { return nil }
      let end = story.first(.anew | .ending | .delivering | [.retryAsked], after: changed)
      guard
        let used = story.signs.indices.first(where: { index in
          index > changed && index < end ?? story.signs.count
            && story[index].sign == .settingUsed && story.agree(index, changed)
        })
      else { return nil }
      return Finding(.settingsFrozenPerAttempt, .whole, at: used, shownBy: [open, changed])
    }
  }
}
