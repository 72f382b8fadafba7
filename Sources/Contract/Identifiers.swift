/// The stable name of a recording: r1, r2, … in order of first start (seed 000, invariant 1).
///
/// It is allocated by whoever gives the command, before anything is captured, and fits the
/// fourteen bits that the word clock spends on a clip.
public struct RecordingID: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The ordinal, from 1; 0 never names a recording.
  public var rawValue: UInt16

  /// Makes the id of the n-th recording.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes the id of the n-th recording.
  public init(_ ordinal: UInt16) { self.rawValue = ordinal }

  /// Orders by first start.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension RecordingID: CustomStringConvertible {
  /// The name as files and reports spell it, such as `r1`.
  public var description: String { "r\(rawValue)" }
}

/// The number of an attempt of one recording, from 1; never reused and durable in its row.
public typealias AttemptNumber = UInt16

/// How often a recording has been deleted; a callback of an earlier generation is stale.
public typealias Generation = UInt16

/// The right to act for a recording: which one, in which attempt, before which deletion.
///
/// Every callback carries it, and one that is not current in all three parts changes nothing
/// (seed 000, invariant 8; clause LEASE.stale-callback-has-no-effect).
public struct Lease: Hashable, Sendable, Codable {
  /// The recording acted for.
  public var recording: RecordingID
  /// The attempt that owned it when the request was made.
  public var attempt: AttemptNumber
  /// The deletion generation of the recording when the request was made.
  public var generation: Generation

  /// Makes a lease.
  public init(recording: RecordingID, attempt: AttemptNumber, generation: Generation) {
    self.recording = recording
    self.attempt = attempt
    self.generation = generation
  }
}

/// The engine's own name for a request, unique within one boot of one process.
public struct EffectID: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The number the engine chose.
  public var rawValue: UInt32

  /// Makes an id.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes an id.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// Orders by number, for tables that are searched.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// What an answer is addressed with: the request, and the lease it was made under.
///
/// A lease alone cannot tell two tries of one attempt apart, so both are checked, once, at the
/// engine's door.
public struct Ticket: Hashable, Sendable, Codable {
  /// The request.
  public var effect: EffectID
  /// The lease; nil for the store, the launch and shared resources.
  public var lease: Lease?

  /// Makes a ticket.
  public init(_ effect: EffectID, _ lease: Lease? = nil) {
    self.effect = effect
    self.lease = lease
  }
}

/// Which of an app's processes runs an engine.
public enum ProcessRole: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The app itself.
  case app
  /// The keyboard extension, which dies on its own.
  case keyboard
}

/// One life of one process: its role, and how often that role has been launched.
public struct ProcessID: Hashable, Sendable, Codable {
  /// The role.
  public var role: ProcessRole
  /// The launch, from 1 to 127.
  public var boot: UInt8

  /// Makes the id of a launch.
  public init(_ role: ProcessRole, boot: UInt8 = 1) {
    self.role = role
    self.boot = boot
  }
}

extension ProcessID: CustomStringConvertible {
  /// `app`, `keyboard`, and from the second launch on `app.2`.
  public var description: String {
    let name = role == .app ? "app" : "keyboard"
    return boot > 1 ? "\(name).\(boot)" : name
  }
}

/// A stretch of audio by name: no bytes travel through the vocabulary.
public struct Span: Hashable, Sendable, Codable {
  /// The clip the samples belong to; a recording's own number.
  public var clip: UInt16
  /// The first sample, counted from the start of the clip.
  var first: UInt32
  /// How many samples.
  var length: UInt32

  /// The first sample, counted from the start of the clip.
  public var from: Int { Int(first) }
  /// How many samples.
  public var count: Int { Int(length) }
  /// The first sample after the span.
  public var end: Int { from + count }

  /// Makes a span; a clip holds at most 2^32 samples, 74 hours at 16 kHz.
  public init(clip: UInt16, from: Int, count: Int) {
    self.clip = clip
    self.first = UInt32(clamping: from)
    self.length = UInt32(clamping: count)
  }
}

/// A file that the app owns, by what it is for.
public struct FileRef: Hashable, Sendable, Codable {
  /// What a file of a recording is for.
  public enum Kind: Hashable, Sendable, Codable {
    /// What the recorder writes.
    case partial
    /// What recognition reads: the promoted, finalized partial.
    case source
    /// A piece cut out for one upload, numbered by the engine.
    case leaf(UInt16)
  }

  /// Whose file it is.
  public var recording: RecordingID
  /// What it is for.
  public var kind: Kind

  /// Names a file.
  public init(_ recording: RecordingID, _ kind: Kind) {
    self.recording = recording
    self.kind = kind
  }
}

/// A stretch of time in whole nanoseconds.
public struct Nanoseconds: Hashable, Comparable, Sendable {
  /// The count; negative only in differences.
  public var count: Int64

  /// Makes a stretch of time.
  public init(_ count: Int64) { self.count = count }

  /// Makes whole seconds.
  public static func seconds(_ n: Int) -> Self { Self(Int64(n) * 1_000_000_000) }
  /// Makes whole milliseconds.
  public static func milliseconds(_ n: Int) -> Self { Self(Int64(n) * 1_000_000) }
  /// Makes whole minutes.
  public static func minutes(_ n: Int) -> Self { .seconds(n * 60) }
  /// No time at all.
  public static var zero: Self { Self(0) }

  /// Compares lengths.
  public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
  /// Adds.
  public static func + (a: Self, b: Self) -> Self { Self(a.count &+ b.count) }
  /// Subtracts.
  public static func - (a: Self, b: Self) -> Self { Self(a.count &- b.count) }
  /// Multiplies.
  public static func * (a: Self, n: Int) -> Self { Self(a.count &* Int64(n)) }
}

extension Nanoseconds: CustomStringConvertible {
  /// Seconds with three digits, such as `38.250s`.
  public var description: String {
    let ms = count / 1_000_000
    let fraction = String(abs(ms) % 1000)
    let sign = ms < 0 ? "-" : ""
    return sign + "\(abs(ms) / 1000)."
      + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction + "s"
  }
}

/// An instant, on both clocks a device has.
public struct Moment: Hashable, Sendable {
  /// Since the start of the case, including time spent suspended; it never steps.
  public var monotonic: Nanoseconds
  /// Nanoseconds since 1970 as the device shows it; it may step either way.
  public var wall: Nanoseconds

  /// Makes an instant.
  public init(monotonic: Nanoseconds, wall: Nanoseconds) {
    self.monotonic = monotonic
    self.wall = wall
  }
}

/// The rate of all audio in the world, in samples a second.
public let sampleRate = 16_000
