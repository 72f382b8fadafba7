import Contract

/// Reads the parts of a scenario file. Every function returns nil after it has reported why; the
/// caller goes on, so that a person sees all mistakes at once.
struct FormatReader {
  let log: DiagnosticLog

  init(_ log: DiagnosticLog) { self.log = log }

  /// The bare text of a scalar; nil for quoted text, which is always literal, and other shapes.
  func bareWord(_ node: YAMLNode) -> String? {
    guard case .scalar(let scalar) = node.content, !scalar.isQuoted, !scalar.text.isEmpty else {
      return nil
    }
    return scalar.text
  }

  /// Reads literal text, which must stand in quotes so that no slip of a word becomes text.
  func literal(_ node: YAMLNode, _ name: String, orOneOf words: [String] = []) -> String? {
    let expected =
      words.isEmpty ? "text in quotes" : "\(log.list(words)) or text in quotes"
    guard let scalar = log.scalar(node, name, expected: expected) else { return nil }
    guard !scalar.isQuoted else { return scalar.text }
    let nearest = Suggestion.nearest(to: scalar.text, among: words)
    log.report(
      .unknownWord, at: node.position, "'\(name)' cannot be the bare word '\(scalar.text)'",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "literal text stands in quotes")
    return nil
  }

  // MARK: Names of recordings, fields, words

  /// Reads `r1`.
  func recording(_ node: YAMLNode, _ name: String) -> RecordingID? {
    guard let scalar = log.scalar(node, name, expected: "a recording such as r1") else {
      return nil
    }
    return recording(scalar.text, at: node.position, name)
  }

  func recording(
    _ text: some StringProtocol, at position: SourcePosition, _ name: String
  ) -> RecordingID? {
    if let id = Self.recording(text) { return id }
    log.report(
      .badText, at: position, "'\(name)' cannot be '\(text)'",
      hint: "recordings are named r1, r2, … in order of first start")
    return nil
  }

  private static func recording(_ text: some StringProtocol) -> RecordingID? {
    guard text.hasPrefix("r"), let n = UInt16(text.dropFirst()), (1..<1 << 14).contains(n) else {
      return nil
    }
    return text.dropFirst().utf8.first == UInt8(ascii: "0") ? nil : RecordingID(n)
  }

  /// Reads `1`, the number of a field.
  func field(_ text: some StringProtocol, at position: SourcePosition) -> Target? {
    if let n = UInt16(text), n > 0 { return Target(n) }
    log.report(
      .badText, at: position, "'\(text)' is no field", hint: "fields are numbered from 1")
    return nil
  }

  /// Reads a field or `none`.
  func focus(_ text: some StringProtocol, at position: SourcePosition) -> Target?? {
    if text == "none" { return .some(nil) }
    return field(text, at: position).map { .some($0) }
  }

  /// Reads a word of a clip, `w037` or `37`, as its place from 0.
  func clipWord(_ node: YAMLNode, _ name: String) -> Int? {
    guard let scalar = log.scalar(node, name, expected: "a word such as w037") else { return nil }
    var digits = Substring(scalar.text)
    if let first = digits.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) {
      digits.removeFirst()
    }
    if Quantity.isInteger(String(digits)), let place = Int(digits), (0..<1 << 17).contains(place) {
      return place
    }
    log.report(
      .badText, at: node.position, "'\(scalar.text)' is no word of a clip",
      hint: "words are named w000, w001, … each half a second")
    return nil
  }

  /// Reads the name of a file, `r1.source`.
  func file(_ node: YAMLNode, _ name: String) -> FileRef? {
    guard let scalar = log.scalar(node, name, expected: "a file such as r1.source") else {
      return nil
    }
    let parts = scalar.text.split(separator: ".", omittingEmptySubsequences: false)
    if let recording = parts.first.flatMap(Self.recording) {
      switch parts.dropFirst().map(String.init) {
      case ["partial"]: return FileRef(recording, .partial)
      case ["source"]: return FileRef(recording, .source)
      case let rest where rest.count == 2 && rest[0] == "leaf":
        if let n = UInt16(rest[1]) { return FileRef(recording, .leaf(n)) }
      default: break
      }
    }
    log.report(
      .badText, at: node.position, "'\(scalar.text)' is no file of a recording",
      hint: "files are named r1.partial, r1.source, r1.leaf.1")
    return nil
  }

  // MARK: Quantities

  /// Reads a duration.
  func time(_ node: YAMLNode, _ name: String) -> Nanoseconds? {
    log.duration(node, name).map { Nanoseconds($0) }
  }

  /// Reads a duration from a part of a scalar; it may have a sign.
  func time(
    _ text: some StringProtocol, at position: SourcePosition, _ name: String, signed: Bool = false
  ) -> Nanoseconds? {
    var digits = Substring(text)
    var sign = 1
    if signed, digits.hasPrefix("-") || digits.hasPrefix("+") {
      sign = digits.removeFirst() == "-" ? -1 : 1
    }
    let node = YAMLNode(.scalar(YAMLScalar(String(digits), isQuoted: false)), at: position)
    return time(node, name).map { $0 * sign }
  }

  /// Reads a stretch of audio, as a length or as so many samples; it is cut down to a whole one.
  func samples(_ node: YAMLNode, _ name: String) -> Int? {
    if let text = bareWord(node), text.hasSuffix(" samples"), text.contains(".") {
      log.report(
        .badDuration, at: node.position, "'\(text)' is not a stretch of audio",
        hint: "samples are counted, so write a whole number")
      return nil
    }
    return log.stretch(node, name).map { Nanoseconds($0) }.flatMap { length in
      guard length <= .minutes(60 * 18) else {
        log.report(
          .outOfRange, at: node.position, "'\(name)' is longer than the 18 hours of a clip")
        return nil
      }
      return Self.samples(length)
    }
  }

  static func samples(_ length: Nanoseconds) -> Int {
    let seconds = Int(length.count / 1_000_000_000)
    let rest = Int(length.count % 1_000_000_000)
    return seconds * sampleRate + rest * sampleRate / 1_000_000_000
  }

  /// Reads a size or the word `unknown`, which is nil.
  func sizeOrUnknown(_ node: YAMLNode, _ name: String) -> Int?? {
    if bareWord(node) == "unknown" { return .some(nil) }
    return log.size(node, name).map { .some(Int(clamping: $0)) }
  }

  func sizeOrUnknown(
    _ text: some StringProtocol, at position: SourcePosition, _ name: String
  ) -> Int?? {
    sizeOrUnknown(
      YAMLNode(.scalar(YAMLScalar(String(text), isQuoted: false)), at: position), name)
  }

  /// Reads `yes` or `no`.
  func yesNo(_ node: YAMLNode, _ name: String) -> Bool? {
    log.word(node, name, as: YesNo.self).map { $0 == .yes }
  }
}
