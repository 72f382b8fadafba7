extension SimulatedDisk {
  /// A hash of all that the disk holds: names, sizes and content, whatever order they came in and
  /// whichever pages they lie on. Two disks with equal hashes are taken for equal.
  public func contentHash() -> UInt64 { contentHash { _ in true } }

  /// The same of the files of some roles.
  public func contentHash(where isWanted: (FileRole) -> Bool) -> UInt64 {
    var total: UInt64 = 0
    for entry in directory.entries where isWanted(entry.name.role) {
      var hash = entry.name.packed
      Mix.add(&hash, fileHash(entry.inode))
      Mix.add(&hash, UInt64(inodes[entry.inode].size))
      // XOR, so that a renamed or removed file can be taken out again in one step.
      total ^= hash
    }
    return total
  }

  private func fileHash(_ inode: Int) -> UInt64 {
    var total: UInt64 = 0
    for (index, page) in inodes[inode].pages.enumerated() where page != 0 {
      total ^= pageHash(page, at: index)
    }
    return total
  }

  /// The share of one page in the hash of its file. A page of zeros has the share of a hole: 0.
  private func pageHash(_ page: PageID, at index: Int) -> UInt64 {
    let content = arena.hash(page)
    if content == arena.hash(0) { return 0 }
    var hash = UInt64(index)
    Mix.add(&hash, content)
    return hash
  }

  /// A hash of the log: every step in order, with the content of pages and never their numbers.
  /// nil while no log is kept.
  public func logHash() -> UInt64? {
    guard let log else { return nil }
    var hash: UInt64 = 0
    for record in log.records {
      Mix.add(
        &hash,
        UInt64(record.role.rawValue) << 40 | UInt64(record.verb?.rawValue ?? 0xFF) << 32
          | UInt64(record.ordinal))
      Mix.add(&hash, UInt64(record.request))
      add(record.step, &hash)
    }
    return hash
  }

  private func add(_ step: DiskStep, _ hash: inout UInt64) {
    switch step {
    case .create(let inode, let name): add(&hash, 1, UInt64(inode), name.packed)
    case .page(let inode, let index, let old, let new):
      add(&hash, 2, UInt64(inode), UInt64(index), arena.hash(old), arena.hash(new))
    case .size(let inode, let old, let new): add(&hash, 3, UInt64(inode), UInt64(old), UInt64(new))
    case .truncate(let inode, let oldSize, let newSize, let old, let new):
      add(&hash, 4, UInt64(inode), UInt64(oldSize), UInt64(newSize))
      add(&hash, 4, arena.hash(old), arena.hash(new))
    case .unlink(let inode, let name): add(&hash, 5, UInt64(inode), name.packed)
    case .rename(let inode, let from, let to, let replaced):
      add(&hash, 6, UInt64(inode), from.packed, to.packed, UInt64((replaced ?? -1) + 1))
    case .sync(let inode, let kind): add(&hash, 7, UInt64(inode), UInt64(kind.rawValue))
    case .syncDirectory: add(&hash, 8)
    case .failedSync(let inode, let kind, let keeps):
      add(&hash, 11, UInt64(inode), UInt64(kind.rawValue), keeps ? 1 : 0)
    case .lyingSync(let inode, let kind): add(&hash, 12, UInt64(inode), UInt64(kind.rawValue))
    case .lyingSyncDirectory: add(&hash, 13)
    case .mark(let value): add(&hash, 9, UInt64(value))
    case .death(let process): add(&hash, 10, UInt64(process))
    }
  }

  private func add(
    _ hash: inout UInt64, _ a: UInt64, _ b: UInt64 = 0, _ c: UInt64 = 0, _ d: UInt64 = 0,
    _ e: UInt64 = 0
  ) {
    Mix.add(&hash, a)
    Mix.add(&hash, b)
    Mix.add(&hash, c)
    Mix.add(&hash, d)
    Mix.add(&hash, e)
  }
}
