import Contract
import Simulation
import Storage
import Testing

/// Both stores do and say the same wherever nothing is wrong with the disk.
@Suite(.serialized) struct StoreEqualityTests {
  /// What the scripts reached, so that equality of two stores that refuse everything proves nothing.
  final class Reached {
    var counts: [String: Int] = [:]

    func note(_ call: StoreCall, _ answer: StoreAnswer) {
      let name = "\(call)".prefix { $0 != "(" }
      let outcome: String
      switch answer.outcome {
      case .storeFailed(.conflict(.some)): outcome = "conflict"
      case .facts(let facts): outcome = facts.isFinalized ? "finalized" : "unfinalized"
      case .appended, .exported, .inventory: outcome = "yes"
      case .fileFailed(.noSpace(let accepted)): outcome = accepted > 0 ? "in part" : "not"
      case nil: outcome = answer.runs?.isEmpty == false ? "heard" : ""
      case let other?: outcome = "\(other)"
      }
      counts["\(name) \(outcome)", default: 0] += 1
    }
  }
  /// The first difference between the stores over a script of calls.
  private func difference(
    seed: UInt64, calls: Int, _ reached: Reached
  ) throws -> String? {
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
      reached.note(call, found)
      if expected != found {
        return "seed \(seed), call \(i): \(call)\nmemory: \(expected)\ndisk: \(found)"
      }
    }
    return nil
  }

  @Test func `random calls give the same deeds and outcomes in both stores`() throws {
    try DiskStore.exclusively {
      let reached = Reached()
      for seed in 1...500 as ClosedRange<UInt64> {
        if let difference = try difference(seed: seed, calls: 120, reached) {
          Issue.record(Comment(rawValue: difference))
          return
        }
      }
      for what in [
        "append in part", "append not", "append yes", "close finalized", "create done",
        "export exportFailed", "export yes", "inventory yes", "promote done", "purge done",
        "quarantine done", "runs heard", "sync done", "tombstone done", "validate finalized",
        "validate unfinalized", "write conflict", "write done",
      ] {
        #expect(reached.counts[what, default: 0] > 30, "\(what)")
      }
    }
  }
}
