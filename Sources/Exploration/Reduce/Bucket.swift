import Choices
public import Contract
import Properties
import Simulation
import SimulatedDisk

/// What makes two findings one: the promise, what the app was doing, and which kinds of things
/// happen and go wrong in the reduced case.
public struct Bucket: Hashable, Sendable {
  /// The promise.
  public var clause: ClauseID
  /// What the app was doing when it was broken.
  public var phase: DerivedPhase
  /// The kinds of things, sorted, each once.
  public var kinds: [String]

  /// The bucket of a reduced case. Its phase is found by running it once more.
  public init(_ reduction: Reduction, _ stage: Stage) {
    self.init(reduction.discovery, stage)
  }

  /// The bucket of a case as it is.
  public init(_ discovery: Discovery, _ stage: Stage) {
    clause = discovery.clause
    phase = DerivedPhase.at(
      discovery.findings.first?.record ?? 0, of: discovery.theCase, stage)
    kinds = Self.kinds(of: discovery.theCase)
  }

  /// `DELIVER.at-most-once | delivering | crash kill, start, stop`
  public var text: String {
    "\(clause.id) | \(phase.rawValue) | \(kinds.joined(separator: ", "))"
  }

  /// Whether everything that happens here happens in the other one, too.
  func isPart(of other: Bucket) -> Bool {
    clause == other.clause && kinds.allSatisfy { other.kinds.contains($0) }
  }

  /// The kinds of things that happen and go wrong in a case.
  static func kinds(of theCase: Case) -> [String] {
    var kinds: Set<String> = []
    for line in theCase.script { kinds.insert(word(for: line.action)) }
    for entry in theCase.plan.entries {
      kinds.insert(
        entry.question.names.value.family.word + " " + word(for: entry.value))
    }
    for entry in theCase.disk.entries {
      kinds.insert("disk \(entry.point.verb.word) \(word(for: entry.fault))")
    }
    if !theCase.disk.allocations.isEmpty { kinds.insert("memory") }
    for crash in theCase.crashes { kinds.insert(crash.losses == nil ? "kill" : "power") }
    for rule in theCase.recognizer { kinds.insert("upload " + word(for: .reply(rule.reply))) }
    for rule in theCase.cleanup { kinds.insert("cleanup " + word(for: .reply(rule.reply))) }
    for hold in theCase.schedule {
      let held = hold.hold.names.value
      kinds.insert("late \(held.verb.word) \(held.family.word)")
    }
    for plant in theCase.plants { kinds.insert("found " + word(for: plant)) }
    for field in theCase.fields { kinds.insert("field \(field.field)") }
    let disk = theCase.disk
    if disk.room != nil || disk.capacity != nil || !disk.quotas.isEmpty { kinds.insert("full") }
    if disk.freeSpace != .actual { kinds.insert("space") }
    if !disk.locks.isEmpty { kinds.insert("locked") }
    if !disk.visits.isEmpty { kinds.insert("second process") }
    return kinds.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func word(for action: Action) -> String {
    switch action {
    case .command(let command, _):
      switch command {
      case .start: "start"
      case .stop: "stop"
      case .cancel: "cancel"
      case .retry: "retry"
      case .delete: "delete"
      case .clear: "clear"
      case .change: "change"
      case .copy: "copy"
      case .redeliver: "redeliver"
      }
    case .news(let news, _):
      switch news {
      case .interruption: "interruption"
      case .route: "route"
      case .mediaReset: "media reset"
      case .lowSpace: "low space"
      case .deviceLocked: "lock"
      case .background: "background"
      case .foreground: "foreground"
      case .thermal: "thermal"
      case .focus: "focus"
      case .clipboard: "clipboard"
      case .handoff: "handoff"
      case .resumed: "resumed"
      }
    case .focus: "focus"
    case .field: "field"
    case .copy: "copy elsewhere"
    case .suspend: "suspend"
    case .wallStep: "wall step"
    case .launch: "launch"
    case .wait: "wait"
    }
  }

  private static func word(for answer: Answer) -> String {
    switch answer {
    case .slow: "slow"
    case .never: "never"
    case .store, .file, .fails: "fails"
    case .microphone(let microphone): word(for: microphone)
    case .reply(let reply): word(for: reply)
    case .local: "local"
    case .delivery(let delivery):
      switch delivery {
      case .unconfirmed: "unconfirmed"
      case .silent: "silent"
      case .refused: "refused"
      }
    case .space: "space"
    case .runs: "runs"
    case .heeds: "ignores cancel"
    case .reads: "reads late"
    case .leg(let plan):
      switch plan.opening {
      case .never: "leg never opens"
      case .unreachable: "leg unreachable"
      case .refused: "leg refused"
      case .usual:
        if plan.breaksAt == nil {
          plan.manners.isEmpty ? "leg slow" : "leg with manners"
        } else {
          switch plan.breaking {
          case .closes: "leg closes"
          case .fails: "leg fails"
          case .goesSilent: "leg goes silent"
          }
        }
      }
    }
  }

  private static func word(for microphone: Microphone) -> String {
    switch microphone.end {
    case .usual: microphone.zerosFrom == nil ? "opens late" : "zeros"
    case .stopNeverAnswered, .stopAnsweredAfter: "stops late"
    case .denied, .unsupported, .neverOpens: "does not open"
    case .lostAt, .formatChangesAt, .starvesAt: "lost"
    }
  }

  /// What an engine tells apart: a status by its class, but those that have their own rules.
  private static func word(for reply: Reply) -> String {
    if reply.breaks != .nowhere { return "breaks" }
    switch reply.status {
    case 200:
      let isPlain = reply.form == .usual && reply.contentType == nil
      return isPlain && reply.text == .usual ? "slow" : "invalid"
    case 413, 429: return "\(reply.status)"
    default: return "\(reply.status / 100)xx"
    }
  }

  private static func word(for fault: DiskFault) -> String {
    switch fault {
    case .noSpace, .leaves: "no space"
    case .failsBefore, .failsAfter, .failsSync, .refuses, .short: "fails"
    case .stalls: "stalls"
    case .lies: "lies"
    case .vanishes, .replaced: "vanishes"
    case .rots, .misreads, .damages, .misdirects: "rots"
    case .kills: "kill"
    }
  }

  private static func word(for plant: Plant) -> String {
    switch plant {
    case .row(let row): "row \(row.state)"
    case .damagedRow: "damaged row"
    case .tombstone: "tombstone"
    case .file: "file"
    case .brokenFile: "broken file"
    case .foreignFile: "foreign file"
    case .corruptStore: "corrupt store"
    case .handoff: "handoff"
    }
  }
}

/// Findings put together: one bucket for what is most likely one defect.
public struct Buckets: Sendable {
  /// Findings that are most likely one defect.
  public struct Group: Sendable {
    /// The bucket of the smallest case.
    public var bucket: Bucket
    /// The smallest case.
    public var smallest: Reduction
    /// How many findings there are.
    public var count: Int
    /// Who found them, each once, in the order of finding.
    public var strategies: [String]
  }

  /// The groups, in the order of their first finding.
  public private(set) var groups: [Group] = []

  /// No finding yet.
  public init() {}

  /// Puts a finding to those that it is like: of the same promise, with kinds of things that are
  /// part of the other's or the other way round. The smaller case stands for both.
  ///
  /// - Returns: whether it is like none that was there.
  @discardableResult
  public mutating func add(_ reduction: Reduction, _ bucket: Bucket) -> Bool {
    let new = Group(
      bucket: bucket, smallest: reduction, count: 1, strategies: [reduction.provenance])
    // It can hold two groups together that were apart before.
    let alike = groups.indices.filter {
      groups[$0].bucket.isPart(of: bucket) || bucket.isPart(of: groups[$0].bucket)
    }
    guard let first = alike.first else {
      groups.append(new)
      return true
    }
    var merged = groups[first]
    for group in alike.dropFirst().map({ groups[$0] }) + [new] { merged.take(group) }
    groups[first] = merged
    for place in alike.dropFirst().reversed() { groups.remove(at: place) }
    return false
  }
}

extension Buckets.Group {
  /// Takes another group in.
  fileprivate mutating func take(_ other: Buckets.Group) {
    count += other.count
    for strategy in other.strategies where !strategies.contains(strategy) {
      strategies.append(strategy)
    }
    if other.smallest.size < smallest.size {
      smallest = other.smallest
      bucket = other.bucket
    }
  }
}
