import SimulatedDisk

/// Crashes in the recoveries from crashes: what it does to a disk that a database is opened and read is
/// logged and crashed as any other work, by the same rules.
///
/// The first crash lost power, so that the recovery begins with nothing pending. What a recovery finds
/// is a number here, the lower the worse.
struct RecoveryCrashes {
  let mount: DiskMount
  /// Whether a database that was opened once is known; changes no figure.
  let remembers: Bool
  /// States visited.
  private(set) var raw = 0
  /// A fold over all states and what was found in them, in order.
  private(set) var fingerprint = CrashFold()
  private var images: Set<UInt64> = []
  private var known: [UInt64: Int] = [:]

  init(_ mount: DiskMount, remembers: Bool) {
    self.mount = mount
    self.remembers = remembers
  }

  /// Different states.
  var distinct: Int { images.count }

  /// Opens the database of a state that was laid onto the disk, and once more after each crash of that.
  ///
  /// - Parameter find: opens the database and says what is in it.
  /// - Returns: what the first opening found, and the worst of all.
  mutating func open(_ state: CrashStates, find: () -> Int) -> (found: Int, worst: Int) {
    mount.disk.startLog()
    let found = find()
    let deep = CrashStates(state.afterwards(), state.profile, mode: state.mode)
    deep.leavesGarbage = state.leavesGarbage
    deep.ordersNames = state.ordersNames
    deep.limit = state.limit
    var worst = found
    deep.visitAll { second in
      images.insert(second.hash)
      let hash = second.databaseHash
      let again: Int
      if remembers, let before = known[hash] {
        again = before
      } else {
        second.adopt()
        again = find()
        known[hash] = again
      }
      fingerprint.note(second.hash ^ UInt64(bitPattern: Int64(again)))
      worst = min(worst, again)
    }
    raw += deep.raw
    return (found, worst)
  }
}
