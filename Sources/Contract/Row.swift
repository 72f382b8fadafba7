/// One History entry as it is stored: everything a launch needs.
///
/// A value that is held by reference until it is changed: rows are written seldom and handed on all
/// the time, and so a copy costs one reference.
public struct Row: Hashable, Sendable {
  /// Always one: an array is a box that copies itself when it must.
  @usableFromInline var box: [Columns]

  /// The columns of a row.
  @usableFromInline
  struct Columns: Hashable, Sendable, Codable {
    @usableFromInline var recording: RecordingID
    @usableFromInline var attempt: AttemptNumber
    @usableFromInline var generation: Generation
    @usableFromInline var state: RowState
    @usableFromInline var reason: Reason
    @usableFromInline var integrity: SourceIntegrity
    @usableFromInline var samples: Int
    @usableFromInline var checkpoint: Checkpoint?
    @usableFromInline var raw: String?
    @usableFromInline var final: String?
    @usableFromInline var delivery: DeliveryStanding
    @usableFromInline var usage: UsageStanding
    @usableFromInline var settings: Settings
  }

  /// Makes a row.
  public init(
    recording: RecordingID, attempt: AttemptNumber, generation: Generation, state: RowState,
    reason: Reason = .none, integrity: SourceIntegrity = .unfinalized, samples: Int = 0,
    checkpoint: Checkpoint? = nil, raw: String? = nil, final: String? = nil,
    delivery: DeliveryStanding = .none, usage: UsageStanding = .none, settings: Settings
  ) {
    box = [
      Columns(
        recording: recording, attempt: attempt, generation: generation, state: state,
        reason: reason, integrity: integrity, samples: samples, checkpoint: checkpoint, raw: raw,
        final: final, delivery: delivery, usage: usage, settings: settings)
    ]
  }

  /// The newest text there is: final, raw, or the checkpoint's.
  public var bestText: String? { final ?? raw ?? checkpoint?.text }

  /// Whether the row says that the attempt was cancelled, in either dialect.
  public var isCancelled: Bool {
    state == .cancelled
      || (state == .failed && (reason == .cancelledByPerson || reason == .replaced))
  }
}

extension Row {
  /// Whose row it is.
  @inlinable public var recording: RecordingID {
    get { box[0].recording }
    _modify { yield &box[0].recording }
  }
  /// The newest attempt.
  @inlinable public var attempt: AttemptNumber {
    get { box[0].attempt }
    _modify { yield &box[0].attempt }
  }
  /// The deletion generation it was written under.
  @inlinable public var generation: Generation {
    get { box[0].generation }
    _modify { yield &box[0].generation }
  }
  /// The state.
  @inlinable public var state: RowState {
    get { box[0].state }
    _modify { yield &box[0].state }
  }
  /// Why.
  @inlinable public var reason: Reason {
    get { box[0].reason }
    _modify { yield &box[0].reason }
  }
  /// What is known of the audio.
  @inlinable public var integrity: SourceIntegrity {
    get { box[0].integrity }
    _modify { yield &box[0].integrity }
  }
  /// Samples in the audio, as measured when its container was last validated; 0 if never.
  @inlinable public var samples: Int {
    get { box[0].samples }
    _modify { yield &box[0].samples }
  }
  /// The text of the leaves accepted so far, by the newest attempt that accepted one.
  @inlinable public var checkpoint: Checkpoint? {
    get { box[0].checkpoint }
    _modify { yield &box[0].checkpoint }
  }
  /// The complete raw transcript.
  @inlinable public var raw: String? {
    get { box[0].raw }
    _modify { yield &box[0].raw }
  }
  /// The final text; once set, only a better one replaces it.
  @inlinable public var final: String? {
    get { box[0].final }
    _modify { yield &box[0].final }
  }
  /// How delivery stands.
  @inlinable public var delivery: DeliveryStanding {
    get { box[0].delivery }
    _modify { yield &box[0].delivery }
  }
  /// How the usage report stands.
  @inlinable public var usage: UsageStanding {
    get { box[0].usage }
    _modify { yield &box[0].usage }
  }
  /// What the newest attempt was started with.
  @inlinable public var settings: Settings {
    get { box[0].settings }
    _modify { yield &box[0].settings }
  }
}
