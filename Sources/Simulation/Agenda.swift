public import Choices
public import Contract

// What may happen next, and in which order (boundary, section 5.3).
//
// *Hard* items happen at their time: deadlines, microphone chunks, the script, news. *Soft* items
// (answers, progress) happen at or after theirs. Candidates are the heads of their channels whose
// time is not later than the least time of any hard item; the natural order among them is (ready
// time, rank, identity). Choosing an item moves the clock to its time, never back.

/// Ranks break ties of time; an answer that is ready at its deadline comes before it.
enum Rank {
  static let launch: UInt8 = 0
  static let progress: UInt8 = 1
  static let done: UInt8 = 2
  static let news: UInt8 = 3
  static let frames: UInt8 = 4
  static let person: UInt8 = 5
  static let deadline: UInt8 = 6
}

/// What an item does when it is chosen.
enum Step: Hashable {
  /// The place of a process that is launched.
  case launch(Int)
  case script(Int)
  /// An index into the world's news.
  case news(Int)
  /// Indices into the world's requests.
  case began(Int)
  case chunk(Int)
  case captureEnds(Int)
  case run(Int)
  case head(Int)
  case body(Int)
  case cancelled(Int)
  case legOpens(Int)
  case legSpeaks(Int)
  case legDrains(Int)
  case legDropped(Int, Span)
  case legPongs(Int)
  case legEnds(Int)
  case legIdles(Int)
  /// The place of a process that wakes up.
  case wake(Int)
  /// An index into the process's armed deadlines.
  case deadline(Int)
}

/// Something that may happen.
struct Item: Hashable {
  var ready: Int64
  var rank: UInt8
  var isHard: Bool
  /// The process whose sleep holds it up; nil for what no sleep holds up: launch and wake.
  var role: ProcessRole?
  /// The place of the process it dies with; -1 for the script, which outlives all.
  var process: Int16
  var identity: Identity
  var task: Step

  /// Whether it comes before another in the natural order.
  func precedes(_ other: Item) -> Bool {
    if ready != other.ready { return ready < other.ready }
    if rank != other.rank { return rank < other.rank }
    return identity < other.identity
  }
}

/// The roles whose process is suspended.
struct Sleepers {
  var app = false
  var keyboard = false
}

/// Requests that run one after the other: all rows of one connection, or the files of one
/// recording.
struct Line {
  /// 0 for rows, else the recording; with the process in the upper half.
  var key: UInt32
  /// Indices of requests that are neither run nor given up, in order of acceptance.
  var waiting: [Int]
}

/// The items of a case.
struct Agenda {
  private(set) var items: [Item] = []
  /// The places of the candidates of the choice under way; kept so that choosing allocates nothing.
  private var candidates: [Int] = []

  var isEmpty: Bool { items.isEmpty }

  mutating func add(_ item: Item) { items.append(item) }

  /// Removes what belongs to a request; true if something was removed.
  mutating func removeRequest(_ request: Int) {
    items.removeAll { item in
      switch item.task {
      case .began(let r), .chunk(let r), .captureEnds(let r), .run(let r), .head(let r),
        .body(let r), .cancelled(let r), .legOpens(let r), .legSpeaks(let r), .legDrains(let r),
        .legDropped(let r, _), .legPongs(let r), .legEnds(let r), .legIdles(let r):
        r == request
      case .launch, .script, .news, .wake, .deadline: false
      }
    }
  }

  /// Puts off the end that silence brings to a leg.
  mutating func postponeIdle(_ request: Int, to ready: Int64) {
    for i in items.indices {
      if case .legIdles(request) = items[i].task { items[i].ready = ready }
    }
  }

  /// Removes all that would happen in a process.
  mutating func removeProcess(_ process: Int16) {
    items.removeAll { $0.process == process }
  }

  mutating func removeDeadlines(of process: Int16) {
    var kept = 0
    for i in items.indices {
      if case .deadline = items[i].task, items[i].process == process { continue }
      if kept != i { items.swapAt(kept, i) }
      kept += 1
    }
    while items.count > kept { items.removeLast() }
  }

  /// Chooses the next item and removes it; nil when nothing can happen.
  ///
  /// - Parameters:
  ///   - sleeping: the roles whose process is suspended: their items neither are candidates nor
  ///     bound time.
  ///   - picker: chooses among the sorted candidates, for orders that are not natural; it keeps
  ///     what it chose as holds.
  mutating func next(
    now: Int64, schedule: inout Schedule, sleeping: Sleepers, picker: inout Picker?
  ) -> Item? {
    let isPicking = picker?.isPicking(at: now) ?? false
    if schedule.active == 0 && !isPicking {
      guard let best = least(sleeping: sleeping) else { return nil }
      return take(best)
    }
    findCandidates(now: now, sleeping: sleeping)
    guard let first = candidates.first else { return nil }
    if schedule.active > 0 {
      candidates.removeAll { schedule.isHeld(Key(items[$0].identity)) }
      if candidates.isEmpty {
        schedule.force(Key(items[first].identity))
        return take(first)
      }
    }
    guard isPicking else { return take(candidates[0]) }
    let place = picker?.choose(among: candidates, of: items) ?? 0
    return take(candidates[place])
  }

  private mutating func take(_ i: Int) -> Item {
    let item = items[i]
    items.swapAt(i, items.count - 1)
    items.removeLast()
    return item
  }

  private func least(sleeping: Sleepers) -> Int? {
    var best = -1
    var ready = Int64.max
    for i in items.indices where items[i].ready <= ready && !isAsleep(items[i], sleeping) {
      if best >= 0, !items[i].precedes(items[best]) { continue }
      best = i
      ready = items[i].ready
    }
    return best < 0 ? nil : best
  }

  private func isAsleep(_ item: Item, _ sleeping: Sleepers) -> Bool {
    switch item.role {
    case .app: sleeping.app
    case .keyboard: sleeping.keyboard
    case nil: false
    }
  }

  /// Notes the places of all candidates, in natural order.
  private mutating func findCandidates(now: Int64, sleeping: Sleepers) {
    candidates.removeAll(keepingCapacity: true)
    var bound = Int64.max
    for item in items where item.isHard && !isAsleep(item, sleeping) {
      bound = min(bound, item.ready)
    }
    bound = max(bound, now)
    for i in items.indices where items[i].ready <= bound && !isAsleep(items[i], sleeping) {
      // Few are candidates at a time, so they are sorted as they come.
      var place = candidates.count
      candidates.append(i)
      while place > 0, items[i].precedes(items[candidates[place - 1]]) {
        candidates[place] = candidates[place - 1]
        place -= 1
      }
      candidates[place] = i
    }
  }
}

extension Key {
  /// The key of a name.
  public init(_ identity: Identity) { self.init(high: identity.high, low: identity.low) }
}

extension KeyPattern {
  /// The keys of a set of names.
  public init(_ pattern: IdentityPattern) {
    self.init(mask: Key(pattern.mask), value: Key(pattern.value))
  }
}
