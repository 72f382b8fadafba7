import Contract

// Names of happenings and questions: parsed by the contract's own parser, then checked for names
// that nothing can ever have. Such a name is the mistake that hides best: what is said of it
// always holds, or never changes anything.
extension FormatReader {
  /// Where a name stands, which decides what it leaves open.
  enum NameUse {
    /// In what is done to a run: without `#` the first time, without a process the first launch.
    case exact
    /// In what is expected: without `#` any time, without a process any launch.
    case anyTime
  }

  /// Reads the name of something that happens, wildcards included.
  func happening(_ node: YAMLNode, _ name: String, _ use: NameUse) -> IdentityPattern? {
    guard
      let scalar = log.scalar(
        node, name, expected: "a happening such as \"done store/r1.a1/raw\"")
    else { return nil }
    return happening(scalar.text, at: node.position, use)
  }

  func happening(
    _ text: String, at position: SourcePosition, _ use: NameUse
  ) -> IdentityPattern? {
    guard var pattern = pattern(text, at: position) else { return nil }
    if let fault = NameCheck(pattern).faultOfHappening {
      log.report(
        .impossibleIdentity, at: position, "nothing that happens is called '\(text)'", hint: fault)
      return nil
    }
    if use == .anyTime {
      if !text.utf8.contains(UInt8(ascii: "#")) {
        pattern.leaveOpen(0xFF << 8)
        // A stage counts on in its number when it has come 255 times.
        if pattern.value.family == .stage { pattern.leaveNumberOpen() }
      }
      if !text.utf8.contains(UInt8(ascii: ":")) { pattern.leaveOpen(0xFF) }
    }
    return pattern
  }

  /// Reads a question of the plan.
  func question(_ text: String, at position: SourcePosition) -> IdentityPattern? {
    guard let pattern = pattern(text, at: position) else { return nil }
    if let fault = NameCheck(pattern).faultOfQuestion {
      log.report(
        .impossibleIdentity, at: position, "no run asks '\(text)'", hint: fault)
      return nil
    }
    return pattern
  }

  private func pattern(_ text: String, at position: SourcePosition) -> IdentityPattern? {
    do throws(IdentityError) {
      return try IdentityPattern(parsing: text)
    } catch {
      let nearest = Suggestion.nearest(to: error.found, among: error.candidates)
      let hint =
        nearest.map { "did you mean '\($0)'?" }
        ?? (error.candidates.isEmpty ? nil : "expected \(log.list(error.candidates))")
      log.report(.badIdentity, at: position, "'\(text)' \(phrase(error.reason))", hint: hint)
      return nil
    }
  }

  /// The contract's reasons are ends of sentences, or noun phrases.
  private func phrase(_ reason: String) -> String {
    reason.hasPrefix("unknown") ? "has an \(reason)" : reason
  }
}

extension IdentityPattern {
  /// Lets some bits of the upper half be anything.
  fileprivate mutating func leaveOpen(_ bits: UInt64) {
    mask.high &= ~bits
    value.high &= ~bits
  }

  /// Lets the number be anything.
  fileprivate mutating func leaveNumberOpen() {
    mask.low &= ~0xFFFF
    value.low &= ~0xFFFF
  }
}

/// Whether anything can have a name, as the world gives names.
struct NameCheck {
  private let pattern: IdentityPattern
  private let verb: Verb
  private let family: Family

  init(_ pattern: IdentityPattern) {
    self.pattern = pattern
    verb = pattern.value.verb
    family = pattern.value.family
  }

  private var hasRecording: Bool { isOpen(0xFFFF << 32) || pattern.value.recording != 0 }
  private var hasAttempt: Bool { isOpen(0xFFFF << 16) || pattern.value.attempt != 0 }
  private var hasLeaf: Bool { pattern.mask.low >> 24 == 0 || pattern.value.leaf != .none }
  private var hasWord: Bool { pattern.mask.low & 0xFF_0000 == 0 || pattern.value.word != .none }
  private var hasNumber: Bool { pattern.mask.low & 0xFFFF == 0 || pattern.value.number != 0 }
  private var isRequest: Bool { family.rawValue > 0 && family.rawValue < Family.launched.rawValue }
  private var isNews: Bool {
    family.rawValue >= Family.launched.rawValue && family.rawValue < Family.stage.rawValue
  }

  private func isOpen(_ bits: UInt64) -> Bool { pattern.mask.high & bits == 0 }

  /// Why nothing that happens has the name; nil if something can.
  var faultOfHappening: String? {
    switch verb {
    case .object: return "it has no verb: 'issue …' is the engine's asking, 'done …' the answer"
    case .answer, .heeds, .runs, .fault, .landed, .reads, .target, .late:
      return "that is a question, and belongs into the plan"
    case .person:
      return family == .none && hasNumber ? nil : "entries of 'person' are named 'person 3'"
    case .news: return isNews ? nil : "news are named 'news focus/1'; of a request say 'done …'"
    case .deadline:
      if family == .stage { return pattern.value.recording == 0 || hasAttempt ? nil : needsAttempt }
      return isRequest ? faultOfRequest : "a deadline is that of a request or of a stage"
    case .issue, .done: return isRequest ? faultOfRequest : "only requests are asked and answered"
    case .head:
      return [.upload, .cleanup].contains(family)
        ? faultOfRequest : "only 'upload/…' and 'cleanup/…' have a head"
    case .began: return family == .capture ? faultOfRequest : "only 'capture/r1' begins"
    case .frames:
      guard family == .capture else { return "only 'capture/r1' has frames" }
      return hasNumber ? faultOfRequest : "frames are counted: 'frames capture/r1/3'"
    case .partial: return family == .local ? faultOfRequest : "only 'local/…' has partial texts"
    case .open, .idle:
      return family == .dial ? faultOfRequest : "only a relay's 'dial/…' opens or idles"
    case .frame, .pong, .drained:
      guard family == .dial else { return "only a relay's 'dial/…' does that" }
      return faultOfLeg ?? (hasNumber ? nil : "they are counted: '\(verb.word) dial/r1/leg2/3'")
    }
  }

  /// Why no run asks the question; nil if one can.
  var faultOfQuestion: String? {
    switch verb {
    case .answer: return isRequest ? faultOfRequest : "only requests are answered"
    case .runs:
      return isStoreOrFile ? faultOfRequest : "only store and file requests run apart from answers"
    case .heeds:
      return isRequest && !isStoreOrFile
        ? faultOfRequest : "a cancel reaches long requests only, such as 'upload/r1.a1/0/t1'"
    case .reads: return family == .deliver ? faultOfRequest : "only 'deliver/…' is read later"
    case .object, .issue, .began, .head, .frames, .partial, .open, .frame, .pong, .drained, .done,
      .deadline, .news, .person, .idle:
      return "a question ends in ?answer, ?runs, ?heeds or ?reads"
    case .fault, .landed, .target, .late:
      return "the questions are ?answer, ?runs, ?heeds and ?reads"
    }
  }

  private var isStoreOrFile: Bool {
    switch family {
    case .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove:
      true
    case .none, .capture, .export, .upload, .local, .reset, .cleanup, .deliver, .clipboard,
      .restore, .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace,
      .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }

  private var needsAttempt: String { "it is always of an attempt: write r1.a1, or r1.* for any" }
  private var hasNoAttempt: String { "it is never of an attempt: write r1" }

  private var faultOfRequest: String? {
    if isOfRecording && !hasRecording { return "it is of a recording, such as r1" }
    switch family {
    case .open, .inventory, .quarantine, .space:
      return pattern.value.recording != 0
        ? "it belongs to no recording: write '\(family.word)/store'" : nil
    case .upload:
      if !hasAttempt { return needsAttempt }
      return hasLeaf && hasNumber ? nil : "it has a leaf and a try: 'upload/r1.a1/0/t1'"
    case .export:
      if !hasAttempt { return needsAttempt }
      return hasLeaf ? nil : "it has a leaf: 'export/r1.a1/0.1'"
    case .store:
      if !hasAttempt { return needsAttempt }
      return hasWord ? nil : "it has a word: 'store/r1.a1/raw'"
    case .local, .cleanup, .restore: return hasAttempt ? nil : needsAttempt
    case .deliver, .clipboard:
      // The keyboard's own touch and a copy by hand belong to no attempt: 'deliver/store'.
      return hasAttempt || !hasRecording ? nil : needsAttempt
    case .create, .close, .validate, .sync, .promote, .remove:
      if attemptIsNamed { return hasNoAttempt }
      return hasWord ? nil : "it has a kind of file: '\(family.word)/r1/partial'"
    case .append:
      if attemptIsNamed { return hasNoAttempt }
      return hasNumber ? nil : "appends are counted: 'append/r1/3'"
    case .capture, .usage, .tombstone, .purge: return attemptIsNamed ? hasNoAttempt : nil
    case .reset: return hasRecording ? nil : "it has a slot: 'reset/slot1'"
    case .dial:
      return faultOfLeg ?? (numberIsNamed ? "the leg itself has no number: 'dial/r1/leg2'" : nil)
    case .post, .none, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      return nil
    }
  }

  private var faultOfLeg: String? {
    if !hasRecording { return "it is of a recording, such as r1" }
    if attemptIsNamed { return hasNoAttempt }
    if wordIsNamed { return "a leg has a number and no word: 'dial/r1/leg2'" }
    return hasLeaf ? nil : "legs are numbered: 'dial/r1/leg2'"
  }

  private var isOfRecording: Bool {
    switch family {
    case .store, .create, .append, .close, .validate, .sync, .promote, .remove, .capture, .export,
      .upload, .local, .cleanup, .restore, .usage:
      true
    case .open, .inventory, .quarantine, .space, .tombstone, .purge, .reset, .deliver, .clipboard,
      .post, .dial, .none, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }

  private var numberIsNamed: Bool { pattern.mask.low & 0xFFFF != 0 && pattern.value.number != 0 }
  private var wordIsNamed: Bool {
    pattern.mask.low & 0xFF_0000 != 0 && pattern.value.word != .none
  }
  private var attemptIsNamed: Bool { !isOpen(0xFFFF << 16) && pattern.value.attempt != 0 }
}
