import Contract

extension Rules {
  static let relaunch: [Rule] = [
    surfacesExpire, deadHandoff, activeBecomesFailure, orphansAdopted, neverAutoResumes,
    neverBlocksCapture, failedRecoveryBlocks, corruptStorePreserved, damagedRowIsolated,
  ]

  private static let alive: SignSet =
    .capturing | [.startAsked, .recognitionBegan, .requestSent, .retryAsked, .microphoneAsked]

  /// Something shows a recording that ended with the process behind it.
  private static func surfacesExpire(_ story: Story) -> [Finding] {
    story.places([.stateRestored, .showsRecording, .showsProcessing]).compactMap { shown in
      let dead = story.last([.sessionReleased, .killed, .launched], before: shown)
      let ended = dead.map { !story.has(alive, after: $0, before: shown) } ?? false
      let end = story.first([.startAsked], after: shown) ?? story.signs.count
      // It may take a moment to expire.
      if let hidden = story.first([.showsIdle], after: shown, before: end),
        let gap = story.span(shown, hidden), gap <= 2 * Stamp.second
      {
        return nil
      }
      let proofs: SignSet = [
        .stopAsked, .stopRefused, .handoffExpired, .pulseAge, .showsRecording, .showsProcessing,
        .launched, .endedByPerson,
      ]
      let proof = story.first(proofs, after: shown, before: end)
      if let dead, story[dead].actor == .keyboard, appIsAtIt(story, shown) { return nil }
      if ended, let dead, proof != nil || story.goesOn(shown, .seconds(2)) {
        return Finding(.relaunchSurfacesExpire, .whole, at: shown, shownBy: [dead, proof])
      }
      guard story[shown].sign == .stateRestored else { return nil }
      let late = story.first([.handoffExpired, .stopRefused, .launched], after: shown, before: end)
      let hasSession = story.last(alive, before: shown) != nil
      guard let late, !hasSession else { return nil }
      return Finding(.relaunchSurfacesExpire, .whole, at: shown, shownBy: [late])
    }
  }

  /// Whether the app is at work all the while that only the keyboard was gone.
  private static func appIsAtIt(_ story: Story, _ shown: Int) -> Bool {
    let over: SignSet =
      .ending | [.sessionReleased, .killed, .launched, .captured, .microphoneOff, .captureFailed]
    let last = story.signs.indices.last { place in
      place < shown && story[place].actor == .app
        && (alive.contains(story[place].sign) || over.contains(story[place].sign))
    }
    return last.map { alive.contains(story[$0].sign) } ?? false
  }

  /// A person stops what a screen shows, and no process is there to stop it.
  private static func deadHandoff(_ story: Story) -> [Finding] {
    story.places([.handoffExpired]).compactMap { expired in
      guard let stop = story.last([.stopAsked, .handoffPosted], before: expired) else { return nil }
      let begin = story.last([.sessionReleased, .killed], before: stop)
      if story.last(alive, before: stop, after: begin ?? -1) != nil { return nil }
      // So soon after a death nobody can know of it.
      if let begin, let gap = story.span(begin, stop), gap < Budgets.handoffAge.count { return nil }
      return Finding(
        .relaunchSurfacesExpire, begin == nil ? .hint : .partial, at: stop,
        shownBy: [begin, expired])
    }
  }

  /// An entry is at work after a launch, and nobody works on it.
  private static func activeBecomesFailure(_ story: Story) -> [Finding] {
    story.places([.entryAtWork]).compactMap { shown in
      guard let launch = story.last([.launched], before: shown + 1),
        !story.has(
          .working | [.startAsked, .retryAsked, .entryRecovered], after: launch, before: shown)
      else { return nil }
      // What a launch finds it may still put in order, and says so a moment later.
      let settled = story.first(
        [.entryRecovered, .workResumed, .attemptFailed, .orphanAdopted], after: shown,
        before: story.first([.startAsked, .launched], after: shown))
      if let settled, story.mayAgree(shown, settled) { return nil }
      let isStill = story.signs.indices.contains { index in
        index > shown && story[index].sign == .entryAtWork && story.mayAgree(shown, index)
          && (story.span(launch, index) ?? 0) > 5 * Stamp.second
      }
      guard isStill || (story.span(launch, shown) ?? 0) > 5 * Stamp.second else {
        return Finding(
          .relaunchActiveBecomesRecoverableFailure, .hint, at: shown, shownBy: [launch])
      }
      return Finding(
        .relaunchActiveBecomesRecoverableFailure, .whole, at: shown, shownBy: [launch])
    }
  }

  /// A recording that a crash left is taken for empty, or passed over.
  private static func orphansAdopted(_ story: Story) -> [Finding] {
    story.places([.noSpeech, .retryRefused, .fileFound]).compactMap { empty in
      let begun = story.last([.fileBegun, .startAsked, .microphoneOn], before: empty)
      let death = story.last([.killed, .launched], before: empty + 1)
      guard let death else { return nil }
      let since = min(begun ?? death, death)
      if story.has(.working | [.textRecognized, .deleteAsked], after: death, before: empty) {
        return nil
      }
      if story.has([.orphanAdopted, .entryRecovered, .audioKept], after: since) { return nil }
      let found = story.last([.fileFound], before: empty + 1, after: since)
      if story[empty].sign == .fileFound {
        guard !story.has([.noSpeech, .retryRefused, .fileRemoved], after: empty) else { return nil }
        return Finding(.relaunchOrphansAdopted, .hint, at: empty, shownBy: [begun, death])
      }
      let isSame = begun.map { story.agree($0, empty) } ?? false
      guard found != nil || isSame else { return nil }
      let strength: Finding.Strength =
        found != nil ? .whole : story[death].sign == .killed ? .partial : .hint
      return Finding(.relaunchOrphansAdopted, strength, at: empty, shownBy: [begun, death, found])
    }
  }

  /// A launch goes on with work that nobody asked for.
  private static func neverAutoResumes(_ story: Story) -> [Finding] {
    story.places([.launched]).compactMap { launch in
      let asked = story.first(
        [.startAsked, .retryAsked, .stopAsked, .handoffPosted], after: launch)
      if let resumed = story.first([.workResumed], after: launch, before: asked) {
        return Finding(.relaunchNeverAutoResumes, .whole, at: resumed, shownBy: [launch])
      }
      guard
        let found = story.first(
          [.fileFound, .entryRecovered, .orphanAdopted, .entryAtWork], after: launch, before: asked),
        let work = story.first(
          .delivering | [.recognitionBegan, .requestSent], after: found, before: asked)
      else { return nil }
      // Much later a person may have asked for it in a way that the log does not tell.
      let isAtOnce = story.span(found, work).map { $0 <= 5 * Stamp.second } ?? false
      return Finding(
        .relaunchNeverAutoResumes, isAtOnce ? .whole : .partial, at: work,
        shownBy: [launch, found])
    }
  }

  /// Putting an earlier launch in order fails, and every start is refused from then on.
  private static func failedRecoveryBlocks(_ story: Story) -> [Finding] {
    story.places([.startDenied]).compactMap { denied in
      let worked: SignSet = .capturing | .working | [.permissionMissing, .storageFull, .deviceLost]
      guard let failed = story.last([.recoveryFailed], before: denied),
        !story.has(worked, after: failed, before: denied)
      else { return nil }
      return Finding(.relaunchNeverBlocksNewCapture, .whole, at: denied, shownBy: [failed])
    }
  }

  /// A store of History that cannot be read is thrown away, and no copy of it is made.
  private static func corruptStorePreserved(_ story: Story) -> [Finding] {
    story.places([.storeRemoved]).compactMap { removed in
      guard let bad = story.last([.storeUnreadable], before: removed + 1),
        story[bad].line != story[removed].line || bad < removed,
        story.last([.storeSetAside], before: removed, after: bad) == nil,
        story.last([.deleteAsked, .startAsked], before: removed, after: bad) == nil,
        !story.has([.storeSetAside], after: removed, before: story.first([.startAsked], after: bad))
      else { return nil }
      return Finding(.relaunchCorruptStorePreserved, .whole, at: removed, shownBy: [bad])
    }
  }

  /// One row cannot be read, and all of History is not shown.
  private static func damagedRowIsolated(_ story: Story) -> [Finding] {
    story.places([.rowDamaged]).compactMap { damaged in
      let end = story.first([.startAsked, .launched], after: damaged)
      guard let hidden = story.first([.historyHidden], after: damaged, before: end) else {
        return nil
      }
      return Finding(.relaunchDamagedRowsIsolated, .whole, at: hidden, shownBy: [damaged])
    }
  }

  /// Putting an earlier launch in order keeps the person from recording.
  private static func neverBlocksCapture(_ story: Story) -> [Finding] {
    story.places([.recoveryBlocks]).map { blocked in
      let launch = story.last([.launched, .fileFound, .entryRecovered], before: blocked)
      return Finding(
        .relaunchNeverBlocksNewCapture, launch == nil ? .partial : .whole, at: blocked,
        shownBy: [launch])
    }
  }
}
