import Foundation

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

