public import Choices
public import Contract

// The world around one or more engine processes.
//
// It owns the clock, the devices, the servers, the device's disk, the fields that text goes to
// and the person. It chooses what happens next, tells the engine, performs what the engine wants
// and says, record by record, what happened. It knows no engine: it sees a value that takes
// events and gives reactions.

/// Makes the engine of a process at its launch.
public typealias EngineMaker = @Sendable (ProcessID) -> any EngineUnderTest

/// One run of one case.
///
/// What is asked of it often is `mutating` even where it only looks: a value that is merely lent would
/// be copied whole for each question.
public struct World: ~Copyable {
  let theCase: Case
  let makeEngine: EngineMaker
  let store: any WorldStore
  var observe: (TraceRecord) -> Void

  var now: Int64 = 0
  var wallOffset: Int64 = Case.epoch.count
  var agenda = Agenda()
  var schedule: Schedule
  var decisions: Decisions<Answer>
  var picker: Picker?
  var drawer: Drawer?
  var namer = Namer()
  var processes: [Process] = []
  var requests: [RequestState] = []
  var lines: [Line] = []
  var news: [News] = []
  var script: ScriptState
  var crashes: [Bool]
  /// The roles whose process is suspended.
  var sleeping = Sleepers()
  var sounds: Sounds
  var target: TargetState
  var settings: Settings
  var handoffs: [Handoff] = []
  var deeds: [Deed] = []
  var tries: [TriedRange] = []
  var legs: [LegState] = []
  var steps = 0
  var stepsAtThisInstant = 0
  var isHealed = false
  /// The order that a picker had chosen when everything unusual ended.
  var chosen: [Hold] = []
  var ending: Ending?
  /// Whether an ignored event is checked to have left the engine's state as it was.
  let checksIgnored: Bool
  /// The items chosen so far, and those chosen while something was held back; kept where wanted.
  private var order: [Identity] = []
  private var waitedFor: [Identity] = []
  private var heldBefore = 0
  private let keepsOrder: Bool
  /// What came before, where the run begins after a crash.
  let aftermath: Aftermath?

  /// Prepares a run; `observe` is called with every record in order.
  public init(
    _ theCase: Case, store: any WorldStore, engine: @escaping EngineMaker,
    picker: Picker? = nil, drawer: Drawer? = nil, recordsQuestions: Bool = false,
    keepsOrder: Bool = false, checksIgnored: Bool = false, after aftermath: Aftermath? = nil,
    observe: @escaping (TraceRecord) -> Void
  ) {
    self.theCase = theCase
    self.store = store
    self.makeEngine = engine
    self.observe = observe
    self.picker = picker
    self.drawer = drawer
    self.keepsOrder = keepsOrder
    self.checksIgnored = checksIgnored
    self.aftermath = aftermath
    schedule = Schedule(theCase.schedule)
    decisions = Decisions(theCase.plan, records: recordsQuestions)
    script = ScriptState(theCase.script)
    crashes = Array(repeating: false, count: theCase.crashes.count)
    sounds = Sounds(theCase.sounds, speech: theCase.speech)
    target = TargetState(theCase)
    settings = theCase.settings
    guard let aftermath else { return }
    now = aftermath.launch.count
    settings = aftermath.settings
    handoffs = aftermath.handoffs
  }

  /// How a run went, beside its trace.
  public struct Summary: Sendable {
    /// How many events were delivered.
    public var steps: Int
    /// The virtual time at the end.
    public var end: Nanoseconds
    /// How it ended.
    public var ending: Ending
    /// Entries of the plan that answered nothing, by place.
    public var unmatchedPlan: [Int]
    /// Holds that held nothing, by place.
    public var unmatchedHolds: [Int]
    /// Entries of the plan of the disk that answered nothing, by place.
    public var unmatchedDisk: [Int]
    /// Failures of memory that never happened, by place.
    public var unmatchedAllocations: [Int]
    /// How often everything that could have happened was held, so that one was let go.
    public var forcedReleases: Int
    /// Script entries that were never reached, by place.
    public var unreachedScript: [Int]
    /// Crashes that never happened, by place.
    public var unreachedCrashes: [Int]
    /// The questions asked, when they were recorded.
    public var questions: [Key]
    /// The order chosen, when a picker chose it.
    public var holds: [Hold]
    /// The answers drawn, when a drawer drew them.
    public var drawn: [Plan<Answer>.Entry]
    /// What was delivered, in order; kept only where the order is.
    public var order: [Identity]
    /// What was delivered while a hold of the schedule kept something back.
    public var waitedFor: [Identity]
    /// Whether a name did not fit: the harness's own error.
    public var namesOverflowed: Bool
  }

  /// Runs the case to its end.
  public mutating func run() -> Summary {
    begin()
    while ending == nil {
      guard
        let item = agenda.next(
          now: now, schedule: &schedule, sleeping: sleeping, picker: &picker)
      else { break }
      if keepsOrder { keep(item) }
      step(item)
    }
    return finish()
  }

  private mutating func keep(_ item: Item) {
    order.append(item.identity)
    if schedule.heldBack > heldBefore { waitedFor.append(item.identity) }
    heldBefore = schedule.heldBack
  }

  private mutating func begin() {
    requests.reserveCapacity(64)
    if !theCase.disk.isEmpty { store.follow(theCase.disk) }
    for crash in theCase.crashes where crash.needsDisk { store.arm(crash) }
    for plant in theCase.plants {
      if case .handoff(let h) = plant { handoffs.append(h) }
      if case .row(let row) = plant { namer.note(row: row) }
      store.plant(plant, runs: plantedRuns(plant))
    }
    launch(.app)
    if theCase.platform.hasKeyboard { launch(.keyboard) }
    scheduleScript()
  }

  private func plantedRuns(_ plant: Plant) -> [AudioRun] {
    guard case .file(let ref, let samples, _) = plant else { return [] }
    return sounds.runs(of: Span(clip: ref.recording.rawValue, from: 0, count: samples))
  }

  private mutating func step(_ item: Item) {
    if item.ready > now {
      if isBeyondTheEnd(item.ready) { return }
      now = item.ready
      stepsAtThisInstant = 0
    }
    steps += 1
    stepsAtThisInstant += 1
    if steps > (theCase.hasFineMicrophone ? Bounds.fineSteps : Bounds.steps) {
      ending = .outOfSteps; return
    }
    if stepsAtThisInstant > Bounds.stepsAtOneInstant {
      ending = .engineBound(.stepsAtOneInstant)
      return
    }
    settleReads(through: now)
    if crashHere(.before, item.identity), dies(item) {
      // It will not come any more, so nothing waits for it.
      schedule.note(Key(item.identity))
      return
    }
    perform(item)
    note(item.identity)
    if ending == nil { _ = crashHere(.after, item.identity) }
  }

  /// Whether an item went with the process it belonged to.
  private func dies(_ item: Item) -> Bool {
    item.process >= 0 && !processes[Int(item.process)].isRunning
  }

  /// Whether time is up: two hours after the script everything unusual ends, and half an hour
  /// later the case does.
  private mutating func isBeyondTheEnd(_ time: Int64) -> Bool {
    guard let end = script.virtualEnd, time > end else { return false }
    if !isHealed {
      isHealed = true
      schedule.release()
      decisions.heal()
      store.heal()
      chosen = picker?.holds ?? []
      picker = nil
    }
    guard time > end &+ Bounds.settling else { return false }
    ending = .outOfTime
    return true
  }

  private mutating func perform(_ item: Item) {
    switch item.task {
    case .launch(let p): deliverLaunch(p, item)
    case .script(let i): performScript(i, item)
    case .news(let i): deliver(.news(news[i]), item.identity, to: Int(item.process))
    case .deadline(let i): deliverDeadline(i, item)
    case .wake(let p): wake(p, item)
    case .began(let r), .chunk(let r), .captureEnds(let r), .run(let r), .head(let r),
      .body(let r), .cancelled(let r), .legOpens(let r), .legSpeaks(let r), .legDrains(let r),
      .legDropped(let r, _), .legPongs(let r), .legEnds(let r), .legIdles(let r):
      performRequest(item.task, r, item)
    }
  }

  private mutating func finish() -> Summary {
    let end = ending ?? .settled
    if case .settled = end {
      now = max(now, target.lastRead)
      settleReads(through: now)
    }
    emit(.end(end), Identity(.none), ProcessID(.app, boot: 1))
    if case .settled = end { emitLeftovers() }
    let used = store.usedDiskEntries
    let usedAllocations = store.usedAllocations
    return Summary(
      steps: steps, end: Nanoseconds(now), ending: end, unmatchedPlan: decisions.unmatched,
      unmatchedHolds: schedule.unmatched,
      unmatchedDisk: theCase.disk.entries.indices.filter { !used.contains($0) },
      unmatchedAllocations: theCase.disk.allocations.indices.filter {
        !usedAllocations.contains($0)
      }, forcedReleases: schedule.forced,
      unreachedScript: script.unreached,
      unreachedCrashes: crashes.indices.filter { !crashes[$0] }, questions: decisions.asked,
      holds: picker?.holds ?? chosen, drawn: drawer?.entries ?? [], order: order,
      waitedFor: waitedFor, namesOverflowed: namer.overflowed)
  }

  private mutating func emitLeftovers() {
    for r in requests.indices
    where requests[r].isOpen && processes[requests[r].process].isRunning || requests[r].capture.isOn
    {
      let object = requests[r].object
      emit(.end(.leftover(object)), object, processes[requests[r].process].id)
    }
  }

  // MARK: Records

  var moment: Moment {
    Moment(monotonic: Nanoseconds(now), wall: Nanoseconds(now &+ wallOffset))
  }

  func emit(_ what: consuming Happening, _ identity: Identity, _ process: ProcessID) {
    observe(TraceRecord(at: moment, identity: identity, process: process, what: what))
  }

  /// Emits what came true and forgets it.
  mutating func emitDeeds(_ identity: Identity, _ process: ProcessID) {
    guard !deeds.isEmpty else { return }
    for deed in deeds { emit(.did(deed), identity, process) }
    // There is mostly one, and taking it off costs less than emptying a list at once.
    while !deeds.isEmpty { deeds.removeLast() }
  }

  /// Latches a happening for holds, script anchors and later crashes.
  mutating func note(_ identity: Identity) {
    schedule.note(Key(identity))
    if script.note(identity, at: now) { scheduleScript() }
  }
}

/// The bounds of an exchange and of a case (boundary, rules of the exchange, 3).
enum Bounds {
  static let effects = 64
  /// The same where chunks are a fifth as long: each can have a write that is given up.
  static let fineEffects = 5 * effects
  static let requests = 256
  static let deadlinesOfProcess = 8
  static let deadlinesOfRecording = 8
  static let stepsAtOneInstant = 10_000
  static let steps = 50_000
  /// The same where chunks are a fifth as long.
  static let fineSteps = 250_000
  /// How long a case goes on after the last line of its script.
  static let afterScript: Int64 = 2 * 3600 * 1_000_000_000
  /// How long it goes on after that, with nothing unusual any more.
  static let settling: Int64 = 30 * 60 * 1_000_000_000
  /// More armed deadlines than any engine within the bounds of its recordings needs.
  static let deadlines = 512
}
