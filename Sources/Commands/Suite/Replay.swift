import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation

/// What became of a finding that was played again.
struct Replay: Sendable {
  /// How it stands to what its file says.
  enum Standing: Hashable, Sendable {
    /// It came out as the file says.
    case asExpected
    /// The promise is kept where the file says that it is broken.
    case mended
    /// A promise is broken where the file says that none is.
    case broken(ClauseID)
    /// Another promise is the first that is broken.
    case other(ClauseID)
    /// Nothing was broken, and too little of what the file names happened.
    case stale
    /// The run ended in another way.
    case ended(Verdict)
  }

  let file: CaseFile
  let engine: NamedEngine
  let catchUp: CatchUp
  let standing: Standing
  /// Everything that happened.
  let records: [TraceRecord]

  /// Plays a finding.
  init(_ file: CaseFile, engine: NamedEngine) throws(Refusal) {
    let needsDisk = file.needsDisk || file.theCase.needsDisk
    let (catchUp, records) = try engine.onStage(
      needsDisk: needsDisk, about: file.regression.clause
    ) {
      stage throws(Refusal) -> (CatchUp, [TraceRecord]) in
      let catchUp = CatchUp(
        file.theCase, breaking: file.regression.clause, trace: file.regression.trace,
        cut: file.regression.cut, on: stage)
      let seen = Seen()
      _ = stage.run(catchUp.theCase) { seen.records.append($0) }
      return (catchUp, seen.records)
    }
    self.file = file
    self.engine = engine
    self.catchUp = catchUp
    self.records = records
    standing = Self.standing(file.regression, catchUp)
  }

  private final class Seen {
    var records: [TraceRecord] = []
  }

  private static func standing(_ regression: Regression, _ catchUp: CatchUp) -> Standing {
    let result = catchUp.result
    switch result.verdict {
    case .violated:
      guard let first = result.violations.first?.clause else { return .ended(result.verdict) }
      switch regression.expect {
      case .violated: return first == regression.clause ? .asExpected : .other(first)
      case .pass: return .broken(first)
      }
    case .holds:
      if catchUp.isStale { return .stale }
      return regression.expect == .pass ? .asExpected : .mended
    case .unsupported, .inconclusive, .engineCrash, .hung, .leftTheStage, .protocolBroken,
      .harnessError:
      return .ended(result.verdict)
    }
  }

  /// What a command returns.
  var exit: ExitCode {
    switch standing {
    case .asExpected: .asExpected
    case .mended, .broken, .other: .violation
    case .stale: .untrustworthy
    case .ended(let verdict):
      switch verdict {
      case .inconclusive, .unsupported: .inconclusive
      case .harnessError: .internalError
      case .holds, .violated, .engineCrash, .hung, .leftTheStage, .protocolBroken: .violation
      }
    }
  }

  /// One sentence about how it stands.
  var sentence: String {
    switch standing {
    case .asExpected:
      file.regression.expect == .pass
        ? "as expected: no promise is broken"
        : "as expected: \(file.regression.clause.id) is the first promise that is broken"
    case .mended:
      "\(file.regression.clause.id) is kept now, where the file expects it to be broken"
    case .broken(let clause): "\(clause.id) is broken, where the file expects no promise to be"
    case .other(let clause):
      "\(clause.id) is the first promise that is broken, where the file expects "
        + file.regression.clause.id
    case .stale:
      catchUp.isCutOtherwise
        ? "STALE: no promise is broken, and the audio is cut otherwise than when this was kept"
        : "STALE: no promise is broken, and only \(catchUp.met) of \(catchUp.entries) entries "
          + "still mean something"
    case .ended(let verdict): "the run ended otherwise: \(verdict.rawValue)"
    }
  }

  /// What to do about it; nil where nothing is to do.
  var hint: String? {
    switch standing {
    case .asExpected, .broken, .ended: nil
    case .mended: "if it was mended, keep it as a regression: lastword accept \(file.id) --pass"
    case .other: "find out which defect came first, or reduce it anew: lastword reduce \(file.id)"
    case .stale: "record it anew, or name what is called otherwise now under 'aliases'"
    }
  }

  /// How the run came to what the file names.
  var account: String {
    let match = "\(catchUp.match / 1_000)." + padded(catchUp.match % 1_000)
    var text = "\(file.id) on \(engine.name): \(catchUp.mode.rawValue), "
    text += "\(catchUp.met) of \(catchUp.entries) entries met, match \(match)"
    if catchUp.renamed > 0 { text += ", \(catchUp.renamed) by another name" }
    let trace = catchUp.result.trace.hexadecimal
    text += trace == file.regression.trace ? ", trace as recorded" : ", trace \(trace)"
    return text
  }

  private func padded(_ n: Int) -> String {
    String(repeating: "0", count: 3 - "\(n)".count) + "\(n)"
  }

  /// Entries of the file that the run never met, as warnings with their places.
  func warnings(_ path: String, platforms: PlatformRegistry) throws(Refusal) -> [String] {
    if catchUp.result.unmatched.isEmpty { return [] }
    let source: SourceText
    do {
      source = try SourceText(contentsOf: path)
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
    let scenario = try Suite.refusing { () throws(Scenarios.Refusal) in
      try Scenario(source, platforms: platforms)
    }
    let unmatched = catchUp.result.unmatched
    return scenario.cases.first?.warnings(
      plan: unmatched.plan, holds: unmatched.holds, script: unmatched.script,
      crashes: unmatched.crashes, disk: unmatched.disk, allocations: unmatched.allocations
    ).map(\.rendered) ?? []
  }
}
