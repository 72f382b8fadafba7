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
  /// - Parameter skipsShown: whether states are left out that were shown at the last visit: where steps
  ///   were added and nothing became durable, all those that lack them. They are counted, but with
  ///   `showsPrefixesOnly`.
  public func visit(skipsShown: Bool = false, _ body: (CrashStates) -> Void) {
    if !skipsShown { shown = nil }
    let cap = limit > .max - raw ? .max : raw + limit
    isCutShort = false
    defer {
      // What was cut short was not shown.
      shown = isCutShort ? nil : pending.count
      if isCutShort { capsHit += 1 }
    }
    switch mode {
    case .pages: visit(pages(), cap, body)
    case .calls: visit(calls(), cap, body)
    }
  }

  /// Which pending steps arrive or are lost as one.
  private struct Units {
    /// The unit of each pending step.
    var places: [Int] = []
    /// The first step of each unit.
    var firsts: [Int] = []
    /// How many steps each unit has.
    var counts: [Int] = []

    /// Whether each step is a unit of its own.
    var arePlain: Bool { places.count == firsts.count }

    /// The next step is a unit.
    mutating func begin() {
      places.append(firsts.count)
      firsts.append(places.count - 1)
      counts.append(1)
    }

    /// The next step belongs to a unit.
    mutating func join(_ unit: Int) {
      places.append(unit)
      counts[unit] += 1
    }
  }

  /// One unit a step; but what a leaf holds is one unit. A launch finds leaves by name and length
  /// and removes them, and nobody reads on from one: to choose among its pages would multiply the
  /// states by what no reader can tell apart.
  private func pages() -> Units {
    var units = Units()
    var leaves: [(inode: Int, unit: Int)] = []
    for step in pending {
      guard step.role == .leaf, !step.isName else {
        units.begin()
        continue
      }
      if let known = leaves.first(where: { $0.inode == step.inode }) {
        units.join(known.unit)
      } else {
        leaves.append((step.inode, units.firsts.count))
        units.begin()
      }
    }
    return units
  }

  /// The steps of each pending call; they lie side by side.
  private func calls() -> Units {
    var units = Units()
    for n in pending.indices {
      if n > 0, pending[n].call == pending[n - 1].call {
        units.join(units.firsts.count - 1)
      } else {
        units.begin()
      }
    }
    return units
  }

  private func visit(_ units: Units, _ cap: Int, _ body: (CrashStates) -> Void) {
    let n = units.firsts.count
    // Where a unit is several steps, its place says nothing about when they came.
    let seen = units.arePlain ? shown ?? -1 : -1
    if showsPrefixesOnly {
      let old = units.firsts.prefix { pending[$0].isInherited }.count
      for before in 0...old {
        for kept in max(old, n > 0 ? seen + 1 : 0)..<n + 1 {
          show(units, cap, body) { $0 < old ? $0 >= before : $0 >= kept }
        }
      }
      return
    }
    if n <= exhaustiveUnits {
      let first = seen < 0 ? 0 : 1 << seen
      pass(first, cap)
      for mask in first..<1 << n { show(units, cap, body) { mask >> $0 & 1 == 0 } }
    } else {
      visitSome(units, seen, cap, body)
    }
    guard mode == .calls || profile.tears else { return }
    for place in 0..<n where canTear(units.firsts[place], units.counts[place]) {
      let first = units.firsts[place]
      for part in TornWrite.Part.allCases where canLeave(part, first) {
        guard place >= seen else {
          pass(2, cap)
          continue
        }
        torn = TornWrite(steps: first..<first + units.counts[place], part: part)
        show(units, cap, body) { $0 > place }
        show(units, cap, body) { $0 != place }
      }
    }
    torn = .none
  }

  /// A sample of the choices among many units.
  ///
  /// - Parameter seen: how many of them there were at the last visit, whose choices are those that lack
  ///   all others; -1 for none.
  private func visitSome(
    _ units: Units, _ seen: Int, _ cap: Int, _ body: (CrashStates) -> Void
  ) {
    let n = units.firsts.count
    if seen < 0 { show(units, cap, body) { _ in true } } else { pass(1, cap) }
    show(units, cap, body) { _ in false }
    // Nothing may have come since, as where a sync covered nothing.
    let known = max(seen, 0)
    let first = min(known + 1, n)
    pass(first - 1, cap)
    for kept in first..<n { show(units, cap, body) { $0 >= kept } }
    for one in 0..<n { show(units, cap, body) { $0 == one } }
    pass(known, cap)
    for one in known..<n { show(units, cap, body) { $0 != one } }
    for i in 0..<randomSubsets {
      show(units, cap, body) { unit in
        // What varies comes first, so that it is mixed twice: mixed once, neighbours among the units
        // follow each other's bits, and most of the subsets of a point are the same few.
        let key = Key(high: UInt64(i) << 32 | UInt64(unit), low: UInt64(point))
        return Draw.word(seed: shared.logHash, key: key) & 1 == 0
      }
    }
  }

  /// Counts states that were shown at the last visit.
  private func pass(_ count: Int, _ cap: Int) {
    if count > cap - raw { isCutShort = true }
    raw += min(count, cap - raw)
  }

  private func show(
    _ units: Units, _ cap: Int, _ body: (CrashStates) -> Void,
    isLost lost: (Int) -> Bool
  ) {
    guard raw < cap else {
      isCutShort = true
      return
    }
    raw += 1
    // Taken out while it is changed: to look a property of a class up costs more than the change.
    var choice = isLost
    isLost = []
    choice.removeAll(keepingCapacity: true)
    for place in units.places { choice.append(lost(place)) }
    isLost = choice
    show(body)
  }

  /// Lays the choice in `isLost` and `torn`, closed under the rules, over the durable image.
  func show(keeping: Bool = false, _ body: (CrashStates) -> Void) {
    close()
    let used = shared.disk.arena.used
    lay(pending, isLost, onto: &image)
    body(self)
    image.rollBack(to: 0, shared.hashes)
    if keeping { return }
    shared.disk.arena.cut(to: used)
    shared.hashes.forget(from: used)
  }

  private func lay(_ steps: [PendingStep], _ isLost: [Bool], onto image: inout CrashImage) {
    let torn = torn.steps
    for n in steps.indices where !isLost[n] {
      if torn.contains(n) {
        tear(n, &image)
      } else {
        apply(steps[n].step, steps[n].written, to: &image)
      }
    }
  }
}
