import Arguments
import Contract
import Exploration
import Journeys
import Simulation
import Storage

/// Over which store a case is run.
enum StoreKind: String, CaseIterable, Hashable, Sendable {
  /// A logical disk in memory, free of C.
  case memory
  /// Real SQLite and real sound files over a simulated disk.
  case disk

  /// Runs a case on an empty device of this kind that the engine keeps in its way, and tells every record to `also`.
  func run(
    _ theCase: Case, engine: NamedEngine,
    also: @escaping (TraceRecord) -> Void = { _ in }
  ) -> CaseResult {
    let stage = stage(engine)
    return exclusively { stage.run(theCase, also: also) }
  }

  /// Where cases are run with an engine, over devices of this kind that it keeps in its way.
  func stage(_ engine: NamedEngine) -> Exploration.Stage {
    let habits = engine.habits
    return switch self {
    case .memory: Exploration.Stage(engine: engine.make, store: { MemoryStore() })
    case .disk: Exploration.Stage(engine: engine.make, store: { Self.makeDisk(habits) })
    }
  }

  /// Holds the right to a disk world while something is done, where one is needed.
  func exclusively<Value>(_ work: () -> Value) -> Value {
    switch self {
    case .memory: work()
    case .disk: DiskStore.exclusively { work() }
    }
  }

  /// Finds out whether devices of this kind can be made at all, before anything is run.
  func check() throws(Refusal) {
    guard self == .disk else { return }
    do throws(SQLiteFailure) {
      try DiskStore.exclusively { () throws(SQLiteFailure) in _ = try DiskStore() }
    } catch {
      throw Refusal(
        "no-disk-store", "the disk store cannot be made: \(error)",
        hint: "use --store memory and report it as a bug of Lastword", exit: .internalError)
    }
  }

  static func makeDisk(_ habits: StorageHabits) -> any WorldStore {
    do {
      return try DiskStore(habits: habits)
    } catch {
      // `check` has made one before; memory that ran out since then leaves nothing to tell.
      preconditionFailure("a disk store could be made before, and now \(error)")
    }
  }

  static let option = Option<String>.word(
    "store", placeholder: "KIND",
    help: "where History and sources lie; both also compares the two",
    among: ["memory", "disk", "both"],
    standard: "memory")

  /// The stores that the option names.
  static func named(_ text: String) -> [StoreKind] {
    StoreKind(rawValue: text).map { [$0] } ?? StoreKind.allCases
  }
}
