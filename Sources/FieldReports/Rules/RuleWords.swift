public import Contract

/// What is said about a broken promise, and what to ask when it is only suspected. No sentence
/// holds anything of a log.
public struct RuleWords: Sendable {
  /// For support: what broke.
  public let broke: String
  /// For the person who reported it.
  public let tell: String
  /// What to ask when a half is missing.
  public let ask: [String]

  init(_ broke: String, tell: String, ask: [String]) {
    self.broke = broke
    self.tell = tell
    self.ask = ask
  }

  /// The words for a clause.
  public static func of(_ clause: ClauseID) -> RuleWords {
    table.first { $0.clause == clause }?.words
      ?? RuleWords(
        clause.says, tell: "Something that should not go wrong went wrong; we are looking into it.",
        ask: ["What did you do and see just before?"])
  }

  /// The clauses that have words of their own.
  static var clauses: [ClauseID] { table.map(\.clause) }

  private static let table: [(clause: ClauseID, words: RuleWords)] =
    captureTable + workTable + endTable + liveTable + keepingTable

  private static let captureTable: [(clause: ClauseID, words: RuleWords)] = [
    (
      .captureBoundedFinalize,
      RuleWords(
        "The recorder was asked to stop, never answered, and the app waited with it.",
        tell: "The recording could not be closed. End the app and start it again; the audio up "
          + "to then may still be on the device.",
        ask: [
          "How did it end: by itself, by a message, or by ending the app?",
          "Can you send the lines up to a minute after you stopped?",
          "Had the device just woken, or had the microphone changed?",
        ])
    ),
    (
      .captureCancelBeforeFirstBuffer,
      RuleWords(
        "A cancel came while the microphone was still opening, and the recording ran on unseen.",
        tell: "The microphone stayed open after you cancelled. Ending the app closes it.",
        ask: [
          "Did you cancel before the recording had visibly begun?",
          "Does the system still show the microphone in use afterwards?",
          "Is the microphone a wireless headset that takes a moment to wake?",
        ])
    ),
    (
      .capturePartialBecomesRecovery,
      RuleWords(
        "Capture failed, and audio that had already been taken was thrown away.",
        tell: "The recording was cut off and what had been recorded was not kept. We are sorry: "
          + "this take cannot be brought back.",
        ask: [
          "Is there an entry in History for this take, marked as incomplete?",
          "Is there an audio file of that time in the app's folder?",
          "What happened to the microphone at that moment?",
        ])
    ),
    (
      .captureHealthMonitored,
      RuleWords(
        "No audio came from the microphone, and nobody was told.",
        tell: "Your microphone stopped delivering sound and the app did not notice. Choose the "
          + "microphone again before the next take.",
        ask: [
          "Did the recording still seem to run?", "Which microphone was chosen, and was it moved?",
        ])
    ),
    (
      .captureSilenceIsNoticed,
      RuleWords(
        "The microphone delivered only zeros, and nobody was told in time.",
        tell: "Your microphone was muted or blocked. Check its switch and the system's setting.",
        ask: ["Was the microphone muted, or used by another app?"])
    ),
    (
      .captureNoUnfinalizedSubmission,
      RuleWords(
        "A recording that was not closed properly was transcribed as if it were whole.",
        tell: "Only part of this recording may have been transcribed; the audio is still there.",
        ask: ["Is the transcript shorter than what was said?"])
    ),
    (
      .captureFailureReturnsToIdle,
      RuleWords(
        "Capture failed, and the person was not told or was shown a recording that had ended.",
        tell: "The recording had ended although the screen did not say so.",
        ask: ["Did any message appear?"])
    ),
    (
      .capturePermissionLossIsNamed,
      RuleWords(
        "The microphone must not be used, and the app pretended to record.",
        tell: "Allow the app to use the microphone in the system's privacy settings.",
        ask: ["Is the app allowed to use the microphone?"])
    ),
    (
      .sourceNeverDeleteOnlyCopy,
      RuleWords(
        "The only copy of a recording that had not succeeded was deleted.",
        tell: "The audio of this recording was removed by mistake. We are sorry.",
        ask: ["Does History still list the recording?", "Is there a backup of the device?"])
    ),
    (
      .relaunchOrphansAdopted,
      RuleWords(
        "A recording that a crash had left behind was taken for empty or passed over.",
        tell: "Your recording is most likely still on the device. Do not delete its entry; the "
          + "file can be recovered.",
        ask: [
          "How large is the audio file, and can you send it?",
          "Had the app crashed while it was recording?", "Can the entry be played?",
        ])
    ),
    (
      .relaunchSurfacesExpire,
      RuleWords(
        "Something on the screen showed a recording whose process had long ended.",
        tell: "Nothing was being recorded. Open the app once; the display then goes away.",
        ask: [
          "Had the app been closed or out of sight for some minutes?",
          "What did the screen show when you came back?",
          "Can you send the app's own log beside that of the keyboard?",
        ])
    ),
    (
      .relaunchActiveBecomesRecoverableFailure,
      RuleWords(
        "After a launch an entry was still shown as at work, with nobody working on it.",
        tell: "The transcription did not survive the restart; the audio is kept.",
        ask: ["Can the entry be tried again?"])
    ),
    (
      .relaunchNeverAutoResumes,
      RuleWords(
        "A launch went on with work that nobody had asked for.",
        tell: "The app went on by itself after the restart; that should not have happened.",
        ask: ["Had you done anything between the start and that moment?"])
    ),
    (
      .relaunchNeverBlocksNewCapture,
      RuleWords(
        "Putting an earlier recording in order kept the person from recording.",
        tell: "Wait until the recovery is done, or end the app and start it again.",
        ask: ["For how long could you not record?"])
    ),
  ]
}
