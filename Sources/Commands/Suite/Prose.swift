import Choices
import Contract
import Journeys
import Simulation

/// A case told to somebody who has never seen the project: what is given and what happens.
struct Prose {
  let theCase: Case

  /// What is so before anything happens.
  var given: [String] {
    var lines: [String] = []
    lines.append("Settings: \(Self.words(of: theCase.settings)).")
    if let live = Self.words(of: theCase.platform.live) { lines.append("\(live).") }
    lines.append("There is to hear, from the start of every recording: \(sounds).")
    lines += liveDetails
    if let focus = theCase.focus {
      lines.append("The cursor is in \(Self.words(of: focus)).")
    } else {
      lines.append("The cursor is in no text field.")
    }
    for field in theCase.fields {
      lines.append("\(Self.words(of: field.target).capitalizedFirst) is \(field.field).")
    }
    lines += theCase.plants.map { "On the device lies already \(Self.words(of: $0))." }
    lines += theCase.recognizer.map { "The recognizer, \(Self.words(of: $0))." }
    lines += theCase.cleanup.map { "The cleanup, \(Self.words(of: $0))." }
    return lines
  }

  /// What happens, in order, and what goes wrong.
  var happenings: [String] {
    var lines = theCase.script.map { entry in
      "\(Self.words(of: entry.anchor)), \(Self.words(of: entry.action))."
    }
    lines += theCase.plan.entries.map { entry in
      "Unusual: \(Self.spelling(entry.question)) is \(Self.words(of: entry.value))."
    }
    lines += theCase.schedule.map { hold in
      "Out of order: “\(Self.spelling(hold.hold))” comes only after “\(Self.spelling(hold.until))”."
    }
    lines += theCase.crashes.map { crash in
      let again =
        crash.relaunch.map { "and is launched again \(Self.span($0)) later" } ?? "for good"
      return "The \(crash.role) dies \(crash.side) “\(Self.spelling(crash.at))” \(again)."
    }
    return lines
  }

  private var sounds: String {
    let parts = theCase.sounds.map { sound in
      let what =
        switch sound.level {
        case .speech: "speech"
        case .quiet: "quiet"
        case .digitalZero: "nothing but digital zeros"
        }
      return "\(Self.span(sound.length)) of \(what)"
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", then ")
  }

  // MARK: Words

  /// A span of time as people write it.
  static func span(_ time: Nanoseconds) -> String {
    let milliseconds = time.count / 1_000_000
    if milliseconds % 60_000 == 0, milliseconds >= 60_000 { return "\(milliseconds / 60_000) min" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    return "\(milliseconds) ms"
  }

  static func words(of settings: Settings) -> String {
    let recognizer =
      switch settings.recognizer {
      case .cloud(let provider): "recognition by the cloud service \(provider)"
      case .local(let slot): "recognition on the device, in slot \(slot)"
      }
    let cleanup =
      switch settings.cleanup {
      case .off: "no cleanup"
      case .cloud: "cleanup in the cloud"
      case .local: "cleanup on the device"
      }
    return "\(recognizer), model \(settings.model), language \(settings.language), \(cleanup)"
  }

  static func words(of target: Target) -> String { "text field \(target.rawValue)" }

  static func words(of anchor: Anchor) -> String {
    switch anchor {
    case .time(let time): "At \(span(time))"
    case .after(let pattern, let wait):
      wait == .zero
        ? "Right after “\(spelling(pattern))”" : "\(span(wait)) after “\(spelling(pattern))”"
    }
  }

  static func words(of action: Action) -> String {
    switch action {
    case .command(let command, let role):
      "the person \(words(of: command))" + (role.map { " in the \($0)" } ?? "")
    case .news(let news, let role): "the device tells the \(role): \(news)"
    case .focus(let target): "the cursor moves to \(target.map(words(of:)) ?? "no field")"
    case .field(let target, let field): "\(words(of: target)) becomes \(field)"
    case .copy(let text): "the person copies “\(text)” in another app"
    case .suspend(let role, let time): "the system puts the \(role) to sleep for \(span(time))"
    case .wallStep(let time): "the wall clock is set by \(span(time))"
    case .launch(let role): "the \(role) is launched"
    case .wait: "nothing happens"
    }
  }

  static func words(of command: Contract.Command) -> String {
    switch command {
    case .start(let r): "starts recording \(r)"
    case .stop: "stops the recording"
    case .cancel(let r): "cancels \(r)"
    case .retry(let r): "asks to try \(r) again"
    case .delete(let r): "deletes \(r)"
    case .clear: "clears all of History"
    case .change(let settings): "changes the settings to \(words(of: settings))"
    case .copy(let r): "copies the text of \(r)"
    case .redeliver(let r, let target): "asks to insert the text of \(r) into \(words(of: target))"
    }
  }

  static func words(of plant: Plant) -> String {
    switch plant {
    case .row(let row): "an entry of \(row.recording) that is \(row.state)"
    case .damagedRow(let r): "a damaged entry of \(r)"
    case .tombstone(let tombstone): "the deletion of \(tombstone.recording)"
    case .file(let file, let samples, let isClosed):
      "the \(file.kind) file of \(file.recording), \(samples * 1000 / sampleRate) ms long"
        + (isClosed ? "" : ", left open by a dead writer")
    case .brokenFile(let file): "a broken \(file.kind) file of \(file.recording)"
    case .foreignFile: "a file that is not the app's"
    case .corruptStore: "a History that cannot be opened"
    case .handoff(let handoff): "a hand-off from the \(handoff.from) that nobody has read"
    }
  }

  static func words(of rule: Rule) -> String {
    var conditions: [String] = []
    if let word = rule.hears { conditions.append("when it is sent word \(word) of the recording") }
    if let n = rule.refusalsBelow {
      conditions.append("while it has refused what encloses the request fewer than \(n) times")
    }
    if let n = rule.failuresBelow {
      conditions.append("while fewer than \(n) tries of what encloses the request have failed")
    }
    if let n = rule.bodyOver { conditions.append("when the request has more than \(n) bytes") }
    if let r = rule.recording { conditions.append("for \(r)") }
    if let n = rule.attempt { conditions.append("in attempt \(n)") }
    if let n = rule.model { conditions.append("with model \(n)") }
    let premise = conditions.isEmpty ? "always" : conditions.joined(separator: " and ")
    return "\(premise), \(words(of: rule.reply))"
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
