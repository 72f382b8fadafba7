import Contract

/// An engine as it was some events ago, and those events: what an ignored event must leave as it
/// was is told by playing them again.
///
/// A copy before every event would cost more than the event: most events are not ignored, and an
/// engine that shares its memory with a copy has to copy whatever it changes.
struct Shadow {
  private var engine: any EngineUnderTest
  private var since: [Played] = []

  private struct Played {
    var event: Event
    var at: Moment
  }

  /// After so many events it catches up, so that a long life costs neither memory nor a long wait.
  private static let longest = 1_024

  /// What most lives need.
  private static let usual = 64

  /// Follows an engine that was just made; nil for one whose state cannot be compared, and which
  /// need not be a value.
  init?(of engine: any EngineUnderTest) {
    guard Self.isSame(engine, engine) != nil else { return nil }
    self.engine = engine
    since.reserveCapacity(Self.usual)
  }

  /// Notes an event that the engine has taken.
  @inline(__always)
  mutating func note(_ event: Event, at now: Moment, _ current: any EngineUnderTest) {
    since.append(Played(event: event, at: now))
    if since.count > Self.longest { follow(current) }
  }

  /// Whether an engine that ignored an event is as it was before; nil where that cannot be told.
  mutating func isUnchanged(_ current: any EngineUnderTest) -> Bool? {
    for played in since {
      do {
        _ = try engine.handle(played.event, at: played.at)
      } catch {
        return nil
      }
    }
    let isSame = Self.isSame(engine, current)
    follow(current)
    return isSame
  }

  private mutating func follow(_ current: any EngineUnderTest) {
    engine = current
    since.removeAll(keepingCapacity: true)
  }

  private static func isSame(_ a: any EngineUnderTest, _ b: any EngineUnderTest) -> Bool? {
    func compare<E: EngineUnderTest>(_ a: E) -> Bool? {
      guard let b = b as? E else { return false }
      return a.hasSameState(as: b)
    }
    return compare(a)
  }
}
