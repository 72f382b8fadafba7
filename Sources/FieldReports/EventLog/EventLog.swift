public import Contract

/// A log that an app keeps for this tool: signs with exact times, and no content whatever.
///
/// JSON Lines. The first line says what the log is, every other line one thing that happened:
///
///     {"format":"lastword-events/1","app":"Example 1.4","platform":"windows","sets":["core"]}
///     {"at":5000000000,"sees":"stop-asked","recording":1}
///
/// Times are nanoseconds of a clock that never steps. A recording, request or leg is a number in
/// order of appearance, so that nothing that a person has said or named can be in a log.
public struct EventLog: Hashable, Sendable {
  /// What the first line says.
  public struct Header: Hashable, Sendable {
    /// The app and its version.
    public var app: String
    /// The platform, by its id in the registry; nil where it is none of those.
    public var platform: String?
    /// The contract sets that the app claims.
    public var sets: [ContractSet]

    /// A first line.
    public init(app: String, platform: String?, sets: [ContractSet] = [.core]) {
      self.app = app
      self.platform = platform
      self.sets = sets
    }
  }

  /// The first line.
  public var header: Header
  /// What happened, in order.
  public var sightings: [Sighting]

  /// The word in the first line of every such log.
  public static let format = "lastword-events/1"
  /// A longer log is refused.
  public static let mostLines = 1_000_000
  /// A longer line is refused.
  public static let longestLine = 1_024

  /// A later time is refused, in nanoseconds: three years. Sums of such times are numbers, too.
  public static let latest: Int64 = 100_000_000_000_000_000
  /// Any other number that is larger is refused.
  public static let largest: Int64 = 1_000_000_000_000

  /// A log of what is known.
  public init(_ header: Header, _ sightings: [Sighting]) {
    self.header = header
    self.sightings = sightings
  }

  /// Whether bytes begin as such a log does.
  public static func isOne(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(longestLine).prefix { $0 != 0x0A }
    return String(decoding: first, as: UTF8.self).contains("\"\(format)\"")
  }
}
