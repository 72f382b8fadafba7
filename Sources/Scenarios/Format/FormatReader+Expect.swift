import Contract

// What must come of it: the closed vocabulary of expectations.
extension FormatReader {
  static let expectKeys =
    [
      "entries", "count", "never", "eventually", "order", "within", "shows", "ends", "told",
      "never-told", "landed", "clipboard", "ignored", "not-ignored", "heard",
      "live", "typed", "leg",
    ] + rowExpectKeys
  static let rowExpectKeys = [
    "recording", "state", "reason", "says", "raw", "checkpoint", "text", "attempt", "integrity",
    "delivery", "usage", "settings", "audio", "claimed", "never-claimed",
  ]

  /// Reads one map of expectations or a list of them.
  func expectations(_ node: YAMLNode) -> [any RunCheck] {
    (log.oneOrMany(node, "expect") { expectation($0) } ?? []).flatMap { $0 }
  }

  private func expectation(_ node: YAMLNode) -> [any RunCheck]? {
    guard let fields = log.mapping(node, "expect", keys: Self.expectKeys) else { return nil }
    if node.content == .mapping([]) {
      log.report(.missingValue, at: node.position, "nothing is expected here")
    }
    var checks = rowChecks(fields)
    for entry in fields.entries where !Self.rowExpectKeys.contains(entry.key) {
      checks += self.checks(entry.key, entry.value)
    }
    return checks
  }

  private func checks(_ key: String, _ node: YAMLNode) -> [any RunCheck] {
    switch key {
    case "entries":
      return log.integer(node, "entries", in: 0...1_000).map { [EntriesCheck(count: $0)] } ?? []
    case "count": return count(node).map { [$0] } ?? []
    case "never": return happenings(node, key).map { NeverCheck($0) }
    case "eventually": return happenings(node, key).map { EventuallyCheck($0) }
    case "order": return order(node).map { [$0] } ?? []
    case "within": return within(node).map { [$0] } ?? []
    case "shows": return (log.oneOrMany(node, key) { shows($0) } ?? []).map { $0 }
    case "ends":
      return oneOf(node, "ends", [("idle", EndsIdleCheck())]).map { [$0] } ?? []
    case "told": return (log.oneOrMany(node, key) { told($0) } ?? []).map { $0 }
    case "never-told":
      return (log.oneOrMany(node, key) { log.word($0, key, as: Topic.self) } ?? []).map {
        ToldCheck($0, recording: nil, times: 0)
      }
    case "landed": return (log.oneOrMany(node, key) { landed($0) } ?? []).map { $0 }
    case "clipboard":
      if bareWord(node) == "as-found" { return [ClipboardCheck(nil)] }
      return literal(node, key, orOneOf: ["as-found"]).map { [ClipboardCheck($0)] } ?? []
    case "ignored": return (log.oneOrMany(node, key) { ignored($0) } ?? []).map { $0 }
    case "not-ignored":
      return happenings(node, key).map { IgnoredCheck($0, reason: nil, should: false) }
    case "live": return (log.oneOrMany(node, key) { live($0) } ?? []).map { $0 }
    case "typed": return (log.oneOrMany(node, key) { typed($0) } ?? []).map { $0 }
    case "leg": return (log.oneOrMany(node, key) { legHears($0) } ?? []).map { $0 }
    default: return (log.oneOrMany(node, "heard") { heard($0) } ?? []).map { $0 }
    }
  }

  // MARK: Happenings

  private func happenings(_ node: YAMLNode, _ name: String) -> [Happenings] {
    log.oneOrMany(node, name) { anyTime($0, name) } ?? []
  }

  private func anyTime(_ node: YAMLNode, _ name: String) -> Happenings? {
    guard let pattern = happening(node, name, .anyTime), case .scalar(let scalar) = node.content
    else { return nil }
    return Happenings(pattern: pattern, text: scalar.text)
  }

  private func count(_ node: YAMLNode) -> CountCheck? {
    let keys = ["of", "equals", "at-least", "at-most"]
    guard let fields = log.mapping(node, "count", keys: keys) else { return nil }
    let of = fields.required("of").flatMap { anyTime($0, "of") }
    let number = { (key: String) in fields[key].flatMap { log.integer($0, key, in: 0...50_000) } }
    guard fields["equals"] != nil || fields["at-least"] != nil || fields["at-most"] != nil else {
      log.report(
        .missingKey, at: node.position, "count has none of 'equals', 'at-least', 'at-most'")
      return nil
    }
    if fields["equals"] != nil, fields["at-least"] != nil || fields["at-most"] != nil {
      log.report(.conflict, at: node.position, "'equals' says all there is to say of a count")
    }
    let least = number("equals") ?? number("at-least") ?? 0
    let most = number("equals") ?? number("at-most") ?? .max
    guard least <= most else {
      log.report(
        .outOfRange, at: node.position, "no count is at least \(least) and at most \(most)")
      return nil
    }
    return of.map { CountCheck(of: $0, least...most) }
  }

  private func order(_ node: YAMLNode) -> OrderCheck? {
    log.list(node, "order", least: 2) { anyTime($0, "order") }.map { OrderCheck($0) }
  }

  private func within(_ node: YAMLNode) -> WithinCheck? {
    let keys = ["from", "to", "at-least", "at-most"]
    guard let fields = log.mapping(node, "within", keys: keys) else { return nil }
    let from = fields.required("from").flatMap { anyTime($0, "from") }
    let to = fields.required("to").flatMap { anyTime($0, "to") }
    let least = fields["at-least"].flatMap { time($0, "at-least") }
    let most = fields["at-most"].flatMap { time($0, "at-most") }
    if fields["at-least"] == nil, fields["at-most"] == nil {
      log.report(.missingKey, at: node.position, "within has neither 'at-least' nor 'at-most'")
    }
    guard let from, let to else { return nil }
    return WithinCheck(from: from, to: to, atLeast: least, atMost: most)
  }

  private func ignored(_ node: YAMLNode) -> IgnoredCheck? {
    guard case .mapping = node.content else {
      return anyTime(node, "ignored").map { IgnoredCheck($0, reason: nil, should: true) }
    }
    guard let fields = log.mapping(node, "ignored", keys: ["event", "reason"]) else { return nil }
    let reason = fields["reason"].flatMap { log.word($0, "reason", as: Ignored.self) }
    return fields.required("event").flatMap { anyTime($0, "event") }.map {
      IgnoredCheck($0, reason: reason, should: true)
    }
  }

  // MARK: What a person sees

  private func shows(_ node: YAMLNode) -> ShowCheck? {
    guard let fields = log.mapping(node, "shows", keys: ["surface", "indicator", "when"]) else {
      return nil
    }
    let surfaces = Surface.allCases.map { ($0.word, Optional($0)) } + [("any", nil)]
    let surface = fields.required("surface").flatMap { oneOf($0, "surface", surfaces) }
    let indicator = fields.required("indicator").flatMap {
      log.word($0, "indicator", as: Indicator.self)
    }
    let when = fields.required("when").flatMap { log.word($0, "when", as: ShowTime.self) }
    guard let surface, let indicator, let when else { return nil }
    return ShowCheck(surface: surface, indicator: indicator, when: when)
  }

  private func told(_ node: YAMLNode) -> ToldCheck? {
    guard case .mapping = node.content else {
      return log.word(node, "told", as: Topic.self).map {
        ToldCheck($0, recording: nil, times: nil)
      }
    }
    guard let fields = log.mapping(node, "told", keys: ["topic", "recording", "times"]) else {
      return nil
    }
    let about = fields["recording"].flatMap { recording($0, "recording") }
    let times = fields["times"].flatMap { log.integer($0, "times", in: 0...1_000) }
    return fields.required("topic").flatMap { log.word($0, "topic", as: Topic.self) }.map {
      ToldCheck($0, recording: about, times: times)
    }
  }

  private func landed(_ node: YAMLNode) -> LandedCheck? {
    let keys = ["field", "recording", "says", "times"]
    guard let fields = log.mapping(node, "landed", keys: keys) else { return nil }
    let of = fields["recording"].flatMap { recording($0, "recording") } ?? RecordingID(1)
    let says = fields["says"].flatMap { textCheck($0, "says") }
    let times = fields["times"].flatMap { log.integer($0, "times", in: 0...1_000) }
    guard let node = fields.required("field"),
      let scalar = log.scalar(node, "field", expected: "a field such as 1"),
      let target = field(scalar.text, at: node.position)
    else { return nil }
    return LandedCheck(field: target, recording: of, says: says, times: times)
  }

  private func heard(_ node: YAMLNode) -> HeardCheck? {
    guard let fields = log.mapping(node, "heard", keys: ["recording", "accepted", "with"]) else {
      return nil
    }
    let id = fields.required("recording").flatMap { recording($0, "recording") }
    let accepted = fields["accepted"].flatMap {
      log.word($0, "accepted", as: HeardCheck.Accepted.self)
    }
    let with = fields["with"].flatMap { settings($0, "with", keys: Self.settingsKeys) }
    if fields["accepted"] == nil, fields["with"] == nil {
      log.report(.missingKey, at: node.position, "heard has neither 'accepted' nor 'with'")
    }
    return id.map { HeardCheck($0, accepted: accepted, with: with) }
  }
}
