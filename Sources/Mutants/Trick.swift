import Contract
import ReferenceApp

/// A defect that is said in a few lines: what the engine hears, says and arms is changed on the
/// way, and some of its requests are answered by the defect itself.
///
/// What is changed must be consistent, so that the promise the mutant is named for breaks first.
protocol Trick: Hashable, Sendable {
  init()
  /// Changes when the engine believes that it hears an event.
  mutating func moment(_ now: Moment, of event: Event) -> Moment
  /// Changes what the engine hears.
  mutating func hear(_ event: Event) -> Event
  /// An event of the defect's own that the engine hears before what it hears.
  mutating func before(_ event: Event) -> Event?
  /// An event of the defect's own that the engine hears after what it hears.
  mutating func after(_ event: Event) -> Event?
  /// The head that the defect's own answer to an upload begins with.
  mutating func head(of ticket: Ticket) -> Head?
  /// Answers a request itself; `isForwarded` says whether the world gets it all the same.
  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)?
  /// Changes what the engine says; `own` gives ids for requests of the defect's own.
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID)
  /// Changes what the engine arms.
  mutating func arm(_ deadlines: inout [Deadline])
  /// A command that the defect gives the engine after an event, as if a person had.
  mutating func command(after event: Event, _ reaction: Reaction) -> Command?
}

extension Trick {
  mutating func moment(_ now: Moment, of event: Event) -> Moment { now }
  mutating func before(_ event: Event) -> Event? { nil }
  mutating func after(_ event: Event) -> Event? { nil }
  mutating func head(of ticket: Ticket) -> Head? { nil }
  mutating func hear(_ event: Event) -> Event { event }
  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? { nil }
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {}
  mutating func arm(_ deadlines: inout [Deadline]) {}
  mutating func command(after event: Event, _ reaction: Reaction) -> Command? { nil }
}

/// A good engine with a trick around it.
struct Tricked<Defect: Trick>: EngineUnderTest, Hashable {
  private var engine: App
  private var trick = Defect()
  private var made: UInt32 = 0

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .finished(let ticket, _) = event, ticket.effect.rawValue > Self.base {
      return Reaction()
    }
    if case .progress(let ticket, _) = event, ticket.effect.rawValue > Self.base {
      return Reaction()
    }
    let before = trick
    let now = trick.moment(now, of: event)
    let heard = trick.hear(event)
    var reaction: Reaction
    if let first = trick.before(heard) {
      reaction = engine.handle(first, at: now).followed(by: engine.handle(heard, at: now))
    } else {
      reaction = engine.handle(heard, at: now)
    }
    if let next = trick.after(heard) {
      reaction = reaction.followed(by: engine.handle(next, at: now))
    }
    if let command = trick.command(after: heard, reaction) {
      reaction = reaction.followed(by: engine.handle(.person(command), at: now))
    }
    answerSome(&reaction, at: now)
    let ids = made
    var next = made
    trick.say(&reaction.effects, to: heard) {
      next += 1
      return EffectID(Self.base + next)
    }
    made = next
    if var deadlines = reaction.deadlines {
      trick.arm(&deadlines)
      reaction.deadlines = deadlines
    }
    if reaction.ignored != nil {
      guard reaction.effects.isEmpty, reaction.deadlines == nil else {
        reaction.ignored = nil
        return reaction
      }
      trick = before
      made = ids
    }
    return reaction
  }

  private static var base: UInt32 { 900_000 }

  /// Lets the trick answer requests, and those that come of its answers.
  private mutating func answerSome(_ reaction: inout Reaction, at now: Moment) {
    var i = 0
    while i < reaction.effects.count {
      guard case .request(let ticket, let request) = reaction.effects[i],
        let (outcome, isForwarded) = trick.answer(ticket, request)
      else {
        i += 1
        continue
      }
      if isForwarded { i += 1 } else { reaction.effects.remove(at: i) }
      if let head = trick.head(of: ticket) {
        reaction = reaction.followed(by: engine.handle(.progress(ticket, .head(head)), at: now))
      }
      reaction = reaction.followed(by: engine.handle(.finished(ticket, outcome), at: now))
    }
  }
}

extension Mutant {
  /// A mutant that is a trick.
  init<Defect: Trick>(
    _ name: String, _ title: String, origin: String, clause: ClauseID, _ trick: Defect.Type
  ) {
    self.init(name, title, origin: origin, clause: clause) {
      Tricked<Defect>(around: $0)
    }
  }
}

extension [Effect] {
  /// Removes every message that is about one of these.
  mutating func hush(_ isAbout: (Topic) -> Bool) {
    removeAll {
      if case .notice(.tell(let message)) = $0 { isAbout(message.topic) } else { false }
    }
  }

  /// Removes every change of a surface to this.
  mutating func hide(_ indicator: Indicator) {
    removeAll {
      if case .notice(.show(_, indicator)) = $0 { true } else { false }
    }
  }

  /// Changes every row that is written.
  mutating func rewrite(_ change: (inout Row) -> Void) {
    for i in indices {
      guard case .request(let t, .store(.write(var row, let expecting))) = self[i] else {
        continue
      }
      change(&row)
      self[i] = .request(t, .store(.write(row, expecting: expecting)))
    }
  }
}
