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
