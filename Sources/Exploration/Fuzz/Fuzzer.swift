import Choices
import Contract
import Properties
public import Simulation

/// Draws cases from a seed, runs them and judges each by the whole contract.
///
/// Cases are numbered. A case depends on the seed, its number, and those of its block that came
/// before it (what showed something new there is changed and run again), so that blocks can be run
/// anywhere and in any order.
public struct Fuzzer: Sendable {
  /// The version of what is drawn from a seed; printed with every seed.
  public static let version = 3
  /// How many cases depend on each other.
  public static let block = 500
  /// How many cases stand on one world.
  static let casesOfWorld = 8
  /// Every so many passing cases are run a second time, plainly.
  static let sample = 16
  /// How many cases a block keeps to change them.
  static let corpus = 128

  /// Where cases are run.
  public var stage: Stage
  /// What cases are drawn from.
  public var worlds: Worlds
  /// What everything is drawn from.
  public var seed: UInt64
  /// Whether operations of the disk go wrong, too; the stage must have stores with one.
  public var touchesDisk: Bool

  /// A fuzzer.
  public init(stage: Stage, worlds: Worlds, seed: UInt64, touchesDisk: Bool = false) {
    self.touchesDisk = touchesDisk
    self.stage = stage
    self.worlds = worlds
    self.seed = seed
  }

  /// A case that was run: what is stored of it, and what came of it.
  public struct Run: Sendable {
    /// Its number.
    public var number: Int
    /// What found its order.
    public var strategy: Strategy
    /// The case, complete: running it plainly gives the same trace.
    public var theCase: Case
    /// What came of it.
    public var result: CaseResult
    /// Whether a plain run gave the same trace; nil where none was made.
    public var isSame: Bool?

    /// Where it comes from, in words.
    public func provenance(seed: UInt64) -> String {
      let generator = "\(Fuzzer.version).\(Draw.version)"
      return "seed 0x\(TraceHash.hexadecimal(seed)) generator \(generator) case \(number), "
        + strategy.word
    }

    /// What it discovered; nil if it broke no promise.
    public func discovery(seed: UInt64) -> Discovery? {
      Discovery(theCase, result, provenance: provenance(seed: seed))
    }
  }

  /// Runs the cases of a block, as many of them as there are below `end`.
  ///
  /// - Parameter also: told every run; false ends the block.
  public func run(
    block: Int, below end: Int = .max, also: (Run) -> Bool = { _ in true }
  ) -> FuzzTally {
    var session = BlockRun(self, block: block)
    let first = block * Self.block
    for number in first..<min(first + Self.block, max(end, first)) {
      let run = session.next(number)
      if !also(run) { break }
    }
    return session.tally
  }

  /// Runs one case again, with those of its block that it depends on.
  public func again(_ number: Int) -> Run? {
    var found: Run?
    _ = run(block: number / Self.block, below: number + 1) { run in
      if run.number == number { found = run }
      return true
    }
    return found
  }
}

/// The cases of one block, one after the other.
private struct BlockRun {
  private struct Kept {
    var theCase: Case
    var ground: CaseDrawer
  }

  let fuzzer: Fuzzer
  var tally = FuzzTally()
  private let outline = Outline()
  private var corpus: [Kept] = []
  private var kept = 0
  private var ground: CaseDrawer?
  private var groundNumber = -1
  private var aims: Aims

  init(_ fuzzer: Fuzzer, block: Int) {
    self.fuzzer = fuzzer
    aims = Aims(Draw.seed(fuzzer.seed ^ 0xA1_5EED, case: UInt64(block)))
  }

  /// The world that a case stands on.
  private mutating func ground(of number: Int) -> CaseDrawer {
    let place = number / Fuzzer.casesOfWorld
    if let ground, groundNumber == place { return ground }
    let seed = Draw.seed(fuzzer.seed ^ 0x3017_1D50, case: UInt64(place))
    let world = fuzzer.worlds.world(seed, number: place)
    let made = CaseDrawer(
      world, Regime(Chance(seed)),
      Probe(world, fuzzer.stage, watchesDisk: fuzzer.touchesDisk))
    for (n, count) in made.probe.sites.enumerated() { tally.sites[n] += count }
    aims.meet(made.probe)
    ground = made
    groundNumber = place
    return made
  }

  mutating func next(_ number: Int) -> Fuzzer.Run {
    let ground = ground(of: number)
    let seed = Draw.seed(fuzzer.seed, case: UInt64(number))
    let chance = Chance(seed)
    var strategy = Strategy(chance)
    let isAimed = Aims.isAimed(number)
    if isAimed {
      strategy = Aims.strategy(chance)
    } else if strategy == .mutation, corpus.isEmpty {
      strategy = .uniform
    }
    outline.begin()
    let run: Fuzzer.Run
    var base = ground
    if strategy == .mutation {
      let chosen = corpus[chance.below(corpus.count, .corpusPick)]
      base = chosen.ground
      let theCase = base.mutated(chosen.theCase, chance)
      run = play(number, strategy, theCase)
    } else {
      var draft = ground.draft(chance, strategy, isAimed: isAimed)
      let picker = strategy.picker(
        chance, choices: ground.probe.deliveries.count, until: draft.calm)
      if isAimed {
        let mood = aim(&draft, on: ground, chance)
        let drawer = mood.map { mood in Drawer(until: draft.calm) { mood.answer($0) } }
        run = play(number, strategy, draft.theCase, picker, drawer)
      } else {
        let drawer = drawer(seed, ground, until: draft.calm)
        let disk = DiskDrawer(seed, operations: ground.probe.operations.count)
        run = play(number, strategy, draft.theCase, picker, drawer, disk)
      }
    }
    let isNew = count(run)
    if isNew { keep(Kept(theCase: run.theCase, ground: base)) }
    return run
  }

  /// Gives a case the one fault that it is aimed at; returns what trouble lasts beside it.
  private mutating func aim(
    _ draft: inout CaseDrawer.Draft, on ground: CaseDrawer, _ chance: Chance
  ) -> Mood? {
    guard let aim = aims.next(ground.probe, ground.regime, chance) else { return nil }
    draft.theCase.plan.entries.append(aim.fault)
    guard aim.isLate else {
      return chance.percent(50, .aim, 4) ? ground.mood(chance) : nil
    }
    ground.addRetry(chance, to: &draft.theCase)
    return Mood(troublingPeers: chance)
  }

  /// What draws the answers of a case; nil where all of them are usual.
  private func drawer(_ seed: UInt64, _ ground: CaseDrawer, until calm: Nanoseconds) -> Drawer? {
    let rates = FaultRates(seed, sites: ground.probe.sites, ground.regime)
    guard let mood = ground.mood(Chance(seed)) else {
      return rates.aim > 0 ? Drawer(until: calm) { rates.answer($0) } : nil
    }
    // What lasts is seen best when little else goes wrong.
    guard rates.aim > 0, Chance(seed).percent(40, .mood, 30) else {
      return Drawer(until: calm) { mood.answer($0) }
    }
    return Drawer(until: calm) { mood.answer($0) ?? rates.answer($0) }
  }

  private mutating func keep(_ one: Kept) {
    if corpus.count < Fuzzer.corpus {
      corpus.append(one)
    } else {
      corpus[kept % Fuzzer.corpus] = one
    }
    kept += 1
  }

  private func play(
    _ number: Int, _ strategy: Strategy, _ theCase: Case, _ picker: Picker? = nil,
    _ drawer: Drawer? = nil, _ disk: DiskDrawer? = nil
  ) -> Fuzzer.Run {
    let outline = outline
    let store = fuzzer.stage.store()
    if let disk { store.ask { disk.answer($0, $1) } }
    let result = fuzzer.stage.run(theCase, on: store, picker: picker, drawer: drawer) {
      outline.observe($0)
    }
    var whole = theCase
    whole.disk.entries += disk?.entries ?? []
    whole.plan.entries += result.drawn
    whole.schedule += result.holds
    var isSame: Bool?
    if result.verdict != .holds || number % Fuzzer.sample == 0 {
      let plain = fuzzer.stage.run(whole)
      isSame = plain.trace == result.trace && plain.verdict == result.verdict
    }
    return Fuzzer.Run(
      number: number, strategy: strategy, theCase: whole, result: result, isSame: isSame)
  }

  // MARK: Counting

  /// Counts a run; true if it showed something new.
  private mutating func count(_ run: Fuzzer.Run) -> Bool {
    let result = run.result
    let n = Int(run.strategy.rawValue)
    tally[.cases] += 1
    tally[.events] += result.steps
    if run.isSame != nil { tally[.again] += 1 }
    if run.isSame == false { tally.mismatches.append(run.number) }
    if result.steps < 15 { tally[.short] += 1 }
    tally.strategies[n] += 1
    if let place = Verdict.allCases.firstIndex(of: result.verdict) { tally.verdicts[place] += 1 }
    countUnusual(run)
    for (place, clause) in Self.clauses.enumerated()
    where result.judge.evidence(for: clause).count > 0 {
      tally.clauses[place].see(in: run.number)
    }
    if result.verdict != .holds {
      var strategies = [Int](repeating: 0, count: Strategy.allCases.count)
      strategies[n] = 1
      tally.add(
        FuzzFound(
          verdict: result.verdict, clause: result.violations.first?.clause,
          sighting: Sighting(cases: 1, first: run.number), strategies: strategies,
          trace: result.trace.value))
    }
    return countNew(run, n)
  }

  private static let clauses = ClauseID.allCases

  private mutating func countNew(_ run: Fuzzer.Run, _ strategy: Int) -> Bool {
    let number = UInt32(truncatingIfNeeded: run.number)
    var new = 0
    for word in outline.states where tally.states.insert(word, case: number) {
      tally.stateStrategies.append(UInt8(strategy))
      tally.newStates[strategy] += 1
      new += 1
    }
    for word in outline.pairs where tally.pairs.insert(word, case: number) { new += 1 }
    return new > 0
  }

  private mutating func countUnusual(_ run: Fuzzer.Run) {
    let unmatched = run.result.unmatched
    let theCase = run.theCase
    var spices: UInt64 = 0
    var classes: [Int] = []
    for (place, entry) in theCase.plan.entries.enumerated() where !unmatched.plan.contains(place) {
      tally[.faults] += 1
      if let n = FaultClass.place(of: entry), !classes.contains(n) { classes.append(n) }
      // An entry that answers more than one question is for good.
      if entry.question.mask.low != .max { spices |= Spice.permanent.bit }
    }
    for n in classes { tally.faults[n].see(in: run.number) }
    let held = theCase.schedule.count - unmatched.holds.count
    tally[.holds] += held
    if held > 0 { spices |= Spice.held.bit }
    for (place, crash) in theCase.crashes.enumerated() where !unmatched.crashes.contains(place) {
      spices |= crash.role == .keyboard ? Spice.crashKeyboard.bit : Spice.crashApp.bit
      if place > 0 { spices |= Spice.crashTwice.bit }
    }
    let onDisk = theCase.disk.entries.count - unmatched.disk.count
    tally[.faults] += onDisk
    let unusual = spices
    if !theCase.plants.isEmpty { spices |= Spice.planted.bit }
    if !unmatched.script.isEmpty { tally[.unreached] += 1 }
    var retried: RecordingID?
    for entry in theCase.script.prefix(theCase.script.count - unmatched.script.count) {
      if let spice = Spice(entry.action) { spices |= spice.bit }
      if case .command(.retry(let recording), _) = entry.action {
        if recording == retried { spices |= Spice.retryTwice.bit }
        retried = recording
      }
      switch entry.anchor {
      case .after: spices |= Spice.moment.bit
      case .time(let at): if at >= .minutes(10) { spices |= Spice.comeback.bit }
      }
    }
    if unusual != 0 || onDisk > 0 || !classes.isEmpty || spices & Spice.moment.bit != 0 {
      tally[.deviating] += 1
    }
    for spice in Spice.allCases where spices & spice.bit != 0 {
      tally.spices[spice.rawValue - 1].see(in: run.number)
    }
  }
}

extension Spice {
  /// Its place in a set.
  var bit: UInt64 { 1 << UInt64(rawValue) }
}

extension FaultClass {
  /// The class of an entry of a plan; nil for what belongs to no class.
  static func place(of entry: Plan<Answer>.Entry) -> Int? {
    let question = Identity(high: entry.question.value.high, low: entry.question.value.low)
    let kind = AnswerKind(entry.value)
    return classes(of: question).first { all[$0].kind == kind }
  }
}
