import Contract

/// The clause of the family SETTINGS: an attempt keeps what it was started with.
struct SettingsClauses: Sendable {
  static let interests: Kinds = [.request]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0, let facts = l.facts(of: l.subject.attempt, l.about) else {
      return
    }
    let used: Settings
    switch l.subject.request {
    case .upload(_, let settings), .recognizeLocally(_, _, let settings):
      used = settings
      if !matches(settings.recognizer, l.subject.family) {
        return mixed(facts, "another kind of recognizer", &l, &docket)
      }
    case .cleanUp(_, let settings):
      used = settings
      if settings.cleanup == .off {
        return mixed(facts, "a cleanup that is switched off", &l, &docket)
      }
    case .store(.write(let row, _)):
      let r = l.recordings[l.about]
      guard r.isInWork || row.state == .capturing else { return }
      // A start that came to nothing may have gone by the name of what was found. What an entry
      // says already stays then, and of audio without one nobody knows how it was started.
      if r.delivered == 0, row.integrity != .unfinalized { return }
      if let known = r.disk, known.attempt == row.attempt, known.settings == row.settings {
        return
      }
      used = row.settings
    case .store, .file, .capture, .exportLeaf, .resetEngine, .deliver, .writeClipboard,
      .restoreClipboard, .reportUsage, .post, .dial, .insert:
      return
    }
    if facts.settings != l[l.role].settings || isAnotherInWork(facts, &l) {
      docket.premise(.settingsFrozenPerAttempt, l.stamp)
    }
    if used != facts.settings { mixed(facts, "\(used)", &l, &docket) }
  }

  private func matches(_ recognizer: Recognizer, _ family: Family) -> Bool {
    switch recognizer {
    case .cloud: family == .upload
    case .local: family == .local
    }
  }

  /// Whether another recording is worked on with other settings.
  private func isAnotherInWork(_ facts: AttemptFacts, _ l: inout Ledger) -> Bool {
    for n in l.recordings.indices where n != l.about && l.isActive(n) {
      if let other = l.recordings[n].attempts.last, other.settings != facts.settings {
        return true
      }
    }
    return false
  }

  private func mixed(
    _ facts: AttemptFacts, _ observed: String, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.settingsFrozenPerAttempt, l.stamp)
    docket.find(
      .settingsFrozenPerAttempt, l.stamp, l.name(l.about),
      "A recording was worked on with other settings than it was started with.",
      expected: "\(facts.settings)", observed: observed)
  }
}
