import Choices
import Contract
public import Simulation

/// A case played on an engine that is not the one it was found with, or not any more: how much of
/// what it names still happens, and names put right where only a detail of them has changed.
///
/// The danger of a kept case is that it goes green because nothing that it names happens any more.
/// So what its run never met is counted, and names that nothing has are tried again under the
/// nearest name that something has: the same kind of happening of the same recording in another
/// leaf, try, attempt or launch.
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
  public let theCase: Case
  /// Its run.
  public let result: CaseResult
  /// How it came to it.
  public let mode: Mode
  /// Entries that the case has.
  public let entries: Int
  /// Entries that its run met.
  public let met: Int
  /// Names that were put right.
  public let renamed: Int

  /// Under this many thousandths a run that breaks nothing says nothing.
  public static let floor = 900

  /// Entries met, in thousandths; all of them where there are none.
  public var match: Int { entries == 0 ? 1_000 : met * 1_000 / entries }
  /// Whether a run that breaks nothing says too little.
  public var isStale: Bool { match < Self.floor }

  /// More names than this are not put right: what has changed so much is another case.
  private static let mostRenamed = 12

  /// Plays a case and catches up with an engine that has changed.
  ///
  /// - Parameter trace: the recorded logical trace hash.
  public init(_ theCase: Case, trace: String, on stage: Stage) {
    var theCase = theCase
    var result = stage.run(theCase)
    var renamed = 0
    var place = 0
    let total = Self.entries(of: theCase)
    while result.unmatched.count > 0, renamed < Self.mostRenamed {
      let names = theCase.names(result.unmatched)
      guard place < names.count else { break }
      let run = Recorded(theCase, stage)
      let known = names[place].verb.isQuestion ? stage.questions(of: theCase) : run.identities
      guard let nearest = Self.nearest(to: names[place], among: known) else {
        place += 1
        continue
      }
      let next = theCase.renaming(names[place], to: nearest)
      let again = stage.run(next)
      guard again.unmatched.count < result.unmatched.count else {
        place += 1
        continue
      }
      (theCase, result) = (next, again)
      renamed += 1
    }
    self.theCase = theCase
    self.result = result
    self.renamed = renamed
    entries = total
    met = total - min(total, result.unmatched.count)
    let isWhole = result.unmatched.isEmpty
    let isRecorded = result.trace.hexadecimal == trace && renamed == 0
    mode = !isWhole ? .loose : isRecorded ? .strict : .caughtUp
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

extension Case {
  /// The exact names in entries that a run never met.
  fileprivate func names(_ unmatched: CaseResult.Unmatched) -> [Identity] {
    var patterns: [IdentityPattern] = unmatched.plan.map { plan.entries[$0].question.names }
    for place in unmatched.holds {
      patterns += [schedule[place].hold.names, schedule[place].until.names]
    }
    for place in unmatched.crashes { patterns.append(crashes[place].at) }
    // A script waits at its first anchor that never comes; those behind it may well come.
    if let first = unmatched.script.min(), case .after(let pattern, _) = script[first].anchor {
      patterns.append(pattern)
    }
    return patterns.filter(\.isExact).map(\.value)
  }

  /// The case with one name replaced wherever it stands.
  fileprivate func renaming(_ old: Identity, to new: Identity) -> Case {
    let (old, new) = (IdentityPattern(old), IdentityPattern(new))
    var next = self
    for place in plan.entries.indices where plan.entries[place].question.names == old {
      next.plan.entries[place].question = KeyPattern(new)
    }
    for place in schedule.indices {
      if schedule[place].hold.names == old { next.schedule[place].hold = KeyPattern(new) }
      if schedule[place].until.names == old { next.schedule[place].until = KeyPattern(new) }
    }
    for place in crashes.indices where crashes[place].at == old { next.crashes[place].at = new }
    for place in script.indices {
      if case .after(old, let wait) = script[place].anchor {
        next.script[place].anchor = .after(new, wait)
      }
    }
    return next
  }
}
