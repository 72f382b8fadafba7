import Contract

// Defects of what a leg is sent, and when.

extension Mutant {
  static let liveAudio: [Mutant] = [
    Mutant(
      "flushes-when-open", "lets live audio overtake what is held until the handshake has ended",
      origin: "seed 003, attach in one step", clause: .relayAttachIsAtomic, FlushesWhenOpen.self),
    Mutant(
      "endless-queue", "believes that a leg's queue takes whatever it is given",
      origin: "seed 003, audio bridge", clause: .relayQueueFitsHold, EndlessQueue.self),
    Mutant(
      "keeps-nothing-alive", "sends no keepalives while nothing is said",
      origin: "seed 003, protocol", clause: .relayKeepaliveInSilence, KeepsNothingAlive.self),
    Mutant(
      "ends-at-once", "ends the session in place of asking for its last words",
      origin: "seed 003, protocol", clause: .relayFinalizeThenWait, EndsAtOnce.self),
    Mutant(
      "ends-with-finalize", "asks for the last words and ends the session without waiting for them",
      origin: "seed 003, protocol", clause: .relayFinalizeThenWait, EndsWithFinalize.self),
    Mutant(
      "old-leg-stays", "dials anew without hanging up on the leg that it has given up",
      origin: "seed 003, audio bridge", clause: .relayOneLiveLeg, OldLegStays.self),
  ]
}

/// Sends the first tenth of a second of what is held with the dial and the rest behind the
/// handshake; what is captured in between goes to the leg at once.
struct FlushesWhenOpen: Trick {
  private var leg: EffectID?
  private var rest: [Span] = []

  private static var firstPiece: Int { 1_600 }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    if case .progress(let ticket, .leg(.open)) = event, ticket.effect == leg {
      let late = rest.map { Effect.notice(.leg(ticket.effect, .send($0))) }
      rest = []
      effects.insert(contentsOf: late, at: 0)
    }
    guard let dialled = Self.dialled(effects) else { return }
    leg = dialled
    rest = []
    var left = Self.firstPiece
    var now: [Effect] = []
    for effect in effects {
      guard case .notice(.leg(dialled, .send(let span))) = effect else {
        now.append(effect)
        continue
      }
      let count = min(left, span.count)
      left -= count
      if count > 0 {
        let piece = Span(clip: span.clip, from: span.from, count: count)
        now.append(.notice(.leg(dialled, .send(piece))))
      }
      if count < span.count {
        rest.append(Span(clip: span.clip, from: span.from + count, count: span.count - count))
      }
    }
    effects = now
  }

  private static func dialled(_ effects: [Effect]) -> EffectID? {
    for effect in effects {
      if case .request(let ticket, .dial) = effect { return ticket.effect }
    }
    return nil
  }
}

/// Gives it everything at once and does not hear what it drops.
struct EndlessQueue: Trick {
  mutating func hear(_ event: Event) -> Event {
    switch event {
    case .launched(var launch):
      launch.limits.legQueue = 1 << 30
      return .launched(launch)
    case .progress(let ticket, .leg(.queueDropped)):
      return .progress(ticket, .leg(.frame(.unparseable)))
    case .person, .progress, .finished, .news, .deadline: return event
    }
  }
}

struct KeepsNothingAlive: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.removeAll {
      if case .notice(.leg(_, .keepalive)) = $0 { true } else { false }
    }
  }
}

struct EndsAtOnce: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      if case .notice(.leg(let id, .finalize)) = effects[i] {
        effects[i] = .notice(.leg(id, .end))
      }
    }
  }
}

struct EndsWithFinalize: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let ends = effects.compactMap { effect -> Effect? in
      if case .notice(.leg(let id, .finalize)) = effect { .notice(.leg(id, .end)) } else { nil }
    }
    effects += ends
  }
}

/// Closes old sockets when the live transcript is over, and not before.
struct OldLegStays: Trick {
  private var legs = SeenLegs()
  private var open: [EffectID] = []

  mutating func hear(_ event: Event) -> Event {
    legs.hear(event)
    if case .finished(let ticket, _) = event { open.removeAll { $0 == ticket.effect } }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    legs.note(effects)
    if effects.endsLive {
      for id in open { effects += [.notice(.cancel(id)), .notice(.abandon(id))] }
      open = []
      return
    }
    effects.removeAll {
      switch $0 {
      case .notice(.cancel(let id)): return legs.find(id) != nil
      case .notice(.abandon(let id)):
        guard legs.find(id) != nil else { return false }
        open.append(id)
        return true
      case .request, .notice: return false
      }
    }
  }
}
