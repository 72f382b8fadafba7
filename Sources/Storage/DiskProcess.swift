internal import CHostShims
public import SimulatedDisk

/// What belongs to the whole operating-system process when disks carry databases.
///
/// SQLite's configuration, its default file system and its random source are process-global, and it
/// is configured for one thread here. So **one disk world at a time in a process**: everything that
/// opens a `Database` runs inside `exclusively`, and parallel work uses processes. Without that, two
/// runs on two threads draw from one random source, and their logs differ now and then.
public enum DiskProcess {
  /// Runs a disk world while no other runs. The same thread may enter again.
  public static func exclusively<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lastword_process_enter()
    defer { lastword_process_leave() }
    return try body()
  }

  /// Whether this thread is inside `exclusively`.
  public static var isEntered: Bool { lastword_process_entered() != 0 }

  /// Makes what SQLite does from here on depend on `seed` and on nothing that happened before.
  ///
  /// Needed at the start of every run and before every recovery, because journals carry random bytes.
  public static func reseed(_ seed: UInt64) throws(SQLiteFailure) {
    try start()
    lastword_sqlite_reseed(seed)
  }

  /// Tells SQLite the time of a disk's owner.
  public static func takeTime(from disk: SimulatedDisk) {
    lastword_vfs_set_time(disk.wallNanoseconds / 1_000_000)
  }

  /// What the device under the databases claims about itself: 4096 and 0 unless a test lies.
  public static func setDevice(sectorSize: Int32, characteristics: Int32) {
    lastword_vfs_device(sectorSize, characteristics)
  }

  /// Whether new journals sync their directory; off only in a test that proves it would be missed.
  public static func setDirectoryDuty(_ isOn: Bool) { lastword_vfs_directory_duty(isOn ? 1 : 0) }

  /// Makes SQLite's memory countable, once; until then it costs nothing. Nothing may be open.
  static func installMemory() throws(SQLiteFailure) {
    try start()
    let result = lastword_memory_install()
    if result != 0 { throw SQLiteFailure(code: SQLiteCode(rawValue: result)) }
  }

  /// Counts allocations from 0, and refuses one of them, or all from there on; 0 refuses none.
  static func watchMemory(refusing ordinal: UInt32, isLasting: Bool) {
    lastword_memory_watch(Int64(ordinal), isLasting ? 1 : 0)
  }

  /// Neither counts nor refuses from here on.
  static func pauseMemory() { lastword_memory_pause() }

  /// Goes on where it was paused.
  static func resumeMemory() { lastword_memory_resume() }

  /// Allocations since they were watched.
  static var allocations: UInt32 { UInt32(clamping: lastword_memory_count()) }

  /// How many files SQLite has open over all disks.
  public static var openFiles: Int { Int(lastword_vfs_open_files()) }

  /// Configures SQLite and makes the simulated disk its default file system, once.
  static func start() throws(SQLiteFailure) {
    var calls = DiskCalls.table
    let result = unsafe lastword_sqlite_start(&calls)
    if result != 0 { throw SQLiteFailure(code: SQLiteCode(rawValue: result)) }
  }
}

/// A disk that SQLite can reach. It keeps the disk alive; nothing may be open when it goes.
public final class DiskMount {
  /// The disk.
  public let disk: SimulatedDisk
  let slot: Int32

  /// Makes a disk reachable.
  ///
  /// - Throws: `SQLiteFailure` with `cantOpen` when 64 disks are mounted already.
  public init(_ disk: SimulatedDisk) throws(SQLiteFailure) {
    try DiskProcess.start()
    self.disk = disk
    slot = unsafe lastword_vfs_mount(Unmanaged.passUnretained(disk).toOpaque())
    if slot == 0 { throw SQLiteFailure(code: .cantOpen) }
  }

  deinit { lastword_vfs_unmount(slot) }

  /// Disks that nobody uses, kept because memory that was used before is cheaper than new memory.
  /// Guarded by the lock of the process.
  nonisolated(unsafe) private static var spares: [DiskMount] = []
  private static let maximumSpares = 4
  private static let maximumSpareBytes = 1 << 24

  /// A disk that somebody gave back, as it was left, or a new one.
  static func reused() throws(SQLiteFailure) -> DiskMount {
    try DiskProcess.exclusively { () throws(SQLiteFailure) in
      if let spare = unsafe spares.popLast() { return spare }
      return try DiskMount(SimulatedDisk())
    }
  }

  /// Leaves the disk to the next one who needs one. Nothing may be open on it, and nobody may look at
  /// it any more.
  func giveBack() {
    disk.fault = nil
    guard disk.usedBytes <= Self.maximumSpareBytes else { return }
    DiskProcess.exclusively {
      if unsafe Self.spares.count < Self.maximumSpares { unsafe Self.spares.append(self) }
    }
  }

  /// The path under which SQLite finds a file.
  func path(_ name: FileName) -> String {
    let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: slot))
    return "\(Character(letter))/\(name)"
  }
}
