public import Contract
public import SimulatedDisk

/// One operation of a request: `journal.sync.1` is the first sync of the journal in it.
public struct DiskPoint: Hashable, Sendable, CustomStringConvertible {
  /// What the file is for.
  public var role: FileRole
  /// What is done to it.
  public var verb: DiskVerb
  /// The how-manieth of its kind in the request, from 1; nil for each of them.
  public var ordinal: UInt32?

  /// A point from its parts.
  public init(_ role: FileRole, _ verb: DiskVerb, _ ordinal: UInt32?) {
    self.role = role
    self.verb = verb
    self.ordinal = ordinal
  }

  /// Reads `journal.sync.1` or `journal.sync.*`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let role = FileRole.allCases.first(where: { $0.word == parts[0] }),
      let verb = DiskVerb.allCases.first(where: { $0.word == parts[1] })
    else { return nil }
    if parts[2] == "*" {
      self.init(role, verb, nil)
    } else {
      guard let ordinal = UInt32(parts[2]), ordinal > 0, "\(ordinal)" == parts[2] else {
        return nil
      }
      self.init(role, verb, ordinal)
    }
  }

  /// `journal.sync.1`.
  public var description: String {
    "\(role.word).\(verb.word)." + (ordinal.map { "\($0)" } ?? "*")
  }

  /// Whether an operation is meant.
  public func matches(_ operation: DiskOperation) -> Bool {
    role == operation.role && verb == operation.verb
      && (ordinal == nil || ordinal == operation.ordinal)
  }
}

/// How often an unusual answer is given, once an operation has met it.
public enum DiskLasting: Hashable, Sendable {
  /// To every operation that it names.
  case eachTime
  /// To the first operation of the run that it names, and to no other.
  case once
  /// To the first so many operations of the run that it names.
  case times(UInt16)
  /// From the first operation that it names, to every operation on the disk that it fits, whatever
  /// that does to which file, until everything unusual ends.
  case onwards
  /// As `onwards`, but for so long only.
  case during(Nanoseconds)
}

/// What is unusual about a disk. An empty plan is a disk that does everything it is asked.
public struct DiskPlan: Hashable, Sendable {
  /// One unusual answer.
  public struct Entry: Hashable, Sendable {
    /// The requests in which it may happen.
    public var request: IdentityPattern
    /// The operation it happens to.
    public var point: DiskPoint
    /// What happens.
    public var fault: DiskFault
    /// How often.
    public var lasts: DiskLasting

    /// An answer from its parts.
    public init(
      _ request: IdentityPattern, _ point: DiskPoint, _ fault: DiskFault,
      lasts: DiskLasting = .eachTime
    ) {
      self.request = request
      self.point = point
      self.fault = fault
      self.lasts = lasts
    }
  }

  /// The answers; the first that fits an operation counts.
  public var entries: [Entry]
  /// Bytes that all files together may hold; nil for more than a case can use.
  public var capacity: Int?
  /// Bytes that fit beside what the device holds at the start; it decides where `capacity` does not.
  public var room: Int?
  /// Bytes that the files of a role may hold beside that.
  public var quotas: [Quota]
  /// What the volume says about its free space.
  public var freeSpace: SpaceReport
  /// Which roles a locked device protects.
  public var protections: [Protection]
  /// When the device is locked.
  public var locks: [LockedTime]
  /// When a second process has the database to itself.
  public var visits: [Visit]
  /// Where memory runs out.
  public var allocations: [Allocation]

  /// A plan from its parts.
  public init(
    _ entries: [Entry] = [], capacity: Int? = nil, room: Int? = nil, quotas: [Quota] = [],
    freeSpace: SpaceReport = .actual, protections: [Protection] = [], locks: [LockedTime] = [],
    visits: [Visit] = [], allocations: [Allocation] = []
  ) {
    self.entries = entries
    self.capacity = capacity
    self.room = room
    self.quotas = quotas
    self.freeSpace = freeSpace
    self.protections = protections
    self.locks = locks
    self.visits = visits
    self.allocations = allocations
  }

  /// Whether nothing is unusual.
  public var isEmpty: Bool { self == DiskPlan() }
}

/// Asked before every operation that a request does: the request, and the operation, whose texts
/// (`store/r1.a1/processing`, `journal.sync.1`) together name the question
/// `disk/store/r1.a1/processing/journal.sync.1?fault`.
public typealias DiskQuestion = (_ request: Identity, _ operation: DiskOperation) -> DiskFault?
