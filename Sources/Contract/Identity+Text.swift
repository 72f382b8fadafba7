// The text form of identities, as scenario files, plans, schedules and reports spell them:
//
//   [process ": "] [verb " "] object ["#" n]  |  object "?" question
//   object = family "/" scope {"/" part}  |  family ["/" number]  |  scope "/" stage
//   scope  = "r" N [".a" N] | "slot" N | "store"
//   part   = leaf | "leg" N | "t" N | word ["." N] | N

extension Identity: CustomStringConvertible {
  /// The canonical spelling.
  public var description: String {
    var out = ""
    if process != ProcessID(.app) { out += "\(process): " }
    if verb != .object && !verb.isQuestion { out += verb.word + " " }
    out += objectText
    if verb.isQuestion { out += "?" + verb.word }
    if times > 1 { out += "#\(times)" }
    return out
  }

  private var objectText: String {
    switch family {
    case .none: return "\(number)"
    case .stage: return scopeText + "/" + word.text
    case .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed:
      return number == 0 ? family.word : "\(family.word)/\(number)"
    case .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .capture, .export, .upload, .local, .reset,
      .cleanup, .deliver, .clipboard, .restore, .usage, .post, .dial:
      return family.word + "/" + scopeText + partsText
    }
  }

  private var scopeText: String {
    if family == .reset { return "slot\(recording)" }
    if recording == 0 { return "store" }
    return attempt == 0 ? "r\(recording)" : "r\(recording).a\(attempt)"
  }

  private var partsText: String {
    var out = ""
    if leaf != .none {
      out += family == .dial ? "/leg" : "/"
      out += leaf.indices.map(String.init).joined(separator: ".")
    }
    if word != .none { out += "/" + word.text + (number > 0 ? ".\(number)" : "") }
    if word == .none && number > 0 { out += (family == .upload ? "/t" : "/") + "\(number)" }
    return out
  }
}

/// A set of identities: a spelling in which a part may be `*`.
public struct IdentityPattern: Hashable, Sendable {
  /// The bits that must agree.
  public var mask: Identity
  /// What they must be.
  public var value: Identity

  /// The set of one identity.
  public init(_ identity: Identity) {
    mask = Identity(high: .max, low: .max)
    value = identity
  }

  init(mask: Identity, value: Identity) {
    self.mask = mask
    self.value = Identity(high: value.high & mask.high, low: value.low & mask.low)
  }

  /// The set of all identities.
  public static let all = Self(
    mask: Identity(high: 0, low: 0), value: Identity(high: 0, low: 0))

  /// Whether an identity is in the set.
  public func matches(_ identity: Identity) -> Bool {
    identity.high & mask.high == value.high && identity.low & mask.low == value.low
  }

  /// Whether the set has exactly one member.
  public var isExact: Bool { mask.high == .max && mask.low == .max }

  /// Reads a spelling; `*` stands for any recording, attempt, leaf, number or occurrence.
  ///
  /// - Throws: a sentence that says what is wrong.
  public init(parsing text: String) throws(IdentityError) {
    var parser = IdentityParser(text)
    self = try parser.parse()
  }
}

/// Why a text is not an identity.
public struct IdentityError: Error, Hashable, Sendable {
  /// What is wrong, as the end of a sentence.
  public var reason: String
  /// Words that would have fitted at that place.
  public var candidates: [String]
  /// The word that did not.
  public var found: String
}

/// Reads one identity from left to right, collecting value and mask.
private struct IdentityParser {
  private var rest: Substring
  private var value = Identity(high: 0, low: 0)
  private var mask = Identity(high: .max, low: .max)
  private var hasLeaf = false
  private var hasWord = false
  private var hasNumber = false
  /// The part of `#n` above 255, which only the deadline of a stage has.
  private var highTimes: UInt16 = 0
  private var hasAnyTime = false

  init(_ text: String) { rest = Substring(text) }

  mutating func parse() throws(IdentityError) -> IdentityPattern {
    try readProcess()
    try readOccurrence()
    try readVerb()
    let times = rest
    try readObject()
    try readHighTimes(times)
    return IdentityPattern(mask: mask, value: value)
  }

  private mutating func readProcess() throws(IdentityError) {
    value.high |= 1
    guard let colon = rest.firstIndex(of: ":") else { return }
    let name = rest[..<colon].split(separator: ".", omittingEmptySubsequences: false)
    rest = rest[rest.index(after: colon)...].drop { $0 == " " }
    switch name.first {
    case "app": break
    case "keyboard": value.high |= 128
    case "*" where name.count == 1:
      mask.high &= ~255
      value.high &= ~255
      return
    case let other:
      throw Self.unknown("process", other ?? "", among: ["app", "keyboard"])
    }
    guard name.count > 1 else { return }
    if name.count == 2, name[1] == "*" {
      mask.high &= ~127
      value.high &= ~127
      return
    }
    guard name.count == 2, let boot = Self.whole(name[1]), boot > 0, boot < 128 else {
      throw Self.unknown("launch number", name[1], among: [])
    }
    value.high = value.high & ~127 | UInt64(boot)
  }

  private mutating func readOccurrence() throws(IdentityError) {
    guard let hash = rest.lastIndex(of: "#") else { return }
    let text = rest[rest.index(after: hash)...]
    rest = rest[..<hash]
    if text == "*" {
      mask.high &= ~(0xFF << 8)
      hasAnyTime = true
    } else if let n = Self.whole(text), n > 255 {
      value.high |= UInt64(n & 255) << 8
      highTimes = n >> 8
    } else if let n = Self.whole(text), n > 0 {
      value.high |= UInt64(n == 1 ? 0 : n) << 8
    } else {
      throw Self.unknown("occurrence", text, among: [])
    }
  }

  /// Stages that come again and again count further than a request can.
  private mutating func readHighTimes(_ text: Substring) throws(IdentityError) {
    let isStage = value.high >> 48 & 0xFF == UInt64(Family.stage.rawValue)
    guard isStage else {
      guard highTimes == 0 else { throw Self.unknown("occurrence of", text, among: []) }
      return
    }
    value.low |= UInt64(highTimes)
    if hasAnyTime { mask.low &= ~0xFFFF }
  }

  private mutating func readVerb() throws(IdentityError) {
    if let question = rest.lastIndex(of: "?") {
      let text = rest[rest.index(after: question)...]
      rest = rest[..<question]
      let questions = Verb.allCases.filter(\.isQuestion)
      guard let verb = questions.first(where: { $0.word == text }) else {
        throw Self.unknown("question", text, among: questions.map(\.word))
      }
      value.high |= UInt64(verb.rawValue) << 56
      return
    }
    guard let blank = rest.firstIndex(of: " ") else { return }
    let text = rest[..<blank]
    rest = rest[blank...].drop { $0 == " " }
    let verbs = Verb.allCases.filter { !$0.isQuestion && $0 != .object }
    guard let verb = verbs.first(where: { $0.word == text }) else {
      throw Self.unknown("verb", text, among: verbs.map(\.word))
    }
    value.high |= UInt64(verb.rawValue) << 56
  }

  private mutating func readObject() throws(IdentityError) {
    var parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard let head = parts.first, !head.isEmpty else {
      throw IdentityError(reason: "names no object", candidates: [], found: "")
    }
    if value.high >> 56 == UInt64(Verb.person.rawValue) || Self.whole(head) != nil {
      guard parts.count == 1 else { throw Self.unknown("script entry", rest, among: []) }
      return try readNumber(head)
    }
    if parts.count == 2, head == "store" || Family.allCases.allSatisfy({ $0.word != head }),
      let stage = Word.allCases.first(where: { $0.text == parts[1] }), stage.rawValue > 32
    {
      setFamily(.stage)
      try readScope(head)
      value.low |= UInt64(stage.rawValue) << 16
      return
    }
    guard let family = Family.allCases.first(where: { $0.word == head && $0 != .none }) else {
      throw Self.unknown("kind", head, among: Family.allCases.map(\.word).filter { !$0.isEmpty })
    }
    setFamily(family)
    parts.removeFirst()
    if family.rawValue >= Family.launched.rawValue {
      guard parts.count <= 1 else { throw Self.unknown("part", parts[1], among: []) }
      if let number = parts.first { try readNumber(number) }
      return
    }
    guard let scope = parts.first else {
      throw IdentityError(reason: "lacks a scope such as r1", candidates: [], found: "")
    }
    if scope == "*", parts.count == 1 {
      mask.high &= ~(0xFFFF_FFFF << 16)
      mask.low = 0
      return
    }
    try readScope(scope)
    for part in parts.dropFirst() { try readPart(part) }
  }

  private mutating func setFamily(_ family: Family) {
    value.high |= UInt64(family.rawValue) << 48
  }

  private mutating func readScope(_ text: Substring) throws(IdentityError) {
    if text == "store" { return }
    if text.hasPrefix("slot") { return try readRecording(text.dropFirst(4)) }
    guard text.hasPrefix("r") else {
      throw Self.unknown("scope", text, among: ["store", "r1", "r1.a1", "slot1"])
    }
    let halves = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard let recording = halves.first, halves.count <= 2 else {
      throw Self.unknown("scope", text, among: [])
    }
    try readRecording(recording)
    guard halves.count == 2 else { return }
    if halves[1] == "*" || halves[1] == "a*" {
      mask.high &= ~(0xFFFF << 16)
    } else if halves[1].hasPrefix("a"), let a = Self.whole(halves[1].dropFirst()),
      a > 0
    {
      value.high |= UInt64(a) << 16
    } else {
      throw Self.unknown("attempt", halves[1], among: ["a1"])
    }
  }

  private mutating func readRecording(_ text: Substring) throws(IdentityError) {
    if text == "*" {
      mask.high &= ~(0xFFFF << 32)
    } else if let n = Self.whole(text) {
      value.high |= UInt64(n) << 32
    } else {
      throw Self.unknown("recording", text, among: ["r1"])
    }
  }

  private mutating func readPart(_ text: Substring) throws(IdentityError) {
    if text == "*" {
      if (takesLeaf || takesLeg) && !hasLeaf {
        hasLeaf = true
        mask.low &= 0xFF_FFFF
      } else {
        try Self.beFirst(&hasWord, text)
        try Self.beFirst(&hasNumber, text)
        mask.low &= ~0xFF_FFFF
      }
      return
    }
    if text.hasPrefix("leg"), takesLeg {
      try Self.beFirst(&hasLeaf, text)
      if text == "leg*" {
        mask.low &= 0xFF_FFFF
        return
      }
      guard let n = Self.whole(text.dropFirst(3)), n > 0, let path = LeafPath(root: Int(n)) else {
        throw Self.unknown("leg", text, among: ["leg1"])
      }
      value.low |= path.bits << 24
      return
    }
    if text.hasPrefix("t"), text == "t*" || Self.whole(text.dropFirst()) != nil {
      return try readNumber(text.dropFirst())
    }
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    if let word = pieces.first, let match = Word.allCases.first(where: { $0.text == word }),
      match != .none, match.rawValue < 32, pieces.count <= 2
    {
      try Self.beFirst(&hasWord, text)
      value.low |= UInt64(match.rawValue) << 16
      if pieces.count == 2 { try readNumber(pieces[1]) }
      return
    }
    guard pieces.allSatisfy({ Self.whole($0) != nil }) else {
      throw Self.unknown(
        "part", text, among: Word.allCases.filter { $0.rawValue < 32 }.map(\.text))
    }
    if takesLeaf { return try readLeaf(pieces) }
    guard pieces.count == 1 else { throw Self.unknown("number", text, among: []) }
    try readNumber(text)
  }

  private var takesLeaf: Bool {
    switch value.family {
    case .export, .upload, .local: true
    case .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create,
      .append, .close, .validate, .sync, .promote, .remove, .capture, .reset, .cleanup, .deliver,
      .clipboard, .restore, .usage, .post, .dial, .launched, .interruption, .route, .mediaReset,
      .lowSpace, .locked, .background, .foreground, .thermal, .focus, .copied, .handoff,
      .resumed, .stage:
      false
    }
  }

  private var takesLeg: Bool { value.family == .dial }

  private mutating func readLeaf(_ pieces: [Substring]) throws(IdentityError) {
    try Self.beFirst(&hasLeaf, pieces[0])
    let indices = pieces.compactMap { Self.whole($0).map(Int.init) }
    var path = indices.first.flatMap { LeafPath(root: $0) }
    for index in indices.dropFirst() { path = path?.child(index) }
    guard let path else {
      throw IdentityError(reason: "names a leaf that does not fit", candidates: [], found: "")
    }
    value.low |= path.bits << 24
  }

  private mutating func readNumber(_ text: Substring) throws(IdentityError) {
    try Self.beFirst(&hasNumber, text)
    if text == "*" {
      mask.low &= ~0xFFFF
    } else if let n = Self.whole(text) {
      value.low |= UInt64(n)
    } else {
      throw Self.unknown("number", text, among: [])
    }
  }

  /// Refuses a second part of a kind that a name has once.
  private static func beFirst(_ isThere: inout Bool, _ text: Substring) throws(IdentityError) {
    guard !isThere else {
      throw IdentityError(
        reason: "says '\(text)' where it already has one", candidates: [], found: String(text))
    }
    isThere = true
  }

  /// A number in its one spelling: digits, no sign, no leading zero.
  private static func whole(_ text: Substring) -> UInt16? {
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), text == "0" || text.first != "0"
    else { return nil }
    return UInt16(text)
  }

  private static func unknown(
    _ what: String, _ found: some StringProtocol, among: [String]
  ) -> IdentityError {
    IdentityError(reason: "unknown \(what) '\(found)'", candidates: among, found: String(found))
  }
}
