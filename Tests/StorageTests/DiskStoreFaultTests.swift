import Contract
import Simulation
import SimulatedDisk
import Storage
import Testing

/// With a disk that fails: what is told is true, and what is promised is kept.
@Suite(.serialized) struct DiskStoreFaultTests {
  /// The operations of an undisturbed dictation, request by request.
  private func operations() throws -> [(request: Int, operation: DiskOperation)] {
    final class Seen {
      var all: [(Int, DiskOperation)] = []
    }
    let seen = Seen()
    let store = try DiskStore(question: { request, operation in
      seen.all.append((Int(request.number), operation))
      return nil
    })
    Dictation.plant(store)
    for (n, call) in Dictation.calls.enumerated() {
      _ = store.perform(call, as: Dictation.request(n))
    }
    return seen.all
  }

  private func contradiction(_ answer: StoreAnswer, _ call: StoreCall) -> String? {
    let wrote = answer.deeds.contains {
      switch $0 {
      case .rowWritten, .tombstoned, .purged: true
      default: false
      }
    }
    switch answer.outcome {
    case .storeFailed(.io(.no)), .storeFailed(.noSpace), .storeFailed(.busy),
      .storeFailed(.suspect), .storeFailed(.conflict), .storeFailed(.tombstoned):
      return wrote ? "told that nothing was written" : nil
    case .fileFailed(.io(.no)), .fileFailed(.locked):
      let hasHappened = answer.deeds.contains {
        switch $0 {
        case .appended, .renamed, .removed, .fileDurable: true
        default: false
        }
      }
      return hasHappened ? "told that nothing happened" : nil
    case .fileFailed(.noSpace(let accepted)):
      let told = answer.deeds.reduce(0) {
        if case .appended(_, let span) = $1 { $0 + span.count } else { $0 }
      }
      return accepted == told ? nil : "accepted \(accepted), told \(told)"
    case .done:
      if case .sync = call { return answer.deeds.isEmpty ? "nothing is durable" : nil }
      if case .write = call { return wrote ? nil : "nothing was written" }
      return nil
    default: return nil
    }
  }

  /// Runs the dictation with one fault, as an engine that goes on whatever it is told; then its
  /// process dies and the next one looks.
  private func problem(
    _ request: Int, _ point: DiskPoint, _ fault: DiskFault, _ outcomes: inout Set<Outcome>
  ) throws -> String? {
    let plan = DiskPlan([DiskPlan.Entry(IdentityPattern(Dictation.request(request)), point, fault)])
    let store = try DiskStore(plan: plan)
    Dictation.plant(store)
    var ledger = DeedLedger()
    var renameFailed = false
    for (n, call) in Dictation.calls.enumerated() {
      let answer = store.perform(call, as: Dictation.request(n))
      ledger.take(answer.deeds)
      if store.interruption != nil {
        if case .promote = call { renameFailed = true }
        break
      }
      if case .appended = answer.outcome, !store.files().contains(Dictation.partial) {
        return "appended to a file that nobody can find"
      }
      if let problem = contradiction(answer, call) { return "\(call): \(problem)" }
      if let outcome = answer.outcome { outcomes.insert(outcome) }
    }
    guard store.usedDiskEntries == [0] else { return "the fault was not asked for" }
    // A page that cannot be read any more is looked at as it was written.
    store.disk.showsDamage = false
    store.kill()
    guard store.perform(.open, as: Dictation.afterwards).outcome == .done else {
      return "History does not open again"
    }
    guard
      case .inventory(let found) = store.perform(.inventory, as: Dictation.afterwards).outcome
    else { return "no inventory" }
    return ledger.contradiction(
      found, renameMayBeUntold: renameFailed, mayLose: fault == .vanishes)
  }

  @Test(arguments: [
    DiskFault.failsBefore, .failsAfter, .noSpace(accepting: 0), .noSpace(accepting: 1_001),
    .short(7), .stalls, .kills(done: false), .kills(done: true), .vanishes,
    .failsSync(keeps: true), .failsSync(keeps: false), .refuses(.locked), .refuses(.busy),
    .refuses(.readOnly), .refuses(.exists), .refuses(.nameTooLong), .damages,
  ])
  func `whatever fails, no deed and no outcome lies`(fault: DiskFault) throws {
    try DiskStore.exclusively {
      var outcomes: Set<Outcome> = []
      var faults = 0
      for (request, operation) in try operations() {
        // A database that somebody takes away is another story, with another ending.
        if fault == .vanishes, operation.role == .db || operation.role == .journal { continue }
        guard fault.fits(operation.verb) else { continue }
        let point = DiskPoint(operation.role, operation.verb, operation.ordinal)
        faults += 1
        if let problem = try problem(request, point, fault, &outcomes) {
          Issue.record("\(fault) at \(point) of \(Dictation.calls[request]): \(problem)")
        }
      }
      #expect(faults > (fault == .refuses(.exists) || fault == .refuses(.nameTooLong) ? 2 : 12))
      switch fault {
      case .failsBefore, .failsAfter:
        for outcome: Outcome in [
          .storeFailed(.io(.unknown)), .storeFailed(.io(.no)), .storeFailed(.suspect),
          .fileFailed(.io(.unknown)), .fileFailed(.suspect), .exportFailed,
        ] {
          #expect(outcomes.contains(outcome), "\(outcome)")
        }
      case .noSpace:
        #expect(outcomes.contains(.storeFailed(.noSpace)))
        #expect(outcomes.contains(.fileFailed(.noSpace(accepted: 0))))
      case .vanishes: #expect(outcomes.contains(.fileFailed(.vanished)))
      case .failsSync:
        #expect(outcomes.contains(.storeFailed(.io(.unknown))))
        #expect(outcomes.contains(.fileFailed(.suspect)))
      case .refuses(.locked):
        #expect(outcomes.contains(.storeFailed(.locked)))
        #expect(outcomes.contains(.fileFailed(.locked)))
      case .refuses(.busy): #expect(outcomes.contains(.fileFailed(.locked)))
      case .refuses(.readOnly): #expect(outcomes.contains(.storeFailed(.io(.no))))
      case .short, .stalls, .kills, .refuses, .lies, .leaves, .replaced, .rots, .misreads, .damages,
        .misdirects:
        break
      }
    }
  }

  /// A capture on a disk that takes `room` bytes of it, closed whatever happened.
  private func capture(room: Int) throws {
    let store = try DiskStore(plan: DiskPlan(capacity: 0))
    _ = store.perform(.open)
    store.disk.capacity = store.disk.usedBytes + room
    var accepted = 0
    var isRefused = false
    #expect(
      (store.perform(.create(Dictation.partial)).outcome == .done) == (room >= 44), "room \(room)")
    guard room >= 44 else { return }
    for chunk in 0..<5 where !isRefused {
      let answer = store.perform(Dictation.append(chunk * 4_000, 4_000))
      switch answer.outcome {
      case .appended(let samples, let durable):
        accepted += samples
        #expect(durable == (chunk >= 3 ? 16_000 : 0))
      case .fileFailed(.noSpace(let samples)):
        accepted += samples
        isRefused = true
      default: Issue.record("room \(room): \(answer)")
      }
    }
    #expect(isRefused == (room < 40_044))
    #expect(accepted == min(20_000, (room - 44) / 2))
    #expect(store.perform(.samples(Dictation.partial)).count <= accepted)
    let facts = FileFacts(
      samples: accepted, bytes: 44 + 2 * accepted, headerSamples: accepted, isFinalized: true)
    let closed = store.perform(.close(Dictation.partial))
    #expect(closed.outcome == .facts(facts))
    #expect(closed.deeds == [.closed(Dictation.partial, samples: accepted)])
    #expect(store.perform(.validate(Dictation.partial)).outcome == .facts(facts))
    let runs = store.perform(.runs(Dictation.partial)).runs
    let whole = WordClock.heard(accepted == 0 ? [] : [.clip(1, from: 0, count: accepted)])
    #expect(runs == whole)
  }

  @Test func `a capture on a disk that fills up keeps every sample that was accepted`() throws {
    try DiskStore.exclusively {
      for room in stride(from: 0, through: 40_448, by: 512) { try capture(room: room) }
      for room in [43, 44, 45, 46, 47, 48, 52, 59, 32_043, 32_044, 32_045, 40_043, 40_044] {
        try capture(room: room)
      }
    }
  }

  @Test func `a process that dies between any two requests leaves what the memory store says`()
    throws
  {
    try DiskStore.exclusively {
      for end in 0...Dictation.calls.count {
        let memory = MemoryStore()
        let disk = try DiskStore()
        var answers: [[StoreAnswer]] = []
        for store in [memory, disk] as [any WorldStore] {
          Dictation.plant(store)
          let after: [StoreCall] = [
            .kill, .rows, .open, .inventory, Dictation.append(0, 10), .close(Dictation.partial),
            .inventory, .runs(Dictation.partial), .runs(Dictation.source),
          ]
          answers.append((Dictation.calls.prefix(end) + after).map { store.perform($0) })
        }
        #expect(answers[0] == answers[1], "died after \(end)")
      }
    }
  }

  @Test func `what is free is told, unless the volume will not say`() throws {
    try DiskStore.exclusively {
      #expect(try DiskStore().space() == MemoryStore().space())
      let full = try DiskStore(plan: DiskPlan(capacity: 100_000))
      _ = full.perform(.open)
      #expect(full.space() == .space(100_000 - full.disk.usedBytes))
      let silent = try DiskStore(plan: DiskPlan(capacity: 100_000, freeSpace: .unknown))
      _ = silent.perform(.open)
      #expect(silent.space() == .space(nil))
    }
  }

  @Test func `a point of the disk has one spelling`() {
    #expect(DiskPoint("journal.sync.1") == DiskPoint(.journal, .sync, 1))
    #expect(DiskPoint("partial.write.*") == DiskPoint(.partial, .write, nil))
    for text in ["journal.sync", "journal.sync.0", "journal.sync.01", "x.sync.1", "db.x.1", ""] {
      #expect(DiskPoint(text) == nil, "\(text)")
    }
    #expect(DiskPoint(.db, .directorySync, 3).description == "db.dirsync.3")
  }
}
