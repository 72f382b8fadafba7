public import Choices
public import Contract

// A case: everything that decides a run. The same case gives the same trace in any process.

/// A platform as the world plays it.
public struct Platform: Hashable, Sendable {
  /// Its permanent id, such as `ios-keyboard`.
  public var id: String
  /// The choices it declares.
  public var dialect: Dialect
  /// Its configured lengths and sizes.
  public var limits: Limits
  /// The kind of live transcript that the app offers.
  public var live: LiveKind
  /// Whether a keyboard extension runs beside the app.
  public var hasKeyboard: Bool
  /// Which process a person's commands go to unless the script says otherwise.
  public var commands: ProcessRole

  /// Makes a platform.
  public init(
    id: String, dialect: Dialect = Dialect(), limits: Limits = Limits(),
    live: LiveKind = .none, hasKeyboard: Bool = false, commands: ProcessRole = .app
  ) {
    self.live = live
    self.id = id
    self.dialect = dialect
    self.limits = limits
    self.hasKeyboard = hasKeyboard
    self.commands = commands
  }
}

/// When something in a script happens.
public enum Anchor: Hashable, Sendable {
  /// At a time of the case.
  case time(Nanoseconds)
  /// So long after the first happening that fits.
  case after(IdentityPattern, Nanoseconds)
}

/// What a script does.
public enum Action: Hashable, Sendable {
  /// A person asks for something, in the platform's usual process or in the named one.
  case command(Command, ProcessRole?)
  /// The device reports something to a process.
  case news(News, ProcessRole)
  /// The focus moves; the processes hear of it.
  case focus(Target?)
  /// A field changes its nature.
  case field(Target, Field)
  /// The person copies a text in another app.
  case copy(String)
  /// A process sleeps.
  case suspend(ProcessRole, Nanoseconds)
  /// The wall clock steps.
  case wallStep(Nanoseconds)
  /// A process that is not running is started.
  case launch(ProcessRole)
  /// Nothing: a point that later entries stand behind.
  case wait
}

/// One line of a script. An entry is ready at the later of its anchor and the entry before it.
public struct ScriptEntry: Hashable, Sendable {
  /// When.
  public var anchor: Anchor
  /// What.
  public var action: Action

  /// Makes a line.
  public init(_ anchor: Anchor, _ action: Action) {
    self.anchor = anchor
    self.action = action
  }
}

/// What a text field is to a delivery.
public enum Field: UInt8, CaseIterable, Hashable, Sendable {
  case plain, secure, gone, refusing
}

/// Where a process dies.
public struct Crash: Hashable, Sendable {
  /// Before or after the happening.
  public enum Side: UInt8, CaseIterable, Hashable, Sendable {
    case before, after
  }

  /// Which side of it.
  public var side: Side
  /// The happening; the first that fits counts.
  public var at: IdentityPattern
  /// Which process dies.
  public var role: ProcessRole
  /// How long until it is launched again; nil leaves that to the script.
  public var relaunch: Nanoseconds?
  /// The operation of the disk before or after which it happens, inside the request that `at`
  /// names; nil for a crash between happenings.
  public var inside: DiskPoint?
  /// What the device loses; nil where a process dies and the device goes on. With a loss of power
  /// every process dies.
  public var losses: Losses?

  /// Makes a crash.
  public init(
    _ side: Side, _ at: IdentityPattern, role: ProcessRole = .app,
    relaunch: Nanoseconds? = .seconds(1), inside: DiskPoint? = nil, losses: Losses? = nil
  ) {
    self.side = side
    self.at = at
    self.role = role
    self.relaunch = relaunch
    self.inside = inside
    self.losses = losses
  }

  /// Whether only a store with a disk can play it.
  public var needsDisk: Bool { inside != nil || losses != nil }
}

/// A stretch of what there is to hear, from the start of every clip.
public struct Sound: Hashable, Sendable {
  /// How long.
  public var length: Nanoseconds
  /// How loud.
  public var level: Level

  /// Makes a stretch.
  public init(_ length: Nanoseconds, _ level: Level) {
    self.length = length
    self.level = level
  }
}

/// What the device holds before the first launch.
public enum Plant: Hashable, Sendable {
  /// A row.
  case row(Row)
  /// A row that cannot be read.
  case damagedRow(RecordingID)
  /// A durable deletion.
  case tombstone(Tombstone)
  /// A sound file of so many samples of its recording's clip; `isClosed` or left by a dead writer.
  case file(FileRef, samples: Int, isClosed: Bool)
  /// A file that carries an own name and is no sound file.
  case brokenFile(FileRef)
  /// A file with a name that is not the app's.
  case foreignFile
  /// A History store that cannot be opened.
  case corruptStore
  /// A hand-off that lies about.
  case handoff(Handoff)
}

/// Everything that decides a run.
public struct Case: Hashable, Sendable {
  /// The platform.
  public var platform: Platform
  /// The settings of the first launch.
  public var settings: Settings
  /// What every clip sounds like; quiet after its end.
  public var sounds: [Sound]
  /// Whether the microphone delivers chunks of 100 ms, as a live transcript wants them, and not
  /// of half a second.
  public var hasFineMicrophone: Bool
  /// Real speech that every clip plays in place of numbered words.
  public var speech: SpeechFixture?
  /// What the recognizer answers, by what it hears; the first rule that fits counts.
  public var recognizer: [Rule]
  /// What a cleanup is answered with, in the same way.
  public var cleanup: [Rule]
  /// The field that has the focus at the start.
  public var focus: Target?
  /// The fields that are not plain, from the start.
  public var fields: [FieldAtStart]
  /// What the device holds already.
  public var plants: [Plant]
  /// What happens.
  public var script: [ScriptEntry]
  /// What is unusual.
  public var plan: Plan<Answer>
  /// In which order, where not the natural one.
  public var schedule: [Hold]
  /// Where processes die.
  public var crashes: [Crash]
  /// What is unusual about the disk; a case that says something here needs a store with a disk.
  public var disk: DiskPlan

  /// A field that is not plain.
  public struct FieldAtStart: Hashable, Sendable {
    /// Which.
    public var target: Target
    /// What it is.
    public var field: Field

    /// Makes one.
    public init(_ target: Target, _ field: Field) {
      self.target = target
      self.field = field
    }
  }

  /// Makes a case; by default a person records for five seconds and nothing is unusual.
  public init(
    platform: Platform = Platform(id: "macos"), settings: Settings = Settings(),
    sounds: [Sound] = [Sound(.seconds(5), .speech)], recognizer: [Rule] = [],
    cleanup: [Rule] = [], focus: Target? = Target(1), fields: [FieldAtStart] = [],
    plants: [Plant] = [], script: [ScriptEntry] = Case.oneRecording, plan: Plan<Answer> = Plan(),
    schedule: [Hold] = [], crashes: [Crash] = [], speech: SpeechFixture? = nil,
    disk: DiskPlan = DiskPlan(), hasFineMicrophone: Bool = false
  ) {
    self.hasFineMicrophone = hasFineMicrophone
    self.platform = platform
    self.settings = settings
    self.sounds = sounds
    self.speech = speech
    self.recognizer = recognizer
    self.cleanup = cleanup
    self.focus = focus
    self.fields = fields
    self.plants = plants
    self.script = script
    self.plan = plan
    self.schedule = schedule
    self.crashes = crashes
    self.disk = disk
  }

  /// A person starts r1 at once and stops it after five seconds.
  public static var oneRecording: [ScriptEntry] {
    [
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(.seconds(5)), .command(.stop(nil), nil)),
    ]
  }

  /// The wall clock at the start of every case: 2026-01-05 09:00:00 UTC.
  public static let epoch = Nanoseconds(1_767_603_600 * 1_000_000_000)
}
