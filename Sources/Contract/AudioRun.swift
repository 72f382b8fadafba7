/// A stretch of audio as it was heard, which need not be as it was recorded.
public enum AudioRun: Hashable, Sendable, Codable {
  /// Consecutive samples of a clip.
  case clip(UInt16, from: Int, count: Int)
  /// Digital silence, which no microphone delivers.
  case zeros(Int)
  /// Samples that are neither.
  case junk(Int)

  /// How many samples it is long.
  public var count: Int {
    switch self {
    case .clip(_, _, let count), .zeros(let count), .junk(let count): count
    }
  }
}

extension AudioRun: CustomStringConvertible {
  /// The run as reports write it: `clip 1[4000..<8000]`, `zeros×2048`, `junk×22`.
  public var description: String {
    switch self {
    case .clip(let clip, let from, let count): "clip \(clip)[\(from)..<\(from + count)]"
    case .zeros(let count): "zeros×\(count)"
    case .junk(let count): "junk×\(count)"
    }
  }
}
