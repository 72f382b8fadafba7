import Contract
import ReferenceApp

// Defects of asking once more: the engine believes that its own request is still under way.

extension Mutant {
  static let extraTries: [Mutant] = [
    again(
      .fourthConnection, "fourth-connection", "connects a fourth time",
      origin: "seed 000, request policy, connection loss", .requestTransportLossBounded),
    again(
      .secondOpinion, "second-opinion", "has the device recognize everything twice",
      origin: "seed 000, phase 2: one bounded local job", .recognizeBounded),
    again(
      .cleanupTwice, "cleanup-twice", "asks for a cleanup once more when it fails",
      origin: "seed 000, invariant 6", .cleanupOnceAfterMerge),
    again(
      .unconfirmedRepeated, "unconfirmed-repeated",
      "inserts a text again when nobody can say whether it has landed",
      origin: "voice platform, field reports on doubled text", .deliverAtMostOnce),
  ]

  private static func again(
    _ what: ExtraTry, _ name: String, _ title: String, origin: String, _ clause: ClauseID
  ) -> Mutant {
    Mutant(name, title, origin: origin, clause: clause) { TriesOnceMore(what, around: $0) }
  }
}

/// After what an engine asks once more.
enum ExtraTry: UInt8, Hashable, Sendable {
  case fourthConnection, secondOpinion, cleanupTwice, unconfirmedRepeated
}

/// Keeps an outcome from the engine, asks again, and hands on what that came to.
struct TriesOnceMore: EngineUnderTest, Hashable {
  /// A request that was made once more.
  private struct Substitute: Hashable {
    let own: EffectID
    let theirs: Ticket
  }

  private let what: ExtraTry
  private var engine: App
  private var seen = SeenRequests()
  private var ids = OwnIDs()
  private var lost = 0
  private var repeated: [RecordingID] = []
  private var substitutes: [Substitute] = []

  init(_ what: ExtraTry, around engine: App) {
    self.what = what
    self.engine = engine
  }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .finished(let ticket, let outcome) = event, let open = seen.find(ticket),
      wantsMore(outcome, of: open)
    {
      return sendAgain(open)
    }
    let event = translated(event)
    let reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    seen.note(reaction)
    return renamed(reaction)
  }

  private mutating func wantsMore(_ outcome: Outcome, of open: Seen) -> Bool {
    guard let r = open.ticket.lease?.recording, !repeated.contains(r) else { return false }
    switch (what, open.request, outcome) {
    case (.fourthConnection, .upload, .wireFailed(.unreachable)):
      lost += 1
      if lost < Budgets.tries { return false }
    case (.secondOpinion, .recognizeLocally, .text), (.cleanupTwice, .cleanUp, .wireFailed),
      (.unconfirmedRepeated, .deliver, .landedUnconfirmed):
      break
    default: return false
    }
    repeated.append(r)
    return true
  }

  private mutating func sendAgain(_ open: Seen) -> Reaction {
    let id = ids.take()
    substitutes.append(Substitute(own: id, theirs: open.ticket))
    return Reaction([.request(Ticket(id, open.ticket.lease), open.request)])
  }

  private func translated(_ event: Event) -> Event {
    switch event {
    case .progress(let t, let p): .progress(meant(t), p)
    case .finished(let t, let o): .finished(meant(t), o)
    case .launched, .person, .news, .deadline: event
    }
  }

  private func meant(_ ticket: Ticket) -> Ticket {
    substitutes.first { $0.own == ticket.effect }?.theirs ?? ticket
  }

  /// What the engine takes back concerns the request that was made in its place.
  private func renamed(_ reaction: Reaction) -> Reaction {
    var reaction = reaction
    for one in substitutes {
      for i in reaction.effects.indices {
        switch reaction.effects[i] {
        case .notice(.cancel(one.theirs.effect)): reaction.effects[i] = .notice(.cancel(one.own))
        case .notice(.abandon(one.theirs.effect)): reaction.effects[i] = .notice(.abandon(one.own))
        case .request, .notice: break
        }
      }
    }
    return reaction
  }
}
