public import Contract

/// What a meeting and a dictation do differently (seed 003).
///
/// A meeting is patient: nobody waits, and the recording is safe whatever happens to the live
/// text. A dictation redials sooner and gives up sooner, because somebody stands there.
public struct LivePolicy: Hashable, Sendable {
  /// Which kind it is.
  public var kind: LiveKind
  /// The longest audio that waits for a leg.
  public var hold: Nanoseconds
  /// The first wait of the ladder; each next one is twice as long.
  public var firstWait: Nanoseconds
  /// The longest wait of the ladder.
  public var longestWait: Nanoseconds
  /// How many redials without a word from any leg are made.
  public var redials: Int

  /// The policy of a meeting.
  public static let meeting = LivePolicy(
    kind: .meeting, hold: Budgets.meetingHold, firstWait: Budgets.meetingRedial,
    longestWait: Budgets.meetingRedialCap, redials: Budgets.meetingRedials)
  /// The policy of a dictation.
  public static let dictation = LivePolicy(
    kind: .dictation, hold: Budgets.dictationHold, firstWait: Budgets.dictationRedial,
    longestWait: Budgets.dictationRedialCap, redials: Budgets.dictationRedials)

  /// The longest audio that waits for a leg, in samples.
  var holdSamples: Int { Int(hold.count / 62_500) }

  /// The wait before the next redial after so many failures in a row; nil when the ladder ends.
  func wait(afterFailures failures: Int) -> Nanoseconds? {
    guard failures < redials else { return nil }
    var wait = firstWait
    for _ in 0..<failures where wait < longestWait { wait = wait * 2 }
    return min(wait, longestWait)
  }
}
