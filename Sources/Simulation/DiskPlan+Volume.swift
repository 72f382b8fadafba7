public import Contract
public import SimulatedDisk

// What is unusual about a volume as a whole, apart from single operations.

extension DiskPlan {
  /// Room for the files of a role.
  public struct Quota: Hashable, Sendable {
    /// The role.
    public var role: FileRole
    /// Bytes that its files together may hold; 0 forbids to create one.
    public var bytes: Int

    /// Room from its parts.
    public init(_ role: FileRole, bytes: Int) {
      self.role = role
      self.bytes = bytes
    }
  }

  /// What a program is told that asks for free space. Unknown is not zero.
  public enum SpaceReport: Hashable, Sendable {
    /// What there is.
    case actual
    /// Nothing.
    case unknown
    /// Always this, whatever there is.
    case says(Int)
    /// What there was when the case began.
    case stale
    /// Asking fails.
    case fails
  }

  /// How the files of a role are protected while the device is locked.
  public struct Protection: Hashable, Sendable {
    /// The role.
    public var role: FileRole
    /// How.
    public var level: ProtectionClass

    /// Protection from its parts.
    public init(_ role: FileRole, _ level: ProtectionClass) {
      self.role = role
      self.level = level
    }
  }

  /// A time in which the device is locked; one that begins with the case is before the first unlock.
  public struct LockedTime: Hashable, Sendable {
    /// From then on.
    public var from: Nanoseconds
    /// Until then; nil for the rest of the case.
    public var until: Nanoseconds?

    /// A time from its ends.
    public init(from: Nanoseconds, until: Nanoseconds?) {
      self.from = from
      self.until = until
    }
  }

  /// A time in which another process has the database open and a lock on it.
  public struct Visit: Hashable, Sendable {
    /// What it holds.
    public enum Hold: UInt8, CaseIterable, Hashable, Sendable {
      /// Others may read and not write.
      case reserved
      /// Others may do nothing.
      case exclusive
    }

    /// From then on.
    public var from: Nanoseconds
    /// Until then; nil for the rest of the case.
    public var until: Nanoseconds?
    /// What it holds.
    public var hold: Hold

    /// A visit from its parts.
    public init(from: Nanoseconds, until: Nanoseconds?, _ hold: Hold) {
      self.from = from
      self.until = until
      self.hold = hold
    }
  }

  /// An allocation of the database's library that fails.
  public struct Allocation: Hashable, Sendable {
    /// The requests in which it may happen.
    public var request: IdentityPattern
    /// Which one of such a request, from 1.
    public var ordinal: UInt32
    /// Whether every later one fails too, in whatever request, or only this one, once.
    public var isLasting: Bool

    /// A failure from its parts.
    public init(_ request: IdentityPattern, _ ordinal: UInt32, isLasting: Bool = false) {
      self.request = request
      self.ordinal = ordinal
      self.isLasting = isLasting
    }
  }
}

/// How often a request asked for memory and got it, up to the first time that the plan refused it.
public struct AllocationCount: Hashable, Sendable {
  /// The request.
  public var request: Identity
  /// How often.
  public var count: UInt32

  /// A count from its parts.
  public init(_ request: Identity, _ count: UInt32) {
    self.request = request
    self.count = count
  }
}
