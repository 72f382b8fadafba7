/// An operation that was allowed to begin.
struct StartedOperation {
  let role: FileRole
  let verb: DiskVerb
  let ordinal: UInt32
  let process: UInt32
  /// What remains to be applied: how much of a write lands, or how it ends.
  let fault: DiskFault?

  /// How many of `wanted` bytes the fault lets through.
  func allowed(_ wanted: Int) -> Int {
    switch fault {
    case .noSpace(let count), .short(let count): max(0, min(wanted, count))
    case nil, .failsBefore, .failsAfter, .refuses, .stalls, .failsSync, .lies, .leaves, .vanishes,
      .replaced, .rots, .misreads, .damages, .misdirects, .kills:
      wanted
    }
  }
}

extension SimulatedDisk {
  /// Counts the operation, asks about it, and refuses it if it is not to happen.
  func begin(
    _ verb: DiskVerb, _ name: FileName, of process: UInt32, inode: Int? = nil, offset: Int = 0,
    count: Int = 0
  ) throws(DiskError) -> StartedOperation {
    if !deadProcesses.isEmpty, isDead(process) { throw .dead }
    if stalled != nil { throw .stalled }
    let ordinal = requestCounts.increment(name.role, verb)
    var answer: DiskFault?
    if let fault {
      let operation = DiskOperation(
        role: name.role, verb: verb, ordinal: ordinal, request: request, name: name,
        offset: offset, count: count)
      answer = fault(operation)
      if let unusual = answer {
        if unusual.fits(verb) {
          try apply(unusual, operation, of: process, inode: inode)
        } else {
          unmatchedFaults += 1
          answer = nil
        }
      }
    }
    if lock != .unlocked, isLockedAway(verb, name.role) { throw refusing(.locked) }
    if hasQuotas, verb == .create, room(for: name.role) <= 0 { throw refusing(.noSpace) }
    return StartedOperation(
      role: name.role, verb: verb, ordinal: ordinal, process: process, fault: answer)
  }

  /// Does what a fault does before its operation; throws if the operation is not to happen.
  private func apply(
    _ fault: DiskFault, _ operation: DiskOperation, of process: UInt32, inode: Int?
  ) throws(DiskError) {
    switch fault {
    case .failsAfter, .kills(done: true), .short, .failsSync, .lies, .misreads, .misdirects: break
    case .rots, .damages:
      if let inode, operation.verb == .read {
        damage(fault, inode, offset: operation.offset, count: operation.count)
      }
    case .failsBefore: throw .inputOutput
    case .refuses(let why): throw refusing(why.error)
    case .stalls:
      stalled = operation
      throw .stalled
    case .kills(done: false):
      kill(process)
      throw .dead
    case .vanishes: vanish(inode ?? directory.inode(operation.name))
    case .replaced:
      vanish(inode ?? directory.inode(operation.name))
      put(operation.name)
    case .leaves(let bytes): capacity = bytesInUse + max(0, bytes)
    case .noSpace:
      // Only a write can land in part.
      if operation.verb != .write { throw refusing(.noSpace) }
    }
  }

  /// Remembers why the current request was refused something: whoever stands above a library that
  /// turns every reason into one code asks for it.
  func refusing(_ error: DiskError) -> DiskError {
    refusal = error
    return error
  }

  /// Somebody else makes an empty file.
  private func put(_ name: FileName) {
    guard directory.inode(name) == nil else { return }
    let inode = newInode()
    inodes[inode].isLinked = true
    directory.add(name, inode)
    record(.create(inode: inode, name: name), name.role, nil, 0)
  }

  /// How an operation that took effect ends for its caller.
  func end(_ operation: StartedOperation) throws(DiskError) {
    switch operation.fault {
    case .failsAfter, .failsSync: throw .inputOutput
    case .kills:
      kill(operation.process)
      throw .dead
    case nil, .noSpace, .failsBefore, .refuses, .short, .stalls, .lies, .leaves, .vanishes,
      .replaced, .rots, .misreads, .damages, .misdirects:
      break
    }
  }

  /// Takes a name away behind the back of every program: no operation, no question. Whoever has the
  /// file open writes into the void from now on.
  ///
  /// - Returns: whether there was such a name.
  public func vanish(_ name: FileName) -> Bool {
    guard let inode = directory.inode(name) else { return false }
    vanish(inode)
    return true
  }

  /// Somebody else removes a name; the open file lives on without one.
  private func vanish(_ inode: Int?) {
    guard let inode, let name = directory.name(of: inode) else {
      unmatchedFaults += 1
      return
    }
    directory.remove(name)
    record(.unlink(inode: inode, name: name), name.role, nil, 0)
    unlinked(inode)
  }

  /// A file lost its name: it goes when nobody has it open.
  func unlinked(_ inode: Int) {
    inodes[inode].isLinked = false
    if inodes[inode].opened == 0 { discard(inode) }
  }

  /// Gives back the space of a file that nobody can reach any more.
  func discard(_ inode: Int) {
    bytesInUse -= inodes[inode].size
    for page in inodes[inode].pages { arena.release(page) }
    inodes[inode].pages.removeAll(keepingCapacity: true)
    inodes[inode].size = 0
    if inode < media.count { media[inode] = Media() }
    damages.removeAll { $0.inode == inode }
    // While a log is kept, a number must go on meaning the file it meant.
    inodes[inode].isFree = log == nil
  }
}
