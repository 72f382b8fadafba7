public import Contract
public import Simulation
public import SimulatedDisk

/// History in real SQLite and recordings in real libsndfile, over a simulated disk.
///
/// Where no question about the disk is answered, it does and says exactly what `MemoryStore` does.
/// SQLite is shared by the whole operating-system process, so a store lives inside
/// `DiskStore.exclusively` from its making to its end.
///
/// Every error is told as a careful app would tell it, and every deed is read off the disk: a
/// transaction that failed although it took effect gives the deed of a write and an outcome that
/// leaves it open.
public final class DiskStore: WorldStore {
  /// How the connection to History stands.
  enum Connection {
    case closed
    case open(HistoryConnection)
    /// A sync failed or a call never came back: nothing is trusted until History is opened again.
    case suspect
  }

  /// A file that a living process writes.
  struct OpenFile {
    var ref: FileRef
    let writer: SoundFileWriter
    /// Samples that its header announces.
    var announced = 0
    /// Samples that would survive a loss of power.
    var durable = 0
  }

  /// The disk: for crash points, counts and hashes. It is the store's own only while the store lives.
  public let disk: SimulatedDisk
  /// What is unusual about it.
  public internal(set) var plan: DiskPlan
  /// What has become of each entry of the plan, by place.
  var progress: [EntryProgress]
  /// Whether everything unusual is over.
  var isHealed = false
  /// The virtual time of the request that runs.
  var now = Nanoseconds.zero
  /// Free bytes when the first request began.
  var spaceAtStart = 0
  /// The connection of a process that is none of the app's.
  var visitor: Database?
  /// What is counted and refused of SQLite's memory.
  var memory = MemoryWatch()
  /// What could not be planted: the harness's own error.
  public internal(set) var plantFailures = 0

  /// The disk as SQLite reaches it.
  public let mount: DiskMount
  let isBorrowed: Bool
  /// How the adapter works.
  public let habits: StorageHabits
  var question: DiskQuestion?
  private var keepsLog: Bool
  /// The request that runs; nil before the first one.
  public private(set) var request: Identity?
  var serial: UInt32 = 0
  /// The requests by their serial number minus one, while a log is kept: its records name them so.
  public private(set) var requestNames: [Identity] = []
  private(set) var process: UInt32 = 1
  var connection = Connection.closed
  var isCorrupt = false
  var openFiles: [OpenFile] = []
  var suspectFiles: [FileRef] = []
  /// Files whose closing was believed, with what their writer says they hold.
  var believed: [(file: FileRef, samples: Int)] = []
  /// Samples on their way into a file.
  var samples: [Int16] = []

  /// Runs a disk world while no other runs in this operating-system process.
  public static func exclusively<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try DiskProcess.exclusively(body)
  }

  /// A device with an empty History and no files.
  ///
  /// - Parameters:
  ///   - plan: what is unusual; it is asked first.
  ///   - question: asked where the plan has no answer.
  ///   - keepsLog: whether the steps of the disk are kept, from the first request on.
  ///   - habits: how the adapter works.
  ///   - seed: what SQLite's random bytes depend on.
  public init(
    plan: DiskPlan = DiskPlan(), question: DiskQuestion? = nil, keepsLog: Bool = false,
    habits: StorageHabits = .reference, seed: UInt64 = 1
  ) throws(SQLiteFailure) {
    precondition(DiskProcess.isEntered, "a disk store is used inside DiskStore.exclusively")
    try DiskProcess.reseed(seed)
    mount = try DiskMount.reused()
    isBorrowed = false
    disk = mount.disk
    disk.reset(to: try Self.emptyHistory(habits.database))
    // Again: the first store of a process has made the tables, and that has drawn random bytes.
    try DiskProcess.reseed(seed)
    self.plan = plan
    self.question = question
    self.keepsLog = keepsLog
    self.habits = habits
    progress = Array(repeating: EntryProgress(), count: plan.entries.count)
    disk.beginRequest(0, process: process)
  }

  /// A device with what lies on a disk already, for a launch after a crash. The disk stays
  /// somebody else's.
  ///
  /// - Parameters:
  ///   - mount: the disk, as it was adopted from a crash state.
  ///   - keepsLog: whether the steps of the launch are kept.
  ///   - habits: how the adapter works.
  public init(
    relaunchingOn mount: DiskMount, question: DiskQuestion? = nil, keepsLog: Bool = false,
    habits: StorageHabits = .reference, seed: UInt64 = 1
  ) throws(SQLiteFailure) {
    precondition(DiskProcess.isEntered, "a disk store is used inside DiskStore.exclusively")
    try DiskProcess.reseed(seed)
    self.mount = mount
    isBorrowed = true
    disk = mount.disk
    plan = DiskPlan()
    self.question = question
    self.keepsLog = keepsLog
    self.habits = habits
    progress = []
    disk.beginRequest(0, process: process)
  }

  deinit {
    DiskProcess.pauseMemory()
    forgetProcess()
    visitor?.abandon()
    if !isBorrowed { mount.giveBack() }
  }

  /// Ends the process for good, so that the disk is free for others while this store keeps it.
  public func retire() {
    DiskProcess.pauseMemory()
    forgetProcess()
    visitor?.abandon()
    visitor = nil
    disk.fault = nil
    disk.lock = .unlocked
  }

  /// Made once for each set-up: making the tables costs as much as a dictation. Guarded by the lock of
  /// the process, which whoever comes here has.
  nonisolated(unsafe) private static var emptyHistories: [(DatabaseSettings, DiskImage)] = []

  private static func emptyHistory(
    _ settings: DatabaseSettings
  ) throws(SQLiteFailure) -> DiskImage {
    if let known = unsafe emptyHistories.first(where: { $0.0 == settings }) { return known.1 }
    let image = try HistorySchema.emptyHistory(settings)
    unsafe emptyHistories.append((settings, image))
    return image
  }

  // MARK: Requests

  /// Tells the disk which request its operations belong to from now on, so that faults and the log can
  /// name it. The first one ends planting: the plan of faults holds from there.
  public func begin(_ request: Identity, at now: Nanoseconds) {
    self.now = now
    if self.request == nil { start() }
    noteAllocations()
    self.request = request
    serial += 1
    if keepsLog { requestNames.append(request) }
    if !isHealed { setVolume() }
    disk.beginRequest(serial, process: process)
    if memory.isOn { watchMemory(for: request) }
  }

  /// What was planted is there; from now on the disk is as the plan wants it.
  func start() {
    if let room = plan.room { disk.capacity = disk.usedBytes + room }
    if let capacity = plan.capacity { disk.capacity = capacity }
    spaceAtStart = disk.capacity - disk.usedBytes
    prepareVolume()
    if keepsLog { disk.startLog() }
    if !plan.entries.isEmpty || question != nil {
      // The disk belongs to the store, so it must not keep the store alive.
      disk.fault = { [unowned self] operation in answer(operation) }
    }
  }

  /// The process dies before or after an operation of a request.
  public func arm(_ crash: Crash) {
    if crash.losses != nil { keepsLog = true }
    guard let point = crash.inside else { return }
    plan.entries.append(
      DiskPlan.Entry(crash.at, point, .kills(done: crash.side == .after), lasts: .once))
    progress.append(EntryProgress())
  }

  /// Why the request that ran last has no answer: the disk hangs, or the process died on it; nil if
  /// neither happened.
  public var interruption: Interruption? {
    if disk.isDead(process) { return .died }
    return disk.stalled == nil ? nil : .stalled
  }

  /// Ends the process as a kill does: nothing it held is written or closed in order, and later
  /// operations belong to a new process.
  public func kill() {
    forgetProcess()
    disk.kill(process)
    process += 1
    disk.beginRequest(serial, process: process)
  }

  /// Lets go of all that a process holds, without another byte on the disk.
  private func forgetProcess() {
    if case .open(let history) = connection { history.abandon() }
    connection = .closed
    for file in openFiles { file.writer.abandon() }
    openFiles.removeAll(keepingCapacity: true)
    suspectFiles.removeAll()
    believed.removeAll()
  }

  /// Does something to the device that no program does: nobody is asked, nothing is refused.
  func quietly<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let fault = disk.fault
    let lock = disk.lock
    disk.fault = nil
    disk.lock = .unlocked
    if memory.isOn { DiskProcess.pauseMemory() }
    defer {
      disk.fault = fault
      disk.lock = lock
      if memory.isOn { DiskProcess.resumeMemory() }
    }
    return try body()
  }
}
