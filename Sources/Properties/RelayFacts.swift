import Contract

/// A stretch of a clip, by its first sample and the first one after it.
struct Stretch: Hashable, Sendable {
  var from: Int
  var end: Int

  /// Whether two have a sample in common.
  func meets(_ other: Stretch) -> Bool { from < other.end && other.from < end }
}

/// A word that a leg said.
struct SaidWord: Sendable {
  var text: String
  /// Its times on the leg's clock, in milliseconds; meaningless where they are not sane.
  var start: Int
  var end: Int
  /// Whether it has times.
  var isTimed: Bool
  /// Whether its times can be true: neither missing, nor before the leg, nor beyond any.
  var isSane: Bool
  /// Whether it stands in a settled sentence.
  var isSettled = false

  /// Longer words than this are none, in bytes.
  static let longest = 1_024
}

/// From where on a leg hears a clip, on its own clock: what `hears` told.
struct Hearing: Sendable {
  var at: Int
  var from: Int
}

/// All that is known of one leg, from the trace alone.
struct LegFacts: Sendable {
  let number: LegNumber
  let effect: EffectID
  /// The offset that it was told last.
  var told: Int
  /// When the engine heard that the handshake had ended.
  var opened: Nanoseconds?
  /// When the engine heard of its end, or gave it up.
  var over: Nanoseconds?
  /// When a frame said that the session is over, and with which code.
  var failed: Nanoseconds?
  var error: Int?
  /// Whether its end came without a reason: no frame with a code, no status.
  var isBare = false

  // Audio.
  /// What it was sent, in the order of sending, touching stretches joined.
  var sent: [Stretch] = []
  /// Stretches that sending has stepped over and nobody has explained yet.
  var skipped: Stretch?
  /// Whether it has been sent all that was captured, at some moment.
  var isCaughtUp = false
  /// The first sample it was sent, moved along by what its queue is known to have dropped.
  var known: Int?
  /// Droppings that the engine was told of.
  var drops = 0
  /// Drops in front of everything else that no offset has followed yet.
  var unfollowed: Stretch?
  /// How far its queue said that it came.
  var drained: Int?
  var hearings: [Hearing] = []
  /// Where it would have begun if a full hold had not dropped something; nil without a drop.
  var before: Int?
  var isOffsetJudged = false
  /// Whether its offset was found to be wrong: that its sentences stand elsewhere says no more.
  var isDisplaced = false

  // Words.
  /// Whether a frame of it had words in it: proof of life.
  var hasSpoken = false
  var words: [SaidWord] = []
  /// All before it among the words are settled, or have times that cannot be true.
  var firstOpen = 0
  /// The newest words that may still change.
  var tentative: [SaidWord] = []
  /// What it said after it was over for the engine.
  var late: [String] = []
  /// Whether it says pieces of words, so that words cannot be told apart.
  var isGlued = false
  var isFoldJudged = false

  // Life.
  var pinged = Nanoseconds.zero
  var sign = Nanoseconds.zero
  var quiet = Nanoseconds.zero
  var finalized: Nanoseconds?
  var isFinalized = false

  init(_ dial: Dial, effect: EffectID) {
    number = dial.leg
    told = dial.offset
    self.effect = effect
  }

  /// Whether it is attached, and its handshake is over.
  var isUp: Bool { opened != nil && over == nil }

  /// Whether words that have to be settled are not.
  var hasOpenWords: Bool {
    words[firstOpen...].contains { $0.isSane && !$0.isSettled }
      || tentative.contains { $0.isSane && !$0.isSettled }
  }
}

/// What ended a live transcript for good, beside its ladder.
enum LiveVerdict: UInt8, Sendable {
  case quota, refused
}

/// A sentence of a live transcript as it was settled.
struct SettledFacts: Sendable {
  var segment: Segment
  /// Whether all its words have times that can be true.
  var isSane: Bool
  var isInserted = false
  /// Whether nobody knows if it has arrived where it was typed.
  var isDoubtful = false
}

/// All that is known of the live transcript of one recording.
struct LiveFacts: Sendable {
  var legs: [LegFacts] = []
  /// Redials since the last word of any leg; and the same if a handshake counted as a word.
  var rung = 0
  var kindRung = 0
  var verdict: LiveVerdict?
  /// Whether the reason was told.
  var isReasonTold = false
  /// When a person's stop was accepted; whether it was a cancel or a deletion.
  var stopped: Nanoseconds?
  var isCancelled = false
  /// Whether the stop came while no leg was up.
  var isStoppedInGap = false
  /// When the live transcript was said to have ended.
  var ended: Nanoseconds?
  /// Whether its process has died.
  var isDead = false

  // The microphone.
  /// When it began, delivered, was built anew or woke up last; nil before it began.
  var sounded: Nanoseconds?
  /// When it delivered last.
  var framed = Nanoseconds.zero
  /// Whether it was built anew since it delivered last; whether that is asked for in the reaction
  /// under way, and done.
  var isRebuilt = false
  var mustRebuild = false

  // Audio.
  var captured = 0
  /// The longest chunk that the microphone brought.
  var chunk = 0
  /// The first sample that may not be left out; and the earliest that may be sent once more.
  var must = 0
  var may = 0
  /// What the newest leg was sent and never opened for; nil otherwise.
  var returned: Stretch?
  /// Where somebody spoke, touching stretches joined.
  var spoken: [Stretch] = []

  // Words.
  var settled: [SettledFacts] = []
  /// How many of them there were when the end of its attempt was written last: what comes later is
  /// not lost with the audio.
  var settledAtEnd = 0
  var inserted = -1
  /// Whether a person has asked for the text once more.
  var isWantedAgain = false
  var tail = ""
  /// Words of frames that said why a session ended.
  var wire: [String] = []
  /// When a device's sleep ended last.
  var woke = Nanoseconds(.min)
  /// Whether the audio was closed with a failure.
  var hadAudioFailure = false
  /// Samples listed as missing at the end, where they are enough to be told; nil otherwise.
  var hole: Int?

  /// What is looked at of the newest leg after every step; to copy all of a leg costs much.
  var newest: (over: Nanoseconds?, opened: Nanoseconds?)? {
    guard let n = legs.indices.last else { return nil }
    return (legs[n].over, legs[n].opened)
  }
  /// Whether a leg is up.
  var isUp: Bool { legs.last?.isUp ?? false }
  /// Whether it goes on as far as anybody has said.
  var isOn: Bool {
    stopped == nil && ended == nil && verdict == nil && !isDead
  }
  /// The first sample that no leg has.
  var unsent: Int {
    if let leg = legs.last, leg.over == nil, let last = leg.sent.last { return last.end }
    return must
  }
}

/// How patient a kind of live transcript is.
struct RelayTimes: Sendable {
  /// Audio that waits, in samples.
  let hold: Int
  /// The waits before redials.
  let ladder: [Nanoseconds]

  init(_ kind: LiveKind) {
    let isDictation = kind == .dictation
    let held = isDictation ? Budgets.dictationHold : Budgets.meetingHold
    hold = Int(held.count / 62_500)
    var wait = isDictation ? Budgets.dictationRedial : Budgets.meetingRedial
    let cap = isDictation ? Budgets.dictationRedialCap : Budgets.meetingRedialCap
    var all: [Nanoseconds] = []
    for _ in 0..<(isDictation ? Budgets.dictationRedials : Budgets.meetingRedials) {
      all.append(min(wait, cap))
      wait = wait * 2
    }
    ladder = all
  }
}
