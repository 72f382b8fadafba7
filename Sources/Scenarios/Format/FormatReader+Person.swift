import Contract
import Simulation

// What happens, entry by entry: a person's commands, the world, news of the device.
extension FormatReader {
  static let entryKeys = [
    "at", "after", "wait", "do", "by", "process", "settings", "text", "handoff",
  ]
  static let deeds = [
    "start", "stop", "cancel", "retry", "delete", "clear", "copy", "redeliver", "change", "focus",
    "field", "copy-elsewhere", "suspend", "wall-step", "launch", "wait", "news",
  ]

  /// Reads the script; `settings` are those that a change starts from.
  func script(
    _ node: YAMLNode, _ settings: Settings
  ) -> (entries: [ScriptEntry], places: [SourcePosition]) {
    var latest = settings
    var places: [SourcePosition] = []
    let entries = log.list(node, "person") { node -> ScriptEntry? in
      guard let entry = entry(node, &latest) else { return nil }
      places.append(node.position)
      return entry
    }
    return (entries ?? [], places)
  }

  private func entry(_ node: YAMLNode, _ latest: inout Settings) -> ScriptEntry? {
    guard let fields = log.mapping(node, "entry", keys: Self.entryKeys) else { return nil }
    let anchor = anchor(fields)
    guard let node = fields.required("do"),
      let scalar = log.scalar(node, "do", expected: "what is done, such as 'start r1'")
    else { return nil }
    var deed = ScriptDeed(
      words: scalar.text.split(separator: " ", omittingEmptySubsequences: true),
      position: node.position, fields: fields, reader: self)
    let action = deed.read(&latest)
    if action != nil { deed.reportUnused() }
    guard let anchor, let action else { return nil }
    return ScriptEntry(anchor, action)
  }

  private func anchor(_ fields: Fields) -> Anchor? {
    let wait = fields["wait"].flatMap { time($0, "wait") } ?? .zero
    switch (fields["at"], fields["after"]) {
    case (let at?, nil):
      if let node = fields["wait"] {
        log.report(.conflict, at: node.position, "'wait' goes with 'after', not with 'at'")
      }
      return time(at, "at").map { .time($0) }
    case (nil, let after?):
      return happening(after, "after", .exact).map { .after($0, wait) }
    case (.some, .some(let after)):
      log.report(
        .conflict, at: after.position, "an entry has either 'at' or 'after'",
        hint: "entries wait for the one before them anyway")
      return nil
    case (nil, nil):
      log.report(.missingKey, at: fields.position, "entry has neither 'at' nor 'after'")
      return nil
    }
  }
}
