import Contract
import JSON
import SimulatedDisk
import Simulation

// The shapes of what is given, of what happens and of what is unusual.
extension ScenarioSchema {
  /// The shape of one key of a map.
  static func property(_ key: String, of map: String) -> JSONValue {
    switch map {
    case "scenario": ofScenario(key)
    case "given": orKey(ofGiven(key))
    case "limits": orKey(ofLimits(key))
    case "disk": orKey(ofDisk(key))
    case "settings": orKey(ofSettings(key))
    case "rule":
      key == "when" ? object("when", FormatReader.conditionKeys) : orKey(reference("reply"))
    case "when": orKey(ofCondition(key))
    case "reply": orKey(ofReply(key))
    case "found": orKey(ofPlant(key))
    case "row": orKey(ofRow(key))
    case "handoff": orKey(ofHandoff(key))
    case "entry": orKey(ofEntry(key))
    case "crash": orKey(ofCrash(key))
    case "line": ofLine(key)
    case "regression": ofRegression(key)
    case "when-dialect": ofDialect(key)
    case "expect": orKey(ofExpect(key))
    default: orKey(ofExpectPart(key))
    }
  }

  private static func ofScenario(_ key: String) -> JSONValue {
    switch key {
    case "format": ["const": 1]
    case "id": text("^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)+$")
    case "status": words(Scenario.Status.allCases.map(\.rawValue))
    case "journeys": list(reference("journey"))
    case "platforms": list(reference("platform"), least: 1)
    case "store": words(Scenario.Store.allCases.map(\.rawValue))
    case "needs": list(words(Capability.allCases.map(\.rawValue)))
    case "matrix": map(of: either(list(scalar, least: 1), ["type": "object"]))
    case "given": orKey(object("given", FormatReader.givenKeys))
    case "person": orKey(list(orKey(object("entry", FormatReader.entryKeys, required: ["do"]))))
    case "plan": orKey(map(of: either(scalar, ["type": "object"])))
    case "schedule": orKey(list(orKey(hold)))
    case "crash": oneOrMany(orKey(object("crash", FormatReader.crashKeys, required: ["at"])))
    case "then": list(object("line", Scenario.lineKeys, required: ["that", "cites"]), least: 1)
    case "regression":
      object(
        "regression", FormatReader.regressionKeys,
        required: FormatReader.regressionKeys.filter { !["seed", "cut", "aliases"].contains($0) })
    default: string
    }
  }

  private static func ofRegression(_ key: String) -> JSONValue {
    switch key {
    case "clause": reference("clause")
    case "expect": words(Regression.Expectation.allCases.map(\.rawValue))
    case "seed": text("^0x[0-9a-f]{1,16}$")
    case "generator": integer(1...1_000_000)
    case "trace", "cut": text("^[0-9a-f]{16}$")
    case "aliases": map(of: string)
    default: string
    }
  }

  private static var hold: JSONValue {
    [
      "type": "object", "additionalProperties": false, "required": ["hold", "until"],
      "properties": ["hold": reference("happening"), "until": reference("happening")],
    ]
  }

  private static func ofGiven(_ key: String) -> JSONValue {
    switch key {
    case "provider": words(Provider.words + ["local"])
    case "settings": object("settings", FormatReader.settingsKeys.filter { $0 != "provider" })
    case "limits": object("limits", FormatReader.limitKeys)
    case "disk": object("disk", FormatReader.diskKeys)
    case "audio": either(reference("duration"), list(stretch, least: 1))
    case "focus": either(integer(1...65_535), words(["none"]))
    case "fields": map(of: orKey(words(Simulation.Field.words)))
    case "recognizer", "cleanup": reference("rules")
    case "live": words(LiveKind.words)
    case "mic": words(MicrophoneWord.words)
    default:
      list(
        either(words(FormatReader.plantWords), object("found", FormatReader.plantKeys)))
    }
  }

  private static var stretch: JSONValue {
    let lengths: [JSONMember] = ["speech", "quiet", "zeros"].map {
      JSONMember(key: $0, value: orKey(reference("duration")))
    }
    return [
      "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
      "properties": .object(lengths),
    ]
  }

  private static func ofLimits(_ key: String) -> JSONValue {
    switch key {
    case "capture": reference("duration")
    case "minimum-leaf", "leg-queue": reference("stretch")
    case "known-body": either(reference("size"), words(["unknown"]))
    case "split-depth": integer(0...7)
    default: reference("size")
    }
  }

  private static func ofDisk(_ key: String) -> JSONValue {
    switch key {
    case "room": reference("size")
    case "quotas": map(of: orKey(reference("size")))
    case "free-space": either(reference("size"), words(["unknown", "stale", "fails"]))
    case "protects": map(of: orKey(words(ProtectionClass.words)))
    case "locked": oneOrMany(orKey(stretchOfTime(["from"])))
    default:
      oneOrMany(
        orKey(stretchOfTime(["from", "holds"], more: ["holds": words(DiskPlan.Visit.Hold.words)])))
    }
  }

  private static func stretchOfTime(
    _ required: [String], more: KeyValuePairs<String, JSONValue> = [:]
  ) -> JSONValue {
    let own = ["from", "until"].map { JSONMember(key: $0, value: orKey(reference("duration"))) }
    return [
      "type": "object", "additionalProperties": false,
      "required": .array(required.map { .string($0) }),
      "properties": .object(own + more.map { JSONMember(key: $0.key, value: orKey($0.value)) }),
    ]
  }

  private static func ofSettings(_ key: String) -> JSONValue {
    switch key {
    case "provider": words(Provider.words + ["local"])
    case "cleanup": either(words(Cleanup.words), ["const": false])
    default: integer(0...255)
    }
  }

  private static func ofCondition(_ key: String) -> JSONValue {
    switch key {
    case "hears": clipWord
    case "refusals-enclosing", "failures-enclosing":
      [
        "type": "object", "additionalProperties": false, "required": ["below"],
        "properties": ["below": orKey(integer(0...1_000))],
      ]
    case "body-over": reference("size")
    case "recording": reference("recording")
    case "attempt": integer(1...65_535)
    default: integer(0...255)
    }
  }

  private static func ofReply(_ key: String) -> JSONValue {
    switch key {
    case "status": integer(100...599)
    case "headers": map(of: scalar)
    case "form":
      either(
        words(["usual", "plain", "json", "not-text"]),
        [
          "type": "object", "additionalProperties": false, "minProperties": 1,
          "maxProperties": 1, "properties": ["json-extra": string, "bytes": string],
        ])
    case "breaks":
      either(
        words(["nowhere", "unreachable", "refused", "before-head", "after-head", "too-large"]),
        [
          "type": "object", "additionalProperties": false, "required": ["in-body"],
          "properties": ["in-body": integer(0...1_000_000_000)],
        ])
    case "latency": reference("duration")
    default: string
    }
  }

  private static func ofPlant(_ key: String) -> JSONValue {
    switch key {
    case "row": object("row", FormatReader.rowKeys, required: ["recording", "state"])
    case "file", "broken-file": reference("file")
    case "length": reference("stretch")
    case "closed": ["type": "boolean"]
    case "damaged-row", "tombstone": reference("recording")
    case "generation": integer(0...65_535)
    default: reference("handoff")
    }
  }

  private static func ofRow(_ key: String) -> JSONValue {
    switch key {
    case "recording": reference("recording")
    case "state": words(RowState.words)
    case "attempt": integer(1...65_535)
    case "generation": integer(0...65_535)
    case "reason": words(Reason.words)
    case "integrity": words(SourceIntegrity.words)
    case "length": reference("stretch")
    case "checkpoint":
      [
        "type": "object", "additionalProperties": false, "required": ["text", "leaves", "through"],
        "properties": [
          "text": string, "leaves": integer(1...65_535), "through": reference("stretch"),
        ],
      ]
    case "delivery": words(DeliveryStanding.words)
    case "usage": words(UsageStanding.words)
    case "settings": reference("settings")
    default: string
    }
  }

  private static func ofHandoff(_ key: String) -> JSONValue {
    switch key {
    case "from": words(ProcessRole.words)
    case "boot": integer(1...127)
    case "sequence": integer(1...1_000_000)
    case "kind": words(["start", "stop", "cancel", "state", "text", "receipt"])
    case "recording": reference("recording")
    case "field": integer(1...65_535)
    case "indicator": words(Indicator.words)
    case "delivery": words(DeliveryStanding.words)
    case "age": reference("duration")
    default: string
    }
  }

  private static func ofEntry(_ key: String) -> JSONValue {
    switch key {
    case "at", "wait": reference("duration")
    case "after": reference("happening")
    case "do": text("^(\(FormatReader.deeds.joined(separator: "|")))( .*)?$")
    case "by", "process": words(ProcessRole.words)
    case "settings": reference("settings")
    case "handoff": reference("handoff")
    default: string
    }
  }

  private static func ofCrash(_ key: String) -> JSONValue {
    switch key {
    case "at": text("^(before|after|in) .+$")
    case "when": words(Crash.Side.words)
    case "kind": words(CrashKind.words)
    case "profile": words(DiskProfile.words)
    case "lost": list(string)
    case "torn": ["type": "object", "additionalProperties": words(Losses.Tear.words)]
    case "role": words(ProcessRole.words)
    default: either(reference("duration"), words(["never"]))
    }
  }
}
