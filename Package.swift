// swift-tools-version: 6.2
// Targets stand here in the order of their layers; a target imports only lower layers.
// `ci/tidy` enforces that table, because the package manager does not.
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "lastword",
  products: [
    .executable(name: "lastword", targets: ["lastword"]),
    .library(name: "Lastword", targets: ["Contract", "Choices", "Properties", "Simulation"]),
  ],
  targets: [
    // Layer 0: the system's libraries, and what Swift cannot say to them itself.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "CHostShims", dependencies: ["CSQLite", "CSndfile"]),

    // Layer 1: words and tables.
    .target(name: "Contract"),
    .target(name: "Choices"),
    .target(name: "JSON"),
    .target(name: "Arguments"),

    // Layer 2: an engine, a judge, a disk, what files of sound say; none knows another.
    .target(name: "ReferenceEngine", dependencies: ["Contract", "JSON"]),
    .target(name: "RelayEngine", dependencies: ["Contract"]),
    .target(name: "Properties", dependencies: ["Contract", "JSON"]),
    .target(name: "SimulatedDisk", dependencies: ["Choices"]),
    .target(name: "Containers"),

    // Layer 3: the world around an engine, and an app of both engines.
    .target(name: "ReferenceApp", dependencies: ["Contract", "ReferenceEngine", "RelayEngine"]),
    .target(name: "Simulation", dependencies: ["Contract", "Choices", "SimulatedDisk"]),

    // Layer 4: History and sources in the real libraries, and engines that are wrong on purpose.
    .target(
      name: "Mutants", dependencies: ["Contract", "JSON", "ReferenceApp", "ReferenceEngine"]),
    .target(
      name: "Storage",
      dependencies: [
        "Containers", "Contract", "Choices", "JSON", "SimulatedDisk", "Simulation", "CSQLite",
        "CSndfile", "CHostShims",
      ]),

    // Layer 5: cases in, verdicts out.
    .target(
      name: "Scenarios",
      dependencies: ["Contract", "Choices", "JSON", "SimulatedDisk", "Simulation", "CYAML"]),
    .target(
      name: "Exploration",
      dependencies: [
        "Contract", "Choices", "Properties", "SimulatedDisk", "Simulation", "Storage",
      ]),
    .target(name: "Journeys", dependencies: ["Contract", "JSON", "Properties"]),

    // Layer 6: what somebody else's app left behind, as cases.
    .target(
      name: "FieldReports",
      dependencies: [
        "CArchive", "Choices", "Contract", "Exploration", "JSON", "Properties", "Scenarios",
        "Simulation",
      ]),

    // Layer 7: the command.
    .target(
      name: "Commands",
      dependencies: [
        "Arguments", "Choices", "Containers", "Contract", "Exploration", "FieldReports", "JSON",
        "Journeys", "Mutants", "Properties", "ReferenceApp", "ReferenceEngine", "Scenarios",
        "SimulatedDisk", "Simulation", "Storage",
      ]),
    // The program that is shipped holds Swift's own library: it runs where no toolchain is, which is
    // where a gate runs, and calls into that library cost less (docs/performance.md).
    .executableTarget(
      name: "lastword", dependencies: ["Commands"],
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),

    // Tests mirror the targets. What several of them share imports no test library.
    .target(
      name: "TestSupport", dependencies: ["Contract", "Choices", "Simulation"],
      path: "Tests/TestSupport"),
    .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"]),
    .testTarget(name: "ChoicesTests", dependencies: ["Choices"]),
    .testTarget(
      name: "CommandsTests",
      dependencies: ["Arguments", "Commands", "Contract", "JSON", "Journeys", "Scenarios"],
      exclude: ["Pack", "Snapshots"]),
    .testTarget(
      name: "ContainersTests",
      dependencies: ["Containers", "JSON", "SimulatedDisk", "Simulation", "Storage"]),
    .testTarget(name: "ContractTests", dependencies: ["Contract", "Scenarios"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Commands", "Exploration", "FieldReports", "Scenarios", "Storage"]),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "Choices", "Contract", "Exploration", "Mutants", "Properties", "ReferenceEngine",
        "SimulatedDisk", "Simulation", "Storage",
      ]),
    .testTarget(
      name: "FieldReportsTests", dependencies: ["Contract", "Exploration", "FieldReports"],
      exclude: ["Logs"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "JourneysTests", dependencies: ["Journeys"]),
    .testTarget(name: "PropertiesTests", dependencies: ["Contract", "Properties"]),
    .testTarget(
      name: "ReferenceEngineTests",
      dependencies: [
        "Choices", "Contract", "Exploration", "Properties", "ReferenceEngine", "Simulation",
      ]),
    .testTarget(
      name: "RelayEngineTests",
      dependencies: [
        "Choices", "Contract", "Mutants", "ReferenceApp", "Simulation", "TestSupport",
      ]),
    .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "SimulatedDisk"]),
    .testTarget(name: "SimulatedDiskTests", dependencies: ["SimulatedDisk"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Choices", "Contract", "Exploration", "Properties", "ReferenceEngine", "Simulation",
        "TestSupport",
      ]),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Choices", "Contract", "ReferenceEngine", "SimulatedDisk", "Simulation", "Storage",
        "TestSupport",
      ]),
  ]
)

for target in package.targets {
  switch target.type {
  case .system: break
  default: target.swiftSettings = (target.swiftSettings ?? []) + strict
  }
}
