public import Contract
public import Properties
public import Simulation

/// A case that breaks a promise, found by whatever looked for one.
///
/// It is the currency between those who find (a fuzzer, a sweep, a crash exploration) and those
/// who work on what was found: the reducer, the buckets, the writer of case files.
public struct Discovery: Hashable, Sendable {
  /// Everything that decides the run: running it again gives the same trace.
  public var theCase: Case
  /// The promise that is broken first.
  public var clause: ClauseID
  /// The broken promises of the run that the contract demands, the earliest first.
  public var findings: [Finding]
  /// The logical trace hash of the run.
  public var trace: UInt64
  /// Who found it and from what, for a person and for a repetition: a strategy with its seed, or
  /// the case and the fault of a sweep.
  public var provenance: String

  /// A discovery from its parts.
  public init(
    theCase: Case, clause: ClauseID, findings: [Finding], trace: UInt64, provenance: String
  ) {
    self.theCase = theCase
    self.clause = clause
    self.findings = findings
    self.trace = trace
    self.provenance = provenance
  }

  /// What a run has shown; nil unless it broke a promise that the contract demands.
  public init?(_ theCase: Case, _ result: CaseResult, provenance: String) {
    guard result.verdict == .violated, let first = result.violations.first else { return nil }
    self.init(
      theCase: theCase, clause: first.clause, findings: result.violations,
      trace: result.trace.value, provenance: provenance)
  }
}
