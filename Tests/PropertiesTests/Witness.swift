import Contract

/// A red witness: a good run, and the same run with one thing broken, on which one clause is the
/// earliest finding.
struct Witness: Sendable {
  var clause: ClauseID
  /// What the engine does wrong, in a few words.
  var wrong: String
  var good: Story
  var bad: Story

  init(_ clause: ClauseID, _ wrong: String, _ good: Story, _ bad: Story) {
    self.clause = clause
    self.wrong = wrong
    self.good = good
    self.bad = bad
  }

  static let all: [Witness] =
    capture + finalization + source + commit + indicator + lease + state + attempt
    + requests + bulk + recognition + cleaning + delivery + retries + deletion
    + relaunch + surfaces + doubts + alarms + live
}

/// An effect that an engine has beside what the story tells, under an id of its own.
func extra(_ request: Request, attempt: AttemptNumber = 1) -> Happening {
  let lease = Lease(recording: RecordingID(1), attempt: attempt, generation: 0)
  return .effect(.request(Ticket(EffectID(500), lease), request))
}

func extra(_ notice: Notice) -> Happening { .effect(.notice(notice)) }

private func message(_ topic: Topic) -> Happening {
  extra(.tell(Message(topic, recording: RecordingID(1))))
}

private let lease = Lease(recording: RecordingID(1), attempt: 1, generation: 0)

extension Story {
  /// The same story with other deadlines armed at a beat, so many seconds from then.
  func arming(_ label: String, _ all: [(Stage, Int)]) -> Story {
    let n = index(of: label)
    guard n >= 0 else { return self }
    let now = beats[n].record.at.monotonic
    return replacing(
      label,
      .deadlines(all.map { Deadline(at: now + .seconds($0.1), stage: $0.0, lease: lease) }))
  }

  /// The same story with the latest deadline of an earlier beat, under another stage, at a beat.
  func sharing(_ label: String, _ stage: Stage, with earlier: String) -> Story {
    let n = index(of: earlier)
    guard n >= 0, case .deadlines(let all) = beats[n].record.what else { return self }
    let at = all.map(\.at).max() ?? .zero
    return replacing(label, .deadlines([Deadline(at: at, stage: stage, lease: lease)]))
  }

  /// The story up to a beat, and then so many seconds in which the engine does nothing.
  func fallingSilent(after label: String, seconds: Int) -> Story {
    until(label).then {
      $0.now = $0.now + .seconds(seconds)
      $0.event("route changes", .news(.route))
    }
  }
}

extension Witness {
  private static let capture = [
    Witness(
      .captureIdentityBeforeFirstFrame, "frames without a journal", Stories.good,
      Stories.good.without("did journal", "done journal")),
    Witness(
      .captureIdentityBeforeFirstFrame, "a journal that nobody confirmed", Stories.good,
      Stories.good.without("done create")),
    Witness(
      .captureIdentityBeforeFirstFrame, "capture before the journal", Stories.good,
      Stories.good.inserting(.did(.refused(.captureBeforeJournal)), after: "ask capture")),
    Witness(
      .captureEveryFrameWritten, "a chunk is skipped", Stories.good,
      Stories.good.without("ask append 2", "did append 2", "done append 2")),
    Witness(
      .captureEveryFrameWritten, "the last chunk is dropped", Stories.good,
      Stories.good.without("ask last append", "did last append", "done last append")),
    Witness(
      .captureEveryFrameWritten, "a short write is kept as whole", Stories.shortWrite,
      Stories.shortWrite.rewriting("ask failed", "did failed") { $0.integrity = .complete }),
    Witness(
      .captureHealthMonitored, "a lost microphone is not told", Stories.deviceLost,
      Stories.deviceLost.without("tell")),
    Witness(
      .captureHealthMonitored, "a dead microphone is waited for", Stories.starved,
      Stories.starved.fallingSilent(after: "done append 1", seconds: 5)),
    Witness(
      .captureFailureReturnsToIdle, "a refused write is not told", Stories.shortWrite,
      Stories.shortWrite.without("tell")),
    Witness(
      .captureFailureReturnsToIdle, "the wrong cause is named", Stories.shortWrite,
      Stories.shortWrite.replacing("tell", message(.microphoneFailed))),
    Witness(
      .captureNoUnfinalizedSubmission, "the recorder counted more", Stories.good,
      Stories.good.replacing(
        "captured",
        .event(.finished(Stories.good.ticket("ask capture"), .captured(samples: 20_000))))),
    Witness(
      .captureNoUnfinalizedSubmission, "an open container is recognized", Stories.good,
      Stories.good.without("did close")),
    Witness(
      .capturePermissionLossIsNamed, "a refused permission is called a failure", Stories.denied,
      Stories.denied.replacing("tell", message(.microphoneFailed))),
    Witness(
      .captureSilenceIsNoticed, "silence is not told", Stories.silent,
      Stories.silent.without("tell")),
  ]

  private static let finalization = [
    Witness(
      .captureBoundedFinalize, "no deadline for the close", Stories.stalledStop,
      Stories.stalledStop.arming("arm finalize", [(.finalize, 60)])),
    Witness(
      .captureBoundedFinalize, "the deadline passes unused", Stories.stalledStop,
      Stories.stalledStop.fallingSilent(after: "arm finalize", seconds: 11)),
    Witness(
      .captureLimitStillFinalizes, "the limit cancels", Stories.limit,
      Stories.limit.replacing("say stop", extra(.cancel(Stories.limit.id("ask capture"))))),
    Witness(
      .captureLimitStillFinalizes, "the limit leaves no time", Stories.limit,
      Stories.limit.arming("arm finalize", [(.finalize, 1)])),
    Witness(
      .captureLimitStillFinalizes, "the limit is not kept", Stories.limit,
      Stories.limit.until("done append 2").then {
        $0.heard = 2 * Story.chunk
        for n in 3...6 { $0.chunk(n) }
      }),
    Witness(
      .captureCancelBeforeFirstBuffer, "the journal stays", Stories.cancelledUnheard,
      Stories.cancelledUnheard.without("ask purge", "did purge", "done purge")),
    Witness(
      .captureCancelBeforeFirstBuffer, "the microphone stays open", Stories.cancelledUnheard,
      Stories.cancelledUnheard.without("cancel capture", "abandon capture")),
    Witness(
      .capturePartialBecomesRecovery, "no entry for what was heard", Stories.stalledStop,
      Stories.stalledStop.without("ask failed", "did failed", "done failed", "claim failed")),
    Witness(
      .captureCancelledCaptureDeclared, "kept where it is to be dropped", Stories.cancelledHeard,
      Stories.cancelledHeard.replacing(
        "launched",
        .event(
          .launched(
            Launch(process: ProcessID(.app), dialect: Dialect(cancelledCapture: .dropped)))))),
  ]

  private static let source = [
    Witness(
      .sourcePromoteInOrder, "promoted without a sync", Stories.good,
      Stories.good.without("ask sync", "did sync", "done sync")),
    Witness(
      .sourcePromoteInOrder, "recognized before the row", Stories.good,
      Stories.good.without("did processing", "done processing", "claim saved")),
    Witness(
      .sourceSavedMeansDurable, "saved before the row is answered", Stories.good,
      Stories.good.moving("claim saved", after: "ask processing")),
    Witness(
      .sourceSavedMeansDurable, "saved without a row on the disk", Stories.good,
      Stories.good.without("did processing")),
    Witness(
      .sourceSavedMeansDurable, "succeeded before it is stored", Stories.good,
      Stories.good.moving("claim success", after: "arm success")),
    Witness(
      .sourceNeverDeleteOnlyCopy, "a failed recording is tidied away", Stories.shortWrite,
      Stories.shortWrite.inserting(
        extra(.file(.remove(FileRef(RecordingID(1), .source)))), after: "claim failed")),
    Witness(
      .sourcePromotionFailureStops, "a failed sync is not told", Stories.unpromoted,
      Stories.unpromoted.without("tell")),
    Witness(
      .sourcePromotionFailureStops, "recognized after a failed sync", Stories.unpromoted,
      Stories.unpromoted.inserting(
        extra(.upload(FileRef(RecordingID(1), .partial), Settings())), after: "tell")),
    Witness(
      .sourceImmutableAfterPromotion, "a source is written to", Stories.good,
      Stories.good.inserting(
        extra(
          .file(
            .append(FileRef(RecordingID(1), .source), Span(clip: 1, from: 17_600, count: 10)))),
        after: "claim success")),
  ]

  private static let commit = [
    Witness(
      .commitTerminalBeforeDismissal, "idle before the end is stored", Stories.good,
      Stories.good.moving("show idle", after: "ask success")),
    Witness(
      .commitFailureIsTruthful, "a failed end is not told", Stories.uncommitted,
      Stories.uncommitted.without("tell")),
    Witness(
      .commitFailureIsTruthful, "a failed end is claimed", Stories.uncommitted,
      Stories.uncommitted.inserting(
        extra(.claim(RecordingID(1), .succeeded("One, two."))), after: "tell")),
    Witness(
      .commitDurableResultsAreMonotone, "a failed retry empties the text", Stories.retriedInVain,
      Stories.retriedInVain.rewriting("ask failed", "did failed") { $0.final = nil }),
    Witness(
      .commitIndeterminateWriteIsIdempotent, "an unsure end is contradicted",
      Stories.indeterminate,
      Stories.indeterminate.rewriting("ask again", "did again") { $0.state = .failed }),
  ]

  private static let indicator = [
    Witness(
      .indicatorRecordingIsPhase0, "recording stays", Stories.good,
      Stories.good.without("show processing")),
    Witness(
      .indicatorProcessingIsPhases14, "processing stays", Stories.good,
      Stories.good.without("show idle")),
    Witness(
      .indicatorSideWorkNeverHolds, "usage holds the indicator", Stories.good,
      Stories.good.without("show idle").inserting(
        extra(.reportUsage(RecordingID(1), seconds: 1)), after: "claim success")),
    Witness(
      .indicatorNoCaptureUnseen, "no recording indicator", Stories.good,
      Stories.good.without("show recording")),
    Witness(
      .indicatorToneMatchesState, "an alarm while recording",
      Stories.good.inserting(extra(.show(.overlay, .error)), after: "claim success"),
      Stories.good.inserting(extra(.show(.overlay, .error)), after: "ask append 1")),
  ]

  private static let lease = [
    Witness(
      .leaseOneOwner, "a second retry is taken", Stories.retried,
      Stories.retried.replacing("retry ignored", extra(secondClaim, attempt: 3))),
    Witness(
      .leaseStaleCallbackHasNoEffect, "a late body is used", Stories.retried,
      Stories.retried.replacing("late ignored", extra(.show(.main, .processing)))),
    Witness(
      .leaseStaleCallbackHasNoEffect, "a late body moves a deadline", Stories.retried,
      Stories.retried.replacing("late ignored", .deadlines([]))),
    Witness(
      .leaseReplacementCancelsFirst, "an active row is taken over", Stories.replaced,
      Stories.replaced.without("ask replaced", "did replaced", "done replaced")
        .rebasing("did retrying") { $0.state = .processing }),
  ]

  private static var secondClaim: Request {
    var row = Story.row(1)
    row.state = .retrying
    row.attempt = 3
    row.integrity = .complete
    return .store(.write(row, expecting: .row(.terminal, attempt: 2)))
  }

  private static let state = [
    Witness(
      .stateLegalTransitions, "a journal becomes a retry", Stories.good,
      Stories.good.rewriting("ask processing", "did processing") { $0.state = .retrying }),
    Witness(
      .stateLegalTransitions, "an entry vanishes", Stories.good,
      Stories.good.inserting(extra(.store(.purge([RecordingID(1)]))), after: "claim success")),
    Witness(
      .stateCancelledIsTerminalAndRetryable, "a retry is turned away", Stories.cancelledInWork,
      Stories.cancelledInWork.until("retry").then { $0.ignored("refused", .notAllowedNow) }),
    Witness(
      .stateCancelledIsTerminalAndRetryable, "cancelled in the other dialect",
      Stories.cancelledInWork,
      Stories.cancelledInWork.rewriting("ask cancelled", "did cancelled") { $0.state = .failed }),
    Witness(
      .stateRowsMatchEvidence, "a success without text", Stories.good,
      Stories.good.rewriting("ask success", "did success") { $0.final = "" }),
    Witness(
      .stateRowsMatchEvidence, "a row tells another length", Stories.good,
      Stories.good.rewriting("ask processing", "did processing") { $0.samples = 5 }),
  ]

  private static let attempt = [
    Witness(
      .attemptAlwaysEnds, "an upload without any deadline", Stories.good,
      Stories.good.replacing("arm upload", .deadlines([]))),
    Witness(
      .attemptAlwaysEnds, "an end that is never stored", Stories.good,
      Stories.good.until("cleanup body").then {
        $0.wait(1_000)
        $0.tell("end", .end(.settled))
      }),
    Witness(
      .attemptStagesHaveOwnDeadlines, "cleanup lives on recognition's time", Stories.good,
      Stories.good.arming("arm cleanup", [(.recognition, 100)])),
    Witness(
      .attemptStagesHaveOwnDeadlines, "the close gets what the capture left", Stories.good,
      Stories.good.arming("arm frames 2", [(.captureHealth, 3), (.captureLimit, 5)])
        .sharing("arm finalize", .finalize, with: "arm frames 2")),
    Witness(
      .attemptInnerFitsOuter, "the third try would be cut off", Stories.good,
      Stories.good.arming("arm upload", [(.recognition, 60)])),
  ]
}
