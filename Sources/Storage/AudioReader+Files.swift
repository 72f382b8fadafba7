public import Containers

/// What one kind of reader makes of a file that somebody has brought.
public enum ReaderResult: Hashable, Sendable {
  /// It plays so many frames, of which so many are a second.
  case plays(frames: Int, rate: Int)
  /// It does not open the file.
  case refuses
  /// That cannot be told here.
  case notKnown
}

extension AudioReader {
  /// What this kind of reader makes of a file, for the containers that `Inspection` reads.
  ///
  /// For `lenient` the real libsndfile reads the whole file; the others go by its structure, as the
  /// readers of the simulated disk do.
  ///
  /// - Parameter sound: what libsndfile has delivered, where somebody has read it already.
  public func result(_ inspection: Inspection, sound: SoundSurvey?) -> ReaderResult {
    if inspection.state == .notAudio { return .refuses }
    switch self {
    case .strict:
      guard inspection.isConsistent, inspection.state == .complete || inspection.state == .noSound
      else { return .refuses }
      return plays(inspection, inspection.claimedFrames ?? inspection.frames)
    case .appleLike:
      guard inspection.isDivisible else { return .refuses }
      // Where the header says no number there is nothing to believe but the file.
      guard let there = inspection.frames else { return .notKnown }
      return plays(inspection, min(inspection.claimedFrames ?? there, there))
    case .lenient:
      guard inspection.container != .mp4 else { return .refuses }
      guard let sound else { return .refuses }
      return sound.isWhole ? .plays(frames: sound.frames, rate: sound.rate) : .notKnown
    case .lengthRepair:
      guard inspection.isDivisible else { return .refuses }
      return plays(inspection, inspection.frames)
    }
  }

  private func plays(_ inspection: Inspection, _ frames: Int?) -> ReaderResult {
    guard let frames, let rate = inspection.frameRate, rate > 0 else { return .notKnown }
    return .plays(frames: frames, rate: rate)
  }
}
