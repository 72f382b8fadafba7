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
//
// In mode `calls` the unit is a write as it was issued, whatever pages it touched: its bytes arrive or
// not, over whatever is there. No page cache loses a write and keeps a later one of the same page;
// the mode exists because the first figures were counted that way, and `NegativeControl` holds them.

/// One step that may or may not arrive.
struct PendingStep {
  let step: DiskStep
  let role: FileRole
  /// Which call it belongs to, for mode `calls`.
  let call: Int
  /// Bytes of the page that were written.
  let written: Range<Int>
  /// The pending version of the same page before it; -1 for none.
  var before = -1
  /// Whether it has reached the drive's cache.
  var isInDrive = false
  /// Whether a sync of it failed, so that no later one covers it.
  var isForgotten = false
  /// Whether it was issued by a life that ended before the log began.
  var isInherited = false
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
  var isLength: Bool {
    switch step {
    case .size, .truncate: true
    case .create, .page, .unlink, .rename, .sync, .failedSync, .lyingSync, .syncDirectory,
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
  /// Whether sectors under a write that was cut short may hold what nobody wrote. Such a state names
  /// nothing that is torn.
  public var leavesGarbage = false
  /// Whether names arrive in order, so that a lost one takes the later ones with it. The profile says
  /// so; a control that is to meet figures counted without that rule says otherwise.
  public var ordersNames: Bool
  /// Whether only the prefixes of what is pending are shown, as where the power fails a moment
  /// earlier or later: a sample, for where all choices would be too many. What an earlier life left
  /// pending and what the present one has issued are two such sequences, and every prefix of the one
  /// is shown with every prefix of the other.
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
    /// Whether the call that a step belongs to ends with it: between the steps of one call a loss of
    /// power shows nothing that it does not show after the last.
    public func endsCall(_ step: Int) -> Bool {
      step + 1 >= steps || !log.records[step + 1].isSameCall(as: log.records[step])
    }
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
  public internal(set) var raw = 0
  /// Visits that one point may have; beyond that the point is cut short.
  public var limit = 1 << 40
  /// Points that were cut short.
  public internal(set) var capsHit = 0
  /// Whether the visit under way had more to show than it may.
  var isCutShort = false

  var image: CrashImage
  var landed: CrashImage
  var pending: [PendingStep] = []
  /// Whether a step has not arrived, by its place among the pending ones.
  var isLost: [Bool] = []
  /// What has arrived by halves.
  var torn = TornWrite.none
  /// How many steps were pending at the last visit, nothing having become durable since; nil for
  /// another past.
  var shown: Int?

  /// Begins before the first step.
  public init(_ shared: Shared, _ profile: DiskProfile, mode: LossMode = .pages) {
    self.shared = shared
    self.profile = profile
    self.mode = mode
    ordersNames = profile.ordersNames
    image = shared.base
    landed = shared.base
  }

  /// Begins with the first step of the life that followed when a process died and the power stayed.
  ///
  /// The page cache outlives a process: the new life saw all that the old one had issued, and what
  /// of it no sync had covered is pending still, for a loss of power in the new life to take.
  ///
  /// - Parameters:
  ///   - shared: what was logged since.
  ///   - killed: where the process died, inside the visit of the state in which everything has
  ///     arrived; `adopt(keepingNumbers: true)` has laid that state onto the disk before the log
  ///     began.
  public init(_ shared: Shared, after killed: CrashStates) {
    self.shared = shared
    profile = killed.profile
    mode = killed.mode
    ordersNames = killed.ordersNames
    image = killed.image
    image.rollBack(to: 0, shared.hashes)
    landed = shared.base
    pending = killed.pending
    for n in pending.indices { pending[n].isInherited = true }
    // Whoever finds a leaf goes by its name and length and removes it: what is in it has arrived.
    commit { $0.role == .leaf && $0.page != nil }
  }

  // MARK: walking

  /// Takes the next step into account.
  public func advance() {
    let record = shared.log.records[point]
    point += 1
    switch record.step {
    case .create, .page, .size, .truncate, .unlink, .rename:
      apply(record.step, record.written, to: &landed)
      landed.undo.removeAll(keepingCapacity: true)
      if profile == .kill {
        apply(record.step, record.written, to: &image)
        image.undo.removeAll(keepingCapacity: true)
        shown = nil
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
    pending.append(
      PendingStep(step: record.step, role: record.role, call: call, written: record.written))
    link(pending.count - 1)
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
    var isKept = [Bool](repeating: true, count: pending.count)
    for n in pending.indices {
      guard case .truncate(let inode, _, let size, _, _) = pending[n].step else { continue }
      for i in 0..<n where pending[i].inode == inode {
        switch pending[i].step {
        case .page(_, let index, _, _):
          if index * PageArena.pageSize >= size { isKept[i] = false }
        case .size: isKept[i] = false
        case .create, .truncate, .unlink, .rename, .sync, .failedSync, .lyingSync,
          .syncDirectory, .lyingSyncDirectory, .mark, .death:
          break
        }
      }
    }
    keep(isKept)
  }

  private func commit(_ isCovered: (PendingStep) -> Bool) {
    var isKept = [Bool](repeating: true, count: pending.count)
    for n in pending.indices where isCovered(pending[n]) && !pending[n].isForgotten {
      apply(pending[n].step, pending[n].written, to: &image)
      isKept[n] = false
      // A page is written whole, with what an earlier sync had failed to write of it.
      var before = pending[n].before
      while before >= 0 {
        if pending[before].isForgotten { isKept[before] = false }
        before = pending[before].before
      }
    }
    image.undo.removeAll(keepingCapacity: true)
    keep(isKept)
  }

  /// Lets go of what is no longer pending; each page keeps its order of versions.
  private func keep(_ isKept: [Bool]) {
    guard isKept.contains(false) else { return }
    var places = [Int](repeating: -1, count: pending.count)
    var kept: [PendingStep] = []
    for n in pending.indices where isKept[n] {
      var step = pending[n]
      while step.before >= 0, !isKept[step.before] { step.before = pending[step.before].before }
      if step.before >= 0 { step.before = places[step.before] }
      places[n] = kept.count
      kept.append(step)
    }
    shown = nil
    pending = kept
  }

  // MARK: applying

  func apply(_ step: DiskStep, _ written: Range<Int>, to image: inout CrashImage) {
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
        ? new : shared.disk.arena.patch(current, new, written)
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
}
