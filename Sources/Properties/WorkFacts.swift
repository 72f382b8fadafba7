import Contract

/// A stretch of audio with the text that was accepted for it.
struct Piece: Sendable {
  var from: Int
  var end: Int
  var text: String
  /// Whether the text looks like JSON and is to be kept as it is.
  var isLiteral: Bool
  /// Whether the contract leaves it open to take it.
  var isDoubtful: Bool
}

/// What has been recognized and cleaned up in the attempt under way, by what was asked and
/// answered. It begins anew with every attempt, and ends with the life of its process.
struct WorkFacts: Sendable {
  /// The attempt; 0 before its number is known.
  var attempt: AttemptNumber = 0
  /// The row that was known when a retry was accepted; nil in the first attempt.
  var base: Row?

  // Leaves.
  /// Where the first leaf began; -1 before any was sent.
  var start = -1
  /// The first sample that no accepted leaf covers.
  var through = 0
  var pieces: [Piece] = []
  /// The newest range that was sent, by its place among the recording's; -1 for none.
  var last = -1
  /// What that came to.
  var outcome = LeafOutcome.pending
  /// Whether the contract leaves it open if what came was an answer at all.
  var isOpenToDoubt = false
  /// The range that was the newest before the record at hand, and what it had come to.
  var earlier = (range: -1, outcome: LeafOutcome.pending)
  /// How often something was recognized on the device.
  var localJobs = 0
  /// When the newest range failed.
  var failed = Nanoseconds.zero
  /// The least time that a Retry-After asks for before the next try; nil without a usable hint.
  var hint: Nanoseconds?
  /// Whether a write of a longer checkpoint or of the raw text failed and was not made good.
  var hasFailedToKeep = false
  /// Whether any such write was answered with a failure, made good or not.
  var hadTrouble = false
  /// Whether the time for the whole attempt ran out.
  var isOutOfTime = false
  /// Whether cutting a leaf out failed or was given up.
  var hasFailedExport = false

  // Cleanup.
  /// The newest cleanup: not asked, under way, or over.
  var cleanup = Cleaning.none
  /// The text that it gave; nil where raw is the result.
  var cleaned: String?
  /// The newest status that it was answered with; 0 before any.
  var cleanupStatus: UInt16 = 0

  enum Cleaning: UInt8, Sendable { case none, asked, done, failed }

  /// Whether the attempt goes on after the leaves of an earlier one.
  var isResumed: Bool { start > 0 }

  /// The text that a checkpoint up to a sample must hold: what was resumed from, then the accepted
  /// texts in order.
  func merged(through end: Int) -> String {
    var text = isResumed ? base?.checkpoint?.text ?? "" : ""
    for piece in pieces where piece.end <= end {
      if !text.isEmpty { text += " " }
      text += piece.text
    }
    return text
  }

  /// Whether an accepted leaf holds a part of a stretch.
  func holds(from: Int, end: Int) -> Bool {
    pieces.contains { !$0.isDoubtful && $0.from < end && from < $0.end }
  }

  /// Forgets accepted leaves that an accepted retry of doubtful ones has made void.
  mutating func accept(_ piece: Piece) {
    pieces.removeAll { $0.from < piece.end && piece.from < $0.end }
    pieces.append(piece)
    if piece.from <= through { through = max(through, piece.end) }
  }
}
