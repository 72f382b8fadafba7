public import SimulatedDisk

/// A dictation with real History and a sound file, told to the person step by step, and judged over all
/// crash states: row `capturing`; the file, durable every second; its promotion; row `processing`, at
/// which the person is told that it is saved; three checkpoints; success.
///
/// With two syncs a second, first the audio and then the header that announces it, no crash breaks a
/// promise. The other ways are what real recorders do.
public struct DictationControl: Hashable, Sendable {
  /// How audio is made durable.
  public enum Syncs: Hashable, Sendable {
    /// The audio, then the header that announces it.
    case audioAndHeader
    /// Both at once, after the header was written.
    case once
    /// Never.
    case none
  }

  /// How audio is made durable.
  public let syncs: Syncs
  /// The rules for what is lost.
  public let profile: DiskProfile = .strict
  /// Half seconds of audio, and the writes in each.
  private let halves = 11
  private let writes = 2

  /// A dictation with its syncs.
  public init(_ syncs: Syncs) { self.syncs = syncs }

  private static let bytesAHalf = SoundFormat.rate * SoundFormat.frameBytes / 2
  /// A mark below it is a state of the row, a mark above it audio in half seconds.
  private static let audioMark: UInt32 = 100

  /// Does the dictation, and looks at every state that a crash of it can leave.
  ///
  /// - Parameters:
  ///   - mode: the unit of loss.
  ///   - remembers: whether a database that was recovered once is known; changes no figure.
  ///   - limit: states that one crash point may show.
  /// - Throws: what SQLite says to the dictation itself, before any crash.
  public func run(
    mode: LossMode, remembers: Bool = true, limit: Int = .max
  ) throws(SQLiteFailure) -> CrashTally {
    try DiskProcess.exclusively { () throws(SQLiteFailure) in
      try DiskProcess.reseed(1)
      let mount = try DiskMount(SimulatedDisk(try HistorySchema.emptyHistory()))
      mount.disk.startLog()
      try perform(mount)
      let states = CrashStates(CrashStates.Shared(mount.disk), profile, mode: mode)
      states.limit = limit
      return judge(states, mount, remembers: remembers)
    }
  }

  private func perform(_ mount: DiskMount) throws(SQLiteFailure) {
    let disk = mount.disk
    disk.beginRequest(1, process: 1)
    let database = try Database(mount)
    defer { database.abandon() }
    try database.execute(
      "INSERT INTO recordings VALUES(1,1,0,1,0,0,0,NULL,NULL,NULL,NULL,NULL,0,0,1)")
    disk.mark(1)
    disk.beginRequest(2, process: 1)
    do throws(DiskError) {
      try capture(disk)
    } catch {
      throw SQLiteFailure(code: .ioError)
    }
    for state in 2...6 {
      disk.beginRequest(UInt32(state + 1), process: 1)
      let text = String(repeating: "w00\(state) ", count: 40 * state)
      try database.execute("UPDATE recordings SET state=\(state), checkpoint='\(text)'")
      disk.mark(UInt32(state))
    }
  }

  private func capture(_ disk: SimulatedDisk) throws(DiskError) {
    let handle = try disk.open(.partial(1), .new)
    try disk.syncDirectory(owing: .partial(1))
    try header(disk, handle, bytes: 0)
    for half in 0..<halves {
      let start = SoundFormat.headerBytes + half * Self.bytesAHalf
      let bytes = (0..<Self.bytesAHalf).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ half &* 13 | 1) }
      for part in 0..<writes {
        let range = bytes.count * part / writes..<bytes.count * (part + 1) / writes
        try put(disk, handle, Array(bytes[range]), start + range.lowerBound)
      }
      if half % 2 == 1 { try makeDurable(disk, handle, half + 1) }
    }
    try makeDurable(disk, handle, halves)
    disk.close(handle)
    try disk.rename(.partial(1), to: .source(1))
    try disk.syncDirectory(owing: .source(1))
  }

  private func makeDurable(
    _ disk: SimulatedDisk, _ handle: DiskHandle, _ half: Int
  ) throws(DiskError) {
    switch syncs {
    case .audioAndHeader:
      try disk.sync(handle, .full)
      try header(disk, handle, bytes: half * Self.bytesAHalf)
      try disk.sync(handle, .full)
    case .once:
      try header(disk, handle, bytes: half * Self.bytesAHalf)
      try disk.sync(handle, .full)
    case .none: try header(disk, handle, bytes: half * Self.bytesAHalf)
    }
    disk.mark(Self.audioMark + UInt32(half))
  }

  private func header(
    _ disk: SimulatedDisk, _ handle: DiskHandle, bytes: Int
  ) throws(DiskError) {
    var all: [UInt8] = []
    func number(_ value: Int, _ count: Int) {
      for byte in 0..<count { all.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    all += Array("RIFF".utf8)
    number(36 + bytes, 4)
    all += Array("WAVEfmt ".utf8)
    number(16, 4)
    let rate = SoundFormat.rate
    let fields = [(1, 2), (1, 2), (rate, 4), (rate * SoundFormat.frameBytes, 4), (2, 2), (16, 2)]
    for (value, count) in fields { number(value, count) }
    all += Array("data".utf8)
    number(bytes, 4)
    try put(disk, handle, all, 0)
  }

  private func put(
    _ disk: SimulatedDisk, _ handle: DiskHandle, _ bytes: [UInt8], _ offset: Int
  ) throws(DiskError) {
    let result = disk.write(bytes.span, to: handle, at: offset)
    if let error = result.error { throw error }
  }

  // MARK: judging

  private func judge(
    _ states: CrashStates, _ mount: DiskMount, remembers: Bool
  ) -> CrashTally {
    var tally = CrashTally()
    var rows: [UInt64: Int] = [:]
    var images: Set<UInt64> = []
    var (toldRow, toldAudio) = (0, 0)
    var marks = ControlMarks()
    states.visitAll { state in
      marks.take(state) { mark in
        if mark < Self.audioMark {
          toldRow = Int(mark)
        } else {
          toldAudio = Int(mark - Self.audioMark) * Self.bytesAHalf
        }
      }
      images.insert(state.hash)
      state.adopt()
      let audio = Self.playable(state, mount.disk)
      let hash = state.databaseHash
      let row: Int
      if remembers, let known = rows[hash] {
        row = known
      } else {
        row = Self.row(mount)
        tally.recoveries += 1
        rows[hash] = row
      }
      if row < 0 { tally.corrupt += 1 } else if row < toldRow { tally.lostAcks += 1 }
      if audio < toldAudio { tally.lostAudio += 1 }
      tally.note(state.hash ^ UInt64(row + 1) << 32 ^ UInt64(audio))
    }
    tally.raw = states.raw
    tally.distinct = images.count
    tally.capped = states.capsHit
    return tally
  }

  /// Bytes of audio that a reader plays who refuses a header that announces more than there is, and that
  /// are what was recorded.
  private static func playable(_ state: CrashStates, _ disk: SimulatedDisk) -> Int {
    var best = 0
    for name in [FileName.partial(1), .source(1)] {
      guard let facts = WaveFacts(inspecting: name, on: disk),
        !facts.problems.contains(.dataBeyondFile), let frames = facts.headerFrames,
        let intact = state.intactBytes(of: name)
      else { continue }
      best = max(best, min(frames * SoundFormat.frameBytes, intact - SoundFormat.headerBytes))
    }
    return best
  }

  /// The state of the one row; 0 without one, -1 for a database that is not sound.
  private static func row(_ mount: DiskMount) -> Int {
    do throws(SQLiteFailure) {
      try DiskProcess.reseed(2)
      let database = try Database(mount)
      defer { database.close() }
      if try !database.integrityProblems().isEmpty { return -1 }
      let select = try database.prepare("SELECT state FROM recordings")
      return try select.step() ? Int(select.integer(0)) : 0
    } catch {
      return -1
    }
  }
}
