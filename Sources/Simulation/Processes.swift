import Contract

// The lives of the app's processes: launches, deaths, sleep.

/// One life of one process.
struct Process {
  let id: ProcessID
  var engine: any EngineUnderTest
  var isRunning = true
  var wakesAt: Int64?
  var sleptFrom: Int64 = 0
  /// Which effect ids this boot has used.
  var used = UsedIDs()
  var openRequests = 0
  var deadlines: [Deadline] = []
}

/// The effect ids of one boot, as bits.
struct UsedIDs {
  private var words: [UInt64] = []

  /// Marks an id; false if it was used before or is beyond a million.
  mutating func insert(_ id: EffectID) -> Bool {
    let n = Int(id.rawValue)
    guard n < 1 << 20 else { return false }
    while words.count <= n >> 6 { words.append(0) }
    let bit = UInt64(1) << UInt64(n & 63)
    guard words[n >> 6] & bit == 0 else { return false }
    words[n >> 6] |= bit
    return true
  }
}

extension World {
  /// The place of the running process of a role.
  func running(_ role: ProcessRole) -> Int? {
    processes.lastIndex { $0.id.role == role && $0.isRunning }
  }

  func lastBoot(of role: ProcessRole) -> UInt8 {
    processes.last { $0.id.role == role }?.id.boot ?? 0
  }

  /// One bit a suspended process.
  var sleeping: UInt8 {
    var bits: UInt8 = 0
    for i in processes.indices where processes[i].wakesAt != nil { bits |= 1 << UInt8(i & 7) }
    return bits
  }

  /// Puts a launch on the agenda.
  mutating func launch(_ role: ProcessRole, boot: UInt8, after delay: Nanoseconds = .zero) {
    let id = ProcessID(role, boot: boot)
    var process = Process(id: id, engine: makeEngine(id))
    process.isRunning = true
    processes.append(process)
    agenda.add(
      Item(
        ready: now + delay.count, rank: Rank.launch, isHard: true,
        process: Int8(processes.count - 1),
        identity: Identity(.launched, process: id).saying(.news), task: .launch))
  }

  mutating func deliverLaunch(_ item: Item) {
    let p = Int(item.process)
    emit(.process(.launched), item.identity, processes[p].id)
    deliver(
      .launched(
        Launch(
          process: processes[p].id, dialect: theCase.platform.dialect, settings: settings,
          limits: theCase.platform.limits)),
      item.identity, to: p)
    bring(.focus(target.focus), to: p)
  }

  /// Whether a process dies here; if so it is dead afterwards.
  mutating func crashHere(_ side: Crash.Side, _ identity: Identity) -> Bool {
    var died = false
    for i in theCase.crashes.indices
    where !crashes[i] && theCase.crashes[i].side == side
      && theCase.crashes[i].at.matches(identity)
    {
      crashes[i] = true
      died = kill(theCase.crashes[i].role, relaunch: theCase.crashes[i].relaunch) || died
    }
    return died
  }

  /// Kills the running process of a role: its memory, its pending requests and its open files.
  mutating func kill(_ role: ProcessRole, relaunch: Nanoseconds?) -> Bool {
    guard let p = running(role) else { return false }
    processes[p].isRunning = false
    processes[p].deadlines = []
    agenda.removeProcess(Int8(p))
    for i in requests.indices where requests[i].process == p { requests[i].isOpen = false }
    if role == .app {
      lines.removeAll()
      store.kill()
      stopMicrophones(of: p)
    }
    emit(.process(.killed), Identity(.none, process: processes[p].id), processes[p].id)
    emitDeeds(Identity(.none, process: processes[p].id), processes[p].id)
    if let relaunch { launch(role, boot: processes[p].id.boot + 1, after: relaunch) }
    return true
  }

  mutating func suspend(_ role: ProcessRole, _ length: Nanoseconds) {
    guard let p = running(role) else { return }
    processes[p].wakesAt = now + length.count
    processes[p].sleptFrom = now
    emit(.process(.suspended), Identity(.none, process: processes[p].id), processes[p].id)
    let object = Identity(.resumed, process: processes[p].id).saying(.news)
    agenda.add(
      Item(
        ready: now + length.count, rank: Rank.launch, isHard: true, process: -1,
        identity: object.numbered(UInt16(namer.count(object))), task: .wake(p)))
  }

  /// Wakes a process: it hears of that first, then of what is overdue, by ready time.
  mutating func wake(_ p: Int, _ item: Item) {
    guard processes[p].isRunning, processes[p].wakesAt != nil else { return }
    let asleep = now - processes[p].sleptFrom
    processes[p].wakesAt = nil
    emit(.process(.resumed), item.identity, processes[p].id)
    dropOverdueChunks(of: p)
    deliver(.news(.resumed(asleep: Nanoseconds(asleep))), item.identity, to: p)
  }
}
