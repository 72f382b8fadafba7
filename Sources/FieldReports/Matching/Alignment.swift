/// How much of a log is found again in a run: the heaviest common sequence of their signs.
///
/// Signs are matched in order. What a log says decides more the more it says of the failure, so
/// signs have weights; a sign that comes about as long after the one matched before it as in the
/// log counts a little more. Times are never held against a match: those of a pasted log are of
/// another machine, rounded, and often of another day.
public struct Alignment: Hashable, Sendable {
  /// The places of log and run that belong together, in order.
  public private(set) var pairs: [Pair] = []
  /// The weight that was matched, of the whole log's, in thousandths.
  public private(set) var match = 0
  /// As `match`, with what the times add; for comparing runs and not for people.
  public private(set) var score = 0
  /// Lines of the log none of whose signs was matched, ascending.
  public private(set) var unexplained: [Int] = []

  /// How often the run comes to an end, or tells the person something, that the log is silent
  /// about up to its own last match; for telling runs apart that match equally well.
  public private(set) var surplus = 0

  /// Two sightings that belong together.
  public struct Pair: Hashable, Sendable {
    /// The place in the log's sightings.
    public var log: Int
    /// The place in the run's.
    public var run: Int
  }

  /// Longer logs and runs are compared by their first sightings only.
  public static let longest = 600

  /// Lays a log and a run side by side. What a log says several times in a row counts once.
  public init(_ log: [Sighting], _ run: [Sighting]) {
    let all = log
    let places = Self.places(of: log)
    let log = places.map { all[$0] }[...]
    let run = run.prefix(Self.longest)
    guard !log.isEmpty else { return }
    let width = run.count + 1
    var best = [Int32](repeating: 0, count: (log.count + 1) * width)
    for i in log.indices.reversed() {
      let weight = Int32(log[i].sign.weight)
      for j in run.indices.reversed() {
        var value = max(best[(i + 1) * width + j], best[i * width + j + 1])
        if log[i].sign.says(run[j].sign) {
          let bonus: Int32 = Self.isClose(log[i], run[j], log.first, run.first) ? 1 : 0
          value = max(value, best[(i + 1) * width + j + 1] + 4 * weight + bonus * weight)
        }
        best[i * width + j] = value
      }
    }
    follow(best, log, run, width)
    surplus = Self.surplus(of: run, pairs)
    unexplained = Self.lines(of: all, places, without: pairs.map(\.log))
    for i in pairs.indices { pairs[i].log = places[pairs[i].log] }
  }

  private mutating func follow(
    _ best: [Int32], _ log: ArraySlice<Sighting>, _ run: ArraySlice<Sighting>, _ width: Int
  ) {
    var (i, j) = (0, 0)
    var matched = 0
    while i < log.count, j < run.count {
      let here = best[i * width + j]
      if here == best[(i + 1) * width + j] {
        i += 1
      } else if here == best[i * width + j + 1] {
        j += 1
      } else {
        pairs.append(Pair(log: i, run: j))
        matched += log[i].sign.weight
        i += 1
        j += 1
      }
    }
    let all = log.reduce(0) { $0 + $1.sign.weight }
    match = all == 0 ? 0 : matched * 1_000 / all
    score = all == 0 ? 0 : Int(best[0]) * 200 / all
  }

  private static func surplus(of run: ArraySlice<Sighting>, _ pairs: [Pair]) -> Int {
    guard let last = pairs.last?.run else { return 0 }
    return run[..<last].indices.count { place in
      switch run[place].sign {
      case .attemptFailed, .attemptSucceeded, .attemptCancelled, .showsFailure, .messageShown,
        .captureFailed, .deliveryFailed:
        !pairs.contains { $0.run == place }
      default: false
      }
    }
  }

  /// The places of a log that say something else than the one before.
  private static func places(of log: [Sighting]) -> [Int] {
    var places: [Int] = []
    for (place, sighting) in log.enumerated() where places.count < longest {
      if let last = places.last, log[last].sign == sighting.sign,
        log[last].actor == sighting.actor, !sighting.sign.isCommand
      {
        continue
      }
      places.append(place)
    }
    return places
  }

  /// The lines of a log that none of the matched places, or of their repetitions, stands in.
  private static func lines(
    of log: [Sighting], _ places: [Int], without matched: [Int]
  ) -> [Int] {
    var explained: Set<Int> = []
    var all: [Int] = []
    for (n, place) in places.enumerated() {
      let end = n + 1 < places.count ? places[n + 1] : log.count
      let isMatched = matched.contains(n)
      for sighting in log[place..<end] {
        if isMatched { explained.insert(sighting.line) }
        if all.last != sighting.line { all.append(sighting.line) }
      }
    }
    return all.filter { !explained.contains($0) }
  }

  /// Whether two sightings come about as long after their begins: a second or a quarter apart.
  private static func isClose(
    _ log: Sighting, _ run: Sighting, _ first: Sighting?, _ begin: Sighting?
  ) -> Bool {
    guard let at = log.at, let zero = first?.at, let other = run.at, let start = begin?.at else {
      return false
    }
    let (wanted, found) = (at - zero, other - start)
    return abs(wanted - found) <= max(1_000_000_000, abs(wanted) / 4)
  }
}

extension Sign {
  /// Whether it is something that a person asks for.
  var isCommand: Bool {
    switch self {
    case .startAsked, .stopAsked, .cancelAsked, .retryAsked, .deleteAsked, .startRefused,
      .stopRefused, .cancelRefused, .retryRefused:
      true
    default: false
    }
  }

  /// How much it says of a failure.
  var weight: Int {
    switch self {
    case .audioArrives, .audioSent, .showsIdle, .messageShown, .fileBegun, .fileClosed,
      .relayLastHeard, .pulseAge, .slept, .woke, .launched, .stateRestored, .sessionReleased,
      .retryHint, .audioSplit, .fileRemains, .copiedElsewhere, .entryAtWork, .settingsChanged,
      .settingUsed, .tailFolded, .stillWaiting, .heldSent, .gapMarked, .storeSetAside,
      .keepaliveSent, .storageMended:
      1
    case .startAsked, .stopAsked, .cancelAsked, .retryAsked, .deleteAsked, .startRefused,
      .microphoneOn, .deviceLost, .recorderPending,
      .recorderGivenUp, .audioDiscarded, .fileFound, .orphanAdopted, .clipboardRestored,
      .clipboardRead, .heldDropped, .killed, .endedByPerson, .answerRefused, .headersArrived:
      3
    case .stopRefused, .cancelRefused, .retryRefused, .microphoneAsked, .microphoneOff,
      .audioMissing, .audioSilent,
      .routeChanged, .permissionMissing, .interruptionBegan, .interruptionEnded, .captured,
      .captureFailed, .audioKept, .entryWritten, .entryRemoved, .removalQueued, .fileRemoved,
      .storageFailed, .storageFull, .recognitionBegan, .requestSent, .answerArrived,
      .connectionLost, .fallbackBegan, .retryWaits, .textRecognized, .noSpeech, .textDiscarded,
      .attemptSucceeded, .attemptFailed, .attemptCancelled, .cleanupBegan, .cleanupEnded,
      .cleanupFailed, .clipboardSaved, .clipboardWritten, .pasteSent, .textInserted,
      .deliveryFailed, .targetChanged, .showsRecording, .showsProcessing, .showsFailure,
      .showsReconnecting, .messageUnshown, .rawWordsShown, .handoffPosted, .handoffTaken,
      .handoffExpired, .entryRecovered, .legOpened, .legClosed, .legRefused, .holdBegan,
      .wordShown, .relaySilent, .quotaReached, .redialWaits, .redialsGivenUp, .finalizeSent,
      .drainExpired, .textCovers, .sizeRefused, .answerMalformed, .fileUnfinished, .resultLate,
      .recoveryBlocks, .workResumed, .redialFailed, .recoveryFailed, .startDenied,
      .storeUnreadable, .storeRemoved, .savedClaimed, .coverageClaimed, .finalizeSkipped,
      .wordsDropped, .closedAsIdle, .rowDamaged, .historyHidden:
      2
    }
  }

  /// Whether a sign of a log means what a sign of a run means. Apps draw lines in different places:
  /// what one calls the end of an answer is the text of another.
  func says(_ other: Sign) -> Bool {
    if self == other { return true }
    return Self.kin.contains { $0.contains(self) && $0.contains(other) }
  }

  private static let kin: [[Sign]] = [
    [.answerArrived, .textRecognized],
    [.killed, .endedByPerson],
    [.captured, .microphoneOff],
    [.recorderPending, .recorderGivenUp],
    [.deviceLost, .captureFailed],
    [.entryRemoved, .audioDiscarded],
    [.fileFound, .orphanAdopted],
    [.showsRecording, .stateRestored],
    [.deliveryFailed, .targetChanged],
    [.attemptFailed, .textDiscarded],
    [.requestSent, .recognitionBegan],
    [.requestSent, .fallbackBegan],
    [.microphoneOn, .showsRecording],
    [.microphoneAsked, .startAsked],
    [.fileBegun, .startAsked],
    [.legClosed, .holdBegan],
    [.sizeRefused, .answerRefused],
    [.stillWaiting, .recorderPending],
    [.handoffTaken, .stopAsked],
  ]
}
