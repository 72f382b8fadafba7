public import Contract

// The contract's behaviour as a value: events in, reactions out, nothing else.
//
// The engine reads no clock and does no work. It keeps recordings, the requests it waits for and
// the deadlines it has armed; every event either changes that state and says what is to be done,
// or is ignored with a reason and leaves the state exactly as it was. One file tells one phase:
//
//   Capture → Finalize → Promotion → Recognition (Requests, LocalRecognition) → Cleanup
//     → Commit → Delivery, Usage
//
// beside them Retry, Cancel and Deletion, which may come at any time, Recovery, which begins
// every launch, and Keyboard, which is what the engine is in the keyboard's process.

/// What a good variant of the engine may do differently.
public struct Conduct: Hashable, Sendable {
  /// Into how many parts a refused leaf is split.
  public var splitWays: Int
  /// The longest piece, in samples, that is sent at once; nil sends as much as the limit allows.
  public var pieceSamples: Int?
  /// Pieces more than are needed, wherever a recording does not fit into one.
  public var sparePieces: Int
  /// Whether raw texts are cleaned up where the settings ask for it.
  public var cleansUp: Bool

  /// Makes a conduct; the default is the reference.
  public init(
    splitWays: Int = 2, pieceSamples: Int? = nil, sparePieces: Int = 0, cleansUp: Bool = true
  ) {
    self.splitWays = splitWays
    self.pieceSamples = pieceSamples
    self.sparePieces = sparePieces
    self.cleansUp = cleansUp
  }
}

/// An engine that keeps the failure contract.
public struct Engine: EngineUnderTest, Hashable, Sendable {
  /// In this process an engine does not break.
  public typealias Failure = Never

  let conduct: Conduct
  var process = ProcessID(.app)
  var dialect = Dialect()
  var limits = Limits()
  /// What the next attempt will be started with.
  var settings = Settings()
  var focus: Target?
  /// Free bytes as last reported; nil while unknown.
  var space: Int?

  var recordings: [Recording] = []
  var pending: [Pending] = []
  var nextEffect: UInt32 = 1
  var armed: [Deadline] = []
  var history = History()
  var slots: [Slot] = []
  var deletions: [Deletion] = []
  var shown: [Shown] = []
  var keyboard = Keyboard()
  var sentHandoffs: UInt32 = 0
  /// The change count of a clipboard that is to be given back though its delivery is over.
  var loan: Int?
  /// The recorder that was let go last and has not said yet that it is gone.
  var release: Release?
  /// Tidying that waits for its turn.
  var chores: [Chore] = []

  /// Makes an engine that has not been launched.
  public init(conduct: Conduct = Conduct()) { self.conduct = conduct }

  /// The number of its next request, which it shares with what else runs in its process.
  public var nextEffectNumber: UInt32 {
    get { nextEffect }
    set { nextEffect = newValue }
  }

  /// Every deadline that it has armed.
  public var deadlines: [Deadline] { armed }

  /// Takes one event.
  public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var step = Step(now: now)
    if let why = take(event, &step) { return .ignored(why) }
    refreshSurfaces(&step)
    return Reaction(step.effects, deadlines: step.hasRearmed ? armed : nil)
  }

  /// Takes an event, or says why it has no effect, having changed nothing.
  private mutating func take(_ event: Event, _ step: inout Step) -> Ignored? {
    switch event {
    case .launched(let launch): begin(launch, &step)
    case .person(let command): obey(command, &step)
    case .progress(let ticket, let progress): admit(progress, ticket, &step)
    case .finished(let ticket, let outcome): admit(outcome, ticket, &step)
    case .news(let news): hear(news, &step)
    case .deadline(let deadline): expire(deadline, &step)
    }
  }

  private mutating func begin(_ launch: Launch, _ step: inout Step) -> Ignored? {
    guard shown.isEmpty else { return .duplicate }
    process = launch.process
    dialect = launch.dialect
    limits = launch.limits
    settings = launch.settings
    showIdle(&step)
    if process.role == .app { openHistory(&step) }
    return nil
  }

  private mutating func obey(_ command: Command, _ step: inout Step) -> Ignored? {
    if process.role == .keyboard { return passOn(command, &step) }
    return switch command {
    case .start(let r): start(r, target: focus, &step)
    case .stop(let r): stop(r, &step)
    case .cancel(let r): cancel(r, &step)
    case .retry(let r): retry(r, &step)
    case .delete(let r): delete(r, &step)
    case .clear: clear(&step)
    case .change(let new): change(to: new)
    case .copy(let r): copy(r, &step)
    case .redeliver(let r, let target): redeliver(r, to: target, &step)
    }
  }

  mutating func change(to new: Settings) -> Ignored? {
    guard new != settings else { return .duplicate }
    settings = new
    return nil
  }
}

/// What one reaction collects.
struct Step {
  let now: Moment
  var effects: [Effect] = []
  var hasRearmed = false

  mutating func say(_ notice: Notice) { effects.append(.notice(notice)) }
  mutating func tell(_ topic: Topic, _ r: RecordingID? = nil) {
    say(.tell(Message(topic, recording: r)))
  }
}
