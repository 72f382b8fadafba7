/// Makes one time line of the times that lines tell.
struct LogClock {
  /// How far times may go back without a word: threads write over each other.
  static let tolerance = 2 * Stamp.second

  private var origin: Stamp.Origin?
  private var first: Int64 = 0
  /// The latest time of the input that is being read; nil at its beginning.
  private var latest: Int64?
  private var furthest: Int64 = 0
  private var days: Int64 = 0
  private var isBehind = false
  /// How often times went back by more than a little.
  private(set) var stepsBack = 0
  /// How many midnights lie within the log.
  private(set) var midnights = 0
  /// How many lines have told a time.
  private(set) var count = 0

  /// What the times count from; nil when no line has told any.
  var kind: Stamp.Origin? { origin }

  /// The end of the log, in nanoseconds since its first time.
  var end: Int64 { furthest - first }

  /// Another log of the same story begins, which goes over the same time.
  mutating func beginInput() {
    latest = nil
    days = 0
    isBehind = false
  }

  /// Nanoseconds since the first time; nil where it cannot be compared with the others.
  mutating func place(_ stamp: Stamp) -> Int64? {
    // A date may be far from 1970; nothing else is so far from where it counts from.
    guard stamp.origin == .date || stamp.at.magnitude <= Sighting.latest else { return nil }
    guard let origin else {
      self.origin = stamp.origin
      first = stamp.at
      latest = stamp.at
      furthest = stamp.at
      count = 1
      return 0
    }
    guard origin == stamp.origin else { return nil }
    var at = stamp.at
    if origin == .midnight {
      at += days * Stamp.day
      if let latest, at < latest - Stamp.day / 2 {
        days += 1
        midnights += 1
        at += Stamp.day
      } else if days > 0, let latest, at > latest + Stamp.day / 2 {
        at -= Stamp.day
      }
    }
    let (since, overflow) = at.subtractingReportingOverflow(first)
    guard !overflow, since.magnitude <= Sighting.latest else { return nil }
    count += 1
    let goesBack = latest.map { at < $0 - Self.tolerance } ?? false
    if goesBack, !isBehind { stepsBack += 1 }
    isBehind = goesBack
    latest = max(latest ?? at, at)
    furthest = max(furthest, at)
    return since
  }

  /// The same for the end of a stretch.
  mutating func place(until: Int64, of stamp: Stamp) -> Int64? {
    place(Stamp(origin: stamp.origin, at: until))
  }
}
