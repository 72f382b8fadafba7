public import SimulatedDisk

/// A way to set up a database or a recorder of which it is known whether a crash can break its promises.
///
/// A disk that finds nothing wrong with a database that is set up carelessly has lost its teeth; one
/// that finds something wrong with a careful one bites where no device does. So both stand here, with
/// the figures that were counted when the rules of the disk were first written down (`noted`).
public struct NegativeControl: Sendable {
  /// What is done.
  public enum Work: Hashable, Sendable {
    case database(CrashControl)
    case dictation(DictationControl)
  }

  /// A few words.
  public let name: String
  /// What is done.
  public let work: Work
  /// Whether no crash breaks a promise.
  public let isSafe: Bool
  /// What was noted once, by calls, of a program that was not kept.
  public let noted: ControlFigures
  /// What is counted here by calls, where that is not what was noted. `docs/reliability.md` says why.
  public let calls: ControlFigures?
  /// What is counted here by pages.
  public let pages: ControlFigures

  init(
    _ name: String, _ work: Work, isSafe: Bool = false, noted: ControlFigures,
    calls: ControlFigures? = nil, pages: ControlFigures
  ) {
    self.name = name
    self.work = work
    self.isSafe = isSafe
    self.noted = noted
    self.calls = calls
    self.pages = pages
  }

  /// The rules for what is lost.
  public var profile: DiskProfile {
    switch work {
    case .database(let control): control.profile
    case .dictation(let control): control.profile
    }
  }

  /// What is to be met.
  public func expected(_ mode: LossMode) -> ControlFigures {
    switch mode {
    case .calls: calls ?? noted
    case .pages: pages
    }
  }

  /// Explores it.
  ///
  /// - Parameters:
  ///   - mode: the unit of loss.
  ///   - remembers: whether a database that was recovered once is known; changes no figure.
  ///   - limit: states that one crash point may show.
  ///   - depth: 2 also crashes every recovery; changes no figure of the first crashes.
  /// - Throws: what SQLite says to the work itself, before any crash.
  public func run(
    mode: LossMode, remembers: Bool = true, limit: Int = .max, depth: Int = 1
  ) throws(SQLiteFailure) -> CrashTally {
    switch work {
    case .database(let control):
      try control.run(mode: mode, remembers: remembers, limit: limit, depth: depth)
    case .dictation(let control):
      try control.run(mode: mode, remembers: remembers, limit: limit, depth: depth)
    }
  }
}
