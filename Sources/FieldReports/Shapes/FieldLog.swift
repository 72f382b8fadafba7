/// What was read from one or more pasted logs: signs in the order in which they happened, and
/// what was read and skipped. It holds no word of the log.
public struct FieldLog: Sendable {
  /// One input.
  public struct Input: Hashable, Sendable {
    /// What its reader calls it: a path, or `-`.
    public var name: String
    /// How many lines it has.
    public var lines: Int
    /// The number of its first line among the lines of all inputs, less one.
    public var firstLine: Int
  }

  /// The signs, by time; signs without one stand behind what they follow in the log.
  public internal(set) var sightings: [Sighting] = []
  /// The inputs, in order.
  public internal(set) var inputs: [Input] = []
  /// How many lines were read in which shape; only shapes that occur, most frequent first.
  public internal(set) var shapes: [(shape: LogShape, lines: Int)] = []
  /// Lines of prose, of which nothing was read.
  public internal(set) var skippedLines = 0
  /// Lines that told a time.
  public internal(set) var timedLines = 0
  /// Lines that tell no time and are marked as lines of a log by a level or a tag.
  public internal(set) var markedLines = 0
  /// What had to be done to read it.
  public internal(set) var remarks: [LogRemark] = []
  /// The last time that a line tells, in nanoseconds since the first; nil when none tells any.
  public internal(set) var end: Int64?
  /// What the exact lines of a log of events show; nil where there are none.
  public internal(set) var exact: ExactVerdict?
  /// Whether no time contradicts another.
  public internal(set) var hasSteadyTimes = true

  init() {}

  /// A log made of signs, such as the projection of a simulated case.
  public init(sightings: [Sighting]) {
    self.sightings = sightings
    end = sightings.lazy.compactMap(\.at).max()
    timedLines = sightings.count { $0.at != nil }
    let lines = sightings.lazy.map(\.line).max() ?? 0
    inputs = [Input(name: "-", lines: lines, firstLine: 0)]
  }

  /// A log of events.
  public init(_ log: EventLog) {
    self.init(sightings: log.allSightings)
    let last = max(log.records.last?.line ?? 0, log.sightings.last?.line ?? 0)
    inputs = [Input(name: "-", lines: last, firstLine: 0)]
    shapes = [(.events, last)]
    exact = ExactVerdict(of: log)
  }

  /// How many lines all inputs have.
  public var lines: Int { inputs.reduce(0) { $0 + $1.lines } }

  /// The input that a line is in, by its place among the inputs, and the line's number there.
  public func place(ofLine line: Int) -> (input: Int, line: Int) {
    guard let input = inputs.lastIndex(where: { $0.firstLine < line }) else { return (0, line) }
    return (input, line - inputs[input].firstLine)
  }
}
