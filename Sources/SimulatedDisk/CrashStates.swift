internal import Choices

// What a crash can leave.
//
// A program writes into a page cache; a sync moves what it covers to where it stays. Between the two
// a loss of power may take any of it, in the measure that the file system and the drive allow. So a
// crash point has not one outcome but a set: everything durable, and any legal choice among the
// steps that are pending. This file walks through all of them, from the log of one run, without
// running anything again:
//
//   durable   the image of all steps that a barrier has covered so far
//   pending   the steps since, in order; each may have arrived or not
//   landed    the image in which all of them have: what the program itself saw
//
// `advance` takes one step of the log into account. `visit` then puts every legal choice, one after
// the other, over the durable image, tells its hash, and takes it off again. Whoever wants to know
// what a program makes of an image calls `adopt`, which lays it onto the disk: real SQLite and real
// libsndfile run there, and the next `adopt` sweeps away what they did.
//
// With up to eight pending units all subsets are visited; with more, none, all, every prefix, every
// subset but one, every single one, and 32 random ones, whose draws depend on the log, the point and
// nothing else. A page that is being written may also arrive by halves.

/// One step that may or may not arrive.
struct PendingStep {
  let step: DiskStep
  let role: FileRole
  /// Which call it belongs to, for mode `calls`.
  let call: Int
  /// The pending version of the same page before it; -1 for none.
  var before = -1
  /// Whether it has reached the drive's cache.
  var isInDrive = false
  /// Whether a sync of it failed, so that no later one covers it.
  var isForgotten = false
  /// The page with only one half of it, once somebody wanted to see that.
  var halves: (Range<Int>, Range<Int>)?

  var inode: Int {
    switch step {
    case .page(let inode, _, _, _), .size(let inode, _, _), .truncate(let inode, _, _, _, _),
      .create(let inode, _), .unlink(let inode, _), .rename(let inode, _, _, _),
      .sync(let inode, _), .failedSync(let inode, _, _), .lyingSync(let inode, _):
      inode
    case .syncDirectory, .lyingSyncDirectory, .mark, .death: -1
    }
  }
  var isName: Bool {
    switch step {
    case .create, .unlink, .rename: true
    case .page, .size, .truncate, .sync, .failedSync, .lyingSync, .syncDirectory,
      .lyingSyncDirectory, .mark, .death:
      false
    }
  }
  var isTruncation: Bool { if case .truncate = step { true } else { false } }
  var page: Int? { if case .page(_, let index, _, _) = step { index } else { nil } }
}

/// All crash states of one log under one profile, point by point. See the essay above.
public final class CrashStates {
  /// Most units of which every subset is visited.
  public let exhaustiveUnits = 8
  /// Random subsets of more units.
  public let randomSubsets = 32
  /// Whether only the prefixes of what is pending are shown, as where the power fails a moment
  /// earlier or later: a sample, for where all choices would be too many.
  public var showsPrefixesOnly = false

  /// What is known of the pages of a disk, shared by all profiles of its log.
  public final class Shared {
    let disk: SimulatedDisk
    let hashes: PageHashes
    let log: OperationLog
    let base: CrashImage
    let logHash: UInt64
    /// Takes over a disk whose run is over, and its log. Nothing may be open on it.
    public convenience init(_ disk: SimulatedDisk) {
      self.init(disk, PageHashes(disk))
    }

    init(_ disk: SimulatedDisk, _ hashes: PageHashes) {
      self.disk = disk
      self.hashes = hashes
      logHash = disk.logHash() ?? 0
      base = CrashImage(disk.logBase.inodes, disk.logBase.directory, hashes)
      log = disk.takeLog()
    }

    /// The steps of the log.
    public var steps: Int { log.records.count }
    /// The record of a step.
    public func record(_ step: Int) -> LogRecord { log.records[step] }
    /// A hash of the log: equal logs have equal crash states.
    public var hash: UInt64 { logHash }
  }

  /// The log, and what all profiles share of it.
  public let shared: Shared
  /// The rules.
  public let profile: DiskProfile
  /// The unit of loss.
  public let mode: LossMode
  /// How many steps have happened.
  public private(set) var point = 0
  /// States visited, equal ones included.
  public private(set) var raw = 0
  /// The most steps that were pending at once.
  public private(set) var mostPending = 0
  /// Visits that one point may have; beyond that the point is cut short.
  public var limit = 1 << 40
  /// Points that were cut short.
  public private(set) var capsHit = 0
  /// Whether the visit under way had more to show than it may.
  private var isCutShort = false

  var image: CrashImage
  var landed: CrashImage
  var pending: [PendingStep] = []
  /// Whether a step has not arrived, by its place among the pending ones.
  var isLost: [Bool] = []
  /// The pending step that has arrived by halves, and which half of it; -1 for none.
  var torn = (step: -1, isPrefix: false)
  private var lostData: [Int] = []

  /// Begins before the first step.
  public init(_ shared: Shared, _ profile: DiskProfile, mode: LossMode = .pages) {
    self.shared = shared
    self.profile = profile
    self.mode = mode
    image = shared.base
    landed = shared.base
  }

  // MARK: walking

  /// Takes the next step into account.
  public func advance() {
    let record = shared.log.records[point]
    point += 1
    switch record.step {
    case .create, .page, .size, .truncate, .unlink, .rename:
      apply(record.step, to: &landed)
      landed.undo.removeAll(keepingCapacity: true)
      if profile == .kill {
        apply(record.step, to: &image)
        image.undo.removeAll(keepingCapacity: true)
      } else {
        add(record)
      }
    case .sync(let inode, let kind): sync(inode, kind)
    case .syncDirectory: syncDirectory()
    case .failedSync(let inode, _, _):
      // The cache takes its pages for clean from here on: no later sync writes them.
      for n in pending.indices where pending[n].inode == inode && pending[n].page != nil {
        pending[n].isForgotten = true
      }
    case .lyingSync, .lyingSyncDirectory, .mark, .death: break
    }
  }

  private func add(_ record: LogRecord) {
    var call = Int(record.request) << 24 | Int(record.ordinal) << 8
    call |= Int(record.role.rawValue) << 4 | Int(record.verb?.rawValue ?? 15)
    pending.append(PendingStep(step: record.step, role: record.role, call: call))
    link(pending.count - 1)
    mostPending = max(mostPending, pending.count)
  }

  private func link(_ n: Int) {
    guard let page = pending[n].page else { return }
    let inode = pending[n].inode
    pending[n].before = -1
    var i = n
    while i > 0 {
      i -= 1
      if pending[i].page == page, pending[i].inode == inode {
        pending[n].before = i
        return
      }
    }
  }

  private func sync(_ inode: Int, _ kind: SyncKind) {
    switch profile {
    case .kill, .apfsFsync: return
    case .strict: commit { $0.inode == inode && !$0.isName }
    case .ntfs: commit { $0.isName || $0.inode == inode }
    case .ext4, .f2fs:
      clip()
      commit { $0.isName || $0.isTruncation || $0.inode == inode }
    case .apfsFull:
      for n in pending.indices where pending[n].inode == inode && !pending[n].isName {
        pending[n].isInDrive = true
      }
      if kind == .full { commit { $0.isInDrive || $0.isName } }
    }
  }

  private func syncDirectory() {
    switch profile {
    case .kill, .apfsFsync: return
    case .strict: commit { $0.isName }
    case .ntfs: commit { $0.isName }
    case .ext4, .f2fs:
      clip()
      commit { $0.isName || $0.isTruncation }
    case .apfsFull:
      for n in pending.indices where pending[n].isName { pending[n].isInDrive = true }
    }
  }

  /// A truncation that becomes durable before earlier writes to the file takes with it what they
  /// would bring back beyond its new end.
  private func clip() {
    for n in pending.indices {
      guard case .truncate(let inode, _, let size, _, _) = pending[n].step else { continue }
      for i in 0..<n where pending[i].inode == inode {
        switch pending[i].step {
        case .page(_, let index, _, _):
          if index * PageArena.pageSize >= size { pending[i] = gone(pending[i]) }
        case .size: pending[i] = gone(pending[i])
        case .create, .truncate, .unlink, .rename, .sync, .failedSync, .lyingSync,
          .syncDirectory, .lyingSyncDirectory, .mark, .death:
          break
        }
      }
    }
    pending.removeAll { if case .mark = $0.step { true } else { false } }
  }

  private func gone(_ step: PendingStep) -> PendingStep {
    PendingStep(step: .mark(0), role: step.role, call: step.call)
  }

  private func commit(_ isCovered: (PendingStep) -> Bool) {
    var kept: [PendingStep] = []
    for step in pending {
      guard isCovered(step), !step.isForgotten else {
        kept.append(step)
        continue
      }
      apply(step.step, to: &image)
      // A page is written whole, with what an earlier sync had failed to write of it.
      guard let page = step.page else { continue }
      kept.removeAll { $0.isForgotten && $0.page == page && $0.inode == step.inode }
    }
    image.undo.removeAll(keepingCapacity: true)
    pending = kept
    for n in pending.indices { link(n) }
  }

  // MARK: applying

  func apply(_ step: DiskStep, to image: inout CrashImage) {
    switch step {
    case .create(let inode, let name):
      image.reach(inode)
      image.changeDirectory {
        $0.remove(name)
        $0.add(name, inode)
      }
    case .unlink(_, let name): image.changeDirectory { $0.remove(name) }
    case .rename(let inode, let from, let to, _):
      image.reach(inode)
      image.changeDirectory {
        $0.remove(from)
        $0.remove(to)
        $0.add(to, inode)
      }
    case .page(let inode, let index, let old, let new):
      let current = image.page(inode, index)
      let page =
        mode == .pages || current == old
        ? new : shared.disk.arena.merge(current, old, new, 0..<PageArena.pageSize)
      image.setPage(inode, index, page, shared.hashes)
    case .size(let inode, _, let new): image.setSize(inode, max(new, image.size(inode)))
    case .truncate(let inode, _, let size, let old, let new):
      image.truncate(inode, size, last: last(inode, size, old, new, image), shared.hashes)
    case .sync, .failedSync, .lyingSync, .syncDirectory, .lyingSyncDirectory, .mark, .death: break
    }
  }

  /// What the last page of a file becomes when it is cut.
  private func last(
    _ inode: Int, _ size: Int, _ old: PageID, _ new: PageID, _ image: CrashImage
  ) -> PageID {
    let kept = (size + PageArena.pageSize - 1) / PageArena.pageSize
    let within = size % PageArena.pageSize
    guard kept > 0, within > 0 else { return 0 }
    let current = image.page(inode, kept - 1)
    if current == 0 || current == old { return current == 0 ? 0 : new }
    guard size < image.size(inode) else { return current }
    let page = shared.disk.arena.copy(current, overwriting: within..<PageArena.pageSize)
    shared.disk.arena.zero(page, within..<PageArena.pageSize)
    return page
  }

  // MARK: visiting

  /// Visits every state that a crash at this point can leave.
  public func visit(_ body: (CrashStates) -> Void) {
    let cap = raw + limit
    isCutShort = false
    defer { if isCutShort { capsHit += 1 } }
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
      for kept in 0...n { show(units, cap, body) { $0 >= kept } }
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
    guard profile.tears else { return }
    for (place, unit) in units.enumerated() {
      guard unit.count == 1 || mode == .calls else { continue }
      for n in unit where pending[n].page != nil && halves(n) != nil {
        for isPrefix in [true, false] {
          torn = (n, isPrefix)
          show(units, cap, body) { $0 > place }
          show(units, cap, body) { $0 != place }
          torn = (-1, false)
        }
      }
    }
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
      if n == torn.step { tear(n) } else { apply(pending[n].step, to: &image) }
    }
    body(self)
    image.rollBack(to: 0, shared.hashes)
    if keeping { return }
    shared.disk.arena.cut(to: used)
    shared.hashes.forget(from: used)
  }

  /// The two halves of a page in which something changed, by sectors; nil where it is one sector.
  private func halves(_ n: Int) -> (Range<Int>, Range<Int>)? {
    if let known = pending[n].halves { return known.0.isEmpty ? nil : known }
    guard case .page(_, _, let old, let new) = pending[n].step else { return nil }
    pending[n].halves = shared.disk.arena.halves(old, new)
    return pending[n].halves.flatMap { $0.0.isEmpty ? nil : $0 }
  }

  private func tear(_ n: Int) {
    guard case .page(let inode, let index, let old, let new) = pending[n].step,
      let halves = halves(n)
    else { return }
    let page = shared.disk.arena.merge(
      image.page(inode, index), old, new, torn.isPrefix ? halves.0 : halves.1)
    image.setPage(inode, index, page, shared.hashes)
  }

  // MARK: rules

  /// Adds what must be lost, too, where something is: so every choice is one that can happen.
  private func close() {
    guard mode == .pages || profile != .strict else { return }
    if torn.step >= 0 {
      // What is torn was being written over its own earlier versions.
      isLost[torn.step] = false
      var before = pending[torn.step].before
      while before >= 0 {
        isLost[before] = false
        before = pending[before].before
      }
    }
    var areNamesOver = false
    lostData.removeAll(keepingCapacity: true)
    for n in pending.indices {
      let step = pending[n]
      if step.before >= 0, mode == .pages, isLost[step.before] || step.before == torn.step {
        isLost[n] = true
      }
      if profile.ordersNames, step.isName || profile.ordersTruncations && step.isTruncation {
        if areNamesOver { isLost[n] = true }
        if isLost[n] { areNamesOver = true }
      }
      guard profile.growsOverData else { continue }
      if case .size(let inode, _, _) = step.step, lostData.contains(inode) { isLost[n] = true }
      if isLost[n], step.page != nil { lostData.append(step.inode) }
    }
  }
}

extension CrashImage {
  func page(_ inode: Int, _ index: Int) -> PageID {
    inode < files.count && index < files[inode].pages.count ? files[inode].pages[index] : 0
  }

  func size(_ inode: Int) -> Int { inode < files.count ? files[inode].size : 0 }
}

extension PageArena {
  /// Bytes of a sector, which a drive writes whole.
  static let sectorSize = 512

  /// The sectors in which two pages differ, cut in the middle; two empty ranges where it is one.
  func halves(_ old: PageID, _ new: PageID) -> (Range<Int>, Range<Int>) {
    guard let first = firstDifference(old, new, from: 0) else { return (0..<0, 0..<0) }
    var last = first
    var from = first
    while from < Self.pageSize, let next = firstDifference(old, new, from: from) {
      last = next
      from = next + 1
    }
    let start = first / Self.sectorSize
    let end = last / Self.sectorSize + 1
    guard end - start > 1 else { return (0..<0, 0..<0) }
    let middle = (start + end) / 2
    return (
      start * Self.sectorSize..<middle * Self.sectorSize,
      middle * Self.sectorSize..<end * Self.sectorSize
    )
  }
}
