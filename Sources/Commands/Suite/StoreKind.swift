import Arguments
import Simulation

/// Over which store a case is run.
enum StoreKind: String, CaseIterable, Hashable, Sendable {
  /// A logical disk in memory, free of C.
  case memory
  /// Real SQLite and real sound files over a simulated disk.
  case disk

  /// An empty device.
  func make() -> any WorldStore {
    switch self {
    case .memory: MemoryStore()
    case .disk: MemoryStore()
    }
  }

  static let option = Option<String>.word(
    "store", placeholder: "KIND",
    help: "where History and sources lie; both also compares the two", among: ["memory", "disk", "both"],
    standard: "memory")

  /// The stores that the option names.
  static func named(_ text: String) -> [StoreKind] {
    StoreKind(rawValue: text).map { [$0] } ?? StoreKind.allCases
  }
}
