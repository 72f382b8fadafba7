/// What a message to a person is about.
public enum Topic: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Capture.
  case microphoneFailed, microphoneLost, permissionMissing, microphoneSilent
  case captureLimitReached, recorderDidNotFinish, partialKept
  /// Storage.
  case storageFailed, storageFull, historyNotUpdated, deviceLocked, deleteFailed
  /// Recognition.
  case requestRefused, accessRefused, serviceBusy, networkFailed, answerUnusable
  case audioTooLarge, partWithoutText, noSpeech, exportFailed, localEngineFailed, tookTooLong
  /// Relaunch.
  case interruptedWork, audioRecovered, damagedEntry, historySetAside, historyUnavailable
  /// Delivery.
  case textHeld, deliveryFailed, deliveryUnconfirmed
  /// Cleanup.
  case cleanupSkipped
  /// The live transcript.
  case liveStopped, liveQuota, liveRefused, liveHasGaps
  case dictationStopped, dictationQuota, dictationRefused

  /// The words, without codes and with what to look at next (clause SURFACE.no-raw-codes).
  public var words: String {
    switch self {
    case .microphoneFailed: "The microphone could not be used. Check that no other app holds it."
    case .microphoneLost: "The microphone went away. Reconnect it, then record again."
    case .permissionMissing:
      "Microphone access is off. Allow it in the system's privacy settings."
    case .microphoneSilent: "The microphone is silent. Check that it is not muted."
    case .captureLimitReached: "The longest recording was reached. It was finished normally."
    case .recorderDidNotFinish:
      "The microphone did not finish in time. What was recorded is kept as unfinished."
    case .partialKept: "The recording ended early. What was captured is kept as unfinished."
    case .storageFailed: "Storage failed, so this could not be saved. Check the disk."
    case .storageFull: "Storage is full. Free some space, then try again."
    case .historyNotUpdated:
      "History could not be updated. The audio is kept and will be offered at the next start."
    case .deviceLocked: "Storage is locked. Unlock the device, then try again."
    case .deleteFailed: "The recording could not be deleted. It is still in History."
    case .requestRefused: "The service refused the request. Check model and language in Settings."
    case .accessRefused: "The service refused access. Check your account or key in Settings."
    case .serviceBusy: "The service is busy. Your audio is kept; try again later."
    case .networkFailed: "The connection failed. Your audio is kept; try again when online."
    case .answerUnusable: "The service sent an answer that cannot be used. Your audio is kept."
    case .audioTooLarge: "The service refuses audio of any size. Try another service in Settings."
    case .partWithoutText:
      "A part of the recording came back without text. Everything before it is kept."
    case .noSpeech: "No speech was heard. The recording is kept."
    case .exportFailed: "The audio could not be prepared. The recording is kept; try again."
    case .localEngineFailed: "Recognition on this device failed. The recording is kept; try again."
    case .tookTooLong: "Recognition took too long and was stopped. Try again."
    case .interruptedWork: "The app was closed while it worked. The recording is kept; try again."
    case .audioRecovered: "A recording without an entry was found and is in History again."
    case .damagedEntry: "One entry of History is damaged and was set apart. All others are fine."
    case .historySetAside:
      "History could not be opened. It was set aside unchanged, and a new one was begun."
    case .historyUnavailable: "History is not available. You can record; nothing is lost."
    case .textHeld: "The text is waiting in History, because its field is not there any more."
    case .deliveryFailed: "The text could not be inserted. Copy it from History."
    case .deliveryUnconfirmed: "The text may not have arrived. Look before you insert it again."
    case .cleanupSkipped: "The text is shown as it was recognized, without cleanup."
    case .liveStopped:
      "Live text has stopped. The recording goes on and is transcribed when it has ended."
    case .liveQuota:
      "Live text has stopped: this account's time is used up. The recording goes on; see your plan."
    case .liveRefused:
      "Live text has stopped: the account was not accepted. The recording goes on; sign in again."
    case .liveHasGaps:
      "Live text has gaps. The recording is complete; its own transcript fills them."
    case .dictationStopped:
      "The connection was lost. What you said so far has been typed; dictate again when online."
    case .dictationQuota:
      "This account's time is used up. What you said so far has been typed; see your plan."
    case .dictationRefused:
      "The account was not accepted. What you said so far has been typed; sign in again."
    }
  }
}
