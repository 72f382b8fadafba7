import Contract
import Simulation

/// The search for a smaller case that breaks the same promise: the best one so far, what was tried
/// and what it cost.
struct Search {
  let stage: Stage
  /// The promise that must be the first to be broken.
  let clause: ClauseID
  /// Runs that there may be.
  let limit: Int
  /// Told every improvement.
  let improved: (Case) -> Void
  let provenance: String
  /// What a smaller case must be beside breaking the promise; nil for nothing.
  let isLike: ((Case) -> Bool)?

  private(set) var best: Discovery
  private(set) var size: CaseSize
  var executions = 0
  /// The first violation of each other promise that was met.
  private(set) var others: [Discovery] = []
  private var tried: Set<Case> = []

  init(
    _ stage: Stage, _ discovery: Discovery, limit: Int, isLike: ((Case) -> Bool)? = nil,
    improved: @escaping (Case) -> Void
  ) {
    self.isLike = isLike
    self.stage = stage
    self.limit = limit
    self.improved = improved
    clause = discovery.clause
    provenance = discovery.provenance
    best = discovery
    size = CaseSize(discovery.theCase)
    tried.insert(discovery.theCase)
  }

  /// Whether no run is left.
  var isOver: Bool { executions >= limit }

  /// Runs a case and counts the run.
  mutating func run(_ theCase: Case) -> CaseResult {
    executions += 1
    return stage.run(theCase)
  }

  /// Takes a case over if it is smaller and breaks the same promise first. What else is broken is
  /// kept for whoever looks at that, and never followed.
  mutating func accepts(_ candidate: Case) -> Bool {
    let smaller = CaseSize(candidate)
    guard smaller < size, !isOver, tried.insert(candidate).inserted else { return false }
    let result = run(candidate)
    guard let found = Discovery(candidate, result, provenance: provenance) else { return false }
    guard found.clause == clause else {
      keep(found)
      return false
    }
    if let isLike, !isLike(candidate) { return false }
    best = found
    size = smaller
    improved(candidate)
    drop(result.unmatched)
    return true
  }

  /// Takes a case over that says the same in a form that is preferred, if it breaks the same
  /// promise first.
  mutating func prefers(_ candidate: Case) {
    guard candidate != best.theCase, CaseSize(candidate) <= size,
      tried.insert(candidate).inserted
    else { return }
    takeOver(candidate)
  }

  /// Takes a case over that leaves out what came only after the promise was broken, if it breaks
  /// the same promise first. That nobody stops a recording any more is nothing odd then.
  mutating func ends(_ candidate: Case) {
    guard CaseSize(candidate).entries < size.entries else { return }
    takeOver(candidate)
  }

  private mutating func takeOver(_ candidate: Case) {
    guard !isOver else { return }
    let result = run(candidate)
    guard let found = Discovery(candidate, result, provenance: provenance), found.clause == clause
    else { return }
    if let isLike, !isLike(candidate) { return }
    best = found
    size = CaseSize(candidate)
    improved(candidate)
  }

  /// Looks at a case beside the way, for an explanation: whether it breaks the same promise first.
  mutating func breaksTheSame(_ candidate: Case) -> Bool? {
    guard !isOver else { return nil }
    let result = run(candidate)
    guard let found = Discovery(candidate, result, provenance: provenance) else { return false }
    if found.clause == clause { return true }
    keep(found)
    return false
  }

  private mutating func keep(_ found: Discovery) {
    if others.contains(where: { $0.clause == found.clause }) { return }
    var found = found
    found.provenance = "met while \(provenance) was reduced"
    others.append(found)
  }

  /// Tries the case without everything that its run never met.
  mutating func drop(_ unmatched: CaseResult.Unmatched) {
    let parts: [CasePart] =
      unmatched.plan.map { .plan($0) } + unmatched.disk.map { .disk($0) }
      + unmatched.allocations.map { .allocation($0) } + unmatched.holds.map { .hold($0) }
      + unmatched.crashes.map { .crash($0) } + unmatched.script.map { .script($0) }
    if !parts.isEmpty { _ = accepts(best.theCase.removing(parts).tidied) }
  }
}
