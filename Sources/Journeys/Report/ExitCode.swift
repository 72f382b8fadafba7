/// What the command returns to its caller. The numbers are public API.
public enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// Everything that was selected ran and came out as expected.
  case asExpected = 0
  /// A promise was broken, or a case came out as it should not.
  case violation = 1
  /// The command line or an input file is wrong.
  case usage = 2
  /// Not everything that had to be shown was shown.
  case inconclusive = 3
  /// Nothing was selected.
  case nothingSelected = 4
  /// The engine could not start or broke a rule of the exchange.
  case engineUnusable = 5
  /// The results cannot be trusted.
  case untrustworthy = 6
  /// Lastword itself went wrong.
  case internalError = 7
  /// The run was interrupted.
  case interrupted = 130

  /// Which code wins when several apply; they are never combined.
  public static let precedence: [ExitCode] = [
    .internalError, .untrustworthy, .violation, .engineUnusable, .inconclusive, .nothingSelected,
  ]

  /// What it means, in one sentence.
  public var meaning: String {
    switch self {
    case .asExpected: "Everything that was selected ran and came out as expected."
    case .violation: "A promise was broken, or a case came out as it should not."
    case .usage: "The command line or an input file is wrong; nothing was run."
    case .inconclusive:
      "Not everything that had to be shown was shown: a case was cut off, a must clause has no "
        + "evidence, or a required entry has no scenario line or no red witness."
    case .nothingSelected: "The selection matches no case."
    case .engineUnusable: "The engine could not start, or it broke a rule of the exchange."
    case .untrustworthy:
      "The results cannot be trusted: the same case gave two traces, or a canary was not caught."
    case .internalError: "Lastword itself went wrong."
    case .interrupted:
      "The run was interrupted; what had run by then is in the report, which is marked as not "
        + "complete."
    }
  }

  /// What to do, in one sentence.
  public var remedy: String {
    switch self {
    case .asExpected: "Nothing to do."
    case .violation: "Read the finding and run the line after “again”; do not just repeat the run."
    case .usage: "Mend what the message points at, then run again."
    case .inconclusive:
      "Give the run more budget, or add the scenario line or mutant that is named."
    case .nothingSelected: "Widen the selection; “lastword list scenarios” shows what there is."
    case .engineUnusable: "Look at how the engine is started; a repetition may help."
    case .untrustworthy: "Stop the line: no other result of this run counts."
    case .internalError: "Report it as a bug of Lastword."
    case .interrupted: "Run again to the end."
    }
  }
}

/// What decides the exit code of a run.
public struct ExitFacts: Hashable, Sendable {
  /// The outcome of every case that ran.
  public var outcomes: [CaseOutcome]
  /// How many cases were selected.
  public var selected: Int
  /// How many obligations of the suite (evidence, witnesses, required entries) are not met;
  /// 0 when the selection is narrowed and so owes none.
  public var unmetObligations: Int
  /// Whether the same case gave two different traces, or a canary was not caught.
  public var isUntrustworthy: Bool
  /// Whether the run was interrupted.
  public var isInterrupted: Bool

  /// Makes facts.
  public init(
    outcomes: [CaseOutcome], selected: Int, unmetObligations: Int = 0,
    isUntrustworthy: Bool = false,
    isInterrupted: Bool = false
  ) {
    self.outcomes = outcomes
    self.selected = selected
    self.unmetObligations = unmetObligations
    self.isUntrustworthy = isUntrustworthy
    self.isInterrupted = isInterrupted
  }

  /// The one code that tells it best.
  ///
  /// An interruption comes before everything else: whatever was found by then stands in the
  /// report, and a caller must not take a part for the whole.
  public var code: ExitCode {
    if isInterrupted { return .interrupted }
    var asked = outcomes.compactMap(\.exit)
    if isUntrustworthy { asked.append(.untrustworthy) }
    if selected == 0 { asked.append(.nothingSelected) }
    if outcomes.count < selected || unmetObligations > 0 { asked.append(.inconclusive) }
    return ExitCode.precedence.first { asked.contains($0) } ?? .asExpected
  }
}
