/// The name of a decision or of something that can happen: 128 bits made from content.
///
/// This target does not know what the bits mean, only that equal content has equal bits in every
/// run, so that a plan, a schedule or a seed survives changes of the engine.
public struct Key: Hashable, Comparable, Sendable {
  /// The upper half.
  public var high: UInt64
  /// The lower half.
  public var low: UInt64

  /// Makes a key.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A total order, without meaning.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}

/// A set of keys: those that agree with a value in the bits of a mask.
public struct KeyPattern: Hashable, Sendable {
  /// The bits that must agree.
  public var mask: Key
  /// What they must be.
  public var value: Key

  /// Makes a set.
  public init(mask: Key, value: Key) {
    self.mask = mask
    self.value = Key(high: value.high & mask.high, low: value.low & mask.low)
  }

  /// Makes the set of one key.
  public init(_ key: Key) {
    self.init(mask: Key(high: .max, low: .max), value: key)
  }

  /// Whether a key is in the set.
  @inlinable
  public func matches(_ key: Key) -> Bool {
    key.high & mask.high == value.high && key.low & mask.low == value.low
  }
}

/// Randomness without a state: a word for a seed and a key.
///
/// No draw depends on another, so asking one more question, or asking in another order, changes
/// nothing else.
public enum Draw {
  /// The version of the function; printed with every seed.
  public static let version = 1

  /// The word for a seed and a key.
  public static func word(seed: UInt64, key: Key) -> UInt64 {
    fold(fold(seed ^ 0x9E37_79B9_7F4A_7C15, key.high), key.low)
  }

  /// The seed of the n-th case of a run.
  public static func seed(_ seed: UInt64, case n: UInt64) -> UInt64 {
    fold(fold(seed ^ 0x2545_F491_4F6C_DD1D, n), 0x5851_F42D_4C95_7F2D)
  }

  /// A number below a bound, for a seed and a key; 0 when the bound is 0.
  public static func below(_ bound: UInt64, seed: UInt64, key: Key) -> UInt64 {
    word(seed: seed, key: key).multipliedFullWidth(by: bound).high
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: b ^ 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low ^ a.byteSwapped
  }
}
