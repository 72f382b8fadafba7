public import Contract

extension ExactVerdict {
  /// Of which kinds of lines a log must have all for a promise to be judged by it; nil where the
  /// verdict rests on words, which are in no log.
  public static func needs(_ clause: ClauseID) -> [LogScope]? {
    if restsOnWords.contains(clause) { return nil }
    // Every verdict rests on what was asked, wanted, answered, shown and stored: where one of these
    // is left out, an app that did all it should looks like one that did not.
    var needs: [LogScope] = [.commands, .work, .screen, .store, .lives]
    for (family, scope) in more where clause.id.hasPrefix(family + ".") { needs.append(scope) }
    if clause == .recognizeExportFailureKeepsSource { needs.append(.hearing) }
    return LogScope.allCases.filter(needs.contains)
  }

  private static let restsOnWords: [ClauseID] = [.surfaceNoRawCodes, .relayNoRawWireText]

  /// What came true outside, for the promises that are about it: without it they would be said to
  /// be judged, and nothing could be found.
  private static let more: [(family: String, scope: LogScope)] = [
    ("CAPTURE", .microphone), ("DELIVER", .fields), ("RELAY", .hearing),
  ]
}
