public import Contract

// Storage adapters that are wrong on purpose: each is one real defect, as habits of the disk store.
//
// The engine above them is good and the files below them are real, so what breaks is what they would
// break in an app. Nearly all of them do well as long as nothing happens: a crash, a fault or a full
// disk has to come.

/// A known defect of a storage adapter, and the promise that it breaks.
public struct StorageMutant: Hashable, Sendable {
  /// What has to happen before anybody can tell the defect from good work.
  public enum Exposure: Hashable, Sendable {
    /// A crash: what it leaves on the device is not what was promised.
    case crash
    /// A disk that fails, is full or cannot be asked, or a file that vanishes.
    case fault
    /// A disk that fails, and then a crash.
    case faultThenCrash
    /// Nothing can, and why: it must survive, or the judge sees what is not there.
    case nothing(because: String)
  }

  /// A crash that shows the defect: which losses were possible, and who played the audio then.
  public struct Kill: Hashable, Sendable {
    /// The disk profile, such as `strict` or `apfs-full`.
    public var profile: String
    /// The most forgiving reader for whom audio is lost, so that none before it finds enough either;
    /// nil where it is History that was wrong.
    public var reader: AudioReader?
    /// Whether it takes a second crash, in the launch that follows the first.
    public var inRecovery: Bool

    /// A kill from its parts.
    public init(_ profile: String, _ reader: AudioReader? = nil, inRecovery: Bool = false) {
      self.profile = profile
      self.reader = reader
      self.inRecovery = inRecovery
    }
  }

  /// Its permanent name, such as `header-before-audio`.
  public var name: String
  /// What it does wrong, in one sentence.
  public var title: String
  /// Where the defect comes from.
  public var origin: String
  /// The clause that must be the earliest one to be violated.
  public var clause: ClauseID
  /// What has to happen.
  public var exposure: Exposure
  /// The adapter that has it.
  public var habits: StorageHabits
  /// The crash that was seen to show it; nil where none was recorded.
  public var kill: Kill?

  init(
    _ name: String, _ title: String, origin: String, clause: ClauseID, _ exposure: Exposure,
    _ slips: StorageSlips = [], database: DatabaseSettings = .reference, kill: Kill? = nil
  ) {
    self.name = name
    self.title = title
    self.origin = origin
    self.clause = clause
    self.exposure = exposure
    habits = StorageHabits(database: database, slips: slips)
    self.kill = kill
  }

  /// Why no run can tell it from a good adapter; nil where one can.
  public var equivalence: String? {
    if case .nothing(let why) = exposure { why } else { nil }
  }

  /// Every storage mutant, by name.
  public static let all: [StorageMutant] = [audio, names, history, orders, beliefs]
    .flatMap(\.self).sorted { $0.name < $1.name }
}
