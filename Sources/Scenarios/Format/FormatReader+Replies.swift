import Contract
import Simulation

// Rules of servers: what they answer, depending on what they are sent.
extension FormatReader {
  static let ruleKeys = ["when", "reply"]
  static let conditionKeys = [
    "hears", "refusals-enclosing", "failures-enclosing", "body-over", "recording", "attempt",
    "model",
  ]
  static let replyKeys = [
    "status", "headers", "text", "form", "content-type", "breaks", "finish", "latency",
  ]

  /// Reads a list of rules.
  func rules(_ node: YAMLNode, _ name: String) -> [Rule] {
    log.list(node, name) { rule($0) } ?? []
  }

  private func rule(_ node: YAMLNode) -> Rule? {
    guard let fields = log.mapping(node, "rule", keys: Self.ruleKeys) else { return nil }
    guard let reply = fields.required("reply").flatMap({ reply($0) }) else { return nil }
    var rule = Rule(reply: reply)
    guard let node = fields["when"],
      let when = log.mapping(node, "when", keys: Self.conditionKeys)
    else { return rule }
    rule.hears = when["hears"].flatMap { clipWord($0, "hears") }
    rule.refusalsBelow = when["refusals-enclosing"].flatMap { below($0, "refusals-enclosing") }
    rule.failuresBelow = when["failures-enclosing"].flatMap { below($0, "failures-enclosing") }
    rule.bodyOver = when["body-over"].flatMap { log.size($0, "body-over") }.map {
      Int(clamping: $0)
    }
    rule.recording = when["recording"].flatMap { recording($0, "recording") }
    rule.attempt = when["attempt"].flatMap { attempt($0) }
    rule.model = when["model"].flatMap { log.integer($0, "model", in: 0...255) }.map { UInt8($0) }
    return rule
  }

  /// Reads the number of an attempt.
  func attempt(_ node: YAMLNode) -> AttemptNumber? {
    log.integer(node, "attempt", in: 1...65_535).map { AttemptNumber($0) }
  }

  private func below(_ node: YAMLNode, _ name: String) -> Int? {
    log.mapping(node, name, keys: ["below"])?.required("below").flatMap {
      log.integer($0, "below", in: 0...1_000)
    }
  }

  /// Reads what a server answers.
  func reply(_ node: YAMLNode) -> Reply? {
    guard let fields = log.mapping(node, "reply", keys: Self.replyKeys) else { return nil }
    var reply = Reply()
    if let status = fields["status"].flatMap({ log.integer($0, "status", in: 100...599) }) {
      reply.status = UInt16(status)
    }
    if let headers = fields["headers"].flatMap({ log.entries($0, "headers") }) {
      reply.headers = headers.compactMap { entry in
        log.text(entry.value, entry.key).map { Header(entry.key, $0) }
      }
    }
    if let node = fields["text"] { reply.text = replyText(node) ?? .usual }
    if let node = fields["form"] { reply.form = form(node) ?? .usual }
    if let node = fields["content-type"] {
      reply.contentType =
        bareWord(node) == "none" ? "" : literal(node, "content-type", orOneOf: ["none"])
    }
    if let node = fields["breaks"] { reply.breaks = breaks(node) ?? .nowhere }
    if let finish = fields["finish"].flatMap({ log.text($0, "finish") }) {
      reply.finishReason = finish
    }
    if let latency = fields["latency"].flatMap({ time($0, "latency") }) { reply.latency = latency }
    return reply
  }

  private func replyText(_ node: YAMLNode) -> Reply.Text? {
    if let word = bareWord(node), word == "usual" || word == "heard" { return .usual }
    return literal(node, "text", orOneOf: ["usual", "heard"]).map { .literal($0) }
  }

  private func form(_ node: YAMLNode) -> Reply.Form? {
    if case .mapping = node.content {
      guard let fields = log.mapping(node, "form", keys: ["json-extra", "bytes"]) else {
        return nil
      }
      guard fields.entries.count == 1 else {
        log.report(
          .conflict, at: node.position, "a form in braces is either 'json-extra' or 'bytes'")
        return nil
      }
      if let node = fields["json-extra"] {
        return log.text(node, "json-extra").map { .jsonWithExtra($0) }
      }
      return fields["bytes"].flatMap { literal($0, "bytes") }.map { .bytes($0) }
    }
    let forms: [(String, Reply.Form)] = [
      ("usual", .usual), ("plain", .plain), ("json", .json), ("not-text", .notText),
    ]
    return oneOf(node, "form", forms, more: "{json-extra: …}, {bytes: …}")
  }

  private func breaks(_ node: YAMLNode) -> Reply.Breaks? {
    if case .mapping = node.content {
      return log.mapping(node, "breaks", keys: ["in-body"])?.required("in-body").flatMap {
        log.integer($0, "in-body", in: 0...1_000_000_000)
      }.map { .inBody($0) }
    }
    let places: [(String, Reply.Breaks)] = [
      ("nowhere", .nowhere), ("unreachable", .unreachable), ("refused", .refused),
      ("before-head", .beforeHead), ("after-head", .afterHead), ("too-large", .tooLarge),
    ]
    return oneOf(node, "breaks", places, more: "{in-body: …}")
  }

  /// Reads one bare word of a table.
  func oneOf<Value>(
    _ node: YAMLNode, _ name: String, _ table: [(word: String, value: Value)], more: String = ""
  ) -> Value? {
    let words = table.map(\.word)
    let others = more.isEmpty ? "" : ", or \(more)"
    guard
      let scalar = log.scalar(node, name, expected: "one of \(log.list(words))\(others)")
    else { return nil }
    if let found = table.first(where: { $0.word == scalar.text }) { return found.value }
    let nearest = Suggestion.nearest(to: scalar.text, among: words)
    log.report(
      .unknownWord, at: node.position, "'\(name)' cannot be '\(scalar.text)'",
      hint: nearest.map { "did you mean '\($0)'?" }
        ?? "expected one of \(log.list(words))\(others)")
    return nil
  }
}
