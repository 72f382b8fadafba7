public import Contract

/// One record of a trace in words, for texts that choose their records themselves.
public struct TraceSentence: Hashable, Sendable {
  /// Where it happens: `person`, `disk`, `wire` and so on.
  public let lane: String
  /// Which way it goes, seen from the engine, as in a `TraceListing`.
  public let mark: String
  /// What happens.
  public let words: String

  /// Tells a record.
  public init(_ record: TraceRecord) {
    let told = Told(record)
    lane = told.lane.rawValue
    mark = told.way.rawValue
    words = told.words
  }
}
