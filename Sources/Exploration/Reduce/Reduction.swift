public import Contract
public import Properties
public import Simulation

/// What a reduction came to.
public struct Reduction: Sendable {
  /// The smallest case that was found.
  public var theCase: Case
  /// The promise that it breaks first.
  public var clause: ClauseID
  /// What it breaks, the earliest first.
  public var findings: [Finding]
  /// The logical trace hash of its run.
  public var trace: UInt64
  /// Runs that it took, without those for the explanation.
  public var executions: Int
  /// Runs for the explanation.
  public var explaining = 0
  /// How much the case asked of its reader before.
  public var original: CaseSize
  /// How much it asks now.
  public var size: CaseSize
  /// What each entry that is left is for.
  public var explained: [Explained] = []
  /// The place in the trace from which on the promise is broken whatever else happens; nil where
  /// that was not looked for.
  public var inevitable: Inevitable?
  /// The nearest case that breaks no promise.
  public var neighbour: Neighbour?
  /// Cases that break other promises, met on the way, one for each.
  public var others: [Discovery]
  /// Whether two runs of the case came out alike and broke the promise.
  public var isConfirmed = true
  /// Whether the runs ended before nothing got smaller any more.
  public var isCutShort: Bool
  /// Who found the case.
  public var provenance: String

  /// What one entry is for.
  public struct Explained: Hashable, Sendable {
    /// Why an entry is there.
    public enum Role: String, CaseIterable, Hashable, Sendable {
      /// It must be there, and be what it is.
      case needed
      /// It must be there, where it is.
      case order = "order needed"
      /// It must be there; what it is, or when, does not matter.
      case any = "any will do"
    }

    /// The entry.
    public var part: CasePart
    /// What it is for.
    public var role: Role
  }

  /// Where nothing can help any more.
  public struct Inevitable: Hashable, Sendable {
    /// The index of the trace record.
    public var record: Int
    /// What happens there.
    public var identity: Identity
  }

  /// A case that differs in one entry and breaks no promise.
  public struct Neighbour: Sendable {
    /// The case.
    public var theCase: Case
    /// The entry of the reduced case that it lacks.
    public var without: CasePart
  }

  /// The case as a discovery.
  public var discovery: Discovery {
    Discovery(
      theCase: theCase, clause: clause, findings: findings, trace: trace, provenance: provenance)
  }

  init(_ search: Search, from original: Case) {
    theCase = search.best.theCase
    clause = search.clause
    findings = search.best.findings
    trace = search.best.trace
    executions = search.executions
    self.original = CaseSize(original)
    size = search.size
    others = search.others
    isCutShort = search.isOver
    provenance = search.best.provenance
  }

  init(unconfirmed discovery: Discovery) {
    theCase = discovery.theCase
    clause = discovery.clause
    findings = discovery.findings
    trace = discovery.trace
    executions = 2
    original = CaseSize(discovery.theCase)
    size = original
    others = []
    isConfirmed = false
    isCutShort = false
    provenance = discovery.provenance
  }
}
