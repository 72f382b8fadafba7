import Contract

/// Swaps neighbours of a reaction that do not depend on each other.
struct SwappedEffects: Alteration {
  mutating func amend(_ reaction: inout Reaction, at now: Moment) {
    var place = 0
    while place + 1 < reaction.effects.count {
      if Self.areIndependent(reaction.effects[place], reaction.effects[place + 1]) {
        reaction.effects.swapAt(place, place + 1)
        place += 2
      } else {
        place += 1
      }
    }
  }

  /// Whether two effects may change places: work of different kinds, of which none is a promise
  /// to a person and none undoes the other.
  private static func areIndependent(_ first: Effect, _ second: Effect) -> Bool {
    guard let first = kind(first), let second = kind(second) else { return false }
    return first != second
  }

  private enum Kind { case row, leafRemoval, usage, message, surface }

  private static func kind(_ effect: Effect) -> Kind? {
    switch effect {
    case .request(_, .store(.write)): return .row
    case .request(_, .reportUsage): return .usage
    case .request(_, .file(.remove(let file))):
      if case .leaf = file.kind { return .leafRemoval }
      return nil
    case .notice(.tell): return .message
    case .notice(.show): return .surface
    case .request, .notice: return nil
    }
  }
}
