/// The rules that are lists.
enum Rules {
  static let longestFile = 500
  static let longestFunction = 70

  /// Targets in which the same input must give the same result on any day and machine.
  static let deterministic: Set = [
    "Contract", "Choices", "ReferenceEngine", "RelayEngine", "ReferenceApp", "Properties",
    "SimulatedDisk", "Simulation", "Mutants",
  ]

  /// Targets that must judge a foreign engine just as ours, so they know no engine of ours.
  static let engineBlind: Set = [
    "Contract", "Choices", "JSON", "Arguments", "Properties", "SimulatedDisk", "Simulation",
    "Storage", "Scenarios", "Exploration", "Journeys", "Containers",
  ]
  static let engines: Set = ["ReferenceEngine", "RelayEngine", "ReferenceApp", "Mutants"]

  /// Targets whose switches must break when the vocabulary grows.
  static let exhaustive: Set = [
    "ReferenceEngine", "RelayEngine", "ReferenceApp", "Properties", "Simulation",
  ]

  /// Which targets may name which C module, so that none is reachable from the library products.
  static let clientsOfC: [String: Set<String>] = [
    "CSQLite": ["Storage"], "CSndfile": ["Storage"], "CHostShims": ["Storage", "Commands"],
    "CYAML": ["Scenarios"], "CArchive": ["FieldReports"],
  ]

  /// Names that bring in order, time or chance from outside, and what to use instead.
  static let nondeterministicTypes: [String: String] = [
    "Dictionary": "its order differs between processes; use a sorted array",
    "Set": "its order differs between processes; use a sorted array",
    "hashValue": "it is seeded anew in each process; use the hash of the contract",
    "Hasher": "it is seeded anew in each process; use the hash of the contract",
    "Date": "time comes in as an argument",
    "UUID": "identities come in as arguments",
    "Double": "results must not depend on rounding; use integers",
    "Float": "results must not depend on rounding; use integers",
    "Task": "an engine never suspends",
    "SystemRandomNumberGenerator": "ask the choices",
    "ContinuousClock": "time comes in as an argument",
    "SuspendingClock": "time comes in as an argument",
    "ProcessInfo": "the environment must not matter",
    "CommandLine": "the environment must not matter",
  ]
  static let nondeterministicCalls: [String: String] = [
    "random": "ask the choices", "randomElement": "ask the choices",
    "shuffled": "ask the choices", "shuffle": "ask the choices",
    "print": "results are returned", "debugPrint": "results are returned",
    "dump": "results are returned", "getenv": "the environment must not matter",
  ]
  /// The only modules outside the package that a deterministic target may import.
  static let deterministicImports: Set = ["Swift"]

  /// The words of the stream family: what is said of one live transcript must not seep into the
  /// recorder, its judges and its world, which have to work without.
  static let streamWords: Set = ["leg", "legs", "relay", "relays"]
  static let streamPhrase = "hold buffer"

  /// The files of a deterministic target that may use them: those of the family itself, named by how
  /// they begin, and those in which every family has its line.
  static let streamFiles = [
    // The family.
    "Sources/Contract/Live.swift", "Sources/Contract/Canonical+Live.swift", "Sources/RelayEngine/",
    "Sources/ReferenceApp/", "Sources/Simulation/Leg", "Sources/Properties/Relay",
    "Sources/Mutants/Mutants+Relay", "Sources/Mutants/SeenLegs.swift",
    // The vocabulary: events, effects, names, budgets, settings, clauses.
    "Sources/Contract/Budgets.swift", "Sources/Contract/Canonical.swift",
    "Sources/Contract/Canonical+Effects.swift", "Sources/Contract/Clause",
    "Sources/Contract/Effects.swift", "Sources/Contract/Events.swift",
    "Sources/Contract/Identity+Text.swift", "Sources/Contract/Settings.swift",
    "Sources/Contract/Trace.swift", "Sources/Contract/Wording.swift",
    // Where a judge hands a record to the families, and the kinds of records.
    "Sources/Properties/Families.swift", "Sources/Properties/Kinds.swift",
    // Where the world hands an answer, a notice or an item of its agenda to what it is for.
    "Sources/Simulation/Agenda.swift", "Sources/Simulation/Answers.swift",
    "Sources/Simulation/Exchange.swift", "Sources/Simulation/Namer.swift",
    "Sources/Simulation/Requests.swift", "Sources/Simulation/World.swift",
  ]

  /// Whether a file must not speak of legs and relays.
  static func isBesideStreams(_ file: TextFile) -> Bool {
    guard let target = file.target, deterministic.contains(target) else { return false }
    return !streamFiles.contains { file.path.hasPrefix($0) }
  }

  /// Whether a file stands at the boundary where memory cannot be checked.
  static func mayBeUnsafe(_ file: TextFile) -> Bool {
    switch file.target {
    case "Storage": true
    case "Scenarios": file.path.contains("/YAML") || file.path.contains("/Files/")
    case "FieldReports": file.path.contains("/Archives/")
    case "Commands": file.name.contains("Terminal")
    default: file.target == nil
    }
  }
}
