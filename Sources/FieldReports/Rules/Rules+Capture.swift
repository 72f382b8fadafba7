import Contract

extension Rules {
  static let capture: [Rule] = [
    boundedFinalize, cancelBeforeFirstBuffer, coldMicrophoneHidden, partialBecomesRecovery,
    discardedWithoutCause, healthMonitored, deviceLossUnnoticed, silenceIsNoticed,
    noUnfinalizedSubmission, failureIsTold, permissionIsNamed,
  ]

  /// What ends the finalizing of a take, one way or another.
  private static let finalized: SignSet =
    .ending | .keeping | .working | .telling | .delivering | [
      .captured, .fileClosed, .microphoneOff, .textRecognized, .showsIdle, .cancelAsked,
      .audioDiscarded, .captureFailed, .launched, .killed, .finalizeSent, .drainExpired,
    ]

  /// The recorder never answers stop, and the app waits with it.
  private static func boundedFinalize(_ story: Story) -> [Finding] {
    story.places([.stopAsked, .recorderPending, .recorderGivenUp]).compactMap { stop in
      let wait: SignSet = [.recorderPending, .recorderGivenUp]
      let end = story.first(finalized, after: stop) ?? story.signs.count
      let waits =
        wait.contains(story[stop].sign) ? stop : story.first(wait, after: stop, before: end)
      let wasRecording = story.last(
        .capturing | [.startAsked, .showsRecording, .microphoneAsked], before: stop)
      guard waits != nil || wasRecording != nil else { return nil }
      if let waits, let told = story[waits].value, told * 1_000_000 > Budgets.finalize.count {
        return Finding(
          .captureBoundedFinalize, .whole, at: waits, shownBy: [wasRecording, stop, waits])
      }
      if let waits, let proof = story.overdue(stop, Budgets.finalize), proof < end {
        let long = story.signs.indices.last { index in
          index < end && wait.contains(story[index].sign)
        }
        return Finding(
          .captureBoundedFinalize, .whole, at: proof, shownBy: [wasRecording, stop, waits, long])
      }
      if let waits, end == story.signs.count {
        let gaveUp = story.first([.recorderGivenUp], after: stop - 1)
        return Finding(
          .captureBoundedFinalize, gaveUp == nil ? .hint : .partial, at: gaveUp ?? waits,
          shownBy: [stop, waits])
      }
      guard let proof = story.overdue(stop, Budgets.finalize), proof < end else { return nil }
      return Finding(.captureBoundedFinalize, .hint, at: proof, shownBy: [wasRecording, stop])
    }
  }

  /// The microphone opens after the person had already given up on it.
  private static func cancelBeforeFirstBuffer(_ story: Story) -> [Finding] {
    story.places([.cancelAsked, .cancelRefused]).compactMap { cancel in
      let begin = story.startOfTake(cancel)
      let start = story.last([.startAsked, .microphoneAsked], before: cancel, after: begin - 1)
      let busy: SignSet = .capturing | .working | [.captured, .textRecognized, .stopAsked]
      if story.last(busy, before: cancel, after: begin) != nil { return nil }
      let end = story.endOfTake(cancel)
      guard let opened = story.first(.capturing, after: cancel, before: end) else { return nil }
      let off: SignSet = [.microphoneOff, .audioDiscarded, .attemptCancelled, .captured]
      if let closed = story.first(off, after: opened, before: end),
        story.span(opened, closed).map({ $0 <= Budgets.captureHealth.count }) ?? true
      {
        return nil
      }
      let goesOn =
        story.has(.capturing | [.showsRecording], after: opened, before: end)
        || story.goesOn(opened, Budgets.captureHealth)
      // How long the microphone took tells when it was asked for.
      let asked = story[opened].at.flatMap { at in
        story[opened].value.map { at - $0 * 1_000_000 }
      }
      let askedBefore = asked.flatMap { time in story[cancel].at.map { time < $0 } } ?? false
      let isKnown = start != nil || askedBefore || story[cancel].sign == .cancelRefused
      let strength: Finding.Strength =
        start != nil && goesOn ? .whole : isKnown ? .partial : .hint
      return Finding(
        .captureCancelBeforeFirstBuffer, strength, at: opened, shownBy: [start, cancel])
    }
  }

  /// The screen goes while the microphone opens, and no line says why.
  private static func coldMicrophoneHidden(_ story: Story) -> [Finding] {
    story.places([.showsIdle]).compactMap { hidden in
      let begin = story.startOfTake(hidden)
      guard begin >= 0, story[begin].sign == .startAsked,
        !story.has(.capturing | [.cancelAsked, .captured], after: begin, before: hidden),
        let opened = story.first(
          .capturing, after: hidden, before: story.endOfTake(hidden))
      else { return nil }
      return Finding(
        .captureCancelBeforeFirstBuffer, .hint, at: opened, shownBy: [begin, hidden])
    }
  }

  private static let captureFailures: SignSet = [
    .deviceLost, .captureFailed, .storageFull, .interruptionBegan, .routeChanged,
    .recorderGivenUp, .permissionMissing,
  ]

  /// Capture fails, and what it had already taken is thrown away.
  private static func partialBecomesRecovery(_ story: Story) -> [Finding] {
    story.places(captureFailures).compactMap { failure in
      let begin = story.startOfTake(failure)
      let end = story.endOfTake(failure)
      let after: SignSet = .working | [.textRecognized, .captured, .cancelAsked]
      if story.last(after, before: failure, after: begin) != nil { return nil }
      if story.has(.keeping, after: failure, before: end) { return nil }
      let audio = story.last(.capturing, before: failure, after: begin)
      let start = story.last([.startAsked], before: failure, after: begin - 1)
      guard let gone = story.first([.audioDiscarded], after: failure, before: end) else {
        let rests = story.first([.showsIdle, .attemptFailed], after: failure, before: end)
        guard let rests, audio != nil || start != nil else { return nil }
        return Finding(
          .capturePartialBecomesRecovery, .hint, at: rests, shownBy: [start, audio, failure])
      }
      let amount = story[gone].value ?? 0
      let isKnown = amount > 0 || audio != nil
      return Finding(
        .capturePartialBecomesRecovery, isKnown ? .whole : .partial, at: gone,
        shownBy: [start, audio, failure])
    }
  }

  /// Seconds of audio are thrown away, and the log does not say why.
  private static func discardedWithoutCause(_ story: Story) -> [Finding] {
    story.places([.audioDiscarded]).compactMap { gone in
      let begin = story.startOfTake(gone)
      let known: SignSet =
        captureFailures | .working | [
          .cancelAsked, .deleteAsked, .textRecognized, .noSpeech, .attemptFailed,
        ]
      guard story.last(known, before: gone, after: begin) == nil,
        !story.has(.keeping, after: gone, before: story.endOfTake(gone))
      else { return nil }
      let audio = story.last(.capturing, before: gone, after: begin)
      return Finding(.capturePartialBecomesRecovery, .hint, at: gone, shownBy: [audio])
    }
  }

  private static let noticed: SignSet =
    .telling | [.captureFailed, .showsIdle, .deviceLost, .audioDiscarded, .audioKept, .cancelAsked]

  /// No audio comes, and nobody says so.
  private static func healthMonitored(_ story: Story) -> [Finding] {
    story.places([.audioMissing]).compactMap { missing in
      let begin = story.startOfTake(missing)
      let over: SignSet =
        .working | [
          .stopAsked, .captured, .recorderPending, .recorderGivenUp, .legOpened, .relaySilent,
        ]
      guard story.last(.capturing | [.startAsked, .showsRecording], before: missing) != nil,
        story.last(over, before: missing, after: begin) == nil
      else { return nil }
      let end = story.first(noticed, after: missing) ?? story.signs.count
      let told = story[missing].value.map { $0 * 1_000_000 } ?? 0
      let isLong = told >= Budgets.captureHealth.count + story.slack
      let proof =
        isLong
        ? story.signs.indices.first {
          $0 > missing && $0 < end && story[$0].line != story[missing].line
        }
        : story.overdue(missing, Budgets.captureHealth).flatMap { $0 < end ? $0 : nil }
      guard let proof else {
        if end < story.signs.count { return nil }
        return Finding(.captureHealthMonitored, .hint, at: missing, shownBy: [])
      }
      return Finding(
        .captureHealthMonitored, .whole, at: isLong ? missing : proof, shownBy: [missing, proof])
    }
  }

  /// The device is gone, and the recording is shown to run on.
  private static func deviceLossUnnoticed(_ story: Story) -> [Finding] {
    story.places([.deviceLost]).compactMap { lost in
      let begin = story.startOfTake(lost)
      guard
        story.last(.capturing | [.startAsked, .showsRecording], before: lost, after: begin - 1)
          != nil
      else { return nil }
      let reacts: SignSet =
        .telling | .capturing | .keeping | [
          .captureFailed, .showsIdle, .audioDiscarded, .routeChanged, .captured, .microphoneAsked,
          .microphoneOff, .cancelAsked, .attemptFailed, .launched, .killed,
        ]
      let end = story.first(reacts, after: lost) ?? story.signs.count
      guard let proof = story.overdue(lost, Budgets.captureHealth), proof < end,
        [.showsRecording, .stopAsked, .audioMissing, .endedByPerson].contains(story[proof].sign)
      else { return nil }
      return Finding(.captureHealthMonitored, .whole, at: proof, shownBy: [lost])
    }
  }

  /// Only zeros come, and the person speaks to nobody.
  private static func silenceIsNoticed(_ story: Story) -> [Finding] {
    story.places([.audioSilent]).compactMap { silent in
      let end = story.endOfTake(silent)
      let told = story.first(.telling | [.captureFailed], after: silent, before: end) ?? end
      let isLong = (story[silent].value ?? 0) * 1_000_000 > Budgets.silence.count + story.slack
      let again = story.signs.indices.last { index in
        index > silent && index < told && story[index].sign == .audioSilent
      }
      let lasts = again.flatMap { story.span(silent, $0) } ?? 0
      let stopped = story.first(
        [.stopAsked, .captured, .noSpeech, .textRecognized], after: silent, before: told)
      guard isLong || lasts > Budgets.silence.count + story.slack else { return nil }
      guard let stopped else {
        return Finding(.captureSilenceIsNoticed, .hint, at: silent, shownBy: [again])
      }
      return Finding(
        .captureSilenceIsNoticed, .whole, at: again ?? silent, shownBy: [silent, stopped])
    }
  }

  /// A source that is not closed goes to recognition as if it were whole.
  private static func noUnfinalizedSubmission(_ story: Story) -> [Finding] {
    story.places([.fileUnfinished, .recorderGivenUp]).compactMap { open in
      // What a launch finds unfinished, other promises speak of.
      let begin = story.startOfTake(open)
      if begin >= 0, story[begin].sign == .launched,
        story.last(.capturing | [.stopAsked], before: open, after: begin) == nil
      {
        return nil
      }
      let end = story.endOfTake(open)
      // Kept is not closed: only what is kept for the person to decide about may wait so.
      let isKnown = story[open].sign == .fileUnfinished
      let mended: SignSet =
        isKnown
        ? [.fileClosed, .retryAsked, .captured, .orphanAdopted, .entryRecovered]
        : .keeping | [.fileClosed, .retryAsked, .captured]
      guard let sent = story.first([.recognitionBegan, .requestSent], after: open, before: end),
        !story.has(mended, after: open, before: sent)
      else { return nil }
      let isAtOnce = story.span(open, sent).map { $0 <= Budgets.promote.count } ?? true
      let strength: Finding.Strength = isKnown && isAtOnce ? .whole : .partial
      return Finding(.captureNoUnfinalizedSubmission, strength, at: sent, shownBy: [open])
    }
  }

  /// Capture failed, and the message about it was never seen, or the recording is still shown.
  private static func failureIsTold(_ story: Story) -> [Finding] {
    story.places([.captureFailed, .deviceLost]).compactMap { failure in
      let end = story.endOfTake(failure)
      if let unseen = story.first([.messageUnshown], after: failure, before: end),
        !story.has([.messageShown], after: failure, before: end)
      {
        return Finding(.captureFailureReturnsToIdle, .whole, at: unseen, shownBy: [failure])
      }
      guard story[failure].sign == .captureFailed,
        let still = story.first([.showsRecording], after: failure, before: end),
        story.span(failure, still).map({ $0 > story.slack }) ?? false,
        !story.has([.showsIdle, .microphoneOn], after: failure, before: still)
      else { return nil }
      return Finding(.captureFailureReturnsToIdle, .whole, at: still, shownBy: [failure])
    }
  }

  /// The microphone must not be used, and something pretends to record.
  private static func permissionIsNamed(_ story: Story) -> [Finding] {
    story.places([.permissionMissing]).compactMap { refused in
      let end = story.endOfTake(refused)
      let told = story.first(.telling | [.showsIdle], after: refused, before: end) ?? end
      if let unseen = story.first([.messageUnshown], after: refused, before: end), told >= unseen {
        return Finding(.capturePermissionLossIsNamed, .whole, at: unseen, shownBy: [refused])
      }
      guard let shown = story.first([.showsRecording, .audioSilent], after: refused, before: told)
      else { return nil }
      return Finding(.capturePermissionLossIsNamed, .whole, at: shown, shownBy: [refused])
    }
  }
}
