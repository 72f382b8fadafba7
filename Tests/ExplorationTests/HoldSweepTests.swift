import Choices
import Contract
import Mutants
import Properties
import ReferenceEngine
import Simulation
import Testing

@testable import Exploration

@Suite struct HoldSweepTests {
  private static let reference = Stage(engine: { _ in Engine() })
  /// A short dictation, so that everything can be tried.
  private static let short = Case(
    script: [
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(.milliseconds(900)), .command(.stop(nil), nil)),
    ])

  @Test func `no order that is one hold away breaks a promise`() {
    var traces: Set<UInt64> = []
    let tally = HoldSweep(Self.reference).run(Self.short) { _, result in
      traces.insert(result.trace.value)
      return true
    }
    #expect(tally.natural == .holds && tally.points > 20)
    #expect(tally.unmet == 0, "every hold of a sweep holds something")
    #expect(tally.verdicts[.holds] == tally.runs, "\(tally.found.map(\.verdict))")
    #expect(tally.distinctTraces == traces.count && traces.count > tally.runs / 2)
  }

  @Test func `nothing that one hold can do is left out`() {
    let natural = Self.reference.run(Self.short)
    var swept: Set<UInt64> = [natural.trace.value]
    _ = HoldSweep(Self.reference).run(Self.short) { _, result in
      swept.insert(result.trace.value)
      return true
    }
    // Every pair of deliveries, whether it makes sense or not.
    var order: [Identity] = []
    _ = Self.reference.run(Self.short) { record in
      if case .event = record.what { order.append(record.identity) }
    }
    var tried = 0
    for item in order {
      for until in order where until != item {
        var variant = Self.short
        variant.schedule = [Hold(KeyPattern(Key(item)), until: KeyPattern(Key(until)))]
        let result = Self.reference.run(variant)
        // A hold that had to be let go is another one: until what came last before that.
        if !result.unmatched.holds.isEmpty { continue }
        tried += 1
        #expect(swept.contains(result.trace.value), "\(item) until \(until)")
      }
    }
    #expect(tried > 30)
  }

  @Test func `two holds reach further than one, and a broken engine is found`() throws {
    let one = HoldSweep(Self.reference).run(Self.short)
    var goesOn = 400
    let two = HoldSweep(Self.reference, depth: 2).run(Self.short) { _, _ in
      goesOn -= 1
      return goesOn > 0
    }
    #expect(two.runs == 400 && two.distinctTraces > one.distinctTraces / 2)
    let mutant = try #require(Mutant.all.first { $0.name == "saved-before-row" })
    let tally = HoldSweep(Stage(engine: mutant.make)).run(Self.short)
    let found = tally.found.first { $0.violations.first?.clause == mutant.clause }
    let discovery = try #require(found)
    let plain = Stage(engine: mutant.make).run(discovery.theCase)
    #expect(plain.trace.value == discovery.trace)
  }
}
