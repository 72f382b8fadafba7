import Contract
import Scenarios
import Simulation
import Testing

@testable import Commands

@Suite("What the platforms' choices change")
struct PlatformTests {
  private static let least = 5

  @Test func `each platform tells at least five scenarios differently because of its choices`()
    throws
  {
    let suite = try Whole.suite()
    var differences = PlatformDifferences(suite)
    #expect(differences.effects(of: suite.platforms[0]).isEmpty)
    for platform in suite.platforms.dropFirst() {
      let effects = differences.effects(of: platform)
      let scenarios = Set(effects.flatMap(\.scenarios))
      #expect(scenarios.count >= Self.least, "\(platform.id)")
      for effect in effects {
        #expect(!effect.scenarios.isEmpty, "\(platform.id): nothing shows \(effect.choice.name)")
      }
    }
  }

  @Test func `the named choices and the surfaces are the whole dialect`() throws {
    let suite = try Whole.suite()
    for platform in suite.platforms {
      var dialect = suite.platforms[0].platform.dialect
      for choice in platform.reasons { dialect.adopt(choice.name, of: platform.platform.dialect) }
      dialect.surfaces = platform.platform.dialect.surfaces
      #expect(dialect == platform.platform.dialect)
    }
  }
}
