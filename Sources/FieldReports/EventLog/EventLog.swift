public import Contract

/// A log that an app keeps for this tool: what happened, with exact times, and no content whatever.
///
/// JSON Lines. The first line says what the log is, every other line one thing that happened: a
/// sign, or exactly what an engine was told, wanted, and what came true.
///
///     {"format":"lastword-events/2","app":"Example 1.4","platform":"windows","sets":["core"]}
///     {"at":5000000000,"sees":"stop-asked","recording":1}
///     {"at":5000000000,"n":1,"event":{"person":{"stop":1}}}
///
/// Times are nanoseconds of a clock that never steps. A recording, request, leg or word is a number
/// in order of appearance, so that nothing that a person has said or named can be in a log.
public struct EventLog: Hashable, Sendable {
  /// What the first line says.
  public struct Header: Hashable, Sendable {
    /// The app and its version.
    public var app: String
    /// The platform, by its id in the registry; nil where it is none of those.
    public var platform: String?
    /// The contract sets that the app claims.
    public var sets: [ContractSet]
    /// Of which kinds of exact lines the log has all, in order; none where it has signs alone.
    public var tells: [LogScope]

    /// A first line.
    public init(
      app: String, platform: String?, sets: [ContractSet] = [.core], tells: [LogScope] = []
    ) {
      self.app = app
      self.platform = platform
      self.sets = sets
      self.tells = tells
    }
  }

  /// An exact line.
  public struct Record: Hashable, Sendable {
    /// The line it stands in, from 1.
    public var line: Int
    /// Its number among the exact lines, from 1: where one is missing, something was lost.
    public var number: Int
    /// What it says.
    public var record: TraceRecord

    /// An exact line.
    public init(line: Int, number: Int, record: TraceRecord) {
      self.line = line
      self.number = number
      self.record = record
    }
  }

  /// The first line.
  public var header: Header
  /// What the lines with signs say, in order.
  public var sightings: [Sighting]
  /// The exact lines, in order.
  public var records: [Record]

  /// The word in the first line of a log of signs alone.
  public static let format = "lastword-events/1"
  /// The word in the first line of a log with exact lines.
  public static let exactFormat = "lastword-events/2"
  /// A longer log is refused.
  public static let mostLines = 1_000_000
  /// A longer line with a sign is refused.
  public static let longestLine = 1_024
  /// A longer exact line is refused.
  public static let longestExactLine = 1 << 20

  /// A later time is refused, in nanoseconds: three years. Sums of such times are numbers, too.
  public static let latest: Int64 = 100_000_000_000_000_000

  /// A log of what is known.
  public init(_ header: Header, _ sightings: [Sighting], records: [Record] = []) {
    self.header = header
    self.sightings = sightings
    self.records = records
  }

  /// The exact log of a run.
  public init(_ header: Header, of trace: some Sequence<TraceRecord>) {
    let records = trace.enumerated().map {
      Record(line: $0.offset + 2, number: $0.offset + 1, record: $0.element)
    }
    self.init(header, [], records: records)
  }

  /// Whether it is written in the newer format.
  var isExact: Bool { !records.isEmpty || !header.tells.isEmpty }

  /// What is seen in it: the signs that it tells, and those of its exact lines.
  public var allSightings: [Sighting] {
    guard !records.isEmpty else { return sightings }
    var projection = Projection()
    for one in records { projection.observe(one.record, inLine: one.line) }
    return (sightings + projection.sightings).sorted {
      ($0.at ?? 0, $0.line) < ($1.at ?? 0, $1.line)
    }
  }

  /// Whether bytes begin as such a log does.
  public static func isOne(_ bytes: [UInt8]) -> Bool {
    let first = String(
      decoding: bytes.prefix(longestLine).prefix { $0 != 0x0A }, as: UTF8.self)
    return [format, exactFormat].contains { first.contains("\"\($0)\"") }
  }
}
