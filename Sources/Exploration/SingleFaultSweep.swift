import Choices
public import Contract
public import Properties
public import Simulation

/// Every single thing that can be unusual about a case, one at a time.
///
/// The natural run of the case tells which questions it asks. Each of them is answered once in each
/// way there is, at the natural order, and the run is judged by the whole contract. That makes a
/// bounded claim that can be checked again: no single fault at the natural order breaks a promise.
public struct SingleFaultSweep: Sendable {
  /// How the cases are run.
  public var stage: Stage

  /// A sweep on a stage.
  public init(_ stage: Stage) { self.stage = stage }

  /// What a sweep came to.
  public struct Tally: Sendable {
    /// How the case itself came out, before anything was unusual.
    public var natural = Verdict.holds
    /// Questions that the natural run asked.
    public var questions = 0
    /// Runs in which one question had an unusual answer.
    public var runs = 0
    /// Answers that the world did not accept where they were given: they change nothing, and their
    /// runs are not counted.
    public var inapplicable = 0
    /// Runs by how they came out.
    public var verdicts = VerdictCounts()
    /// Different logical traces among the runs.
    public var distinctTraces = 0
    /// The runs that did not hold, in the order of the questions.
    public var found: [Found] = []

    /// A tally of nothing.
    public init() {}
  }

  /// A run that did not hold.
  public struct Found: Sendable {
    /// The case with the one fault: running it again gives the same trace.
    public var theCase: Case
    /// The question that had an unusual answer.
    public var question: Identity
    /// The answer.
    public var answer: Answer
    /// How the run came out.
    public var verdict: Verdict
    /// The broken promises, the earliest first.
    public var violations: [Finding]
    /// The run's logical trace hash.
    public var trace: UInt64
  }

  /// The case with one question answered otherwise; what else its plan says stays.
  public static func variant(_ theCase: Case, _ question: Identity, _ answer: Answer) -> Case {
    var variant = theCase
    variant.plan.entries.insert(
      Plan.Entry(KeyPattern(IdentityPattern(question)), answer), at: 0)
    return variant
  }

  /// Sweeps a case.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plan, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - also: told every run that counts, with the case that was run.
  public func run(
    _ theCase: Case, limit: Int = .max, also: (Case, CaseResult) -> Void = { _, _ in }
  ) -> Tally {
    var tally = Tally()
    var traces: [UInt64] = []
    tally.natural = stage.run(theCase).verdict
    let questions = stage.questions(of: theCase)
    tally.questions = questions.count
    for question in questions {
      for answer in Alternatives.to(question) where tally.runs < limit {
        let variant = Self.variant(theCase, question, answer)
        let result = stage.run(variant)
        if result.unmatched.plan.contains(0) {
          tally.inapplicable += 1
          continue
        }
        tally.runs += 1
        tally.verdicts.count(result.verdict)
        traces.append(result.trace.value)
        also(variant, result)
        if result.verdict == .holds { continue }
        tally.found.append(
          Found(
            theCase: variant, question: question, answer: answer, verdict: result.verdict,
            violations: result.violations, trace: result.trace.value))
      }
    }
    tally.distinctTraces = Set(traces).count
    return tally
  }
}

extension Stage {
  /// The questions that the natural run of a case asks, each once, in the order of their asking.
  public func questions(of theCase: Case) -> [Identity] {
    var world = World(
      theCase, store: store(), engine: engine, recordsQuestions: true, observe: { _ in })
    var seen: Set<Key> = []
    return world.run().questions.filter { seen.insert($0).inserted }.map {
      Identity(high: $0.high, low: $0.low)
    }
  }
}

/// How many runs came out in which way.
public struct VerdictCounts: Hashable, Sendable {
  private var counts = [Int](repeating: 0, count: Verdict.allCases.count)

  /// No runs.
  public init() {}

  /// Counts one.
  public mutating func count(_ verdict: Verdict) {
    if let place = Verdict.allCases.firstIndex(of: verdict) { counts[place] += 1 }
  }

  /// How many came out so.
  public subscript(verdict: Verdict) -> Int {
    Verdict.allCases.firstIndex(of: verdict).map { counts[$0] } ?? 0
  }

  /// Adds another count.
  public mutating func add(_ other: Self) {
    for i in counts.indices { counts[i] += other.counts[i] }
  }
}
