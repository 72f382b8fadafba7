import Contract
import SimulatedDisk
import Simulation

// The disk: what is unusual about it as a whole, and about single operations.

/// An entry of a plan that is about the disk.
enum DiskEntry {
  case operation(DiskPlan.Entry)
  case allocation(DiskPlan.Allocation)
}

extension FormatReader {
  static let diskKeys = [
    "room", "quotas", "free-space", "protects", "locked", "second-process",
  ]
  static let diskFaultKeys = ["does", "bytes", "lasts"]
  private static let timeKeys = ["from", "until"]

  /// Reads what is unusual about the disk as a whole.
  func disk(_ node: YAMLNode, into plan: inout DiskPlan) {
    guard let fields = log.mapping(node, "disk", keys: Self.diskKeys) else { return }
    plan.room = fields["room"].flatMap { log.size($0, "room") }.map { Int(clamping: $0) }
    plan.freeSpace = fields["free-space"].flatMap { spaceReport($0) } ?? .actual
    for entry in fields["quotas"].flatMap({ log.entries($0, "quotas") }) ?? [] {
      guard let role = role(entry.key, at: entry.keyPosition),
        let bytes = log.size(entry.value, entry.key)
      else { continue }
      plan.quotas.append(DiskPlan.Quota(role, bytes: Int(clamping: bytes)))
    }
    for entry in fields["protects"].flatMap({ log.entries($0, "protects") }) ?? [] {
      guard let role = role(entry.key, at: entry.keyPosition),
        let level = log.word(entry.value, entry.key, as: ProtectionClass.self)
      else { continue }
      plan.protections.append(DiskPlan.Protection(role, level))
    }
    if let node = fields["locked"] {
      plan.locks = log.oneOrMany(node, "locked") { lockedTime($0) } ?? []
      if plan.protections.isEmpty {
        log.report(
          .conflict, at: node.position, "a locked device changes nothing that is not protected",
          hint: "add 'protects: {db: complete}'")
      }
    }
    plan.visits =
      fields["second-process"].flatMap {
        log.oneOrMany($0, "second-process") { visit($0) }
      } ?? []
  }

  private func spaceReport(_ node: YAMLNode) -> DiskPlan.SpaceReport? {
    let words: [(String, DiskPlan.SpaceReport)] = [
      ("unknown", .unknown), ("stale", .stale), ("fails", .fails),
    ]
    if let word = bareWord(node), word.utf8.first.map({ $0 <= 0x39 }) == true {
      return log.size(node, "free-space").map { .says(Int(clamping: $0)) }
    }
    return oneOf(node, "free-space", words, more: "a size")
  }

  private func lockedTime(_ node: YAMLNode) -> DiskPlan.LockedTime? {
    guard let fields = log.mapping(node, "locked", keys: Self.timeKeys) else { return nil }
    return times(fields).map { DiskPlan.LockedTime(from: $0.from, until: $0.until) }
  }

  private func visit(_ node: YAMLNode) -> DiskPlan.Visit? {
    let keys = Self.timeKeys + ["holds"]
    guard let fields = log.mapping(node, "second-process", keys: keys),
      let times = times(fields),
      let hold = fields.required("holds").flatMap({
        log.word($0, "holds", as: DiskPlan.Visit.Hold.self)
      })
    else { return nil }
    return DiskPlan.Visit(from: times.from, until: times.until, hold)
  }

  private func times(_ fields: Fields) -> (from: Nanoseconds, until: Nanoseconds?)? {
    guard let from = fields.required("from").flatMap({ time($0, "from") }) else { return nil }
    let until = fields["until"].flatMap { time($0, "until") }
    if let until, until <= from, let node = fields["until"] {
      log.report(.outOfRange, at: node.position, "'until' is not after 'from'")
    }
    return (from, until)
  }

  /// Reads a role of files.
  private func role(_ text: String, at position: SourcePosition) -> FileRole? {
    if let role = Self.roles.first(where: { $0.word == text }) { return role }
    let words = Self.roles.map(\.word)
    let nearest = Suggestion.nearest(to: text, among: words)
    log.report(
      .unknownWord, at: position, "'\(text)' is no kind of file",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "expected \(log.list(words))")
    return nil
  }

  /// The roles of files that a case can have something to say of.
  static let roles: [FileRole] = [.db, .journal, .partial, .source, .leaf]

  // MARK: Questions

  private static let prefix = "disk/"

  /// Whether a question is about the disk.
  func isAboutDisk(_ question: String) -> Bool {
    question.hasPrefix(Self.prefix) || question.contains(": " + Self.prefix)
  }

  /// Reads `disk/store/r1.a1/raw/journal.sync.1?fault` and what happens there.
  func diskEntry(_ entry: YAMLEntry) -> DiskEntry? {
    let position = entry.keyPosition
    guard let (object, point) = parts(entry.key, at: position) else { return nil }
    let request = request(object, at: position)
    if point.hasPrefix("memory.") {
      guard let ordinal = allocation(point, at: position), let request,
        let isLasting = allocationFault(entry.value)
      else { return nil }
      return .allocation(DiskPlan.Allocation(request, ordinal, isLasting: isLasting))
    }
    guard let point = diskPoint(point, at: position), let request,
      let (fault, lasts) = diskFault(entry.value, point.verb)
    else { return nil }
    return .operation(DiskPlan.Entry(request, point, fault, lasts: lasts))
  }

  /// Takes a question apart: the request, with its process, and the operation.
  private func parts(
    _ question: String, at position: SourcePosition
  ) -> (object: String, point: String)? {
    var rest = Substring(question)
    var process = ""
    if !rest.hasPrefix(Self.prefix), let colon = rest.firstIndex(of: ":") {
      process = rest[...colon] + " "
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
    }
    guard rest.hasSuffix("?fault") else {
      log.report(
        .badIdentity, at: position, "'\(question)' does not end in '?fault'",
        hint: "a question about the disk is 'disk/store/r1.a1/raw/journal.sync.1?fault'")
      return nil
    }
    rest = rest.dropFirst(Self.prefix.count).dropLast("?fault".count)
    guard let slash = rest.lastIndex(of: "/") else {
      log.report(
        .badIdentity, at: position, "'\(question)' lacks a request or an operation",
        hint: "a question about the disk is 'disk/store/r1.a1/raw/journal.sync.1?fault'")
      return nil
    }
    return (process + rest[..<slash], String(rest[rest.index(after: slash)...]))
  }

  /// Reads `disk/store/r1.a1/raw/journal.sync.1`: a request and an operation of it.
  func diskPlace(
    _ text: String, at position: SourcePosition
  ) -> (request: IdentityPattern, point: DiskPoint)? {
    guard let (object, point) = parts(text + "?fault", at: position),
      let request = request(object, at: position), let point = diskPoint(point, at: position)
    else { return nil }
    return (request, point)
  }

  /// Reads the request whose operations are meant; `*` is any.
  private func request(_ text: String, at position: SourcePosition) -> IdentityPattern? {
    if text == "*" { return .all }
    // The how-manieth time stands behind the request here, and behind the question elsewhere.
    let mark = text.lastIndex(of: "#") ?? text.endIndex
    let asked = text[..<mark] + "?answer" + text[mark...]
    guard var pattern = question(String(asked), at: position) else { return nil }
    guard Self.touchesDisk(pattern.value.family) else {
      log.report(
        .impossibleIdentity, at: position, "'\(text)' does nothing on the disk",
        hint: "store and file requests and 'export/…' do")
      return nil
    }
    pattern.value = pattern.value.saying(.object)
    return pattern
  }

  private static func touchesDisk(_ family: Family) -> Bool {
    switch family {
    case .open, .inventory, .quarantine, .store, .tombstone, .purge, .create, .append, .close,
      .validate, .sync, .promote, .remove, .export:
      true
    case .none, .space, .capture, .upload, .local, .reset, .cleanup, .deliver, .clipboard,
      .restore, .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace,
      .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }

  private func diskPoint(_ text: String, at position: SourcePosition) -> DiskPoint? {
    if let point = DiskPoint(text), Self.roles.contains(point.role) { return point }
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let first = pieces.first, role(first, at: position) == nil { return nil }
    let verbs = DiskVerb.allCases.map(\.word)
    if pieces.count > 1, !verbs.contains(pieces[1]) {
      let nearest = Suggestion.nearest(to: pieces[1], among: verbs)
      log.report(
        .unknownWord, at: position, "'\(pieces[1])' is no operation of a disk",
        hint: nearest.map { "did you mean '\($0)'?" } ?? "expected \(log.list(verbs))")
      return nil
    }
    log.report(
      .badIdentity, at: position, "'\(text)' is no operation of a request",
      hint: "operations are counted in their request: 'journal.sync.1', or 'journal.sync.*'")
    return nil
  }

  private func allocation(_ text: String, at position: SourcePosition) -> UInt32? {
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    if pieces.count == 3, pieces[1] == "allocate", let n = UInt32(pieces[2]), n > 0,
      "\(n)" == pieces[2]
    {
      return n
    }
    log.report(
      .badIdentity, at: position, "'\(text)' is no allocation of a request",
      hint: "allocations are counted in their request: 'memory.allocate.1'")
    return nil
  }

  // MARK: Answers

  private func diskFault(
    _ node: YAMLNode, _ verb: DiskVerb
  ) -> (DiskFault, DiskLasting)? {
    var lasts = DiskLasting.eachTime
    var word = node
    var bytes: Int?
    var bytesNode: YAMLNode?
    if case .mapping = node.content {
      guard let fields = log.mapping(node, "answer", keys: Self.diskFaultKeys),
        let does = fields.required("does")
      else { return nil }
      word = does
      bytesNode = fields["bytes"]
      bytes = bytesNode.flatMap { log.size($0, "bytes") }.map { Int(clamping: $0) }
      if let node = fields["lasts"] {
        guard let read = lasting(node) else { return nil }
        lasts = read
      }
    }
    guard let named = log.word(word, "does", as: DiskDeed.self) else { return nil }
    if let bytesNode, !named.takesBytes {
      log.report(.conflict, at: bytesNode.position, "'\(named.word)' takes no 'bytes'")
    }
    let fault = named.fault(bytes ?? 0)
    guard fault.fits(verb) else {
      log.report(
        .conflict, at: word.position, "'\(named.word)' cannot happen to '\(verb.word)'",
        hint: "it happens to \(log.list(DiskVerb.allCases.filter(fault.fits).map(\.word)))")
      return nil
    }
    return (fault, lasts)
  }

  private func allocationFault(_ node: YAMLNode) -> Bool? {
    guard case .mapping = node.content else {
      return oneOf(node, "answer", [("fails", false)], more: "{does: fails, lasts: onwards}")
    }
    guard let fields = log.mapping(node, "answer", keys: ["does", "lasts"]) else { return nil }
    guard fields.required("does").flatMap({ oneOf($0, "does", [("fails", true)]) }) != nil
    else { return nil }
    guard let node = fields["lasts"] else { return false }
    return oneOf(node, "lasts", [("once", false), ("onwards", true)])
  }

  /// Reads `once`, `onwards`, a number of times or a duration.
  private func lasting(_ node: YAMLNode) -> DiskLasting? {
    if let word = bareWord(node), Quantity.isInteger(word) {
      return log.integer(node, "lasts", in: 1...1_000).map { .times(UInt16($0)) }
    }
    if let word = bareWord(node), word.utf8.first.map({ $0 <= 0x39 }) == true {
      return time(node, "lasts").map { .during($0) }
    }
    let words: [(String, DiskLasting)] = [
      ("each-time", .eachTime), ("once", .once), ("onwards", .onwards),
    ]
    return oneOf(node, "lasts", words, more: "a number of times or a duration")
  }
}
