import Contract
import Foundation
import Testing

@testable import Scenarios

@Suite struct `The scenarios of the project` {
  @Test func `load without a mistake`() throws {
    let registry = try projectPlatforms()
    for name in try FileManager.default.subpathsOfDirectory(
      atPath: projectRoot.appending(path: "scenarios").path)
    where name.hasSuffix(".yaml") && !name.hasPrefix("registry/") {
      let source = try SourceText(
        contentsOf: projectRoot.appending(path: "scenarios/\(name)").path)
      do throws(Refusal) {
        let scenario = try Scenario(source, platforms: registry)
        #expect(!scenario.cases.isEmpty)
      } catch {
        Issue.record("\(error.rendered)")
      }
    }
  }
}
