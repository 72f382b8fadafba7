import Choices
import Contract
import Properties
import Simulation

// From where on nothing helps: what happened so far stays, nothing more goes wrong, the order of
// the rest is drawn, and the promise is broken all the same.
extension Reducer {
  private static let draws: UInt64 = 8

  /// The earliest delivered happening after which every continuation that was drawn breaks the
  /// promise; nil when there were too few runs to find it.
  func inevitable(
    _ reduction: Reduction, _ run: Recorded, _ looking: inout Search
  ) -> Reduction.Inevitable? {
    guard let broken = reduction.findings.first?.record else { return nil }
    let steps = run.steps.filter { $0 <= broken }
    guard !steps.isEmpty else { return nil }
    // What is inevitable stays so, which makes halving right.
    var (low, high) = (0, steps.count - 1)
    while low < high {
      let middle = low + (high - low) / 2
      guard
        let isLost = isLost(
          after: steps[middle], reduction.theCase, run, reduction.trace, &looking)
      else { return nil }
      if isLost {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return Reduction.Inevitable(record: steps[low], identity: run.identities[steps[low]])
  }

  private func isLost(
    after place: Int, _ theCase: Case, _ run: Recorded, _ seed: UInt64, _ looking: inout Search
  ) -> Bool? {
    let later = Self.partsLater(than: place, theCase, run)
    let base = theCase.removing(later).tidied
    guard let natural = looking.breaksTheSame(base) else { return nil }
    guard natural else { return false }
    let rest = run.steps.filter { $0 > place }.map { run.identities[$0] }
    guard rest.count > 1 else { return true }
    for draw in 0..<Self.draws {
      var other = base
      other.schedule += Self.holds(rest, seed: seed, draw)
      guard let isLost = looking.breaksTheSame(other) else { return nil }
      if !isLost { return false }
    }
    return true
  }

  /// What goes wrong only after a place. What a person does stays: it is no accident.
  private static func partsLater(
    than place: Int, _ theCase: Case, _ run: Recorded
  ) -> [CasePart] {
    func isLater(_ first: Int?) -> Bool { first.map { $0 > place } ?? true }
    return CasePart.all(of: theCase).filter { part in
      switch part {
      case .plan(let n):
        isLater(run.first(theCase.plan.entries[n].question.names, anyVerb: true))
      case .disk(let n): isLater(run.first(theCase.disk.entries[n].request, anyVerb: true))
      case .allocation(let n):
        isLater(run.first(theCase.disk.allocations[n].request, anyVerb: true))
      case .crash(let n): isLater(run.deaths.indices.contains(n) ? run.deaths[n] : nil)
      case .hold(let n): isLater(run.first(theCase.schedule[n].until.names, anyVerb: false))
      case .recognizer, .cleanup, .quota, .room, .freeSpace, .protection, .lock, .visit, .script,
        .plant, .field:
        false
      }
    }
  }

  /// Three of the things to come, each held until one that comes after it.
  private static func holds(_ rest: [Identity], seed: UInt64, _ draw: UInt64) -> [Hold] {
    (0..<3).compactMap { n -> Hold? in
      let key = Key(high: draw, low: UInt64(n))
      let from = Int(Draw.below(UInt64(rest.count - 1), seed: seed, key: key))
      let span = UInt64(rest.count - from - 1)
      let steps = 1 + Int(Draw.below(span, seed: seed ^ 0x5DEECE66D, key: key))
      let held = rest[from]
      guard held.verb != .issue else { return nil }
      return Hold(KeyPattern(Key(held)), until: KeyPattern(Key(rest[from + steps])))
    }
  }
}
