import Contract
import Simulation

// What a log leaves open of the person: whether a key that did nothing was a command at all, and
// when, on the clock of a case, things were done.

extension FaultPattern {
  static func timing(_ log: SoughtLog) -> [FaultPattern] {
    let hasRefusal = log.has(.stopRefused, .startRefused, .cancelRefused, .retryRefused)
    let lines = 0..<min(max(log.sightings.count { $0.sign.isCommand }, 1) + 2, 8)
    var moves: [Change] = []
    for line in lines {
      for step in [-5_000, -1_000, -200, 50, 200, 1_000, 5_000, 20_000] {
        moves.append { theCase in theCase.moveLine(line, by: .milliseconds(step)) }
      }
    }
    return [
      FaultPattern(
        "a key does nothing", rank: hasRefusal ? 2 : -1,
        lines.map { line in { theCase in theCase.dropLine(line) } }),
      FaultPattern(
        "it goes faster than in the log", rank: 1,
        [2, 4, 10].map { part in { theCase in theCase.hurry(by: part) } }),
      FaultPattern("at another time", rank: -1, moves),
    ]
  }
}

extension Case {
  /// Moves a line of the script.
  fileprivate mutating func moveLine(_ place: Int, by step: Nanoseconds) {
    guard script.indices.contains(place), case .time(let at) = script[place].anchor else { return }
    script[place].anchor = .time(max(at + step, .zero))
  }

  /// Takes a command out of the script, and leaves the line so that others keep their numbers.
  fileprivate mutating func dropLine(_ place: Int) {
    guard script.indices.contains(place), case .command = script[place].action else { return }
    script[place].action = .wait
  }

  /// Lets everything behind the first stop, or the first line, follow sooner.
  fileprivate mutating func hurry(by part: Int) {
    let stop = script.firstIndex {
      if case .command(.stop, _) = $0.action { true } else { false }
    }
    let place = stop ?? 0
    guard script.indices.contains(place), case .time(let zero) = script[place].anchor else {
      return
    }
    for i in script.indices where i > place {
      guard case .time(let at) = script[i].anchor, at > zero else { continue }
      script[i].anchor = .time(zero + Nanoseconds((at.count - zero.count) / Int64(part)))
    }
  }
}
