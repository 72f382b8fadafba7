public import Contract

/// How a leg goes, where not as usual. Samples are counted on the leg's own clock.
public struct LegPlan: Hashable, Sendable {
  /// How the handshake goes.
  public enum Opening: Hashable, Sendable {
    case usual
    /// Nothing ever answers.
    case never
    /// No connection.
    case unreachable
    /// It is answered with a status.
    case refused(UInt16)
  }

  /// How a leg breaks.
  public enum Break: Hashable, Sendable {
    /// The socket is closed, with this code if there is one.
    case closes(UInt16?)
    /// A frame says why, then the socket is closed with 1011.
    case fails(code: Int)
    /// The socket goes on to take audio, and nothing ever comes back.
    case goesSilent
  }

  /// How it opens.
  public var opening: Opening
  /// How long that takes.
  public var opensAfter: Nanoseconds
  /// After how many samples it breaks; nil never.
  public var breaksAt: Int?
  /// How it breaks.
  public var breaking: Break
  /// Peculiar manners.
  public var manners: LegManners
  /// Samples a second that leave its queue; nil for as fast as they come.
  public var speed: Int?

  /// Makes a plan; the default is the usual leg.
  public init(
    opening: Opening = .usual, opensAfter: Nanoseconds = .milliseconds(200),
    breaksAt: Int? = nil, breaking: Break = .closes(nil), manners: LegManners = [],
    speed: Int? = nil
  ) {
    self.opening = opening
    self.opensAfter = opensAfter
    self.breaksAt = breaksAt
    self.breaking = breaking
    self.manners = manners
    self.speed = speed
  }
}

/// Peculiar manners of a relay.
public struct LegManners: OptionSet, Hashable, Sendable {
  /// One bit a manner.
  public var rawValue: UInt16

  /// Makes a set from bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Final words come a second time with the next frame.
  public static let repeatsFinals = Self(rawValue: 1)
  /// Every frame says all final words of its utterance again.
  public static let cumulative = Self(rawValue: 2)
  /// Tentative words come and go.
  public static let shrinks = Self(rawValue: 4)
  /// Before every frame comes one that is none.
  public static let junk = Self(rawValue: 8)
  /// A finalize is never answered.
  public static let ignoresFinalize = Self(rawValue: 16)
  /// An end is never answered.
  public static let ignoresEnd = Self(rawValue: 32)
  /// Pings are never answered, though words come.
  public static let ignoresPings = Self(rawValue: 64)
  /// Words come without times.
  public static let timeless = Self(rawValue: 128)
  /// Words come with times before the leg's own begin, or enormous ones.
  public static let wildTimes = Self(rawValue: 256)
  /// A word comes that is longer than any.
  public static let enormous = Self(rawValue: 512)

  /// The newest tentative word is a guess, and changes.
  public static let revises = Self(rawValue: 1024)

  /// All manners by the words that scenario files use.
  public static let named: [(word: StaticString, manner: LegManners)] = [
    ("repeats-finals", .repeatsFinals), ("cumulative", .cumulative), ("shrinks", .shrinks),
    ("junk", .junk), ("ignores-finalize", .ignoresFinalize), ("ignores-end", .ignoresEnd),
    ("ignores-pings", .ignoresPings), ("timeless", .timeless), ("wild-times", .wildTimes),
    ("enormous", .enormous), ("revises", .revises),
  ]
}
