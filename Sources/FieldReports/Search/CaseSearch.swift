import Choices
public import Contract
public import Exploration
import Properties
public import Simulation

/// Looks for a case whose run looks like a log and breaks the promise that the log names.
///
/// What a log does not tell (how long a microphone took, what a server did after the headers) is a
/// choice. First every way of going wrong that the log points at is tried by itself, on every
/// suspect engine and platform; then the best are combined and varied. How much of the log a run
/// says again guides the search. Equal seeds and numbers of cases give equal results.
public struct CaseSearch {
  /// An engine that may be like the one that wrote the log.
  public struct Suspect: Sendable {
    /// Its name, such as `mutant:endless-finalize`.
    public var name: String
    /// What it does wrong, in one sentence.
    public var title: String
    /// The promise that it is known to break; nil where nobody knows.
    public var clause: ClauseID?
    /// Makes one for a process.
    public var make: EngineMaker

    /// A suspect.
    public init(name: String, title: String, clause: ClauseID?, make: @escaping EngineMaker) {
      self.name = name
      self.title = title
      self.clause = clause
      self.make = make
    }
  }

  /// A case that is like the log.
  public struct Found: Sendable {
    /// The engine.
    public var suspect: Suspect
    /// What goes wrong in it, in words, the most likely first.
    public var faults: [String]
    /// The case and what it breaks; nil while no promise that is looked for is broken.
    public var discovery: Discovery?
    /// The case.
    public var theCase: Case
    /// The same with nothing wrong but what the log points at.
    public var pointed: Case
    /// How much of the log its run says again.
    public var alignment: Alignment
    /// For comparing.
    var score: Int
    /// The changes that made it: pattern and variant.
    var genes: [Gene]
    var platform: Int
    var engine: Int
  }

  struct Gene: Hashable, Sendable {
    var pattern: Int
    var variant: Int
  }

  /// The log.
  public let log: SoughtLog
  /// The best so far.
  public private(set) var best: Found?
  /// Cases tried.
  public private(set) var tried = 0

  let suspects: [Suspect]
  let standard: Suspect?
  let platforms: [Platform]
  let seed: UInt64
  let patterns: [FaultPattern]
  private var bases: [Case] = []
  private var pool: [Found] = []
  private var seen: Set<Attempt> = []
  private var lastImproved = 0

  private struct Attempt: Hashable {
    var theCase: Case
    var engine: Int
  }

  /// A run that says so many thousandths of the log again, and breaks the promise, is like it.
  public static let enough = 500
  /// Cases without anything better after which a search that has found something ends.
  private static let patience = 1_500
  /// Cases of one engine that are varied.
  private static let kept = 4

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - suspects: the engines to try, the likeliest first.
  ///   - platforms: those of the registry; the log's own is tried first, else those it may be of.
  ///   - standard: an engine that keeps the contract. A log that names no broken promise is like many
  ///     cases in which something is wrong that it does not show; with a standard, one counts only
  ///     if the standard, in the same case, is less like the log than the suspect is.
  public init(
    _ log: SoughtLog, suspects: [Suspect], platforms: [Platform], seed: UInt64 = 1,
    standard: EngineMaker? = nil
  ) {
    self.log = log
    self.standard = standard.map { Suspect(name: "", title: "", clause: nil, make: $0) }
    self.seed = seed
    let named = suspects.filter { log.clause != nil && $0.clause == log.clause }
    self.suspects = named.isEmpty ? suspects : named
    self.platforms = Self.likely(platforms, for: log)
    patterns = FaultPattern.all(for: log)
    bases = self.platforms.map { BaseCase(log, on: $0).theCase }
  }

  /// The platforms that a log may come from.
  private static func likely(_ platforms: [Platform], for log: SoughtLog) -> [Platform] {
    func isPossible(_ platform: Platform) -> Bool {
      if log.hasKeyboard { return platform.hasKeyboard }
      if platform.hasKeyboard { return false }
      let isPasting = log.has(.clipboardWritten, .clipboardRestored, .clipboardRead)
      return !isPasting || platform.dialect.delivery == .paste
    }
    let possible = platforms.filter(isPossible)
    let named = possible.filter { $0.id == log.platform }
    let others = possible.filter { $0.id != log.platform }
    return named + others.prefix(named.isEmpty ? 2 : 1)
  }

  /// Looks until something good enough is found and nothing better comes, or nobody wants to wait
  /// any longer.
  ///
  /// - Parameter goesOn: asked with the number of cases tried; false ends the search.
  public mutating func run(while goesOn: (Int) -> Bool) {
    guard !log.sightings.isEmpty, !platforms.isEmpty else { return }
    tryAlone(goesOn)
    tryPairs(goesOn)
    vary(goesOn)
    prune()
  }

  /// Whether what was found is like the log.
  public var isFound: Bool {
    best.map { $0.discovery != nil && $0.alignment.match >= Self.enough } ?? false
  }

  private var isDone: Bool {
    isAlmostAll || isFound && tried - lastImproved > Self.patience
  }

  /// Whether nearly all of the log is said again, by a fault that it points at if it points at any.
  private var isAlmostAll: Bool {
    guard isFound, let best, best.alignment.match >= 980 else { return false }
    return (patterns.first?.rank ?? 0) < Self.pointed
      || best.genes.contains { patterns[$0.pattern].rank >= Self.pointed }
  }

  /// The rank from which a log points at a fault.
  private static let pointed = 3

  /// What the faults of a case are worth beside what they explain. One that the log is silent about
  /// has to explain much that nothing else does; of two that explain as much, the one that the log
  /// points at is the likelier.
  private func likelihood(_ genes: [Gene]) -> Int {
    Set(genes.map(\.pattern)).reduce(0) { sum, pattern in
      switch patterns[pattern].rank {
      case ..<0: sum
      case 0: sum - 3_000
      case 1: sum - 600
      case 2: sum
      default: sum + 300
      }
    }
  }

  /// Every way of going wrong alone, the likely ones first, and none.
  private mutating func tryAlone(_ goesOn: (Int) -> Bool) {
    let top = patterns.filter { $0.rank > 0 }.count
    for depth in [top, patterns.count] {
      for engine in suspects.indices {
        for platform in platforms.indices {
          attempt([], platform, engine)
          for pattern in patterns.indices.prefix(depth) where patterns[pattern].rank >= 0 {
            for variant in patterns[pattern].variants.indices {
              guard goesOn(tried) else { return }
              attempt([Gene(pattern: pattern, variant: variant)], platform, engine)
            }
          }
        }
      }
      if isFound { return }
    }
  }

  /// The likeliest ways of two kinds together: a fault and what makes room for it.
  private mutating func tryPairs(_ goesOn: (Int) -> Bool) {
    let likely = patterns.indices.filter { patterns[$0].rank >= 1 }
    for engine in suspects.indices {
      for (n, first) in likely.enumerated() {
        for second in likely[(n + 1)...] {
          for a in patterns[first].variants.indices.prefix(3) {
            for b in patterns[second].variants.indices.prefix(3) {
              guard goesOn(tried), !isAlmostAll else { return }
              attempt(
                [Gene(pattern: first, variant: a), Gene(pattern: second, variant: b)], 0, engine)
            }
          }
        }
      }
    }
  }

  /// Combines and varies what was best.
  private mutating func vary(_ goesOn: (Int) -> Bool) {
    var turn: UInt64 = 0
    lastImproved = tried
    while goesOn(tried), !isDone, !pool.isEmpty, !patterns.isEmpty {
      turn += 1
      let draw = Dice(seed: seed, turn: turn)
      let parent = pool[draw.below(pool.count, 0)]
      var genes = parent.genes
      let likely = max(patterns.count { $0.rank > 0 }, 1)
      // One change in four is any at all, one in four of time alone.
      let chance = draw.below(4, 1)
      let pattern =
        chance == 0
        ? draw.below(patterns.count, 2) : chance == 1 ? patterns.count - 1 : draw.below(likely, 2)
      let gene = Gene(
        pattern: pattern, variant: draw.below(patterns[pattern].variants.count, 3))
      switch draw.below(4, 4) {
      case 0 where !genes.isEmpty: genes[draw.below(genes.count, 5)] = gene
      case 1 where genes.count > 1: genes.remove(at: draw.below(genes.count, 5))
      default: if genes.count < 4 { genes.append(gene) }
      }
      attempt(genes, parent.platform, parent.engine)
      // A pool that gives nothing new any more must not hold up a search without a clock.
      if turn > UInt64(tried) * 20 + 50_000 { return }
    }
  }

  /// Leaves out of the best what it does not need.
  private mutating func prune() {
    var place = 0
    while let best, place < best.genes.count {
      var genes = best.genes
      genes.remove(at: place)
      attempt(genes, best.platform, best.engine)
      if self.best?.genes.count == best.genes.count { place += 1 }
    }
  }

  private mutating func attempt(_ genes: [Gene], _ platform: Int, _ engine: Int) {
    var theCase = bases[platform]
    for gene in genes { patterns[gene.pattern].variants[gene.variant](&theCase) }
    guard seen.insert(Attempt(theCase: theCase, engine: engine)).inserted else { return }
    tried += 1
    let run = Self.play(theCase, suspects[engine], clause: log.clause)
    let alignment = Alignment(log.sightings, run.sightings)
    let discovery = found(theCase, run.result, suspects[engine], alignment)
    let score =
      (discovery == nil ? 0 : 100_000) + alignment.match * 20 + alignment.score - 2 * genes.count
      - alignment.surplus + likelihood(genes)
    var pointed = bases[platform]
    for gene in genes where patterns[gene.pattern].rank >= Self.pointed {
      patterns[gene.pattern].variants[gene.variant](&pointed)
    }
    let found = Found(
      suspect: suspects[engine],
      faults: genes.map { patterns[$0.pattern] }.filter { $0.rank >= 0 }.map(\.words),
      discovery: discovery, theCase: theCase, pointed: pointed, alignment: alignment,
      score: score,
      genes: genes, platform: platform, engine: engine)
    keep(found)
  }

  private mutating func keep(_ found: Found) {
    if best.map({ found.score > $0.score }) ?? true {
      best = found
      lastImproved = tried
    }
    // A few of each engine: the best of one would soon be all there is.
    let rivals = pool.indices.filter { pool[$0].engine == found.engine }
    if rivals.count < Self.kept {
      pool.append(found)
    } else if let worst = rivals.min(by: { pool[$0].score < pool[$1].score }),
      pool[worst].score < found.score
    {
      pool[worst] = found
    }
  }

  /// What a run breaks, if that is what the log is about: the promise that it names, or else any.
  private func found(
    _ theCase: Case, _ result: CaseResult, _ suspect: Suspect, _ alignment: Alignment
  ) -> Discovery? {
    let found = Discovery(
      theCase, result, provenance: "search for a log, seed \(seed), case \(tried)")
    guard let found else { return nil }
    if let clause = log.clause { return found.clause == clause ? found : nil }
    return shows(theCase, alignment) ? found : nil
  }

  /// Whether the log shows anything of what the suspect does wrong.
  private func shows(_ theCase: Case, _ alignment: Alignment) -> Bool {
    guard let standard else { return true }
    let run = Self.play(theCase, standard, clause: nil)
    return Alignment(log.sightings, run.sightings).match < alignment.match
  }

  /// Runs a case and says the run in signs.
  private static func play(
    _ theCase: Case, _ suspect: Suspect, clause: ClauseID?
  ) -> (result: CaseResult, sightings: [Sighting]) {
    let stage = Stage(
      engine: suspect.make, checksIgnored: false,
      countsRecommended: clause.map { $0.level == .should } ?? true)
    let seen = Seen()
    let result = stage.run(theCase) { seen.projection.observe($0) }
    return (result, seen.projection.sightings)
  }

  /// What was seen so far; the observer of a run is kept by it, and a copy would see nothing.
  private final class Seen {
    var projection = Projection()
  }
}

/// Numbers for one turn of a search, drawn by what they are for.
struct Dice {
  let seed: UInt64
  let turn: UInt64

  /// A number below a bound; 0 for a bound of nothing.
  func below(_ bound: Int, _ what: UInt64) -> Int {
    Int(Draw.below(UInt64(max(bound, 0)), seed: seed, key: Key(high: turn, low: what)))
  }
}
