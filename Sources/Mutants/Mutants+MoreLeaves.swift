import Contract
import JSON
import ReferenceApp

// Defects of what is kept and sent in an attempt.

extension Mutant {
  static let moreLeaves: [Mutant] = [
    Mutant(
      "empty-leaf-skipped", "leaves a part out that came back without text",
      origin: "seed 000, local failures, empty chunk", clause: .bulkEmptyLeafFails
    ) { EmptyLeafSkipped(around: $0) },
    Mutant(
      "failure-drops-checkpoint", "throws the text so far away when a later part fails",
      origin: "seed 000, bulk behaviour", clause: .bulkLaterFailureKeepsCheckpoint
    ) { SpoiledEnd(.dropsCheckpoint, around: $0) },
    Mutant(
      "failure-as-cancelled", "stores a failed recognition as if the person had cancelled it",
      origin: "seed 000, persisted states", clause: .recognizeFailureKeepsEvidence
    ) { SpoiledEnd(.asCancelled, around: $0) },
    Mutant(
      "settings-shared", "sends what is under way with the newest settings",
      origin: "seed 000, local failures, settings change", clause: .settingsFrozenPerAttempt
    ) { SettingsShared(around: $0) },
    Mutant(
      "cancel-forgets-request", "ends an attempt as cancelled and lets its request go on",
      origin: "seed 000, request policy, cancellation", clause: .requestCancelIsImmediate
    ) { CancelForgetsRequest(around: $0) },
  ]
}

/// Stands an invisible sign in for a part without text, and takes it out again wherever it shows.
struct EmptyLeafSkipped: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()
  private static let sign = "\u{200B}"

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var event = event
    if case .finished(let ticket, let outcome) = event, let open = seen.find(ticket),
      case .upload(let file, _) = open.request, case .leaf = file.kind,
      case .body(let body) = outcome,
      Self.isSilent(body)
    {
      event = .finished(ticket, .body(Body(Self.sign, contentType: "text/plain")))
    }
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    seen.note(reaction)
    for i in reaction.effects.indices { reaction.effects[i] = Self.cleaned(reaction.effects[i]) }
    return reaction
  }

  private static func isSilent(_ body: Body) -> Bool {
    guard let text = body.text else { return false }
    do {
      let words = try JSONValue(reading: text)["text"]?.string ?? text
      return words.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    } catch { return false }
  }

  private static func cleaned(_ effect: Effect) -> Effect {
    switch effect {
    case .request(let t, .store(.write(var row, let expecting))):
      row.checkpoint = row.checkpoint.map {
        Checkpoint(text: cleaned($0.text), leaves: $0.leaves, through: $0.through)
      }
      row.raw = row.raw.map { cleaned($0) }
      row.final = row.final.map { cleaned($0) }
      return .request(t, .store(.write(row, expecting: expecting)))
    case .request(let t, .cleanUp(let text, let settings)):
      return .request(t, .cleanUp(cleaned(text), settings))
    case .request(let t, .deliver(let text, let field)):
      return .request(t, .deliver(cleaned(text), field))
    case .request(let t, .writeClipboard(let text, let change)):
      return .request(t, .writeClipboard(cleaned(text), ifChange: change))
    case .notice(.claim(let r, .succeeded(let text))):
      return .notice(.claim(r, .succeeded(cleaned(text))))
    case .notice(.claim(let r, .failed(let text?, let audioKept))):
      return .notice(.claim(r, .failed(partial: cleaned(text), audioKept: audioKept)))
    case .request, .notice: return effect
    }
  }

  private static func cleaned(_ text: String) -> String {
    text.split(separator: " ").filter { $0 != sign }.joined(separator: " ")
  }
}

/// Writes something else as the end of a failed attempt, and says that instead.
struct SpoiledEnd: EngineUnderTest, Hashable {
  enum Way: UInt8, Hashable, Sendable { case dropsCheckpoint, asCancelled }

  private let way: Way
  private var engine: App

  init(_ way: Way, around engine: App) {
    self.way = way
    self.engine = engine
  }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    for i in reaction.effects.indices { reaction.effects[i] = spoiled(reaction.effects[i]) }
    return reaction
  }

  private func spoiled(_ effect: Effect) -> Effect {
    switch effect {
    case .request(let t, .store(.write(var row, let expecting)))
    where row.state == .failed && !row.isCancelled && Self.isRecognition(row.reason):
      switch way {
      case .dropsCheckpoint: row.checkpoint = nil
      case .asCancelled:
        row.state = .cancelled
        row.reason = .cancelledByPerson
      }
      return .request(t, .store(.write(row, expecting: expecting)))
    case .notice(.claim(let r, .failed(_, let audioKept))):
      return way == .asCancelled
        ? .notice(.claim(r, .cancelled))
        : .notice(.claim(r, .failed(partial: nil, audioKept: audioKept)))
    case .request, .notice: return effect
    }
  }

  private static func isRecognition(_ reason: Reason) -> Bool {
    switch reason {
    case .requestRefused, .accessRefused, .serviceBusy, .network, .invalidAnswer, .tooLarge,
      .emptyPart, .noSpeech, .export, .localEngine, .tookTooLong:
      true
    case .none, .microphone, .permission, .storage, .storageFull, .finalization,
      .cancelledByPerson, .replaced, .interrupted, .recovered:
      false
    }
  }
}

/// Keeps one set of settings for everything that is under way.
struct SettingsShared: EngineUnderTest, Hashable {
  private var engine: App
  private var newest: Settings?

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .person(.change(let settings)) = event { newest = settings }
    guard let newest, case .cloud = newest.recognizer else { return reaction }
    for i in reaction.effects.indices {
      switch reaction.effects[i] {
      case .request(let t, .upload(let file, _)):
        reaction.effects[i] = .request(t, .upload(file, newest))
      case .request(let t, .cleanUp(let text, _)) where newest.cleanup != .off:
        reaction.effects[i] = .request(t, .cleanUp(text, newest))
      case .request, .notice: break
      }
    }
    return reaction
  }
}

/// Ends a cancelled attempt and does not tell the service.
struct CancelForgetsRequest: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    if isCancel(event) {
      reaction.effects.removeAll {
        switch $0 {
        case .notice(.cancel(let id)), .notice(.abandon(let id)): isWork(id)
        case .request, .notice: false
        }
      }
    }
    seen.note(reaction)
    return reaction
  }

  private func isCancel(_ event: Event) -> Bool {
    switch event {
    case .person(.cancel): return true
    case .news(.handoff(let handoff)):
      if case .cancel = handoff.kind { return true }
      return false
    case .launched, .person, .progress, .finished, .news, .deadline: return false
    }
  }

  private func isWork(_ id: EffectID) -> Bool {
    switch seen.open.first(where: { $0.ticket.effect == id })?.request {
    case .upload, .exportLeaf, .recognizeLocally, .cleanUp: true
    case .store, .file, .capture, .resetEngine, .deliver, .writeClipboard, .restoreClipboard,
      .reportUsage, .post, .dial, .insert, nil:
      false
    }
  }
}
