/// When the files of a role can be used, as a phone protects them.
public enum ProtectionClass: UInt8, Hashable, Sendable, CaseIterable {
  /// Always.
  case never
  /// Once the device has been unlocked after its start.
  case untilFirstUnlock
  /// While the device is unlocked, and for whoever has the file open or has just made it.
  case completeUnlessOpen
  /// While the device is unlocked.
  case complete
}

/// Whether the device is locked.
public enum DeviceLock: UInt8, Hashable, Sendable, CaseIterable {
  case unlocked
  /// Locked, after it was unlocked at least once.
  case locked
  /// Not unlocked since it was started.
  case neverUnlocked
}

extension SimulatedDisk {
  /// Says how the files of a role are protected; every role starts as `never`.
  public func protect(_ role: FileRole, _ protection: ProtectionClass) {
    protections[Int(role.rawValue)] = protection
  }

  /// Whether a locked device refuses an operation. Names are no content: they can be changed.
  func isLockedAway(_ verb: DiskVerb, _ role: FileRole) -> Bool {
    let isClosed: Bool
    switch protections[Int(role.rawValue)] {
    case .never: return false
    case .untilFirstUnlock:
      if lock != .neverUnlocked { return false }
      isClosed = true
    case .completeUnlessOpen: isClosed = false
    case .complete: isClosed = true
    }
    switch verb {
    case .open: return true
    case .create, .read, .write, .truncate: return isClosed
    case .sync, .directorySync, .rename, .unlink: return false
    }
  }
}

extension SimulatedDisk {
  /// Gives the files of a role so many bytes to share, beside what the whole disk can hold; nil
  /// ends that. A role with room for nothing cannot even create a file.
  public func setQuota(_ bytes: Int?, for role: FileRole) {
    quotas[Int(role.rawValue)] = bytes
    hasQuotas = quotas.contains { $0 != nil }
  }

  /// How many more bytes the files of a role may take.
  func room(for role: FileRole) -> Int {
    let whole = capacity - bytesInUse
    guard hasQuotas, let quota = quotas[Int(role.rawValue)] else { return whole }
    var used = 0
    for entry in directory.entries where entry.name.role == role {
      used += inodes[entry.inode].size
    }
    return min(whole, quota - used)
  }
}
