import Contract
import Mutants
import Properties
import ReferenceEngine
import Simulation
import SimulatedDisk
import Storage
import Testing

@testable import Exploration

/// One disk world at a time in a process.
@Suite(.serialized) struct FaultSweepTests {
  static func stage(_ engine: @escaping EngineMaker = { _ in Engine() }) -> Exploration.Stage {
    Stage(
      engine: engine,
      store: {
        do { return try DiskStore() } catch { preconditionFailure("\(error)") }
      })
  }

  /// A debug build is too slow for every operation.
  #if DEBUG
    private static let step = 5
  #else
    private static let step = 1
  #endif

  @Test func `whatever operation of a dictation fails, the contract is kept`() {
    DiskStore.exclusively {
      var n = 0
      let tally = FaultSweep(Self.stage()).run(Case()) { _ in
        n += 1
        return n.isMultiple(of: Self.step)
      }
      #expect(tally.natural == .holds)
      #expect(tally.points > 100)
      #expect(tally.runs > 1_000 / Self.step && tally.unmet == 0)
      #expect(tally.distinctTraces > 20)
      for found in tally.found {
        Issue.record(
          """
          \(found.fault.point.text) \(found.fault.fault) \(found.fault.lasts): \(found.verdict) \
          \(found.violations.map(\.clause.rawValue)) \(found.violations.first?.observed ?? "")
          """)
      }
    }
  }

  @Test func `an operation is named by its request, and every one is met`() {
    DiskStore.exclusively {
      let (points, natural) = FaultSweep(Self.stage()).points(of: Case())
      #expect(natural.verdict == .holds)
      let texts = points.map(\.text)
      #expect(Set(texts).count == texts.count)
      #expect(texts.contains("store/r1.a1/processing/journal.sync.1"))
      #expect(texts.contains("promote/r1/partial/source.rename.1"))
    }
  }

  @Test func `what is found is replayed by its case alone`() throws {
    let mutant = try #require(Mutant.all.first { $0.name == "write-failure-claimed" })
    try DiskStore.exclusively {
      let stage = Self.stage(mutant.make)
      let tally = FaultSweep(stage).run(Case()) { $0.text.contains("/success/journal.sync") }
      #expect(tally.natural == .holds && tally.points > tally.runs)
      let found = try #require(tally.found.first { $0.verdict == .violated })
      #expect(found.theCase.disk.entries.count == 1)
      let again = stage.run(found.theCase)
      #expect(again.trace.value == found.trace && again.unmatched.disk.isEmpty)
      #expect(again.violations.map(\.clause) == found.violations.map(\.clause))
    }
  }

  @Test func `a case with a fault needs a disk, and says so where there is none`() throws {
    let request = try IdentityPattern(parsing: "store/r1.a1/processing")
    let point = try #require(DiskPoint("journal.sync.1"))
    let theCase = Case(disk: DiskPlan([DiskPlan.Entry(request, point, .failsBefore)]))
    #expect(Stage(engine: { _ in Engine() }).run(theCase).unmatched.disk == [0])
    DiskStore.exclusively {
      #expect(Self.stage().run(theCase).unmatched.disk.isEmpty)
    }
  }
}
