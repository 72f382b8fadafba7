import Contract

// What must be true of a recording at the end.
extension FormatReader {
  /// Reads the keys of an expectation that are about one recording.
  func rowChecks(_ fields: Fields) -> [any RunCheck] {
    let own = fields.entries.filter { Self.rowExpectKeys.contains($0.key) }
    guard let first = own.first else { return [] }
    guard let node = fields["recording"] else {
      log.report(
        .missingKey, at: first.keyPosition, "'\(first.key)' is of a recording",
        hint: "add 'recording: r1'")
      return []
    }
    guard let id = recording(node, "recording") else { return [] }
    if own.count == 1 {
      log.report(
        .missingKey, at: node.position, "nothing is expected of \(id)",
        hint: "expected one of \(log.list(Array(Self.rowExpectKeys.dropFirst())))")
    }
    var checks: [any RunCheck] = []
    let row = rowCheck(id, fields)
    if row.isNoRow || row.needsRow || row.keepsAudio != nil { checks.append(row) }
    checks += claims(fields["claimed"], "claimed", id, should: true)
    checks += claims(fields["never-claimed"], "never-claimed", id, should: false)
    return checks
  }

  private func claims(
    _ node: YAMLNode?, _ name: String, _ id: RecordingID, should: Bool
  ) -> [ClaimCheck] {
    guard let node else { return [] }
    return (log.oneOrMany(node, name) { log.word($0, name, as: ClaimWord.self) } ?? []).map {
      ClaimCheck($0, of: id, should: should)
    }
  }

  private func rowCheck(_ id: RecordingID, _ fields: Fields) -> RowCheck {
    var check = RowCheck(id)
    if let node = fields["state"], bareWord(node) == "none" {
      check.isNoRow = true
    } else {
      check.states = oneOfThese(fields, "state")
    }
    check.reasons = oneOfThese(fields, "reason")
    check.integrities = oneOfThese(fields, "integrity")
    check.deliveries = oneOfThese(fields, "delivery")
    check.usages = oneOfThese(fields, "usage")
    check.says = fields["says"].flatMap { textCheck($0, "says") }
    check.raw = fields["raw"].flatMap { textCheck($0, "raw") }
    check.checkpoint = fields["checkpoint"].flatMap { textCheck($0, "checkpoint") }
    check.isCleaned = fields["text"].flatMap {
      oneOf($0, "text", [("raw", false), ("cleaned", true)])
    }
    check.attempt = fields["attempt"].flatMap { attempt($0) }
    check.settings = fields["settings"].flatMap {
      settings($0, "settings", keys: Self.settingsKeys)
    }
    check.keepsAudio = fields["audio"].flatMap {
      oneOf($0, "audio", [("kept", true), ("gone", false)])
    }
    if check.isNoRow, check.needsRow, let node = fields["state"] {
      log.report(.conflict, at: node.position, "without an entry, nothing else is true of it")
    }
    return check
  }

  /// Reads a word or a list of allowed ones.
  private func oneOfThese<Word: FormatWord>(_ fields: Fields, _ key: String) -> [Word] {
    fields[key].flatMap { log.oneOrMany($0, key) { log.word($0, key, as: Word.self) } } ?? []
  }

  /// Reads what a text should say.
  func textCheck(_ node: YAMLNode, _ name: String) -> TextCheck? {
    if case .mapping = node.content { return textRange(node, name) }
    let words: [(String, TextCheck)] = [
      ("all-words", .allWords), ("some-words", .someWords), ("nothing", .nothing),
    ]
    if let bare = bareWord(node), let known = words.first(where: { $0.0 == bare }) {
      return known.1
    }
    return literal(node, name, orOneOf: words.map(\.0)).map { .literal($0) }
  }

  private func textRange(_ node: YAMLNode, _ name: String) -> TextCheck? {
    guard let fields = log.mapping(node, name, keys: ["words", "before"]) else { return nil }
    guard fields.entries.count == 1 else {
      log.report(.conflict, at: node.position, "'\(name)' takes either 'words' or 'before'")
      return nil
    }
    if let node = fields["before"] { return clipWord(node, "before").map { .before($0) } }
    guard let node = fields["words"], let ends = log.list(node, "words", { clipWord($0, "words") })
    else { return nil }
    guard ends.count == 2, ends[0] <= ends[1] else {
      log.report(
        .badText, at: node.position, "'words' takes the first and the last word",
        hint: "such as [w000, w039]")
      return nil
    }
    return .words(ends[0], ends[1])
  }
}
