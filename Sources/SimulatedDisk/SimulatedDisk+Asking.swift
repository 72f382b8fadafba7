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
    case nil, .failsBefore, .failsAfter, .stalls, .vanishes, .kills: wanted
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
    guard let fault else {
      return StartedOperation(
        role: name.role, verb: verb, ordinal: ordinal, process: process, fault: nil)
    }
    let operation = DiskOperation(
      role: name.role, verb: verb, ordinal: ordinal, request: request, name: name, offset: offset,
      count: count)
    let answer = fault(operation)
    switch answer {
    case nil, .failsAfter, .kills(done: true): break
    case .failsBefore: throw .inputOutput
    case .stalls:
      stalled = operation
      throw .stalled
    case .kills(done: false):
      kill(process)
      throw .dead
    case .vanishes: vanish(inode ?? directory.inode(name))
    case .noSpace:
      // Only a write can land in part.
      if verb == .read { unmatchedFaults += 1 } else if verb != .write { throw .noSpace }
    case .short:
      if verb != .write && verb != .read { unmatchedFaults += 1 }
    }
    return StartedOperation(
      role: name.role, verb: verb, ordinal: ordinal, process: process, fault: answer)
  }

  /// How an operation that took effect ends for its caller.
  func end(_ operation: StartedOperation) throws(DiskError) {
    switch operation.fault {
    case .failsAfter: throw .inputOutput
    case .kills:
      kill(operation.process)
      throw .dead
    case nil, .noSpace, .failsBefore, .short, .stalls, .vanishes: break
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
    // While a log is kept, a number must go on meaning the file it meant.
    inodes[inode].isFree = log == nil
  }
}
