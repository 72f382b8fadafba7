/// Words that were seen, in the order of their first sight, and whether in one case only.
///
/// Open addressing over flat arrays: a case adds dozens of words, and nothing is allocated for one
/// that is known. Beyond its cap it takes no new words and says so.
public struct WordTable: Sendable {
  /// The most words that are kept.
  public static let cap = 1 << 20

  /// The words, in the order of their first sight.
  public private(set) var words: [UInt64] = []
  /// By word: the case of its last sight, or `many` after a second one.
  private var cases: [UInt32] = []
  /// Places in `words` plus one; 0 is free.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)
  /// How many words were seen in one case only.
  public private(set) var singletons = 0
  /// Whether a word was left out for lack of room.
  public private(set) var isFull = false

  private static let many = UInt32.max

  /// Nothing seen.
  public init() {}

  /// How many different words were seen.
  public var count: Int { words.count }

  /// Whether a word was seen in one case only.
  public func isSingleton(at place: Int) -> Bool { cases[place] != Self.many }

  /// Notes a word of a case; true if it is new.
  @discardableResult
  public mutating func insert(_ word: UInt64, case number: UInt32) -> Bool {
    var slot = Int(truncatingIfNeeded: word & UInt64(slots.count - 1))
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if words[place] == word {
        if cases[place] != Self.many, cases[place] != number {
          cases[place] = Self.many
          singletons -= 1
        }
        return false
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard words.count < Self.cap else {
      isFull = true
      return false
    }
    words.append(word)
    cases.append(number)
    singletons += 1
    slots[slot] = UInt32(words.count)
    if words.count * 2 > slots.count { grow() }
    return true
  }

  /// Adds a word of another table.
  @discardableResult
  public mutating func merge(_ word: UInt64, isSingleton: Bool, block: UInt32) -> Bool {
    let isNew = insert(word, case: block)
    if isNew, !isSingleton {
      cases[words.count - 1] = Self.many
      singletons -= 1
    }
    return isNew
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (place, word) in words.enumerated() {
      var slot = Int(truncatingIfNeeded: word & UInt64(slots.count - 1))
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(place + 1)
    }
  }
}
