import Contract
import Simulation

// Words for what the world does, and for what a platform declares.

extension Simulation.Field: FormatWord {
  var word: String {
    switch self {
    case .plain: "plain"
    case .secure: "secure"
    case .gone: "gone"
    case .refusing: "refusing"
    }
  }
}

extension Landed: FormatWord {
  var word: String {
    switch self {
    case .no: "no"
    case .yes: "yes"
    case .unknown: "unknown"
    }
  }
}

extension Runs: FormatWord {
  var word: String {
    switch self {
    case .late: "late"
    case .early: "early"
    case .never: "never"
    }
  }
}

extension DeliveryFailure: FormatWord {
  var word: String {
    switch self {
    case .targetGone: "target-gone"
    case .targetSecure: "target-secure"
    case .targetChanged: "target-changed"
    case .rejected: "rejected"
    }
  }
}

extension Crash.Side: FormatWord {
  var word: String {
    switch self {
    case .before: "before"
    case .after: "after"
    }
  }
}

extension DeliveryWay: FormatWord {
  var word: String {
    switch self {
    case .insert: "insert"
    case .paste: "paste"
    case .handoff: "handoff"
    case .live: "live"
    }
  }
}

extension Dialect.Cancelled: FormatWord {
  var word: String {
    switch self {
    case .ownState: "own-state"
    case .failedWithReason: "failed-with-reason"
    }
  }
}

extension Dialect.DeleteWhileActive: FormatWord {
  var word: String {
    switch self {
    case .wins: "wins"
    case .refused: "refused"
    }
  }
}

extension Dialect.DurableRaw: FormatWord {
  var word: String {
    switch self {
    case .failed: "failed"
    case .success: "success"
    }
  }
}

extension Dialect.CancelledCapture: FormatWord {
  var word: String {
    switch self {
    case .recoverable: "recoverable"
    case .dropped: "dropped"
    }
  }
}

/// What a platform makes of a Retry-After with a fraction.
enum FractionalRetryAfter: FormatWord {
  case read, fallback

  var word: String {
    switch self {
    case .read: "read"
    case .fallback: "fallback"
    }
  }
}

/// Yes or no, where the format asks whether something really happened.
enum YesNo: FormatWord {
  case yes, no

  var word: String { self == .yes ? "yes" : "no" }
}

extension Topic: FormatWord {
  var word: String {
    switch self {
    case .microphoneFailed: "microphone-failed"
    case .microphoneLost: "microphone-lost"
    case .permissionMissing: "permission-missing"
    case .microphoneSilent: "microphone-silent"
    case .captureLimitReached: "capture-limit-reached"
    case .recorderDidNotFinish: "recorder-did-not-finish"
    case .partialKept: "partial-kept"
    case .storageFailed: "storage-failed"
    case .storageFull: "storage-full"
    case .historyNotUpdated: "history-not-updated"
    case .deviceLocked: "device-locked"
    case .deleteFailed: "delete-failed"
    case .requestRefused: "request-refused"
    case .accessRefused: "access-refused"
    case .serviceBusy: "service-busy"
    case .networkFailed: "network-failed"
    case .answerUnusable: "answer-unusable"
    case .audioTooLarge: "audio-too-large"
    case .partWithoutText: "part-without-text"
    case .noSpeech: "no-speech"
    case .exportFailed: "export-failed"
    case .localEngineFailed: "local-engine-failed"
    case .tookTooLong: "took-too-long"
    case .interruptedWork: "interrupted-work"
    case .audioRecovered: "audio-recovered"
    case .damagedEntry: "damaged-entry"
    case .historySetAside: "history-set-aside"
    case .historyUnavailable: "history-unavailable"
    case .textHeld: "text-held"
    case .deliveryFailed: "delivery-failed"
    case .deliveryUnconfirmed: "delivery-unconfirmed"
    case .cleanupSkipped: "cleanup-skipped"
    case .liveStopped: "live-stopped"
    case .liveQuota: "live-quota"
    case .liveRefused: "live-refused"
    case .liveHasGaps: "live-has-gaps"
    case .dictationStopped: "dictation-stopped"
    case .dictationQuota: "dictation-quota"
    case .dictationRefused: "dictation-refused"
    }
  }
}

/// What can be claimed of a recording.
enum ClaimWord: FormatWord {
  case saved, succeeded, failed, cancelled, deleted, delivered

  var word: String {
    switch self {
    case .saved: "saved"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .deleted: "deleted"
    case .delivered: "delivered"
    }
  }
}

/// What a scenario needs of an engine beyond what every engine must do.
public enum Capability: String, CaseIterable, Hashable, Sendable {
  /// Recognition on the device.
  case localEngine = "local-engine"
  /// A cleanup of the raw text.
  case cleanup
  /// A keyboard extension beside the app.
  case keyboard
  /// A borrowed clipboard.
  case clipboard
  /// A report of the audio that was used.
  case usageReport = "usage-report"
  /// A provider limit that is known in advance.
  case knownLimit = "known-limit"
}

/// How much the microphone delivers at a time.
enum MicrophoneWord: FormatWord {
  case usual, fine

  var word: String {
    switch self {
    case .usual: "usual"
    case .fine: "fine"
    }
  }
}

extension LiveKind: FormatWord {
  var word: String {
    switch self {
    case .none: "none"
    case .meeting: "meeting"
    case .dictation: "dictation"
    }
  }
}
