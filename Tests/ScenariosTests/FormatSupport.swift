import Contract
import Foundation
import JSON
import Simulation
import Testing

@testable import Scenarios

/// The root of the project.
let projectRoot = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The platforms of the project.
func projectPlatforms() throws -> PlatformRegistry {
  try PlatformRegistry(
    SourceText(
      contentsOf: projectRoot.appending(path: "scenarios/registry/platforms.yaml").path,
      limits: .registry))
}

/// The scenario files of the project, without the registries.
func projectScenarios() throws -> [SourceText] {
  try FolderListing.files(
    below: projectRoot.appending(path: "scenarios").path, suffix: ".yaml"
  ).filter { !$0.contains("/registry/") }.map { try SourceText(contentsOf: $0) }
}

/// Reads a scenario from text: it, or what is wrong with it. What the reader takes, the schema
/// for editors must take as well.
func load(_ text: String) throws -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
  let platforms = try projectPlatforms()
  do throws(Refusal) {
    let scenario = try Scenario(SourceText(path: "case.yaml", text: text), platforms: platforms)
    for fault in SchemaValidator(ScenarioSchema.schema(platforms: platforms)).faults(
      read(text).root?.json ?? .null)
    {
      Issue.record("the schema refuses \(fault)")
    }
    return (scenario, [])
  } catch {
    return (nil, error.diagnostics)
  }
}

/// A small scenario with these lines in its middle and, unless given, one `then` line.
func scenario(_ middle: String, then: String = "- {that: it works, cites: [ATTEMPT.always-ends]}")
  -> String
{
  """
  format: 1
  id: test.case
  title: A test
  status: draft
  \(middle)
  then:
    \(then)

  """
}

/// The case of a small scenario on macOS.
func theCase(_ middle: String) throws -> Case {
  let (scenario, diagnostics) = try load(scenario(middle))
  for diagnostic in diagnostics { Issue.record("\(diagnostic.rendered)") }
  return try #require(scenario?.cases.first { $0.id.hasSuffix("@macos") }?.theCase)
}

/// The checks of a small scenario whose only line expects this.
func checks(_ expectation: String, _ middle: String = "") throws -> ScenarioCase {
  let line = "- {that: it works, cites: [ATTEMPT.always-ends], expect: \(expectation)}"
  let (scenario, diagnostics) = try load(scenario(middle, then: line))
  for diagnostic in diagnostics { Issue.record("\(diagnostic.rendered)") }
  return try #require(scenario?.cases.first)
}
