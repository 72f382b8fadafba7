import Contract
import ReferenceEngine

// Defects of capture, finalization and promotion.

extension Mutant {
  static let recorder: [Mutant] = [
    Mutant(
      "records-first", "opens the microphone while the journal is still being written",
      origin: "seed 000, phase 0", clause: .captureIdentityBeforeFirstFrame, RecordsFirst.self),
    Mutant(
      "lost-chunk", "loses the third chunk on its way to the file",
      origin: "seed 000, phase 0", clause: .captureEveryFrameWritten, LostChunk.self),
    Mutant(
      "deaf-to-silence-of-recorder", "does not notice that the recorder delivers nothing any more",
      origin: "seed 000, phase 0", clause: .captureHealthMonitored, Unwatched.self),
    Mutant(
      "endless-finalize", "gives a recorder an hour to finish",
      origin: "seed 000, phase 0", clause: .captureBoundedFinalize, EndlessFinalize.self),
    Mutant(
      "limit-cancels", "takes the end of the longest recording for a cancel",
      origin: "seed 000, invariant 2", clause: .captureLimitStillFinalizes, LimitCancels.self),
    Mutant(
      "capture-failure-unsaid", "does not say that a recording broke off",
      origin: "seed 000, phase 0", clause: .captureFailureReturnsToIdle, CaptureFailureUnsaid.self
    ),
    Mutant(
      "lost-device-is-a-stop", "takes a lost device for a stop and recognizes what there is",
      origin: "seed 000, phase 0", clause: .captureNoUnfinalizedSubmission,
      LostDeviceIsAStop.self),
    Mutant(
      "cancel-leaves-row", "leaves the journal of a recording that was cancelled at once",
      origin: "seed 000, required scenarios", clause: .captureCancelBeforeFirstBuffer,
      CancelLeavesRow.self),
    Mutant(
      "partial-thrown-away", "throws away what was captured before the device was lost",
      origin: "voice platform, recovery", clause: .capturePartialBecomesRecovery,
      PartialThrownAway.self),
    Mutant(
      "permission-unnamed", "says that the microphone failed where access to it was refused",
      origin: "voice platform, permissions", clause: .capturePermissionLossIsNamed,
      PermissionUnnamed.self),
    Mutant(
      "tidies-failed-audio", "removes the audio of a recording that failed",
      origin: "seed 000, invariant 7", clause: .sourceNeverDeleteOnlyCopy, TidiesFailedAudio.self),
    Mutant(
      "promotes-regardless", "recognizes although the first row could not be written",
      origin: "seed 000, phase 1", clause: .sourcePromotionFailureStops,
      PromotesRegardless.self),
    Mutant(
      "appends-to-source", "writes to the source again when it is sent",
      origin: "voice platform, retention", clause: .sourceImmutableAfterPromotion,
      AppendsToSource.self),
  ]
}

struct RecordsFirst: Trick {
  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? {
    request.row?.state == .capturing ? (.done, true) : nil
  }
}

struct LostChunk: Trick {
  private var chunks = 0

  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? {
    guard case .file(.append(_, let span)) = request else { return nil }
    chunks += 1
    return chunks == 3 ? (.appended(samples: span.count, durableThrough: 0), false) : nil
  }
}

struct Unwatched: Trick {
  mutating func arm(_ deadlines: inout [Deadline]) {
    deadlines.removeAll { $0.stage == .captureHealth }
  }
}

struct EndlessFinalize: Trick {
  mutating func arm(_ deadlines: inout [Deadline]) {
    for i in deadlines.indices where deadlines[i].stage == .finalize {
      deadlines[i].at = deadlines[i].at + .minutes(60)
    }
  }
}

struct LimitCancels: Trick {
  mutating func hear(_ event: Event) -> Event {
    guard case .deadline(let d) = event, d.stage == .captureLimit, let r = d.lease?.recording
    else { return event }
    return .person(.cancel(r))
  }
}

struct CaptureFailureUnsaid: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.hush {
      switch $0 {
      case .microphoneFailed, .microphoneLost, .recorderDidNotFinish, .partialKept,
        .storageFailed, .storageFull:
        true
      case .permissionMissing, .microphoneSilent, .captureLimitReached, .historyNotUpdated,
        .deviceLocked, .deleteFailed, .requestRefused, .accessRefused, .serviceBusy,
        .networkFailed, .answerUnusable, .audioTooLarge, .partWithoutText, .noSpeech,
        .exportFailed, .localEngineFailed, .tookTooLong, .interruptedWork, .audioRecovered,
        .damagedEntry, .historySetAside, .historyUnavailable, .textHeld, .deliveryFailed,
        .deliveryUnconfirmed, .cleanupSkipped, .liveStopped, .liveQuota, .liveRefused,
        .liveHasGaps, .dictationStopped, .dictationQuota, .dictationRefused:
        false
      }
    }
  }
}

struct LostDeviceIsAStop: Trick {
  mutating func hear(_ event: Event) -> Event {
    guard case .progress(let ticket, .deviceLost) = event, let r = ticket.lease?.recording else {
      return event
    }
    return .person(.stop(r))
  }
}

struct CancelLeavesRow: Trick {
  private var cancelled: [RecordingID] = []

  mutating func hear(_ event: Event) -> Event {
    if case .person(.cancel(let r)) = event { cancelled.append(r) }
    return event
  }

  mutating func answer(
    _ ticket: Ticket, _ request: Request
  ) -> (outcome: Outcome, isForwarded: Bool)? {
    guard case .store(.purge(let all)) = request, all.count == 1, cancelled.contains(all[0])
    else { return nil }
    return (.done, false)
  }
}

struct PartialThrownAway: Trick {
  private var lost: [RecordingID] = []

  mutating func hear(_ event: Event) -> Event {
    if case .progress(let ticket, .deviceLost) = event, let r = ticket.lease?.recording {
      lost.append(r)
    }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      guard case .request(let t, let request) = effects[i], let row = request.row,
        row.state == .failed, lost.contains(row.recording)
      else { continue }
      effects[i] = .request(t, .store(.purge([row.recording])))
    }
    effects.removeAll {
      if case .notice(.claim(let r, .failed)) = $0 { lost.contains(r) } else { false }
    }
  }
}

struct PermissionUnnamed: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      guard case .notice(.tell(let message)) = effects[i], message.topic == .permissionMissing
      else { continue }
      effects[i] = .notice(.tell(Message(.microphoneFailed, recording: message.recording)))
    }
  }
}

struct TidiesFailedAudio: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      guard case .notice(.claim(let r, .failed)) = effect else { continue }
      effects.append(.request(Ticket(own()), .file(.remove(FileRef(r, .source)))))
    }
  }
}

struct PromotesRegardless: Trick {
  private var first: EffectID?
  private var failed = false

  mutating func hear(_ event: Event) -> Event {
    guard case .finished(let ticket, .storeFailed) = event, ticket.effect == first else {
      return event
    }
    failed = true
    return .finished(ticket, .done)
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      if case .request(let t, let request) = effect, request.row?.state == .processing,
        request.row?.checkpoint == nil
      {
        first = t.effect
      }
    }
    guard failed else { return }
    effects.removeAll {
      if case .notice(.claim(_, .saved)) = $0 { true } else { false }
    }
  }
}

struct AppendsToSource: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for effect in effects {
      guard case .request(let t, .upload(let file, _)) = effect, file.kind == .source else {
        continue
      }
      let span = Span(clip: file.recording.rawValue, from: 0, count: sampleRate)
      effects.append(.request(Ticket(own(), t.lease), .file(.append(file, span))))
    }
  }
}
