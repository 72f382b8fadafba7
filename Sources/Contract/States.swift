/// The state of a recording as History stores it (seed 000, persisted states).
public enum RowState: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The capture journal: not a state of work yet, only proof that a recording was begun.
  case capturing
  /// The source is durable and one attempt owns the recording.
  case processing
  /// A retry owns the same durable recording.
  case retrying
  /// The final text is durable.
  case success
  /// Work ended; source and any completed partial text are durable.
  case failed
  /// The person or a replacing attempt stopped the work; the source can be tried again.
  case cancelled

  /// Whether an attempt owns the recording.
  public var isActive: Bool {
    switch self {
    case .processing, .retrying: true
    case .capturing, .success, .failed, .cancelled: false
    }
  }

  /// Whether work has ended.
  public var isTerminal: Bool {
    switch self {
    case .success, .failed, .cancelled: true
    case .capturing, .processing, .retrying: false
    }
  }

  /// Whether a stored row may go from this state to another (clause STATE.legal-transitions).
  ///
  /// `capturing` is a journal: it becomes processing, a recovered failure, or cancelled where a
  /// platform keeps cancelled audio. A state may be written again with more evidence in it.
  public func mayBecome(_ next: RowState) -> Bool {
    switch self {
    case .capturing: next != .retrying && next != .success
    case .processing, .retrying: next == self || next.isTerminal
    case .success, .failed, .cancelled: next == self || next == .retrying
    }
  }
}

/// A set of row states, for what a compare-and-swap expects.
public struct RowStates: OptionSet, Hashable, Sendable, Codable {
  /// One bit a state.
  public var rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Makes the set of one state.
  public init(_ state: RowState) { self.rawValue = 1 << state.rawValue }

  /// Whether a state is in the set.
  public func contains(_ state: RowState) -> Bool { rawValue & (1 << state.rawValue) != 0 }

  /// capturing, processing and retrying.
  public static var notTerminal: Self { [Self(.capturing), Self(.processing), Self(.retrying)] }
  /// success, failed and cancelled.
  public static var terminal: Self { [Self(.success), Self(.failed), Self(.cancelled)] }
}

/// How much is known of the audio of a recording.
public enum SourceIntegrity: UInt8, CaseIterable, Hashable, Comparable, Sendable, Codable {
  /// The container was not closed.
  case unfinalized
  /// It is known to be cut short.
  case knownIncomplete
  /// The recorder has proved that all it captured is in it.
  case complete

  /// Orders by what may be done with the audio.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Why a recording is in the state it is in.
public enum Reason: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case none
  /// The microphone failed, was lost, or was refused.
  case microphone, permission
  /// Storage failed, or is full.
  case storage, storageFull
  /// The recorder did not finish in time.
  case finalization
  /// A request was refused for good: settings, request, or access.
  case requestRefused, accessRefused
  /// The service was busy or failed, three times.
  case serviceBusy
  /// The network failed or was too slow, three times.
  case network
  /// The answer could not be used.
  case invalidAnswer
  /// Every size of the audio was refused.
  case tooLarge
  /// A part of the audio came back without text.
  case emptyPart
  /// Nothing was said.
  case noSpeech
  /// Cutting the audio failed.
  case export
  /// The engine on the device failed or hung.
  case localEngine
  /// The whole attempt took too long.
  case tookTooLong
  /// The person stopped it.
  case cancelledByPerson
  /// Another attempt took over.
  case replaced
  /// The app ended while it worked.
  case interrupted
  /// Found at launch without a usable row.
  case recovered
}

/// The merged text of the leaves accepted so far.
public struct Checkpoint: Hashable, Sendable, Codable {
  /// The texts in audio order, joined by one space.
  public var text: String
  /// How many leaves were accepted.
  public var leaves: UInt16
  /// The first sample that no accepted leaf covers.
  public var through: Int

  /// Makes a checkpoint.
  public init(text: String, leaves: UInt16, through: Int) {
    self.text = text
    self.leaves = leaves
    self.through = through
  }
}

/// How delivery of a text stands, kept apart from the state (clause DELIVER.outcome-is-typed).
public enum DeliveryStanding: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Not attempted.
  case none
  /// About to touch the target; at most one touch may follow.
  case claimed
  /// It landed.
  case delivered
  /// The target refused it.
  case rejected
  /// Held back: no owned target, or a secure, changed or vanished one.
  case withheld
  /// Nobody knows whether it landed; never repeated by itself.
  case unconfirmed
}

/// Whether the usage of a recording has been reported.
public enum UsageStanding: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing to report yet.
  case none
  /// To be reported.
  case pending
  /// Reported and acknowledged.
  case reported
}

/// What a write expects to find; anything else is a conflict and nothing is written.
public enum Expectation: Hashable, Sendable, Codable {
  /// No row of this recording, and no tombstone of its generation.
  case nothing
  /// A row of this attempt in one of these states.
  case row(RowStates, attempt: AttemptNumber)
}
