import Contract

/// What a good variant does around an engine, which may have a defect of its own.
///
/// It sees events before the engine and reactions before the world, keeps what it has asked for
/// itself to itself, and must leave every promise as it was.
protocol Alteration: Hashable, Sendable {
  init()
  /// Takes an event that is the alteration's own; nil where it is the engine's.
  mutating func take(_ event: Event, at now: Moment) -> Reaction?
  /// The event as the engine knows it.
  func heard(_ event: Event) -> Event
  /// Changes what the engine says. Not asked about events that the engine has ignored.
  mutating func amend(_ reaction: inout Reaction, at now: Moment)
}

extension Alteration {
  mutating func take(_ event: Event, at now: Moment) -> Reaction? { nil }
  func heard(_ event: Event) -> Event { event }
}

/// An engine with an alteration around it.
struct Altered<Inner: EngineUnderTest, Way: Alteration>: EngineUnderTest {
  private var engine: Inner
  private var way = Way()

  init(_ engine: Inner, _ way: Way.Type) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) throws(Inner.Failure) -> Reaction {
    if let own = way.take(event, at: now) { return own }
    var reaction = try engine.handle(way.heard(event), at: now)
    if reaction.ignored == nil { way.amend(&reaction, at: now) }
    return reaction
  }

  func hasSameState(as other: Self) -> Bool? {
    way == other.way ? engine.hasSameState(as: other.engine) : false
  }
}

/// Ids for requests of an alteration: between those of engines and those of defects.
struct AlterationIDs: Hashable, Sendable {
  private static let range: ClosedRange<UInt32> = 300_001...400_000
  private var made: UInt32 = 0

  /// Whether a request is one of an alteration.
  static func owns(_ id: EffectID) -> Bool { range.contains(id.rawValue) }

  mutating func take() -> EffectID {
    made += 1
    return EffectID(Self.range.lowerBound + made)
  }
}
