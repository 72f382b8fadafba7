import Contract
import JSON
import Testing

@testable import Scenarios

/// As much of JSON Schema, draft 7, as the scenario schema uses, written apart from it. A keyword
/// it does not know is a fault, so that nothing passes unread.
struct SchemaValidator {
  private let definitions: [String: JSONValue]
  private let root: JSONValue

  init(_ schema: JSONValue) {
    root = schema
    definitions = Dictionary(
      uniqueKeysWithValues: (schema["definitions"]?.members ?? []).map { ($0.key, $0.value) })
  }

  /// What of a value does not fit, by its path.
  func faults(_ value: JSONValue) -> [String] { faults(value, root, "") }

  private func faults(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard let keywords = schema.members else { return ["\(path): no schema"] }
    if let name = schema["$ref"]?.string {
      guard let target = definitions[String(name.dropFirst("#/definitions/".count))] else {
        return ["\(path): \(name) is not defined"]
      }
      return faults(value, target, path)
    }
    return keywords.flatMap { keyword($0.key, $0.value, value, schema, path) }
  }

  private func keyword(
    _ name: String, _ argument: JSONValue, _ value: JSONValue, _ schema: JSONValue, _ path: String
  ) -> [String] {
    switch name {
    case "$schema", "title", "description", "definitions": return []
    case "type":
      let types = argument.string.map { [$0] } ?? (argument.elements ?? []).compactMap(\.string)
      return types.contains { isType($0, value) } ? [] : ["\(path): no \(types)"]
    case "const": return value == argument ? [] : ["\(path): not \(argument)"]
    case "enum":
      return (argument.elements ?? []).contains(value) ? [] : ["\(path): \(value) is no word"]
    case "anyOf":
      let all = (argument.elements ?? []).map { faults(value, $0, path) }
      return all.contains { $0.isEmpty } ? [] : [all.flatMap { $0 }.last ?? path]
    case "pattern": return matches(argument, value, path)
    case "minLength": return (value.string?.count ?? 99) >= argument.integer ?? 0 ? [] : [path]
    case "minimum": return (value.integer ?? 0) >= argument.integer ?? 0 ? [] : [path]
    case "maximum": return (value.integer ?? 0) <= argument.integer ?? 0 ? [] : [path]
    case "items":
      return (value.elements ?? []).enumerated().flatMap {
        faults($0.element, argument, "\(path)[\($0.offset)]")
      }
    case "minItems": return (value.elements?.count ?? 99) >= argument.integer ?? 0 ? [] : [path]
    case "maxItems": return (value.elements?.count ?? 0) <= argument.integer ?? 0 ? [] : [path]
    case "minProperties": return (value.members?.count ?? 99) >= argument.integer ?? 0 ? [] : [path]
    case "maxProperties": return (value.members?.count ?? 0) <= argument.integer ?? 0 ? [] : [path]
    case "properties":
      return (value.members ?? []).flatMap { member in
        argument[member.key].map { faults(member.value, $0, "\(path).\(member.key)") } ?? []
      }
    case "additionalProperties":
      let known = (schema["properties"]?.members ?? []).map(\.key)
      return (value.members ?? []).filter { !known.contains($0.key) }.flatMap { member in
        argument == false
          ? ["\(path).\(member.key): unknown"]
          : faults(member.value, argument, "\(path).\(member.key)")
      }
    case "required":
      return (argument.elements ?? []).compactMap(\.string).filter { value[$0] == nil }.map {
        "\(path): no \($0)"
      }
    default: return ["\(path): keyword \(name)"]
    }
  }

  private func isType(_ type: String, _ value: JSONValue) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  private func matches(_ pattern: JSONValue, _ value: JSONValue, _ path: String) -> [String] {
    guard let text = value.string, let pattern = pattern.string else { return [] }
    do {
      return try Regex(pattern).firstMatch(in: text) == nil ? ["\(path): '\(text)' \(pattern)"] : []
    } catch {
      return ["\(path): pattern \(pattern)"]
    }
  }
}

extension YAMLNode {
  /// The value as an editor that speaks YAML 1.2 sees it.
  var json: JSONValue {
    switch content {
    case .refused: .null
    case .sequence(let nodes): .array(nodes.map(\.json))
    case .mapping(let entries):
      .object(entries.map { JSONMember(key: $0.key, value: $0.value.json) })
    case .scalar(let scalar):
      if scalar.isQuoted {
        .string(scalar.text)
      } else if scalar.text == "true" || scalar.text == "false" {
        .bool(scalar.text == "true")
      } else if let number = Int64(scalar.text) {
        .integer(number)
      } else {
        .string(scalar.text)
      }
    }
  }
}

/// What the schema finds wrong with a text.
func schemaFaults(_ text: String) throws -> [String] {
  let platforms = try projectPlatforms()
  let validator = SchemaValidator(ScenarioSchema.schema(platforms: platforms))
  return validator.faults(try #require(read(text).root).json)
}

@Suite struct `The schema for editors` {
  @Test func `is the same bytes every time, and JSON again`() throws {
    let platforms = try projectPlatforms()
    let text = ScenarioSchema.schema(platforms: platforms).description
    #expect(text == ScenarioSchema.schema(platforms: platforms).description)
    #expect(try JSONValue(reading: text).description == text)
  }

  @Test func `accepts every scenario of the project`() throws {
    let platforms = try projectPlatforms()
    let validator = SchemaValidator(ScenarioSchema.schema(platforms: platforms))
    let sources = try projectScenarios()
    #expect(sources.count >= 5)
    for source in sources {
      let log = DiagnosticLog(for: source)
      let root = try #require(YAMLReader.read(log))
      #expect(validator.faults(root.json) == [], "\(source.path)")
    }
  }

  @Test(arguments: [
    ("gvien: {}", ".gvien: unknown"), ("given: {audio: 5}", ".given"),
    ("given: {recognizer: [{reply: {status: 600}}]}", ".given"),
    ("person: [{at: 0s, do: sart r1}]", ".person"),
    ("platforms: [macs]", ".platforms[0]"), ("crash: {at: person 1}", ".crash"),
    ("journeys: [delete-means-gne]", ".journeys[0]"), ("needs: [x]", ".needs[0]: \"x\" is no word"),
  ])
  func `refuses what the reader refuses`(middle: String, expected: String) throws {
    let faults = try schemaFaults(scenario(middle))
    #expect(!faults.isEmpty && faults.allSatisfy { $0.hasPrefix(expected) }, "\(faults)")
  }

  @Test func `refuses a clause that is not there, and says what a clause promises`() throws {
    let line = "- {that: x, cites: [REQUEST.413-bonded]}"
    #expect(try schemaFaults(scenario("", then: line)).count == 1)
    let schema = ScenarioSchema.schema(platforms: try projectPlatforms())
    let clauses = schema["definitions"]?["clause"]?["anyOf"]?.elements ?? []
    #expect(clauses.compactMap { $0["const"]?.string } == ClauseID.allCases.map(\.id))
    #expect(clauses.allSatisfy { $0["description"]?.string?.isEmpty == false })
  }
}
