import Choices
import Contract
import Simulation

/// What the aimed cases of a block are aimed at: one fault each, of the kind that the block has
/// aimed at least often so far, the rarest first.
///
/// Chance alone meets again and again what is asked often, and hardly ever what is asked rarely, or
/// what only one sort of write can show. Raising all chances makes storms of faults in which little
/// else is seen. So three cases of eight go around the kinds of faults instead, as far as their
/// world has them, in an order near the natural one.
struct Aims {
  private static let words = 16
  /// Writes that follow upon trouble, which a natural run hardly ever asks for.
  private static let late: [Word] = [.failed, .retrying, .cancelled]
  /// What needs trouble of another sort and a person who goes on is aimed at so often for once.
  private static let lateWeight = 3

  /// What a case is aimed at.
  struct Aim {
    var fault: Plan<Answer>.Entry
    /// Whether it only matters after other trouble, and to a person who tries again.
    var isLate: Bool
  }

  /// By kind: how many cases were aimed at it, and how many natural questions asked for it.
  private var counts = [Int](repeating: 0, count: FaultClass.all.count * Self.words)
  private var sites = [Int](repeating: 0, count: FaultClass.all.count * Self.words)
  /// What the answers of a block begin with.
  private let start: Chance

  /// Whether a case is aimed.
  static func isAimed(_ number: Int) -> Bool { number % 8 % 3 == 1 }

  init(_ seed: UInt64) { start = Chance(seed) }

  /// A kind of fault in a world: a class, of writes by what they write.
  private struct Target {
    var kind: Int
    var verb: Verb
    /// The question; nil for all writes of a word.
    var question: Identity?

    var place: Int { kind / Aims.words }
    var word: Word? { Word(rawValue: UInt8(kind % Aims.words)) }
  }

  /// Counts what a new world asks for.
  mutating func meet(_ probe: Probe) {
    for question in probe.questions {
      for n in FaultClass.classes(of: question) { sites[Self.kind(n, question)] += 1 }
    }
  }

  /// The order of an aimed case.
  static func strategy(_ chance: Chance) -> Strategy {
    [.natural, .natural, .holds, .delays][chance.below(4, .aim, 6)]
  }

  /// What the next aimed case is aimed at; nil where nothing can go wrong.
  mutating func next(_ probe: Probe, _ regime: Regime, _ chance: Chance) -> Aim? {
    let all = targets(probe, regime)
    let orders = all.map { (counts[$0.kind] / weight($0), sites[$0.kind]) }
    guard let least = orders.min(by: <) else { return nil }
    let best = all.indices.filter { orders[$0] == least }.map { all[$0] }
    guard let target = chance.one(of: best, .aim) else { return nil }
    let count = counts[target.kind]
    counts[target.kind] += 1
    let list = FaultRates.answers[target.place]
    guard !list.isEmpty else { return nil }
    var answer = list[(start.below(list.count, .aim, 100 + target.kind) + count) % list.count]
    if case .slow(let longest) = answer, chance.percent(50, .aim, 1) {
      answer = .slow(Nanoseconds(longest.count / 100 * Int64(chance.number(1...99, .aim, 2))))
    }
    return Aim(
      fault: Plan.Entry(pattern(target, chance), answer), isLate: target.question == nil)
  }

  /// How often a target is aimed at where another one is once: the more often, the more ways there
  /// are to go wrong.
  private func weight(_ target: Target) -> Int {
    let ways = max(FaultRates.answers[target.place].count / 4, 1)
    return target.question == nil ? ways * Self.lateWeight : ways
  }

  private func targets(_ probe: Probe, _ regime: Regime) -> [Target] {
    var all: [Target] = []
    for question in probe.questions {
      for n in FaultClass.classes(of: question) {
        all.append(
          Target(kind: Self.kind(n, question), verb: question.verb, question: question))
      }
    }
    guard regime.patience > 0 else { return all }
    for word in Self.late {
      let write = Identity(.store, word: word)
      for n in FaultClass.classes(of: write.saying(.answer)) {
        all.append(Target(kind: Self.kind(n, write), verb: .answer, question: nil))
      }
    }
    return all
  }

  /// One question, or every write of its word: what lasts shows other things than what happens
  /// once.
  private func pattern(_ target: Target, _ chance: Chance) -> KeyPattern {
    if let question = target.question,
      question.family != .store || chance.percent(50, .aim, 3)
    {
      return KeyPattern(Key(question))
    }
    var pattern = CaseDrawer.every(.store, target.verb)
    // A write is of no leaf, and what is left open beside its number has no spelling.
    pattern.mask.low = ~0xFFFF
    pattern.value.low |= UInt64((target.word ?? .none).rawValue) << 16
    return KeyPattern(pattern)
  }

  private static func kind(_ n: Int, _ question: Identity) -> Int {
    let word = question.family == .store ? Int(question.word.rawValue) % words : 0
    return n * words + word
  }
}
