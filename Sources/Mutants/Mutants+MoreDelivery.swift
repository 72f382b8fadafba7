import Contract
import ReferenceApp

// Defects of how a text leaves the app.

extension Mutant {
  static let moreDelivery: [Mutant] = [
    Mutant(
      "follows-the-focus", "inserts the text wherever the focus is by then",
      origin: "voice platform, field reports on wrong windows", clause: .deliverRightTarget
    ) { FollowsTheFocus(around: $0) },
    Mutant(
      "delivery-failure-reopens", "goes back to processing when a text cannot be inserted",
      origin: "seed 000, phase 5", clause: .deliverFailureKeepsSuccess
    ) { DeliveryFailureReopens(around: $0) },
    Mutant(
      "clipboard-overwritten", "gives the clipboard back whatever is on it by then",
      origin: "voice platform, field reports on lost copies", clause: .deliverClipboardOwnership
    ) { ClipboardOverwritten(around: $0) },
  ]
}

/// Does not notice that the focus has moved since a recording was begun.
struct FollowsTheFocus: EngineUnderTest, Hashable {
  private var engine: App
  private var focus: Target?
  private var hasBegun = false

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .news(.focus(let target)) = event {
      focus = target
      if hasBegun { return Reaction() }
    }
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .person(.start) = event { hasBegun = true }
    for i in reaction.effects.indices {
      guard case .request(let t, .deliver(let text, _)) = reaction.effects[i], let focus else {
        continue
      }
      reaction.effects[i] = .request(t, .deliver(text, focus))
    }
    return reaction
  }
}

/// Shows processing from a failed delivery until its outcome is stored.
struct DeliveryFailureReopens: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()
  private var isShowing = false

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var isFailure = false
    if case .finished(let ticket, let outcome) = event, let open = seen.find(ticket) {
      switch (open.request, outcome) {
      case (.deliver, .deliveryFailed), (.writeClipboard, .failed): isFailure = true
      default: break
      }
    }
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    seen.note(reaction)
    if isFailure {
      reaction.effects.append(.notice(.show(.main, .processing)))
      isShowing = true
    } else if isShowing, !reaction.effects.isEmpty {
      reaction.effects.append(.notice(.show(.main, .idle)))
      isShowing = false
    }
    return reaction
  }
}

/// Takes every change of the clipboard for its own.
struct ClipboardOverwritten: EngineUnderTest, Hashable {
  private var engine: App
  private var newest = 0

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    if case .news(.clipboard(let change)) = event {
      newest = change
      if reaction.ignored != nil { return Reaction() }
    }
    for i in reaction.effects.indices {
      guard case .request(let t, .restoreClipboard(let change)) = reaction.effects[i] else {
        continue
      }
      reaction.effects[i] = .request(t, .restoreClipboard(ifChange: max(change, newest)))
    }
    return reaction
  }
}
