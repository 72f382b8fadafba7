import Contract
import Exploration
import Properties
import Simulation
import SimulatedDisk
import Storage
import Testing

@testable import Commands

/// Adapters that believe too much break a promise as soon as one operation of the disk fails; the
/// good one keeps all of them in the same run.
@Suite("Adapters before a failing disk", .serialized)
struct StorageFaultTests {
  /// One operation that fails.
  struct Trouble: CustomTestStringConvertible, Sendable {
    let mutant: String
    let request: String
    let point: String
    var fault = DiskFault.failsBefore
    /// What a service takes at most, so that there are leaves.
    var knownBody: Int?

    var testDescription: String { mutant }
  }

  static let troubles: [Trouble] = [
    Trouble(mutant: "append-believed", request: "append/r1/1", point: "partial.write.1"),
    Trouble(mutant: "close-believed", request: "close/r1/partial", point: "partial.write.1"),
    Trouble(
      mutant: "checkpoint-believed", request: "store/r1.a1/checkpoint.1", point: "journal.open.1",
      knownBody: 70_000),
    Trouble(
      mutant: "open-file-believed", request: "inventory/store", point: "partial.open.1",
      fault: .vanishes),
    Trouble(
      mutant: "second-commit-believed", request: "store/r1.a1/processing",
      point: "journal.sync.3"),
    Trouble(
      mutant: "short-read-believed", request: "export/r1.a1/0", point: "source.read.17",
      fault: .short(0), knownBody: 70_000),
  ]

  /// The adapter under a dictation of five seconds in which the disk is in trouble.
  private func run(_ habits: StorageHabits, _ trouble: Trouble) throws -> CaseResult {
    var theCase = Case()
    theCase.platform.limits.knownBody = trouble.knownBody
    let plan = DiskPlan([
      DiskPlan.Entry(
        try IdentityPattern(parsing: trouble.request), try #require(DiskPoint(trouble.point)),
        trouble.fault)
    ])
    let store = try DiskStore(plan: plan, habits: habits)
    let stage = Stage(
      engine: Engines.reference.make, store: { [box = Box(store)] in box.store },
      checksIgnored: false)
    let result = stage.run(theCase)
    #expect(store.usedDiskEntries == [0])
    return result
  }

  /// Used from one thread.
  private final class Box: @unchecked Sendable {
    let store: DiskStore
    init(_ store: DiskStore) { self.store = store }
  }

  private func mutant(_ name: String) throws -> StorageMutant {
    try #require(StorageMutant.all.first { $0.name == name })
  }

  @Test(arguments: troubles)
  func `one failed operation shows it, by its clause first`(_ trouble: Trouble) throws {
    try DiskStore.exclusively {
      let mutant = try mutant(trouble.mutant)
      #expect(mutant.exposure == .fault)
      #expect(try run(.reference, trouble).violations.isEmpty)
      #expect(try run(mutant.habits, trouble).violations.first?.clause == mutant.clause)
    }
  }

  @Test func `every mutant that a fault shows has its fault here`() {
    let named = StorageMutant.all.filter { $0.exposure == .fault }.map(\.name)
    #expect(named.sorted() == (Self.troubles.map(\.mutant) + ["export-believed"]).sorted())
  }

  /// A leaf is cut short, its text lacks words, and the end is a success: what was heard of the
  /// leaf is less than was to be in it.
  @Test func `a leaf that was cut short is seen by what is heard of it`() throws {
    try DiskStore.exclusively {
      let mutant = try mutant("export-believed")
      let trouble = Trouble(
        mutant: mutant.name, request: "export/r1.a1/0", point: "leaf.write.4",
        fault: .noSpace(accepting: 2_000), knownBody: 70_000)
      let good = try run(.reference, trouble)
      #expect(good.violations.isEmpty)
      #expect(good.rows.map(\.state) == [.failed])
      let bad = try run(mutant.habits, trouble)
      #expect(bad.rows.map(\.state) == [.success])
      #expect(bad.rows.first?.final?.contains("w002") == false)
      #expect(bad.violations.first?.clause == mutant.clause)
    }
  }
}
