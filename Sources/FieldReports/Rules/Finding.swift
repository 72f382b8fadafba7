public import Contract

/// A promise that a log speaks of, and how it was broken.
public struct Finding: Hashable, Sendable {
  /// How much of the breach the log itself shows.
  public enum Strength: Int, Comparable, Hashable, Sendable {
    /// Something is missing without which nothing can be said.
    case hint
    /// All but one half of it.
    case partial
    /// Both halves: what was promised for, and that it did not come or was undone.
    case whole

    /// More evidence is more.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// The promise.
  public var clause: ClauseID
  /// How much of it the log shows.
  public var strength: Strength
  /// The place of the sign that breaks it, among the signs of the log.
  public var place: Int
  /// The places of all signs that show it, in order.
  public var evidence: [Int]
  /// The exact line that breaks it; nil where it was found by signs.
  public var exactLine: Int?
  /// What the person would have seen, where exact lines show it.
  public var sentence: String?

  init(_ clause: ClauseID, _ strength: Strength, at place: Int, shownBy evidence: [Int?]) {
    self.clause = clause
    self.strength = strength
    self.place = place
    self.evidence = Array(Set(evidence.compactMap { $0 } + [place])).sorted()
  }

  /// A breach that exact lines show; nil where the log has no sign up to its line.
  init?(_ breach: ExactVerdict.Breach, in log: FieldLog) {
    guard let place = log.sightings.lastIndex(where: { $0.line <= breach.line }) else { return nil }
    self.init(breach.clause, .whole, at: place, shownBy: [])
    exactLine = breach.line
    sentence = breach.sentence
  }
}

/// A detector: looks for breaches of one promise, or of two that are told apart by one look.
typealias Rule = @Sendable (Story) -> [Finding]

/// Every detector.
enum Rules {
  static let all: [Rule] =
    capture + source + request + cleanup + commit + delivery + indicator + ownership + deletion
    + relaunch + live

  /// More lines than this, and no time on any of them, are a text about something else.
  private static let untimedLines = 400

  /// How much any breach can be worth in a log whose times say little.
  private static func most(_ log: FieldLog) -> Finding.Strength {
    if log.timedLines == 0 {
      let lines = log.lines
      // Lines of a log stand in their order; lines of prose may stand in any.
      let isLog = log.markedLines >= 3 && log.markedLines * 10 >= (lines - log.skippedLines) * 8
      if isLog { return lines > untimedLines ? .hint : .whole }
      // Where few lines say anything, the text is about such logs and none of them.
      let speaking = Set(log.sightings.map(\.line)).count
      return lines > untimedLines || speaking * 2 < lines - log.skippedLines ? .hint : .partial
    }
    return log.hasSteadyTimes ? .whole : .partial
  }

  /// Whether anything in a log is about sound, recordings or their text: what servers and databases
  /// say of themselves looks much like what a recorder says of its own.
  private static func speaksOfRecordings(_ story: Story) -> Bool {
    let own: SignSet =
      .capturing | .keeping | .delivering | [
        .startAsked, .stopAsked, .microphoneAsked, .microphoneOff, .captured, .captureFailed,
        .deviceLost, .audioSilent, .audioMissing, .audioDiscarded, .recorderPending,
        .recorderGivenUp, .fileBegun, .fileUnfinished, .recognitionBegan, .textRecognized,
        .noSpeech, .textDiscarded, .cleanupBegan, .cleanupFailed, .clipboardSaved,
        .clipboardWritten, .clipboardRestored, .showsRecording, .showsProcessing,
      ]
    let more: SignSet = [
      .holdBegan, .heldDropped, .heldSent, .wordShown, .audioSent, .finalizeSent, .tailFolded,
      .textCovers, .requestSent, .fileFound, .fileRemoved, .entryAtWork, .entryRecovered,
      .legOpened, .legClosed,
      .legRefused,
      .orphanAdopted, .workResumed, .retryAsked, .deleteAsked, .cancelAsked, .audioSplit,
      .showsReconnecting, .quotaReached, .stateRestored, .startRefused, .startDenied,
      .recoveryBlocks, .rowDamaged, .handoffPosted,
      .wordsDropped, .finalizeSkipped, .resultLate, .sessionReleased,
    ]
    return story.signs.contains { sighting in
      own.contains(sighting.sign) || more.contains(sighting.sign)
        || [.storeUnreadable, .storeRemoved].contains(sighting.sign) && sighting.value == 1
    }
  }

  /// Whether a log tells of a connection for text that comes while somebody speaks: it says so, or
  /// words came over it, or sound was sent or held for it. An app has other connections of its own,
  /// whose redials and refusals say nothing of a transcript.
  private static func speaksOfLiveText(_ story: Story) -> Bool {
    let own: SignSet = [
      .wordShown, .audioSent, .relayLastHeard, .holdBegan, .heldDropped, .heldSent, .textCovers,
      .tailFolded, .finalizeSent, .drainExpired, .wordsDropped, .coverageClaimed, .gapMarked,
      .finalizeSkipped, .keepaliveSent, .quotaReached,
    ]
    let connection: SignSet = [
      .legOpened, .legClosed, .legRefused, .redialWaits, .redialFailed, .redialsGivenUp,
      .showsReconnecting, .closedAsIdle,
    ]
    return story.signs.contains {
      own.contains($0.sign) || connection.contains($0.sign) && $0.isOfSpeech
    }
  }

  /// What all of them find in a log, by place.
  static func findings(in log: FieldLog, by rules: [Rule] = all) -> [Finding] {
    let story = Story(log)
    var found: [Finding] = []
    for rule in rules {
      // One defect shows at many lines; the first of a promise stands for it.
      for finding in rule(story) {
        if let known = found.firstIndex(where: { $0.clause == finding.clause }) {
          let isBetter =
            finding.strength > found[known].strength
            || finding.strength == found[known].strength && finding.place < found[known].place
          if isBetter { found[known] = finding }
        } else {
          found.append(finding)
        }
      }
    }
    let most = min(Self.most(log), speaksOfRecordings(story) ? .whole : .hint)
    let mostLive = speaksOfLiveText(story) ? most : min(most, .hint)
    for index in found.indices {
      let limit = found[index].clause.set == .live ? mostLive : most
      found[index].strength = min(found[index].strength, limit)
    }
    return found.enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }
}
