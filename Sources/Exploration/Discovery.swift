public import Contract
public import Properties
public import Simulation

/// A case in which an engine broke a promise, complete enough to be run again without whatever
/// found it.
public struct Discovery: Hashable, Sendable {
  /// The case: running it plainly gives the same trace.
  public var theCase: Case
  /// The promise that was broken first.
  public var clause: ClauseID
  /// The broken promises, the earliest first.
  public var findings: [Finding]
  /// The logical trace hash of the run.
  public var trace: UInt64
  /// Where it comes from, in words for people: the seed, the number of the case, the strategy.
  public var provenance: String

  /// Makes a discovery.
  public init(
    theCase: Case, clause: ClauseID, findings: [Finding], trace: UInt64, provenance: String
  ) {
    self.theCase = theCase
    self.clause = clause
    self.findings = findings
    self.trace = trace
    self.provenance = provenance
  }
}
