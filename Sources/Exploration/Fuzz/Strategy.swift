import Choices
import Contract
import Simulation

/// How the order of a case is found. None is best at everything, so a run mixes them and says which
/// one found what.
public enum Strategy: UInt8, CaseIterable, Hashable, Sendable {
  /// The natural order; only faults and moments are drawn.
  case natural
  /// The natural order with one to three holds.
  case holds
  /// Any candidate at every choice.
  case uniform
  /// A priority for every happening.
  case priorities
  /// A priority for every actor, and one to three happenings behind everything else.
  case chains
  /// The natural order in which about one to three choices are put off.
  case delays
  /// An earlier case that showed something new, changed a little.
  case mutation

  /// The word in reports.
  public var word: String {
    switch self {
    case .natural: "natural"
    case .holds: "k holds"
    case .uniform: "uniform"
    case .priorities: "POS"
    case .chains: "PCT"
    case .delays: "delays"
    case .mutation: "mutation"
    }
  }

  /// How many of a hundred cases are its own.
  var share: Int {
    switch self {
    case .natural: 14
    case .holds: 16
    case .uniform: 11
    case .priorities: 18
    case .chains: 9
    case .delays: 14
    case .mutation: 18
    }
  }

  /// Draws the strategy of a case.
  init(_ chance: Chance) {
    self = chance.one(of: Self.allCases, sharing: \.share, .strategy) ?? .natural
  }

  /// The picker of a case; nil where the natural order counts, with or without holds.
  ///
  /// - Parameter choices: how many choices the natural run has.
  func picker(_ chance: Chance, choices: Int, until end: Nanoseconds) -> Picker? {
    let seed = chance.word(.order)
    let aim = UInt64(chance.number(1...3, .strategyDetail))
    let rate = min((aim << 16) / UInt64(max(choices, 1)), 1 << 15)
    let manner: Picker.Manner
    switch self {
    case .natural, .holds, .mutation: return nil
    case .uniform: manner = .uniform
    case .priorities: manner = .priorities
    case .chains: manner = .chains(changes: rate)
    case .delays: manner = .delays(rate)
    }
    return Picker(manner, seed: seed, until: end)
  }
}
