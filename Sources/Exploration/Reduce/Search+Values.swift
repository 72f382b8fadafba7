import Contract
import Simulation

// Lowering numbers: to what is usual, else by halves, on round values.
extension Search {
  /// Lowers the length of the case as a whole, then each number.
  mutating func lowerValues() {
    shortenTogether()
    var place = 0
    while place < CaseValue.all(of: best.theCase).count, !isOver {
      lower(place)
      place += 1
    }
  }

  /// A clip and the line that stops it when it is over get shorter together.
  private mutating func shortenTogether() {
    guard best.theCase.sounds.count == 1, best.theCase.sounds[0].length != .seconds(5) else {
      return
    }
    for seconds in [5, 10, 20, 40] where !isOver {
      let old = best.theCase.sounds[0].length
      let new = Nanoseconds.seconds(seconds)
      guard new < old || seconds == 5 else { return }
      var candidate = best.theCase
      candidate.sounds[0].length = new
      for line in candidate.script.indices {
        guard case .time(let time) = candidate.script[line].anchor, time >= min(old, new) else {
          continue
        }
        // What came after the end of the clip comes so long after its new end.
        candidate.script[line].anchor = .time(time < old ? new : time - old + new)
      }
      if accepts(candidate) { return }
    }
  }

  /// Lowers one number.
  private mutating func lower(_ place: Int) {
    let value = CaseValue.all(of: best.theCase)[place]
    guard value.excess(in: best.theCase) > 0 else { return }
    if sets(value, to: value.usual) { return }
    // The failure needs more than what is usual; the least such number is looked for by halves,
    // as if everything above it would do as well.
    guard let start = value.get(best.theCase) else { return }
    let sign: Int64 = start < value.usual ? -1 : 1
    var failing: Int64 = 0
    var good = value.excess(in: best.theCase)
    if value.usual + sign * good * value.grain != start {
      // Not on a step: the next one below, else the one above.
      if sets(value, to: value.usual + sign * (good - 1) * value.grain) { good -= 1 }
    }
    while good - failing > 1, !isOver {
      let middle = failing + (good - failing) / 2
      if sets(value, to: value.usual + sign * middle * value.grain) {
        good = middle
      } else {
        failing = middle
      }
    }
  }

  private mutating func sets(_ value: CaseValue, to new: Int64) -> Bool {
    guard value.get(best.theCase) != nil else { return false }
    var candidate = best.theCase
    value.set(&candidate, new)
    return accepts(candidate)
  }
}
