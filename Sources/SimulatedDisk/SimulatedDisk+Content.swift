extension SimulatedDisk {
  /// Largest size of a file, so that offsets cannot overflow.
  static var maximumSize: Int { (PageArena.maximumPages - 1) * PageArena.pageSize }

  /// Writes bytes at an offset, as far as space and faults allow.
  public func write(
    _ bytes: Span<UInt8>, to handle: DiskHandle, at offset: Int
  ) -> WriteResult {
    guard let slot = slot(handle) else { return WriteResult(count: 0, error: .dead) }
    let inode = handles[slot].inode
    let name = handles[slot].name
    guard offset >= 0, bytes.count <= Self.maximumSize, offset <= Self.maximumSize - bytes.count
    else { return WriteResult(count: 0, error: .outOfRange) }
    var landed = 0
    do throws(DiskError) {
      let operation = try begin(
        .write, name, of: handles[slot].process, inode: inode, offset: offset, count: bytes.count)
      let wanted = operation.allowed(bytes.count)
      landed = min(wanted, room(inode, operation.role, from: offset))
      if operation.fault != nil {
        placeAndDamage(bytes, landed, inode, offset, operation)
      } else {
        place(bytes, landed, inode, offset, operation)
      }
      try end(operation)
      if landed < wanted { throw refusing(.noSpace) }
      if case .noSpace = operation.fault { throw refusing(.noSpace) }
      return WriteResult(count: landed, error: nil)
    } catch {
      return WriteResult(count: landed, error: error)
    }
  }

  /// Bytes that fit at an offset: overwriting costs no space.
  private func room(_ inode: Int, _ role: FileRole, from offset: Int) -> Int {
    max(0, inodes[inode].size + room(for: role) - offset)
  }

  private func placeAndDamage(
    _ bytes: Span<UInt8>, _ count: Int, _ inode: Int, _ offset: Int, _ operation: StartedOperation
  ) {
    guard let fault = operation.fault, fault == .misdirects else {
      place(bytes, count, inode, offset, operation)
      if let fault = operation.fault { damage(fault, inode, offset: offset, count: count) }
      return
    }
    let before = pageBefore(inode, offset: offset)
    place(bytes, count, inode, offset, operation)
    misdirect(inode, before)
  }

  private func place(
    _ bytes: Span<UInt8>, _ count: Int, _ inode: Int, _ offset: Int, _ operation: StartedOperation
  ) {
    guard count > 0 else { return }
    let end = offset + count
    if !damages.isEmpty {
      mend(inode, offset / PageArena.pageSize..<(end - 1) / PageArena.pageSize + 1)
    }
    let pageCount = (end + PageArena.pageSize - 1) / PageArena.pageSize
    while inodes[inode].pages.count < pageCount { inodes[inode].pages.append(0) }
    var position = offset
    while position < end {
      let index = position / PageArena.pageSize
      let within = position % PageArena.pageSize
      let length = min(PageArena.pageSize - within, end - position)
      let old = inodes[inode].pages[index]
      var page = old
      if old == 0 || arena.isRetaining {
        page = arena.copy(old, overwriting: within..<within + length)
        inodes[inode].pages[index] = page
        record(
          .page(inode: inode, index: index, old: old, new: page), operation.role, .write,
          operation.ordinal, from: within, count: length)
      }
      arena.write(bytes, from: position - offset, count: length, into: page, at: within)
      position += length
    }
    let size = inodes[inode].size
    if end > size {
      bytesInUse += end - size
      inodes[inode].size = end
      record(.size(inode: inode, old: size, new: end), operation.role, .write, operation.ordinal)
    }
  }

  /// Reads up to `target.count` bytes from an offset. Fewer come at the end of the file.
  public func read(
    _ handle: DiskHandle, at offset: Int, into target: inout MutableSpan<UInt8>
  ) -> ReadResult {
    guard let slot = slot(handle) else { return ReadResult(count: 0, error: .dead) }
    let inode = handles[slot].inode
    guard offset >= 0 else { return ReadResult(count: 0, error: .outOfRange) }
    do throws(DiskError) {
      let operation = try begin(
        .read, handles[slot].name, of: handles[slot].process, inode: inode, offset: offset,
        count: target.count)
      let wanted = operation.allowed(target.count)
      if !damages.isEmpty, isUnreadable(inode, offset, wanted) { throw .inputOutput }
      let isWrong = operation.fault == .misreads
      let count = fetch(inode, offset, wanted, &target, misreads: isWrong)
      try end(operation)
      return ReadResult(count: count, error: nil)
    } catch {
      return ReadResult(count: 0, error: error)
    }
  }

  private func fetch(
    _ inode: Int, _ offset: Int, _ wanted: Int, _ target: inout MutableSpan<UInt8>,
    misreads: Bool = false
  ) -> Int {
    let end = min(inodes[inode].size, offset + min(wanted, Self.maximumSize - offset))
    var position = offset
    while position < end {
      let index = position / PageArena.pageSize
      let within = position % PageArena.pageSize
      let length = min(PageArena.pageSize - within, end - position)
      let place = misreads ? index ^ 1 : index
      let page = place < inodes[inode].pages.count ? inodes[inode].pages[place] : 0
      arena.read(page, at: within, count: length, into: &target, to: position - offset)
      if !damages.isEmpty, showsDamage {
        spoil(inode, place, at: within, count: length, &target, to: position - offset)
      }
      position += length
    }
    return max(0, end - offset)
  }

  /// Reads a named file without an operation: no count, no fault. For those who judge the disk, not
  /// for those who run on it.
  ///
  /// - Returns: the number of bytes read, or nil if there is no such file.
  public func inspect(
    _ name: FileName, at offset: Int, into target: inout MutableSpan<UInt8>
  ) -> Int? {
    guard let inode = directory.inode(name), offset >= 0 else { return nil }
    return fetch(inode, offset, target.count, &target)
  }

  /// Cuts or stretches a file; what is added reads as zeros.
  public func truncate(_ handle: DiskHandle, to size: Int) throws(DiskError) {
    guard let slot = slot(handle) else { throw .dead }
    guard size >= 0, size <= Self.maximumSize else { throw .outOfRange }
    let inode = handles[slot].inode
    let operation = try begin(
      .truncate, handles[slot].name, of: handles[slot].process, inode: inode, offset: size)
    let old = inodes[inode].size
    if size > old, size - old > capacity - bytesInUse { throw .noSpace }
    cut(inode, to: size, operation)
    bytesInUse += size - old
    inodes[inode].size = size
    try end(operation)
  }

  private func cut(_ inode: Int, to size: Int, _ operation: StartedOperation) {
    let kept = (size + PageArena.pageSize - 1) / PageArena.pageSize
    while inodes[inode].pages.count > kept {
      let page = inodes[inode].pages.removeLast()
      arena.release(page)
    }
    // The rest of the last page must read as zeros when the file grows again.
    let within = size % PageArena.pageSize
    var old: PageID = 0
    var new: PageID = 0
    if within > 0, kept == inodes[inode].pages.count, inodes[inode].pages[kept - 1] != 0,
      size < inodes[inode].size
    {
      old = inodes[inode].pages[kept - 1]
      new = old
      if arena.isRetaining {
        new = arena.copy(old, overwriting: within..<PageArena.pageSize)
        inodes[inode].pages[kept - 1] = new
      }
      arena.zero(new, within..<PageArena.pageSize)
    }
    record(
      .truncate(
        inode: inode, oldSize: inodes[inode].size, newSize: size, old: old, new: new),
      operation.role, .truncate, operation.ordinal)
  }

  /// Syncs the content of a file.
  public func sync(_ handle: DiskHandle, _ kind: SyncKind) throws(DiskError) {
    guard let slot = slot(handle) else { throw .dead }
    let inode = handles[slot].inode
    let operation = try begin(
      .sync, handles[slot].name, of: handles[slot].process, inode: inode)
    switch operation.fault {
    case .lies:
      record(.lyingSync(inode: inode, kind: kind), operation.role, .sync, operation.ordinal)
    case .failsSync(let keeps):
      record(
        .failedSync(inode: inode, kind: kind, keeps: keeps), operation.role, .sync,
        operation.ordinal)
      loseDirtyPages(inode, keeps: keeps, operation)
    default:
      record(.sync(inode: inode, kind: kind), operation.role, .sync, operation.ordinal)
      reachMedia(inode)
    }
    try end(operation)
  }

  /// The size of an open file in bytes.
  public func size(_ handle: DiskHandle) throws(DiskError) -> Int {
    guard let slot = slot(handle) else { throw .dead }
    if stalled != nil { throw .stalled }
    return inodes[handles[slot].inode].size
  }
}
