/// A fold over words, in order.
struct CrashFold: Hashable, Sendable {
  private(set) var value: UInt64 = 0

  mutating func note(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }
}

/// What the crash states of a control came to.
public struct CrashTally: Hashable, Sendable {
  /// States visited, and the different ones among them.
  public internal(set) var raw = 0, distinct = 0
  /// States whose database SQLite refuses or finds damaged, or that have a row nobody wrote.
  public internal(set) var corrupt = 0
  /// States with half of a transaction.
  public internal(set) var halves = 0
  /// Sound states without a transaction that somebody was told of.
  public internal(set) var lostAcks = 0
  /// States in which audio is gone that had been promised.
  public internal(set) var lostAudio = 0
  /// Databases that SQLite was asked about; the others were known.
  public internal(set) var recoveries = 0
  /// Crash points that the limit cut short.
  public internal(set) var capped = 0
  /// States that a second crash leaves, in the recovery from the first, and the different ones among
  /// them; 0 at depth 1.
  public internal(set) var deepRaw = 0, deepDistinct = 0
  /// Visits of first states from which a second crash leads to one that breaks a promise.
  public internal(set) var deepBad = 0
  /// A fold over all states of first crashes and what was found in them, in order: equal for equal
  /// explorations, whatever their depth.
  public var fingerprint: UInt64 { fold.value }
  /// The same over the states of second crashes.
  public internal(set) var deepFingerprint: UInt64 = 0
  private var fold = CrashFold()

  /// Nothing was visited yet.
  public init() {}

  /// Visits of states that break a promise.
  public var bad: Int { corrupt + halves + lostAcks + lostAudio }

  mutating func note(_ word: UInt64) { fold.note(word) }

  mutating func take(_ deep: RecoveryCrashes) {
    deepRaw = deep.raw
    deepDistinct = deep.distinct
    deepFingerprint = deep.fingerprint.value
  }
}

/// Figures of a control: what somebody counted once, to be met when it is counted again.
///
/// The text form is `corrupt/halves/acks/audio of raw (distinct)`, with `?` where nobody counted.
public struct ControlFigures: Hashable, Sendable, CustomStringConvertible {
  /// Damaged databases, half transactions, lost transactions and lost audio among all states, and the
  /// different states; nil where nobody counted.
  public var corrupt, halves, lostAcks, lostAudio, raw, distinct: Int?

  /// Figures from their parts.
  init(
    _ corrupt: Int?, _ halves: Int?, _ lostAcks: Int?, audio: Int? = 0, of raw: Int? = nil,
    distinct: Int? = nil
  ) {
    self.corrupt = corrupt
    self.halves = halves
    self.lostAcks = lostAcks
    lostAudio = audio
    self.raw = raw
    self.distinct = distinct
  }

  /// The figures of a tally.
  public init(_ tally: CrashTally) {
    self.init(
      tally.corrupt, tally.halves, tally.lostAcks, audio: tally.lostAudio, of: tally.raw,
      distinct: tally.distinct)
  }

  private var all: [Int?] { [corrupt, halves, lostAcks, lostAudio, raw, distinct] }

  /// Whether every figure that both have differs by at most 5, or at most 5 % of the one here.
  public func agrees(with other: ControlFigures) -> Bool {
    zip(all, other.all).allSatisfy { mine, theirs in
      guard let mine, let theirs else { return true }
      let difference = abs(mine - theirs)
      return difference <= 5 || difference * 20 <= mine
    }
  }

  /// `damaged/halves/told/audio of raw (distinct)`.
  public var description: String {
    let words = all.map { $0.map(String.init) ?? "?" }
    return words[..<4].joined(separator: "/") + " of \(words[4]) (\(words[5]))"
  }
}
