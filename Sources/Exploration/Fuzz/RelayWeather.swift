import Choices
import Contract
import Simulation

/// What a relay is like through a whole world.
///
/// A leg that breaks once shows little of what takes several legs: a ladder that is climbed, a hold
/// that overflows before there is somebody to hear what is left, a leg that speaks after it was
/// given up. Each of these is drawn as one thing, with a recording that is long enough to show it.
struct RelayWeather {
  /// How legs go; the first that fits counts.
  private(set) var legs: [Plan<Answer>.Entry] = []
  /// What is heard, where that matters.
  private(set) var sounds: [Sound]?
  /// How long the first recording is, in milliseconds; nil for any length.
  private(set) var length: ClosedRange<Int>?
  /// The queue of a leg; nil where it may be any.
  private(set) var queue: Int?
  /// When the clock that people set is set, and by how much.
  private(set) var step: (at: Nanoseconds, by: Nanoseconds)?

  private let chance: Chance
  private let kind: LiveKind

  private enum Sort: CaseIterable {
    case fair, drops, mute, away, returns, refused, outlived, manners, hush, slow

    /// How many of a hundred worlds are its own.
    var share: Int {
      switch self {
      case .fair: 38
      case .drops: 15
      case .mute: 7
      case .away: 7
      case .returns: 5
      case .refused: 7
      case .outlived: 4
      case .manners: 9
      case .hush: 4
      case .slow: 4
      }
    }
  }

  /// Draws the relay of a world with live text.
  init(_ chance: Chance, _ kind: LiveKind) {
    self.chance = chance
    self.kind = kind
    switch chance.one(of: Sort.allCases, sharing: \.share, .relay) ?? .fair {
    case .fair: break
    case .drops: drop()
    case .mute: beMute()
    case .away: stayAway()
    case .returns: comeBack()
    case .refused: refuse()
    case .outlived: outlive()
    case .manners: beStrange()
    case .hush: hush()
    case .slow: crawl()
    }
  }

  /// One leg after the other breaks, most of them in the middle of a word.
  private mutating func drop() {
    for n in 1...chance.number(1...5, .relay, 1) {
      let breaking = breaking(10 + n)
      let opensAfter =
        chance.percent(25, .relay, 20 + n)
        ? chance.time(300...4_000, .relay, 30 + n) : .milliseconds(200)
      let breaksAt = chance.number(6_000...70_000, .relay, 40 + n)
      add(n, LegPlan(opensAfter: opensAfter, breaksAt: breaksAt, breaking: breaking))
    }
    length = 3_000...16_000
  }

  /// Every handshake ends well, and no leg ever says a word.
  private mutating func beMute() {
    let breaking = breaking(10)
    add(nil, LegPlan(breaksAt: chance.number(0...3_900, .relay, 1), breaking: breaking))
    length = 4_000...12_000
  }

  /// Out of reach all day; slowly, or a hold would hardly overflow.
  private mutating func stayAway() {
    let wait: Nanoseconds =
      chance.percent(60, .relay, 1) ? .seconds(9) : chance.time(10...3_000, .relay, 2)
    add(nil, LegPlan(opening: .unreachable, opensAfter: wait))
  }

  /// Out of reach for longer than anybody keeps audio, and then there again.
  private mutating func comeBack() {
    let failures = kind == .dictation ? 3 : 4
    for n in 1...failures {
      add(n, LegPlan(opening: .unreachable, opensAfter: .seconds(9)))
    }
    length = kind == .dictation ? 33_000...38_000 : 54_000...60_000
  }

  /// The account is refused, at some handshake or in the middle of some leg.
  private mutating func refuse() {
    let last = chance.number(1...3, .relay, 1)
    for n in 1..<last { add(n, LegPlan(breaksAt: chance.number(0...30_000, .relay, 10 + n))) }
    let status: UInt16 = [401, 402, 403][chance.below(3, .relay, 2)]
    if chance.percent(50, .relay, 3) {
      add(nil, LegPlan(opening: .refused(status)))
    } else {
      let breaksAt = chance.number(0...30_000, .relay, 4)
      add(nil, LegPlan(breaksAt: breaksAt, breaking: .fails(code: Int(status))))
    }
    length = 6_000...14_000
  }

  /// The first leg is so slow, and answers no ping, that it is given up; it does not heed that, and
  /// what was said is still before it. Then nobody speaks, so that nobody speaks over it.
  private mutating func outlive() {
    add(1, LegPlan(manners: .ignoresPings, speed: chance.number(3_800...4_600, .relay, 1)))
    if let deaf = Self.pattern(1, "heeds") { legs.append(Plan.Entry(deaf, .heeds(false))) }
    sounds = [
      Sound(chance.time(4_700...5_500, .relay, 2), .quiet),
      Sound(chance.time(1_500...3_000, .relay, 3), .speech), Sound(.seconds(60), .quiet),
    ]
    length = 40_000...46_000
    queue = Budgets.legQueue
  }

  /// One or two peculiar manners, on every leg; often guesses, which are most common.
  private mutating func beStrange() {
    var manners: LegManners = chance.percent(35, .relay, 4) ? .revises : []
    for n in 0..<chance.number(1...2, .relay, 1) {
      if let one = chance.one(of: LegManners.named, .relay, 10 + n) { manners.insert(one.manner) }
    }
    let breaksAt =
      chance.percent(40, .relay, 2) ? chance.number(20_000...90_000, .relay, 3) : nil
    add(nil, LegPlan(breaksAt: breaksAt, manners: manners))
    length = 5_000...16_000
  }

  /// Nobody says anything, and somebody sets the clock.
  private mutating func hush() {
    sounds = [Sound(.seconds(120), .quiet)]
    let by = chance.number(20...3_600, .relay, 1)
    step = (
      chance.time(500...6_000, .relay, 2), .seconds(chance.percent(70, .relay, 3) ? by : -by)
    )
    if chance.percent(30, .relay, 4) {
      add(1, LegPlan(breaksAt: 30_000, breaking: .goesSilent))
      length = 24_000...30_000
    } else {
      length = 8_000...14_000
    }
  }

  /// Queues that are shorter than what is held, and hardly move.
  private mutating func crawl() {
    let failures = chance.number(1...2, .relay, 1)
    for n in 1...failures {
      let wait = chance.time(2_000...5_000, .relay, 10 + n)
      add(n, LegPlan(opening: .unreachable, opensAfter: wait))
    }
    let opensAfter = chance.time(200...4_000, .relay, 2)
    add(nil, LegPlan(opensAfter: opensAfter, speed: chance.number(8_000...40_000, .relay, 3)))
    queue = sampleRate * chance.number(1...4, .relay, 4)
    length = 12_000...20_000
  }

  private func breaking(_ n: Int) -> LegPlan.Break {
    let all: [LegPlan.Break] = [
      .closes(nil), .closes(nil), .closes(1011), .closes(1012), .fails(code: 503),
    ]
    return chance.one(of: all, .relay, n) ?? .closes(nil)
  }

  private mutating func add(_ leg: Int?, _ plan: LegPlan) {
    guard let question = Self.pattern(leg, "answer") else { return }
    legs.append(Plan.Entry(question, .leg(plan)))
  }

  /// What a leg of any recording of the first launch is asked; every leg without a number.
  private static func pattern(_ leg: Int?, _ question: String) -> KeyPattern? {
    let name = leg.map { "dial/r*/leg\($0)?" } ?? "dial/*?"
    do {
      return KeyPattern(try IdentityPattern(parsing: name + question))
    } catch {
      return nil
    }
  }
}
