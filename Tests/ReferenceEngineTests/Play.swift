import Contract
import Testing

@testable import ReferenceEngine

/// A world by hand: a test says what happens, and reads in one line what the engine makes of it.
///
/// Effects are spelled (see `Spelling.swift`) and joined by ` · `, so that a test is a timeline.
/// Every event is also checked against the rules of the exchange: an ignored one changes nothing,
/// ids are new, no deadline has a twin, no recording has more than eight, and every recording
/// that is being worked on has one.
struct Play {
  struct Open {
    let ticket: Ticket
    let request: Request
    var isAbandoned = false
  }

  var engine: Engine
  private(set) var now = Nanoseconds.zero
  var wall = Nanoseconds.seconds(1_767_603_600)
  /// Everything that was asked, in order; what was answered is gone.
  private(set) var open: [Open] = []
  private var asked: [Request?] = []
  private(set) var armed: [Deadline] = []
  private(set) var shown: [Surface: Indicator] = [:]
  /// Everything that was said about recordings.
  private(set) var claims: [String] = []
  private var delivered = 0

  init(
    dialect: Dialect = Dialect(), settings: Settings = Settings(), limits: Limits = Limits(),
    conduct: Conduct = Conduct(), role: ProcessRole = .app, focus: Target? = Target(1),
    found: Inventory? = Inventory(rows: [], damaged: [], tombstones: [], files: [], handoffs: [])
  ) {
    engine = Engine(conduct: conduct)
    send(
      .launched(
        Launch(process: ProcessID(role), dialect: dialect, settings: settings, limits: limits)))
    send(.news(.focus(focus)))
    guard role == .app, let found else { return }
    answer("open", .done)
    answer("inventory", .inventory(found))
  }

  // MARK: What happens

  /// Tells the engine something, and spells what it wants.
  @discardableResult
  mutating func send(_ event: Event, _ location: SourceLocation = #_sourceLocation) -> String {
    let before = engine
    let reaction = engine.handle(event, at: Moment(monotonic: now, wall: wall))
    if let why = reaction.ignored {
      #expect(engine == before, "an ignored event changed the engine", sourceLocation: location)
      #expect(reaction == .ignored(why), sourceLocation: location)
      return "ignored: \(why)"
    }
    var words: [String] = []
    for effect in reaction.effects {
      words.append(spell(effect))
      note(effect, location)
    }
    if let deadlines = reaction.deadlines { armed = deadlines }
    check(reaction, location)
    return words.joined(separator: " · ")
  }

  @discardableResult
  mutating func person(
    _ command: Command, _ location: SourceLocation = #_sourceLocation
  ) -> String {
    send(.person(command), location)
  }

  @discardableResult
  mutating func news(_ news: News, _ location: SourceLocation = #_sourceLocation) -> String {
    send(.news(news), location)
  }

  /// The ticket of the oldest unanswered request whose spelling begins like this.
  func ticket(_ start: String, abandoned: Bool = false) -> Ticket? {
    open.first { $0.isAbandoned == abandoned && Spelling.request($0.request).hasPrefix(start) }?
      .ticket
  }

  /// Answers the oldest unanswered request whose spelling begins like this.
  @discardableResult
  mutating func answer(
    _ start: String, _ outcome: Outcome, late: Bool = false,
    _ location: SourceLocation = #_sourceLocation
  ) -> String {
    guard let ticket = ticket(start, abandoned: late) else {
      Issue.record("no open request \(start)", sourceLocation: location)
      return ""
    }
    open.removeAll { $0.ticket == ticket }
    return send(.finished(ticket, outcome), location)
  }

  /// Answers a request that the engine has given up.
  @discardableResult
  mutating func late(
    _ start: String, _ outcome: Outcome, _ location: SourceLocation = #_sourceLocation
  ) -> String {
    answer(start, outcome, late: true, location)
  }

  /// Lets the oldest unanswered request whose spelling begins like this report.
  @discardableResult
  mutating func report(
    _ start: String, _ progress: Progress, late: Bool = false,
    _ location: SourceLocation = #_sourceLocation
  ) -> String {
    guard let ticket = ticket(start, abandoned: late) else {
      Issue.record("no open request \(start)", sourceLocation: location)
      return ""
    }
    return send(.progress(ticket, progress), location)
  }

  @discardableResult
  mutating func head(
    _ start: String, _ status: UInt16, _ headers: [Header] = [],
    _ location: SourceLocation = #_sourceLocation
  ) -> String {
    report(start, .head(Head(status: status, headers: headers)), location)
  }

  /// Lets the earliest armed deadline of a stage come, and time with it.
  @discardableResult
  mutating func expire(
    _ stage: Stage, _ location: SourceLocation = #_sourceLocation
  ) -> String {
    guard let d = armed.filter({ $0.stage == stage }).min(by: { $0.at < $1.at }) else {
      Issue.record("no deadline of \(stage)", sourceLocation: location)
      return ""
    }
    now = max(now, d.at)
    armed.removeAll { $0 == d }
    return send(.deadline(d), location)
  }

  mutating func pass(_ time: Nanoseconds) {
    now = now + time
    wall = wall + time
  }

  /// How long until the earliest deadline of a stage; nil if none is armed.
  func left(_ stage: Stage) -> Nanoseconds? {
    armed.filter { $0.stage == stage }.map { $0.at - now }.min()
  }

  // MARK: What is checked every time

  private mutating func note(_ effect: Effect, _ location: SourceLocation) {
    switch effect {
    case .request(let ticket, let request):
      let id = Int(ticket.effect.rawValue)
      while asked.count <= id { asked.append(nil) }
      #expect(asked[id] == nil, "an effect id was used twice", sourceLocation: location)
      asked[id] = request
      open.append(Open(ticket: ticket, request: request))
    case .notice(.abandon(let id)):
      for i in open.indices where open[i].ticket.effect == id { open[i].isAbandoned = true }
    case .notice(.show(let surface, let indicator)): shown[surface] = indicator
    case .notice(.claim), .notice(.claimDeleted): claims.append(spell(effect))
    case .notice(.stop), .notice(.cancel), .notice(.rebuild), .notice(.tell), .notice(.leg),
      .notice(.live):
      break
    }
  }

  private func check(_ reaction: Reaction, _ location: SourceLocation) {
    #expect(reaction.effects.count <= 64, sourceLocation: location)
    for problem in Rules.broken(engine, armed) {
      Issue.record("\(problem)", sourceLocation: location)
    }
  }

  func spell(_ effect: Effect) -> String {
    Spelling.effect(effect) { id in
      let n = Int(id.rawValue)
      return asked.indices.contains(n) ? asked[n] : nil
    }
  }
}

/// The rules of the exchange that hold after every reaction (boundary, rules of the exchange, 3).
enum Rules {
  static func broken(_ engine: Engine, _ armed: [Deadline]) -> [String] {
    var problems: [String] = []
    if armed != engine.armed { problems.append("the armed set was not told") }
    for (i, a) in armed.enumerated() {
      let same = armed.count { $0.lease?.recording == a.lease?.recording }
      if same > 8 { problems.append("\(same) deadlines of one owner: \(a)") }
      for b in armed[(i + 1)...] where isTwin(a, b) { problems.append("twins: \(a), \(b)") }
    }
    for rec in engine.recordings where rec.phase.isActive {
      if !armed.contains(where: { $0.lease?.recording == rec.id }) {
        problems.append("\(rec.id) is active without a deadline: \(rec.phase)")
      }
    }
    if engine.pending.count(where: { !$0.isAbandoned }) > 256 {
      problems.append("more than 256 open requests")
    }
    return problems
  }

  private static func isTwin(_ a: Deadline, _ b: Deadline) -> Bool {
    if a.effect != nil { return a.effect == b.effect }
    return b.effect == nil && a.stage == b.stage && a.lease?.recording == b.lease?.recording
  }
}
