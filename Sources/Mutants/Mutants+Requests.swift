import Contract
import JSON
import ReferenceApp

// Defects of single requests.

extension Mutant {
  static let requests: [Mutant] = [
    Mutant(
      "stale-callback", "takes the late refusal of a try it gave up for the answer it waits for",
      origin: "seed 000, invariant 8", clause: .leaseStaleCallbackHasNoEffect
    ) { StaleCallback(around: $0) },
    Mutant(
      "fourth-try", "sends a request a fourth time",
      origin: "seed 000, request policy", clause: .requestTransientStatusBounded
    ) { FourthTry(around: $0) },
    Mutant(
      "retry-after-ignored", "waits its own time whatever the server asks for",
      origin: "seed 000, request policy", clause: .requestRetryAfterHonouredAndCapped
    ) { RetryAfterIgnored(around: $0) },
    Mutant(
      "json-text-unwrapped", "unwraps dictated text because it looks like JSON",
      origin: "seed 000, local failures", clause: .requestLiteralJsonText
    ) { JSONTextUnwrapped(around: $0) },
  ]
}

/// Gives a late head to whoever waits for one of its recording.
struct StaleCallback: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil, case .progress(let ticket, .head(let head)) = event,
      let lease = ticket.lease, let open = waiting(like: lease)
    {
      reaction = engine.handle(.progress(open.ticket, .head(head)), at: now)
    }
    // What has no effect may change nothing here either.
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    seen.note(reaction)
    return reaction
  }

  private func waiting(like lease: Lease) -> Seen? {
    seen.open.first {
      guard case .upload = $0.request else { return false }
      return $0.ticket.lease?.recording == lease.recording
    }
  }
}

/// Keeps the third refusal from the engine and sends once more.
struct FourthTry: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()
  private var ids = OwnIDs()
  private var failures = 0
  private var file: FileRef?
  private var own: EffectID?
  private var theirs: Ticket?

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    let event = translated(event)
    if case .progress(let ticket, .head(let head)) = event, own == nil,
      RequestPolicy.classify(status: head.status) == .transient,
      let open = seen.find(ticket), case .upload(let file, _) = open.request
    {
      if self.file != file {
        self.file = file
        failures = 0
      }
      failures += 1
      if failures == Budgets.tries { return sendAgain(open) }
    }
    let reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    seen.note(reaction)
    return renamed(reaction)
  }

  private mutating func sendAgain(_ open: Seen) -> Reaction {
    let id = ids.take()
    own = id
    theirs = open.ticket
    return Reaction([
      .notice(.cancel(open.ticket.effect)), .notice(.abandon(open.ticket.effect)),
      .request(Ticket(id, open.ticket.lease), open.request),
    ])
  }

  /// The answers to the fourth try are told to the engine as those of its third.
  private func translated(_ event: Event) -> Event {
    guard let own, let theirs else { return event }
    switch event {
    case .progress(let t, let p) where t.effect == own: return .progress(theirs, p)
    case .finished(let t, let o) where t.effect == own: return .finished(theirs, o)
    case .launched, .person, .progress, .finished, .news, .deadline: return event
    }
  }

  /// What the engine takes back of its third try concerns the fourth.
  private func renamed(_ reaction: Reaction) -> Reaction {
    guard let own, let theirs else { return reaction }
    var reaction = reaction
    for i in reaction.effects.indices {
      switch reaction.effects[i] {
      case .notice(.cancel(theirs.effect)): reaction.effects[i] = .notice(.cancel(own))
      case .notice(.abandon(theirs.effect)): reaction.effects[i] = .notice(.abandon(own))
      case .request, .notice: break
      }
    }
    return reaction
  }
}

/// Does not see the header.
struct RetryAfterIgnored: EngineUnderTest, Hashable {
  private var engine: App

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    guard case .progress(let ticket, .head(var head)) = event else {
      return engine.handle(event, at: now)
    }
    head.headers.removeAll { $0.isNamed("retry-after") }
    return engine.handle(.progress(ticket, .head(head)), at: now)
  }
}

/// Looks into plain text for an envelope.
struct JSONTextUnwrapped: EngineUnderTest, Hashable {
  private var engine: App

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    guard case .finished(let ticket, .body(let body)) = event, let text = body.text,
      let inner = Self.inner(text), body.contentType?.hasPrefix("text/plain") == true
    else { return engine.handle(event, at: now) }
    return engine.handle(
      .finished(ticket, .body(Body(inner, contentType: body.contentType))), at: now)
  }

  private static func inner(_ text: String) -> String? {
    do { return try JSONValue(reading: text)["text"]?.string } catch { return nil }
  }
}
