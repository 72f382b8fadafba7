/// A disk in memory: files of copy-on-write pages, open handles, faults on demand, and a log of every
/// step for those who want to know what a crash could leave behind.
///
/// It is deterministic: no clock, no randomness, and the same calls give the same log. It is used from
/// one thread. Everything that a running program sees is here (the page cache, so to speak); which of
/// it survives a loss of power is read off the log: steps that no sync covers are pending.
///
/// A *request* is one thing the world executes. `beginRequest` names it and the process it runs for;
/// operations are counted from there, role by role and verb by verb, and the fault hook is asked with
/// these numbers. A *process* opens handles and dies with them (`kill`); what it had issued stays.
public final class SimulatedDisk {
  /// Asked before every operation; nil, or an answer of nil, means that nothing unusual happens.
  public var fault: ((DiskOperation) -> DiskFault?)?
  /// Bytes that all files together may hold. What exceeds it is refused from the first byte too many.
  public var capacity = 1 << 36
  /// Whether programs that ask for free space are told nothing.
  public var hidesFreeSpace = false
  /// The owner's time, nanoseconds since 1970. The disk only passes it on.
  public var wallNanoseconds: Int64 = 0
  /// The fault that made the current request hang, if one did.
  public internal(set) var stalled: DiskOperation?
  /// Why the current request was refused something last, if it was: a full, locked or read-only
  /// volume, or a file that is in use.
  public internal(set) var refusal: DiskError?
  /// Whether the device is locked.
  public var lock = DeviceLock.unlocked
  /// Whether pages that rotted, cannot be read or were written by mistake show it.
  public var showsDamage = true
  /// Faults that did not fit the operation they were answered for, and were not applied.
  public internal(set) var unmatchedFaults = 0
  /// What the current request did.
  public internal(set) var requestCounts = DiskCounts()
  /// The steps since `startLog`, or nil while nobody wants them.
  public internal(set) var log: OperationLog?

  /// What the disk held when the log began.
  var logBase: (inodes: [Inode], directory: Directory) = ([], Directory())
  var arena = PageArena()
  var inodes: [Inode] = []
  var directory = Directory()
  var handles: [OpenFile] = []
  var request: UInt32 = 0
  var process: UInt32 = 0
  var deadProcesses: [UInt32] = []
  var bytesInUse = 0
  var protections = [ProtectionClass](repeating: .never, count: FileRole.allCases.count)
  var quotas = [Int?](repeating: nil, count: FileRole.allCases.count)
  var hasQuotas = false
  var damages: [Damage] = []
  var media: [Media] = []
  var remembersMedia = false

  /// A disk without a file.
  public init() {}

  /// A disk with the content of an image. Later changes to one are not seen by the other.
  public convenience init(_ image: DiskImage) {
    self.init()
    reset(to: image)
  }

  /// The request that is executed from now on, and the process it runs for. Counts start anew and a
  /// stall of the request before is over (for this request, not for the one that hangs).
  public func beginRequest(_ serial: UInt32, process: UInt32 = 0) {
    request = serial
    self.process = process
    stalled = nil
    refusal = nil
    requestCounts.reset()
  }

  /// The process that the current request runs for.
  public var currentProcess: UInt32 { process }

  /// Whether a process was killed.
  public func isDead(_ process: UInt32) -> Bool { deadProcesses.contains(process) }

  /// Ends a process: every handle it has open dies, what it had issued stays.
  public func kill(_ process: UInt32) {
    if !isDead(process) {
      deadProcesses.append(process)
      record(.death(process: process), .temporary, nil, 0)
    }
    for slot in handles.indices where handles[slot].isOpen && handles[slot].process == process {
      release(slot)
    }
  }

  /// Free bytes as a program may learn them; `unknown` when the disk hides it.
  public func freeSpace() -> FreeSpace {
    hidesFreeSpace ? .unknown : .bytes(max(0, capacity - bytesInUse))
  }

  /// Bytes that all files together hold, including files without a name that are still open.
  public var usedBytes: Int { bytesInUse }

  // MARK: Images and the log

  /// The content now. Handles, processes, faults and the log are not part of it.
  public func image() -> DiskImage {
    var copy = PageArena()
    copy.assign(arena)
    var files = inodes
    for index in files.indices {
      files[index].opened = 0
      files[index].isFree = !files[index].isLinked
      if files[index].isFree { files[index] = Inode(isFree: true) }
    }
    return DiskImage(arena: copy, inodes: files, directory: directory)
  }

  /// Becomes a copy of an image, as a new machine would: no handle, no dead process, no log, no fault
  /// hook, ample space. Memory is kept.
  public func reset(to image: DiskImage) {
    arena.assign(image.arena)
    inodes = image.inodes
    directory = image.directory
    for slot in handles.indices { handles[slot].isOpen = false }
    bytesInUse = 0
    for inode in inodes { bytesInUse += inode.size }
    deadProcesses.removeAll(keepingCapacity: true)
    log = nil
    fault = nil
    capacity = 1 << 36
    hidesFreeSpace = false
    if lock != .unlocked { lock = .unlocked }
    showsDamage = true
    for role in FileRole.allCases { protections[Int(role.rawValue)] = .never }
    for role in FileRole.allCases { quotas[Int(role.rawValue)] = nil }
    hasQuotas = false
    damages.removeAll(keepingCapacity: true)
    media.removeAll(keepingCapacity: true)
    remembersMedia = false
    unmatchedFaults = 0
    beginRequest(0)
  }

  /// From now on every step is logged, and every page that exists keeps its content for the log's
  /// reader: writes go to new pages.
  public func startLog() {
    log = OperationLog()
    logBase = (inodes, directory)
    arena.retain()
  }

  /// Stops the log and hands it out; pages go on keeping their content.
  func takeLog() -> OperationLog {
    defer { log = nil }
    return log ?? OperationLog()
  }

  /// Notes something in the log, usually that a promise was made.
  public func mark(_ value: UInt32) { record(.mark(value), .temporary, nil, 0) }

  @inline(__always)
  func record(
    _ step: DiskStep, _ role: FileRole, _ verb: DiskVerb?, _ ordinal: UInt32, from: Int = 0,
    count: Int = 0
  ) {
    if log == nil { return }
    log?.append(
      LogRecord(
        step: step, role: role, verb: verb, ordinal: ordinal, request: request,
        from: UInt16(truncatingIfNeeded: from), count: UInt16(truncatingIfNeeded: count)))
  }
}
