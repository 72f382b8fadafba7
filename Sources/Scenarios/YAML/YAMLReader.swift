/// How much of a file is read.
public struct YAMLLimits: Sendable, Hashable {
  /// The largest accepted file, in bytes.
  public var bytes: Int
  /// The deepest accepted nesting of maps and lists; the outermost one counts.
  public var depth: Int

  /// Sets both limits.
  public init(bytes: Int, depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  /// For scenario, corpus and expectation files.
  public static let scenario = YAMLLimits(bytes: 64 * 1024, depth: 32)
  /// For the registries, which hold one line for every promise.
  public static let registry = YAMLLimits(bytes: 256 * 1024, depth: 32)
}

/// Reads one file as a tree of located values, and accepts a small subset of YAML only: one
/// document of maps, lists and scalars. Everything in which YAML readers differ or which hides
/// what a case says (anchors, aliases, tags, merge keys, directives, tabs, duplicate keys) is
/// refused with a code of its own.
public struct YAMLReader {
  private let log: DiagnosticLog
  private let limits: YAMLLimits
  private var depth = 0

  private init(log: DiagnosticLog, limits: YAMLLimits) {
    self.log = log
    self.limits = limits
  }

  /// Reads the file behind `log` and notes there what is wrong with it.
  ///
  /// - Returns: the root, also when mistakes were found that leave the rest readable (the log
  ///   tells); nil when nothing can be made of the file.
  public static func read(_ log: DiagnosticLog, limits: YAMLLimits = .scenario) -> YAMLNode? {
    let faults = SourceCheck.faults(in: log.source, limits: limits)
    guard faults.isEmpty else {
      log.append(faults)
      return nil
    }
    var reader = YAMLReader(log: log, limits: limits)
    let root = LibYAML.read(log.source.bytes) { events in reader.document(&events) } ?? nil
    if root == nil, log.isClean {
      log.report(.fileEmpty, at: .start, "the file is empty", hint: "it should hold a map")
    }
    return root
  }

  /// Reading cannot go on: the reason is in the log.
  private struct Stop: Error {}

  private mutating func document(_ events: inout LibYAML) -> YAMLNode? {
    var root: YAMLNode?
    do throws(Stop) {
      while true {
        let event = try next(&events)
        switch event.kind {
        case .documentStart(let hasDirectives):
          if hasDirectives {
            log.report(
              .directive, at: event.position, "directives are not part of the format",
              hint: "remove the lines that begin with '%'")
          }
          if root != nil {
            log.report(
              .secondDocument, at: event.position, "a second document begins here",
              hint: "put it into a file of its own")
            return root
          }
        case .documentEnd: break
        case .streamEnd: return isEmpty(root) ? nil : root
        case .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
          root = try value(event, &events)
        }
      }
    } catch {
      return nil
    }
  }

  private func isEmpty(_ root: YAMLNode?) -> Bool {
    if case .scalar(let scalar) = root?.content { return scalar.text.isEmpty && !scalar.isQuoted }
    return root == nil
  }

  private mutating func next(_ events: inout LibYAML) throws(Stop) -> LibYAML.Event {
    do throws(LibYAML.Failure) {
      return try events.next()
    } catch {
      log.report(error)
      throw Stop()
    }
  }

  private mutating func value(
    _ event: LibYAML.Event, _ events: inout LibYAML
  ) throws(Stop) -> YAMLNode {
    checkAttachments(event)
    switch event.kind {
    case .scalar(let scalar):
      if event.mayHoldEscapes { checkEscapes(scalar.text, at: event.position) }
      return YAMLNode(.scalar(scalar), at: event.position)
    case .sequenceStart:
      try enter(event.position)
      defer { depth -= 1 }
      return YAMLNode(.sequence(try elements(&events)), at: event.position)
    case .mappingStart:
      try enter(event.position)
      defer { depth -= 1 }
      return YAMLNode(.mapping(try entries(&events)), at: event.position)
    case .alias:
      log.report(
        .alias, at: event.position, "aliases are not part of the format",
        hint: "write the value out, or put text that begins with '*' in quotes")
      return YAMLNode(.refused, at: event.position)
    case .documentStart, .documentEnd, .streamEnd, .sequenceEnd, .mappingEnd:
      log.report(.syntax, at: event.position, "a value is missing here")
      throw Stop()
    }
  }

  private mutating func enter(_ position: SourcePosition) throws(Stop) {
    guard depth < limits.depth else {
      log.report(
        .tooDeep, at: position, "maps and lists nest deeper than \(limits.depth) levels")
      throw Stop()
    }
    depth += 1
  }

  private mutating func elements(_ events: inout LibYAML) throws(Stop) -> [YAMLNode] {
    var elements: [YAMLNode] = []
    while true {
      let event = try next(&events)
      if case .sequenceEnd = event.kind { return elements }
      elements.append(try value(event, &events))
    }
  }

  private mutating func entries(_ events: inout LibYAML) throws(Stop) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var seen = SeenKeys()
    while true {
      let event = try next(&events)
      if case .mappingEnd = event.kind { return entries }
      let key = try value(event, &events)
      let value = try value(try next(&events), &events)
      guard let name = keyText(key) else { continue }
      if let first = seen.insert(name, at: key.position, among: entries) {
        log.report(
          .duplicateKey, at: key.position, "key '\(name)' is given twice",
          notes: [Diagnostic.Note("first given", at: first)])
        continue
      }
      entries.append(YAMLEntry(key: name, at: key.position, value: value))
    }
  }

  /// nil when the key is none of ours; that is then reported.
  private func keyText(_ key: YAMLNode) -> String? {
    switch key.content {
    case .scalar(let scalar) where scalar.text == "<<" && !scalar.isQuoted:
      log.report(
        .mergeKey, at: key.position, "merge keys are not part of the format",
        hint: "write the keys out")
      return nil
    case .scalar(let scalar) where scalar.text.isEmpty:
      log.report(.keyNotText, at: key.position, "a key is missing here")
      return nil
    case .scalar(let scalar): return scalar.text
    case .refused: return nil
    case .sequence, .mapping:
      log.report(
        .keyNotText, at: key.position, "a key is a plain word, not a list or a map",
        hint: "put text that begins with '{' or '[' in quotes")
      return nil
    }
  }

  private func checkAttachments(_ event: LibYAML.Event) {
    if event.hasAnchor {
      log.report(
        .anchor, at: event.position, "anchors are not part of the format",
        hint: "remove it, or put text that begins with '&' in quotes")
    }
    if event.hasTag {
      log.report(
        .tag, at: event.position, "tags are not part of the format",
        hint: "remove it, or put text that begins with '!' in quotes")
    }
  }

  /// An escape can write what the file itself may not hold.
  private func checkEscapes(_ text: String, at position: SourcePosition) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: continue
      case 0x00..<0x20, 0x7F..<0xA0:
        let name = "U+" + SourceCheck.hexadecimal(scalar.value, digits: 4)
        log.report(
          .controlCharacter, at: position, "the text holds control character \(name)",
          hint: "only \\n and \\t are accepted")
        return
      default: continue
      }
    }
  }
}

/// The keys of one mapping: compared one by one while there are few, hashed beyond that, so
/// that a hostile file of many keys costs no more than its size.
private struct SeenKeys {
  private static let few = 16
  private var places: [String: SourcePosition] = [:]

  /// Where the key stood before, or nil when it is new.
  mutating func insert(
    _ key: String, at position: SourcePosition, among entries: [YAMLEntry]
  ) -> SourcePosition? {
    if entries.count < SeenKeys.few {
      return entries.first { $0.key == key }?.keyPosition
    }
    if places.isEmpty {
      for entry in entries { places[entry.key] = entry.keyPosition }
    }
    if let first = places[key] { return first }
    places[key] = position
    return nil
  }
}
