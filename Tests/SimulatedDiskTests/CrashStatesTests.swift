import SimulatedDisk
import Testing

/// A small generator of its own, so that the same number gives the same workload for ever.
private struct Dice {
  var state: UInt64

  mutating func roll(_ n: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(n))
  }
}

/// A disk after some work, its log kept.
private func worked(
  _ seed: UInt64, steps: Int = 30, truncates: Bool = true
) throws -> SimulatedDisk {
  var dice = Dice(state: seed)
  let disk = try begun()
  try work(on: disk, 0..<steps, &dice, truncates: truncates)
  return disk
}

/// A disk with one file, its log kept from here on.
private func begun() throws -> SimulatedDisk {
  let disk = SimulatedDisk()
  let first = try disk.open(.history, .new)
  _ = disk.write([UInt8](repeating: 7, count: 6000).span, to: first, at: 0)
  disk.close(first)
  disk.startLog()
  return disk
}

private func work(
  on disk: SimulatedDisk, _ steps: Range<Int>, _ dice: inout Dice, truncates: Bool = true
) throws {
  let names: [FileName] = [.history, .historyJournal, .partial(1), .source(1), .partial(2)]
  for step in steps {
    disk.beginRequest(UInt32(step))
    let name = names[dice.roll(names.count)]
    switch dice.roll(9) {
    case 0...3:
      let handle = try disk.open(name, .orCreate)
      let count = 1 + dice.roll(9000)
      let bytes = [UInt8](repeating: UInt8(1 + dice.roll(250)), count: count)
      _ = disk.write(bytes.span, to: handle, at: dice.roll(9000))
      disk.close(handle)
    case 4:
      guard disk.exists(name) else { continue }
      let handle = try disk.open(name, .existing)
      try disk.sync(handle, dice.roll(2) == 0 ? .full : .normal)
      disk.close(handle)
    case 5: try disk.syncDirectory(owing: name)
    case 6:
      guard truncates, disk.exists(name) else { continue }
      let handle = try disk.open(name, .existing)
      try disk.truncate(handle, to: dice.roll(12000))
      disk.close(handle)
    case 7:
      let to = names[dice.roll(names.count)]
      if disk.exists(name), to != name { try disk.rename(name, to: to) }
    default: if disk.exists(name) { try disk.unlink(name) }
    }
  }
}

@Suite struct CrashStatesTests {
  @Test(arguments: DiskProfile.allCases, 1...12 as ClosedRange<UInt64>)
  func `a state has the hash of the disk it becomes, and its losses name it again`(
    profile: DiskProfile, seed: UInt64
  ) throws {
    let shared = CrashStates.Shared(try worked(seed))
    let disk = try #require(Optional(shared))
    let states = CrashStates(disk, profile)
    let again = CrashStates(disk, profile)
    var seen = 0
    for _ in 0..<shared.steps {
      states.advance()
      again.advance()
      var wanted: [(UInt64, [CrashUnit], (unit: CrashUnit, isPrefix: Bool)?)] = []
      states.visit { state in
        seen += 1
        let losses = state.losses()
        if seen % 7 == 0 { wanted.append((state.hash, losses.lost, losses.torn)) }
      }
      for (hash, lost, torn) in wanted {
        for unit in lost { #expect(CrashUnit("\(unit)") == unit) }
        var found: UInt64?
        let unmatched = again.show(lost: lost, torn: torn) { found = $0.hash }
        #expect(unmatched.isEmpty)
        #expect(found == hash, "\(lost) \(String(describing: torn))")
      }
    }
    #expect(seen >= shared.steps)
  }

  @Test(arguments: DiskProfile.allCases)
  func `laying a state onto the disk gives a disk with that content`(profile: DiskProfile) throws {
    let disk = try worked(99)
    let shared = CrashStates.Shared(disk)
    let states = CrashStates(shared, profile)
    for _ in 0..<shared.steps {
      states.advance()
      states.visit { state in
        guard state.raw % 5 == 0 else { return }
        state.adopt()
        #expect(disk.contentHash() == state.hash)
      }
    }
    #expect(states.raw > 30)
  }

  @Test func `a kill leaves exactly what was issued`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let disk = try worked(seed)
      let hash = disk.contentHash()
      let states = CrashStates(CrashStates.Shared(disk), .kill)
      for _ in 0..<states.shared.steps { states.advance() }
      var hashes: [UInt64] = []
      states.visit { hashes.append($0.hash) }
      #expect(hashes == [hash])
    }
  }

  @Test func `what every profile allows, the strictest device allows as well`() throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let shared = CrashStates.Shared(try worked(seed, steps: 12, truncates: false))
      for profile in [DiskProfile.kill, .ext4, .ntfs, .f2fs] {
        let strict = CrashStates(shared, .strict)
        let other = CrashStates(shared, profile)
        for _ in 0..<shared.steps {
          strict.advance()
          other.advance()
          guard strict.pendingUnits <= 8 else { continue }
          var all: Set<UInt64> = []
          strict.visit { all.insert($0.hash) }
          other.visit {
            // Halves are shown in two surroundings only, which differ with what is pending.
            let isAllowed = $0.isTorn || all.contains($0.hash)
            #expect(isAllowed, "\(profile) at \(other.point)")
          }
        }
      }
    }
  }

  /// Plays ten steps, lets the process die, plays some more in a second life, and compares what a loss
  /// of power can leave with what it can leave when both lives are one log.
  @Test(arguments: DiskProfile.allCases.filter { $0 != .kill }, 1...40 as ClosedRange<UInt64>)
  func `what a dead process left pending is pending in the life that follows`(
    profile: DiskProfile, seed: UInt64
  ) throws {
    for more in 1...5 {
      let whole = CrashStates(CrashStates.Shared(try worked(seed, steps: 10 + more)), profile)
      for _ in 0..<whole.shared.steps { whole.advance() }
      guard whole.pendingUnits <= whole.exhaustiveUnits else { continue }
      var wanted: Set<UInt64> = []
      whole.visit { wanted.insert($0.hash) }

      var dice = Dice(state: seed)
      let disk = try begun()
      try work(on: disk, 0..<10, &dice)
      let killed = CrashStates(CrashStates.Shared(disk), profile)
      for _ in 0..<killed.shared.steps { killed.advance() }
      var found: Set<UInt64> = []
      var problem: (any Error)?
      _ = killed.show(lost: []) { state in
        do {
          state.adopt(keepingNumbers: true)
          disk.startLog()
          try work(on: disk, 10..<10 + more, &dice)
          let second = CrashStates(state.afterwards(), after: state)
          for _ in 0..<second.shared.steps { second.advance() }
          #expect(second.pendingUnits == whole.pendingUnits)
          second.visit { found.insert($0.hash) }
        } catch {
          problem = error
        }
      }
      #expect(problem == nil)
      #expect(found == wanted, "\(more) steps")
    }
  }

  @Test func `of two lives every prefix of the one is shown with every prefix of the other`() throws
  {
    let disk = SimulatedDisk()
    func page(_ index: Int, _ value: UInt8) throws {
      let handle = try disk.open(.partial(1), .orCreate)
      disk.put(filled(4096, value), handle, index * 4096)
      disk.close(handle)
    }
    for index in 0..<4 { try page(index, 1) }
    disk.startLog()
    for index in 0..<2 { try page(index, 2) }
    let killed = CrashStates(CrashStates.Shared(disk), .strict)
    for _ in 0..<killed.shared.steps { killed.advance() }
    var lost: [[String]] = []
    _ = killed.show(lost: []) { state in
      state.adopt(keepingNumbers: true)
      disk.startLog()
      do {
        for index in 2..<4 { try page(index, 3) }
      } catch {
        Issue.record("\(error)")
      }
      let second = CrashStates(state.afterwards(), after: state)
      second.showsPrefixesOnly = true
      for _ in 0..<second.shared.steps { second.advance() }
      second.visit { lost.append($0.losses().lost.map(\.description)) }
    }
    #expect(lost.count == 9)
    #expect(Set(lost).count == 9)
    #expect(lost.contains(["partial[0]", "partial[1]"]))
    #expect(lost.contains(["partial[2]", "partial[3]"]))
    #expect(lost.contains(["partial[1]", "partial[3]"]))
    #expect(!lost.contains(["partial[0]"]))
  }

  @Test func `intact bytes end where something did not arrive`() throws {
    let disk = SimulatedDisk()
    disk.startLog()
    let handle = try disk.open(.partial(1), .new)
    try disk.syncDirectory(owing: .partial(1))
    for page in 0..<3 {
      let bytes = [UInt8](repeating: UInt8(page + 1), count: 4096)
      _ = disk.write(bytes.span, to: handle, at: page * 4096)
    }
    disk.close(handle)
    let states = CrashStates(CrashStates.Shared(disk), .strict)
    for _ in 0..<states.shared.steps { states.advance() }
    var found: Int?
    _ = states.show(lost: [CrashUnit(.partial, .page(1, versions: nil))]) {
      found = $0.intactBytes(of: .partial(1))
    }
    #expect(found == 4096)
    _ = states.show(lost: []) { found = $0.intactBytes(of: .partial(1)) }
    #expect(found == 12288)
  }

  /// Pages written over and over, more of them than are shown in every choice, with a sync midway.
  private func rewritten() throws -> CrashStates.Shared {
    let disk = SimulatedDisk()
    disk.startLog()
    let handle = try disk.open(.history, .new)
    for n in 0..<15 {
      disk.beginRequest(UInt32(n + 1))
      disk.put(filled(3000, UInt8(n + 1)), handle, n * 2500)
      if n == 5 { try disk.sync(handle, .full) }
    }
    disk.close(handle)
    return CrashStates.Shared(disk)
  }

  @Test(arguments: DiskProfile.allCases)
  func `what was shown at the last point is counted as if it were shown again`(
    profile: DiskProfile
  ) throws {
    func walk(skipsShown: Bool) throws -> (hashes: Set<UInt64>, raw: Int, visits: Int) {
      let states = CrashStates(try rewritten(), profile)
      var hashes: Set<UInt64> = []
      var visits = 0
      while states.point < states.shared.steps {
        states.advance()
        states.visit(skipsShown: skipsShown) {
          hashes.insert($0.hash)
          visits += 1
        }
      }
      return (hashes, states.raw, visits)
    }
    let (all, some) = (try walk(skipsShown: false), try walk(skipsShown: true))
    #expect(some.hashes == all.hashes)
    #expect(some.raw == all.raw && all.visits == all.raw)
    #expect(profile == .kill || some.visits < all.visits * 3 / 4)
  }
}
