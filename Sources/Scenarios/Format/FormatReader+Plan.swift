import Choices
import Contract
import Simulation

// What is unusual: answers to questions. Which answers fit is decided by what is asked.
extension FormatReader {
  /// Reads the plan, in the order of the file.
  func plan(_ node: YAMLNode) -> PlanParts {
    var parts = PlanParts()
    for entry in log.entries(node, "plan") ?? [] {
      if isAboutDisk(entry.key) {
        switch diskEntry(entry) {
        case .operation(let operation)?:
          parts.operations.append(operation)
          parts.operationPlaces.append(entry.keyPosition)
        case .allocation(let allocation)?:
          parts.allocations.append(allocation)
          parts.allocationPlaces.append(entry.keyPosition)
        case nil: break
        }
        continue
      }
      let pattern = question(entry.key, at: entry.keyPosition)
      guard let pattern, let answer = answer(entry.value, entry.key, pattern.value) else {
        continue
      }
      parts.entries.append(Plan.Entry(KeyPattern(pattern), answer))
      parts.places.append(entry.keyPosition)
    }
    return parts
  }

  private func answer(_ node: YAMLNode, _ question: String, _ asked: Identity) -> Answer? {
    switch asked.verb {
    case .runs: return log.word(node, question, as: Runs.self).map { .runs($0) }
    case .heeds: return yesNo(node, question).map { .heeds($0) }
    case .reads: return time(node, question).map { .reads($0) }
    case .object, .issue, .began, .head, .frames, .partial, .open, .frame, .pong, .drained, .done,
      .deadline, .news, .person, .idle, .answer, .fault, .landed, .target, .late:
      break
    }
    if bareWord(node) == "never" { return .never }
    if case .mapping(let entries) = node.content, entries.count == 1, entries[0].key == "slow",
      asked.family != .capture
    {
      return time(entries[0].value, "slow").map { .slow($0) }
    }
    switch asked.family {
    case .open, .inventory, .quarantine, .store, .tombstone, .purge:
      return storeFault(node).map { .store($0) }
    case .space: return spaceAnswer(node)
    case .create, .append, .close, .validate, .sync, .promote, .remove:
      return fileFault(node, isAppend: asked.family == .append).map { .file($0) }
    case .capture: return microphone(node).map { .microphone($0) }
    case .upload: return reply(node).map { .reply($0) }
    case .cleanup:
      return isLocal(node) ? local(node).map { .local($0) } : reply(node).map { .reply($0) }
    case .local: return local(node).map { .local($0) }
    case .reset:
      let ways = [("failed", Answer.local(.failed)), ("crashed", .local(.crashed))]
      return oneOf(node, question, ways, more: "never, {slow: …}")
    case .deliver: return delivery(node).map { .delivery($0) }
    case .export, .usage, .post, .clipboard, .restore:
      return oneOf(node, question, [("fails", Answer.fails)], more: "never, {slow: …}")
    case .dial: return leg(node).map { .leg($0) }
    case .none, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      log.report(.impossibleIdentity, at: node.position, "no answer to '\(question)' is known")
      return nil
    }
  }

  // MARK: Store and files

  static let storeFaultKeys = ["fails", "effect", "landed"]
  static let fileFaultKeys = ["fails", "effect", "landed", "accepted"]

  private func storeFault(_ node: YAMLNode) -> StoreFault? {
    guard let fields = log.mapping(node, "answer", keys: Self.storeFaultKeys) else { return nil }
    return storeFault(fields)
  }

  private func storeFault(_ fields: Fields) -> StoreFault? {
    let faults: [(String, StoreFault)] = [
      ("io", .io(told: .no, landed: false)), ("no-space", .noSpace), ("busy", .busy),
      ("locked", .locked), ("corrupt", .corrupt), ("suspect", .suspect),
    ]
    guard let fault = fields.required("fails").flatMap({ oneOf($0, "fails", faults) }) else {
      return nil
    }
    guard case .io = fault else {
      reportEffect(fields)
      return fault
    }
    let (told, landed) = effect(fields)
    return .io(told: told, landed: landed)
  }

  private func spaceAnswer(_ node: YAMLNode) -> Answer? {
    if bareWord(node) == "fails" { return .fails }
    guard let fields = log.mapping(node, "answer", keys: Self.storeFaultKeys + ["space"]) else {
      return nil
    }
    guard let space = fields["space"] else { return storeFault(fields).map { .store($0) } }
    return sizeOrUnknown(space, "space").map { .space($0) }
  }

  private func fileFault(_ node: YAMLNode, isAppend: Bool) -> FileFault? {
    guard let fields = log.mapping(node, "answer", keys: Self.fileFaultKeys) else { return nil }
    let accepted = fields["accepted"].flatMap { samples($0, "accepted") } ?? 0
    let faults: [(String, FileFault)] = [
      ("io", .io(told: .no, landed: false)), ("no-space", .noSpace(accepted: accepted)),
      ("vanished", .vanished), ("locked", .locked), ("unreadable", .unreadable),
      ("suspect", .suspect),
    ]
    guard let fault = fields.required("fails").flatMap({ oneOf($0, "fails", faults) }) else {
      return nil
    }
    if let node = fields["accepted"] {
      if case .noSpace = fault, isAppend {
      } else {
        log.report(
          .conflict, at: node.position, "'accepted' goes with 'fails: no-space' of an append")
      }
    }
    guard case .io = fault else {
      reportEffect(fields)
      return fault
    }
    let (told, landed) = effect(fields)
    return .io(told: told, landed: landed)
  }

  /// What the engine is told of the effect, and what is true of it.
  private func effect(_ fields: Fields) -> (told: Landed, landed: Bool) {
    let told = fields["effect"].flatMap { log.word($0, "effect", as: Landed.self) } ?? .no
    let landed = fields["landed"].flatMap { yesNo($0, "landed") } ?? (told == .yes)
    if let node = fields["landed"], told != .unknown, landed != (told == .yes) {
      log.report(
        .conflict, at: node.position, "the engine would be lied to: 'effect: \(told.word)'",
        hint: "say 'effect: unknown' where it cannot know")
    }
    return (told, landed)
  }

  private func reportEffect(_ fields: Fields) {
    for entry in fields.entries where entry.key == "effect" || entry.key == "landed" {
      log.report(.conflict, at: entry.keyPosition, "'\(entry.key)' goes with 'fails: io'")
    }
  }

  // MARK: Microphone

  static let microphoneKeys = [
    "stop", "fails", "lost-at", "format-changes-at", "starves-at", "opens-after", "zeros",
    "taken-at", "taken-for",
  ]

  private static let besideEnds = ["opens-after", "zeros", "taken-at", "taken-for"]

  private func microphone(_ node: YAMLNode) -> Microphone? {
    guard let fields = log.mapping(node, "answer", keys: Self.microphoneKeys) else { return nil }
    var microphone = Microphone()
    let ends = fields.entries.filter { !Self.besideEnds.contains($0.key) }
    if ends.count > 1 {
      log.report(
        .conflict, at: ends[1].keyPosition,
        "a capture ends in one way: '\(ends[0].key)' is there already")
    }
    if let end = ends.first.flatMap({ self.end($0) }) { microphone.end = end }
    if let delay = fields["opens-after"].flatMap({ time($0, "opens-after") }) {
      microphone.opensAfter = delay
    }
    microphone.takenAt = fields["taken-at"].flatMap { chunk($0, "taken-at") }
    if let node = fields["taken-for"] {
      if microphone.takenAt == nil {
        log.report(.conflict, at: node.position, "'taken-for' goes with 'taken-at'")
      }
      microphone.takenFor = time(node, "taken-for") ?? .zero
    }
    if let node = fields["zeros"],
      let zeros = log.mapping(node, "zeros", keys: ["from", "through"])
    {
      microphone.zerosFrom = zeros.required("from").flatMap { chunk($0, "from") }
      microphone.zerosThrough = zeros["through"].flatMap { chunk($0, "through") }
    }
    return microphone
  }

  private func end(_ entry: YAMLEntry) -> Microphone.End? {
    switch entry.key {
    case "stop":
      if bareWord(entry.value) == "never" { return .stopNeverAnswered }
      return time(entry.value, "stop").map { .stopAnsweredAfter($0) }
    case "fails":
      let ways: [(String, Microphone.End)] = [
        ("denied", .denied), ("unsupported", .unsupported), ("never-opens", .neverOpens),
      ]
      return oneOf(entry.value, "fails", ways)
    case "lost-at": return chunk(entry.value, "lost-at").map { .lostAt($0) }
    case "format-changes-at":
      return chunk(entry.value, "format-changes-at").map { .formatChangesAt($0) }
    default: return chunk(entry.value, "starves-at").map { .starvesAt($0) }
    }
  }

  private func chunk(_ node: YAMLNode, _ name: String) -> Int? {
    log.integer(node, name, in: 1...65_535)
  }

  // MARK: On the device, and delivery

  static let localWords = ["no-text", "failed", "crashed"]

  private func isLocal(_ node: YAMLNode) -> Bool {
    if let word = bareWord(node) { return Self.localWords.contains(word) }
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { $0.key == "says" }
  }

  private func local(_ node: YAMLNode) -> LocalAnswer? {
    if case .mapping = node.content {
      return log.mapping(node, "answer", keys: ["says"])?.required("says").flatMap {
        literal($0, "says")
      }.map { .text($0) }
    }
    let answers: [(String, LocalAnswer)] = [
      ("no-text", .noText), ("failed", .failed), ("crashed", .crashed),
    ]
    return oneOf(node, "answer", answers, more: "never, {slow: …}, {says: …}")
  }

  private func delivery(_ node: YAMLNode) -> DeliveryAnswer? {
    let keys = ["unconfirmed", "silent", "refused"]
    guard let fields = log.mapping(node, "answer", keys: keys) else { return nil }
    guard fields.entries.count == 1, let entry = fields.entries.first else {
      log.report(
        .conflict, at: node.position, "a delivery is answered with one of \(log.list(keys))")
      return nil
    }
    if entry.key == "refused" {
      return log.word(entry.value, "refused", as: DeliveryFailure.self).map { .refused($0) }
    }
    guard
      let landed = log.mapping(entry.value, entry.key, keys: ["landed"])?.required("landed")
        .flatMap({ yesNo($0, "landed") })
    else { return nil }
    return entry.key == "unconfirmed" ? .unconfirmed(landed: landed) : .silent(landed: landed)
  }
}

/// What a plan says: to the world, to the disk and to the database's library, each with its places.
struct PlanParts {
  var entries: [Plan<Answer>.Entry] = []
  var places: [SourcePosition] = []
  var operations: [DiskPlan.Entry] = []
  var operationPlaces: [SourcePosition] = []
  var allocations: [DiskPlan.Allocation] = []
  var allocationPlaces: [SourcePosition] = []
}
