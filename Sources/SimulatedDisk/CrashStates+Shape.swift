extension CrashStates {
  /// A hash of which kinds of step are pending, in their order: of two lives that end with equal ones,
  /// on disks that look alike, the same choices remain.
  ///
  /// Pages of History count each for itself. Of a sound file it counts that its first page is pending,
  /// and that later ones are: where they lie depends on how long somebody spoke.
  public var pendingShape: UInt64 {
    var hash: UInt64 = 0
    var last: UInt64 = 0
    for step in pending {
      let word = Self.shape(step)
      if word == last { continue }
      last = word
      Mix.add(&hash, word)
    }
    return hash
  }

  private static func shape(_ step: PendingStep) -> UInt64 {
    var hash = UInt64(step.role.rawValue) << 2
    hash |= (step.isInDrive ? 1 : 0) | (step.isForgotten ? 2 : 0)
    Mix.add(&hash, UInt64(truncatingIfNeeded: step.inode))
    switch step.step {
    case .page(_, let index, _, _):
      let isHistory = step.role == .db || step.role == .journal || step.role == .wal
      Mix.add(&hash, 1)
      Mix.add(&hash, UInt64(isHistory ? index : min(index, 1)))
    case .size: Mix.add(&hash, 2)
    case .truncate: Mix.add(&hash, 3)
    case .create(_, let name):
      Mix.add(&hash, 4)
      Mix.add(&hash, name.packed)
    case .unlink(_, let name):
      Mix.add(&hash, 5)
      Mix.add(&hash, name.packed)
    case .rename(_, let from, let to, _):
      Mix.add(&hash, 6)
      Mix.add(&hash, from.packed)
      Mix.add(&hash, to.packed)
    case .sync, .failedSync, .lyingSync, .syncDirectory, .lyingSyncDirectory, .mark, .death: break
    }
    return hash
  }
}
