import Contract
import Simulation
import Storage
import Testing

/// Both stores do and say the same wherever nothing is wrong with the disk.
@Suite(.serialized) struct StoreEqualityTests {
  /// The first difference between the stores over a script of calls.
  private func difference(seed: UInt64, calls: Int) throws -> String? {
    var script = StoreScript(seed)
    let memory = MemoryStore()
    let disk = try DiskStore()
    for (plant, runs) in script.plants() {
      memory.plant(plant, runs: runs)
      disk.plant(plant, runs: runs)
    }
    #expect(disk.plantFailures == 0)
    var all: [StoreCall] = [.open, .inventory]
    for _ in 0..<calls { all.append(script.call()) }
    all += [.rows, .files, .inventory, .kill, .rows, .open, .inventory, .rows]
    for file in memory.files() { all.append(.runs(file)) }
    for (i, call) in all.enumerated() {
      let expected = memory.perform(call)
      let found = disk.perform(call)
      if expected != found {
        return "seed \(seed), call \(i): \(call)\nmemory: \(expected)\ndisk: \(found)"
      }
    }
    return nil
  }

  @Test func `random calls give the same deeds and outcomes in both stores`() throws {
    try DiskStore.exclusively {
      for seed in 1...500 as ClosedRange<UInt64> {
        if let difference = try difference(seed: seed, calls: 120) {
          Issue.record(Comment(rawValue: difference))
          return
        }
      }
    }
  }
}
