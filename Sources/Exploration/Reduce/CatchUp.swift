import Choices
public import Contract
import Properties
public import Simulation

/// A case played on an engine that is not the one it was found with, or not any more: how much of
/// what it names still happens, and names put right where only a detail of them has changed.
///
/// The danger of a kept case is that it goes green because nothing that it names happens any more.
/// So what its run never met is counted, and names that nothing has are tried again under the
/// nearest name that something has: the same kind of happening of the same recording in another
/// leaf, try, attempt or launch. Where everything is met and the promise is kept all the same, the
/// story may have moved as a whole, such as from the second of two leaves to the third of three, or
/// past the moment at which a person did something: then it is tried a little further on. A run
/// that breaks the promise is what is looked for; nothing is put right in one that does already.
public struct CatchUp: Sendable {
  /// How a case came to its run.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Everything it names happened, and the trace is the recorded one.
    case strict
    /// Everything it names happened, some of it by another name or in another trace.
    case caughtUp = "caught up"
    /// Some of what it names never happened.
    case loose
  }

  /// The case that was played in the end.
  public private(set) var theCase: Case
  /// Its run.
  public private(set) var result: CaseResult
  /// How it came to it.
  public private(set) var mode = Mode.loose
  /// Entries that the case has.
  public let entries: Int
  /// Entries that its run met.
  public private(set) var met = 0
  /// Names that were put right.
  public private(set) var renamed = 0

  /// Under this many thousandths a run that breaks nothing says nothing.
  public static let floor = 900

  /// Entries met, in thousandths; all of them where there are none.
  public var match: Int { entries == 0 ? 1_000 : met * 1_000 / entries }
  /// Whether a run that breaks nothing says too little: little of what the case names happened, or
  /// its audio was cut otherwise, so that its names mean something else.
  public var isStale: Bool { match < Self.floor || isCutOtherwise }
  /// Whether audio is not cut any more as it was until the promise was broken.
  public private(set) var isCutOtherwise = false

  /// More names than this are not put right: what has changed so much is another case.
  private static let mostRenamed = 12
  /// The promise that the case was found to break.
  private let clause: ClauseID

  /// Plays a case and catches up with an engine that has changed.
  ///
  /// - Parameters:
  ///   - clause: the promise that the case was found to break.
  ///   - trace: the recorded logical trace hash.
  ///   - cut: the hash of the pieces that were cut; nil where none were.
  public init(
    _ theCase: Case, breaking clause: ClauseID, trace: String, cut: UInt64? = nil,
    on stage: Stage
  ) {
    self.theCase = theCase
    self.clause = clause
    result = stage.run(theCase)
    entries = Self.entries(of: theCase)
    let first = (theCase, result)
    putRight(on: stage)
    if !shows(result) { moveOn(on: stage) }
    if !shows(result), result.unmatched.count >= first.1.unmatched.count {
      (self.theCase, result) = first
      renamed = 0
    }
    met = entries - min(entries, result.unmatched.count)
    if let cut, !shows(result) { isCutOtherwise = cutsOtherwise(cut, on: stage) }
    let isRecorded = result.trace.hexadecimal == trace && renamed == 0
    mode = !result.unmatched.isEmpty ? .loose : isRecorded ? .strict : .caughtUp
  }

  /// A hash of the pieces that are cut out of audio until the first promise is broken, or in all
  /// where none is; nil where nothing is cut.
  public static func cut(of theCase: Case, on stage: Stage) -> UInt64? {
    let seen = Cuts()
    let result = stage.run(theCase) { seen.observe($0) }
    let end = result.violations.first?.record ?? .max
    return zip(seen.places, seen.hashes).reversed().first { $0.0 < end }?.1
  }

  /// The pieces that a run cuts: after each, a hash of all until then, and its record.
  private final class Cuts {
    var hashes: [UInt64] = []
    var places: [Int] = []
    private var hash = TraceHash()
    private var records = 0

    func observe(_ record: TraceRecord) {
      defer { records += 1 }
      guard case .effect(.request(_, .exportLeaf(let source, _, let from, let count))) = record.what
      else { return }
      hash.feed("\(source.recording) \(from) \(count)")
      hashes.append(hash.value)
      places.append(records)
    }
  }

  /// Whether a run of the case never cuts audio as it was cut when the case was kept.
  private func cutsOtherwise(_ cut: UInt64, on stage: Stage) -> Bool {
    let seen = Cuts()
    _ = stage.run(theCase) { seen.observe($0) }
    return !seen.hashes.contains(cut)
  }

  /// Whether a run breaks the promise, before any other.
  private func shows(_ result: CaseResult) -> Bool {
    result.verdict == .violated && result.violations.first?.clause == clause
  }

  /// Gives entries that were never met the nearest names that there are.
  private mutating func putRight(on stage: Stage) {
    var place = 0
    while result.unmatched.count > 0, renamed < Self.mostRenamed, !shows(result) {
      let names = theCase.names(result.unmatched)
      guard place < names.count else { break }
      let run = Recorded(theCase, stage)
      let known = names[place].verb.isQuestion ? stage.questions(of: theCase) : run.identities
      guard let nearest = Self.nearest(to: names[place], among: known) else {
        place += 1
        continue
      }
      let next = theCase.renaming { $0 == names[place] ? nearest : $0 }
      let again = stage.run(next)
      guard again.unmatched.count < result.unmatched.count || shows(again) else {
        place += 1
        continue
      }
      (theCase, result) = (next, again)
      renamed += 1
    }
  }

  /// Tells the same story a little further on.
  private mutating func moveOn(on stage: Stage) {
    let known = Recorded(theCase, stage).identities + stage.questions(of: theCase)
    for next in theCase.moves(among: known) {
      let again = stage.run(next)
      guard shows(again) else { continue }
      (theCase, result) = (next, again)
      renamed += 1
      return
    }
  }

  private static func entries(of theCase: Case) -> Int {
    theCase.plan.entries.count + theCase.disk.entries.count + theCase.disk.allocations.count
      + theCase.schedule.count + theCase.crashes.count + theCase.script.count
  }

  /// The name that differs in the fewest details: of the same kind, and of the same recording.
  private static func nearest(to name: Identity, among known: [Identity]) -> Identity? {
    func likeness(_ other: Identity) -> Int {
      var n = 0
      if other.attempt == name.attempt { n += 1 }
      if other.leaf == name.leaf { n += 1 }
      if other.word == name.word { n += 4 }
      if other.number == name.number { n += 1 }
      if other.occurrence == name.occurrence { n += 1 }
      if other.process.boot == name.process.boot { n += 1 }
      return n
    }
    var best: Identity?
    for other in known
    where other != name && other.verb == name.verb && other.family == name.family
      && other.recording == name.recording && other.process.role == name.process.role
    {
      if best.map({ likeness(other) > likeness($0) }) ?? true { best = other }
    }
    return best
  }
}

extension CaseResult.Unmatched {
  /// How many entries.
  var count: Int {
    plan.count + holds.count + script.count + crashes.count + disk.count + allocations.count
  }
}
