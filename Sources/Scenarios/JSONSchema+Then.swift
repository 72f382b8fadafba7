import Contract
import JSON

// The shapes of lines and expectations.
extension ScenarioSchema {
  static func ofLine(_ key: String) -> JSONValue {
    switch key {
    case "that": string
    case "cites": list(reference("clause"), least: 1)
    case "expect": oneOrMany(orKey(reference("expect")))
    default: object("when-dialect", FormatReader.dialectKeys)
    }
  }

  static func ofDialect(_ key: String) -> JSONValue {
    switch key {
    case "cancelled": words(Dialect.Cancelled.words)
    case "delete-while-active": words(Dialect.DeleteWhileActive.words)
    case "durable-raw": words(Dialect.DurableRaw.words)
    case "cancelled-capture": words(Dialect.CancelledCapture.words)
    case "delivery": words(DeliveryWay.words)
    default: words(FractionalRetryAfter.words)
    }
  }

  /// What a text says.
  static var says: JSONValue {
    either(
      string,
      [
        "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
        "properties": [
          "words": wordRange, "before": clipWord,
        ],
      ])
  }

  /// The first and the last of several words.
  private static var wordRange: JSONValue {
    ["type": "array", "items": clipWord, "minItems": 2, "maxItems": 2]
  }

  static func ofExpect(_ key: String) -> JSONValue {
    switch key {
    case "entries": integer(0...1_000)
    case "never", "eventually", "not-ignored": oneOrMany(reference("happening"))
    case "order": list(reference("happening"), least: 2)
    case "count": object("count", ["of", "equals", "at-least", "at-most"], required: ["of"])
    case "within":
      object("within", ["from", "to", "at-least", "at-most"], required: ["from", "to"])
    case "shows": oneOrMany(object("shows", shown, required: shown))
    case "ends": words(["idle"])
    case "told":
      oneOrMany(
        either(
          words(Topic.words),
          object("told", ["topic", "recording", "times"], required: ["topic"])))
    case "never-told": oneOrMany(words(Topic.words))
    case "landed":
      oneOrMany(object("landed", ["field", "recording", "says", "times"], required: ["field"]))
    case "ignored":
      oneOrMany(
        either(
          reference("happening"), object("ignored", ["event", "reason"], required: ["event"])))
    case "heard":
      oneOrMany(object("heard", ["recording", "accepted", "with"], required: ["recording"]))
    case "live": oneOrMany(object("live", FormatReader.liveKeys))
    case "typed": oneOrMany(object("typed", FormatReader.typedKeys, required: ["field"]))
    case "leg": oneOrMany(object("leg", FormatReader.legHearsKeys, required: ["number"]))
    default: ofRowExpect(key)
    }
  }

  private static let shown = ["surface", "indicator", "when"]

  private static func ofRowExpect(_ key: String) -> JSONValue {
    switch key {
    case "recording": reference("recording")
    case "state": oneOrMany(words(RowState.words + ["none"]))
    case "reason": oneOrMany(words(Reason.words))
    case "says", "raw", "checkpoint": reference("says")
    case "text": words(["raw", "cleaned"])
    case "attempt": integer(1...65_535)
    case "integrity": oneOrMany(words(SourceIntegrity.words))
    case "delivery": oneOrMany(words(DeliveryStanding.words))
    case "usage": oneOrMany(words(UsageStanding.words))
    case "settings": reference("settings")
    case "audio": words(["kept", "gone"])
    case "claimed", "never-claimed": oneOrMany(words(ClaimWord.words))
    default: string
    }
  }

  /// The keys of the small maps inside expectations; each means the same wherever it stands.
  static func ofExpectPart(_ key: String) -> JSONValue {
    switch key {
    case "of", "from", "to", "event": reference("happening")
    case "equals": integer(0...50_000)
    case "at-least", "at-most": either(integer(0...50_000), reference("duration"))
    case "surface": words(Surface.words + ["any"])
    case "indicator": words(Indicator.words)
    case "when": words(ShowTime.words)
    case "topic": words(Topic.words)
    case "recording": reference("recording")
    case "times": integer(0...1_000)
    case "field": integer(1...65_535)
    case "says": reference("says")
    case "reason": words(Ignored.words)
    case "accepted", "words": words(HeardCheck.Accepted.words)
    case "has", "lacks": either(clipWord, wordRange)
    case "placed-within": reference("duration")
    case "discloses": either(words(["nothing", "what-is-lost"]), wordRange)
    case "number": integer(1...4_094)
    case "offset", "hears-from", "within": reference("stretch")
    default: reference("settings")
    }
  }
}
