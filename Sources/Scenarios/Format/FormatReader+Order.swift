import Choices
import Contract
import Simulation

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

  static let crashKeys = ["at", "role", "relaunch"]

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
    let role = fields["role"].flatMap { log.word($0, "role", as: ProcessRole.self) } ?? .app
    var relaunch: Nanoseconds? = .seconds(1)
    if let node = fields["relaunch"] {
      relaunch = bareWord(node) == "never" ? nil : time(node, "relaunch")
    }
    guard let node = fields.required("at"),
      let scalar = log.scalar(node, "at", expected: "such as \"after done store/r1.a1/raw\"")
    else { return nil }
    let parts = scalar.text.split(separator: " ", maxSplits: 1)
    guard let side = parts.first.flatMap({ word in Crash.Side.allCases.first { $0.word == word } }),
      parts.count == 2
    else {
      log.report(
        .badText, at: node.position, "'at' begins with 'before' or 'after'",
        hint: "such as \"after done store/r1.a1/raw\"")
      return nil
    }
    guard let at = happening(String(parts[1]), at: node.position, .exact) else { return nil }
    if side == .before, at.value.verb == .issue {
      log.report(
        .impossibleIdentity, at: node.position, "no death is possible before the engine asks",
        hint: "say 'after' what it answers to")
      return nil
    }
    return Crash(side, at, role: role, relaunch: relaunch)
  }
}
