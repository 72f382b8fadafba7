import Contract

extension RuleWords {
  static let endTable: [(clause: ClauseID, words: RuleWords)] = [
    (
      .commitTerminalBeforeDismissal,
      RuleWords(
        "The screen was dismissed before the result was stored.",
        tell: "The app said that it was done too early.",
        ask: ["Was the entry there after the next start?"])
    ),
    (
      .commitFailureIsTruthful,
      RuleWords(
        "History could not be written, and the app did not say so.",
        tell: "The result could not be stored. Make room on the device; the audio is kept.",
        ask: ["Did a message say that History was not updated?", "Is the device full?"])
    ),
    (
      .deliverClipboardOwnership,
      RuleWords(
        "The clipboard was put back before the target had taken the text.",
        tell: "The old clipboard was pasted instead of your words; History has the right text.",
        ask: [
          "Did the app receive what you had copied before?",
          "Is the target slow, and does it happen there only?",
        ])
    ),
    (
      .deliverAtMostOnce,
      RuleWords(
        "One text was put into the field twice.",
        tell: "The text was inserted twice; remove one copy.",
        ask: ["Did the text appear twice?"])
    ),
    (
      .deliverRightTarget,
      RuleWords(
        "The field had changed, and the text went there all the same.",
        tell: "The text went to the window in front instead of the one you started in.",
        ask: ["Which window was in front when the text came?"])
    ),
    (
      .deliverAfterSuccessOnly,
      RuleWords(
        "Text left the app before it was a stored success.",
        tell: "The text was inserted although it could not be stored.",
        ask: ["Is the text in History?"])
    ),
    (
      .indicatorNoCaptureUnseen,
      RuleWords(
        "The microphone took sound while nothing on the screen showed it.",
        tell: "The app listened although its display was gone. End the app to close the "
          + "microphone.",
        ask: ["Does the system show the microphone in use?"])
    ),
    (
      .indicatorRecordingIsPhase0,
      RuleWords(
        "The recording had ended, and it was still shown.",
        tell: "Nothing was being recorded any more.", ask: ["For how long was it shown?"])
    ),
    (
      .indicatorProcessingIsPhases14,
      RuleWords(
        "The work was over, and the app still showed or believed that it was at work.",
        tell: "Your text is done; end the app to free it.",
        ask: ["Is the entry finished in History?"])
    ),
    (
      .deleteIntentWins,
      RuleWords(
        "A recording that had been deleted came back.",
        tell: "The recording you deleted was found again at the start. Delete it once more and "
          + "leave the app open for a moment.",
        ask: [
          "Was the app closed right after you deleted it?",
          "Is it listed again after the next start?",
        ])
    ),
    (
      .deleteLeavesNothing,
      RuleWords(
        "A delete that was reported as done left something behind.",
        tell: "A file of the deleted recording is still on the device; delete it once more.",
        ask: ["Is the file still there after the next start?"])
    ),
  ]

  static let liveTable: [(clause: ClauseID, words: RuleWords)] = [
    (
      .relayDiscardKeepsClock,
      RuleWords(
        "Audio was thrown away during a gap, and later words stand too early.",
        tell: "The times after the interruption are too early; the recording itself is right.",
        ask: [
          "Was audio thrown away while the connection was gone, and how much?",
          "Do the times of the text fit the recording after the gap?",
        ])
    ),
    (
      .relayHalfOpenDetected,
      RuleWords(
        "The connection was dead in one direction, and nobody noticed.",
        tell: "The live text stopped, the recording did not: have it transcribed from the "
          + "recording.",
        ask: [
          "When did the last live words appear, and did anybody speak after that?",
          "Is the recording complete?",
        ])
    ),
    (
      .relayQuotaNotRetried,
      RuleWords(
        "The account's time was used up, and the app went on dialing.",
        tell: "Your minutes are used up; the recording runs on and can be transcribed later.",
        ask: ["What does the account say?"])
    ),
    (
      .relayRefusedLoginNotRetried,
      RuleWords(
        "The login was refused, and the app went on dialing.",
        tell: "Sign in again; the recording runs on.", ask: ["Are you signed in?"])
    ),
    (
      .relayLadderBounded,
      RuleWords(
        "The app redialed more often or later than its ladder allows.",
        tell: "The live text could not be reconnected; the recording runs on.",
        ask: ["For how long did it try?"])
    ),
    (
      .relayHandshakeIsNotLife,
      RuleWords(
        "A connection that opened and died at once counted as a success.",
        tell: "The live text could not be kept up; the recording runs on.",
        ask: ["Did any word appear between the reconnects?"])
    ),
    (
      .relayTailFoldedOnce,
      RuleWords(
        "The last words before an interruption were added twice.",
        tell: "Some words appear twice; the recording is right.", ask: ["Which words are double?"])
    ),
    (
      .relayReconnectingIsNotFailed,
      RuleWords(
        "The screen showed a failure while the connection was only being redialed.",
        tell: "The connection was being restored; nothing was lost.",
        ask: ["What did the screen show?"])
    ),
    (
      .relayRecordingOutlivesRelay,
      RuleWords(
        "The live text ended and took the recording with it.",
        tell: "The recording ended with the live text; what was recorded until then is kept.",
        ask: ["How long is the recording?"])
    ),
    (
      .relayHoldWhileDown,
      RuleWords(
        "More audio was held during a gap than may be held.",
        tell: "Some speech during the interruption is missing from the live text.",
        ask: ["How long was the interruption?"])
    ),
    (
      .relayStopDuringGapIsHonest,
      RuleWords(
        "The person had stopped during a gap, and the session came back.",
        tell: "The session went on after you stopped it.", ask: ["When did you stop?"])
    ),
    (
      .relayMicrophoneStaysOpen,
      RuleWords(
        "A lost connection closed the microphone.",
        tell: "The recording ended with the connection.", ask: ["How long is the recording?"])
    ),
    (
      .relayNoRawWireText,
      RuleWords(
        "The person was shown what the wire said.",
        tell: "The message was meant for programmers; nothing on your side is wrong.",
        ask: ["What did the message say?"])
    ),
  ]
}
