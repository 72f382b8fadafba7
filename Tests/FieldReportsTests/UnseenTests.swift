import Contract
import Testing

@testable import FieldReports

/// Logs in other words and shapes for the same kinds of defects.
@Suite struct UnseenTests {
  static let logs: [(name: String, clause: ClauseID)] = [
    ("01-rust-plugin-stop.log", .captureBoundedFinalize),
    ("02-apple-compact-clipboard.log", .deliverClipboardOwnership),
    ("03-logcat-zombie.log", .deleteIntentWins),
    ("04-pino-many-tries.jsonl", .requestTransientStatusBounded),
    ("05-serilog-unauthorized.clef", .requestPermanent4xxOnce),
    ("06-electron-late-paste.log", .requestCancelIsImmediate),
    ("07-tracing-half-open.log", .relayHalfOpenDetected),
    ("08-ticket-body-stall.txt", .requestBodyLossIsTransient),
    ("09-console-device.log", .capturePartialBecomesRecovery),
    ("10-apple-ndjson-activity.ndjson", .relaunchSurfacesExpire),
    ("11-offsets-clock.log", .relayDiscardKeepsClock),
    ("12-epoch-crash.log", .relaunchOrphansAdopted),
    ("13-pasted-twice.log", .deliverAtMostOnce),
    ("14-wrong-window.log", .deliverRightTarget),
    ("15-upload.har", .bulkLimitCountsTheRequest),
    ("16-python-polish.log", .cleanupOptionalNeverLosesText),
    ("17-cold-mic.log", .captureCancelBeforeFirstBuffer),
    ("18-quota-utf16.log", .relayQuotaNotRetried),
    ("19-muted-mic.log", .captureSilenceIsNoticed),
    ("20-starved.log", .captureHealthMonitored),
    ("21-janitor.log", .sourceNeverDeleteOnlyCopy),
    ("22-retry-after.jsonl", .requestRetryAfterHonouredAndCapped),
    ("23-bad-json.log", .requestMalformedOnce),
    ("24-accepted-again.log", .request413SplitsRejectedLeafOnly),
    ("25-polish-forever.log", .cleanupOnceAfterMerge),
    ("26-hidden-early.log", .commitTerminalBeforeDismissal),
    ("27-disk-full.log", .commitFailureIsTruthful),
    ("28-listening-unseen.log", .indicatorNoCaptureUnseen),
    ("29-spinner.log", .indicatorProcessingIsPhases14),
    ("30-two-entries.log", .retrySameRecording),
    ("31-changed-language.log", .settingsFrozenPerAttempt),
    ("32-left-behind.log", .deleteLeavesNothing),
    ("33-processing-row.log", .relaunchActiveBecomesRecoverableFailure),
    ("34-resumes.log", .relaunchNeverAutoResumes),
    ("35-blocked.log", .relaunchNeverBlocksNewCapture),
    ("36-tail-twice.log", .relayTailFoldedOnce),
    ("37-red-banner.log", .relayReconnectingIsNotFailed),
    ("38-ends-with-relay.log", .relayRecordingOutlivesRelay),
    ("39-no-rungs.log", .relayHandshakeIsNotLife),
    ("40-back-after-stop.log", .relayStopDuringGapIsHonest),
    ("41-late-result.log", .leaseStaleCallbackHasNoEffect),
    ("42-unfinalized.log", .captureNoUnfinalizedSubmission),
  ]

  @Test(arguments: logs)
  func `a log nobody tuned for names its promise`(name: String, clause: ClauseID) throws {
    let log = try FieldLog.reading(try FieldCorpus.unseen(name))
    let diagnosis = Diagnosis(of: log, register: try FieldCorpus.register())
    #expect(diagnosis.clause == clause, "\(name): \(diagnosis.words)")
  }
}
