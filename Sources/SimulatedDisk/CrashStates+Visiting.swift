internal import Choices

/// What arrived by halves: one page, or in mode `calls` one write.
struct TornWrite {
  enum Part: CaseIterable {
    case prefix, suffix
    /// What is in the sectors that were being written is what nobody wrote.
    case garbage
  }

  /// Its places among the pending steps; empty for nothing.
  let steps: Range<Int>
  let part: Part

  static let none = TornWrite(steps: 0..<0, part: .prefix)
}

extension CrashStates {
  /// Visits every state of every crash point: before the first step, and after every call that
  /// changed something, every sync of a file, and every mark.
  public func visitAll(_ body: (CrashStates) -> Void) {
    visit(body)
    while point < shared.steps {
      let before = pending.count
      advance()
      if isPoint(pendingBefore: before) { visit(body) }
    }
  }

  private func isPoint(pendingBefore: Int) -> Bool {
    switch shared.log.records[point - 1].step {
    case .create, .page, .size, .truncate, .unlink, .rename: shared.endsCall(point - 1)
    case .sync, .mark: true
    case .syncDirectory: pending.count != pendingBefore
    case .failedSync, .lyingSync, .lyingSyncDirectory, .death: false
    }
  }

  /// Visits every state that a crash at this point can leave.
  ///
  /// - Parameter skipsShown: with `showsPrefixesOnly`, whether states are left out that were shown at
  ///   the last visit: where a step was added and nothing became durable, all those that lack it.
  public func visit(skipsShown: Bool = false, _ body: (CrashStates) -> Void) {
    if !skipsShown { shown = nil }
    let cap = limit > .max - raw ? .max : raw + limit
    isCutShort = false
    defer {
      // What was cut short was not shown.
      shown = isCutShort ? nil : pending.count
      if isCutShort { capsHit += 1 }
    }
    // Built for this visit only; whatever arrives in part is swept away with it.
    switch mode {
    case .pages: visit(units: pages(), cap, body)
    case .calls: visit(units: calls(), cap, body)
    }
  }

  /// One unit a step; but what a leaf holds is one unit. A launch finds leaves by name and length
  /// and removes them, and nobody reads on from one: to choose among its pages would multiply the
  /// states by what no reader can tell apart.
  private func pages() -> [[Int]] {
    var all: [[Int]] = []
    var leaves: [(inode: Int, unit: Int)] = []
    for n in pending.indices {
      guard pending[n].role == .leaf, !pending[n].isName else {
        all.append([n])
        continue
      }
      if let known = leaves.first(where: { $0.inode == pending[n].inode }) {
        all[known.unit].append(n)
      } else {
        leaves.append((pending[n].inode, all.count))
        all.append([n])
      }
    }
    return all
  }

  /// The steps of each pending call; they lie side by side.
  private func calls() -> [[Int]] {
    var all: [[Int]] = []
    for n in pending.indices {
      if let last = all.last?.last, pending[n].call == pending[last].call {
        all[all.count - 1].append(n)
      } else {
        all.append([n])
      }
    }
    return all
  }

  private func visit(
    units: [[Int]], _ cap: Int, _ body: (CrashStates) -> Void
  ) {
    let n = units.count
    if showsPrefixesOnly {
      let old = units.prefix { pending[$0[0]].isInherited }.count
      // Where a unit is several steps, its place says nothing about when they came.
      let isPlain = n == pending.count && n > 0
      let first = isPlain ? max(old, (shown ?? -1) + 1) : old
      for before in 0...old {
        for kept in first..<n + 1 {
          show(units, cap, body) { $0 < old ? $0 >= before : $0 >= kept }
        }
      }
      return
    }
    if n <= exhaustiveUnits {
      for mask in 0..<1 << n { show(units, cap, body) { mask >> $0 & 1 == 0 } }
    } else {
      show(units, cap, body) { _ in true }
      show(units, cap, body) { _ in false }
      for kept in 1..<n { show(units, cap, body) { $0 >= kept } }
      for one in 0..<n { show(units, cap, body) { $0 == one } }
      for one in 0..<n { show(units, cap, body) { $0 != one } }
      for i in 0..<randomSubsets {
        show(units, cap, body) { unit in
          let key = Key(high: UInt64(point), low: UInt64(i) << 32 | UInt64(unit))
          return Draw.word(seed: shared.logHash, key: key) & 1 == 0
        }
      }
    }
    guard mode == .calls || profile.tears else { return }
    for (place, unit) in units.enumerated() where canTear(unit) {
      for part in TornWrite.Part.allCases where canLeave(part, unit[0]) {
        torn = TornWrite(steps: unit[0]..<unit[0] + unit.count, part: part)
        show(units, cap, body) { $0 > place }
        show(units, cap, body) { $0 != place }
      }
    }
    torn = .none
  }

  private func show(
    _ units: [[Int]], _ cap: Int, _ body: (CrashStates) -> Void,
    isLost lost: (Int) -> Bool
  ) {
    guard raw < cap else {
      isCutShort = true
      return
    }
    raw += 1
    while isLost.count < pending.count { isLost.append(false) }
    if isLost.count > pending.count { isLost.removeLast(isLost.count - pending.count) }
    for (place, unit) in units.enumerated() {
      let gone = lost(place)
      for n in unit { isLost[n] = gone }
    }
    show(body)
  }

  /// Lays the choice in `isLost` and `torn`, closed under the rules, over the durable image.
  func show(keeping: Bool = false, _ body: (CrashStates) -> Void) {
    close()
    let used = shared.disk.arena.used
    for n in pending.indices where !isLost[n] {
      if torn.steps.contains(n) {
        tear(n)
      } else {
        apply(pending[n].step, pending[n].written, to: &image)
      }
    }
    body(self)
    image.rollBack(to: 0, shared.hashes)
    if keeping { return }
    shared.disk.arena.cut(to: used)
    shared.hashes.forget(from: used)
  }
}
