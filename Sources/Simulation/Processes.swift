import Contract

// The lives of the app's processes: launches, deaths, sleep.

/// One life of one process.
struct Process {
  let id: ProcessID
  var engine: any EngineUnderTest
  /// The engine as it was, for what it must not have changed; nil where that is not checked.
  var shadow: Shadow?
  /// Whether it has been launched and has not died.
  var isRunning = false
  /// Whether its launch is still to come.
  var isPending = true
  var isAsleep = false
  var sleptFrom: Int64 = 0
  /// Which request of this boot has which effect id.
  var ids = EffectTable()
  var openRequests = 0
  /// The set last armed, and whether one of it has come since.
  var deadlines: [Deadline] = []
  var hasFired = false

  /// Notes an event that the engine has taken, for what it must not change by others.
  mutating func note(_ event: Event, at now: Moment) { shadow?.note(event, at: now, engine) }

  /// Whether the engine, which has just ignored an event, is as it was; true where that is not
  /// checked or cannot be told.
  mutating func isUnchanged() -> Bool { shadow?.isUnchanged(engine) ?? true }
}

/// The requests of one boot by effect id.
struct EffectTable {
  /// By id, for engines that number their requests one after the other.
  private var places: [Int32] = []
  /// Ids far beyond those, in order, so that a large id costs no more than a small one.
  private var far: [(id: UInt32, request: Int32)] = []

  /// How many ids may be passed over before one is far.
  private static let gap = 64

  /// Gives an id to a request; false if it was used before or is beyond a million.
  mutating func insert(_ id: EffectID, _ request: Int) -> Bool {
    let n = Int(id.rawValue)
    guard n < 1 << 20, place(of: id) == nil else { return false }
    guard n < places.count + Self.gap else {
      far.insert((id.rawValue, Int32(request)), at: farIndex(of: id))
      return true
    }
    while places.count <= n { places.append(-1) }
    places[n] = Int32(request)
    return true
  }

  /// The request with this id; nil if there is none.
  func place(of id: EffectID) -> Int? {
    let n = Int(id.rawValue)
    if n < places.count, places[n] >= 0 { return Int(places[n]) }
    if far.isEmpty { return nil }
    let i = farIndex(of: id)
    return i < far.count && far[i].id == id.rawValue ? Int(far[i].request) : nil
  }

  /// Where a far id stands, or would.
  private func farIndex(of id: EffectID) -> Int {
    var (low, high) = (0, far.count)
    while low < high {
      let middle = (low + high) / 2
      if far[middle].id < id.rawValue { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension World {
  /// The place of the running process of a role.
  func running(_ role: ProcessRole) -> Int? {
    processes.lastIndex { $0.id.role == role && $0.isRunning }
  }

  /// Puts the next launch of a role on the agenda, unless it runs or is about to.
  mutating func launch(_ role: ProcessRole, after delay: Nanoseconds = .zero) {
    let last = processes.last { $0.id.role == role }
    if let last, last.isRunning || last.isPending { return }
    let before = aftermath?.boots[Int(role.rawValue)] ?? 0
    let boot = (last?.id.boot ?? before) + 1
    guard boot < 128 else {
      namer.overflow()
      return
    }
    let id = ProcessID(role, boot: boot)
    let engine = makeEngine(id)
    processes.append(
      Process(id: id, engine: engine, shadow: checksIgnored ? Shadow(of: engine) : nil))
    agenda.add(
      Item(
        ready: now &+ delay.count, rank: Rank.launch, isHard: true, role: nil, process: -1,
        identity: Identity(.launched, process: id).saying(.news),
        task: .launch(processes.count - 1)))
  }

  mutating func deliverLaunch(_ p: Int, _ item: Item) {
    processes[p].isPending = false
    processes[p].isRunning = true
    emit(.process(.launched), item.identity, processes[p].id)
    deliver(
      .launched(
        Launch(
          process: processes[p].id, dialect: theCase.platform.dialect, settings: settings,
          limits: theCase.platform.limits, live: theCase.platform.live)),
      item.identity, to: p)
    bring(.focus(target.focus), to: p)
  }

  /// Whether a process dies here; if so it is dead afterwards.
  mutating func crashHere(_ side: Crash.Side, _ identity: Identity) -> Bool {
    var died = false
    for i in theCase.crashes.indices
    where !crashes[i] && theCase.crashes[i].side == side && theCase.crashes[i].inside == nil
      && theCase.crashes[i].at.matches(identity)
    {
      guard running(theCase.crashes[i].role) != nil else { continue }
      crash(theCase.crashes[i], identity)
      crashes[i] = true
      died = true
    }
    return died
  }

  /// A process dies, or with a loss of power all of them and what the device had not kept.
  mutating func crash(_ crash: Crash, _ identity: Identity) {
    let app = running(.app)
    if crash.losses == nil {
      _ = kill(crash.role, relaunch: nil)
    } else {
      _ = kill(.keyboard, relaunch: nil)
      _ = kill(.app, relaunch: nil)
    }
    if crash.needsDisk, let app {
      guard let survey = store.survey(crash.losses) else {
        // A store that has nothing to lose cannot play it: the run says nothing.
        ending = .outOfSteps
        return
      }
      let id = processes[app].id
      emit(.did(.survived(survey)), Identity(.none, process: id), id)
    }
    guard let relaunch = crash.relaunch else { return }
    launch(crash.role, after: relaunch)
    if crash.losses != nil, crash.role == .app, theCase.platform.hasKeyboard {
      launch(.keyboard, after: relaunch)
    }
  }

  /// Kills the running process of a role: its memory, its pending requests and its open files.
  mutating func kill(_ role: ProcessRole, relaunch: Nanoseconds?) -> Bool {
    guard let p = running(role) else { return false }
    processes[p].isRunning = false
    processes[p].isAsleep = false
    setSleeping(role, false)
    processes[p].deadlines = []
    agenda.removeProcess(Int16(p))
    for i in requests.indices where requests[i].process == p { requests[i].isOpen = false }
    lines.removeAll { $0.key >> 16 == UInt32(p) }
    if role == .app { store.kill() }
    stopMicrophones(of: p)
    hangUpAll(of: p)
    emit(.process(.killed), Identity(.none, process: processes[p].id), processes[p].id)
    emitDeeds(Identity(.none, process: processes[p].id), processes[p].id)
    if let relaunch { launch(role, after: relaunch) }
    return true
  }

  private mutating func setSleeping(_ role: ProcessRole, _ sleeps: Bool) {
    switch role {
    case .app: sleeping.app = sleeps
    case .keyboard: sleeping.keyboard = sleeps
    }
  }

  /// Puts the running process of a role to sleep; one that sleeps already sleeps on.
  mutating func suspend(_ role: ProcessRole, _ length: Nanoseconds) {
    guard let p = running(role), !processes[p].isAsleep else { return }
    processes[p].isAsleep = true
    setSleeping(role, true)
    processes[p].sleptFrom = now
    emit(.process(.suspended), Identity(.none, process: processes[p].id), processes[p].id)
    let object = Identity(.resumed, process: processes[p].id).saying(.news)
    agenda.add(
      Item(
        ready: now &+ length.count, rank: Rank.launch, isHard: true, role: nil, process: Int16(p),
        identity: object.numbered(UInt16(namer.count(object))), task: .wake(p)))
  }

  /// Wakes a process: it hears of that first, then of what is overdue, by ready time.
  mutating func wake(_ p: Int, _ item: Item) {
    let asleep = now - processes[p].sleptFrom
    processes[p].isAsleep = false
    setSleeping(processes[p].id.role, false)
    emit(.process(.resumed), item.identity, processes[p].id)
    dropOverdueChunks(of: p)
    deliver(.news(.resumed(asleep: Nanoseconds(asleep))), item.identity, to: p)
  }
}
