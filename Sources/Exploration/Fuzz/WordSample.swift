/// How many different words were seen by the parts of a run, and how many by one part only, in
/// memory that is bounded.
///
/// As long as they fit, all words are kept and the counts are exact. Whenever they do not, the half
/// of them is let go whose next bit is set, and each that is kept stands for twice as many: which
/// words are kept depends on them alone, so the counts depend neither on the order of the parts nor
/// on who ran them.
public struct WordSample: Sendable {
  /// The most words that are kept.
  public static let cap = 220_000
  /// The most slots: each takes eight bytes.
  private static let most = 1 << 18
  /// Set in a slot whose word was seen by several parts; words differ in the other bits.
  private static let isCommon: UInt64 = 1

  /// Words by open addressing; 0 is free.
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private var kept = 0
  private var rare = 0
  /// One word in so many, as a power of two, is kept.
  public private(set) var level = 0

  /// Nothing seen.
  public init() {}

  /// How many different words were seen: exactly at level 0, else estimated.
  public var count: Int { kept << level }

  /// How many words were seen by one part only, and there in one case only; counted alike.
  public var singletons: Int { rare << level }

  /// Notes a word of a part, which brings it once; returns how many new words it stands for.
  @discardableResult
  public mutating func merge(_ word: UInt64, isSingleton: Bool) -> Int {
    let key = max(word & ~Self.isCommon, 2)
    guard isKept(key) else { return 0 }
    let slot = place(of: key)
    if slots[slot] != 0 {
      if slots[slot] & Self.isCommon == 0 { rare -= 1 }
      slots[slot] |= Self.isCommon
      return 0
    }
    let new = 1 << level
    slots[slot] = isSingleton ? key : key | Self.isCommon
    kept += 1
    if isSingleton { rare += 1 }
    if kept * 2 > slots.count, slots.count < Self.most {
      rebuild(slots.count * 2)
    } else if kept > Self.cap {
      level += 1
      rebuild(slots.count)
    }
    return new
  }

  /// Slots are chosen by the low bits of a word, and the sample by the high ones.
  private func isKept(_ key: UInt64) -> Bool { level == 0 || key >> UInt64(64 - level) == 0 }

  private func place(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key >> 1) & mask
    while slots[slot] != 0, slots[slot] & ~Self.isCommon != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func rebuild(_ size: Int) {
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    kept = 0
    rare = 0
    for entry in old where entry != 0 && isKept(entry & ~Self.isCommon) {
      slots[place(of: entry & ~Self.isCommon)] = entry
      kept += 1
      if entry & Self.isCommon == 0 { rare += 1 }
    }
  }
}
