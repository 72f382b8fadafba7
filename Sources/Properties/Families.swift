import Contract

/// The folds of all clauses, one struct a family, called through one interest table.
///
/// A family is a value with two members: `interests`, a constant mask of the kinds of steps that
/// it cares about, and `observe`, which sees such a step after the ledger has taken it. The ledger
/// is passed in place so that nothing is copied; families read it and never change it.
struct Families: Sendable {
  private var capture = CaptureClauses()
  private var source = SourceClauses()
  private var recognize = RecognizeClauses()
  private var request = RequestClauses()
  private var bulk = BulkClauses()
  private var cleanup = CleanupClauses()
  private var commit = CommitClauses()
  private var deliver = DeliverClauses()
  private var indicator = IndicatorClauses()
  private var lease = LeaseClauses()
  private var state = StateClauses()
  private var retry = RetryClauses()
  private var settings = SettingsClauses()
  private var delete = DeleteClauses()
  private var relaunch = RelaunchClauses()
  private var attempt = AttemptClauses()
  private var surface = SurfaceClauses()
  private var latency = LatencyClauses()
  private var survival = SurvivalClauses()
  private var relay = RelayClauses()

  /// Lets every family see a step that it cares about, in registry order.
  @inline(__always)
  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ ledger: inout Ledger, _ docket: inout Docket
  ) {
    ledger.look &+= 1
    if CaptureClauses.interests.contains(kind) {
      capture.observe(kind, what, &ledger, &docket)
    }
    if SourceClauses.interests.contains(kind) {
      source.observe(kind, what, &ledger, &docket)
    }
    if RecognizeClauses.interests.contains(kind) {
      recognize.observe(kind, what, &ledger, &docket)
    }
    if RequestClauses.interests.contains(kind) {
      request.observe(kind, what, &ledger, &docket)
    }
    if BulkClauses.interests.contains(kind) {
      bulk.observe(kind, what, &ledger, &docket)
    }
    if CleanupClauses.interests.contains(kind) {
      cleanup.observe(kind, what, &ledger, &docket)
    }
    if CommitClauses.interests.contains(kind) {
      commit.observe(kind, what, &ledger, &docket)
    }
    if DeliverClauses.interests.contains(kind) {
      deliver.observe(kind, what, &ledger, &docket)
    }
    if IndicatorClauses.interests.contains(kind) {
      indicator.observe(kind, what, &ledger, &docket)
    }
    if LeaseClauses.interests.contains(kind) {
      lease.observe(kind, what, &ledger, &docket)
    }
    if StateClauses.interests.contains(kind) {
      state.observe(kind, what, &ledger, &docket)
    }
    if RetryClauses.interests.contains(kind) {
      retry.observe(kind, what, &ledger, &docket)
    }
    if SettingsClauses.interests.contains(kind) {
      settings.observe(kind, what, &ledger, &docket)
    }
    if DeleteClauses.interests.contains(kind) {
      delete.observe(kind, what, &ledger, &docket)
    }
    if RelaunchClauses.interests.contains(kind) {
      relaunch.observe(kind, what, &ledger, &docket)
    }
    if AttemptClauses.interests.contains(kind) {
      attempt.observe(kind, what, &ledger, &docket)
    }
    if SurfaceClauses.interests.contains(kind) {
      surface.observe(kind, what, &ledger, &docket)
    }
    if LatencyClauses.interests.contains(kind) {
      latency.observe(kind, what, &ledger, &docket)
    }
    if SurvivalClauses.interests.contains(kind) {
      survival.observe(kind, what, &ledger, &docket)
    }
    if RelayClauses.interests.contains(kind) {
      relay.observe(kind, what, &ledger, &docket)
    }
  }
}
