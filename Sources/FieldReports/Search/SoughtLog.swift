public import Contract

/// What is looked for: a log in signs, and what is known of the app that wrote it.
public struct SoughtLog: Sendable {
  /// What the log says, in order.
  public var sightings: [Sighting]
  /// The promise that the log, or the person who reports, names as broken; nil where none is.
  public var clause: ClauseID?
  /// The platform it comes from, by its id in the registry; nil where nobody says.
  public var platform: String?

  /// A log.
  public init(_ sightings: [Sighting], clause: ClauseID? = nil, platform: String? = nil) {
    self.sightings = sightings
    self.clause = clause
    self.platform = platform
  }

  /// The first sighting of one of these.
  func first(_ signs: Sign...) -> Sighting? {
    sightings.first { signs.contains($0.sign) }
  }

  /// Whether any of these was seen.
  func has(_ signs: Sign...) -> Bool {
    sightings.contains { signs.contains($0.sign) }
  }

  /// The values that a sign came with, each once, in order, and none larger than a log of events
  /// can say: a pasted log can have any number.
  func values(of sign: Sign) -> [Int64] {
    var values: [Int64] = []
    var known: Set<Int64> = []
    for sighting in sightings where sighting.sign == sign {
      guard let said = sighting.value else { continue }
      let value = min(max(said, 0), Sighting.largest)
      if known.insert(value).inserted { values.append(value) }
    }
    return values
  }

  /// Nanoseconds from one time of a log to another, and no more than a log of events can take.
  static func span(from: Int64, to: Int64) -> Int64 {
    let (span, overflow) = to.subtractingReportingOverflow(from)
    guard !overflow else { return to < from ? -EventLog.latest : EventLog.latest }
    return min(max(span, -EventLog.latest), EventLog.latest)
  }

  /// Nanoseconds from the last of one sign to the first of another after it; nil unless both tell
  /// their times.
  func time(from: Sign, to: Sign) -> Int64? {
    guard let end = sightings.firstIndex(where: { $0.sign == to }), let at = sightings[end].at,
      let begin = sightings[..<end].last(where: { $0.sign == from })?.at, at >= begin
    else { return nil }
    return Self.span(from: begin, to: at)
  }

  /// Whether it is about a live transcript.
  public var isLive: Bool {
    has(
      .legOpened, .legClosed, .legRefused, .holdBegan, .heldDropped, .wordShown, .relayLastHeard,
      .relaySilent, .quotaReached, .redialWaits, .redialsGivenUp, .finalizeSent, .drainExpired,
      .textCovers, .showsReconnecting)
  }

  /// Whether a keyboard wrote into it.
  var hasKeyboard: Bool { sightings.contains { $0.actor == .keyboard } }
}
