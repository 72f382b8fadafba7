import Contract

/// What the engine knows of one recording.
struct Recording: Hashable, Sendable {
  let id: RecordingID
  var attempt: AttemptNumber = 1
  var generation: Generation = 0
  /// The row as the store was last known to hold it.
  var row: Row?
  /// What the newest attempt was started with.
  var settings: Settings
  /// The field that was focused when it was started.
  var target: Target?
  var phase: Phase = .resting
  var delivery: Delivery = .none
  /// The write of side work that is under way: one at a time, so that none undoes another.
  var sideWrite: EffectID?
  /// The row it writes.
  var sideRow: Row?
  var wantsOutcome: DeliveryStanding?
  /// The change count of a clipboard that is to be given back.
  var borrowed: Int?
  var wantsUsage = false
  /// Whether its microphone went away or changed its format before the recorder answered: what the
  /// recorder counts then is not all that was said.
  var isCutShort = false
  /// Whether journal and partial are known to have been made by its own start: neither is made where
  /// there is one of that name.
  var hasOwnJournal = false
  var hasOwnPartial = false
  /// What a live transcript has heard of it.
  var liveText: String?
  /// What a recorder proved while the end of its attempt was being written.
  var lateProof: Int?
  /// A terminal row whose write was given up, and may have landed.
  var unconfirmed: Row?
  /// A recovery whose write was given up, and may have landed.
  var stalledRecovery: StalledRecovery?
  /// Whether any of its audio is known to be on the disk.
  var hasAudio = false
  /// Whether it was dropped before History was read, or by a name that was taken: its id may be that
  /// of an earlier recording,
  /// and what its start asked for may still come to be.
  var isUnseen = false
  /// Whether it was started before History had been read.
  var isEarly = false
  /// Whether something earlier (a row, audio, a damaged entry) goes by its name: nothing may take
  /// that one's place.
  var isNameTaken = false
  /// How often its text was handed to the keyboard.
  var handovers = 0
  /// How many leaf files have been made, at most, in one attempt.
  var leafFiles: UInt16 = 0
  /// Leaf files that a launch has found, and whether it has found a partial beside the source:
  /// they go with the recording, whatever its row says.
  var foundLeaves: [UInt16] = []
  var hasFoundPartial = false
  /// Requests of tidying, which nothing waits for.
  var tidying: [EffectID] = []

  var lease: Lease { Lease(recording: id, attempt: attempt, generation: generation) }

  init(id: RecordingID, settings: Settings, target: Target?) {
    self.id = id
    self.settings = settings
    self.target = target
  }

  init(row: Row, generation: Generation) {
    id = row.recording
    attempt = row.attempt
    self.generation = generation
    self.row = row
    settings = row.settings
    hasAudio = true
  }
}

/// Where the work on a recording stands.
enum Phase: Hashable, Sendable {
  /// Nothing goes on.
  case resting
  /// Phase 0: journal and partial are being made.
  case preparing(Preparing)
  /// Phase 0: the microphone runs, or is about to.
  case capturing(Capturing)
  /// Phase 0: the container is being closed.
  case finalizing(Finalizing)
  /// Phase 1.
  case promoting(Promoting)
  /// A retry's row is being written, or before it the end that the attempt before could not store.
  case claiming(EffectID, ending: Row?)
  /// Phase 2.
  case recognizing(Recognizing)
  /// Phase 3.
  case cleaningUp(CleaningUp)
  /// Phase 4.
  case committing(Committing)
  /// A launch makes an entry of what it found.
  case recovering(Recovering)
  /// Deletion has been accepted.
  case deleted

  /// Whether the microphone is, or is to be, in use.
  var isPhase0: Bool {
    switch self {
    case .preparing, .capturing, .finalizing: true
    case .resting, .promoting, .claiming, .recognizing, .cleaningUp, .committing, .recovering,
      .deleted:
      false
    }
  }

  /// Whether an attempt owns the recording.
  var isActive: Bool {
    switch self {
    case .resting, .deleted, .recovering: false
    case .preparing, .capturing, .finalizing, .promoting, .claiming, .recognizing, .cleaningUp,
      .committing:
      true
    }
  }

  /// What surfaces show for it.
  @inline(__always)
  var indicator: Indicator {
    switch self {
    case .resting, .preparing, .recovering, .deleted: .idle
    case .capturing, .finalizing: .recording
    case .promoting(let p): p.isLateProof ? .idle : .processing
    case .claiming, .recognizing, .cleaningUp: .processing
    case .committing(let c): c.showsProcessing ? .processing : .idle
    }
  }
}

/// What a recording is finalized for.
enum Intent: Hashable, Sendable {
  /// To be recognized.
  case process
  /// The person cancelled it; its audio is kept.
  case cancel
  /// Its capture went wrong.
  case fail(Reason, Topic)
}

struct Preparing: Hashable, Sendable {
  var journal: EffectID?
  var partial: EffectID?
  var isJournalDurable = false
  var isPartialDurable = false
}

/// A recorder that was told to stop and is not waited for: two at a time get no microphone, so the
/// next recording gives it the time that any recorder has to stop.
struct Release: Hashable, Sendable {
  let capture: EffectID
  let by: Nanoseconds
}

struct Capturing: Hashable, Sendable {
  let capture: EffectID
  var hasBegun = false
  /// Samples delivered, and samples known to be in the partial.
  var delivered = 0
  var written = 0
  /// Appends that have not been answered, the oldest first.
  var appends: [Append] = []
  var lastSign: Nanoseconds
  var zerosSince: Nanoseconds?
  var hasToldSilence = false
}

struct Append: Hashable, Sendable {
  let id: EffectID
  let samples: Int
  let since: Nanoseconds
}

struct Finalizing: Hashable, Sendable {
  /// The capture, until it has answered.
  var capture: EffectID?
  var proof: Int?
  var written: Int
  var delivered: Int
  var appends: [Append]
  var close: EffectID?
  var intent: Intent
  /// Whether a write was refused or cut short, so that what follows would not be in its place.
  var hasHole = false
  /// Whether a write that was said to have failed may have landed all the same.
  var isUnsure = false
}

struct Promoting: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    case closing, validating, syncing, probing, marking, renaming, writing
  }

  var stage: Stage
  var request: EffectID
  /// Samples the recorder has proved; nil where there is no proof.
  var proof: Int?
  var samples = 0
  var intent: Intent
  /// Whether this only raises the integrity of a recording whose work has ended.
  var isLateProof = false
  /// Whether the source has its final name.
  var isRenamed = false
}

struct Committing: Hashable, Sendable {
  let write: EffectID
  let row: Row
  /// Told with the outcome.
  let topic: Topic?
  /// Whether work was visible: a capture that failed is idle at once.
  let showsProcessing: Bool
}

extension Engine {
  func index(_ r: RecordingID) -> Int? { recordings.firstIndex { $0.id == r } }

  /// The row of a recording with what it knows now, to be changed and written.
  func baseRow(_ i: Int) -> Row {
    let attempt = recordings[i].attempt
    let generation = recordings[i].generation
    let settings = recordings[i].settings
    guard var row = recordings[i].row else {
      return Row(
        recording: recordings[i].id, attempt: attempt, generation: generation, state: .capturing,
        settings: settings)
    }
    row.attempt = attempt
    row.generation = generation
    row.settings = settings
    return row
  }

  /// Notes that a file request found no file any more.
  mutating func noteLoss(_ i: Int, _ outcome: Outcome) {
    if case .fileFailed(.vanished) = outcome { recordings[i].hasAudio = false }
  }

  /// What a write of the owning attempt expects: in the first attempt the journal may still
  /// stand, because the answer to its first row may be missing.
  func ownRow(_ i: Int) -> Expectation {
    let attempt = recordings[i].attempt
    let active: RowStates =
      attempt == 1 ? [RowStates(.capturing), RowStates(.processing)] : RowStates(.retrying)
    return .row(active, attempt: attempt)
  }
}
