import Contract
public import JSON

/// The scenario format as a JSON Schema (draft 7), for editors: they complete keys and ids, and
/// show what a clause says.
///
/// The keys of every map are those that the reader accepts, so the two cannot drift apart. The
/// reader knows more: which keys exclude each other, and which names can ever happen.
public enum ScenarioSchema {
  /// The schema, with the ids of the registries as its words.
  public static func schema(platforms: PlatformRegistry) -> JSONValue {
    let required = ["format", "id", "title", "status", "then"]
    let root = object("scenario", Scenario.keys, required: required)
    return .object(
      [
        JSONMember(key: "$schema", value: "http://json-schema.org/draft-07/schema#"),
        JSONMember(key: "title", value: "Lastword scenario, format 1"),
      ] + (root.members ?? []) + [
        JSONMember(key: "definitions", value: .object(definitions(platforms)))
      ])
  }

  /// What stands for a value of the matrix.
  static let placeholder = "^\\{[A-Za-z0-9._-]{1,40}\\}$"

  private static func definitions(_ platforms: PlatformRegistry) -> [JSONMember] {
    [
      definition("clause", documented(ClauseID.allCases.map { ($0.id, $0.says) })),
      definition("journey", documented(JourneyID.allCases.map { ($0.id, $0.title) })),
      definition("platform", documented(platforms.platforms.map { ($0.id, $0.title) })),
      definition("placeholder", ["type": "string", "pattern": .string(placeholder)]),
      definition("duration", text("^[0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h|d)$")),
      definition("step", text("^[+-]?[0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h|d)$")),
      definition(
        "stretch", text("^([0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h|d)|[0-9]+ samples)$")),
      definition("size", text("^[0-9]+(\\.[0-9]+)?(B|kB|KB|MB|GB|KiB|MiB|GiB)$")),
      definition("recording", text("^r[1-9][0-9]*$")),
      definition("file", text("^r[1-9][0-9]*\\.(partial|source|leaf\\.[0-9]+)$")),
      definition("happening", ["type": "string", "minLength": 3]),
      definition("rules", list(object("rule", FormatReader.ruleKeys, required: ["reply"]))),
      definition("reply", object("reply", FormatReader.replyKeys)),
      definition("settings", object("settings", FormatReader.settingsKeys)),
      definition("handoff", object("handoff", FormatReader.handoffKeys)),
      definition("says", says),
      definition("expect", object("expect", FormatReader.expectKeys)),
    ]
  }

  private static func definition(_ name: String, _ schema: JSONValue) -> JSONMember {
    JSONMember(key: name, value: schema)
  }

  /// Words with an explanation each, which editors show.
  private static func documented(_ words: [(id: String, says: String)]) -> JSONValue {
    [
      "anyOf": .array(
        words.map { ["const": .string($0.id), "description": .string($0.says)] })
    ]
  }

  // MARK: Shapes

  /// A map that has no keys but these; `map` says whose keys they are.
  static func object(_ map: String, _ keys: [String], required: [String] = []) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember(key: "type", value: "object"),
      JSONMember(key: "additionalProperties", value: false),
      JSONMember(
        key: "properties",
        value: .object(keys.map { JSONMember(key: $0, value: property($0, of: map)) })),
    ]
    if !required.isEmpty {
      members.append(JSONMember(key: "required", value: .array(required.map { .string($0) })))
    }
    return .object(members)
  }

  /// One of several shapes.
  static func either(_ shapes: JSONValue...) -> JSONValue { ["anyOf": .array(shapes)] }

  /// A shape, or a key of the matrix in its place.
  static func orKey(_ shape: JSONValue) -> JSONValue { either(shape, reference("placeholder")) }

  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/definitions/\(name)")]
  }

  static func list(_ element: JSONValue, least: Int64 = 0) -> JSONValue {
    ["type": "array", "items": element, "minItems": .integer(least)]
  }

  /// A shape or a list of it.
  static func oneOrMany(_ shape: JSONValue) -> JSONValue { either(shape, list(shape, least: 1)) }

  static func words(_ words: [String]) -> JSONValue {
    ["enum": .array(words.map { .string($0) })]
  }

  static func integer(_ range: ClosedRange<Int64>) -> JSONValue {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ]
  }

  static func text(_ pattern: String) -> JSONValue {
    ["type": "string", "pattern": .string(pattern)]
  }

  static var string: JSONValue { ["type": "string"] }
  static var scalar: JSONValue { ["type": ["string", "integer", "number", "boolean"]] }

  /// A word of a clip, by its spelling or its place.
  static var clipWord: JSONValue {
    either(text("^[a-z]?[0-9]+$"), integer(0...131_071))
  }

  /// A map of any keys to one shape.
  static func map(of shape: JSONValue) -> JSONValue {
    ["type": "object", "additionalProperties": shape]
  }
}
