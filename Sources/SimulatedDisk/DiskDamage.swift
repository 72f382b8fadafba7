/// A page that reads otherwise than it was written.
///
/// Damage is laid over the pages when they are read and never changes them, so that the truth is
/// not lost: a disk whose damage is hidden reads as it was written.
struct Damage {
  enum Kind {
    /// A bit of this byte is wrong.
    case wrongBit(Int)
    /// It cannot be read.
    case unreadable
    /// Another content is there.
    case shows(PageID)
  }

  var inode: Int
  var page: Int
  var kind: Kind
}

extension SimulatedDisk {
  /// Damages the page that an operation of this kind is about.
  func damage(_ fault: DiskFault, _ inode: Int, offset: Int, count: Int) {
    let middle = offset + count / 2
    let page = middle / PageArena.pageSize
    switch fault {
    case .rots:
      damages.append(
        Damage(inode: inode, page: page, kind: .wrongBit(middle % PageArena.pageSize)))
    case .damages: damages.append(Damage(inode: inode, page: page, kind: .unreadable))
    case .noSpace, .failsBefore, .failsAfter, .refuses, .short, .stalls, .failsSync, .lies,
      .leaves, .vanishes, .replaced, .misreads, .misdirects, .kills:
      break
    }
  }

  /// What a write that is about to land elsewhere will have changed: the page it was meant for, and
  /// a copy of its content.
  func pageBefore(_ inode: Int, offset: Int) -> (page: Int, content: PageID) {
    let page = offset / PageArena.pageSize
    let old = page < inodes[inode].pages.count ? inodes[inode].pages[page] : 0
    return (page, old == 0 ? 0 : arena.copy(old, overwriting: 0..<0))
  }

  /// Makes a write that landed look as if it had landed on the next page.
  func misdirect(_ inode: Int, _ before: (page: Int, content: PageID)) {
    let meant =
      inodes[inode].pages.indices.contains(before.page)
      ? inodes[inode].pages[before.page] : 0
    let landed = meant == 0 ? 0 : arena.copy(meant, overwriting: 0..<0)
    damages.append(Damage(inode: inode, page: before.page, kind: .shows(before.content)))
    damages.append(Damage(inode: inode, page: before.page + 1, kind: .shows(landed)))
  }

  /// A page that is written again is sound.
  func mend(_ inode: Int, _ pages: Range<Int>) {
    damages.removeAll { $0.inode == inode && pages.contains($0.page) }
  }

  /// Whether a range of a file cannot be read.
  func isUnreadable(_ inode: Int, _ offset: Int, _ count: Int) -> Bool {
    guard showsDamage, count > 0 else { return false }
    let pages = offset / PageArena.pageSize...(offset + count - 1) / PageArena.pageSize
    return damages.contains {
      if case .unreadable = $0.kind { $0.inode == inode && pages.contains($0.page) } else { false }
    }
  }

  /// Lays damage over a piece of a page that was just read to `target[to...]`.
  func spoil(
    _ inode: Int, _ page: Int, at within: Int, count: Int, _ target: inout MutableSpan<UInt8>,
    to: Int
  ) {
    for damage in damages where damage.inode == inode && damage.page == page {
      switch damage.kind {
      case .wrongBit(let byte):
        if byte >= within, byte < within + count { target[to + byte - within] ^= 0x10 }
      case .shows(let other): arena.read(other, at: within, count: count, into: &target, to: to)
      case .unreadable: break
      }
    }
  }
}
