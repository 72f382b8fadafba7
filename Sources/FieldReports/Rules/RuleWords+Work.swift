import Contract

extension RuleWords {
  static let workTable: [(clause: ClauseID, words: RuleWords)] = [
    (
      .requestBodyLossIsTransient,
      RuleWords(
        "The server's answer began and never came to its end, and the app waited for ever.",
        tell: "The answer of the service got stuck. Cancel and try again; your audio is kept.",
        ask: [
          "How long did it wait, and how did it end?",
          "Can you send the lines up to two minutes after you stopped?",
        ])
    ),
    (
      .recognizeBounded,
      RuleWords(
        "Recognition had no end: neither text nor a failure came.",
        tell: "The transcription got stuck. End the app and try the recording again.",
        ask: [
          "Did an answer of the server begin to arrive? Can you turn on the detailed log?",
          "How did it end: by itself, by a message, or by ending the app?",
        ])
    ),
    (
      .requestTransientStatusBounded,
      RuleWords(
        "A busy service was asked more than three times for one request.",
        tell: "The service was busy and the app asked it too often. Try again later.",
        ask: ["How many tries does the log show, and over what time?"])
    ),
    (
      .requestTransportLossBounded,
      RuleWords(
        "A lost connection was retried more than three times for one request.",
        tell: "The connection was lost. Try again when the network is steady.",
        ask: ["Was the device offline?"])
    ),
    (
      .requestPermanent4xxOnce,
      RuleWords(
        "A refusal that cannot change was asked for again.",
        tell: "The service refuses the request. Check your key or account in the settings.",
        ask: ["Is the account or key valid?"])
    ),
    (
      .requestRetryAfterHonouredAndCapped,
      RuleWords(
        "The service said when to come again, and the app did not keep to it.",
        tell: "The service was busy and the app did not wait as asked. Try again later.",
        ask: ["What does the answer's Retry-After say?"])
    ),
    (
      .bulkLimitCountsTheRequest,
      RuleWords(
        "Audio was cut to exactly the size limit, and the request around it was too large.",
        tell: "The file is cut a little too large for the service. Your recording is kept; choose "
          + "smaller parts or a compressed format.",
        ask: ["How large is the request that is refused, in bytes, and what limit is named?"])
    ),
    (
      .request413SplitsRejectedLeafOnly,
      RuleWords(
        "A part was too large, and instead of cutting it alone everything failed or was sent again.",
        tell: "A part of the recording is too large for the service; the recording is kept.",
        ask: ["How large was the part that was refused?"])
    ),
    (
      .requestMalformedOnce,
      RuleWords(
        "An answer that cannot be used was asked for again.",
        tell: "The service gave an answer that the app cannot read.",
        ask: ["Which service and model are chosen?"])
    ),
    (
      .requestCancelIsImmediate,
      RuleWords(
        "Cancel only hid the work: it went on behind the screen.",
        tell: "After a cancel the app was still busy. Ending it frees it.",
        ask: [
          "Did you cancel, and when?", "Can you start a recording afterwards?",
          "Does any text still arrive after the cancel?",
        ])
    ),
    (
      .cleanupOptionalNeverLosesText,
      RuleWords(
        "Cleanup failed, and the recognized text was lost with it.",
        tell: "Your words had been recognized; only polishing them failed. Turn polishing off "
          + "until this is fixed.",
        ask: ["Does History show the unpolished text?"])
    ),
    (
      .cleanupOnceAfterMerge,
      RuleWords(
        "Cleanup ran longer than it may, or more than once for one text.",
        tell: "Polishing the text got stuck. Turn it off until this is fixed.",
        ask: ["Was it cancelled in the meantime?", "Which model polishes the text?"])
    ),
    (
      .bulkLaterFailureKeepsCheckpoint,
      RuleWords(
        "A later part failed, and the text of the earlier parts was thrown away.",
        tell: "Part of your recording had been transcribed and was not kept; the audio is.",
        ask: ["How much of the text can you still see?"])
    ),
    (
      .leaseStaleCallbackHasNoEffect,
      RuleWords(
        "A result of work that was already over changed something.",
        tell: "An old result arrived late and was taken for a new one.",
        ask: ["Which of your recordings does the text belong to?"])
    ),
    (
      .retrySameRecording,
      RuleWords(
        "A retry made a second entry instead of working on the first.",
        tell: "The retry made a double; either entry may be deleted once its text is right.",
        ask: ["How many entries does History show for it?"])
    ),
    (
      .settingsFrozenPerAttempt,
      RuleWords(
        "A setting that was changed during the work was used by it.",
        tell: "Changes of settings reached a recording that was already at work.",
        ask: ["What did you change, and when?"])
    ),
  ]
}
