import Arguments
import Choices
import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation
import Storage

/// A finding that was read from a file.
struct FindingFile: Sendable {
  /// Where it lies.
  var path: String
  /// What it says.
  var file: CaseFile

  /// Reads a file that holds a finding.
  ///
  /// - Throws: every mistake in it with its place, or that it is a scenario without a `regression`.
  init(_ path: String, platforms: PlatformRegistry) throws(Refusal) {
    let source: SourceText
    do {
      source = try SourceText(contentsOf: path)
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
    let scenario = try Suite.refusing { () throws(Scenarios.Refusal) in
      try Scenario(source, platforms: platforms)
    }
    guard let file = CaseFile(scenario) else {
      throw Refusal(
        "no-finding", "“\(path)” is a scenario and no finding: it has no 'regression'",
        hint: "“lastword run \(scenario.id)” plays it")
    }
    self.path = path
    self.file = file
  }

  /// Finds what a command line means: a path, or the id of a finding in the folder of findings or
  /// among the regressions of the pack; nil when it is neither.
  static func named(
    _ text: String, found: String, pack: String, platforms: PlatformRegistry
  ) throws(Refusal) -> FindingFile? {
    if text.hasSuffix(".yaml") || text.contains("/") || isFile(text) {
      return try FindingFile(text, platforms: platforms)
    }
    let id = String(text.prefix { $0 != "@" })
    for folder in [found, pack + "/regressions"] where isFile("\(folder)/\(id).yaml") {
      return try FindingFile("\(folder)/\(id).yaml", platforms: platforms)
    }
    return nil
  }

  /// The engine that somebody names, or else that it was found with.
  func engine(unless other: NamedEngine?) throws(Refusal) -> NamedEngine {
    if let other { return other }
    if let engine = Engines.find(file.regression.engine) { return engine }
    throw Refusal(
      "unknown-engine",
      "“\(path)” was found with the engine “\(file.regression.engine)”, which is "
        + "not built in", hint: "name another one with --engine")
  }
}

/// The options about findings, shared by the commands that keep or look for them.
enum FindingOptions {
  /// Where findings lie unless somebody says otherwise.
  static let usual = "corpus/found"

  static let save = Option<String>.text(
    "save", placeholder: "DIR", help: "the folder of findings", standard: usual)
  static let engine = Option<NamedEngine?>.custom(
    "engine", placeholder: "NAME",
    help: "another engine than the one a finding was found with",
    convert: { text throws(ValueProblem) in try Engines.named(text) })
  static let findings = Option<String?>.text(
    "save", placeholder: "DIR",
    help: "writes each finding into this folder, as a case that “lastword replay” reproduces")
}

/// The folder of findings: one file each, written whole or not at all.
struct FoundFolder {
  /// The folder.
  let path: String
  /// The platforms, by which a case is said.
  let platforms: PlatformRegistry

  /// The id for what was found: the same promise and the same kinds of things, the same file.
  static func id(_ clause: ClauseID, _ bucket: String) -> String {
    var hash = TraceHash()
    hash.feed(bucket)
    let words = String(
      clause.id.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    return "found.\(words.prefix(56))-\(hash.hexadecimal.prefix(8))"
  }

  /// What a discovery looks like as a file.
  static func file(
    _ discovery: Discovery, id: String, engine: NamedEngine, needsDisk: Bool, bucket: String,
    journeys: [JourneyID] = [], seed: UInt64? = nil, cut: UInt64? = nil
  ) -> CaseFile {
    CaseFile(
      id: id, title: CaseFile.title(discovery.findings.first?.sentence ?? discovery.clause.says),
      theCase: discovery.theCase.tidied, needsDisk: needsDisk, journeys: journeys,
      regression: Regression(
        clause: discovery.clause, engine: engine.name, strategy: discovery.provenance, seed: seed,
        generator: Draw.version, tool: Lastword.version,
        trace: TraceHash.hexadecimal(discovery.trace), bucket: bucket, cut: cut))
  }

  /// Writes a finding under its id, unless a smaller case of it is there.
  ///
  /// - Returns: the path of the file, whichever case is in it.
  /// - Throws: what the format cannot say, or why the file cannot be written.
  func save(_ file: CaseFile) throws(Refusal) -> String {
    let path = "\(self.path)/\(file.id).yaml"
    if isFile(path) {
      let old = try FindingFile(path, platforms: platforms)
      if CaseSize(old.file.theCase) <= CaseSize(file.theCase),
        old.file.regression.engine == file.regression.engine
      {
        return path
      }
    }
    try write(file, to: path)
    return path
  }

  /// Writes a finding to a path.
  func write(_ file: CaseFile, to path: String) throws(Refusal) {
    let text: String
    do {
      text = try file.text(platforms: platforms)
    } catch {
      throw Refusal(
        "unsayable", "the case of “\(file.id)” cannot be written: \(error)",
        hint: "this is a gap of the format; please report it", exit: .internalError)
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if let reason = makeFolder(folder) ?? replaceFile(Array(text.utf8), at: path) {
      throw Refusal("cannot-write", "“\(path)” cannot be written: \(reason)")
    }
  }
}

extension NamedEngine {
  /// Does something on a stage with this engine, over the store that a case needs.
  ///
  /// - Parameter clause: the promise that it is about. One that is only recommended counts on the
  ///   stage as if it were demanded, or no run of it could be told from a good one.
  func onStage<Value>(
    needsDisk: Bool, about clause: ClauseID? = nil,
    _ body: (Exploration.Stage) throws(Refusal) -> Value
  ) throws(Refusal) -> Value {
    let counts = clause?.level == .should
    guard needsDisk || self.needsDisk else {
      return try body(
        Exploration.Stage(
          engine: make, store: { MemoryStore() }, countsRecommended: counts))
    }
    try StoreKind.disk.check()
    return try DiskStore.exclusively { () throws(Refusal) -> Value in
      try body(
        Exploration.Stage(
          engine: make, store: { StoreKind.makeDisk(habits) }, countsRecommended: counts))
    }
  }
}

extension Case {
  /// Whether only a store with a disk can play it.
  var needsDisk: Bool { !disk.isEmpty || crashes.contains(where: \.needsDisk) }
}
