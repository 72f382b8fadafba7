public import Contract
public import Properties
public import SimulatedDisk
public import Simulation

/// What a crash exploration came to.
public struct CrashReport: Sendable {
  /// The figures of one profile.
  public struct Counts: Hashable, Sendable {
    /// States visited, equal ones included.
    public var raw = 0
    /// Images that no earlier profile or log had shown.
    public var new = 0
    /// Images judged together with what had been promised, each pair once.
    public var judged = 0
    /// Points that were cut short.
    public var capped = 0

    /// Counts of nothing, or these.
    public init(raw: Int = 0, new: Int = 0, judged: Int = 0, capped: Int = 0) {
      self.raw = raw
      self.new = new
      self.judged = judged
      self.capped = capped
    }
  }

  /// By profile, in the order of exploration.
  public var profiles: [(profile: DiskProfile, counts: Counts)] = []
  /// Distinct images after a crash, over all profiles and logs.
  public var images: Set<UInt64> = []
  /// Those that a profile was the first to show, by the place of the profile and in the order in
  /// which they were seen.
  public var firsts: [[UInt64]] = []
  /// Distinct images after a crash in the recovery from one.
  public var deepImages: Set<UInt64> = []
  /// Recoveries in which crashes were explored.
  public var recoveries = 0
  /// Launches after the death of a process in which losses of power were explored, with what was
  /// pending from before.
  public var relaunches = 0
  /// Launches played; the others were known.
  public var launches = 0
  /// Databases recovered by SQLite; the others were known.
  public var databases = 0
  /// Cases run to record a log.
  public var cases = 0
  /// Distinct logs.
  public var logs = 0
  /// Cases that did not hold as they are, before any crash.
  public var natural: [Ended] = []
  /// Launches after a crash that did not come to their end, once for each case and way.
  public var launchesUnended: [Ended] = []
  /// What was broken, once for each clause and case.
  public var findings: [CrashFinding] = []
  /// Ids of cases that were cut short.
  public var cappedCases: [String] = []
  /// A fold over all counts and images of all logs, in order: equal in every process.
  public var hash = TraceHash()

  /// An empty report.
  public init(_ profiles: [DiskProfile] = []) {
    self.profiles = profiles.map { ($0, Counts()) }
    firsts = profiles.map { _ in [] }
  }

  /// Adds what came of other cases, explored under the same profiles by an explorer of their own.
  ///
  /// States are counted once over both. What was judged, launched and recovered is the sum: two
  /// explorers know nothing of each other.
  ///
  /// - Parameter folded: the value of the other's hash.
  public mutating func add(_ other: CrashReport, folded: UInt64) {
    for n in profiles.indices where n < other.profiles.count {
      let counts = other.profiles[n].counts
      profiles[n].counts.raw += counts.raw
      profiles[n].counts.judged += counts.judged
      profiles[n].counts.capped += counts.capped
      for image in other.firsts[n] where images.insert(image).inserted {
        profiles[n].counts.new += 1
      }
    }
    deepImages.formUnion(other.deepImages)
    recoveries += other.recoveries
    relaunches += other.relaunches
    launches += other.launches
    databases += other.databases
    cases += other.cases
    logs += other.logs
    natural += other.natural
    launchesUnended += other.launchesUnended
    findings += other.findings
    cappedCases += other.cappedCases
    hash.feed(folded)
  }

  /// A run that came out in another way than it should.
  public struct Ended: Sendable {
    /// The id of the case.
    public var caseID: String
    /// How it came out.
    public var verdict: Verdict
    /// The crash before it; nil for the case as it is.
    public var crash: Crash?
    /// The promise that it broke first; nil where the way in which it ended says all.
    public var finding: Finding?

    /// From its parts.
    public init(caseID: String, verdict: Verdict, crash: Crash?, finding: Finding?) {
      self.caseID = caseID
      self.verdict = verdict
      self.crash = crash
      self.finding = finding
    }
  }
}

/// A promise that a crash broke.
public struct CrashFinding: Sendable {
  /// The id of the case.
  public var caseID: String
  /// The profile under which it was found.
  public var profile: DiskProfile
  /// What was broken.
  public var finding: Finding
  /// The crash, so that the case with it shows the finding again.
  public var crash: Crash
  /// A second crash, in the recovery; nil for a crash alone.
  public var second: Crash?
  /// What is left on the device.
  public var survey: Survey
}
