/// A small repository and what must be found in it, as `line: beginning of the message`.
private struct Trial {
  let rule: String
  let path: String
  let text: String
  let expected: [String]
  /// Other files the finding depends on.
  var beside: [TextFile] = []

  init(
    _ rule: String, _ path: String, _ text: String, _ expected: [String],
    beside: [TextFile] = []
  ) {
    (self.rule, self.path, self.text) = (rule, path, text)
    (self.expected, self.beside) = (expected, beside)
  }
}

/// Tries each rule on texts that keep it and on texts that break it; tells what went wrong.
func selfTest() -> Bool {
  let manifest = TextFile(path: "Package.swift", text: sampleManifest)
  var isFine = true
  for trial in trials {
    let found = check([manifest, TextFile(path: trial.path, text: trial.text)] + trial.beside)
      .filter { $0.path == trial.path }
      .map { "\($0.line): \($0.message)" }
    let agrees =
      found.count == trial.expected.count
      && zip(found, trial.expected).allSatisfy { $0.hasPrefix($1) }
    if !agrees {
      isFine = false
      print("tidy self-test: \(trial.rule)\n  expected \(trial.expected)\n  found    \(found)")
    }
  }
  print("tidy self-test: \(trials.count) trials, \(isFine ? "all as expected" : "some failed")")
  return isFine
}

private let sampleManifest = """
  let package = Package(targets: [
    // Layer 0: libraries.
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CArchive"),
    .target(name: "CHostShims", dependencies: ["CSQLite"]),
    // Layer 1: words.
    .target(name: "Contract"),
    .target(name: "Choices"),
    // Layer 2: judges.
    .target(name: "ReferenceEngine", dependencies: ["Contract"]),
    .target(name: "Properties", dependencies: ["Contract"]),
    // Layer 3: worlds.
    .target(name: "Simulation", dependencies: ["Contract", "Choices"]),
    .target(name: "Mutants", dependencies: ["ReferenceEngine"]),
    // Layer 4: stores.
    .target(name: "Storage", dependencies: ["Contract", "CSQLite", "CHostShims"]),
    // Layer 6: the command.
    .target(name: "Commands", dependencies: ["Contract", "ReferenceEngine"]),
    .executableTarget(name: "lastword", dependencies: ["Commands"]),
    .testTarget(name: "StorageTests", dependencies: ["Storage", "Commands"]),
  ])
  """

private let lines71 = String(repeating: "  x += 1\n", count: 69)
private let mutants = TextFile(
  path: "Sources/Mutants/All.swift",
  text: #"let a = M(name: "saved-early"), b = M(name: "halves"), c = M(title: "not-a-name")"#)

private let trials: [Trial] = [
  // Layers.
  Trial(
    "a lower layer is fine", "Sources/Simulation/A.swift",
    "import Choices\npublic import Contract\n@testable internal import struct Contract.A\n", []),
  Trial(
    "the executable", "Sources/lastword/Main.swift", "import Commands\nimport Foundation\n", []),
  Trial(
    "a higher layer", "Sources/Contract/A.swift", "import Simulation\n",
    ["1: Contract (layer 1) must not import Simulation (layer 3)"]),
  Trial(
    "the same layer", "Sources/Contract/A.swift", "\n\ninternal import Choices\n",
    ["3: Contract (layer 1) must not import Choices (layer 1)"]),
  Trial(
    "not declared", "Sources/Properties/A.swift", "import Choices\n",
    ["1: Properties imports Choices without depending on it"]),
  Trial(
    "an engine for a judge", "Sources/Storage/A.swift",
    "import Mutants\nimport ReferenceEngine\n",
    ["1: Storage must judge any engine alike", "2: Storage must judge any engine alike"]),
  Trial(
    "C for a library target", "Sources/Simulation/A.swift", "import CSQLite\n",
    ["1: Simulation must not see the C module CSQLite"]),
  Trial(
    "archives for the command", "Sources/Commands/A.swift", "import CArchive\n",
    ["1: Commands must not see the C module CArchive"]),
  Trial("C for its client", "Sources/Storage/A.swift", "import CSQLite\nimport CHostShims\n", []),
  Trial(
    "the manifest", "Package.swift",
    """
    let targets = [
      // Layer 1: words.
      .target(name: "Contract", dependencies: ["Exploration"]),
      // Layer 5: cases.
      .target(name: "Exploration", dependencies: ["Contract"]),
    ]
    """, ["3: Contract (layer 1) must not import Exploration (layer 5)"]),
  Trial("tests import what they like", "Tests/StorageTests/A.swift", "import Mutants\n", []),

  // Determinism.
  Trial(
    "the system", "Sources/Contract/A.swift", "import Foundation\n",
    ["1: Contract is deterministic and imports nothing of the system: Foundation"]),
  Trial("elsewhere the system is fine", "Sources/Commands/A.swift", "import Foundation\n", []),
  Trial(
    "types", "Sources/Mutants/A.swift",
    """
    var a: Set<Int> = []
    var b: [Int: Int] = [:]
    var c = Dictionary<Int, Int>()
    var d: Double = 1
    func e() { Task {} }
    var f = x.hashValue
    actor G {}
    func h() async { await i() }
    """,
    [
      "1: no Set", "2: no Dictionary", "3: no Dictionary", "4: no Double", "5: no Task",
      "6: no hashValue", "7: no actor", "8: no async", "8: no await",
    ]),
  Trial(
    "calls", "Sources/Choices/A.swift",
    "let a = Int.random(in: 0...1)\nlet b = c.shuffled()\nfunc d() { print(1) }\n",
    ["1: no random()", "2: no shuffled()", "3: no print()"]),
  Trial(
    "harmless names", "Sources/Choices/A.swift",
    """
    // A Set, a Dictionary, Double: print(random) async
    let text = "Set Double print()"
    enum A { case set, async, task }
    var b: [Int] { set { } get { [] } }
    func hash(into hasher: inout Hasher) { hasher.combine(1) }
    """, []),
  Trial(
    "a hasher of one's own", "Sources/Choices/A.swift",
    "func hash() { var h = Hasher() }\nfunc other(into h: inout Hasher) {}\n",
    ["1: no Hasher", "2: no Hasher"]),

  // Errors and exhaustiveness.
  Trial(
    "errors", "Sources/Storage/A.swift",
    "let a = try? b()\nlet c = try! b()\nfatalError(\"x\")\nlet d = try b()\n",
    ["1: no try?", "2: no try!", "3: no fatalError"]),
  Trial("tests may force", "Tests/StorageTests/A.swift", "let a = try! b()\n", []),
  Trial(
    "default over cases", "Sources/Properties/A.swift",
    "switch a {\ncase .b: 1\ndefault: 2\n}\nswitch c {\ncase let .d(e): 1\n@unknown default: 2\n}\n",
    ["3: no default", "7: no default"]),
  Trial(
    "default over tuples of cases", "Sources/ReferenceEngine/A.swift",
    "switch (a, b) {\ncase (.c, 1): 1\ndefault: 2\n}\n", ["3: no default"]),
  Trial(
    "default over numbers", "Sources/Simulation/A.swift",
    "switch a {\ncase 1, 3...5: 1\ncase Int.min: 2\ndefault: 3\n}\n", []),
  Trial(
    "default over kinds", "Sources/Properties/A.swift",
    "func a(_ kind: Kinds) {\nswitch kind {\ncase .b: 1\ndefault: 2\n}\n}\n", []),
  Trial(
    "default over what is only called like kinds", "Sources/Properties/A.swift",
    """
    func a(_ kind: Kind, _ other: Kinds) {
      switch kind {
      case .b: 1
      default: 2
      }
      switch other.kind {
      case .b: 1
      default: 2
      }
    }
    func c(_ kind: Kinds) {
      switch what {
      case .b: 1
      default: 2
      }
    }
    """,
    ["4: no default", "8: no default", "14: no default"]),
  Trial(
    "default elsewhere", "Sources/Commands/A.swift", "switch a {\ncase .b: 1\ndefault: 2\n}\n",
    []),

  // Memory.
  Trial(
    "unsafe where it may not be", "Sources/Contract/A.swift", "// The pointer lives.\nunsafe a()\n",
    ["2: no unsafe memory"]),
  Trial(
    "unsafe without a reason", "Sources/Storage/A.swift", "import CSQLite\nlet a = unsafe b()\n",
    ["1: say in a comment why the unsafe memory here is sound"]),
  Trial(
    "unsafe with a reason", "Sources/Storage/A.swift",
    "/// The pointer lives as long as the call.\nlet a = unsafe b()\n", []),
  Trial(
    "unsafe where archives are read", "Sources/FieldReports/Archives/A.swift",
    "/// The pointer lives as long as the call.\nlet a = unsafe b()\n", []),
  Trial(
    "unsafe beside where archives are read", "Sources/FieldReports/Rules/A.swift",
    "/// The pointer lives as long as the call.\nlet a = unsafe b()\n", ["2: no unsafe memory"]),
  Trial(
    "exemptions", "Sources/Storage/A.swift",
    """
    struct A: @unchecked Sendable {}

    nonisolated(unsafe) var b = 1
    // Only one thread reaches it.
    struct C: @unchecked Sendable {}
    """,
    ["1: say in a comment above why @unchecked", "3: say in a comment above why nonisolated"]),
  Trial(
    "exemptions elsewhere", "Sources/Journeys/A.swift",
    "// It is only read.\nstruct A: @unchecked Sendable {}\n",
    ["2: no @unchecked in this file"]),

  // Streams.
  Trial(
    "legs elsewhere", "Sources/ReferenceEngine/A.swift",
    """
    // One leg after the other.
    let a = firstLeg
    let b = "the relay"
    struct RelayThing {}
    let c = holds /* the hold buffer */
    """,
    [
      "2: of legs and relays only the files of the stream family speak, not a comment",
      "2: of legs and relays only", "3: of legs and relays only", "4: of legs and relays only",
      "5: of legs and relays only",
    ]),
  Trial(
    "a judge of recordings", "Sources/Properties/A.swift", "var relays = 1\n",
    ["1: of legs and relays only"]),
  Trial(
    "words that only begin so, and bare cases", "Sources/ReferenceEngine/A.swift",
    """
    // A legal legacy is relayed legibly.
    switch a {
    case .leg, .live: isLegal = 1
    case .progress(_, .leg): delegate = 2
    }
    """, []),
  Trial(
    "a case of something named", "Sources/ReferenceEngine/A.swift", "let a = b.leg\n",
    ["1: of legs and relays only"]),
  Trial(
    "legs in their family", "Sources/Properties/RelayA.swift", "// A leg.\nvar legs = relay\n", []),
  Trial(
    "legs where every family has its line", "Sources/Contract/Effects.swift", "// A leg.\n", []),
  Trial("legs above the worlds", "Sources/Commands/A.swift", "// A leg of the relay.\n", []),

  // Size.
  Trial(
    "a function of 71 lines", "Sources/Storage/A.swift", "func a() {\n\(lines71)}\n",
    ["1: a has 71 lines; at most 70"]),
  Trial(
    "a comment does not count", "Sources/Storage/A.swift",
    "/// Says.\n@inlinable\nfunc a() {\n\(lines71.dropFirst(18))}\n", []),
  Trial(
    "accessors and initializers", "Tests/StorageTests/A.swift",
    "struct A {\nvar a: Int {\n\(lines71)}\ninit() {\n\(lines71)}\n}\n",
    ["2: a has 71 lines", "73: init has 71 lines"]),
  Trial(
    "a file of 501 lines", "Sources/Storage/A.swift", String(repeating: "\n", count: 501),
    ["501: the file has 501 lines"]),
  Trial(
    "a file of 500 lines", "Sources/Storage/A.swift", String(repeating: "\n", count: 500), []),
  Trial(
    "a generated file", "Sources/Storage/A.swift",
    "// Generated by ci/x; edit y.\n" + String(repeating: "\n", count: 600), []),

  // Mutants.
  Trial(
    "a mutant known to a judge", "Sources/Properties/A.swift",
    "// saved-early\nlet a = \"halves\"\n// halves, not-saved-early, not-a-name\n",
    ["1: this file must not know the mutant saved-early", "2: this file must not know"],
    beside: [mutants]),
  Trial(
    "a mutant known to the command", "Sources/Commands/A.swift", "// saved-early\n", [],
    beside: [mutants]),

  // Any file.
  Trial("unfinished", "docs/a.md", "# A\n\nFIX" + "ME later\n", ["3: finish it"]),
  Trial("a space", "docs/a b.md", "# A\n", ["1: a file name must not contain a space"]),
  Trial("one title", "docs/a.md", "# A\n\n## B\n\n```\n# c\n```\n", []),
  Trial("two titles", "docs/a.md", "# A\n\n# B\n", ["3: a page has exactly one title"]),
  Trial("no title", "docs/a.md", "A\n", ["1: a page has exactly one title"]),
]
