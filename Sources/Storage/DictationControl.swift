public import SimulatedDisk

/// A dictation with real History and a sound file, told to the person step by step, and judged over all
/// crash states: row `capturing`; the file, durable every second; its promotion; row `processing`, at
/// which the person is told that it is saved; three checkpoints; success.
///
/// With two syncs a second, first the audio and then the header that announces it, no crash breaks a
/// promise. The other ways are what real recorders do. One that syncs no audio announces it when it is
/// done, and promises nothing before it says “saved”.
///
/// Of 5.5 s of audio 17 pieces are written. What is whole when a second is about to be over is made
/// durable then, and the header comes with the first of these.
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
  /// Bytes of audio, and of one piece of it.
  private static let bytes = SoundFormat.rate * SoundFormat.frameBytes * 11 / 2
  private static let pieceBytes = 5_400 * SoundFormat.frameBytes

  /// A dictation with its syncs.
  public init(_ syncs: Syncs) { self.syncs = syncs }

  private static let bytesASecond = SoundFormat.rate * SoundFormat.frameBytes
  /// A mark below it is a state of the row, a mark above it bytes of audio.
  private static let audioMark: UInt32 = 100
  /// The state of the row with which the person is told that the recording is saved.
  private static let saved = 2

  /// Does the dictation, and looks at every state that a crash of it can leave.
  ///
  /// - Parameters:
  ///   - mode: the unit of loss.
  ///   - remembers: whether a database that was recovered once is known; changes no figure.
  ///   - limit: states that one crash point may show.
  ///   - depth: 2 also crashes every recovery of History; changes no figure of the first crashes.
  /// - Throws: what SQLite says to the dictation itself, before any crash.
  public func run(
    mode: LossMode, remembers: Bool = true, limit: Int = .max, depth: Int = 1
  ) throws(SQLiteFailure) -> CrashTally {
    try DiskProcess.exclusively { () throws(SQLiteFailure) in
      try DiskProcess.reseed(1)
      let mount = try DiskMount(SimulatedDisk(try HistorySchema.emptyHistory()))
      mount.disk.startLog()
      try perform(mount)
      let states = CrashStates(CrashStates.Shared(mount.disk), profile, mode: mode)
      states.limit = limit
      return judge(states, mount, remembers: remembers, isDeep: depth > 1)
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
    var written = 0
    var second = 1
    while written < Self.bytes {
      let end = min(Self.bytes, written + Self.pieceBytes)
      let piece = (written..<end).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 14 &* 13 | 1) }
      try put(disk, handle, piece, SoundFormat.headerBytes + written)
      written = end
      guard written < Self.bytes, written + Self.pieceBytes > second * Self.bytesASecond else {
        continue
      }
      try makeDurable(disk, handle, bytes: written)
      second += 1
    }
    if syncs == .none { try header(disk, handle, bytes: written) }
    try makeDurable(disk, handle, bytes: written)
    disk.close(handle)
    try disk.rename(.partial(1), to: .source(1))
    try disk.syncDirectory(owing: .source(1))
  }

  private func makeDurable(
    _ disk: SimulatedDisk, _ handle: DiskHandle, bytes: Int
  ) throws(DiskError) {
    switch syncs {
    case .audioAndHeader:
      try disk.sync(handle, .full)
      try header(disk, handle, bytes: bytes)
      try disk.sync(handle, .full)
    case .once:
      try header(disk, handle, bytes: bytes)
      try disk.sync(handle, .full)
    case .none: break
    }
    disk.mark(Self.audioMark + UInt32(bytes))
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
    _ states: CrashStates, _ mount: DiskMount, remembers: Bool, isDeep: Bool
  ) -> CrashTally {
    var tally = CrashTally()
    var deep = RecoveryCrashes(mount, remembers: remembers)
    var rows: [UInt64: (found: Int, worst: Int)] = [:]
    var images: Set<UInt64> = []
    var (toldRow, toldAudio, written) = (0, 0, 0)
    var marks = ControlMarks()
    states.visitAll { state in
      marks.take(state) { mark in
        if mark < Self.audioMark {
          toldRow = Int(mark)
        } else {
          written = Int(mark - Self.audioMark)
        }
        if syncs != .none || toldRow >= Self.saved { toldAudio = written }
      }
      images.insert(state.hash)
      state.adopt()
      let audio = Self.playable(state, mount.disk)
      let hash = state.databaseHash
      let row: (found: Int, worst: Int)
      if remembers, let known = rows[hash] {
        row = known
      } else {
        if isDeep {
          row = deep.open(state) { Self.row(mount) }
        } else {
          let found = Self.row(mount)
          row = (found, found)
        }
        tally.recoveries += 1
        rows[hash] = row
      }
      if row.found < 0 { tally.corrupt += 1 } else if row.found < toldRow { tally.lostAcks += 1 }
      if row.worst < toldRow { tally.deepBad += 1 }
      if audio < toldAudio { tally.lostAudio += 1 }
      tally.note(state.hash ^ UInt64(row.found + 1) << 32 ^ UInt64(audio))
    }
    if isDeep { tally.take(deep) } else { tally.deepBad = 0 }
    tally.raw = states.raw
    tally.distinct = images.count
    tally.capped = states.capsHit
    return tally
  }

  /// Bytes of audio that a reader plays who refuses a file that announces more than there is, be it of
  /// audio or of the whole file, and that are what was recorded.
  private static func playable(_ state: CrashStates, _ disk: SimulatedDisk) -> Int {
    var best = 0
    for name in [FileName.partial(1), .source(1)] {
      guard let facts = WaveFacts(inspecting: name, on: disk),
        !facts.problems.contains(.dataBeyondFile), announcesWhatIsThere(name, disk),
        let frames = facts.headerFrames, let intact = state.intactBytes(of: name)
      else { continue }
      best = max(best, min(frames * SoundFormat.frameBytes, intact - SoundFormat.headerBytes))
    }
    return best
  }

  /// Whether the length in the first eight bytes is not beyond the end of the file.
  private static func announcesWhatIsThere(_ name: FileName, _ disk: SimulatedDisk) -> Bool {
    var head = [UInt8](repeating: 0, count: 8)
    var span = head.mutableSpan
    _ = disk.inspect(name, at: 0, into: &span)
    let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
    return length + 8 <= disk.size(of: name) ?? 0
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
