import Contract
import Simulation

// How a leg of a live transcript goes, where not as usual.
extension FormatReader {
  static let legKeys = [
    "fails", "refused", "opens-after", "breaks-at", "by", "speed", "manners",
  ]

  /// Reads the answer to a dial.
  func leg(_ node: YAMLNode) -> LegPlan? {
    guard let fields = log.mapping(node, "answer", keys: Self.legKeys) else { return nil }
    var plan = LegPlan()
    if let opening = opening(fields) { plan.opening = opening }
    if let delay = fields["opens-after"].flatMap({ time($0, "opens-after") }) {
      plan.opensAfter = delay
    }
    plan.breaksAt = fields["breaks-at"].flatMap { samples($0, "breaks-at") }
    if let node = fields["by"] {
      plan.breaking = breaking(node) ?? plan.breaking
      if fields["breaks-at"] == nil {
        log.report(
          .conflict, at: node.position, "'by' says how a leg breaks, and this one never does",
          hint: "add 'breaks-at: 5s'")
      }
    }
    plan.speed = fields["speed"].flatMap { speed($0) }
    if let node = fields["manners"] { plan.manners = manners(node) }
    return plan
  }

  private func opening(_ fields: Fields) -> LegPlan.Opening? {
    let ends = fields.entries.filter { ["fails", "refused"].contains($0.key) }
    guard let end = ends.first else { return nil }
    if ends.count > 1 {
      log.report(
        .conflict, at: ends[1].keyPosition,
        "a handshake fails in one way: '\(end.key)' is there already")
    }
    guard end.key == "fails" else {
      return log.integer(end.value, "refused", in: 100...599).map { .refused(UInt16($0)) }
    }
    return oneOf(
      end.value, "fails", [("unreachable", .unreachable), ("never-opens", .never)])
  }

  private func breaking(_ node: YAMLNode) -> LegPlan.Break? {
    guard case .mapping = node.content else {
      return oneOf(
        node, "by", [("close", .closes(nil)), ("silence", .goesSilent)],
        more: "{close: 1011}, {error: 402}")
    }
    guard let fields = log.mapping(node, "by", keys: ["close", "error"]) else { return nil }
    guard fields.entries.count == 1 else {
      log.report(
        .conflict, at: node.position, "a leg breaks in one way: either 'close' or 'error'")
      return nil
    }
    if let node = fields["close"] {
      return log.integer(node, "close", in: 1_000...4_999).map { .closes(UInt16($0)) }
    }
    return fields["error"].flatMap { log.integer($0, "error", in: 100...9_999) }.map {
      .fails(code: $0)
    }
  }

  /// Samples a second. Queues are emptied in tenths of a second: below ten, nothing ever leaves.
  private static let speeds = 0...1_000 * sampleRate

  private func speed(_ node: YAMLNode) -> Int? {
    guard
      let scalar = log.scalar(node, "speed", expected: "a speed such as 2x, or samples a second")
    else { return nil }
    guard !scalar.isQuoted, !Quantity.isInteger(scalar.text) else {
      return log.integer(node, "speed", in: Self.speeds)
    }
    let times = [Quantity.Unit(name: "x", scale: Int64(sampleRate))]
    do throws(Quantity.Fault) {
      let speed = Int(try Quantity.parse(scalar.text, units: times))
      if Self.speeds.contains(speed) { return speed }
      log.report(
        .outOfRange, at: node.position,
        "'speed' should be from \(Self.speeds.lowerBound) samples a second to 1000x")
    } catch {
      log.report(
        .badText, at: node.position, "'\(scalar.text)' is not a speed",
        hint: "such as 2x, twice as fast as speech, or 32000 for so many samples a second")
    }
    return nil
  }

  private func manners(_ node: YAMLNode) -> LegManners {
    let table = LegManners.named.map { ("\($0.word)", $0.manner) }
    var manners: LegManners = []
    _ = log.oneOrMany(node, "manners") { node -> LegManners? in
      guard let manner = oneOf(node, "manners", table) else { return nil }
      if !manners.insert(manner).inserted {
        log.report(.conflict, at: node.position, "this manner is there already")
      }
      return manner
    }
    return manners
  }
}
