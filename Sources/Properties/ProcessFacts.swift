import Contract

/// What is known of the newest life of a process.
struct ProcessFacts: Sendable {
  var id: ProcessID
  var isAlive = false
  /// When it was suspended; nil while it runs.
  var asleep: Nanoseconds?
  var dialect = Dialect()
  var limits = Limits()
  /// What it offers beside recordings.
  var live = LiveKind.none
  /// What the person has chosen by now.
  var settings = Settings()
  /// The field that has the focus, as the engine was told.
  var focus: Target?
  /// Requests that have not finished, abandoned ones included, oldest first.
  var open: Roster<OpenRequest> = []
  /// The armed set.
  var deadlines: [Deadline] = []
  /// Whether the engine knows that the store is open.
  var knowsStore = false
  /// Whether it was given an inventory.
  var hasInventory = false
  /// How often it asked to open the store, and for an inventory, in this life.
  var asks = (open: 0, inventory: 0)
  /// The newest of those that failed or was given up.
  var givenUp: Identity?

  init(_ role: ProcessRole) { id = ProcessID(role, boot: 0) }
}

/// What a surface shows.
struct SurfaceFacts: Sendable {
  /// What it shows now; nil before anything was shown.
  var shows: Indicator?
  /// What it showed before the reaction under way, or the last one.
  var showed: Indicator?
  /// Who said so last.
  var process = ProcessID(.app, boot: 0)
}

/// Text that reached a field.
struct Landing: Sendable {
  var record: Int
  var target: Target
  var text: String
}

/// The reaction under way.
struct ReactionFacts: Sendable {
  var isOpen = false
  /// The event.
  var event = Stamp()
  /// Its newest record that is not a deed.
  var last = Stamp()
  /// A command that was not refused so far.
  var command: Command?
  /// The field that a handed-over start is for.
  var target: Target?
  /// Effects so far.
  var effects = 0
  /// Whether the event was an answer or report that must not change anything.
  var isStale = false
  /// Whether the engine refused it.
  var ignored: Ignored?
}
