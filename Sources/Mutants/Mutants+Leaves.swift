import Contract
import ReferenceApp

// Defects of splitting and checkpoints.

extension Mutant {
  static let leaves: [Mutant] = [
    Mutant(
      "accepted-leaf-resent", "after a refusal begins again with audio that was accepted before",
      origin: "seed 000, request policy, 413", clause: .request413SplitsRejectedLeafOnly
    ) { AcceptedLeafResent(around: $0) },
    Mutant(
      "parallel-leaves", "sends the next leaf while one is still on its way",
      origin: "seed 000, invariant 6", clause: .bulkOneUploadAtATime
    ) { ParallelLeaves(around: $0) },
    Mutant(
      "checkpoint-error-ignored", "goes on with the next leaf after a checkpoint failed",
      origin: "seed 000, local failures", clause: .bulkCheckpointFailureStops
    ) { CheckpointErrorIgnored(around: $0) },
  ]
}

/// Widens the first leaf after a refusal back over what was accepted.
struct AcceptedLeafResent: EngineUnderTest, Hashable {
  private var engine: App
  private var wasRefused = false
  private var widened: EffectID?
  private var asked = 0

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var event = event
    if case .progress(_, .head(let head)) = event, head.status == 413 { wasRefused = true }
    if case .finished(let t, .exported(var facts)) = event, t.effect == widened {
      // The engine is told that it got what it asked for.
      facts.samples = asked
      event = .finished(t, .exported(facts))
    }
    var reaction = engine.handle(event, at: now)
    for i in reaction.effects.indices where wasRefused {
      guard
        case .request(let t, .exportLeaf(let source, let leaf, let from, let count)) =
          reaction.effects[i], from > 0
      else { continue }
      wasRefused = false
      widened = t.effect
      asked = count
      reaction.effects[i] = .request(
        t, .exportLeaf(source: source, leaf: leaf, from: 0, count: from + count))
    }
    return reaction
  }
}

/// Cuts and sends the stretch behind each leaf at the same time.
struct ParallelLeaves: EngineUnderTest, Hashable {
  private var engine: App
  private var ids = OwnIDs()
  private var newest: Request?
  private var exports: [EffectID] = []
  private var leaf: FileRef?
  private var own: [EffectID] = []
  private var settings = Settings()

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    switch event {
    case .progress(let t, _) where own.contains(t.effect): return Reaction()
    case .finished(let t, let outcome) where own.contains(t.effect):
      return exported(t, outcome)
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
    var reaction = engine.handle(event, at: now)
    for effect in reaction.effects {
      guard case .request(let t, let request) = effect else { continue }
      if case .exportLeaf = request { newest = request }
      if case .upload(let file, let chosen) = request, case .leaf = file.kind {
        settings = chosen
        if let next = cutNext(t.lease) { reaction.effects.append(next) }
      }
    }
    return reaction
  }

  private mutating func cutNext(_ lease: Lease?) -> Effect? {
    guard case .exportLeaf(let source, _, let from, let count) = newest else { return nil }
    let id = ids.take()
    own.append(id)
    exports.append(id)
    let file = FileRef(source.recording, .leaf(900))
    leaf = file
    return .request(
      Ticket(id, lease), .exportLeaf(source: source, leaf: file, from: from + count, count: count))
  }

  private mutating func exported(_ ticket: Ticket, _ outcome: Outcome) -> Reaction {
    guard exports.contains(ticket.effect), case .exported = outcome, let leaf else {
      return Reaction()
    }
    let id = ids.take()
    own.append(id)
    return Reaction([.request(Ticket(id, ticket.lease), .upload(leaf, settings))])
  }
}

/// Hears that every checkpoint is fine.
struct CheckpointErrorIgnored: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var event = event
    if case .finished(let ticket, .storeFailed) = event, let open = seen.finish(ticket),
      let row = open.request.row, row.state.isActive, row.checkpoint != nil, row.raw == nil
    {
      event = .finished(ticket, .done)
    }
    let reaction = engine.handle(event, at: now)
    seen.note(reaction)
    return reaction
  }
}
