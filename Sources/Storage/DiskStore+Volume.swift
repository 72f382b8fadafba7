public import Contract
public import Simulation
internal import SimulatedDisk

// What is unusual about the volume, the device and the machine around single operations.

/// What is counted and refused of SQLite's memory.
struct MemoryWatch {
  var isOn = false
  var counts: [AllocationCount] = []
  /// Failures that have happened, by place in the plan.
  var used: [Int] = []
  /// The failure that the current request may meet: its place, and which allocation.
  var due: (place: Int, ordinal: UInt32)?
  /// Whether memory has run out for good.
  var isExhausted = false
}

extension DiskStore {
  /// Before the first request.
  func prepareVolume() {
    for quota in plan.quotas { disk.setQuota(quota.bytes, for: quota.role) }
    for protection in plan.protections { disk.protect(protection.role, protection.level) }
    if plan.entries.contains(where: { $0.fault == .failsSync(keeps: false) }) {
      disk.rememberMedia()
    }
    if !plan.allocations.isEmpty { watchAllocations() }
  }

  /// Before every request: what time has changed.
  func setVolume() {
    if !plan.locks.isEmpty { disk.lock = lock }
    if !plan.visits.isEmpty { setVisit() }
  }

  private var lock: DeviceLock {
    for time in plan.locks where time.from <= now {
      if let until = time.until, until <= now { continue }
      return time.from == .zero ? .neverUnlocked : .locked
    }
    return .unlocked
  }

  /// The free bytes of the disk, as far as the volume says the truth; plenty where the plan sets no
  /// capacity.
  public func space() -> Outcome {
    if isHealed { return .space(10_000_000_000) }
    switch plan.freeSpace {
    case .actual where disk.capacity == 1 << 36: return .space(10_000_000_000)
    case .actual:
      if case .bytes(let bytes) = disk.freeSpace() { return .space(bytes) }
      return .space(nil)
    case .unknown: return .space(habits.has(.unknownSpaceIsNone) ? 0 : nil)
    case .says(let bytes): return .space(bytes)
    case .stale: return .space(spaceAtStart)
    case .fails: return .storeFailed(.io(.no))
    }
  }

  // MARK: A second process

  private func setVisit() {
    let visit = plan.visits.first { visit in
      visit.from <= now && visit.until.map { now < $0 } ?? true
    }
    guard let visit else { return endVisit() }
    if visitor == nil { beginVisit(visit.hold) }
  }

  /// Opens the database as somebody else, and takes the lock. If the app holds one, the visitor goes
  /// away and comes back before the next request.
  private func beginVisit(_ hold: DiskPlan.Visit.Hold) {
    quietly {
      disk.beginRequest(serial, process: Self.visitorProcess)
      defer { disk.beginRequest(serial, process: process) }
      do throws(SQLiteFailure) {
        let database = try Database(mount, settings: habits.database)
        switch hold {
        case .reserved: try database.execute("BEGIN IMMEDIATE")
        case .exclusive: try database.execute("BEGIN EXCLUSIVE")
        }
        visitor = database
      } catch {
        visitor = nil
      }
    }
  }

  /// The second process goes, and has changed nothing.
  func endVisit() {
    guard let database = visitor else { return }
    visitor = nil
    quietly { database.close() }
  }

  private static var visitorProcess: UInt32 { .max }

  // MARK: Memory

  /// Begins to count allocations, which starts SQLite anew the first time.
  public func watchAllocations() {
    do throws(SQLiteFailure) {
      try DiskProcess.installMemory()
      memory.isOn = true
    } catch {
      // Somebody else's connection is open. Nothing is counted then, and what was to fail stays
      // unmatched, which the world reports.
    }
  }

  /// What was counted.
  public var allocations: [AllocationCount] {
    guard memory.isOn, let request else { return memory.counts }
    return memory.counts + [AllocationCount(request, granted(DiskProcess.allocations))]
  }

  /// Of the allocations of the request under way those before the first that its plan refuses: what
  /// is asked for after that, and whether it is, nobody decides but the plan.
  private func granted(_ count: UInt32) -> UInt32 {
    if memory.isExhausted, !isHealed { return 0 }
    guard let due = memory.due else { return count }
    return min(count, due.ordinal - 1)
  }

  /// Allocations of the plan that have failed, by place.
  public var usedAllocations: [Int] {
    guard let due = memory.due, DiskProcess.allocations >= due.ordinal else { return memory.used }
    return memory.used + [due.place]
  }

  /// The request before is over: keeps what it did.
  func noteAllocations() {
    guard memory.isOn, let request else { return }
    let count = DiskProcess.allocations
    memory.counts.append(AllocationCount(request, granted(count)))
    if let due = memory.due, count >= due.ordinal {
      memory.used.append(due.place)
      if plan.allocations[due.place].isLasting { memory.isExhausted = true }
    }
  }

  func watchMemory(for request: Identity) {
    memory.due = nil
    if isHealed { return DiskProcess.watchMemory(refusing: 0, isLasting: false) }
    if memory.isExhausted { return DiskProcess.watchMemory(refusing: 1, isLasting: true) }
    for (i, entry) in plan.allocations.enumerated()
    where !memory.used.contains(i) && entry.request.matches(request) {
      memory.due = (i, entry.ordinal)
      return DiskProcess.watchMemory(refusing: entry.ordinal, isLasting: entry.isLasting)
    }
    DiskProcess.watchMemory(refusing: 0, isLasting: false)
  }
}
