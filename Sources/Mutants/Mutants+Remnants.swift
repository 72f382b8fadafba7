import Contract
import ReferenceApp

// Defects of what is left over: a file beside another one, an end that could not be stored, the
// place at which a text goes on.

extension Mutant {
  static let remnants: [Mutant] = [
    Mutant(
      "partial-survives-delete", "deletes a finished recording but not the partial beside it",
      origin: "runs outside the suite", clause: .deleteLeavesNothing,
      PartialSurvivesDelete.self),
    Mutant(
      "lost-audio-kept", "says that the audio is kept without a look at whether it is there",
      origin: "runs outside the suite", clause: .sourceSavedMeansDurable, LostAudioKept.self),
    Mutant(
      "start-hides-found", "passes over audio that goes by the name of a start",
      origin: "runs outside the suite", clause: .relaunchOrphansAdopted, StartHidesFound.self),
    Mutant(
      "damaged-name-given-again", "records anew by the name of an entry that is damaged",
      origin: "fuzzing of the reference engine", clause: .relaunchDamagedRowsIsolated,
      DamagedNameGivenAgain.self),
    Mutant(
      "retry-without-audio", "tries a recording again whose audio is gone",
      origin: "fuzzing of the reference engine", clause: .stateRowsMatchEvidence,
      RetryWithoutAudio.self),
    Mutant(
      "retry-waits-for-launch", "takes no retry after an end that could not be stored",
      origin: "boundary, rules of the exchange, 9", clause: .recognizeLocalFailureResetsEngine
    ) { RetryWaitsForLaunch(around: $0) },
    Mutant(
      "resumes-late", "goes on a second behind the end of the text that a retry begins with",
      origin: "seed 000, bulk behaviour", clause: .retryKeepsEarlierText, ResumesLate.self),
    Mutant(
      "added-wait", "waits a second before it sends a recording",
      origin: "voice platform, latency", clause: .latencyNoAddedWait
    ) { AddedWait(around: $0) },
  ]
}

/// Believes that a recording whose row is complete has no partial.
struct PartialSurvivesDelete: Trick {
  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? {
    // Only what is deleted is tidied under a later generation.
    guard case .file(.remove(let file)) = request, file.kind == .partial,
      ticket.lease?.generation ?? 0 > 0
    else { return nil }
    return (.done, false)
  }
}

struct LostAudioKept: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      guard case .notice(.claim(let r, .failed(let partial, _))) = effects[i] else { continue }
      effects[i] = .notice(.claim(r, .failed(partial: partial, audioKept: true)))
    }
  }
}

/// Takes audio that a launch finds by the name of a start, cut off before its end was stored, for
/// that start's own.
struct StartHidesFound: Trick {
  private var started: [RecordingID] = []

  mutating func hear(_ event: Event) -> Event {
    if case .person(.start(let r)) = event { started.append(r) }
    return changed(event) { found in
      let hidden = started.filter { r in
        found.rows.contains { $0.recording == r && $0.state == .capturing }
          && found.files.contains { $0.file == FileRef(r, .source) }
      }
      return Inventory(
        rows: found.rows.filter { !hidden.contains($0.recording) }, damaged: found.damaged,
        tombstones: found.tombstones,
        files: found.files.filter { $0.file.map { !hidden.contains($0.recording) } ?? true },
        handoffs: found.handoffs)
    }
  }
}

/// Tells of damaged entries and forgets their names.
struct DamagedNameGivenAgain: Trick {
  mutating func hear(_ event: Event) -> Event {
    changed(event) { found in
      let named = found.damaged.compactMap(\.self)
      return Inventory(
        rows: found.rows, damaged: found.damaged.map { _ in nil }, tombstones: found.tombstones,
        files: found.files.filter { file in !named.contains { $0 == file.file?.recording } },
        handoffs: found.handoffs)
    }
  }
}

/// Believes that what is complete according to its row is there.
struct RetryWithoutAudio: Trick {
  mutating func hear(_ event: Event) -> Event {
    changed(event) { found in
      let missing = found.rows.filter { row in
        row.state.isTerminal && row.integrity == .complete
          && !found.files.contains { $0.file == FileRef(row.recording, .source) }
      }
      let believed = missing.map { row in
        let facts = FileFacts(
          samples: row.samples, bytes: 2 * row.samples, headerSamples: row.samples,
          isFinalized: true)
        return FoundFile(file: FileRef(row.recording, .source), strict: facts, lenient: facts)
      }
      return Inventory(
        rows: found.rows, damaged: found.damaged, tombstones: found.tombstones,
        files: found.files + believed, handoffs: found.handoffs)
    }
  }
}

/// Knows no terminal row after a write that failed, and leaves it at that.
struct RetryWaitsForLaunch: EngineUnderTest, Hashable {
  private var engine: App
  private var seen = SeenRequests()
  private var lost: [RecordingID] = []

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .person(.retry(let r)) = event, lost.contains(r) { return .ignored(.notAllowedNow) }
    let reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, let outcome) = event, let open = seen.finish(ticket),
      let row = open.request.row, row.state.isTerminal
    {
      note(row.recording, outcome)
    }
    seen.note(reaction)
    return reaction
  }

  private mutating func note(_ r: RecordingID, _ outcome: Outcome) {
    guard case .storeFailed(let why) = outcome else { return }
    switch why {
    case .conflict, .tombstoned: break
    case .noSpace, .io, .busy, .locked, .corrupt, .suspect: lost.append(r)
    }
  }
}

/// Cuts the first piece after a checkpoint a second too late, and takes it for the whole piece.
struct ResumesLate: Trick {
  private var recording: RecordingID?
  private var from = 0
  private var late: EffectID?
  private var asked = 0

  mutating func hear(_ event: Event) -> Event {
    guard case .finished(let ticket, .exported(var facts)) = event, ticket.effect == late else {
      return event
    }
    facts.samples = asked
    return .finished(ticket, .exported(facts))
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      guard case .request(let t, let request) = effects[i] else { continue }
      if let row = request.row, row.state == .retrying, row.raw == nil,
        let checkpoint = row.checkpoint
      {
        (recording, from) = (row.recording, checkpoint.through)
      }
      guard case .exportLeaf(let source, let leaf, let start, let count) = request,
        source.recording == recording, start == from, count > 2 * sampleRate
      else { continue }
      recording = nil
      (late, asked) = (t.effect, count)
      effects[i] = .request(
        t,
        .exportLeaf(
          source: source, leaf: leaf, from: start + sampleRate, count: count - sampleRate))
    }
  }
}

/// Lets its first upload lie for a second.
struct AddedWait: EngineUnderTest, Hashable {
  private var engine: App
  private var armed: [Deadline] = []
  private var held: Seen?
  private var until: Deadline?
  private var hasWaited = false

  init(around engine: App) { self.engine = engine }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    if case .deadline(let deadline) = event, deadline == until, let held {
      (self.held, until) = (nil, nil)
      return Reaction([.request(held.ticket, held.request)], deadlines: armed)
    }
    var reaction = engine.handle(event, at: now)
    if reaction.ignored != nil { return reaction }
    if let deadlines = reaction.deadlines { armed = deadlines }
    let wasHeld = held != nil
    if !hasWaited { hold(&reaction, now) }
    dropIfGiven(up: &reaction)
    if held != nil || wasHeld { reaction.deadlines = shown }
    return reaction
  }

  private var shown: [Deadline] {
    guard let held, let until else { return armed }
    return armed.filter { $0.effect != held.ticket.effect } + [until]
  }

  private mutating func hold(_ reaction: inout Reaction, _ now: Moment) {
    for i in reaction.effects.indices {
      guard case .request(let ticket, .upload(let file, let settings)) = reaction.effects[i] else {
        continue
      }
      hasWaited = true
      held = Seen(ticket: ticket, request: .upload(file, settings))
      until = Deadline(at: now.monotonic + .seconds(1), stage: .backoff, lease: ticket.lease)
      reaction.effects.remove(at: i)
      return
    }
  }

  /// What was never sent cannot be taken back.
  private mutating func dropIfGiven(up reaction: inout Reaction) {
    guard let id = held?.ticket.effect else { return }
    let count = reaction.effects.count
    reaction.effects.removeAll {
      switch $0 {
      case .notice(.cancel(id)), .notice(.abandon(id)): true
      case .notice, .request: false
      }
    }
    if reaction.effects.count != count { (held, until) = (nil, nil) }
  }
}
