public import Choices
public import Contract

/// Chooses orders that are not natural, and remembers them as holds.
///
/// Every choice is a draw for the names of what could happen, never the next number of a stream,
/// so a choice is the same in another run wherever the same things are to be chosen from.
public struct Picker: Sendable {
  /// By what it chooses.
  public enum Manner: Hashable, Sendable {
    /// The natural order but for so many of a hundred choices, numbered one by one.
    case percent(UInt64)
    /// Any candidate, by what was chosen last.
    case uniform
    /// Every happening has a priority of its own for the whole run.
    case priorities
    /// Every actor (a recording's capture, its requests, a store …) has a priority; about
    /// so many of 65,536 happenings are put behind everything else.
    case chains(changes: UInt64)
    /// The natural order, but in about so many of 65,536 choices the first lets others pass.
    case delays(UInt64)
  }

  private let seed: UInt64
  private let manner: Manner
  /// When it stops choosing, on the clock of the case.
  private let end: Int64
  private var picks: UInt64 = 0
  private var last = Identity(high: 0, low: 0)
  /// The places of holds whose item is still to come.
  private var pending: [Int] = []
  /// The choices so far, in the form in which every run of every strategy is kept.
  public private(set) var holds: [Hold] = []

  /// Makes a picker that leaves the natural order in so many of a hundred choices.
  public init(seed: UInt64, percent: UInt64) { self.init(.percent(percent), seed: seed) }

  /// Makes a picker.
  ///
  /// - Parameter end: when the natural order returns; nil for never.
  public init(_ manner: Manner, seed: UInt64, until end: Nanoseconds? = nil) {
    self.manner = manner
    self.seed = seed
    self.end = end?.count ?? .max
  }

  func isPicking(at now: Int64) -> Bool { now <= end }

  /// The place of the candidate that is next.
  mutating func choose(among candidates: [Int], of items: [Item]) -> Int {
    picks += 1
    let place = candidates.count > 1 ? place(among: candidates, items) : 0
    let chosen = items[candidates[place]].identity
    last = chosen
    if !pending.isEmpty { pending.removeAll { holds[$0].hold.value == Key(chosen) } }
    let until = KeyPattern(Key(chosen))
    for passed in candidates[..<place] { hold(Key(items[passed].identity), until) }
    return place
  }

  /// Keeps that something was passed; of several times the last one counts.
  private mutating func hold(_ key: Key, _ until: KeyPattern) {
    if let known = pending.first(where: { holds[$0].hold.value == key }) {
      holds[known].until = until
    } else {
      pending.append(holds.count)
      holds.append(Hold(KeyPattern(key), until: until))
    }
  }

  private func place(among candidates: [Int], _ items: [Item]) -> Int {
    switch manner {
    case .percent(let percent):
      guard Draw.below(100, seed: seed, key: Key(high: picks, low: 1)) < percent else { return 0 }
      return Int(Draw.below(UInt64(candidates.count), seed: seed, key: Key(high: picks, low: 2)))
    case .uniform:
      let context = Draw.word(seed: seed, key: Key(last))
      return greatest(candidates) { Draw.word(seed: context, key: Key(items[$0].identity)) }
    case .priorities:
      return greatest(candidates) { Draw.word(seed: seed, key: Key(items[$0].identity)) }
    case .chains(let changes):
      return greatest(candidates) { priority(items[$0].identity, changes) }
    case .delays(let rate):
      let context = Draw.word(seed: seed, key: Key(last))
      return candidates.firstIndex {
        Draw.word(seed: context, key: Key(items[$0].identity)) & 0xFFFF >= rate
      } ?? 0
    }
  }

  private func greatest(_ candidates: [Int], _ priority: (Int) -> UInt64) -> Int {
    var best = 0
    var most: UInt64 = 0
    for (place, candidate) in candidates.enumerated() {
      let word = priority(candidate)
      if place == 0 || word > most {
        best = place
        most = word
      }
    }
    return best
  }

  /// The priority of an actor; of a happening that is put behind, something below all of them.
  private func priority(_ identity: Identity, _ changes: UInt64) -> UInt64 {
    if isRare(identity, changes) { return Draw.word(seed: seed, key: Key(identity)) >> 32 }
    let actor = Key(
      high: UInt64(Actor(identity.family).rawValue) << 32 | UInt64(identity.recording) << 8
        | identity.high & 255,
      low: 0)
    return Draw.word(seed: seed, key: actor) | 1 << 63
  }

  private func isRare(_ identity: Identity, _ rate: UInt64) -> Bool {
    Draw.word(seed: seed ^ 0x5EED, key: Key(identity)) & 0xFFFF < rate
  }
}

/// Who does something, as far as priorities are concerned.
private enum Actor: UInt8 {
  case store, file, microphone, recognizer, cleanup, target, other, device

  init(_ family: Family) {
    switch family {
    case .open, .inventory, .quarantine, .space, .store, .tombstone, .purge: self = .store
    case .create, .append, .close, .validate, .sync, .promote, .remove, .export: self = .file
    case .capture: self = .microphone
    case .upload, .local, .reset, .dial: self = .recognizer
    case .cleanup: self = .cleanup
    case .deliver, .clipboard, .restore: self = .target
    case .usage, .post, .none, .stage: self = .other
    case .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed:
      self = .device
    }
  }
}
