public import Contract

/// One thing that a scenario expects of a run: a fold over its trace, and what is there at the
/// end.
public protocol RunCheck: Sendable {
  /// What is expected, in words.
  func expected(_ end: RunEnd) -> String
  /// Takes one record of the trace, in order.
  mutating func observe(_ record: TraceRecord)
  /// What was observed instead; nil when the expectation is met.
  func shortfall(_ end: RunEnd) -> Shortfall?
}

extension RunCheck {
  /// Most checks look at the end alone.
  public mutating func observe(_ record: TraceRecord) {}
}

/// How a run failed an expectation.
public struct Shortfall: Hashable, Sendable {
  /// What was there instead, in words.
  public var observed: String
  /// When it went wrong, where that has a time.
  public var at: Nanoseconds?

  /// Describes a failure.
  public init(_ observed: String, at: Nanoseconds? = nil) {
    self.observed = observed
    self.at = at
  }
}

/// What there is when a run is over.
public struct RunEnd: Sendable {
  /// The rows of History.
  public var rows: [Row]
  /// The files on the device.
  public var files: [FileRef]
  /// The words that the microphone delivered or a file held.
  public var spoken: SpokenWords
  /// How the case ended; nil while it has not.
  public var ending: Ending?

  /// The row of a recording.
  func row(_ recording: RecordingID) -> Row? { rows.first { $0.recording == recording } }
}

/// A set of things that happen: events that are delivered, and requests that are asked.
struct Happenings: Hashable, Sendable {
  /// The names.
  var pattern: IdentityPattern
  /// As the file spells them.
  var text: String

  /// Whether a record is one of them. What follows from an event carries its name too and is not
  /// counted again.
  func contains(_ record: TraceRecord) -> Bool {
    switch record.what {
    case .event: pattern.matches(record.identity)
    case .effect(.request): pattern.matches(record.identity)
    case .effect(.notice), .ignored, .deadlines, .did, .process, .end: false
    }
  }
}
