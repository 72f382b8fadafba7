import Contract
import Properties
import SimulatedDisk
import Simulation
import Storage

/// One run of a case on a disk that kept its log, with the judge's state at every instant at which a
/// crash is worth looking at.
///
/// A *fold* is such a state. Between two records of the trace a request may do many operations: a
/// crash after any of them meets the judge as it was before the request was answered. And wherever
/// somebody relies on what is durable (a claim, a delivery, a hand-off, the next upload), a crash
/// right then meets a judge that knows of it, on the disk as it is.
struct CrashRecording {
  struct Fold {
    /// Steps that have happened, for each crash of this fold.
    var points: ClosedRange<Int>
    var judge: Judge
    /// A hash of the trace so far: equal traces have equal folds.
    var key: UInt64
    /// When the crash comes.
    var at: Moment
    var aftermath: Aftermath
    /// The lives that end.
    var lives: [ProcessID]
    /// Whether somebody relied on something here.
    var isMark: Bool
    /// The happening at hand.
    var identity: Identity
  }

  /// The case.
  let theCase: Case
  /// The log, and what its crash states share.
  let shared: CrashStates.Shared
  let store: DiskStore
  let folds: [Fold]
  /// The names of the requests, by serial number minus one.
  let requests: [Identity]
  /// How the run came out without any crash, and the promise that it broke first.
  let verdict: Verdict
  let firstFinding: Finding?

  /// Runs a case once. To be used inside `DiskStore.exclusively`.
  init(
    _ theCase: Case, engine: @escaping EngineMaker, habits: StorageHabits
  ) throws(SQLiteFailure) {
    self.theCase = theCase
    store = try DiskStore(keepsLog: true, habits: habits)
    let scribe = CrashScribe(theCase, store)
    var world = World(theCase, store: store, engine: engine) { scribe.take($0) }
    let summary = world.run()
    scribe.judge.finish()
    let findings = scribe.judge.findings
    verdict = Stage.verdict(summary, findings)
    firstFinding = findings.first { $0.clause.level == .must }
    store.retire()
    folds = scribe.folds
    requests = store.requestNames
    shared = CrashStates.Shared(store.disk)
  }

  /// Where in the case a crash point lies: an operation of a request, and which side of it.
  func crash(after step: Int, isMark: Bool, _ fold: Fold) -> Crash {
    let next = step < shared.steps ? shared.record(step) : nil
    if isMark || step == 0, let next, let point = Self.point(next) {
      return Crash(.before, pattern(next), inside: point)
    }
    if step > 0, !isMark, let point = Self.point(shared.record(step - 1)) {
      return Crash(.after, pattern(shared.record(step - 1)), inside: point)
    }
    return Crash(.after, IdentityPattern(fold.identity))
  }

  private func pattern(_ record: LogRecord) -> IdentityPattern {
    let n = Int(record.request) - 1
    return IdentityPattern(n >= 0 && n < requests.count ? requests[n] : Identity(.none))
  }

  private static func point(_ record: LogRecord) -> DiskPoint? {
    record.verb.map { DiskPoint(record.role, $0, record.ordinal) }
  }
}

/// Writes down a run for a recording: keeps the judge's states.
final class CrashScribe {
  let store: DiskStore
  var judge = Judge()
  var folds: [CrashRecording.Fold] = []
  private var steps = 0
  private var trace = TraceHash()
  private var settings: Settings
  private var boots: [UInt8] = [0, 0]
  private var lives: [ProcessID] = []
  private var handoffs: [Handoff] = []
  private var pendingChange: Settings?
  private var identity = Identity(.none)

  init(_ theCase: Case, _ store: DiskStore) {
    self.store = store
    settings = theCase.settings
    for case .handoff(let handoff) in theCase.plants { handoffs.append(handoff) }
  }

  func take(_ record: TraceRecord) {
    let count = store.disk.log?.records.count ?? 0
    // A loss of power in the case itself begins the log anew: what is explored is what follows it.
    if count < steps {
      folds.removeAll()
      steps = 0
    }
    if count > steps {
      keep(steps + 1...count, record.at, isMark: false)
      steps = count
    }
    judge.observe(record)
    trace.feed(record)
    learn(record)
    if Self.isMark(record.what) { keep(steps...steps, record.at, isMark: true) }
  }

  private func keep(_ points: ClosedRange<Int>, _ at: Moment, isMark: Bool) {
    folds.append(
      CrashRecording.Fold(
        points: points, judge: judge, key: trace.value, at: at, aftermath: aftermath(at),
        lives: lives, isMark: isMark, identity: identity))
  }

  /// A launch long after the crash, at the same time for all, so that one launch serves many. Where
  /// something lies ready that grows old, it comes at once.
  private func aftermath(_ at: Moment) -> Aftermath {
    var launch = Nanoseconds.seconds(10 * 3600)
    if !handoffs.isEmpty || at.monotonic > .seconds(9 * 3600) {
      launch = at.monotonic + .seconds(1)
    }
    return Aftermath(launch: launch, settings: settings, boots: boots, handoffs: handoffs)
  }

  private func learn(_ record: TraceRecord) {
    switch record.what {
    case .event(let event):
      identity = record.identity
      if let pendingChange { settings = pendingChange }
      pendingChange = nil
      if case .person(.change(let new)) = event { pendingChange = new }
    case .ignored: pendingChange = nil
    case .process(.launched):
      lives.removeAll { $0.role == record.process.role }
      lives.append(record.process)
      boots[Int(record.process.role.rawValue)] = record.process.boot
    case .process(.killed): lives.removeAll { $0 == record.process }
    case .did(.posted(let handoff)): handoffs.append(handoff)
    case .process, .did, .effect, .deadlines, .end: break
    }
  }

  /// Whether somebody acts on something as durable.
  static func isMark(_ what: Happening) -> Bool {
    switch what {
    case .effect(.notice(.claim)), .effect(.notice(.claimDeleted)): true
    case .effect(.request(_, let request)):
      switch request {
      case .upload, .recognizeLocally, .cleanUp, .deliver, .writeClipboard, .post, .reportUsage,
        .capture, .insert:
        true
      case .store, .file, .exportLeaf, .resetEngine, .restoreClipboard, .dial: false
      }
    case .event, .ignored, .effect, .deadlines, .did, .process, .end: false
    }
  }
}
