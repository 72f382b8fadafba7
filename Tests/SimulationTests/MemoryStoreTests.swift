import Contract
import Simulation
import TestSupport
import Testing

@Suite("The store in memory")
struct MemoryStoreTests {
  @Test("It does what every store must", arguments: StoreCheck.all)
  func conforms(check: StoreCheck) {
    #expect(check.failures(of: MemoryStore()) == [])
  }

  @Test("The whole suite in one call finds a store that does nothing right")
  func finds() {
    #expect(storeConformance { MemoryStore() } == [])
    #expect(storeConformance { Forgetful() }.count > 5)
  }

  /// A store that says done and forgets.
  private final class Forgetful: WorldStore {
    func plant(_ plant: Plant, runs: [AudioRun]) {}
    func open(_ deeds: inout [Deed]) -> Outcome { .done }
    func quarantine(_ deeds: inout [Deed]) -> Outcome { .done }
    func readInventory(handoffs: [Handoff]) -> Outcome { .storeFailed(.io(.no)) }
    func write(_ row: Row, expecting: Contract.Expectation, _ deeds: inout [Deed]) -> Outcome {
      .done
    }
    func tombstone(_ tombstones: [Tombstone], _ deeds: inout [Deed]) -> Outcome { .done }
    func purge(_ recordings: [RecordingID], _ deeds: inout [Deed]) -> Outcome { .done }
    func create(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome { .done }
    func append(
      _ file: FileRef, _ span: Span, runs: [AudioRun], accepted: Int, _ deeds: inout [Deed]
    ) -> Outcome { .appended(samples: span.count, durableThrough: 0) }
    func close(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome { .done }
    func validate(_ file: FileRef) -> Outcome { .done }
    func sync(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome { .done }
    func promote(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome { .done }
    func remove(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome { .done }
    func exportLeaf(
      source: FileRef, leaf: FileRef, from: Int, count: Int, _ deeds: inout [Deed]
    ) -> Outcome { .exportFailed }
    func vanish(_ file: FileRef) {}
    func runs(of file: FileRef) -> [AudioRun]? { nil }
    func rows() -> [Row] { [] }
    func files() -> [FileRef] { [] }
    func kill() {}
  }
}
