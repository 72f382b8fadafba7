import Contract
import Journeys
import Scenarios
import Storage
import Testing

@testable import Commands

/// Whatever the connection to History is set up like, a case whose disk does what it is asked is the
/// same case: only what survives differs.
@Suite("Set-ups of History", .serialized)
struct StorageProfileTests {
  /// Cases with faults of requests but none of the disk. In a debug build the profiles share the
  /// sample between them, because each of them would take too long for all of it.
  private static func cases(_ suite: Suite, _ place: Int) -> [SuiteCase] {
    let all = suite.cases.filter { Whole.isInSample($0) && !$0.needsDisk }
    #if DEBUG
      let shares = DatabaseSettings.profiles.count - 1
      return all.enumerated().filter { $0.offset % shares == place }.map(\.element)
    #else
      return all
    #endif
  }

  @Test(arguments: 1..<DatabaseSettings.profiles.count)
  func `a case has the trace that it has in memory`(_ place: Int) throws {
    var engine = Engines.reference
    engine.habits = StorageHabits(database: DatabaseSettings.profiles[place].settings)
    let cases = Self.cases(try Whole.suite(), place - 1)
    #expect(cases.count > 50)
    let found = Whole.run(cases, engine, on: .disk)
    for theCase in cases {
      let memory = Whole.inMemory[theCase.id]?.line
      #expect(found[theCase.id]?.line.trace == memory?.trace, "\(theCase.id)")
      #expect(found[theCase.id]?.line.outcome == memory?.outcome, "\(theCase.id)")
    }
  }
}
