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
  ]

  @Test(arguments: logs)
  func `a log nobody tuned for names its promise`(name: String, clause: ClauseID) throws {
    let log = try FieldLog.reading(try FieldCorpus.unseen(name))
    let diagnosis = Diagnosis(of: log, register: try FieldCorpus.register())
    #expect(diagnosis.clause == clause, "\(name): \(diagnosis.words)")
  }
}
