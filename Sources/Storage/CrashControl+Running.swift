public import SimulatedDisk

extension CrashControl {
  /// What the next process finds in the database.
  private enum Found: Hashable {
    case version(Int)
    case half
    case damaged

    /// A number of its own, the lower the worse.
    var rank: Int {
      switch self {
      case .version(let version): version
      case .half: -1
      case .damaged: -2
      }
    }
  }

  /// Does the work, and looks at every state that a crash of it can leave.
  ///
  /// - Parameters:
  ///   - mode: the unit of loss.
  ///   - remembers: whether a database that was recovered once is known; changes no figure.
  ///   - limit: states that one crash point may show.
  ///   - depth: 2 also crashes every recovery; changes no figure of the first crashes.
  /// - Throws: what SQLite says to the work itself, before any crash.
  public func run(
    mode: LossMode, remembers: Bool = true, limit: Int = .max, depth: Int = 1
  ) throws(SQLiteFailure) -> CrashTally {
    try DiskProcess.exclusively { () throws(SQLiteFailure) in
      DiskProcess.setDirectoryDuty(device.syncsDirectory)
      DiskProcess.setDevice(sectorSize: 4096, characteristics: device.claims)
      defer {
        DiskProcess.setDirectoryDuty(true)
        DiskProcess.setDevice(sectorSize: 4096, characteristics: 0)
      }
      try DiskProcess.reseed(1)
      let mount = try DiskMount(SimulatedDisk())
      try perform(mount)
      let states = CrashStates(CrashStates.Shared(mount.disk), profile, mode: mode)
      states.leavesGarbage = device.leavesGarbage
      if device.losesAnyName { states.ordersNames = false }
      states.limit = limit
      return judge(states, mount, remembers: remembers, isDeep: depth > 1)
    }
  }

  /// Sets up the tables, starts the log, and runs the transactions.
  private func perform(_ mount: DiskMount) throws(SQLiteFailure) {
    mount.disk.beginRequest(0, process: 1)
    let database = try Database(mount, settings: settings)
    defer { database.abandon() }
    try prepare(database)
    mount.disk.startLog()
    for version in 1...transactions {
      mount.disk.beginRequest(UInt32(version), process: 1)
      try commit(version, database)
      mount.disk.mark(UInt32(version))
    }
  }

  private func judge(
    _ states: CrashStates, _ mount: DiskMount, remembers: Bool, isDeep: Bool
  ) -> CrashTally {
    var tally = CrashTally()
    var deep = RecoveryCrashes(mount, remembers: remembers)
    var images: Set<UInt64> = []
    var known: [UInt64: (found: Int, worst: Int)] = [:]
    var marks = ControlMarks()
    states.visitAll { state in
      marks.take(state) { _ in }
      images.insert(state.hash)
      let hash = state.databaseHash
      let found: (found: Int, worst: Int)
      if remembers, let before = known[hash] {
        found = before
      } else {
        state.adopt()
        if isDeep {
          found = deep.open(state) { find(mount).rank }
        } else {
          let rank = find(mount).rank
          found = (rank, rank)
        }
        tally.recoveries += 1
        known[hash] = found
      }
      let told = Int(marks.last)
      tally.note(hash ^ UInt64(bitPattern: Int64(found.found)))
      switch found.found {
      case Found.damaged.rank: tally.corrupt += 1
      case Found.half.rank: tally.halves += 1
      // More than was under way: there is a transaction that nobody had begun.
      case (told + 2)...: tally.corrupt += 1
      default: if found.found < told { tally.lostAcks += 1 }
      }
      if found.worst < told { tally.deepBad += 1 }
    }
    if isDeep { tally.take(deep) } else { tally.deepBad = 0 }
    tally.raw = states.raw
    tally.distinct = images.count
    tally.capped = states.capsHit
    return tally
  }

  /// Opens the database as the next process does.
  private func find(_ mount: DiskMount) -> Found {
    do throws(SQLiteFailure) {
      try DiskProcess.reseed(2)
      let database = try Database(mount, settings: settings)
      defer { database.close() }
      if try !database.integrityProblems().isEmpty { return .damaged }
      var versions: [Int] = []
      for table in 0..<tables { versions.append(try version(database, table)) }
      guard let first = versions.first, !versions.contains(Self.unwritten) else { return .damaged }
      return first >= 0 && versions.allSatisfy { $0 == first } ? .version(first) : .half
    } catch {
      // Whatever SQLite has against it: the person has no database.
      return .damaged
    }
  }

  /// What a table has that holds a row nobody wrote.
  private static let unwritten = -2

  /// The version of a table; -1 if its rows do not agree.
  private func version(_ database: Database, _ table: Int) throws(SQLiteFailure) -> Int {
    let select = try database.prepare("SELECT id, version, text FROM t\(table) ORDER BY id")
    var rows: [(id: Int, version: Int)] = []
    while try select.step() {
      let version = Int(select.integer(1))
      guard version >= 0, select.text(2) == Self.text(version, letters(table)) else {
        return Self.unwritten
      }
      rows.append((Int(select.integer(0)), version))
    }
    switch work {
    case .updates(let count, _):
      let first = rows.first?.version ?? -1
      return rows.count == count && rows.allSatisfy { $0.version == first } ? first : -1
    case .inserts:
      let isWhole = rows.enumerated().allSatisfy { $0 + 1 == $1.id && $1.id == $1.version }
      return isWhole ? rows.count : -1
    }
  }

  private func letters(_ table: Int) -> Int {
    switch work {
    case .updates(_, let letters): letters
    case .inserts(let letters): letters[table]
    }
  }
}

/// Follows the marks in a log.
struct ControlMarks {
  private var point = 0
  /// The newest mark; 0 before the first.
  private(set) var last: UInt32 = 0

  /// Takes the marks before the crash point of a state.
  mutating func take(_ state: CrashStates, _ body: (UInt32) -> Void) {
    while point < state.point {
      if case .mark(let value) = state.shared.record(point).step {
        last = value
        body(value)
      }
      point += 1
    }
  }
}
