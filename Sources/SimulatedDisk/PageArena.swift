/// Names a page of the arena. 0 is the absent page: it reads as zeros and is never stored.
typealias PageID = UInt32

/// All pages of all files of one disk, in one block of memory.
///
/// While an operation log is kept, no page is ever changed or reused: whoever writes gets a new page.
/// So a page's number names its content, and logs hold numbers only.
/// Memory is kept when the disk is reset, because first use of fresh memory costs more than the copy.
struct PageArena: Sendable {
  /// Bytes of one page, the unit that a page cache writes back.
  static let pageSize = 4096

  /// Page n occupies `n * pageSize ..< (n + 1) * pageSize`; page 0 stays zero.
  private var bytes: [UInt8]
  /// Pages handed out so far, page 0 included.
  private(set) var used: Int
  /// Pages handed out and given back.
  private var free: [PageID] = []
  /// Whether every page must keep its content, because a log refers to it.
  private(set) var isRetaining = false

  init() {
    bytes = [UInt8](repeating: 0, count: Self.pageSize * 16)
    used = 1
  }

  /// The most pages a disk can hold: 16 GiB.
  static let maximumPages = 1 << 22

  /// From now on no page changes or is given back, until the arena is assigned anew.
  mutating func retain() {
    isRetaining = true
    free.removeAll(keepingCapacity: true)
  }

  /// A page of zeros, outside `kept` only: the caller is about to overwrite that range.
  mutating func allocate(overwriting kept: Range<Int> = 0..<0) -> PageID {
    let page: PageID
    if let recycled = free.popLast() {
      page = recycled
    } else {
      page = PageID(used)
      used += 1
      if used * Self.pageSize > bytes.count { grow() }
    }
    zero(page, 0..<kept.lowerBound)
    zero(page, kept.upperBound..<Self.pageSize)
    return page
  }

  /// What the arena grows by. The array behind it doubles its room, but room that no page lies in is
  /// never touched and costs nothing.
  private static let growth = [UInt8](repeating: 0, count: pageSize * 16)

  private mutating func grow() { bytes.append(contentsOf: Self.growth) }

  /// Gives a page back, unless a log may still refer to it.
  mutating func release(_ page: PageID) {
    if page != 0, !isRetaining { free.append(page) }
  }

  /// A changeable page with the content of `page` outside `overwritten`.
  mutating func copy(_ page: PageID, overwriting overwritten: Range<Int>) -> PageID {
    if page == 0 { return allocate(overwriting: overwritten) }
    let new = allocate(overwriting: 0..<Self.pageSize)
    copy(page, to: new, 0..<overwritten.lowerBound)
    copy(page, to: new, overwritten.upperBound..<Self.pageSize)
    return new
  }

  private mutating func copy(_ from: PageID, to: PageID, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let source = Int(from) * Self.pageSize
    let target = Int(to) * Self.pageSize
    var span = bytes.mutableSpan
    precondition(source + Self.pageSize <= span.count && target + Self.pageSize <= span.count)
    for index in range { span[target &+ index] = span[source &+ index] }
  }

  /// Sets a range of a changeable page to zero.
  mutating func zero(_ page: PageID, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let base = Int(page) * Self.pageSize
    var span = bytes.mutableSpan
    precondition(base + Self.pageSize <= span.count)
    for index in range { span[base &+ index] = 0 }
  }

  /// Puts `source[from ..< from + count]` into a changeable page at `offset`.
  mutating func write(
    _ source: Span<UInt8>, from: Int, count: Int, into page: PageID, at offset: Int
  ) {
    let target = Int(page) * Self.pageSize + offset
    var span = bytes.mutableSpan
    precondition(from >= 0 && count >= 0 && from <= source.count - count)
    precondition(offset + count <= Self.pageSize && target <= span.count - count)
    for index in 0..<count { span[target &+ index] = source[from &+ index] }
  }

  /// Copies a range of a page to `target[to...]`.
  func read(
    _ page: PageID, at offset: Int, count: Int, into target: inout MutableSpan<UInt8>, to: Int
  ) {
    let base = Int(page) * Self.pageSize + offset
    let span = bytes.span
    precondition(to >= 0 && count >= 0 && to <= target.count - count)
    precondition(offset + count <= Self.pageSize && base <= span.count - count)
    for index in 0..<count { target[to &+ index] = span[base &+ index] }
  }

  /// Forgets every page from a number on, which nobody may refer to any more.
  mutating func cut(to used: Int) {
    if used < self.used { self.used = used }
  }

  /// Whether a page's bytes agree with another's in a range; the first that does not, or nil.
  func firstDifference(_ a: PageID, _ b: PageID, from: Int) -> Int? {
    let one = Int(a) * Self.pageSize
    let other = Int(b) * Self.pageSize
    let span = bytes.span
    precondition(one <= span.count - Self.pageSize && other <= span.count - Self.pageSize)
    for index in from..<Self.pageSize where span[one &+ index] != span[other &+ index] {
      return index
    }
    return nil
  }

  /// A new page with the bytes of `over` where it differs from `under`, inside `range`, and those of
  /// `base` elsewhere: what a write of one on the other leaves when only that range arrives.
  mutating func merge(_ base: PageID, _ under: PageID, _ over: PageID, _ range: Range<Int>)
    -> PageID
  {
    let page = copy(base, overwriting: 0..<0)
    let low = Int(under) * Self.pageSize
    let high = Int(over) * Self.pageSize
    let target = Int(page) * Self.pageSize
    var span = bytes.mutableSpan
    for index in range where span[low &+ index] != span[high &+ index] {
      span[target &+ index] = span[high &+ index]
    }
    return page
  }

  /// A new page with the bytes of `over` in `range`, and those of `base` elsewhere.
  mutating func patch(_ base: PageID, _ over: PageID, _ range: Range<Int>) -> PageID {
    let page = copy(base, overwriting: range)
    copy(over, to: page, range)
    return page
  }

  /// A new page with what nobody wrote in `range`, and the bytes of `base` elsewhere.
  mutating func spoil(_ base: PageID, _ range: Range<Int>) -> PageID {
    let page = copy(base, overwriting: range)
    let start = Int(page) * Self.pageSize
    var span = bytes.mutableSpan
    for index in range { span[start &+ index] = UInt8(truncatingIfNeeded: index &* 89 &+ 171) }
    return page
  }

  /// Becomes a copy of the pages in use of another arena, within the memory it has.
  mutating func assign(_ other: PageArena) {
    let count = other.used * Self.pageSize
    while bytes.count < count { grow() }
    let source = other.bytes.span
    var target = bytes.mutableSpan
    precondition(count <= source.count && count <= target.count)
    for index in 0..<count { target[index] = source[index] }
    used = other.used
    free.removeAll(keepingCapacity: true)
    free.append(contentsOf: other.free)
    isRetaining = false
  }

  /// A hash of a page's content: two lanes of multiply-and-fold, so that neither waits for the other.
  func hash(_ page: PageID) -> UInt64 {
    let base = Int(page) * Self.pageSize
    let span = bytes.span
    precondition(base >= 0 && base <= span.count - Self.pageSize)
    var left: UInt64 = 0x9E37_79B9_7F4A_7C15
    var right: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    var index = base
    let end = base + Self.pageSize
    while index < end {
      let first = Self.word(span, index)
      let second = Self.word(span, index &+ 8)
      left = Mix.fold(left ^ first, 0xD6E8_FEB8_6659_FD93 ^ second)
      right = Mix.fold(right ^ second, 0xA076_1D64_78BD_642F ^ first)
      index &+= 16
    }
    return Mix.fold(left, right ^ 0xE703_7ED1_A0B4_28DB)
  }

  @inline(__always)
  private static func word(_ span: Span<UInt8>, _ at: Int) -> UInt64 {
    let low =
      UInt32(span[at]) | UInt32(span[at &+ 1]) << 8 | UInt32(span[at &+ 2]) << 16
      | UInt32(span[at &+ 3]) << 24
    let high =
      UInt32(span[at &+ 4]) | UInt32(span[at &+ 5]) << 8 | UInt32(span[at &+ 6]) << 16
      | UInt32(span[at &+ 7]) << 24
    return UInt64(low) | UInt64(high) << 32
  }
}
