public import Contract
import Properties
public import SimulatedDisk
public import Simulation
public import Storage

// How all crashes of a case are judged without running the case again.
//
// A recording gives a log and, for each instant, the judge as it was. For each legal image of each
// crash point the explorer asks four questions, and remembers each answer by what it depends on:
//
//   database   what does SQLite make of it?      by the bytes of database and journal
//   audio      what do readers make of it?       by the bytes of the file
//   launch     what does the engine make of it?  by what SQLite left, and by what readers find
//   verdict    was anything promised broken?     by what launch and readers find, and fold
//
// So SQLite opens each database once, the engine is launched once for each thing it could notice,
// and audio is judged by which pages did not arrive. A crash during recovery is explored where a
// launch is played for the first time, on the very disk on which it was played.

/// Explores crashes of many cases and remembers what they have in common.
public final class CrashExplorer {
  /// How to explore.
  public struct Options: Sendable {
    /// The profiles, in order.
    public var profiles: [DiskProfile]
    /// 1: crashes; 2: crashes in the recovery from them, too.
    public var depth: Int
    /// States that one crash point may show under one profile.
    public var limit: Int
    /// Whether answers are remembered: off only to prove that this changes nothing.
    public var remembers: Bool
    /// How the storage adapter works.
    public var habits: StorageHabits
    /// A promise at whose first breach to stop: enough to know that it can be broken.
    public var stopsAt: ClauseID?

    /// How to explore.
    public init(
      profiles: [DiskProfile] = [.kill], depth: Int = 1, limit: Int = 200_000,
      remembers: Bool = true, habits: StorageHabits = .reference, stopsAt: ClauseID? = nil
    ) {
      self.profiles = profiles
      self.depth = depth
      self.limit = limit
      self.remembers = remembers
      self.habits = habits
      self.stopsAt = stopsAt
    }
  }

  /// What SQLite makes of a database.
  ///
  /// Texts are long and databases many, so what is in them is kept once for each content.
  struct Database {
    /// A hash of what it left: images that differ in what is rolled back come to one.
    var recovered: UInt64
    /// Where what was read is kept.
    var content: Int
  }

  /// What an engine makes of what it finds.
  struct Launch {
    var records: [TraceRecord]
    /// Steps of the disk that had happened before each record.
    var steps: [Int]
    var requests: [Identity]
    /// How it came out by the way in which it ended; promises are judged for each fold anew.
    var verdict: Verdict
  }

  let engine: EngineMaker
  let options: Options
  /// What was found so far.
  public internal(set) var report = CrashReport()
  var databases: [UInt64: Database] = [:]
  var contents: [Survey] = []
  /// What readers make of a sound file, by what is in it.
  var audio: [UInt64: FoundAudio] = [:]
  private var places: [UInt64: Int] = [:]
  private(set) var launches: [UInt64: Launch] = [:]
  /// Records of all launches that are remembered.
  private var rememberedRecords = 0
  /// How many may be: some 60 MB. Beyond that all are forgotten, and those still needed played again.
  private static let recordLimit = 400_000
  var judged: Set<UInt64> = []
  /// Verdicts that were reached, by what they can depend on: images that differ in nothing which a
  /// launch or a reader sees are judged once.
  var concluded: Set<UInt64> = []
  private var logs: Set<UInt64> = []
  /// Recoveries in which crashes were explored, by what decides what they do.
  var deepened: Set<UInt64> = []
  /// Deaths of a process after which the power stayed, by what was there and what was pending.
  var relaunched: Set<UInt64> = []
  /// Second crashes that were judged, by what was there and what had been promised.
  var judgedDeep: Set<UInt64> = []
  var found: Set<String> = []

  /// Whether what was looked for has been found.
  var isOver: Bool {
    guard let clause = options.stopsAt else { return false }
    return report.findings.contains { $0.finding.clause == clause }
  }

  /// Remembers a launch.
  func keep(_ launch: Launch, _ key: UInt64) {
    rememberedRecords += launch.records.count
    if rememberedRecords > Self.recordLimit {
      launches.removeAll(keepingCapacity: true)
      rememberedRecords = launch.records.count
    }
    launches[key] = launch
  }

  /// Keeps what was read of a database, once for each content.
  func keep(_ content: Survey, _ recovered: UInt64) -> Int {
    let key = CrashRun.pair(recovered, content.isSound ? 1 : 2)
    if let place = places[key] { return place }
    contents.append(content)
    places[key] = contents.count - 1
    return contents.count - 1
  }

  /// Explores with an engine.
  public init(_ options: Options, engine: @escaping EngineMaker) {
    self.engine = engine
    self.options = options
    report = CrashReport(options.profiles)
  }

  /// Runs a case and explores its crashes, unless another case had the same log. To be used inside
  /// `DiskStore.exclusively`.
  public func explore(_ theCase: Case, id: String) throws(SQLiteFailure) {
    let recording = try CrashRecording(theCase, engine: engine, habits: options.habits)
    report.cases += 1
    if recording.verdict != .holds {
      report.natural.append(
        CrashReport.Ended(
          caseID: id, verdict: recording.verdict, crash: nil, finding: recording.firstFinding))
    }
    guard logs.insert(recording.shared.hash).inserted else { return }
    report.logs += 1
    for n in options.profiles.indices {
      let isCapped = try CrashRun(self, recording, id: id, profile: n).explore()
      if isCapped, !report.cappedCases.contains(id) { report.cappedCases.append(id) }
    }
  }
}
