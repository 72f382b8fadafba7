import Contract

extension Rules {
  static let indicator: [Rule] = [captureUnseen, recordingShownAfter, processingNeverEnds]

  /// The screen says idle, and the microphone takes frames.
  private static func captureUnseen(_ story: Story) -> [Finding] {
    story.places([.showsIdle]).compactMap { hidden in
      let begin = story.startOfTake(hidden)
      let over: SignSet =
        .working | [
          .stopAsked, .captured, .microphoneOff, .captureFailed, .deviceLost, .textRecognized,
          .recorderPending,
        ]
      guard let mic = story.last(.capturing, before: hidden, after: begin),
        story.last(over, before: hidden, after: mic) == nil
      else { return nil }
      let end = story.first(
        .anew | [.microphoneOff, .captured, .showsRecording, .stopAsked], after: hidden)
      guard
        let still = story.signs.indices.last(where: { index in
          index > hidden && index < end ?? story.signs.count
            && SignSet.capturing.contains(story[index].sign)
        }), let gap = story.span(hidden, still), gap > Budgets.captureHealth.count
      else { return nil }
      return Finding(.indicatorNoCaptureUnseen, .whole, at: hidden, shownBy: [mic, still])
    }
  }

  /// The take is over, and something still shows that it records.
  private static func recordingShownAfter(_ story: Story) -> [Finding] {
    story.places([.captured, .microphoneOff]).compactMap { over in
      let end = story.first(.anew | .capturing | [.stateRestored], after: over)
      guard let shown = story.first([.showsRecording], after: over, before: end),
        let gap = story.span(over, shown), gap > 2 * Stamp.second
      else { return nil }
      return Finding(.indicatorRecordingIsPhase0, .whole, at: shown, shownBy: [over])
    }
  }

  /// The attempt is over, and something still shows that it works, or the app still says so.
  private static func processingNeverEnds(_ story: Story) -> [Finding] {
    story.places(.ending | [.entryWritten]).compactMap { over in
      let end = story.first(.anew | .working | [.stopAsked, .retryAsked], after: over)
      guard let shown = story.first([.showsProcessing, .startRefused], after: over, before: end),
        let gap = story.span(over, shown), gap > 2 * Stamp.second,
        !story.has([.showsIdle], after: over, before: shown)
          || story[shown].sign == .startRefused
      else { return nil }
      return Finding(.indicatorProcessingIsPhases14, .whole, at: shown, shownBy: [over])
    }
  }
}
