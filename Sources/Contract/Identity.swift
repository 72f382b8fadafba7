// Names for everything that can happen in a case, made from content.
//
// An identity never contains a counter of the whole run or an id that the engine chose, so that
// the same happening has the same name in another run, after another decision, and with another
// engine. It packs into 128 bits: comparing, hashing and matching cost a few instructions.
//
//   high: verb or aspect 8 | family 8 | recording 16 | attempt 16 | occurrence 8 | role 1, boot 7
//   low:  leaf 40 (first index 12, then seven of 4, each plus one) | word 8 | number 16
//
// A value that does not fit is the harness's error, never a wrap.

/// What happens, or which question is asked, about an object.
public enum Verb: UInt8, CaseIterable, Hashable, Sendable {
  /// The object itself, without a verb.
  case object = 0
  case issue, began, head, frames, partial, open, frame, pong, drained, done, deadline, news
  case person
  /// Whoever listens has had enough of a silence.
  case idle
  /// Questions.
  case answer = 128
  case heeds, runs, fault, landed, reads, target, late

  /// Whether it is a question.
  public var isQuestion: Bool { rawValue >= 128 }

  /// The word in texts.
  public var word: String {
    switch self {
    case .object: ""
    case .issue: "issue"
    case .began: "began"
    case .head: "head"
    case .frames: "frames"
    case .partial: "partial"
    case .open: "open"
    case .frame: "frame"
    case .pong: "pong"
    case .drained: "drained"
    case .done: "done"
    case .deadline: "deadline"
    case .news: "news"
    case .person: "person"
    case .idle: "idle"
    case .answer: "answer"
    case .heeds: "heeds"
    case .runs: "runs"
    case .fault: "fault"
    case .landed: "landed"
    case .reads: "reads"
    case .target: "target"
    case .late: "late"
    }
  }
}

/// What kind of thing an identity is about.
public enum Family: UInt8, CaseIterable, Hashable, Sendable {
  case none = 0
  /// Requests.
  case open, inventory, quarantine, space, store, tombstone, purge
  case create, append, close, validate, sync, promote, remove
  case capture, export, upload, local, reset, cleanup, deliver, clipboard, restore, usage, post
  case dial
  /// News.
  case launched = 64
  case interruption, route, mediaReset, lowSpace, locked, background, foreground, thermal
  case focus, copied, handoff, resumed
  /// A stage's own deadline, which has a word and no request.
  case stage = 96

  /// The word in texts.
  public var word: String {
    switch self {
    case .none: ""
    case .open: "open"
    case .inventory: "inventory"
    case .quarantine: "quarantine"
    case .space: "space"
    case .store: "store"
    case .tombstone: "tombstone"
    case .purge: "purge"
    case .create: "create"
    case .append: "append"
    case .close: "close"
    case .validate: "validate"
    case .sync: "sync"
    case .promote: "promote"
    case .remove: "remove"
    case .capture: "capture"
    case .export: "export"
    case .upload: "upload"
    case .local: "local"
    case .reset: "reset"
    case .cleanup: "cleanup"
    case .deliver: "deliver"
    case .clipboard: "clipboard"
    case .restore: "restore"
    case .usage: "usage"
    case .post: "post"
    case .dial: "dial"
    case .launched: "launched"
    case .interruption: "interruption"
    case .route: "route"
    case .mediaReset: "media-reset"
    case .lowSpace: "low-space"
    case .locked: "locked"
    case .background: "background"
    case .foreground: "foreground"
    case .thermal: "thermal"
    case .focus: "focus"
    case .copied: "copied"
    case .handoff: "handoff"
    case .resumed: "resumed"
    case .stage: "stage"
    }
  }
}

/// A part that is a word: the target state of a write, a stage, or what a file is for.
public enum Word: UInt8, CaseIterable, Hashable, Sendable {
  case none = 0
  /// Of a write, by the first field that differs from the row it replaces.
  case capturing, processing, checkpoint, raw, retrying, success, failed, cancelled, claim
  case outcome, usage
  /// Of a file.
  case partial, source, leaf
  /// Of a stage's own deadline: 32 plus the stage.
  case recovery = 33
  case store, captureHealth, captureLimit, finalize, promote, export, request, backoff
  case recognition, localEngine, reset, cleanup, delivery, usageReport, handoff
  case dial, liveness, keepalive, redial, drain, watchdog

  /// The word of a stage.
  public init(_ stage: Stage) {
    self = Word(rawValue: 32 + stage.rawValue) ?? .none
  }

  /// The word in texts.
  public var text: String {
    switch self {
    case .none: ""
    case .capturing: "capturing"
    case .processing: "processing"
    case .checkpoint: "checkpoint"
    case .raw: "raw"
    case .retrying: "retrying"
    case .success: "success"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .claim: "claim"
    case .outcome: "outcome"
    case .usage: "usage"
    case .partial: "partial"
    case .source: "source"
    case .leaf: "leaf"
    case .recovery: "recovery"
    case .store: "store"
    case .captureHealth: "capture-health"
    case .captureLimit: "capture-limit"
    case .finalize: "finalize"
    case .promote: "promote"
    case .export: "export"
    case .request: "request"
    case .backoff: "backoff"
    case .recognition: "recognition"
    case .localEngine: "local-engine"
    case .reset: "reset"
    case .cleanup: "cleanup"
    case .delivery: "delivery"
    case .usageReport: "usage-report"
    case .handoff: "handoff"
    case .dial: "dial"
    case .liveness: "liveness"
    case .keepalive: "keepalive"
    case .redial: "redial"
    case .drain: "drain"
    case .watchdog: "watchdog"
    }
  }
}

/// The place of a leaf in the tree of splits of its attempt, such as 0.1.0.
public struct LeafPath: Hashable, Sendable {
  /// Forty bits: the root's index plus one in twelve, then seven children plus one in four each.
  public var bits: UInt64

  /// No leaf.
  public static var none: Self { Self(bits: 0) }

  /// Wraps packed bits.
  public init(bits: UInt64) { self.bits = bits }

  /// The path of the n-th root; nil when it does not fit.
  public init?(root: Int) {
    guard root >= 0, root < 4095 else { return nil }
    bits = UInt64(root + 1) << 28
  }

  /// How many indices the path has; 0 for no leaf.
  public var depth: Int {
    guard bits != 0 else { return 0 }
    var d = 1
    while d < 8, (bits >> (28 - UInt64(4 * d))) & 15 != 0 { d += 1 }
    return d
  }

  /// The path of the n-th child; nil when it does not fit.
  public func child(_ n: Int) -> Self? {
    let d = depth
    guard d > 0, d < 8, n >= 0, n < 15 else { return nil }
    return Self(bits: bits | (UInt64(n + 1) << (28 - UInt64(4 * d))))
  }

  /// The indices, root first.
  public var indices: [Int] {
    guard bits != 0 else { return [] }
    var out = [Int(bits >> 28) - 1]
    for d in 1..<depth { out.append(Int((bits >> (28 - UInt64(4 * d))) & 15) - 1) }
    return out
  }
}

/// A name, made from content, for something that happens in a case.
public struct Identity: Hashable, Comparable, Sendable {
  /// Verb, family, recording, attempt, occurrence and process.
  public var high: UInt64
  /// Leaf, word and number.
  public var low: UInt64

  /// Wraps packed halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Names the object of a happening; see `saying(_:)` for what happens to it.
  public init(
    _ family: Family, recording: UInt16 = 0, attempt: AttemptNumber = 0,
    leaf: LeafPath = .none, word: Word = .none, number: UInt16 = 0,
    process: ProcessID = ProcessID(.app)
  ) {
    high = UInt64(family.rawValue) << 48 | UInt64(recording) << 32 | UInt64(attempt) << 16
    high |= UInt64(process.role.rawValue) << 7 | UInt64(process.boot & 127)
    low = leaf.bits << 24 | UInt64(word.rawValue) << 16 | UInt64(number)
  }

  /// Orders by the packed form: a total order without meaning.
  public static func < (a: Self, b: Self) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  /// What happens; `.object` for the object alone.
  public var verb: Verb { Verb(rawValue: UInt8(high >> 56)) ?? .object }
  /// What kind of thing it is about.
  public var family: Family { Family(rawValue: UInt8(truncatingIfNeeded: high >> 48)) ?? .none }
  /// The recording's ordinal, or the slot of a reset; 0 for shared things.
  public var recording: UInt16 { UInt16(truncatingIfNeeded: high >> 32) }
  /// The attempt; 0 where it does not matter.
  public var attempt: AttemptNumber { UInt16(truncatingIfNeeded: high >> 16) }
  /// 0 for the first time, n for the n-th.
  public var occurrence: UInt8 { UInt8(truncatingIfNeeded: high >> 8) }
  /// The process it happens in.
  public var process: ProcessID {
    ProcessID(high & 128 == 0 ? .app : .keyboard, boot: UInt8(high & 127))
  }
  /// The leaf.
  public var leaf: LeafPath { LeafPath(bits: low >> 24) }
  /// The word.
  public var word: Word { Word(rawValue: UInt8(truncatingIfNeeded: low >> 16)) ?? .none }
  /// The try, chunk, checkpoint or script entry.
  public var number: UInt16 { UInt16(truncatingIfNeeded: low) }

  /// The same object with this verb or question.
  public func saying(_ verb: Verb) -> Self {
    var copy = self
    copy.high = high & ~(0xFF << 56) | UInt64(verb.rawValue) << 56
    return copy
  }

  /// The same name for the n-th time; n from 1.
  public func occurring(_ n: UInt8) -> Self {
    var copy = self
    copy.high = high & ~(0xFF << 8) | UInt64(n <= 1 ? 0 : n) << 8
    return copy
  }

  /// How often, with what only the deadline of a stage counts beyond 255 in its number.
  public var times: Int { Int(occurrence) + (family == .stage ? Int(number) << 8 : 0) }

  /// The same deadline of a stage for the n-th time; n from 1.
  public func coming(_ n: UInt16) -> Self {
    let low = UInt64(n & 255)
    var copy = self
    copy.high = high & ~(0xFF << 8) | (n <= 1 ? 0 : low) << 8
    return copy.numbered(n >> 8)
  }

  /// The same name with this number.
  public func numbered(_ n: UInt16) -> Self {
    var copy = self
    copy.low = low & ~0xFFFF | UInt64(n)
    return copy
  }

  /// The object alone: no verb, no occurrence.
  public var object: Self {
    var copy = self
    copy.high &= ~(0xFF << 56)
    copy.high &= ~(0xFF << 8)
    return copy
  }
}
