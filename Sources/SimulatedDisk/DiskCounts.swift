/// How often each thing was done to each role of file.
public struct DiskCounts: Hashable, Sendable {
  private static let verbs = DiskVerb.allCases.count
  private var table: [UInt32]

  /// Nothing has been done.
  public init() {
    table = [UInt32](repeating: 0, count: FileRole.allCases.count * Self.verbs)
  }

  /// How often `verb` was done to files of `role`.
  public subscript(role: FileRole, verb: DiskVerb) -> UInt32 {
    table[Int(role.rawValue) * Self.verbs + Int(verb.rawValue)]
  }

  /// Operations on `role` that a crash can lose or reorder.
  public func persistent(_ role: FileRole) -> UInt32 {
    sum(role) { $0.isPersistent }
  }

  /// Syncs of files of `role`, and of the directory on their behalf.
  public func syncs(_ role: FileRole) -> UInt32 {
    self[role, .sync] &+ self[role, .directorySync]
  }

  /// Operations that a crash can lose or reorder, over all roles.
  public var persistent: UInt32 {
    var total: UInt32 = 0
    for role in FileRole.allCases { total &+= persistent(role) }
    return total
  }

  /// Syncs over all roles.
  public var syncs: UInt32 {
    var total: UInt32 = 0
    for role in FileRole.allCases { total &+= syncs(role) }
    return total
  }

  private func sum(_ role: FileRole, where matches: (DiskVerb) -> Bool) -> UInt32 {
    var total: UInt32 = 0
    for verb in DiskVerb.allCases where matches(verb) { total &+= self[role, verb] }
    return total
  }

  /// Counts one and says the how-manieth it is.
  mutating func increment(_ role: FileRole, _ verb: DiskVerb) -> UInt32 {
    let index = Int(role.rawValue) * Self.verbs + Int(verb.rawValue)
    table[index] &+= 1
    return table[index]
  }

  mutating func reset() {
    for index in table.indices { table[index] = 0 }
  }
}
