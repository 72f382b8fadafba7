import Choices
import Contract
import Exploration
import FieldReports
import Journeys
import Properties
import Scenarios
import Simulation

/// Finds a case for a log, makes it small and tells it beside the engine that keeps the contract.
struct Reproduction {
  /// What is looked for.
  let log: SoughtLog
  /// The engine that somebody named; nil for whichever is like it.
  let engine: NamedEngine?
  /// The platforms of the pack.
  let platforms: PlatformRegistry
  let seed: UInt64
  /// How long to look at most, in seconds.
  let budget: Double
  /// Cases to try at most; nil for as many as the time allows.
  let cases: Int?

  /// What a search came to.
  struct Outcome {
    var found: CaseSearch.Found
    var reduction: Reduction
    var engine: NamedEngine
    /// The match of the small case.
    var alignment: Alignment
    /// The small case's run, and that of the engine that keeps the contract.
    var bad: [LogSighting]
    var good: [LogSighting]
    /// Whether they are runs of the small case, and not of the one that was found.
    var isSmall: Bool
    var records: [TraceRecord]
    var goodResult: CaseResult
  }

  /// The engines that come into question.
  private var engines: [NamedEngine] {
    if let engine { return [engine] }
    return log.isLive ? Engines.liveMutants + Engines.mutants : Engines.mutants
  }

  /// Looks for a case.
  func search(_ console: Console) -> CaseSearch {
    let suspects = engines.filter { !$0.needsDisk }.map { one in
      CaseSearch.Suspect(name: one.name, title: one.summary, clause: one.breaks, make: one.make)
    }
    var search = CaseSearch(
      log, suspects: suspects, platforms: platforms.platforms.map(\.platform), seed: seed,
      standard: engine == nil ? Engines.reference.make : nil)
    var progress = Progress("seconds", total: Int(budget), console)
    let start = console.seconds()
    search.run { tried in
      if let cases, tried >= cases { return false }
      guard tried % 64 == 0 else { return true }
      let spent = console.seconds() - start
      progress.reached(Int(spent), "\(tried) cases")
      return spent < budget && !console.isInterrupted()
    }
    progress.end()
    return search
  }

  /// Makes what was found small and lays it beside the good engine.
  func conclude(_ found: CaseSearch.Found) -> Outcome? {
    guard let discovery = found.discovery,
      let engine = engines.first(where: { $0.name == found.suspect.name })
    else { return nil }
    let counts = discovery.clause.level == .should
    let stage = Exploration.Stage(engine: engine.make, countsRecommended: counts)
    // A promise can be seen broken before what the report tells of; a case that only shows that
    // would be smaller and tell nobody about the report.
    let (sightings, floor) = (log.sightings, found.alignment.match)
    let reference = Exploration.Stage(engine: Engines.reference.make, countsRecommended: counts)
    let answers = found.theCase.plan.entries.map(\.value)
    let (whole, pointed) = (found.theCase, found.pointed)
    let isTold = Self.differs(whole, stage, reference)
    let reducer = Reducer(stage, limit: 1_000, explaining: 200) { candidate in
      // What the log points at stays, and nothing becomes something else that goes wrong; and a case
      // in which a person would see no difference to a good engine tells nobody what is wrong with
      // this one.
      candidate.plan.entries.allSatisfy { answers.contains($0.value) }
        && Self.keeps(candidate, pointed)
        && Alignment(sightings, Self.watch(candidate, stage).sightings).match >= floor
        && (!isTold || Self.differs(candidate, stage, reference))
    }
    let reduction = reducer.reduce(discovery)
    guard reduction.isConfirmed else { return nil }
    let bad = Self.watch(reduction.theCase, stage)
    let isSmall = !isTold || Self.differs(reduction.theCase, stage, reference)
    let shown = isSmall ? reduction.theCase : whole
    let good = Self.watch(shown, reference)
    return Outcome(
      found: found, reduction: reduction, engine: engine,
      alignment: Alignment(log.sightings, bad.sightings),
      bad: isSmall ? bad.sightings : Self.watch(shown, stage).sightings, good: good.sightings,
      isSmall: isSmall, records: bad.records, goodResult: good.result)
  }

  /// Whether what goes wrong in one case goes wrong in another.
  private static func keeps(_ theCase: Case, _ faults: Case) -> Bool {
    func has(_ rules: [Simulation.Rule], _ wanted: [Simulation.Rule]) -> Bool {
      wanted.allSatisfy { one in
        rules.contains {
          $0.reply.breaks == one.reply.breaks && $0.reply.status == one.reply.status
        }
      }
    }
    return has(theCase.recognizer, faults.recognizer) && has(theCase.cleanup, faults.cleanup)
      && faults.plan.entries.allSatisfy { one in
        theCase.plan.entries.contains { $0.value == one.value }
      }
  }

  /// Whether somebody who watches both engines sees a difference.
  private static func differs(
    _ theCase: Case, _ bad: Exploration.Stage, _ good: Exploration.Stage
  ) -> Bool {
    ReproduceText.lines(watch(theCase, bad).sightings)
      != ReproduceText.lines(watch(theCase, good).sightings)
  }

  static func watch(
    _ theCase: Case, _ stage: Exploration.Stage
  ) -> (result: CaseResult, records: [TraceRecord], sightings: [LogSighting]) {
    let seen = Seen()
    let result = stage.run(theCase) { seen.records.append($0) }
    return (result, seen.records, LogSighting.all(of: seen.records))
  }

  private final class Seen {
    var records: [TraceRecord] = []
  }
}

extension Reproduction.Outcome {
  /// The whole story, for people.
  func text(isNamed: Bool, width: Int, replay: String) -> String {
    var out =
      ReproduceText(
        found: found, alignment: alignment, isNamed: isNamed
      ).head + "\n"
    if let first = reduction.findings.first {
      var story = StoryText(reduction.theCase, first, records, engine: engine.name)
      story.reduction = reduction
      story.replay = replay
      story.width = width
      out += story.text + "\n"
    }
    out += "The same faults, with an engine that keeps the contract"
    out += isSmall ? ":\n\n" : ", in the case before it was made small:\n\n"
    out += ReproduceText.sideBySide(bad, good, names: (engine.name, Engines.reference.name))
    let broken = goodResult.violations.map(\.clause.id)
    out +=
      broken.isEmpty
      ? "\nHere no promise is broken: so the contract wants these faults to be handled.\n"
      : "\nHere too a promise is broken: \(broken.joined(separator: ", "))\n"
    return out
  }

  /// The case as a file that “replay” reads.
  func file(id: String, journeys: [JourneyID], seed: UInt64) -> CaseFile {
    let stage = Exploration.Stage(
      engine: engine.make, countsRecommended: reduction.clause.level == .should)
    let bucket = Bucket(reduction, stage)
    var file = FoundFolder.file(
      reduction.discovery, id: id, engine: engine, needsDisk: false, bucket: bucket.text,
      journeys: journeys, seed: seed, cut: CatchUp.cut(of: reduction.theCase, on: stage))
    file.note = "From a field report; match \(ReproduceText.share(alignment.match))."
    return file
  }

  /// The id that it gets unless somebody names it.
  var id: String {
    let stage = Exploration.Stage(
      engine: engine.make, countsRecommended: reduction.clause.level == .should)
    return FoundFolder.id(reduction.clause, Bucket(reduction, stage).text)
  }
}
