public import Contract

/// Some of the choices of a dialect; a platform meets it when it declares them all.
public struct DialectCondition: Hashable, Sendable {
  var cancelled: Dialect.Cancelled?
  var deleteWhileActive: Dialect.DeleteWhileActive?
  var durableRaw: Dialect.DurableRaw?
  var cancelledCapture: Dialect.CancelledCapture?
  var delivery: DeliveryWay?
  var readsFractionalRetryAfter: Bool?

  init() {}

  /// Whether a dialect declares all of it.
  public func isMet(by dialect: Dialect) -> Bool {
    applied(to: dialect) == dialect
  }

  /// The dialect with what this names.
  func applied(to old: Dialect) -> Dialect {
    var new = old
    if let cancelled { new.cancelled = cancelled }
    if let deleteWhileActive { new.deleteWhileActive = deleteWhileActive }
    if let durableRaw { new.durableRaw = durableRaw }
    if let cancelledCapture { new.cancelledCapture = cancelledCapture }
    if let delivery { new.delivery = delivery }
    if let readsFractionalRetryAfter { new.readsFractionalRetryAfter = readsFractionalRetryAfter }
    return new
  }
}

extension FormatReader {
  static let dialectKeys = [
    "cancelled", "delete-while-active", "durable-raw", "cancelled-capture", "delivery",
    "fractional-retry-after",
  ]

  /// Reads choices by name.
  func dialectCondition(_ node: YAMLNode, _ name: String) -> DialectCondition? {
    guard let fields = log.mapping(node, name, keys: Self.dialectKeys) else { return nil }
    if node.content == .mapping([]) {
      log.report(.missingValue, at: node.position, "'\(name)' names no choice")
    }
    var condition = DialectCondition()
    for entry in fields.entries { choose(entry.key, entry.value, &condition) }
    return condition
  }

  /// Reads one choice.
  func choose(_ key: String, _ node: YAMLNode, _ choices: inout DialectCondition) {
    switch key {
    case "cancelled": choices.cancelled = log.word(node, key, as: Dialect.Cancelled.self)
    case "delete-while-active":
      choices.deleteWhileActive = log.word(node, key, as: Dialect.DeleteWhileActive.self)
    case "durable-raw": choices.durableRaw = log.word(node, key, as: Dialect.DurableRaw.self)
    case "cancelled-capture":
      choices.cancelledCapture = log.word(node, key, as: Dialect.CancelledCapture.self)
    case "delivery": choices.delivery = log.word(node, key, as: DeliveryWay.self)
    default:
      choices.readsFractionalRetryAfter = log.word(node, key, as: FractionalRetryAfter.self).map {
        $0 == .read
      }
    }
  }
}
