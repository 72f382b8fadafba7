import Contract

/// The signs of a log, with the questions that rules ask of them. Places are indices of signs.
struct Story {
  let signs: [Sighting]
  /// Whether the log tells whole seconds only, so that two times may be a second off.
  private let isCoarse: Bool

  init(_ log: FieldLog) {
    signs = log.sightings
    let times = signs.lazy.compactMap(\.at)
    isCoarse = times.allSatisfy { $0 % Stamp.second == 0 }
  }

  subscript(place: Int) -> Sighting { signs[place] }

  /// What is allowed on top of every bound: a machine that is busy is not a broken promise.
  var slack: Int64 { isCoarse ? 2 * Stamp.second : Stamp.second }

  func places(_ set: SignSet) -> [Int] { signs.indices.filter { set.contains(signs[$0].sign) } }

  func first(_ set: SignSet, after place: Int, before end: Int? = nil) -> Int? {
    var index = max(place + 1, 0)
    let last = min(end ?? signs.count, signs.count)
    while index < last {
      if set.contains(signs[index].sign) { return index }
      index += 1
    }
    return nil
  }

  func last(_ set: SignSet, before place: Int, after start: Int = -1) -> Int? {
    var index = min(place, signs.count) - 1
    while index > max(start, -1) {
      if set.contains(signs[index].sign) { return index }
      index -= 1
    }
    return nil
  }

  func has(_ set: SignSet, after place: Int, before end: Int? = nil) -> Bool {
    first(set, after: place, before: end) != nil
  }

  /// Nanoseconds from one sign to another; nil where a time is missing.
  func span(_ from: Int, _ to: Int) -> Int64? {
    guard let a = signs[from].at, let b = signs[to].at else { return nil }
    return b - a
  }

  /// Whether two signs are about the same thing, as far as the log tells: things without a name
  /// may be the same.
  func mayAgree(_ a: Int, _ b: Int) -> Bool {
    guard let x = signs[a].subject, let y = signs[b].subject else { return true }
    return x == y
  }

  /// Whether both signs name the same thing.
  func agree(_ a: Int, _ b: Int) -> Bool {
    signs[a].subject != nil && signs[a].subject == signs[b].subject
  }

  /// The first sign that shows that the log still went on when a bound had passed.
  func overdue(_ place: Int, _ bound: Nanoseconds) -> Int? {
    guard let from = signs[place].at else { return nil }
    let limit = from + bound.count + slack
    return signs.indices.first { index in
      index > place && (signs[index].at.map { $0 >= limit } ?? false)
    }
  }

  /// Whether the log goes on past a bound after a sign.
  func goesOn(_ place: Int, _ bound: Nanoseconds) -> Bool { overdue(place, bound) != nil }

  /// The end of what belongs to the take of a sign: the next start or launch.
  func endOfTake(_ place: Int) -> Int {
    first(.anew, after: place) ?? signs.count
  }

  /// Where the take of a sign begins: its start, or the beginning of the log.
  func startOfTake(_ place: Int) -> Int {
    last(.anew, before: place) ?? -1
  }
}
