import Contract
import Properties
public import Simulation

/// Makes a case small that breaks a promise: every entry that is left is needed.
///
/// A candidate counts only when the same promise is the first that it breaks. Entries are taken
/// away in chunks and alone, whole recordings at once, then each that is left becomes as usual as
/// it can: answers, numbers, settings. All of it is repeated until nothing gets smaller, and at
/// the end pairs are tried, because two entries can be there only for each other.
public struct Reducer: Sendable {
  /// How cases are run.
  public var stage: Stage
  /// Runs that a reduction may have, its explanation apart.
  public var limit: Int
  /// Runs that the explanation of a reduction may have.
  public var explaining: Int
  /// What a smaller case must be beside breaking the promise; nil for nothing. A case that stands
  /// for something from outside has to stay like it.
  public var isLike: (@Sendable (Case) -> Bool)?

  /// A reducer on a stage.
  public init(
    _ stage: Stage, limit: Int = 2_000, explaining: Int = 400,
    isLike: (@Sendable (Case) -> Bool)? = nil
  ) {
    self.isLike = isLike
    self.stage = stage
    self.limit = limit
    self.explaining = explaining
  }

  /// Makes a case small.
  ///
  /// - Parameters:
  ///   - discovery: the case, and the promise that it breaks.
  ///   - improved: told every smaller case at once, so that an interrupted reduction loses nothing.
  /// - Returns: the smallest case found. `isConfirmed` is false, and nothing was tried, where two
  ///   runs of the case did not come out alike or did not break the promise.
  public func reduce(_ discovery: Discovery, improved: (Case) -> Void = { _ in }) -> Reduction {
    withoutActuallyEscaping(improved) { improved in
      var start = discovery
      let first = stage.run(discovery.theCase)
      let second = stage.run(discovery.theCase)
      guard let found = Discovery(discovery.theCase, first, provenance: discovery.provenance),
        found.clause == discovery.clause, first.trace == second.trace
      else { return Reduction(unconfirmed: discovery) }
      start.findings = found.findings
      start.trace = found.trace
      var search = Search(
        stage, start, limit: limit - 2, isLike: isLike, improved: improved)
      let lines = Self.linesAfterViolation(found, stage)
      reduce(&search, first.unmatched, lines)
      var reduction = Reduction(search, from: discovery.theCase)
      reduction.executions += 2
      explain(&reduction, search)
      return reduction
    }
  }

  private func reduce(
    _ search: inout Search, _ unmatched: CaseResult.Unmatched, _ later: [CasePart]
  ) {
    search.drop(unmatched)
    search.tryBare()
    if search.best.theCase.script.count > later.count, !later.isEmpty {
      _ = search.accepts(search.best.theCase.removing(later).tidied)
    }
    search.makeBenign()
    var before: CaseSize
    repeat {
      before = search.size
      for kind in CasePart.Kind.allCases { search.deleteChunks(kind) }
      search.deleteRecordings()
      search.renumberRecordings()
      search.mergeAnswers()
      search.simplify()
      search.lowerValues()
      if search.size == before { search.deleteLoosened() }
      if search.size == before { search.deletePairs() }
      if search.size == before { search.deleteUnstopped() }
      if search.size == before { search.loosenLimit() }
    } while search.size < before && !search.isOver
    let last = Self.linesAfterViolation(search.best, stage)
    search.ends(search.best.theCase.removing(last).tidied)
  }

  /// The lines of the script that came only after the promise was broken.
  private static func linesAfterViolation(_ found: Discovery, _ stage: Stage) -> [CasePart] {
    guard let first = found.findings.first else { return [] }
    let seen = Lines()
    _ = stage.run(found.theCase) { record in
      if record.identity.verb == .person, seen.records <= first.record {
        seen.lines.insert(Int(record.identity.number) - 1)
      }
      seen.records += 1
    }
    return found.theCase.script.indices.filter { !seen.lines.contains($0) }.map { .script($0) }
  }

  /// What was seen so far; the observer of a run is kept by it, and a copy would see nothing.
  private final class Lines {
    var records = 0
    var lines: Set<Int> = []
  }
}
