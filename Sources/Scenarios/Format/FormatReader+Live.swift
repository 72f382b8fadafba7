import Contract

// What must come of a live transcript.
extension FormatReader {
  static let wordsKeys = ["says", "has", "lacks", "words"]
  static let liveKeys = ["recording"] + wordsKeys + ["placed-within", "discloses"]
  static let typedKeys = ["field", "recording"] + wordsKeys
  static let legHearsKeys = ["recording", "number", "offset", "hears-from", "within"]

  /// Reads what its settled sentences are.
  func live(_ node: YAMLNode) -> LiveCheck? {
    guard let fields = log.mapping(node, "live", keys: Self.liveKeys) else { return nil }
    let words = words(fields)
    let within = fields["placed-within"].flatMap { time($0, "placed-within") }
    let discloses = fields["discloses"].flatMap { disclosure($0) }
    let isNothing = Self.liveKeys.dropFirst().allSatisfy { fields[$0] == nil }
    if isNothing { reportNothing("live", at: node, fields, Self.liveKeys.dropFirst()) }
    return subject(fields).map {
      LiveCheck($0, words, placedWithin: within, discloses: discloses)
    }
  }

  /// Reads what was typed into a field.
  func typed(_ node: YAMLNode) -> TypedCheck? {
    guard let fields = log.mapping(node, "typed", keys: Self.typedKeys) else { return nil }
    let words = words(fields)
    let isNothing = Self.wordsKeys.allSatisfy { fields[$0] == nil }
    if isNothing { reportNothing("typed", at: node, fields, Self.wordsKeys[...]) }
    guard let recording = subject(fields), let node = fields.required("field"),
      let scalar = log.scalar(node, "field", expected: "a field such as 1"),
      let target = field(scalar.text, at: node.position)
    else { return nil }
    return TypedCheck(field: target, recording: recording, words)
  }

  /// Reads where a leg begins.
  func legHears(_ node: YAMLNode) -> LegCheck? {
    guard let fields = log.mapping(node, "leg", keys: Self.legHearsKeys) else { return nil }
    let number = fields.required("number").flatMap { log.integer($0, "number", in: 1...4_094) }
    let offset = fields["offset"].flatMap { samples($0, "offset") }
    let hearsFrom = fields["hears-from"].flatMap { samples($0, "hears-from") }
    let within = fields["within"].flatMap { samples($0, "within") } ?? 0
    if fields["offset"] == nil, fields["hears-from"] == nil {
      log.report(.missingKey, at: node.position, "leg has neither 'offset' nor 'hears-from'")
    }
    guard let recording = subject(fields), let number else { return nil }
    return LegCheck(
      recording, LegNumber(number), offset: offset, hearsFrom: hearsFrom, within: within)
  }

  private func subject(_ fields: Fields) -> RecordingID? {
    guard let node = fields["recording"] else { return RecordingID(1) }
    return recording(node, "recording")
  }

  private func reportNothing(
    _ name: String, at node: YAMLNode, _ fields: Fields, _ keys: ArraySlice<String>
  ) {
    // A key that is unknown was meant to be one of them, and is reported already.
    guard case .mapping(let entries) = node.content, entries.count == fields.entries.count else {
      return
    }
    log.report(
      .missingKey, at: node.position, "\(name) expects nothing",
      hint: "expected one of \(log.list(Array(keys)))")
  }

  private func words(_ fields: Fields) -> WordsCheck {
    var check = WordsCheck()
    check.says = fields["says"].flatMap { textCheck($0, "says") }
    check.has = fields["has"].flatMap { wordRange($0, "has") }
    check.lacks = fields["lacks"].flatMap { wordRange($0, "lacks") }
    check.words = fields["words"].flatMap { log.word($0, "words", as: WordsCheck.Often.self) }
    return check
  }

  /// Reads one word, or the first and the last of several.
  private func wordRange(_ node: YAMLNode, _ name: String) -> WordRange? {
    guard case .sequence = node.content else {
      return clipWord(node, name).map { WordRange(first: $0, last: $0) }
    }
    guard let ends = log.list(node, name, { clipWord($0, name) }) else { return nil }
    guard ends.count == 2, ends[0] <= ends[1] else {
      log.report(
        .badText, at: node.position, "'\(name)' takes a word, or the first and the last one",
        hint: "such as w007 or [w000, w039]")
      return nil
    }
    return WordRange(first: ends[0], last: ends[1])
  }

  private func disclosure(_ node: YAMLNode) -> LiveCheck.Disclosure? {
    if case .sequence = node.content { return wordRange(node, "discloses").map { .words($0) } }
    return oneOf(
      node, "discloses", [("nothing", .nothing), ("what-is-lost", .lost)], more: "[w020, w033]")
  }
}
