import Contract
import Journeys
import Scenarios
import Testing

@testable import Commands

@Suite("Every scenario on the reference engine")
struct EveryScenarioTests {
  @Test func `the suite is as large as it has to be`() throws {
    let suite = try Whole.suite()
    #expect(suite.scenarios.count >= 80)
    let ran = Whole.inMemory.values.filter { $0.line.outcome != .unsupported }
    #expect(ran.count >= 300)
    #expect(Set(ran.map(\.line.trace)).count >= 150)
    #expect(suite.platforms.map(\.id) == ["macos", "ios", "ios-keyboard", "android", "windows"])
  }

  @Test(arguments: Whole.scenarios)
  func `holds in every member on every platform`(_ id: String) throws {
    let scenario = try #require(try Whole.suite().scenario(id))
    var held = 0
    for theCase in SuiteCase.all(of: scenario) where !theCase.needsDisk {
      let line = try #require(Whole.inMemory[theCase.id]).line
      if line.outcome == .holds { held += 1 }
      #expect(line.outcome == .holds || line.outcome == .unsupported, "\(told(line))")
    }
    #expect(held > 0 || scenario.store == .disk, "no case of it ran")
  }

  /// What a reader needs to go on.
  private func told(_ line: CaseLine) -> String {
    let account = line.account
    return "\(line.id): \(account?.clause ?? "") \(account?.finding ?? "") "
      + "(expected \(account?.expected ?? ""), observed \(account?.observed ?? ""))"
  }
}

@Suite("The same case, the same trace")
struct SameTraceTests {
  @Test func `a second run in the reversed order is the same`() throws {
    let cases = try Whole.suite().cases.filter { Whole.isInSample($0) }
    let again = Whole.run(cases.reversed())
    #expect(again.count > 100)
    for theCase in cases {
      #expect(
        again[theCase.id]?.line.trace == Whole.inMemory[theCase.id]?.line.trace, "\(theCase.id)")
    }
  }

  @Test func `memory and disk tell the same story`() throws {
    let cases = try Whole.suite().cases.filter { Whole.isInSample($0) && !$0.needsDisk }
    let onDisk = Whole.run(cases, on: .disk)
    #expect(onDisk.count > 100)
    for theCase in cases {
      let disk = try #require(onDisk[theCase.id]).line
      #expect(disk.trace == Whole.inMemory[theCase.id]?.line.trace, "\(theCase.id)")
      #expect(disk.outcome == Whole.inMemory[theCase.id]?.line.outcome, "\(theCase.id)")
    }
  }

  @Test func `what needs the disk holds on the disk`() throws {
    let cases = try Whole.suite().cases.filter(\.needsDisk)
    for (id, outcome) in Whole.run(cases, on: .disk) {
      #expect(outcome.line.outcome == .holds, "\(id)")
    }
  }
}

@Suite("Good engines that do it differently")
struct VariantTests {
  @Test(arguments: Engines.variants.map(\.name), ["bulk", "request"])
  func `holds wherever the reference does`(_ name: String, _ section: String) throws {
    let engine = try #require(Engines.all.first { $0.name == name })
    let cases = try Whole.suite().cases.filter {
      $0.scenario.section == section && Whole.isInSample($0)
    }
    var held = 0
    for (id, outcome) in Whole.run(cases, engine) {
      if outcome.line.outcome == .holds { held += 1 }
      let account = outcome.line.account
      #expect(
        outcome.line.outcome == .holds || outcome.line.outcome == .unsupported,
        "\(id): \(account?.clause ?? "") \(account?.finding ?? "")")
    }
    #expect(held > 5)
  }
}
