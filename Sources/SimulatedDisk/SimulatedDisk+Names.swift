extension SimulatedDisk {
  /// What to do when a file is opened.
  public enum Opening: Hashable, Sendable {
    /// Fail if there is none.
    case existing
    /// Make it if there is none.
    case orCreate
    /// Fail if there is one.
    case new
  }

  /// Opens a file for the process of the current request.
  ///
  /// - Parameters:
  ///   - name: which file.
  ///   - opening: what to do if it does or does not exist.
  /// - Returns: a handle for reading and writing.
  /// - Throws: `notFound`, `exists`, or what a fault says. A file that was created before an error
  ///   stays.
  public func open(_ name: FileName, _ opening: Opening) throws(DiskError) -> DiskHandle {
    let existing = directory.inode(name)
    if existing == nil, opening == .existing { throw .notFound }
    if existing != nil, opening == .new { throw .exists }
    let operation = try begin(existing == nil ? .create : .open, name, of: process)
    // Asked again, because a fault may have removed the name meanwhile.
    let inode: Int
    if let found = directory.inode(name) {
      inode = found
    } else if opening == .existing {
      throw .notFound
    } else {
      inode = newInode()
      inodes[inode].isLinked = true
      directory.add(name, inode)
      record(.create(inode: inode, name: name), name.role, operation.verb, operation.ordinal)
    }
    try end(operation)
    return newHandle(inode, name)
  }

  /// Opens a new file that never has a name. It is gone when it is closed, or after a crash.
  public func openTemporary() throws(DiskError) -> DiskHandle {
    guard let name = FileName(role: .temporary, owner: 0, part: 0) else { throw .outOfRange }
    let operation = try begin(.create, name, of: process)
    let inode = newInode()
    try end(operation)
    return newHandle(inode, name)
  }

  /// Closes a handle. It never fails: the system call's error says nothing about what is durable.
  public func close(_ handle: DiskHandle) {
    guard let slot = slot(handle) else { return }
    release(slot)
  }

  /// Gives a file another name; a file that had it loses it, in one step.
  public func rename(_ from: FileName, to: FileName) throws(DiskError) {
    let operation = try begin(.rename, to, of: process)
    guard let inode = directory.inode(from) else { throw .notFound }
    if from.packed != to.packed {
      let replaced = directory.inode(to)
      if replaced != nil { directory.remove(to) }
      directory.remove(from)
      directory.add(to, inode)
      record(
        .rename(inode: inode, from: from, to: to, replaced: replaced), to.role, .rename,
        operation.ordinal)
      if let replaced { unlinked(replaced) }
    }
    try end(operation)
  }

  /// Removes a name. Whoever has the file open keeps it.
  public func unlink(_ name: FileName) throws(DiskError) {
    let operation = try begin(.unlink, name, of: process)
    guard let inode = directory.inode(name) else { throw .notFound }
    directory.remove(name)
    record(.unlink(inode: inode, name: name), name.role, .unlink, operation.ordinal)
    unlinked(inode)
    try end(operation)
  }

  /// Syncs the directory, so that names survive a loss of power.
  ///
  /// - Parameter owing: the file whose name needs it; it counts for the role of this one.
  public func syncDirectory(owing name: FileName) throws(DiskError) {
    let operation = try begin(.directorySync, name, of: process)
    record(
      operation.fault == .lies ? .lyingSyncDirectory : .syncDirectory, name.role, .directorySync,
      operation.ordinal)
    try end(operation)
  }

  // MARK: Looking, without an operation

  /// Names in the directory, in the order they were made.
  public var names: [FileName] { directory.entries.map(\.name) }

  /// Whether a name exists.
  public func exists(_ name: FileName) -> Bool { directory.inode(name) != nil }

  /// The size of a file in bytes, or nil if there is none.
  public func size(of name: FileName) -> Int? {
    guard let inode = directory.inode(name) else { return nil }
    return inodes[inode].size
  }

  /// A number that tells files of this disk apart, whatever they are called.
  public func identity(_ handle: DiskHandle) -> Int? {
    guard let slot = slot(handle) else { return nil }
    return handles[slot].inode
  }

  /// How many handles the process has open: what it leaves behind when it ends in order.
  public func openHandles(of process: UInt32) -> Int {
    var count = 0
    for file in handles where file.isOpen && file.process == process { count += 1 }
    return count
  }

  // MARK: Slots

  func newInode() -> Int {
    for index in inodes.indices where inodes[index].isFree {
      inodes[index] = Inode()
      return index
    }
    inodes.append(Inode())
    return inodes.count - 1
  }

  func newHandle(_ inode: Int, _ name: FileName) -> DiskHandle {
    inodes[inode].opened += 1
    var slot = handles.count
    for index in handles.indices where !handles[index].isOpen {
      slot = index
      break
    }
    if slot == handles.count { handles.append(OpenFile()) }
    let generation = handles[slot].generation &+ 1
    handles[slot] = OpenFile(
      inode: inode, name: name, process: process, generation: generation, isOpen: true)
    return DiskHandle(slot: slot, generation: generation)
  }

  func slot(_ handle: DiskHandle) -> Int? {
    let slot = handle.slot
    guard slot < handles.count, handles[slot].generation == handle.generation,
      handles[slot].isOpen
    else { return nil }
    return slot
  }

  func release(_ slot: Int) {
    handles[slot].isOpen = false
    let inode = handles[slot].inode
    inodes[inode].opened -= 1
    if inodes[inode].opened == 0, !inodes[inode].isLinked { discard(inode) }
  }
}
