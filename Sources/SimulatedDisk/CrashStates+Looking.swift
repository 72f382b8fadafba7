extension CrashStates {
  // MARK: the state at hand, inside `visit`

  /// Whether a page has arrived by halves.
  public var isTorn: Bool { !torn.steps.isEmpty }

  /// How many units may or may not have arrived at this point.
  public var pendingUnits: Int { pending.count }

  /// The hash of the state; equal to `SimulatedDisk.contentHash()` after `adopt`.
  public var hash: UInt64 { image.hash { _ in true } }

  /// The hash of History alone: the database and what belongs to it.
  public var databaseHash: UInt64 {
    image.hash { $0 == .db || $0 == .journal || $0 == .wal }
  }

  /// The names in the state.
  public var names: [FileName] { image.directory.entries.map(\.name) }

  /// The size of a file in the state, in bytes; 0 if there is none.
  public func size(of name: FileName) -> Int {
    image.directory.inode(name).map { image.size($0) } ?? 0
  }

  /// A hash of what is in a file of the state; nil if there is none.
  public func content(of name: FileName) -> UInt64? {
    image.directory.inode(name).map { image.content($0) }
  }

  /// Lays the state onto the disk, as a machine finds it that is switched on again: nothing is open,
  /// nobody is dead, no log is kept. What the last one left is swept away.
  ///
  /// - Parameter keepingNumbers: whether files without a name keep their numbers, so that what is
  ///   pending of them is not taken for that of a file to come.
  public func adopt(keepingNumbers: Bool = false) {
    shared.disk.adopt(image, keepingNumbers: keepingNumbers)
  }

  /// Bytes from the start of a file that are what the program had written there, a sound file's
  /// header aside; nil if there is no such file.
  public func intactBytes(of name: FileName, headerBytes: Int = 44) -> Int? {
    guard let inode = image.directory.inode(name) else { return nil }
    var intact = min(image.size(inode), landed.size(inode))
    let pending = pending
    let isLost = isLost
    let torn = torn.steps
    for n in pending.indices where (isLost[n] || torn.contains(n)) && pending[n].inode == inode {
      guard let index = pending[n].page else { continue }
      let from = index == 0 ? headerBytes : 0
      let start = index * PageArena.pageSize
      guard start < intact else { continue }
      let is_ = image.page(inode, index)
      let was = landed.page(inode, index)
      guard is_ != was, let at = shared.disk.arena.firstDifference(is_, was, from: from) else {
        continue
      }
      intact = min(intact, start + at)
    }
    return intact
  }

  /// Which file a name leads to, for what is known of it from before the log.
  public func inode(of name: FileName) -> Int? { image.directory.inode(name) }

  // MARK: losses by name

  /// What did not arrive, and what arrived by halves.
  public func losses() -> (lost: [CrashUnit], torn: (unit: CrashUnit, isPrefix: Bool)?) {
    var lost: [CrashUnit] = []
    for n in pending.indices where isLost[n] {
      if let page = pending[n].page {
        let before = pending[n].before
        if before >= 0, isLost[before] { continue }
        let versions = versionsFrom(n)
        lost.append(unit(n, .page(page, versions: before < 0 ? nil : versions)))
      } else {
        lost.append(unit(n, kind(n)))
      }
    }
    guard let n = torn.steps.first, torn.part != .garbage, let page = pending[n].page else {
      return (lost, nil)
    }
    let versions = versionsFrom(n)
    let isOnly = pending[n].before < 0 && versions == 1
    return (lost, (unit(n, .page(page, versions: isOnly ? nil : versions)), torn.part == .prefix))
  }

  /// How many pending versions of a page there are from one on.
  private func versionsFrom(_ n: Int) -> Int {
    var count = 0
    for i in n..<pending.count
    where pending[i].page == pending[n].page && pending[i].inode == pending[n].inode {
      count += 1
    }
    return count
  }

  private func kind(_ n: Int) -> CrashUnit.Kind {
    var count = 0
    for i in 0...n {
      let isLike =
        pending[n].isName
        ? pending[i].isName
        : pending[i].inode == pending[n].inode && !pending[i].isName && pending[i].page == nil
          && pending[i].isTruncation == pending[n].isTruncation
      if isLike { count += 1 }
    }
    return pending[n].isName
      ? .directory(count) : pending[n].isTruncation ? .truncation(count) : .size(count)
  }

  private func unit(_ n: Int, _ kind: CrashUnit.Kind) -> CrashUnit {
    if case .directory = kind { return CrashUnit(nil, kind) }
    let (role, number) = file(n)
    return CrashUnit(role, file: number, kind)
  }

  /// The name of a step's file among the pending ones: the role that it had first, since a file
  /// keeps its pending steps when it is renamed, and the how-manieth of that role it is.
  private func file(_ n: Int) -> (role: FileRole, number: Int) {
    var seen: [(inode: Int, role: FileRole)] = []
    for step in pending where !step.isName && !seen.contains(where: { $0.inode == step.inode }) {
      seen.append((step.inode, step.role))
      guard step.inode == pending[n].inode else { continue }
      return (step.role, seen.count { $0.role == step.role })
    }
    return (pending[n].role, 1)
  }

  /// Shows the one state that lists of units describe.
  ///
  /// - Parameter keeping: whether the disk may go on from what `adopt` laid onto it.
  /// - Returns: units that name nothing that is pending here.
  public func show(
    lost: [CrashUnit], torn wanted: (unit: CrashUnit, isPrefix: Bool)? = nil,
    keeping: Bool = false, _ body: (CrashStates) -> Void
  ) -> [CrashUnit] {
    isLost = [Bool](repeating: false, count: pending.count)
    torn = .none
    var unmatched: [CrashUnit] = []
    for unit in lost {
      let steps = steps(of: unit)
      if steps.isEmpty { unmatched.append(unit) }
      for n in steps { isLost[n] = true }
    }
    if let wanted {
      let steps = steps(of: wanted.unit)
      if let first = steps.first {
        torn = TornWrite(steps: first..<first + 1, part: wanted.isPrefix ? .prefix : .suffix)
        for n in steps.dropFirst() { isLost[n] = true }
      } else {
        unmatched.append(wanted.unit)
      }
    }
    show(keeping: keeping, body)
    torn = .none
    return unmatched
  }

  private func steps(of unit: CrashUnit) -> [Int] {
    switch unit.kind {
    case .directory, .truncation, .size:
      for n in pending.indices where pending[n].page == nil && self.unit(n, kind(n)) == unit {
        return [n]
      }
      return []
    case .page(let index, let versions):
      let all = pending.indices.filter {
        guard pending[$0].page == index else { return false }
        let (role, number) = file($0)
        return role == unit.role && number == unit.file
      }
      guard let versions else { return all }
      return all.count < versions ? [] : Array(all.suffix(versions))
    }
  }

  /// What happened on the disk since the last `adopt`, whose log was kept: crashes during recovery.
  /// While it is used this one stands still, and nothing may be adopted here.
  public func afterwards() -> CrashStates.Shared {
    CrashStates.Shared(shared.disk, shared.hashes)
  }
}

extension SimulatedDisk {
  /// Becomes what an image says.
  func adopt(_ image: CrashImage, keepingNumbers: Bool) {
    for slot in handles.indices { handles[slot].isOpen = false }
    directory = image.directory
    bytesInUse = 0
    inodes.removeAll(keepingCapacity: true)
    for file in image.files {
      inodes.append(Inode(pages: file.pages, size: file.size, isFree: true))
    }
    for entry in directory.entries {
      inodes[entry.inode].isLinked = true
      inodes[entry.inode].isFree = false
      bytesInUse += inodes[entry.inode].size
    }
    for inode in inodes.indices where inodes[inode].isFree {
      inodes[inode] = Inode(isFree: !keepingNumbers)
    }
    deadProcesses.removeAll(keepingCapacity: true)
    log = nil
    fault = nil
    capacity = 1 << 36
    hidesFreeSpace = false
    unmatchedFaults = 0
    beginRequest(0)
  }
}
