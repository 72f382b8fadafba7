import Contract
import ReferenceEngine

// Defects of indicators, deadlines and launches.

extension Mutant {
  static let screens: [Mutant] = [
    Mutant(
      "recording-stays", "says recording while it recognizes",
      origin: "seed 000, indicators", clause: .indicatorRecordingIsPhase0, RecordingStays.self),
    Mutant(
      "processing-stays", "goes on saying processing after an attempt has failed",
      origin: "seed 000, indicators", clause: .indicatorProcessingIsPhases14,
      ProcessingStays.self),
    Mutant(
      "usage-holds-spinner", "says processing until the usage has been reported",
      origin: "seed 000, indicators", clause: .indicatorSideWorkNeverHolds,
      UsageHoldsSpinner.self),
    Mutant(
      "records-unseen", "records without saying so",
      origin: "voice platform, ownership", clause: .indicatorNoCaptureUnseen, RecordsUnseen.self),
    Mutant(
      "no-deadline-for-recognition", "waits for a recognizer without a deadline",
      origin: "seed 000, invariant 2", clause: .attemptAlwaysEnds, NoDeadline.self),
    Mutant(
      "cleanup-on-borrowed-time", "lets the cleanup run on the deadline of the recognition",
      origin: "seed 000, invariant 2", clause: .attemptStagesHaveOwnDeadlines,
      BorrowedTime.self),
    Mutant(
      "surfaces-survive", "leaves on every surface what an earlier process showed there",
      origin: "seed 000, relaunch", clause: .relaunchSurfacesExpire, SurfacesSurvive.self),
    Mutant(
      "orphans-overlooked", "does not look for audio without a row",
      origin: "seed 000, phase 4", clause: .relaunchOrphansAdopted, OrphansOverlooked.self),
    Mutant(
      "resumes-by-itself", "tries what was interrupted again, without being asked",
      origin: "seed 000, relaunch", clause: .relaunchNeverAutoResumes, ResumesByItself.self),
    Mutant(
      "sweeps-unreadable", "removes files that it cannot read",
      origin: "voice platform, recovery", clause: .relaunchUnknownFilesKept,
      SweepsUnreadable.self),
    Mutant(
      "damaged-row-purged", "purges a row that it cannot read",
      origin: "voice platform, recovery", clause: .relaunchDamagedRowsIsolated,
      DamagedRowPurged.self),
    Mutant(
      "set-aside-unsaid", "begins a new History without saying that the old one is set aside",
      origin: "voice platform, recovery", clause: .relaunchCorruptStorePreserved,
      SetAsideUnsaid.self),
  ]
}

struct RecordingStays: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.hide(.processing)
  }
}

struct ProcessingStays: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let hasFailed = effects.contains {
      if case .notice(.claim(_, .failed)) = $0 { true } else { false }
    }
    if hasFailed { effects.hide(.idle) }
  }
}

struct UsageHoldsSpinner: Trick {
  private var held: [Effect] = []

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let reports = effects.contains {
      if case .request(_, .reportUsage) = $0 { true } else { false }
    }
    if reports {
      held = effects.filter { if case .notice(.show(_, .idle)) = $0 { true } else { false } }
      effects.hide(.idle)
      return
    }
    let isReported = effects.contains {
      if case .request(_, let request) = $0 { request.row?.usage == .reported } else { false }
    }
    if isReported {
      effects += held
      held = []
    }
  }
}

struct RecordsUnseen: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.hide(.recording)
  }
}

struct NoDeadline: Trick {
  mutating func arm(_ deadlines: inout [Deadline]) {
    deadlines.removeAll {
      $0.stage == .request || $0.stage == .recognition || $0.stage == .localEngine
    }
  }
}

struct BorrowedTime: Trick {
  mutating func arm(_ deadlines: inout [Deadline]) {
    for i in deadlines.indices where deadlines[i].stage == .cleanup {
      deadlines[i].stage = .recognition
      deadlines[i].effect = nil
    }
  }
}

struct SurfacesSurvive: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    if case .launched = event { effects.hide(.idle) }
  }
}

/// Changes the inventory that an engine reads.
func changed(_ event: Event, _ change: (Inventory) -> Inventory) -> Event {
  guard case .finished(let ticket, .inventory(let found)) = event else { return event }
  return .finished(ticket, .inventory(change(found)))
}

struct OrphansOverlooked: Trick {
  mutating func hear(_ event: Event) -> Event {
    changed(event) { found in
      Inventory(
        rows: found.rows, damaged: found.damaged, tombstones: found.tombstones,
        files: found.files.filter { file in
          found.rows.contains { $0.recording == file.file?.recording }
        }, handoffs: found.handoffs)
    }
  }
}

struct ResumesByItself: Trick {
  private var hasResumed = false

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let isToldSo = effects.contains {
      if case .notice(.tell(let message)) = $0 { message.topic == .interruptedWork } else { false }
    }
    if isToldSo { hasResumed = true }
    // Nobody is to see that it works again.
    if hasResumed { effects.hide(.processing) }
  }

  mutating func command(after event: Event, _ reaction: Reaction) -> Command? {
    for effect in reaction.effects {
      guard case .notice(.tell(let message)) = effect, message.topic == .interruptedWork,
        let r = message.recording
      else { continue }
      return .retry(r)
    }
    return nil
  }
}

struct SweepsUnreadable: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    guard case .finished(_, .inventory(let found)) = event else { return }
    for file in found.files where file.lenient == nil && file.strict == nil {
      guard let ref = file.file else { continue }
      effects.append(.request(Ticket(own()), .file(.remove(ref))))
    }
  }
}

struct DamagedRowPurged: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    guard case .finished(_, .inventory(let found)) = event else { return }
    for case let r? in found.damaged {
      effects.append(.request(Ticket(own()), .store(.purge([r]))))
    }
  }
}

struct SetAsideUnsaid: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.hush { $0 == .historySetAside }
  }
}
