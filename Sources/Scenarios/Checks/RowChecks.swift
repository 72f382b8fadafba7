import Contract

// Expectations about History and the files at the end.

/// So many entries.
struct EntriesCheck: RunCheck {
  let count: Int

  func expected(_ end: RunEnd) -> String { "\(count) entries in History" }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    if end.rows.count == count { return nil }
    let ids = end.rows.map { "\($0.recording)" }.joined(separator: ", ")
    return Shortfall(end.rows.isEmpty ? "there is none" : "there are \(end.rows.count): \(ids)")
  }
}

/// The entry of a recording, and its files.
struct RowCheck: RunCheck {
  let recording: RecordingID
  /// Allowed states; empty for any. `noRow` excludes it.
  var states: [RowState] = []
  var isNoRow = false
  var reasons: [Reason] = []
  var says: TextCheck?
  var raw: TextCheck?
  var checkpoint: TextCheck?
  /// Whether the final text should be cleaned; nil where it does not matter.
  var isCleaned: Bool?
  var attempt: AttemptNumber?
  /// Allowed ones; empty for any.
  var integrities: [SourceIntegrity] = []
  var deliveries: [DeliveryStanding] = []
  var usages: [UsageStanding] = []
  var settings: SettingsChange?
  /// Whether its audio should be there; nil where it does not matter.
  var keepsAudio: Bool?

  init(_ recording: RecordingID) { self.recording = recording }

  /// Whether anything is expected of the row itself.
  var needsRow: Bool {
    !states.isEmpty || !reasons.isEmpty || says != nil || raw != nil || checkpoint != nil
      || isCleaned != nil || attempt != nil || !integrities.isEmpty || !deliveries.isEmpty
      || !usages.isEmpty || settings != nil
  }

  func expected(_ end: RunEnd) -> String {
    var parts: [String] = []
    if isNoRow { parts.append("no entry") }
    if !states.isEmpty { parts.append(Self.words(states)) }
    if !reasons.isEmpty { parts.append("reason \(Self.words(reasons))") }
    if let says { parts.append("text \(says.says(recording, end.spoken))") }
    if let raw { parts.append("raw \(raw.says(recording, end.spoken))") }
    if let checkpoint { parts.append("checkpoint \(checkpoint.says(recording, end.spoken))") }
    if let isCleaned { parts.append(isCleaned ? "the cleaned text" : "the raw text") }
    if let attempt { parts.append("attempt \(attempt)") }
    if !integrities.isEmpty { parts.append("audio \(Self.words(integrities))") }
    if !deliveries.isEmpty { parts.append("delivery \(Self.words(deliveries))") }
    if !usages.isEmpty { parts.append("usage \(Self.words(usages))") }
    if settings != nil { parts.append("the expected settings") }
    if let keepsAudio { parts.append(keepsAudio ? "audio kept" : "audio gone") }
    return "\(recording): " + parts.joined(separator: ", ")
  }

  private static func words(_ all: [some FormatWord]) -> String {
    all.map(\.word).joined(separator: " or ")
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    var wrong: [String] = []
    if let row = end.row(recording) {
      if isNoRow { wrong.append("there is an entry, \(row.state.word)") }
      compare(row, end.spoken, &wrong)
    } else if needsRow {
      wrong.append("there is no entry")
    }
    if let keepsAudio { compareFiles(end.files, keepsAudio, &wrong) }
    return wrong.isEmpty ? nil : Shortfall(wrong.joined(separator: ", "))
  }

  private func compare(_ row: Row, _ spoken: SpokenWords, _ wrong: inout [String]) {
    if !states.isEmpty, !states.contains(row.state) { wrong.append(row.state.word) }
    compare("reason", row.reason, reasons, &wrong)
    compare("text", row.bestText, says, spoken, &wrong)
    compare("raw", row.raw, raw, spoken, &wrong)
    compare("checkpoint", row.checkpoint?.text, checkpoint, spoken, &wrong)
    if let isCleaned {
      if row.final == nil {
        wrong.append("no final text")
      } else if (row.final != row.raw) != isCleaned {
        wrong.append(isCleaned ? "the raw text" : "another text than the raw one")
      }
    }
    if let attempt, row.attempt != attempt { wrong.append("attempt \(row.attempt)") }
    compare("audio", row.integrity, integrities, &wrong)
    compare("delivery", row.delivery, deliveries, &wrong)
    compare("usage", row.usage, usages, &wrong)
    if let settings, !settings.isMet(by: row.settings) { wrong.append("other settings") }
  }

  private func compare(
    _ name: String, _ text: String?, _ check: TextCheck?, _ spoken: SpokenWords,
    _ wrong: inout [String]
  ) {
    guard let check, !check.isMet(by: text, of: recording, spoken) else { return }
    let difference = check.difference(text, of: recording, spoken)
    wrong.append("\(name) \(TextCheck.shown(text))\(difference)")
  }

  private func compare<Word: FormatWord>(
    _ name: String, _ found: Word, _ allowed: [Word], _ wrong: inout [String]
  ) {
    if allowed.isEmpty || allowed.contains(found) { return }
    wrong.append("\(name) \(found.word)")
  }

  private func compareFiles(_ files: [FileRef], _ keeps: Bool, _ wrong: inout [String]) {
    let own = files.filter { $0.recording == recording }
    let hasAudio = own.contains { $0.kind == .source || $0.kind == .partial }
    if keeps, !hasAudio { wrong.append("no audio file is left") }
    if !keeps, !own.isEmpty { wrong.append("\(own.count) files are left") }
  }
}
