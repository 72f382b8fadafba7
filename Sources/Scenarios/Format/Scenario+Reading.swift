import Choices
import Contract
import Simulation

extension Scenario {
  static let keys = [
    "format", "id", "title", "status", "journeys", "platforms", "store", "needs", "note", "matrix",
    "given", "person", "plan", "schedule", "crash", "then",
    "regression",
  ]
  static let lineKeys = ["that", "cites", "expect", "when-dialect"]
  /// The parts of the file in which a matrix may replace values.
  private static let variable: Set = ["given", "person", "plan", "schedule", "crash", "then"]

  /// Reads a scenario file.
  ///
  /// - Throws: every mistake in the file, in its order.
  public init(_ source: SourceText, platforms registry: PlatformRegistry) throws(Refusal) {
    let log = DiagnosticLog(for: source)
    guard let root = YAMLReader.read(log),
      let fields = log.mapping(root, "scenario", keys: Self.keys)
    else { throw Refusal(log.diagnostics) }
    let header = Header(fields, log, registry)
    let regression = fields["regression"].flatMap { FormatReader(log).regression($0) }
    if let regression { Self.checkFinding(fields, regression, log) }
    let members = Self.members(Self.renamed(fields, regression, log), log)
    header.checkLines(members, log)
    let needsDisk = members.contains {
      !$0.template.disk.isEmpty || $0.template.crashes.contains(where: \.needsDisk)
    }
    if needsDisk, header.store == .both, let node = fields["store"] {
      log.report(
        .conflict, at: node.position, "what is said of the disk needs 'store: disk'",
        hint: "leave 'store' out: it follows from the question")
    }
    guard log.isClean, let id = header.id, let title = header.title, let status = header.status
    else { throw Refusal(log.diagnostics) }
    self.init(
      id: id, title: title, status: status, journeys: header.journeys,
      platforms: header.platforms, store: needsDisk ? .disk : header.store, needs: header.needs,
      note: header.note,
      members: members, regression: regression, source: source)
  }

  /// A finding is one story on one platform, so that its hash and its promise are those of a run.
  private static func checkFinding(
    _ fields: Fields, _ regression: Regression, _ log: DiagnosticLog
  ) {
    if let node = fields["matrix"] {
      log.report(.conflict, at: node.position, "a 'regression' is one story, without a matrix")
    }
    let place = fields["platforms"]?.position ?? fields.position
    guard let node = fields["platforms"], case .sequence(let platforms) = node.content,
      platforms.count == 1
    else {
      log.report(
        .conflict, at: place, "a 'regression' is of one platform",
        hint: "add 'platforms: [macos]', with the one it was found on")
      return
    }
  }

  /// The file with the names that are called otherwise now.
  private static func renamed(
    _ fields: Fields, _ regression: Regression?, _ log: DiagnosticLog
  ) -> Fields {
    guard let regression, !regression.aliases.isEmpty, let node = fields["regression"] else {
      return fields
    }
    var renaming = Renaming(regression.aliases, at: node)
    return fields.replacing(renaming.apply(to: fields.entries, log), log: log)
  }

  private static func members(_ fields: Fields, _ log: DiagnosticLog) -> [Member] {
    let plain = MemberReader(fields, log)
    guard let node = fields["matrix"] else { return [plain.member("", like: nil)] }
    let matrix = Matrix(node, log)
    var used: Set<String> = []
    // A mistake that several members share is reported once.
    var reported: Set<Diagnostic> = []
    var first: Member?
    let members = matrix.members.map { choice in
      let own = DiagnosticLog(for: log.source)
      var changed: Set<String> = []
      let entries = fields.entries.map { entry -> YAMLEntry in
        guard variable.contains(entry.key),
          let value = choice.applied(to: entry.value, own, used: &used)
        else { return entry }
        changed.insert(entry.key)
        return YAMLEntry(key: entry.key, at: entry.keyPosition, value: value)
      }
      let reader = MemberReader(fields.replacing(entries, log: own), own, varying: changed)
      let member = reader.member(choice.suffix, like: first)
      first = first ?? member
      log.append(own.diagnostics.filter { reported.insert($0).inserted })
      return member
    }
    matrix.reportUnused(used, log)
    return members
  }
}

/// Reads one member of a scenario.
private struct MemberReader {
  private let fields: Fields
  private let reader: FormatReader
  /// The parts of the file that the matrix changes.
  private let varying: Set<String>

  init(_ fields: Fields, _ log: DiagnosticLog, varying: Set<String> = []) {
    self.fields = fields
    reader = FormatReader(log)
    // What a person does begins with the settings and the audio that are given.
    self.varying = varying.contains("given") ? varying.union(["person"]) : varying
  }

  /// Reads the member; what it shares with the first one of its family is not read again.
  func member(_ suffix: String, like first: Scenario.Member?) -> Scenario.Member {
    var theCase = first?.template ?? Case(script: [])
    var platform = first?.platform ?? PlatformChange()
    var places = first?.places ?? EntryPlaces()
    let isNew = { (part: String) in first == nil || varying.contains(part) }
    if isNew("given") { (theCase, platform) = given(theCase) }
    if isNew("person") {
      if let node = fields["person"] {
        (theCase.script, places.script) = reader.script(node, theCase.settings)
      } else {
        theCase.script = Self.oneRecording(of: theCase.sounds)
      }
    }
    if isNew("plan"), let node = fields["plan"] {
      let parts = reader.plan(node)
      theCase.plan = Plan(parts.entries)
      theCase.disk.entries = parts.operations
      theCase.disk.allocations = parts.allocations
      places.plan = parts.places
      places.disk = parts.operationPlaces
      places.allocations = parts.allocationPlaces
    }
    if isNew("schedule"), let node = fields["schedule"] {
      (theCase.schedule, places.holds) = reader.schedule(node)
    }
    if isNew("crash"), let node = fields["crash"] {
      (theCase.crashes, places.crashes) = reader.crashes(node)
    }
    return Scenario.Member(
      suffix: suffix, template: theCase, platform: platform,
      lines: isNew("then") ? lines : first?.lines ?? [], places: places)
  }

  /// What is given, with the rest of a case as it was.
  private func given(_ rest: Case) -> (Case, PlatformChange) {
    var theCase = Case(
      script: rest.script, plan: rest.plan, schedule: rest.schedule, crashes: rest.crashes)
    theCase.disk = DiskPlan(rest.disk.entries, allocations: rest.disk.allocations)
    var platform = PlatformChange()
    if let node = fields["given"] { reader.given(node, into: &theCase, platform: &platform) }
    return (theCase, platform)
  }

  private var lines: [ThenLine] {
    fields.required("then").flatMap {
      reader.log.list($0, "then", least: 1) { Self.line($0, reader) }
    } ?? []
  }

  /// A person starts r1 at once and stops it when the audio is over.
  private static func oneRecording(of sounds: [Sound]) -> [ScriptEntry] {
    let length = sounds.reduce(Nanoseconds.zero) { $0 + $1.length }
    return [
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(length), .command(.stop(nil), nil)),
    ]
  }

  private static func line(_ node: YAMLNode, _ reader: FormatReader) -> ThenLine? {
    let log = reader.log
    guard let fields = log.mapping(node, "line", keys: Scenario.lineKeys) else { return nil }
    let that = fields.required("that").flatMap { log.sentence($0, "that") }
    let cites = fields.required("cites").flatMap {
      log.list($0, "cites", least: 1) { log.clause($0) }
    }
    let checks = fields["expect"].map { reader.expectations($0) } ?? []
    let condition = fields["when-dialect"].flatMap { reader.dialectCondition($0, "when-dialect") }
    guard let that, let cites else { return nil }
    return ThenLine(
      that: that, cites: cites, checks: checks, condition: condition, position: node.position)
  }
}

/// What a scenario says about itself.
private struct Header {
  var id: String?
  var title: String?
  var status: Scenario.Status?
  var journeys: [JourneyID] = []
  var platforms: [PlatformRegistry.Entry]
  var store = Scenario.Store.both
  var needs: [Capability] = []
  var note: String?

  init(_ fields: Fields, _ log: DiagnosticLog, _ registry: PlatformRegistry) {
    platforms = registry.platforms
    _ = fields.required("format").flatMap { log.integer($0, "format", in: 1...1) }
    id = fields.required("id").flatMap { log.identifier($0, "id", form: .scenario) }
    title = fields.required("title").flatMap { log.sentence($0, "title") }
    status = fields.required("status").flatMap {
      log.word($0, "status", as: Scenario.Status.self)
    }
    journeys = fields["journeys"].flatMap { log.list($0, "journeys") { log.journey($0) } } ?? []
    if status == .required, journeys.isEmpty {
      let place = fields["journeys"]?.position ?? fields.position
      log.report(
        .missingKey, at: place, "a required scenario names a journey",
        hint: "add 'journeys: […]', see 'lastword list journeys'")
    }
    if let node = fields["platforms"] {
      platforms =
        log.list(node, "platforms", least: 1) { Self.platform($0, log, registry) } ?? []
    }
    store = fields["store"].flatMap { log.word($0, "store", as: Scenario.Store.self) } ?? .both
    needs =
      fields["needs"].flatMap {
        log.list($0, "needs") { log.word($0, "needs", as: Capability.self) }
      } ?? []
    note = fields["note"].flatMap { log.text($0, "note") }
  }

  private static func platform(
    _ node: YAMLNode, _ log: DiagnosticLog, _ registry: PlatformRegistry
  ) -> PlatformRegistry.Entry? {
    guard let scalar = log.scalar(node, "platforms", expected: "a platform id") else { return nil }
    if let entry = registry[scalar.text] { return entry }
    let ids = registry.platforms.map(\.id)
    let nearest = Suggestion.nearest(to: scalar.text, among: ids)
    log.report(
      .unknownPlatform, at: node.position, "platform '\(scalar.text)' is not in the registry",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "expected one of \(log.list(ids))")
    return nil
  }

  /// Every line must count somewhere, and every platform must have a line.
  func checkLines(_ members: [Scenario.Member], _ log: DiagnosticLog) {
    guard let lines = members.first?.lines, !platforms.isEmpty else { return }
    // What a member gives can change the dialect: a live dictation is delivered while it is spoken.
    var changes: [PlatformChange] = []
    for member in members where !changes.contains(member.platform) {
      changes.append(member.platform)
    }
    let dialects = platforms.map { entry in
      changes.map { $0.applied(to: entry.platform).dialect }
    }
    for line in lines where !dialects.joined().contains(where: { line.applies(to: $0) }) {
      log.report(
        .neverApplies, at: line.position, "no platform of the scenario declares this dialect")
    }
    for (entry, own) in zip(platforms, dialects)
    where !lines.isEmpty
      && own.contains(where: { dialect in !lines.contains { $0.applies(to: dialect) } })
    {
      log.report(
        .neverApplies, at: lines[0].position, "on \(entry.id) no line counts",
        hint: "name the platforms, or add a line for its dialect")
    }
  }
}

extension DiagnosticLog {
  /// Reads a sentence for people, which has no full stop.
  func sentence(_ node: YAMLNode, _ name: String) -> String? {
    guard let text = text(node, name) else { return nil }
    guard !text.hasSuffix("."), text.utf8.count <= 200, !text.contains("\n") else {
      report(
        .badText, at: node.position, "'\(name)' is one short sentence without a full stop")
      return nil
    }
    return text
  }
}

extension Fields {
  /// The same map with other values.
  func replacing(_ entries: [YAMLEntry], log: DiagnosticLog) -> Fields {
    Fields(position: position, name: name, entries: entries, log: log, suspected: [])
  }
}
