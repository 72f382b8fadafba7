/// What the media has of one file, apart from what the page cache shows.
///
/// Kept only by a disk that is to lose pages in a sync that fails: everybody else reads off the log
/// what a crash would leave.
struct Media {
  /// The pages on the media.
  var pages: [PageID] = []
  /// The pages of the cache as they were when they last counted as written.
  var clean: [PageID] = []
}

extension SimulatedDisk {
  /// From now on the disk knows what its media has, so that a sync that fails can go back to it.
  /// What there is counts as written. Pages are kept from here on, as for a log.
  public func rememberMedia() {
    guard !remembersMedia else { return }
    remembersMedia = true
    arena.retain()
    media = inodes.map { Media(pages: $0.pages, clean: $0.pages) }
  }

  /// A page of a file as the media has it: what would be there after a loss of power that nothing
  /// else survives; nil where the disk does not remember or there is no such file.
  public func mediaBytes(_ name: FileName, page: Int) -> [UInt8]? {
    guard remembersMedia, let inode = directory.inode(name) else { return nil }
    var bytes = [UInt8](repeating: 0, count: PageArena.pageSize)
    guard inode < media.count, page < media[inode].pages.count else { return bytes }
    var span = bytes.mutableSpan
    arena.read(
      media[inode].pages[page], at: 0, count: PageArena.pageSize, into: &span, to: 0)
    return bytes
  }

  /// A sync was done: what was dirty is on the media.
  func reachMedia(_ inode: Int) {
    guard remembersMedia else { return }
    while media.count <= inode { media.append(Media()) }
    let pages = inodes[inode].pages
    media[inode].pages.removeLast(max(0, media[inode].pages.count - pages.count))
    for index in pages.indices {
      if index == media[inode].pages.count { media[inode].pages.append(0) }
      let isClean = index < media[inode].clean.count && media[inode].clean[index] == pages[index]
      if !isClean { media[inode].pages[index] = pages[index] }
    }
    media[inode].clean = pages
  }

  /// A sync failed: what was dirty counts as written and is not on the media. If the cache does not
  /// keep it, the cache goes back to what the media has; the size stays.
  func loseDirtyPages(_ inode: Int, keeps: Bool, _ operation: StartedOperation) {
    guard remembersMedia else {
      if !keeps { unmatchedFaults += 1 }
      return
    }
    while media.count <= inode { media.append(Media()) }
    if !keeps {
      for index in inodes[inode].pages.indices {
        let old = inodes[inode].pages[index]
        let new = index < media[inode].pages.count ? media[inode].pages[index] : 0
        guard old != new else { continue }
        inodes[inode].pages[index] = new
        record(
          .page(inode: inode, index: index, old: old, new: new), operation.role, .sync,
          operation.ordinal)
      }
    }
    media[inode].clean = inodes[inode].pages
  }
}
