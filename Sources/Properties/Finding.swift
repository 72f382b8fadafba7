public import Contract

/// A promise that a run broke, told as what a person would have seen.
public struct Finding: Hashable, Sendable {
  /// The promise.
  public var clause: ClauseID
  /// The index of the trace record at which it was broken, from 0.
  public var record: Int
  /// When.
  public var at: Moment
  /// The name of the happening at which it was broken.
  public var identity: Identity
  /// The process it happened in.
  public var process: ProcessID
  /// The recording it is about; nil where it is about the app as a whole.
  public var recording: RecordingID?
  /// What the person would have seen, in plain words, without a clause id.
  public var sentence: String
  /// What the clause demands here.
  public var expected: String
  /// What was there instead.
  public var observed: String
}

/// How often the premise of a clause was met by an event of the run.
///
/// A clause that holds on a run without evidence has shown nothing.
public struct Evidence: Hashable, Sendable {
  /// How many times.
  public var count: Int
  /// The index of the first trace record that met it; nil without evidence.
  public var first: Int?

  /// Nothing seen yet.
  public static var none: Self { Self(count: 0, first: nil) }
}

/// A demand that was not met and is excused, because a request it rests on was given up or failed.
///
/// The excuse names that request; the world's plan is never one.
public struct Excuse: Hashable, Sendable {
  /// The promise that could not be kept.
  public var clause: ClauseID
  /// The index of the trace record at which it would have been a finding.
  public var record: Int
  /// The recording it is about.
  public var recording: RecordingID?
  /// The request that was given up or failed.
  public var request: Identity
}
