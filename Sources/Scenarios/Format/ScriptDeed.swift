import Contract
import Simulation

/// One `do`, word by word, with the keys beside it.
struct ScriptDeed {
  var words: [Substring]
  let position: SourcePosition
  let fields: Fields
  let reader: FormatReader
  private var used = ["at", "after", "wait", "do"]

  init(words: [Substring], position: SourcePosition, fields: Fields, reader: FormatReader) {
    self.words = words
    self.position = position
    self.fields = fields
    self.reader = reader
  }

  private var log: DiagnosticLog { reader.log }

  mutating func read(_ latest: inout Settings) -> Action? {
    guard let verb = take() else {
      log.report(.missingValue, at: position, "'do' has no value")
      return nil
    }
    let action: Action?
    switch verb {
    case "start", "stop", "cancel", "retry", "delete", "clear", "copy", "redeliver", "change":
      action = command(verb, &latest).map { .command($0, role("by")) }
    case "focus":
      action = word("a field").flatMap { reader.focus($0, at: position) }.map { .focus($0) }
    case "field": action = fieldChange()
    case "copy-elsewhere":
      action = node("text").flatMap { reader.literal($0, "text") }.map { .copy($0) }
    case "suspend":
      let length = word("a duration").flatMap { reader.time($0, at: position, "suspend") }
      let process = role("process") ?? .app
      action = length.map { .suspend(process, $0) }
    case "wall-step":
      action = word("a duration").flatMap {
        reader.time($0, at: position, "wall-step", signed: true)
      }.map { .wallStep($0) }
    case "launch": action = .launch(role("process") ?? .app)
    case "wait": action = .wait
    case "news":
      let process = role("process") ?? .app
      action = news().map { .news($0, process) }
    default:
      let nearest = Suggestion.nearest(to: String(verb), among: FormatReader.deeds)
      log.report(
        .unknownWord, at: position, "nobody can '\(verb)'",
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? "expected one of \(log.list(FormatReader.deeds))")
      return nil
    }
    if action != nil, let rest = words.first {
      log.report(.badText, at: position, "'\(rest)' is too much after '\(verb)'")
      return nil
    }
    return action
  }

  /// Keys beside a `do` that mean nothing to it.
  func reportUnused() {
    for entry in fields.entries where !used.contains(entry.key) {
      log.report(.conflict, at: entry.keyPosition, "'\(entry.key)' means nothing to this 'do'")
    }
  }

  // MARK: Parts

  private mutating func take() -> Substring? { words.isEmpty ? nil : words.removeFirst() }

  private mutating func takes(_ word: String) -> Bool {
    guard words.first.map({ $0 == word }) ?? false else { return false }
    words.removeFirst()
    return true
  }

  /// The next word, whose absence is reported.
  private mutating func word(_ what: String) -> Substring? {
    if let word = take() { return word }
    log.report(.badText, at: position, "'do' lacks \(what)")
    return nil
  }

  private mutating func node(_ key: String) -> YAMLNode? {
    used.append(key)
    return fields.required(key)
  }

  private mutating func role(_ key: String) -> ProcessRole? {
    used.append(key)
    return fields[key].flatMap { log.word($0, key, as: ProcessRole.self) }
  }

  private mutating func recording() -> RecordingID? {
    word("a recording such as r1").flatMap { reader.recording($0, at: position, "do") }
  }

  private mutating func command(_ verb: Substring, _ latest: inout Settings) -> Command? {
    switch verb {
    case "start": return recording().map { .start($0) }
    case "stop":
      guard !words.isEmpty else { return .stop(nil) }
      return recording().map { .stop($0) }
    case "cancel": return recording().map { .cancel($0) }
    case "retry": return recording().map { .retry($0) }
    case "delete": return recording().map { .delete($0) }
    case "copy": return recording().map { .copy($0) }
    case "redeliver":
      guard let id = recording() else { return nil }
      guard takes("to") else {
        log.report(.badText, at: position, "'redeliver' goes 'redeliver r1 to 2'")
        return nil
      }
      return word("a field").flatMap { reader.field($0, at: position) }.map { .redeliver(id, $0) }
    case "change":
      guard
        let change = node("settings").flatMap({
          reader.settings($0, "settings", keys: FormatReader.settingsKeys)
        })
      else { return nil }
      latest = change.applied(to: latest)
      return .change(latest)
    default: return .clear
    }
  }

  private mutating func fieldChange() -> Action? {
    guard let target = word("a field").flatMap({ reader.field($0, at: position) }),
      let nature = word("what the field becomes").flatMap({
        log.word($0, at: position, "field", among: Simulation.Field.allCases)
      })
    else { return nil }
    return .field(target, nature)
  }
}

extension ScriptDeed {
  static let newsWords = [
    "interruption", "route", "media-reset", "low-space", "locked", "unlocked", "background",
    "foreground", "thermal", "focus", "clipboard", "resumed", "handoff",
  ]

  fileprivate mutating func news() -> News? {
    guard let kind = word("a kind of news") else { return nil }
    switch kind {
    case "interruption": return interruption()
    case "route": return .route
    case "media-reset": return .mediaReset
    case "low-space":
      return word("a size or 'unknown'").flatMap {
        reader.sizeOrUnknown($0, at: position, "low-space")
      }.map { .lowSpace($0) }
    case "locked": return .deviceLocked(true)
    case "unlocked": return .deviceLocked(false)
    case "background":
      guard let rest = take() else { return .background(expiresIn: nil) }
      return reader.time(rest, at: position, "background").map { .background(expiresIn: $0) }
    case "foreground": return .foreground
    case "thermal": return .thermal(critical: takes("critical"))
    case "focus":
      return word("a field").flatMap { reader.focus($0, at: position) }.map { .focus($0) }
    case "clipboard":
      guard let change = word("a change count").flatMap({ Int($0) }), change >= 0 else {
        log.report(.badText, at: position, "'news clipboard' takes a change count")
        return nil
      }
      return .clipboard(change: change)
    case "resumed":
      return word("a duration").flatMap { reader.time($0, at: position, "resumed") }.map {
        .resumed(asleep: $0)
      }
    case "handoff": return node("handoff").flatMap { reader.handoff($0) }.map { .handoff($0) }
    default:
      let nearest = Suggestion.nearest(to: String(kind), among: Self.newsWords)
      log.report(
        .unknownWord, at: position, "there is no news '\(kind)'",
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? "expected one of \(log.list(Self.newsWords))")
      return nil
    }
  }

  private mutating func interruption() -> News? {
    let began: Bool
    if takes("began") {
      began = true
    } else if takes("ended") {
      began = false
    } else {
      log.report(.badText, at: position, "an interruption 'began' or 'ended'")
      return nil
    }
    return .interruption(began: began, mayResume: takes("may-resume"))
  }
}
