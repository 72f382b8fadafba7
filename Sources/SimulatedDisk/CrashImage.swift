/// Names, sizes and pages of a disk at one moment, apart from its arena, with hashes kept at hand.
///
/// Pages are numbers in the arena of a disk whose pages never change while a log is kept, so an
/// image costs an array a file, shared with whoever it was copied from until one of them changes.
struct CrashImage {
  struct File {
    var pages: [PageID]
    var size: Int
    /// XOR over the pages of their share.
    var hash: UInt64
  }

  /// One change, with what was there before.
  enum Undo {
    case page(Int, Int, PageID)
    case size(Int, Int)
    case directory(Directory)
  }

  var files: [File] = []
  var directory = Directory()
  /// What was changed since `mark`, oldest first; kept only where somebody will go back.
  var undo: [Undo] = []

  /// Every page a disk has now, as it lies there.
  init(_ inodes: [Inode], _ directory: Directory, _ hashes: PageHashes) {
    self.directory = directory
    files = inodes.map { inode in
      var hash: UInt64 = 0
      for (index, page) in inode.pages.enumerated() { hash ^= hashes.share(page, at: index) }
      return File(pages: inode.pages, size: inode.size, hash: hash)
    }
  }

  mutating func setPage(_ inode: Int, _ index: Int, _ page: PageID, _ hashes: PageHashes) {
    reach(inode)
    while files[inode].pages.count <= index { files[inode].pages.append(0) }
    let old = files[inode].pages[index]
    if old == page { return }
    undo.append(.page(inode, index, old))
    files[inode].hash ^= hashes.share(old, at: index) ^ hashes.share(page, at: index)
    files[inode].pages[index] = page
  }

  mutating func setSize(_ inode: Int, _ size: Int) {
    reach(inode)
    if files[inode].size == size { return }
    undo.append(.size(inode, files[inode].size))
    files[inode].size = size
  }

  /// Cuts or stretches a file; `last` is what its last page becomes, 0 where it has none.
  mutating func truncate(
    _ inode: Int, _ size: Int, last: PageID, _ hashes: PageHashes
  ) {
    reach(inode)
    let kept = (size + PageArena.pageSize - 1) / PageArena.pageSize
    var index = files[inode].pages.count
    while index > kept {
      index -= 1
      setPage(inode, index, 0, hashes)
    }
    if last != 0, kept > 0 { setPage(inode, kept - 1, last, hashes) }
    setSize(inode, size)
  }

  mutating func changeDirectory(_ change: (inout Directory) -> Void) {
    undo.append(.directory(directory))
    change(&directory)
  }

  /// Makes room for a file that has no content yet.
  mutating func reach(_ inode: Int) {
    while files.count <= inode { files.append(File(pages: [], size: 0, hash: 0)) }
  }

  /// Goes back to what was there when the undo list was this long.
  mutating func rollBack(to mark: Int, _ hashes: PageHashes) {
    while undo.count > mark {
      switch undo.removeLast() {
      case .page(let inode, let index, let old):
        let page = files[inode].pages[index]
        files[inode].hash ^= hashes.share(old, at: index) ^ hashes.share(page, at: index)
        files[inode].pages[index] = old
      case .size(let inode, let old): files[inode].size = old
      case .directory(let old): directory = old
      }
    }
  }

  /// The hash of the whole, equal to that of a disk with the same content.
  func hash(where isWanted: (FileRole) -> Bool) -> UInt64 {
    var total: UInt64 = 0
    for entry in directory.entries where isWanted(entry.name.role) {
      var hash = entry.name.packed
      Mix.add(&hash, files[entry.inode].hash)
      Mix.add(&hash, UInt64(files[entry.inode].size))
      total ^= hash
    }
    return total
  }

  /// A hash of what is in a file.
  func content(_ inode: Int) -> UInt64 {
    var hash = files[inode].hash
    Mix.add(&hash, UInt64(files[inode].size))
    return hash
  }
}

extension CrashImage {
  func page(_ inode: Int, _ index: Int) -> PageID {
    inode < files.count && index < files[inode].pages.count ? files[inode].pages[index] : 0
  }

  func size(_ inode: Int) -> Int { inode < files.count ? files[inode].size : 0 }
}

/// The hashes of an arena's pages, each computed once.
final class PageHashes {
  private let disk: SimulatedDisk
  private var known: [UInt64] = []
  private let zero: UInt64

  init(_ disk: SimulatedDisk) {
    self.disk = disk
    zero = disk.arena.hash(0)
  }

  /// Forgets pages that are about to be used anew.
  func forget(from page: Int) {
    if known.count > page { known.removeLast(known.count - page) }
  }

  /// The share of a page in the hash of its file; a page of zeros has that of a hole.
  @inline(__always)
  func share(_ page: PageID, at index: Int) -> UInt64 {
    if page == 0 { return 0 }
    let n = Int(page)
    while known.count <= n { known.append(0) }
    var content = known[n]
    if content == 0 {
      content = disk.arena.hash(page)
      known[n] = content
    }
    if content == zero { return 0 }
    var hash = UInt64(index)
    Mix.add(&hash, content)
    return hash
  }
}
