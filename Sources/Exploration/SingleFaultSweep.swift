import Choices
public import Contract
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

  /// One question that has an unusual answer.
  public struct Fault: Sendable {
    /// The question.
    public var question: Identity
    /// The answer.
    public var answer: Answer
  }

  /// The case with one question answered otherwise; what else its plan says stays.
  public static func variant(_ theCase: Case, _ question: Identity, _ answer: Answer) -> Case {
    var variant = theCase
    variant.plan.entries.insert(
      Plan.Entry(KeyPattern(IdentityPattern(question)), answer), at: 0)
    return variant
  }

  /// Sweeps a case. Its points are the questions of the natural run; an answer that the world does not
  /// accept where it is given changes nothing, so such a run is unmet and counts as none.
  ///
  /// - Parameters:
  ///   - theCase: what is usual; its own plan, schedule and crashes stay as they are.
  ///   - limit: how many runs there may be; a sweep that reaches it says so by its count.
  ///   - also: told every run that counts, with the case that was run.
  public func run(
    _ theCase: Case, limit: Int = .max, also: (Case, CaseResult) -> Void = { _, _ in }
  ) -> SweepTally<Fault> {
    var tally = SweepTally<Fault>()
    tally.natural = stage.run(theCase).verdict
    let questions = stage.questions(of: theCase)
    tally.points = questions.count
    for question in questions {
      for answer in Alternatives.to(question) where tally.runs < limit {
        let variant = Self.variant(theCase, question, answer)
        let result = stage.run(variant)
        if result.unmatched.plan.contains(0) {
          tally.unmet += 1
          continue
        }
        tally.count(variant, Fault(question: question, answer: answer), result)
        also(variant, result)
      }
    }
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
