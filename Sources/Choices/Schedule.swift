// Order, as deviations from the natural one.
//
// An entry holds something back until something else has been delivered. An entry that names
// nothing costs nothing, and deleting one returns to the natural order, so what is left of a
// reduced schedule reads as the story: "the body of try 1 arrives after try 2 left".

/// One deviation.
public struct Hold: Hashable, Sendable {
  /// What is held back.
  public var hold: KeyPattern
  /// Until this has been delivered or, for a request, emitted.
  public var until: KeyPattern

  /// Makes a deviation.
  public init(_ hold: KeyPattern, until: KeyPattern) {
    self.hold = hold
    self.until = until
  }
}

/// The holds of one run, and which of them are over.
public struct Schedule: Hashable, Sendable {
  /// The deviations.
  public let holds: [Hold]
  /// How many are neither over nor dropped.
  public private(set) var active: Int
  private var isOver: [Bool]
  private var hasHeld: [Bool]
  /// How often the last hold kept something back while something else was chosen.
  public private(set) var heldBack = 0
  /// How often every candidate was held, so that one had to be let go.
  public private(set) var forced = 0

  /// Makes the order of a run.
  public init(_ holds: [Hold] = []) {
    self.holds = holds
    active = holds.count
    isOver = Array(repeating: false, count: holds.count)
    hasHeld = isOver
  }

  /// Whether something may not be delivered yet.
  public mutating func isHeld(_ key: Key) -> Bool {
    guard active > 0 else { return false }
    var held = false
    for i in holds.indices where !isOver[i] && holds[i].hold.matches(key) {
      hasHeld[i] = true
      held = true
      if i == holds.count - 1 { heldBack += 1 }
    }
    return held
  }

  /// Says that something has happened, which may end holds.
  public mutating func note(_ key: Key) {
    guard active > 0 else { return }
    for i in holds.indices where !isOver[i] && holds[i].until.matches(key) {
      isOver[i] = true
      active -= 1
    }
  }

  /// Ends every hold on something that had to be delivered all the same; they count as unmatched.
  public mutating func force(_ key: Key) {
    forced += 1
    if let last = holds.last, !isOver[holds.count - 1], last.hold.matches(key) { heldBack -= 1 }
    for i in holds.indices where !isOver[i] && holds[i].hold.matches(key) {
      isOver[i] = true
      hasHeld[i] = false
      active -= 1
    }
  }

  /// Ends every hold: the healing of a case that is over its chaos.
  public mutating func release() {
    active = 0
    for i in isOver.indices { isOver[i] = true }
  }

  /// The entries that never held anything back, by place.
  public var unmatched: [Int] { hasHeld.indices.filter { !hasHeld[$0] } }
}
