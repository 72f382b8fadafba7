import Contract
import ReferenceApp

// Defects of the pause between two tries.

extension Mutant {
  static let pauses: [Mutant] = [
    Mutant(
      "retry-after-uncapped", "waits for as long as the service says, be it a day",
      origin: "seed 000, request policy; field reports on hints of minutes",
      clause: .requestRetryAfterHonouredAndCapped
    ) { RetryAfterUncapped(around: $0) }
  ]
}

/// Makes the pause longer by what the hint exceeds the cap by.
struct RetryAfterUncapped: EngineUnderTest, Hashable {
  private var engine: App
  private var extra = Nanoseconds.zero

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(meant(event), at: now)
    if reaction.ignored != nil { return reaction }
    switch event {
    case .progress(_, .head(let head)): extra = Self.excess(head, now)
    case .deadline(let d) where d.stage == .backoff: extra = .zero
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
    reaction.deadlines = reaction.deadlines?.map { moved($0, by: extra) }
    return reaction
  }

  /// The engine is told of its deadline as it had set it.
  private func meant(_ event: Event) -> Event {
    guard case .deadline(let d) = event else { return event }
    return .deadline(moved(d, by: .zero - extra))
  }

  private func moved(_ deadline: Deadline, by time: Nanoseconds) -> Deadline {
    guard deadline.stage == .backoff else { return deadline }
    var deadline = deadline
    deadline.at = deadline.at + time
    return deadline
  }

  private static func excess(_ head: Head, _ now: Moment) -> Nanoseconds {
    guard let value = head.value(of: "retry-after"),
      let hint = RetryAfter(value).delay(at: now.wall, readsFractions: true),
      hint > Budgets.backoffCap
    else { return .zero }
    return hint - Budgets.backoffCap
  }
}
