import Contract
import Simulation

// What lies on the device before the first launch.
extension FormatReader {
  static let plantKeys = [
    "row", "file", "length", "closed", "broken-file", "damaged-row", "tombstone", "generation",
    "handoff",
  ]
  static let plantWords = ["foreign-file", "corrupt-store"]
  static let rowKeys = [
    "recording", "state", "attempt", "generation", "reason", "integrity", "length", "checkpoint",
    "raw", "final", "delivery", "usage", "settings",
  ]

  /// Reads one thing that lies there.
  func found(_ node: YAMLNode, _ sounds: [Sound], _ settings: Settings) -> Plant? {
    guard case .mapping(let entries) = node.content else {
      let plants: [(String, Plant)] = [
        ("foreign-file", .foreignFile), ("corrupt-store", .corruptStore),
      ]
      return oneOf(node, "found", plants, more: "a map of one of \(log.list(Self.plantKeys))")
    }
    guard let fields = log.mapping(node, "found", keys: Self.plantKeys) else { return nil }
    let kinds = entries.filter {
      ["row", "file", "broken-file", "damaged-row", "tombstone", "handoff"].contains($0.key)
    }
    guard kinds.count == 1, let kind = kinds.first else {
      if fields.entries.count == entries.count {
        log.report(
          .conflict, at: node.position,
          "a finding is one of 'row', 'file', 'broken-file', 'damaged-row', 'tombstone', 'handoff'")
      }
      return nil
    }
    let extra =
      kind.key == "file" ? ["length", "closed"] : kind.key == "tombstone" ? ["generation"] : []
    for entry in fields.entries where entry.key != kind.key && !extra.contains(entry.key) {
      log.report(
        .conflict, at: entry.keyPosition, "'\(entry.key)' does not belong to '\(kind.key)'")
    }
    return plant(kind, fields, sounds, settings)
  }

  private func plant(
    _ kind: YAMLEntry, _ fields: Fields, _ sounds: [Sound], _ settings: Settings
  ) -> Plant? {
    switch kind.key {
    case "row": return row(kind.value, sounds, settings).map { .row($0) }
    case "file":
      let length = fields.required("length").flatMap { samples($0, "length") }
      let isClosed = fields["closed"].flatMap { log.boolean($0, "closed") } ?? true
      guard let file = file(kind.value, "file"), let length else { return nil }
      return .file(file, samples: length, isClosed: isClosed)
    case "broken-file": return file(kind.value, "broken-file").map { .brokenFile($0) }
    case "damaged-row": return recording(kind.value, "damaged-row").map { .damagedRow($0) }
    case "tombstone":
      let generation = fields["generation"].flatMap { number($0, "generation") } ?? 0
      return recording(kind.value, "tombstone").map {
        .tombstone(Tombstone($0, generation: generation))
      }
    default: return handoff(kind.value).map { .handoff($0) }
    }
  }

  private func number(_ node: YAMLNode, _ name: String) -> UInt16? {
    log.integer(node, name, in: 0...65_535).map { UInt16($0) }
  }

  private func row(_ node: YAMLNode, _ sounds: [Sound], _ settings: Settings) -> Row? {
    guard let fields = log.mapping(node, "row", keys: Self.rowKeys) else { return nil }
    let id = fields.required("recording").flatMap { recording($0, "recording") }
    let state = fields.required("state").flatMap { log.word($0, "state", as: RowState.self) }
    guard let id, let state else { return nil }
    var row = Row(
      recording: id, attempt: 1, generation: 0, state: state, integrity: .complete,
      settings: settings)
    if let attempt = fields["attempt"].flatMap({ attempt($0) }) { row.attempt = attempt }
    if let generation = fields["generation"].flatMap({ number($0, "generation") }) {
      row.generation = generation
    }
    if let reason = fields["reason"].flatMap({ log.word($0, "reason", as: Reason.self) }) {
      row.reason = reason
    }
    if let integrity = fields["integrity"].flatMap({
      log.word($0, "integrity", as: SourceIntegrity.self)
    }) {
      row.integrity = integrity
    }
    row.samples = fields["length"].flatMap { samples($0, "length") } ?? 0
    let spoken = SpokenWords(sounds)
    let heard = spoken.text(of: id, through: row.samples)
    row.raw = fields["raw"].flatMap { rowText($0, "raw", heard: heard) }
    row.final = fields["final"].flatMap { rowText($0, "final", heard: heard) }
    row.checkpoint = fields["checkpoint"].flatMap { checkpoint($0, id, spoken) }
    row.delivery =
      fields["delivery"].flatMap { log.word($0, "delivery", as: DeliveryStanding.self) } ?? .none
    row.usage = fields["usage"].flatMap { log.word($0, "usage", as: UsageStanding.self) } ?? .none
    if let change = fields["settings"].flatMap({
      self.settings($0, "settings", keys: Self.settingsKeys)
    }) {
      row.settings = change.applied(to: settings)
    }
    return row
  }

  private func checkpoint(
    _ node: YAMLNode, _ id: RecordingID, _ spoken: SpokenWords
  ) -> Checkpoint? {
    guard let fields = log.mapping(node, "checkpoint", keys: ["text", "leaves", "through"]) else {
      return nil
    }
    let through = fields.required("through").flatMap { samples($0, "through") }
    let leaves = fields.required("leaves").flatMap { log.integer($0, "leaves", in: 1...65_535) }
    guard let through, let leaves else { return nil }
    let heard = spoken.text(of: id, through: through)
    guard let text = fields.required("text").flatMap({ rowText($0, "text", heard: heard) }) else {
      return nil
    }
    return Checkpoint(text: text, leaves: UInt16(leaves), through: through)
  }

  private func rowText(_ node: YAMLNode, _ name: String, heard: String) -> String? {
    bareWord(node) == "heard" ? heard : literal(node, name, orOneOf: ["heard"])
  }

  static let handoffKeys = [
    "from", "boot", "sequence", "kind", "recording", "field", "indicator", "text", "delivery",
    "age",
  ]

  /// Reads a hand-off between app and keyboard.
  func handoff(_ node: YAMLNode) -> Handoff? {
    guard let fields = log.mapping(node, "handoff", keys: Self.handoffKeys) else { return nil }
    let role = fields.required("from").flatMap { log.word($0, "from", as: ProcessRole.self) }
    let boot = fields["boot"].flatMap { log.integer($0, "boot", in: 1...127) } ?? 1
    let sequence =
      fields["sequence"].flatMap { log.integer($0, "sequence", in: 1...1_000_000) } ?? 1
    let age = fields["age"].flatMap { time($0, "age") } ?? .zero
    let id = fields.required("recording").flatMap { recording($0, "recording") }
    guard let kindNode = fields.required("kind"), let role, let id,
      let kind = handoffKind(kindNode, id, fields)
    else { return nil }
    return Handoff(
      from: ProcessID(role, boot: UInt8(boot)), sequence: UInt32(sequence), kind: kind,
      writtenAt: Case.epoch - age)
  }

  private func handoffKind(
    _ node: YAMLNode, _ id: RecordingID, _ fields: Fields
  ) -> Handoff.Kind? {
    let kinds = ["start", "stop", "cancel", "state", "text", "receipt"].map { ($0, $0) }
    switch oneOf(node, "kind", kinds) {
    case "start": return targetField(fields).map { .start(id, $0) }
    case "stop": return .stop(id)
    case "cancel": return .cancel(id)
    case "state":
      return fields.required("indicator").flatMap {
        log.word($0, "indicator", as: Indicator.self)
      }.map { .state(id, $0) }
    case "text":
      let text = fields.required("text").flatMap { literal($0, "text") }
      guard let target = targetField(fields), let text else { return nil }
      return .text(id, target, text)
    case "receipt":
      return fields.required("delivery").flatMap {
        log.word($0, "delivery", as: DeliveryStanding.self)
      }.map { .receipt(id, $0) }
    default: return nil
    }
  }

  private func targetField(_ fields: Fields) -> Target? {
    guard let node = fields.required("field"),
      let scalar = log.scalar(node, "field", expected: "a field such as 1")
    else { return nil }
    return field(scalar.text, at: node.position)
  }
}
