/// The time that each stage may take, nested so that an inner bound always fits its outer one.
///
/// Finalize holds stop, close and the rest; recognition is the sum over the leaves known so far;
/// a clip is reported as the stage's own reason (clauses ATTEMPT.stages-have-own-deadlines and
/// ATTEMPT.inner-fits-outer).
public enum Budgets {
  /// The longest capture unless configured otherwise.
  public static let captureLimit = Nanoseconds.minutes(20)
  /// The longest silence of a recorder, from `capture` or its last sign of life.
  public static let captureHealth = Nanoseconds.seconds(3)
  /// After how long a microphone that delivers nothing is built anew beside a live transcript.
  public static let watchdog = Nanoseconds.seconds(2)
  /// How long digital zeros may pass before the person is told.
  public static let silence = Nanoseconds.seconds(5)
  /// From the stop of a capture to a closed container or a detached recorder.
  public static let finalize = Nanoseconds.seconds(10)
  /// The part of finalize that a recorder may take to answer `stop`.
  public static let stop = Nanoseconds.seconds(3)
  /// The part of finalize that closing the container may take.
  public static let close = Nanoseconds.seconds(5)
  /// Validate, sync, promote and the first row together.
  public static let promote = Nanoseconds.seconds(20)
  /// One operation of the store.
  public static let store = Nanoseconds.seconds(5)
  /// All of launch recovery's asking for one store and inventory.
  public static let recovery = Nanoseconds.seconds(10)
  /// Cutting one leaf.
  public static let export = Nanoseconds.seconds(10)
  /// One try of one request.
  public static let request = Nanoseconds.seconds(45)
  /// The longest wait between two tries, whatever a server asks for.
  public static let backoffCap = Nanoseconds.seconds(10)
  /// One leaf: three tries, the two waits between them, and its export, rounded up.
  public static let leaf = Nanoseconds.seconds(165)
  /// The longest recognition of an attempt, however many leaves.
  public static let recognition = Nanoseconds.minutes(120)
  /// Resetting a local engine.
  public static let reset = Nanoseconds.seconds(5)
  /// One cleanup.
  public static let cleanup = Nanoseconds.seconds(20)
  /// One delivery, clipboard work included.
  public static let delivery = Nanoseconds.seconds(5)
  /// How long a borrowed clipboard is kept after a paste, so that a slow field can still read it.
  public static let clipboardHold = Nanoseconds.seconds(3)
  /// One usage report.
  public static let usage = Nanoseconds.seconds(30)
  /// How old a hand-off may be and still count.
  public static let handoffAge = Nanoseconds.seconds(30)
  /// Audio that waits for a leg in a meeting, at most.
  public static let meetingHold = Nanoseconds.seconds(45)
  /// Audio that waits for a leg in a dictation, at most.
  public static let dictationHold = Nanoseconds.seconds(20)
  /// The queue of a leg: 512 chunks of 100 ms, in samples, more than any hold.
  public static let legQueue = 512 * 1_600
  /// Redials after a leg, without a word from any, that a meeting makes.
  public static let meetingRedials = 8
  /// Redials that a dictation makes.
  public static let dictationRedials = 4
  /// The first wait before a redial, doubled from one to the next: of a meeting.
  public static let meetingRedial = Nanoseconds.seconds(1)
  /// The longest wait before a redial of a meeting.
  public static let meetingRedialCap = Nanoseconds.seconds(15)
  /// The first wait before a redial of a dictation.
  public static let dictationRedial = Nanoseconds.milliseconds(500)
  /// The longest wait before a redial of a dictation.
  public static let dictationRedialCap = Nanoseconds.seconds(4)
  /// A handshake of a leg.
  public static let handshake = Nanoseconds.seconds(10)
  /// How often a leg is pinged.
  public static let ping = Nanoseconds.seconds(5)
  /// How long a leg may be silent towards pings before it counts as dead.
  public static let liveness = Nanoseconds.seconds(15)
  /// How often a leg that is sent no audio is kept alive.
  public static let keepalive = Nanoseconds.seconds(2)
  /// The silence after which a relay ends a session, keepalives missing.
  public static let relayIdle = Nanoseconds.seconds(20)
  /// From the finalize of a leg to its end.
  public static let drain = Nanoseconds.seconds(5)
  /// A live dictation.
  public static let dictation = Nanoseconds.minutes(2)
  /// A hole in a live transcript that is disclosed, in samples.
  public static let hole = 30 * sampleRate

  /// Requests a person waits for in vain before a launch gives up asking again.
  public static let recoveryTries = 3
  /// Tries of one request, over all layers together.
  public static let tries = 3

  /// The deadline of a local recognition of so many samples: twice its length and a minute,
  /// at least 150 s and at most 600 s.
  public static func localRecognition(samples: Int) -> Nanoseconds {
    let seconds = 2 * (samples / sampleRate) + 60
    return .seconds(min(max(seconds, 150), 600))
  }

  /// The deadline of a cloud recognition whose leaves number so many.
  public static func recognition(leaves: Int) -> Nanoseconds {
    min(leaf * min(max(leaves, 1), 1_000), recognition)
  }
}

/// A stretch of work with a deadline of its own.
public enum Stage: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case recovery = 1
  case store, captureHealth, captureLimit, finalize, promote, export, request, backoff
  case recognition, localEngine, reset, cleanup, delivery, usage, handoff
  /// Stages of a live session, for the set live.
  case dial, liveness, keepalive, redial, drain
  /// A microphone beside a live transcript.
  case watchdog
}

/// A moment at which an engine wants to be called.
public struct Deadline: Hashable, Sendable, Codable {
  /// On the monotonic clock.
  public var at: Nanoseconds
  /// What it bounds.
  public var stage: Stage
  /// Whose it is; nil for the process itself.
  public var lease: Lease?
  /// The request it bounds; nil when it bounds a stage or a wait.
  public var effect: EffectID?

  /// Makes a deadline.
  public init(at: Nanoseconds, stage: Stage, lease: Lease? = nil, effect: EffectID? = nil) {
    self.at = at
    self.stage = stage
    self.lease = lease
    self.effect = effect
  }
}
