import Choices
public import Contract

/// How often something was seen, and in which case first.
public struct Sighting: Hashable, Sendable {
  /// In how many cases.
  public var cases: Int
  /// The number of the first of them; -1 for none.
  public var first: Int

  /// Something that was seen so often.
  public init(cases: Int = 0, first: Int = -1) {
    self.cases = cases
    self.first = first
  }

  mutating func see(in number: Int) {
    cases += 1
    if first < 0 || number < first { first = number }
  }

  mutating func add(_ other: Self) {
    cases += other.cases
    if other.first >= 0, first < 0 || other.first < first { first = other.first }
  }
}

/// Cases that came out wrong in one way.
public struct FuzzFound: Hashable, Sendable {
  /// How they came out.
  public var verdict: Verdict
  /// The promise that was broken first; nil where none was.
  public var clause: ClauseID?
  /// How often, and where first.
  public var sighting: Sighting
  /// How often by strategy.
  public var strategies: [Int]
  /// The trace of the first.
  public var trace: UInt64

  /// A way in which so many cases came out wrong.
  public init(
    verdict: Verdict, clause: ClauseID?, sighting: Sighting, strategies: [Int], trace: UInt64
  ) {
    self.verdict = verdict
    self.clause = clause
    self.sighting = sighting
    self.strategies = strategies
    self.trace = trace
  }
}

/// What a number of fuzzed cases came to. Parts of a run are added up in the order of their cases,
/// whoever ran them, so that the sum does not depend on how the work was shared.
public struct FuzzTally: Sendable {
  /// Whole numbers that are only added up.
  public enum Sum: Int, CaseIterable, Sendable {
    case cases, events, again, deviating, short, faults, holds, unreached, runaway
  }

  /// Sums.
  public var sums = [Int](repeating: 0, count: Sum.allCases.count)
  /// Cases by verdict.
  public var verdicts = [Int](repeating: 0, count: Verdict.allCases.count)
  /// Cases by strategy.
  public var strategies = [Int](repeating: 0, count: Strategy.allCases.count)
  /// New states by strategy.
  public var newStates = [Int](repeating: 0, count: Strategy.allCases.count)
  /// Evidence by clause.
  public var clauses = [Sighting](repeating: Sighting(), count: ClauseID.allCases.count)
  /// Faults by class.
  public var faults = [Sighting](repeating: Sighting(), count: FaultClass.all.count)
  /// Questions of natural runs by class of faults; an engine that never asks for something owes no
  /// fault of it.
  public var sites = [Int](repeating: 0, count: FaultClass.all.count)
  /// What else happened, by class.
  public var spices = [Sighting](repeating: Sighting(), count: Spice.allCases.count)
  /// What came out wrong.
  public var found: [FuzzFound] = []
  /// The numbers of cases that came out otherwise when they were run again.
  public var mismatches: [Int] = []
  /// Abstract states of a part of a run, one by one.
  public var states = WordTable()
  /// Pairs of events, and of a state and an event, of a part of a run.
  public var pairs = WordTable()
  /// Which strategy saw a state first, by place in `states`.
  public var stateStrategies: [UInt8] = []
  /// Abstract states of all parts that were added.
  public private(set) var allStates = WordSample()
  /// Pairs of all parts that were added.
  public private(set) var allPairs = WordSample()

  /// Nothing has run.
  public init() {}

  /// A sum.
  public subscript(_ sum: Sum) -> Int {
    get { sums[sum.rawValue] }
    set { sums[sum.rawValue] = newValue }
  }

  /// Adds the next part of the run.
  public mutating func add(_ part: FuzzTally) {
    for n in sums.indices { sums[n] += part.sums[n] }
    for n in verdicts.indices { verdicts[n] += part.verdicts[n] }
    for n in strategies.indices { strategies[n] += part.strategies[n] }
    for n in clauses.indices { clauses[n].add(part.clauses[n]) }
    for n in faults.indices { faults[n].add(part.faults[n]) }
    for n in sites.indices { sites[n] += part.sites[n] }
    for n in spices.indices { spices[n].add(part.spices[n]) }
    mismatches += part.mismatches
    for one in part.found { add(one) }
    for (place, word) in part.states.words.enumerated() {
      let new = allStates.merge(word, isSingleton: part.states.isSingleton(at: place))
      newStates[Int(part.stateStrategies[place])] += new
    }
    for (place, word) in part.pairs.words.enumerated() {
      allPairs.merge(word, isSingleton: part.pairs.isSingleton(at: place))
    }
  }

  /// Adds cases that came out wrong.
  mutating func add(_ other: FuzzFound) {
    guard
      let place = found.firstIndex(where: {
        $0.verdict == other.verdict && $0.clause == other.clause
      })
    else {
      found.append(other)
      return
    }
    if other.sighting.first < found[place].sighting.first { found[place].trace = other.trace }
    found[place].sighting.add(other.sighting)
    for n in other.strategies.indices { found[place].strategies[n] += other.strategies[n] }
  }

  /// The names of the fault classes, in the order of `faults`.
  public static var faultNames: [String] { FaultClass.all.map(\.words) }

  /// The names of what else happens, in the order of `spices`.
  public static var spiceNames: [String] { Spice.allCases.map(\.word) }
}
