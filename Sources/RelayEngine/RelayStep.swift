public import Contract

/// What one reaction of the relay engine collects.
public struct RelayStep {
  /// When.
  public let now: Moment
  /// What to do, in order.
  public var effects: [Effect] = []
  /// Whether the armed deadlines changed.
  public var hasRearmed = false
  /// Whether the recording is to be stopped: the live session was what it was for.
  public var stopsRecording = false
  /// The next free id of a request.
  public var nextEffect: UInt32

  /// Begins a reaction.
  public init(now: Moment, nextEffect: UInt32) {
    self.now = now
    self.nextEffect = nextEffect
  }

  mutating func say(_ notice: Notice) { effects.append(.notice(notice)) }

  mutating func ask(_ request: Request, _ lease: Lease) -> EffectID {
    let id = EffectID(nextEffect)
    nextEffect += 1
    effects.append(.request(Ticket(id, lease), request))
    return id
  }
}
