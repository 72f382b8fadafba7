import Contract
import ReferenceEngine

// Defects of rows, owners and the words about them.

extension Mutant {
  static let historyRows: [Mutant] = [
    Mutant(
      "idle-too-soon", "dismisses the workflow while its end is still being written",
      origin: "seed 000, phase 4", clause: .commitTerminalBeforeDismissal, IdleTooSoon.self),
    Mutant(
      "write-failure-claimed", "claims the end of an attempt that could not be written",
      origin: "seed 000, local failures", clause: .commitFailureIsTruthful,
      WriteFailureClaimed.self),
    Mutant(
      "retry-forgets-text", "forgets the text of a success when its retry fails",
      origin: "seed 000, first sentence", clause: .commitDurableResultsAreMonotone,
      RetryForgetsText.self),
    Mutant(
      "second-retry-claims", "claims the recording once more when a second retry comes",
      origin: "seed 000, required scenarios", clause: .leaseOneOwner, SecondRetryClaims.self),
    Mutant(
      "second-retry-replaces", "lets a second retry replace the first, whose end is never stored",
      origin: "seed 000, states", clause: .leaseReplacementCancelsFirst,
      SecondRetryReplaces.self),
    Mutant(
      "retry-is-processing", "stores a retry as if it were the first attempt",
      origin: "seed 000, states", clause: .stateLegalTransitions, RetryIsProcessing.self),
    Mutant(
      "cancelled-otherwise", "stores a cancelled recording in the form of another platform",
      origin: "seed 000, states", clause: .stateCancelledIsTerminalAndRetryable,
      CancelledOtherwise.self),
    Mutant(
      "wrong-length", "stores one sample more than the source has",
      origin: "seed 001, durations", clause: .stateRowsMatchEvidence, WrongLength.self),
    Mutant(
      "start-failure-unsaid", "does not say why a recording could not be started",
      origin: "seed 001, silent failures", clause: .surfaceNoSilentFailure,
      StartFailureUnsaid.self),
    Mutant(
      "late-text-returns", "brings an entry back when a text arrives after its deletion",
      origin: "seed 000, required scenarios", clause: .leaseStaleCallbackHasNoEffect,
      LateTextReturns.self),
    Mutant(
      "raw-codes", "shows the status of a server to a person",
      origin: "seed 001, plain words", clause: .surfaceNoRawCodes, RawCodes.self),
  ]
}

struct IdleTooSoon: Trick {
  private var shown: [Surface] = []

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      if case .notice(.show(let surface, _)) = effect, !shown.contains(surface) {
        shown.append(surface)
      }
    }
    let ends = effects.contains {
      guard case .request(_, let request) = $0, let row = request.row else { return false }
      return row.state.isTerminal && row.delivery == .none && row.usage != .reported
        && row.reason != .interrupted && row.reason != .recovered
    }
    guard ends else { return }
    for surface in shown { effects.append(.notice(.show(surface, .idle))) }
  }
}

struct WriteFailureClaimed: Trick {
  private var terminal: EffectID?

  mutating func hear(_ event: Event) -> Event {
    guard case .finished(let ticket, .storeFailed(let why)) = event, ticket.effect == terminal
    else { return event }
    switch why {
    case .conflict, .tombstoned: return event
    case .noSpace, .io, .busy, .locked, .corrupt, .suspect: return .finished(ticket, .done)
    }
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      if case .request(let t, let request) = effect, request.row?.state.isTerminal == true {
        terminal = t.effect
      }
    }
  }
}

struct RetryForgetsText: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.rewrite {
      guard $0.attempt > 1, $0.state == .failed else { return }
      $0.final = nil
      $0.raw = nil
      $0.checkpoint = nil
    }
  }
}

/// The newest claim of a retry, to be made once more.
private struct NewestClaim: Hashable, Sendable {
  private var claim: Effect?

  mutating func note(_ effects: [Effect]) {
    for effect in effects {
      if case .request(_, let request) = effect, request.row?.state == .retrying,
        request.row?.checkpoint == nil || request.row?.raw == nil
      {
        claim = claim ?? effect
      }
    }
  }

  var row: (lease: Lease?, row: Row, expecting: Expectation)? {
    guard case .request(let t, .store(.write(let row, let expecting))) = claim else { return nil }
    return (t.lease, row, expecting)
  }
}

struct SecondRetryClaims: Trick {
  private var newest = NewestClaim()

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    if case .person(.retry(let r)) = event, effects.isEmpty, let claim = newest.row,
      claim.row.recording == r
    {
      effects.append(
        .request(
          Ticket(own(), claim.lease), .store(.write(claim.row, expecting: claim.expecting))))
    }
    newest.note(effects)
  }
}

struct SecondRetryReplaces: Trick {
  private var newest = NewestClaim()
  private var seen = SeenRequests()

  mutating func hear(_ event: Event) -> Event {
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    if case .person(.retry(let r)) = event, effects.isEmpty, let claim = newest.row,
      claim.row.recording == r
    {
      // The first retry's requests are given up; how it ended is not stored.
      for open in seen.open where open.ticket.lease?.recording == r {
        effects.append(.notice(.abandon(open.ticket.effect)))
      }
      var row = claim.row
      let expecting = Expectation.row(RowStates(.retrying), attempt: row.attempt)
      row.attempt += 1
      effects.append(.request(Ticket(own()), .store(.write(row, expecting: expecting))))
    }
    newest.note(effects)
    seen.note(Reaction(effects))
  }
}

struct RetryIsProcessing: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    guard case .person(.retry) = event else { return }
    effects.rewrite { if $0.state == .retrying { $0.state = .processing } }
  }
}

struct CancelledOtherwise: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.rewrite {
      guard $0.isCancelled else { return }
      $0.state = $0.state == .cancelled ? .failed : .cancelled
    }
  }
}

struct WrongLength: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.rewrite { if $0.state == .processing, $0.checkpoint == nil { $0.samples += 1 } }
  }
}

struct StartFailureUnsaid: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.hush { $0 == .storageFailed || $0 == .storageFull || $0 == .deviceLocked }
  }
}

struct LateTextReturns: Trick {
  private var known: [Row] = []
  private var deleted: [RecordingID] = []

  mutating func hear(_ event: Event) -> Event {
    if case .person(.delete(let r)) = event { deleted.append(r) }
    if case .person(.clear) = event { deleted += known.map(\.recording) }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    if effects.isEmpty, case .finished(let ticket, .body) = event,
      let r = ticket.lease?.recording, deleted.contains(r),
      var row = known.last(where: { $0.recording == r })
    {
      row.state = .failed
      row.integrity = .unfinalized
      row.samples = 0
      effects.append(.request(Ticket(own()), .store(.write(row, expecting: .nothing))))
    }
    for effect in effects {
      if case .request(_, let request) = effect, let row = request.row {
        known.removeAll { $0.recording == row.recording }
        known.append(row)
      }
    }
  }
}

struct RawCodes: Trick {
  private var status: UInt16 = 0

  mutating func hear(_ event: Event) -> Event {
    if case .progress(_, .head(let head)) = event { status = head.status }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      guard case .notice(.tell(var message)) = effects[i], status != 200, status != 0 else {
        continue
      }
      message.words = "Request failed: HTTP \(status)."
      effects[i] = .notice(.tell(message))
    }
  }
}
