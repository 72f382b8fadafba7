public import Contract

// A live transcript over a relay whose sessions cannot be resumed, as a value (seed 003).
//
//             begin                   open, tokens: the ladder begins anew
//   (none) ───────▶ dialling ───────▶ up ──────────────┐
//                    ▲   │ handshake fails   │ closed, silent, error
//     wait of the    │   ▼                   ▼
//     ladder is over └─ waiting ◀────────────┘
//                        │ ladder exhausted, quota, login refused
//                        ▼
//                       over          stop: finalize → drained or deadline → over
//
// The microphone never hears of any of this: its audio goes to the bridge, which feeds the leg
// there is and keeps what there is none for. A handshake proves nothing; a word does. Whatever a
// leg that is not the current one still says is ignored at the door, because its request is gone.

/// The engine of a live transcript: one session at a time, beside a recording it does not own.
public struct RelayEngine: Hashable, Sendable {
  var session: Session?
  /// A session whose recording has begun while the one before still waits for its last words.
  var next: Session?
  var armed: [Deadline] = []
  var typing = Typing()
  var focus: Target?
  var legQueue = Budgets.legQueue
  var kind = LiveKind.none
  var settings = Settings()
  var shows = Indicator.idle
  var ownsSurface = false
  /// Whether sentences are typed as they settle.
  var types = false
  /// The field that had the focus when the newest recording was started.
  var aim: Target?

  /// Makes an engine that has not been launched.
  public init() {}

  /// Every deadline that it has armed.
  public var deadlines: [Deadline] { armed }

  /// Whether there is a live transcript at all.
  public var isLive: Bool { kind != .none }

  /// Takes the choices of a launch; what an earlier process left on the line is over.
  public mutating func launch(_ launch: Launch, _ step: inout RelayStep) {
    kind = launch.process.role == .app ? launch.live : .none
    legQueue = launch.limits.legQueue
    settings = launch.settings
    ownsSurface = launch.dialect.surfaces.contains(.transcript)
    types = kind == .dictation && launch.dialect.delivery == .live
    if isLive, ownsSurface { step.say(.show(.transcript, .idle)) }
  }

  /// Notes which field has the focus.
  public mutating func focusMoved(to target: Target?) { focus = target }

  // MARK: The recording

  /// The microphone of a recording runs: its live session begins.
  public mutating func begin(_ lease: Lease, _ step: inout RelayStep) {
    guard isLive, session?.recording != lease.recording else { return }
    let policy = kind == .meeting ? LivePolicy.meeting : .dictation
    var new = Session(lease: lease, policy: policy, queue: legQueue)
    new.target = types ? aim : nil
    if session?.isOver == true { close(&step) }
    guard session == nil else {
      next = new
      return
    }
    session = new
    activate(&step)
  }

  /// The session there is has the relay to itself from now on.
  mutating func activate(_ step: inout RelayStep) {
    typing = Typing(target: session?.target)
    // What the line still says of the session before is over with this one.
    show(.idle, &step)
    // Its recording may be over before its turn came: nobody is called to hear it then.
    if session?.isCaptureOver == true { return end(.stopped, &step) }
    dial(&step)
    // It was stopped while it waited for its turn: its last words are not waited for any longer.
    if session?.isStopping == true { bound(&step) }
  }

  /// Bounds the wait for the last words of a recording that is being stopped.
  private mutating func bound(_ step: inout RelayStep) {
    arm(.drain, at: step.now.monotonic + Budgets.drain, &step)
  }

  /// A person has asked for a recording: what is typed is meant for the field of that moment.
  public mutating func started() { aim = focus }

  /// The microphone delivered a stretch.
  public mutating func heard(_ span: Span, _ step: inout RelayStep) {
    next?.take(span)
    guard session?.lease.recording.rawValue == span.clip, session?.isOver == false else { return }
    let leg = session?.leg?.id
    let before = step.effects.count
    // In its place: a session that is copied for every chunk costs more than what is done with it.
    session?.bridge.take(span) { if let leg { step.say(.leg(leg, .send($0))) } }
    // A leg whose queue is full is sent nothing, whatever is said.
    if step.effects.count > before { session?.leg?.lastSend = step.now.monotonic }
  }

  /// The recording is being stopped: nothing is dialled any more.
  public mutating func stopping(_ recording: RecordingID, _ step: inout RelayStep) {
    if next?.recording == recording { next?.isStopping = true }
    guard session?.recording == recording, session?.isStopping == false else { return }
    session?.isStopping = true
    guard session?.isOver == false else { return close(&step) }
    disarm(.redial, &step)
    bound(&step)
  }

  /// No more audio comes.
  public mutating func captureEnded(_ recording: RecordingID, _ step: inout RelayStep) {
    stopping(recording, &step)
    if next?.recording == recording { next?.isCaptureOver = true }
    guard session?.recording == recording else { return }
    session?.isCaptureOver = true
    // Nobody is there to hear what is held, and nobody is called back to life for it. What is
    // missing is known only now: a recorder still delivers after its stop.
    if session?.leg == nil { return end(.stopped, &step) }
    finalizeIfReady(&step)
  }

  /// The recording is gone, or its work was cancelled: nothing more is settled.
  public mutating func cancelled(_ recording: RecordingID, _ step: inout RelayStep) {
    if next?.recording == recording { next = nil }
    let isCurrent = session?.recording == recording
    if isCurrent || typing.recording == recording { stopTyping(&step) }
    guard isCurrent else { return }
    if session?.isOver == false { end(.cancelled, &step) } else { close(&step) }
  }

  /// The recording of the session under way.
  public var recording: RecordingID? { session?.recording }

  /// The recordings that have a session, under way or waiting, or sentences on their way.
  public var recordings: [RecordingID] {
    [session?.recording, next?.recording, typing.recording].compactMap(\.self)
  }

  // MARK: Legs

  /// Whether a request is this engine's.
  public func owns(_ id: EffectID) -> Bool { session?.leg?.id == id || typing.owns(id) }

  /// A leg reports.
  public mutating func reported(
    _ id: EffectID, _ progress: LegProgress, _ step: inout RelayStep
  ) -> Ignored? {
    guard session?.leg?.id == id else { return .alreadyFinished }
    switch progress {
    case .open: opened(&step)
    case .frame(let frame): take(frame, &step)
    case .drained(let sample): drained(sample, id, &step)
    case .queueDropped(let span): queueDropped(span, id, &step)
    case .pong: noteSign(step.now)
    }
    return nil
  }

  /// A leg, or a sentence that is being typed, has come to its end.
  public mutating func finished(
    _ id: EffectID, _ outcome: Outcome, _ step: inout RelayStep
  ) -> Ignored? {
    if typing.owns(id) {
      typed(outcome, &step)
      return nil
    }
    guard session?.leg?.id == id else { return .alreadyFinished }
    legEnded(outcome, &step)
    return nil
  }

  /// A deadline of the session has come.
  public mutating func expired(_ deadline: Deadline, _ step: inout RelayStep) -> Ignored? {
    guard let place = armed.firstIndex(of: deadline) else { return .notAllowedNow }
    armed.remove(at: place)
    step.hasRearmed = true
    switch deadline.stage {
    case .dial: handshakeExpired(&step)
    case .liveness: checkLife(&step)
    case .keepalive: keepAlive(&step)
    case .redial: if session?.leg == nil, session?.isOver == false { dial(&step) }
    case .drain: if session?.isOver == false { end(.stopped, &step) }
    case .delivery: typingExpired(deadline, &step)
    case .recovery, .store, .captureHealth, .captureLimit, .finalize, .promote, .export, .request,
      .backoff, .recognition, .localEngine, .reset, .cleanup, .usage, .handoff,
      .watchdog:
      break
    }
    return nil
  }

  /// Whether a deadline is this engine's.
  public func owns(_ deadline: Deadline) -> Bool { armed.contains(deadline) }

  // MARK: Deadlines

  mutating func arm(
    _ stage: Stage, at: Nanoseconds, effect: EffectID? = nil, _ step: inout RelayStep
  ) {
    guard let lease = session?.lease else { return }
    disarm(stage, &step)
    armed.append(Deadline(at: at, stage: stage, lease: lease, effect: effect))
    step.hasRearmed = true
  }

  mutating func disarm(_ stage: Stage, _ step: inout RelayStep) {
    guard let place = armed.firstIndex(where: { $0.stage == stage }) else { return }
    armed.remove(at: place)
    step.hasRearmed = true
  }

  /// How the live transcript of a recording under way stands; nil without one.
  public var standing: Indicator? {
    guard shows == .reconnecting, session?.isOver == false else { return nil }
    return shows
  }

  /// Shows how the live transcript stands, where that has changed.
  mutating func show(_ indicator: Indicator, _ step: inout RelayStep) {
    guard shows != indicator else { return }
    shows = indicator
    if ownsSurface { step.say(.show(.transcript, indicator)) }
  }
}
