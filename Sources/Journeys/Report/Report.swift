/// A whole run as a value: what every other format is made from.
public struct Report: Hashable, Sendable {
  /// What was run.
  public var header: Header
  /// What came out, in the order of ids, whatever the order of running was.
  public private(set) var cases: [CaseLine]
  /// What it adds up to.
  public private(set) var footer: Footer

  /// What was run, and with what.
  public struct Header: Hashable, Sendable {
    /// The version of the tool.
    public var version: String
    /// The contract sets that the engine claims, such as `core/1`.
    public var sets: [String]
    /// The engine's name.
    public var engine: String
    /// How the engine is attached, which limits what can be judged.
    public var rung: String
    /// The hash of the scenarios that were loaded.
    public var suite: String
    /// Which part of the plan this is, such as `1/1`.
    public var shard: String
    /// The ids that were selected, in order.
    public var plan: [String]

    /// Makes a header; the plan is put in order.
    public init(
      version: String, sets: [String], engine: String, rung: String = "sans-io", suite: String,
      shard: String = "1/1", plan: [String]
    ) {
      self.version = version
      self.sets = sets
      self.engine = engine
      self.rung = rung
      self.suite = suite
      self.shard = shard
      self.plan = plan.sorted()
    }
  }

  /// What a run adds up to.
  public struct Footer: Hashable, Sendable {
    /// How many cases ran.
    public var cases: Int
    /// How many came out each way; ways that did not occur are left out.
    public var outcomes: [Count]
    /// How many different logical traces there were.
    public var traces: Int
    /// The must clauses of the claimed sets.
    public var clauses: ClauseCount
    /// The entries of the list of required scenarios.
    public var required: RequiredCount
    /// Whether everything that was selected ran.
    public var isComplete: Bool
    /// The exit code.
    public var exit: ExitCode
  }

  /// How many cases came out in one way.
  public struct Count: Hashable, Sendable {
    /// The way.
    public var outcome: CaseOutcome
    /// How many.
    public var cases: Int
  }

  /// How much of the must clauses the run has shown.
  public struct ClauseCount: Hashable, Sendable {
    /// How many there are in the claimed sets.
    public var must: Int
    /// How many had their premise met by an event of the run.
    public var withEvidence: Int
    /// How many are known to be able to fail: something turns a line that cites them red.
    public var withWitness: Int

    /// Makes a count.
    public init(must: Int, withEvidence: Int, withWitness: Int) {
      self.must = must
      self.withEvidence = withEvidence
      self.withWitness = withWitness
    }
  }

  /// How much of the list of required scenarios is covered.
  public struct RequiredCount: Hashable, Sendable {
    /// How many entries there are.
    public var listed: Int
    /// How many have a scenario line and a red witness.
    public var covered: Int

    /// Makes a count.
    public init(listed: Int, covered: Int) {
      self.listed = listed
      self.covered = covered
    }
  }

  /// What a run says of itself beside its cases.
  public struct Circumstances: Hashable, Sendable {
    /// The must clauses.
    public var clauses: ClauseCount
    /// The required entries.
    public var required: RequiredCount
    /// How many cases were selected.
    public var selected: Int
    /// Whether the whole suite ran, so that evidence and witnesses are owed.
    public var owesObligations: Bool
    /// Whether the same case gave two different traces.
    public var isUntrustworthy: Bool
    /// Whether the run was interrupted.
    public var isInterrupted: Bool

    /// Makes circumstances.
    public init(
      clauses: ClauseCount, required: RequiredCount, selected: Int, owesObligations: Bool,
      isUntrustworthy: Bool = false, isInterrupted: Bool = false
    ) {
      self.clauses = clauses
      self.required = required
      self.selected = selected
      self.owesObligations = owesObligations
      self.isUntrustworthy = isUntrustworthy
      self.isInterrupted = isInterrupted
    }

    /// How many obligations are not met.
    var unmetObligations: Int {
      guard owesObligations else { return 0 }
      return 2 * clauses.must - clauses.withEvidence - clauses.withWitness + required.listed
        - required.covered
    }
  }

  /// Makes a report: puts the cases in order and adds them up.
  public init(header: Header, cases: [CaseLine], circumstances: Circumstances) {
    let sorted = cases.sorted { ($0.id, $0.store) < ($1.id, $1.store) }
    let exit = ExitFacts(
      outcomes: sorted.map(\.outcome), selected: circumstances.selected,
      unmetObligations: circumstances.unmetObligations,
      isUntrustworthy: circumstances.isUntrustworthy, isInterrupted: circumstances.isInterrupted)
    self.header = header
    self.cases = sorted
    footer = Footer(
      cases: sorted.count, outcomes: Self.counts(sorted), traces: Self.traces(sorted),
      clauses: circumstances.clauses, required: circumstances.required,
      isComplete: sorted.count == circumstances.selected && !circumstances.isInterrupted,
      exit: exit.code)
  }

  /// Takes the parts of a report that was written before, as they are.
  init(header: Header, cases: [CaseLine], footer: Footer) {
    self.header = header
    self.cases = cases
    self.footer = footer
  }

  /// How many different traces there are; a case that did not run has none.
  static func traces(_ cases: [CaseLine]) -> Int {
    Set(cases.map(\.trace).filter { !$0.isEmpty }).count
  }

  /// How many cases came out each way, in the order of `CaseOutcome`.
  static func counts(_ cases: [CaseLine]) -> [Count] {
    CaseOutcome.allCases.compactMap { outcome in
      let n = cases.count { $0.outcome == outcome }
      return n == 0 ? nil : Count(outcome: outcome, cases: n)
    }
  }
}

/// What the formats say about a scenario beyond its results; comes from the pack, not the run.
public struct ScenarioFacts: Hashable, Sendable {
  /// Its permanent id.
  public var id: String
  /// What it promises, in the user's words.
  public var title: String
  /// The section of the contract that it stands under.
  public var section: String
  /// Its file, relative to the working directory where that is possible.
  public var file: String
  /// The line of its first `then` line, from 1.
  public var line: Int

  /// Makes facts.
  public init(id: String, title: String, section: String, file: String, line: Int) {
    self.id = id
    self.title = title
    self.section = section
    self.file = file
    self.line = line
  }
}

/// The scenarios of a pack, found by id.
public struct Catalogue: Sendable {
  private let facts: [String: ScenarioFacts]

  /// Makes a catalogue.
  public init(_ scenarios: [ScenarioFacts]) {
    facts = Dictionary(scenarios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The facts of a scenario; for one that the pack does not know, its id stands for the rest.
  public subscript(_ id: String) -> ScenarioFacts {
    let section = id.prefix { $0 != "." }
    return facts[id]
      ?? ScenarioFacts(id: id, title: id, section: String(section), file: "", line: 0)
  }
}
