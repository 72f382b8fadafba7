import Contract

/// A live session: one recording's legs, one after the other.
struct Session: Hashable, Sendable {
  let lease: Lease
  let policy: LivePolicy
  var bridge: AudioBridge
  var transcript = LiveTranscript()
  /// The field that its sentences are typed into; nil where nothing is typed.
  var target: Target?
  /// The leg there is.
  var leg: Leg?
  /// How many legs were dialled.
  var legs: LegNumber = 0
  /// How many legs in a row have said nothing.
  var failures = 0
  var isStopping = false
  var isCaptureOver = false
  /// Whether the live transcript has ended; the recording may go on.
  var isOver = false

  var recording: RecordingID { lease.recording }

  init(lease: Lease, policy: LivePolicy, queue: Int) {
    self.lease = lease
    self.policy = policy
    bridge = AudioBridge(limit: policy.holdSamples, queue: queue)
  }

  /// Keeps audio of its recording, there being no leg yet.
  mutating func take(_ span: Span) {
    guard recording.rawValue == span.clip else { return }
    bridge.take(span) { _ in }
  }
}

/// The leg of a session.
struct Leg: Hashable, Sendable {
  let id: EffectID
  let number: LegNumber
  var isOpen = false
  var isFinalizing = false
  /// When it was last heard of.
  var lastSign: Nanoseconds
  /// When it was last sent something.
  var lastSend: Nanoseconds
}

/// Why a live transcript ends.
enum LiveEnding: Hashable, Sendable {
  /// The recording was stopped.
  case stopped
  case cancelled
  /// The ladder has no rung left.
  case exhausted
  case quota
  case refused
}
