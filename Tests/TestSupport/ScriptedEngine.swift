public import Contract

// An engine that plays back what a test lists: "when this arrives, want that".
//
// It decides nothing, so whatever a run shows is the world's doing. A test writes a few rules and
// chooses the effect ids itself, so that it can name a request again.

/// An engine made of rules; an event that no rule waits for is taken without a reaction.
public struct ScriptedEngine: EngineUnderTest {
  /// It never breaks.
  public typealias Failure = Never

  private let rules: [Cue]
  private var isSpent: [Bool]
  private let process: ProcessID

  /// Makes the engine of one process from the rules of all.
  public init(_ rules: [Cue], process: ProcessID) {
    self.rules = rules.filter {
      $0.role == process.role && ($0.boot.map { $0 == process.boot } ?? true)
    }
    isSpent = Array(repeating: false, count: self.rules.count)
    self.process = process
  }

  /// Gives the reaction of the first rule that waits for this.
  public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    for i in rules.indices where !isSpent[i] && rules[i].when.fits(event) {
      isSpent[i] = !rules[i].repeats
      return rules[i].react(event, now)
    }
    return Reaction()
  }
}

/// One line of a scripted engine.
public struct Cue: Sendable {
  /// What it waits for.
  public var when: When
  /// In which process.
  public var role: ProcessRole
  /// In which launch; nil for every one.
  public var boot: UInt8?
  /// Whether it waits again afterwards.
  public var repeats: Bool
  /// What it wants.
  public var react: @Sendable (Event, Moment) -> Reaction

  /// Wants these effects, once.
  public static func on(
    _ when: When, in role: ProcessRole = .app, boot: UInt8? = nil, _ effects: Effect...,
    arm deadlines: [Deadline]? = nil
  ) -> Cue {
    Cue(when: when, role: role, boot: boot, repeats: false) { _, _ in
      Reaction(effects, deadlines: deadlines)
    }
  }

  /// Wants what depends on the event, every time.
  public static func every(
    _ when: When, in role: ProcessRole = .app,
    _ react: @escaping @Sendable (Event, Moment) -> Reaction
  ) -> Cue {
    Cue(when: when, role: role, boot: nil, repeats: true, react: react)
  }
}

/// What a rule waits for.
public struct When: Sendable {
  /// Whether an event is it.
  public var fits: @Sendable (Event) -> Bool

  /// Makes a condition.
  public init(_ fits: @escaping @Sendable (Event) -> Bool) { self.fits = fits }

  /// The process began.
  public static var launched: Self { Self { if case .launched = $0 { true } else { false } } }
  /// A person asked for this.
  public static func person(_ command: Command) -> Self { Self { $0 == .person(command) } }
  /// A person asked for anything.
  public static var command: Self { Self { if case .person = $0 { true } else { false } } }
  /// The request is over, however it went.
  public static func finished(_ id: UInt32) -> Self {
    Self { if case .finished(let t, _) = $0 { t.effect.rawValue == id } else { false } }
  }
  /// The request reports this kind of progress.
  public static func progress(_ id: UInt32, _ fits: @escaping @Sendable (Progress) -> Bool) -> Self
  {
    Self {
      if case .progress(let t, let p) = $0 { t.effect.rawValue == id && fits(p) } else { false }
    }
  }
  /// The microphone runs.
  public static func began(_ id: UInt32) -> Self {
    progress(id) { if case .captureBegan = $0 { true } else { false } }
  }
  /// The microphone delivered.
  public static func frames(_ id: UInt32) -> Self {
    progress(id) { if case .frames = $0 { true } else { false } }
  }
  /// A head arrived.
  public static func head(_ id: UInt32) -> Self {
    progress(id) { if case .head = $0 { true } else { false } }
  }
  /// A deadline of this stage came.
  public static func due(_ stage: Stage) -> Self {
    Self { if case .deadline(let d) = $0 { d.stage == stage } else { false } }
  }
  /// The focus moved.
  public static var focus: Self { Self { if case .news(.focus) = $0 { true } else { false } } }
  /// The other process left a hand-off.
  public static var handoff: Self { Self { if case .news(.handoff) = $0 { true } else { false } } }
  /// The process woke up.
  public static var resumed: Self { Self { if case .news(.resumed) = $0 { true } else { false } } }
}

/// The lease of attempt 1 of r1, or of another.
public func lease(_ recording: UInt16 = 1, attempt: AttemptNumber = 1) -> Lease {
  Lease(recording: RecordingID(recording), attempt: attempt, generation: 0)
}

/// A row with the given state and usual settings.
public func row(
  _ state: RowState, _ recording: UInt16 = 1, attempt: AttemptNumber = 1,
  checkpoint: Checkpoint? = nil, raw: String? = nil, final: String? = nil,
  delivery: DeliveryStanding = .none, usage: UsageStanding = .none
) -> Row {
  Row(
    recording: RecordingID(recording), attempt: attempt, generation: 0, state: state,
    checkpoint: checkpoint, raw: raw, final: final, delivery: delivery, usage: usage,
    settings: Settings())
}

/// A file of r1, or of another.
public func file(_ kind: FileRef.Kind, _ recording: UInt16 = 1) -> FileRef {
  FileRef(RecordingID(recording), kind)
}

extension Effect {
  /// A request under a lease of r1, or of another; `r: 0` makes it without one.
  public static func ask(
    _ id: UInt32, _ request: Request, r: UInt16 = 1, a: AttemptNumber = 1
  ) -> Effect {
    .request(Ticket(EffectID(id), r == 0 ? nil : lease(r, attempt: a)), request)
  }

  /// Open History.
  public static func open(_ id: UInt32) -> Effect { ask(id, .store(.open), r: 0) }
  /// Read what there is.
  public static func inventory(_ id: UInt32) -> Effect { ask(id, .store(.readInventory), r: 0) }
  /// Write a row.
  public static func write(_ id: UInt32, _ row: Row, over expected: Expectation = .nothing)
    -> Effect
  {
    ask(
      id, .store(.write(row, expecting: expected)), r: row.recording.rawValue, a: row.attempt)
  }
  /// Create the partial.
  public static func create(_ id: UInt32, _ recording: UInt16 = 1) -> Effect {
    ask(id, .file(.create(TestSupport.file(.partial, recording))), r: recording)
  }
  /// Append to the partial.
  public static func append(_ id: UInt32, _ from: Int, _ count: Int, _ recording: UInt16 = 1)
    -> Effect
  {
    ask(
      id,
      .file(
        .append(
          TestSupport.file(.partial, recording), Span(clip: recording, from: from, count: count))),
      r: recording)
  }
  /// A request to a file.
  public static func file(_ id: UInt32, _ request: FileRequest) -> Effect {
    ask(id, .file(request), r: request.file.recording.rawValue)
  }
  /// Capture, for at most twenty minutes.
  public static func capture(_ id: UInt32, _ recording: UInt16 = 1) -> Effect {
    ask(id, .capture(RecordingID(recording), limit: Budgets.captureLimit), r: recording)
  }
  /// Cut a leaf out of the source.
  public static func export(_ id: UInt32, leaf: UInt16, _ from: Int, _ count: Int) -> Effect {
    ask(
      id,
      .exportLeaf(
        source: TestSupport.file(.source), leaf: TestSupport.file(.leaf(leaf)), from: from,
        count: count))
  }
  /// Send a file.
  public static func upload(
    _ id: UInt32, _ kind: FileRef.Kind = .source, _ settings: Settings = Settings(),
    r: UInt16 = 1, a: AttemptNumber = 1
  ) -> Effect {
    ask(id, .upload(TestSupport.file(kind, r), settings), r: r, a: a)
  }
  /// End a capture gracefully.
  public static func stop(_ id: UInt32) -> Effect { .notice(.stop(EffectID(id))) }
  /// End a request at once.
  public static func cancel(_ id: UInt32) -> Effect { .notice(.cancel(EffectID(id))) }
  /// Wait no longer.
  public static func abandon(_ id: UInt32) -> Effect { .notice(.abandon(EffectID(id))) }
  /// Show something on the main surface.
  public static func show(_ indicator: Indicator) -> Effect { .notice(.show(.main, indicator)) }
}

/// A name written in a test; a misspelled one is the test's own error.
public func name(_ text: String) -> IdentityPattern {
  do {
    return try IdentityPattern(parsing: text)
  } catch {
    preconditionFailure("'\(text)': \(error.reason)")
  }
}
