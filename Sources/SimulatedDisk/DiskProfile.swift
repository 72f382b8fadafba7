/// How a device and its file system keep what they were given when the power goes.
///
/// A step is *pending* until a barrier covers it. What may be lost is a set of pending steps; which
/// sets are possible, and what is a barrier, is the profile. Facts: `docs/reliability.md`.
public enum DiskProfile: String, CaseIterable, Hashable, Sendable {
  /// No power is lost: a process dies, and everything it had issued is there.
  case kill
  /// The least that any device promises: pages, sizes, truncations and names each arrive or not,
  /// in any order, until a sync of the very file or of the directory.
  case strict
  /// ext4 with ordered data: names and truncations arrive in order, any sync carries all earlier
  /// ones with it, and a file grows only over data that arrived.
  case ext4
  /// APFS for a program that calls `fsync` only: the drive may keep everything in its cache for as
  /// long as it likes, so nothing is ever a barrier.
  case apfsFsync = "apfs-fsync"
  /// APFS for a program that calls `F_FULLFSYNC`: a plain sync moves a file into the drive's cache,
  /// a full one empties that cache.
  case apfsFull = "apfs-full"
  /// NTFS: names arrive in order, a flush of any file carries all earlier names, sizes may run ahead
  /// of data.
  case ntfs
  /// F2FS as on Android: like ext4, and a page arrives whole.
  case f2fs

  /// Whether a page can arrive by sectors.
  var tears: Bool {
    switch self {
    case .strict, .ext4, .ntfs: true
    case .kill, .apfsFsync, .apfsFull, .f2fs: false
    }
  }

  /// Whether names arrive in the order in which they were given.
  var ordersNames: Bool {
    switch self {
    case .kill, .strict: false
    case .ext4, .apfsFsync, .apfsFull, .ntfs, .f2fs: true
    }
  }

  /// Whether truncations stand in one order with the names.
  var ordersTruncations: Bool {
    switch self {
    case .ext4, .f2fs: true
    case .kill, .strict, .apfsFsync, .apfsFull, .ntfs: false
    }
  }

  /// Whether a file grows only over data that arrived.
  var growsOverData: Bool {
    switch self {
    case .ext4, .f2fs: true
    case .kill, .strict, .apfsFsync, .apfsFull, .ntfs: false
    }
  }

  /// Whether a sync of a file carries the names given before it.
  var syncCarriesNames: Bool {
    switch self {
    case .ext4, .ntfs, .f2fs: true
    case .kill, .strict, .apfsFsync, .apfsFull: false
    }
  }
}

/// What is lost as a whole.
public enum LossMode: String, CaseIterable, Hashable, Sendable {
  /// The newest versions of a page: what a page cache can lose.
  case pages
  /// Any write call, whatever came after it: more than any page cache can lose. Kept to compare
  /// with figures that were counted this way.
  case calls
}
