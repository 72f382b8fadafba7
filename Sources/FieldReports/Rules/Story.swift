import Contract

/// The signs of a log, with the questions that rules ask of them. Places are indices of signs.
struct Story {
  let signs: [Sighting]
  /// Whether the log tells whole seconds only, so that two times may be a second off.
  private let isCoarse: Bool
  /// The places of each sign, by its number: in a long log the next one may be far away, and a rule
  /// that asks for it at every place must not look at everything between.
  private let placesOfSign: [[Int]]
  /// How far is looked place by place before the lists are asked.
  private static let near = 32

  init(_ log: FieldLog) {
    signs = log.sightings
    let times = signs.lazy.compactMap(\.at)
    isCoarse = times.allSatisfy { $0 % Stamp.second == 0 }
    var places = [[Int]](repeating: [], count: Sign.allCases.count)
    for (place, one) in signs.enumerated() { places[Int(one.sign.rawValue)].append(place) }
    placesOfSign = places
  }

  subscript(place: Int) -> Sighting { signs[place] }

  /// What is allowed on top of every bound: a machine that is busy is not a broken promise.
  var slack: Int64 { isCoarse ? 2 * Stamp.second : Stamp.second }

  func places(_ set: SignSet) -> [Int] { signs.indices.filter { set.contains(signs[$0].sign) } }

  func first(_ set: SignSet, after place: Int, before end: Int? = nil) -> Int? {
    var index = max(place + 1, 0)
    let last = min(end ?? signs.count, signs.count)
    while index < min(last, place + Self.near) {
      if set.contains(signs[index].sign) { return index }
      index += 1
    }
    guard index < last else { return nil }
    var least = last
    for sign in Sign.allCases where set.contains(sign) {
      let places = placesOfSign[Int(sign.rawValue)]
      let next = Self.count(of: places, below: index)
      if next < places.count { least = min(least, places[next]) }
    }
    return least < last ? least : nil
  }

  func last(_ set: SignSet, before place: Int, after start: Int = -1) -> Int? {
    var index = min(place, signs.count) - 1
    let end = max(start, -1)
    while index > max(end, place - Self.near) {
      if set.contains(signs[index].sign) { return index }
      index -= 1
    }
    guard index > end else { return nil }
    var most = end
    for sign in Sign.allCases where set.contains(sign) {
      let places = placesOfSign[Int(sign.rawValue)]
      let before = Self.count(of: places, below: index + 1)
      if before > 0 { most = max(most, places[before - 1]) }
    }
    return most > end ? most : nil
  }

  /// How many of some places, which stand in order, are below another.
  private static func count(of places: [Int], below limit: Int) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
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
    return signs.indices.dropFirst(place + 1).first { index in
      signs[index].at.map { $0 >= limit } ?? false
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
