import Contract
import ReferenceApp

// Defects that people have reported of apps in the field, and that no other mutant shows.

extension Mutant {
  static let field: [Mutant] = [
    Mutant(
      "endless-body", "waits without a deadline for the body of an answer that has begun",
      origin: "field reports, headers and then nothing", clause: .requestBodyLossIsTransient
    ) { EndlessBody(around: $0) },
    Mutant(
      "clipboard-given-back-early",
      "gives the clipboard back before a slow field has read what it is to paste",
      origin: "field reports, the old clipboard was pasted", clause: .deliverClipboardOwnership,
      ClipboardGivenBackEarly.self),
    Mutant(
      "header-believed", "takes an unfinished file for an empty one and passes over it",
      origin: "field reports, a recovered recording of no length",
      clause: .relaunchOrphansAdopted, HeaderBelieved.self),
    Mutant(
      "cancel-misses-opening", "hides the overlay at a cancel and lets the microphone open",
      origin: "field reports, cancelled while the microphone was cold",
      clause: .captureCancelBeforeFirstBuffer
    ) { CancelMissesOpening(around: $0) },
    Mutant(
      "cancel-only-hides", "hides the overlay at a cancel and stays busy with the cleanup",
      origin: "field reports, the hotkey was dead after a cancel",
      clause: .requestCancelIsImmediate
    ) { CancelOnlyHides(around: $0) },
  ]
}

/// Takes the begin of an answer for the end of all trouble.
struct EndlessBody: EngineUnderTest, Hashable {
  private var engine: App
  private var armed: [Deadline] = []
  private var begun: [EffectID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    if let deadlines = reaction.deadlines { armed = deadlines }
    if reaction.ignored != nil { return reaction }
    if case .progress(let ticket, .head(let head)) = event, head.status == 200 {
      begun.append(ticket.effect)
      reaction.deadlines = armed
    }
    guard let deadlines = reaction.deadlines, isWaiting else { return reaction }
    reaction.deadlines = deadlines.filter { $0.stage != .request }.map { deadline in
      var deadline = deadline
      if deadline.stage == .recognition { deadline.at = deadline.at + .minutes(60) }
      return deadline
    }
    return reaction
  }

  /// Whether what the engine waits for has begun to arrive.
  private var isWaiting: Bool {
    armed.contains { deadline in
      deadline.stage == .request && begun.contains { $0 == deadline.effect }
    }
  }
}

/// Holds a borrowed clipboard for no longer than a quick field needs.
struct ClipboardGivenBackEarly: Trick {
  private var pastes = false

  /// How much of the hold is left out.
  private static var haste: Nanoseconds { Budgets.clipboardHold - .milliseconds(100) }

  /// The engine is called early and believes that it is called when it wanted to be.
  mutating func moment(_ now: Moment, of event: Event) -> Moment {
    guard case .deadline(let deadline) = event, isHold(deadline) else { return now }
    return Moment(monotonic: now.monotonic + Self.haste, wall: now.wall)
  }

  mutating func hear(_ event: Event) -> Event {
    if case .launched(let launch) = event { pastes = launch.dialect.delivery == .paste }
    guard case .deadline(var deadline) = event, isHold(deadline) else { return event }
    deadline.at = deadline.at + Self.haste
    return .deadline(deadline)
  }

  private func isHold(_ deadline: Deadline) -> Bool {
    pastes && deadline.stage == .delivery && deadline.effect == nil
  }

  mutating func arm(_ deadlines: inout [Deadline]) {
    for i in deadlines.indices where isHold(deadlines[i]) {
      deadlines[i].at = deadlines[i].at - Self.haste
    }
  }
}

/// Sees no recording where the container was never closed.
struct HeaderBelieved: Trick {
  mutating func hear(_ event: Event) -> Event {
    guard case .finished(let ticket, .inventory(let found)) = event else { return event }
    let passedOver = found.files.compactMap { file -> RecordingID? in
      guard let ref = file.file, ref.kind == .partial, let facts = file.lenient,
        facts.samples > 0, !facts.isFinalized,
        !found.rows.contains(where: { $0.recording == ref.recording && $0.state != .capturing })
      else { return nil }
      return ref.recording
    }
    return .finished(
      ticket,
      .inventory(
        Inventory(
          rows: found.rows.filter { !passedOver.contains($0.recording) }, damaged: found.damaged,
          tombstones: found.tombstones,
          files: found.files.filter { file in
            file.file.map { !passedOver.contains($0.recording) } ?? true
          },
          handoffs: found.handoffs)))
  }
}

/// Has nothing to cancel while a microphone is still opening, and says so by hiding the overlay.
struct CancelMissesOpening: EngineUnderTest, Hashable {
  private var engine: App
  private var surfaces: [Surface] = []
  private var opening: [RecordingID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    switch event {
    case .launched(let launch):
      surfaces = Surface.allCases.filter { launch.dialect.surfaces.contains(SurfaceSet($0)) }
      opening = []
    case .progress(let ticket, .captureBegan):
      opening.removeAll { $0 == ticket.lease?.recording }
    case .person(.cancel(let r)) where opening.contains(r):
      return Reaction(surfaces.map { .notice(.show($0, .idle)) })
    case .person, .progress, .finished, .news, .deadline: break
    }
    let reaction = engine.handle(event, at: now)
    for effect in reaction.effects {
      if case .request(_, .capture(let r, _)) = effect { opening.append(r) }
    }
    return reaction
  }
}

/// Hides a cleanup that was cancelled, goes on to wait for it, and takes no start until it is done.
struct CancelOnlyHides: EngineUnderTest, Hashable {
  private var engine: App
  private var surfaces: [Surface] = []
  private var cleanups: [Seen] = []
  private var hidden: [RecordingID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    switch event {
    case .launched(let launch):
      surfaces = Surface.allCases.filter { launch.dialect.surfaces.contains(SurfaceSet($0)) }
      cleanups = []
      hidden = []
    case .person(.cancel(let r)) where isCleaningUp(r):
      hidden.append(r)
      return Reaction(surfaces.map { .notice(.show($0, .idle)) })
    case .person(.start) where hidden.contains(where: { isCleaningUp($0) }):
      return .ignored(.notAllowedNow)
    case .finished(let ticket, _): cleanups.removeAll { $0.ticket.effect == ticket.effect }
    case .person, .progress, .news, .deadline: break
    }
    var reaction = engine.handle(event, at: now)
    for effect in reaction.effects {
      if case .request(let ticket, .cleanUp(let text, let settings)) = effect {
        cleanups.append(Seen(ticket: ticket, request: .cleanUp(text, settings)))
      }
    }
    // What was hidden is not waited for with a deadline any more either.
    reaction.deadlines?.removeAll { deadline in
      hidden.contains { $0 == deadline.lease?.recording } && deadline.stage == .cleanup
    }
    return reaction
  }

  private func isCleaningUp(_ r: RecordingID) -> Bool {
    cleanups.contains { $0.ticket.lease?.recording == r }
  }
}
