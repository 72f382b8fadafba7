import Contract

/// Words for promises about what is kept, and about the edges of live text.
extension RuleWords {
  static let keepingTable: [(clause: ClauseID, words: RuleWords)] = [
    (
      .captureEveryFrameWritten,
      RuleWords(
        "Storage refused a write, and the recording went on and was kept as if it were whole.",
        tell: "The device ran out of space while you spoke; the end of the recording is missing.",
        ask: ["How long is the recording, and how long did you speak?"])
    ),
    (
      .sourceSavedMeansDurable,
      RuleWords(
        "Storage refused the audio, and the person was told that it is saved.",
        tell: "The recording could not be stored, although the app said so. Free some space first.",
        ask: ["Is there an entry for it, and can it be played?", "How much space is free?"])
    ),
    (
      .sourcePromotionFailureStops,
      RuleWords(
        "The audio could not be moved to where it belongs, and recognition started all the same.",
        tell: "The text is there, but its recording may not have been kept.",
        ask: ["Can the entry be played?"])
    ),
    (
      .relaunchCorruptStorePreserved,
      RuleWords(
        "A history that could not be read was thrown away instead of being put aside.",
        tell: "Your history was replaced by an empty one. Do not record more until we have looked.",
        ask: ["Is there a backup of the device from before?"])
    ),
    (
      .relaunchDamagedRowsIsolated,
      RuleWords(
        "One entry cannot be read, and it keeps all others from being shown.",
        tell: "One entry is damaged and hides the others; they are still there.",
        ask: ["How many entries did you have?"])
    ),
    (
      .request413Bounded,
      RuleWords(
        "Parts were refused as too large and cut again without an end.",
        tell: "The service accepts no part of your recording; the recording itself is safe.",
        ask: ["How long is the recording?", "Which service do you use?"])
    ),
    (
      .relayOffsetIsFirstFedSample,
      RuleWords(
        "After a reconnect, words stand at the time of the connection and not of the speech.",
        tell: "The times of the text are off after the interruption; the words are right.",
        ask: ["By how much are the times off?"])
    ),
    (
      .relayFinalizeThenWait,
      RuleWords(
        "The connection was closed before the last words had been asked for.",
        tell: "The last words are missing in the live text; they are in the recording.",
        ask: ["Which words are missing at the end?"])
    ),
    (
      .relayCoverageDisclosed,
      RuleWords(
        "Sound was dropped during a gap, and the text is shown as complete.",
        tell: "A part is missing in the text; it is in the recording.",
        ask: ["Between which words is the hole?"])
    ),
    (
      .relayKeepaliveInSilence,
      RuleWords(
        "Nobody spoke, the app sent no sign of life, and the relay hung up.",
        tell: "The live text ended because nobody spoke for a while; the recording went on.",
        ask: ["How long was the silence?"])
    ),
  ]
}
