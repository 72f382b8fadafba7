import Choices
import Contract
import Simulation
import SimulatedDisk

// Order and death: where a run leaves the natural order, and where a process dies.
extension FormatReader {
  /// Reads the holds.
  func schedule(_ node: YAMLNode) -> (entries: [Hold], places: [SourcePosition]) {
    var places: [SourcePosition] = []
    let holds = log.list(node, "schedule") { node -> Hold? in
      guard let fields = log.mapping(node, "hold", keys: ["hold", "until"]) else { return nil }
      let held = fields.required("hold").flatMap { happening($0, "hold", .exact) }
      let until = fields.required("until").flatMap { happening($0, "until", .exact) }
      guard let held, let until else { return nil }
      if held.value.verb == .issue, let place = fields["hold"]?.position {
        log.report(
          .impossibleIdentity, at: place, "the engine's own asking cannot be held back",
          hint: "hold what it waits for")
        return nil
      }
      places.append(node.position)
      return Hold(KeyPattern(held), until: KeyPattern(until))
    }
    return (holds ?? [], places)
  }

  static let crashKeys = [
    "at", "when", "kind", "profile", "lost", "torn", "role", "relaunch",
  ]

  /// Reads one crash or a list of them.
  func crashes(_ node: YAMLNode) -> (entries: [Crash], places: [SourcePosition]) {
    var places: [SourcePosition] = []
    let crashes = log.oneOrMany(node, "crash") { node -> Crash? in
      guard let crash = crash(node) else { return nil }
      places.append(node.position)
      return crash
    }
    return (crashes ?? [], places)
  }

  private func crash(_ node: YAMLNode) -> Crash? {
    guard let fields = log.mapping(node, "crash", keys: Self.crashKeys) else { return nil }
    guard let node = fields.required("at"),
      let scalar = log.scalar(node, "at", expected: "such as \"after done store/r1.a1/raw\"")
    else { return nil }
    let crash =
      scalar.text.hasPrefix("in ")
      ? inside(String(scalar.text.dropFirst(3)), fields, at: node.position)
      : between(scalar.text, at: node.position)
    guard var crash else { return nil }
    crash.role = fields["role"].flatMap { log.word($0, "role", as: ProcessRole.self) } ?? .app
    if let node = fields["relaunch"] {
      crash.relaunch = bareWord(node) == "never" ? nil : time(node, "relaunch")
    }
    crash.losses = losses(fields)
    return crash
  }

  /// A crash between two happenings: `after done store/r1.a1/raw`.
  private func between(_ text: String, at position: SourcePosition) -> Crash? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let side = parts.first.flatMap({ word in Crash.Side.allCases.first { $0.word == word } }),
      parts.count == 2
    else {
      log.report(
        .badText, at: position, "'at' begins with 'before', 'after' or 'in'",
        hint: "such as \"after done store/r1.a1/raw\"")
      return nil
    }
    guard let at = happening(String(parts[1]), at: position, .exact) else { return nil }
    if side == .before, at.value.verb == .issue {
      log.report(
        .impossibleIdentity, at: position, "no death is possible before the engine asks",
        hint: "say 'after' what it answers to")
      return nil
    }
    return Crash(side, at)
  }

  /// A crash in a request: `in disk/store/r1.a1/raw/journal.sync.1`, `when` it was done or before.
  private func inside(_ text: String, _ fields: Fields, at position: SourcePosition) -> Crash? {
    guard isAboutDisk(text) else {
      log.report(
        .badText, at: position, "'in' stands before an operation of the disk",
        hint: "such as \"in disk/store/r1.a1/raw/journal.sync.1\"")
      return nil
    }
    guard let place = diskPlace(text, at: position) else { return nil }
    let side = fields["when"].flatMap { log.word($0, "when", as: Crash.Side.self) } ?? .after
    return Crash(side, place.request, inside: place.point)
  }

  /// What the device loses: nothing where only a process dies.
  private func losses(_ fields: Fields) -> Losses? {
    var losses = Losses()
    var isPower = false
    if let node = fields["kind"] {
      isPower = log.word(node, "kind", as: CrashKind.self) == .power
    }
    if let node = fields["profile"], let profile = log.word(node, "profile", as: DiskProfile.self) {
      losses.profile = profile.rawValue
    }
    if let node = fields["lost"] {
      losses.lost = log.list(node, "lost", least: 0) { unit($0) } ?? []
      isPower = true
    }
    if let node = fields["torn"], let entries = log.entries(node, "torn") {
      isPower = true
      if entries.count > 1 {
        log.report(
          .conflict, at: entries[1].keyPosition, "one page is being written when the power goes",
          hint: "name what else did not arrive under 'lost'")
      }
      for entry in entries {
        guard let unit = unit(entry.key, at: entry.keyPosition),
          let tear = log.word(entry.value, "torn", as: Losses.Tear.self)
        else { continue }
        losses.torn.append(Losses.Torn(unit, tear))
      }
    }
    return isPower ? losses : nil
  }

  private func unit(_ node: YAMLNode) -> String? {
    guard let scalar = log.scalar(node, "lost", expected: "such as \"source[0]\"") else {
      return nil
    }
    return unit(scalar.text, at: node.position)
  }

  private func unit(_ text: String, at position: SourcePosition) -> String? {
    if CrashUnit(text) != nil { return text }
    log.report(
      .badText, at: position, "'\(text)' is nothing that a device can lose by itself",
      hint: "such as 'source[0]', 'db[2]~1', 'dir.1', 'journal.trunc1' or 'partial.size2'")
    return nil
  }
}

/// What a crash ends.
enum CrashKind: String, CaseIterable, FormatWord {
  /// The process.
  case kill
  /// The power.
  case power

  var word: String { rawValue }
}

extension DiskProfile: FormatWord {
  var word: String { rawValue }
}

extension Losses.Tear: FormatWord {
  var word: String { rawValue }
}
