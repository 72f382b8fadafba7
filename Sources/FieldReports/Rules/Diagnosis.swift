public import Contract

/// What a log says about the contract.
public struct Diagnosis: Sendable {
  /// How sure the verdict is.
  public enum Confidence: String, CaseIterable, Hashable, Sendable {
    /// The log itself holds both halves of the breach.
    case certain
    /// A half is missing, and what is there looks like a known report.
    case likely
  }

  /// The verdict.
  public enum Verdict: Hashable, Sendable {
    /// The first promise that was broken.
    case broken(Finding, Confidence)
    /// Nothing can be said without more.
    case notEnough
    /// Something came to a good end, and nothing speaks against it.
    case nothingBroken
  }

  /// The verdict.
  public let verdict: Verdict
  /// Other promises that were broken, in order.
  public let others: [Finding]
  /// Promises that may have been broken, in order.
  public let suspected: [Finding]
  /// What to ask next, most important first.
  public let questions: [String]
  /// The entry of the register that the verdict looks like.
  public let known: RegisterEntry?
  /// What was judged.
  public let log: FieldLog

  /// The clause of the verdict.
  public var clause: ClauseID? {
    guard case .broken(let finding, _) = verdict else { return nil }
    return finding.clause
  }

  /// Judges a log by every promise that a log can speak of.
  ///
  /// - Parameter register: known reports; without any, nothing is ever `likely`.
  public init(of log: FieldLog, register: Register = Register()) {
    self.log = log
    let judged = log.exact?.judged ?? []
    // What was judged exactly is not guessed at by signs.
    let findings = Rules.findings(in: log).filter { !judged.contains($0.clause) }
    let exact = (log.exact?.breaches ?? []).compactMap { Finding($0, in: log) }
    var sure: [(Finding, Confidence)] = exact.map { ($0, .certain) }
    var unsure: [Finding] = []
    for finding in findings {
      switch finding.strength {
      case .whole: sure.append((finding, .certain))
      case .partial where register.match(Signature(finding, in: log)) != nil:
        sure.append((finding, .likely))
      case .partial, .hint: unsure.append(finding)
      }
    }
    // What is likely at an earlier line outranks what is certain at a later one, because a defect
    // drags others behind it.
    suspected = unsure
    others = sure.dropFirst().map(\.0)
    if let (first, confidence) = sure.first {
      verdict = .broken(first, confidence)
      known = register.match(Signature(first, in: log))
      questions =
        known?.askNext ?? (confidence == .certain ? [] : RuleWords.of(first.clause).ask)
      return
    }
    known = nil
    let story = Story(log)
    // What merely might be is no reason for doubt once the text or the audio is where it belongs.
    let isClear = unsure.isEmpty || unsure.allSatisfy { $0.strength == .hint } && Self.ended(story)
    if isClear, log.timedLines > 0 || log.markedLines > 0, Self.endsWell(story) {
      verdict = .nothingBroken
      questions = []
    } else {
      verdict = .notEnough
      var asked = unsure.flatMap { RuleWords.of($0.clause).ask }
      asked += Self.generalQuestions(log, story)
      var unique: [String] = []
      for question in asked where !unique.contains(question) { unique.append(question) }
      questions = Array(unique.prefix(6))
    }
  }

  /// Whether the log shows a whole attempt, from its start to its end, and every take that it tells
  /// of came to an end that a person can live with.
  private static func endsWell(_ story: Story) -> Bool {
    let good: SignSet =
      .delivering | .keeping | [
        .attemptSucceeded, .attemptFailed, .attemptCancelled, .answerArrived,
      ]
    let begun: SignSet = [.startAsked, .stopAsked, .microphoneOn, .recognitionBegan, .requestSent]
    let starts: SignSet =
      .capturing | [
        .startAsked, .stopAsked, .microphoneAsked, .captured, .fileBegun, .recognitionBegan,
        .requestSent, .retryAsked, .cleanupBegan, .legOpened,
      ]
    let last = story.signs.indices.last { place in
      // That nothing was said is an end only for audio that somebody listened to.
      good.contains(story[place].sign) || coversAll(story[place])
        || story[place].sign == .noSpeech && story.last(.working, before: place) != nil
    }
    guard let last else { return false }
    return !story.has(begun, after: last) && !story.has([.killed, .endedByPerson], after: last)
      && story.has(starts, after: -1, before: last)
  }

  /// Whether the last that is told of an attempt is a success, and nothing was thrown away.
  private static func ended(_ story: Story) -> Bool {
    let ends: SignSet = .ending | .delivering | [.textCovers, .deliveryFailed]
    let lost: SignSet = [.textDiscarded, .audioDiscarded, .heldDropped, .storageFull]
    guard let last = story.last(ends, before: story.signs.count), !story.has(lost, after: -1) else {
      return false
    }
    return SignSet.delivering.contains(story[last].sign) || story[last].sign == .attemptSucceeded
      || coversAll(story[last])
  }

  /// Whether nearly all of the audio has text.
  private static func coversAll(_ sighting: Sighting) -> Bool {
    guard sighting.sign == .textCovers, let part = sighting.value, let whole = sighting.whole
    else { return false }
    return whole - part < 1_000
  }

  private static func generalQuestions(_ log: FieldLog, _ story: Story) -> [String] {
    var asked: [String] = []
    if log.sightings.isEmpty {
      asked.append(
        "No line speaks of recording or transcription: is this the log of the app itself?")
    } else if log.timedLines == 0 {
      asked.append("The lines tell no times: can you send the log with its times?")
    }
    if !log.hasSteadyTimes {
      asked.append("The times contradict each other: was the clock set, or are logs mixed?")
    }
    if !story.signs.isEmpty, story.places([.startAsked, .stopAsked]).isEmpty {
      asked.append("Can you send the lines from before you started to speak?")
    }
    asked.append("What did you see, and what did you do, in the minute in which it went wrong?")
    asked.append("Is there an entry in History for it, and can it be played?")
    return asked
  }
}
