import Contract

// Defects of redials and of what tells a living leg from a dead one.

extension Mutant {
  static let liveLadders: [Mutant] = [
    Mutant(
      "opens-are-life", "begins the ladder anew whenever a handshake ends well",
      origin: "seed 003, ladder", clause: .relayHandshakeIsNotLife, OpensAreLife.self),
    Mutant(
      "first-rung-only", "waits the first wait of the ladder before every redial",
      origin: "seed 003, ladder", clause: .relayLadderBounded, FirstRungOnly.self),
    Mutant(
      "quota-retried", "redials when the account has no time left",
      origin: "seed 003, one failure is not retried", clause: .relayQuotaNotRetried,
      QuotaRetried.self),
    Mutant(
      "login-retried", "redials when the account was not accepted",
      origin: "seed 003, one failure is not retried", clause: .relayRefusedLoginNotRetried,
      LoginRetried.self),
    Mutant(
      "wall-clock-life", "measures the silence of a leg on the clock that people set",
      origin: "seed 003, clock", clause: .relayHalfOpenDetected, WallClockLife.self),
    Mutant(
      "never-pings", "never asks whether anybody is there",
      origin: "seed 003, half-open sockets", clause: .relayHalfOpenDetected, NeverPings.self),
  ]
}

/// Takes the end of a handshake for a word: one that is not there, without a place.
struct OpensAreLife: Trick {
  mutating func after(_ event: Event) -> Event? {
    guard case .progress(let ticket, .leg(.open)) = event else { return nil }
    let nothing = LegToken("", isFinal: false, start: -1, end: -1)
    return .progress(
      ticket, .leg(.frame(.tokens([nothing], endsUtterance: false, isFinalized: false))))
  }
}

struct FirstRungOnly: Trick {
  private var now = Nanoseconds.zero
  private var first: Nanoseconds?
  private var moved = MovedDeadlines()

  mutating func moment(_ now: Moment, of event: Event) -> Moment {
    self.now = now.monotonic
    return now
  }

  mutating func hear(_ event: Event) -> Event { moved.hear(event) }

  mutating func arm(_ deadlines: inout [Deadline]) {
    let now = now
    var first = first
    moved.show(&deadlines) { deadline in
      guard deadline.stage == .redial else { return nil }
      let wait = deadline.at - now
      first = min(first ?? wait, wait)
      return now + (first ?? wait)
    }
    self.first = first
  }
}

/// Hears another code, wherever the relay says this one.
private func heard(_ event: Event, _ isMeant: (Int) -> Bool) -> Event {
  switch event {
  case .progress(let ticket, .leg(.frame(.error(let code, let words)))) where isMeant(code):
    .progress(ticket, .leg(.frame(.error(code: 503, words: words))))
  case .finished(let ticket, .leg(.refused(let status))) where isMeant(Int(status)):
    .finished(ticket, .leg(.refused(503)))
  case .launched, .person, .progress, .finished, .news, .deadline: event
  }
}

struct QuotaRetried: Trick {
  mutating func hear(_ event: Event) -> Event { heard(event) { $0 == 402 } }
}

struct LoginRetried: Trick {
  mutating func hear(_ event: Event) -> Event { heard(event) { $0 == 401 || $0 == 403 } }
}

/// The last sign of a leg and the look at it are both times of the wall clock; all else is not.
struct WallClockLife: Trick {
  private var now = Moment(monotonic: .zero, wall: .zero)
  private var sign: Moment?
  /// How much more time the wall clock says has passed, in the look that is being taken.
  private var skew = Nanoseconds.zero
  private var moved = MovedDeadlines()

  mutating func moment(_ now: Moment, of event: Event) -> Moment {
    self.now = now
    skew = .zero
    switch event {
    case .progress(_, .leg(.open)), .progress(_, .leg(.frame)), .progress(_, .leg(.pong)):
      sign = now
    case .deadline(let deadline) where deadline.stage == .liveness:
      guard let sign else { break }
      let passed = now.monotonic - sign.monotonic
      let believed = now.wall - sign.wall
      if (passed >= Budgets.liveness) != (believed >= Budgets.liveness) {
        skew = believed - passed
      }
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
    return Moment(monotonic: now.monotonic + skew, wall: now.wall)
  }

  mutating func hear(_ event: Event) -> Event { moved.hear(event) }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let dials = effects.contains { if case .request(_, .dial) = $0 { true } else { false } }
    if dials { sign = now }
  }

  mutating func arm(_ deadlines: inout [Deadline]) {
    let skew = skew
    moved.show(&deadlines) { skew == .zero ? nil : $0.at - skew }
  }
}

struct NeverPings: Trick {
  mutating func arm(_ deadlines: inout [Deadline]) {
    deadlines.removeAll { $0.stage == .liveness }
  }
}
