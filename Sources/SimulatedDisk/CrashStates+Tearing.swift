extension CrashStates {
  /// Whether something can arrive by halves; what is lost as one although it is several pages cannot.
  func canTear(_ first: Int, _ steps: Int) -> Bool {
    pending[first].page != nil && (mode == .calls || steps == 1)
  }

  /// Whether a part of it is something else than nothing and all.
  func canLeave(_ part: TornWrite.Part, _ first: Int) -> Bool {
    switch part {
    case .prefix, .suffix: mode == .calls || halves(first) != nil
    case .garbage: leavesGarbage
    }
  }

  /// Lays what arrived of a torn step over the image.
  func tear(_ n: Int, _ image: inout CrashImage) {
    switch pending[n].step {
    case .page(let inode, let index, let old, let new):
      let current = image.page(inode, index)
      let page: PageID
      switch (torn.part, mode) {
      case (.garbage, _): page = shared.disk.arena.spoil(current, sectors(n))
      case (_, .calls): page = shared.disk.arena.patch(current, new, arriving(n, index))
      case (.prefix, .pages), (.suffix, .pages):
        guard let halves = halves(n) else { return }
        page = shared.disk.arena.merge(
          current, old, new, torn.part == .prefix ? halves.0 : halves.1)
      }
      image.setPage(inode, index, page, shared.hashes)
    case .size(let inode, _, let new):
      // A write that was cut short has made the file only so long.
      let end = torn.part == .prefix ? half().upperBound : new
      image.setSize(inode, max(end, image.size(inode)))
    case .create, .truncate, .unlink, .rename, .sync, .failedSync, .lyingSync, .syncDirectory,
      .lyingSyncDirectory, .mark, .death:
      break
    }
  }

  /// The two halves of a page in which something changed, by sectors; nil where it is one sector.
  private func halves(_ n: Int) -> (Range<Int>, Range<Int>)? {
    if let known = pending[n].halves { return known.0.isEmpty ? nil : known }
    guard case .page(_, _, let old, let new) = pending[n].step else { return nil }
    pending[n].halves = shared.disk.arena.halves(old, new)
    return pending[n].halves.flatMap { $0.0.isEmpty ? nil : $0 }
  }

  /// The sectors of a page that a step wrote to.
  private func sectors(_ n: Int) -> Range<Int> {
    let size = PageArena.sectorSize
    let written = pending[n].written
    return written.lowerBound / size * size..<(written.upperBound + size - 1) / size * size
  }

  /// The bytes of a page that arrive of a torn call.
  private func arriving(_ n: Int, _ index: Int) -> Range<Int> {
    let start = index * PageArena.pageSize
    let half = half().clamped(to: start..<start + PageArena.pageSize)
    return pending[n].written.clamped(to: half.lowerBound - start..<half.upperBound - start)
  }

  /// The bytes of the file that arrive of the torn call: cut between sectors, and within a sector
  /// where there is only one, because the figures that were counted by calls did so.
  private func half() -> Range<Int> {
    var bytes = 0..<0
    for n in torn.steps {
      guard let index = pending[n].page else { continue }
      let start = index * PageArena.pageSize
      let written = pending[n].written
      let from = bytes.isEmpty ? start + written.lowerBound : bytes.lowerBound
      bytes = from..<start + written.upperBound
    }
    let first = bytes.lowerBound / PageArena.sectorSize
    let end = (bytes.upperBound + PageArena.sectorSize - 1) / PageArena.sectorSize
    let middle =
      end - first > 1
      ? (first + end) / 2 * PageArena.sectorSize : bytes.lowerBound + bytes.count / 2
    return torn.part == .prefix ? bytes.lowerBound..<middle : middle..<bytes.upperBound
  }
}

extension PageArena {
  /// Bytes of a sector, which a drive writes whole.
  static let sectorSize = 512

  /// The sectors in which two pages differ, cut in the middle; two empty ranges where it is one.
  func halves(_ old: PageID, _ new: PageID) -> (Range<Int>, Range<Int>) {
    guard let first = firstDifference(old, new, from: 0) else { return (0..<0, 0..<0) }
    var last = first
    var from = first
    while from < Self.pageSize, let next = firstDifference(old, new, from: from) {
      last = next
      from = next + 1
    }
    let start = first / Self.sectorSize
    let end = last / Self.sectorSize + 1
    guard end - start > 1 else { return (0..<0, 0..<0) }
    let middle = (start + end) / 2
    return (
      start * Self.sectorSize..<middle * Self.sectorSize,
      middle * Self.sectorSize..<end * Self.sectorSize
    )
  }
}
