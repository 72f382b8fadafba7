/// How a case came out, as reports spell it. Each has its own cause and its own remedy.
public enum CaseOutcome: String, CaseIterable, Hashable, Sendable {
  /// Every promise that the case put to the test was kept.
  case holds
  /// A promise was broken.
  case violated
  /// The engine or the platform does not claim what the case is about.
  case unsupported
  /// The run said too little to judge it.
  case inconclusive
  /// The engine broke.
  case engineCrash = "engine-crash"
  /// The engine went on without end.
  case hung
  /// The engine used what the world cannot see.
  case leftTheStage = "left-the-stage"
  /// The engine broke a rule of the exchange.
  case protocolBroken = "protocol"
  /// The harness itself went wrong.
  case harnessError = "harness-error"

  /// The word of a report line, at most seven letters.
  public var word: String {
    switch self {
    case .holds: "ok"
    case .violated: "FAIL"
    case .unsupported: "n/a"
    case .inconclusive: "UNSURE"
    case .engineCrash: "CRASH"
    case .hung: "HUNG"
    case .leftTheStage: "STAGE"
    case .protocolBroken: "RULES"
    case .harnessError: "HARNESS"
    }
  }

  /// The mark beside the word, one column wide.
  public var mark: String {
    switch self {
    case .holds: "✓"
    case .unsupported: "–"
    case .inconclusive: "?"
    case .violated, .engineCrash, .hung, .leftTheStage, .protocolBroken, .harnessError: "✗"
    }
  }

  /// What it means for the person who reads the report, in one sentence.
  public var meaning: String {
    switch self {
    case .holds: "Every promise that the case put to the test was kept."
    case .violated: "The engine broke a promise that it claims to keep."
    case .unsupported: "The case is about something that this platform or engine does not claim."
    case .inconclusive: "The run was cut off, or what the case is about never happened in it."
    case .engineCrash: "The engine threw an error or ended in the middle of a case."
    case .hung: "The engine went on without end: work was still open when virtual time ran out."
    case .leftTheStage:
      "The engine used a clock, a file or a network that the world does not control."
    case .protocolBroken:
      "The engine broke a rule of the exchange, such as an effect id used twice."
    case .harnessError: "Lastword itself went wrong; nothing is known about the engine."
    }
  }

  /// What to do about it, in one sentence.
  public var remedy: String {
    switch self {
    case .holds: "Nothing to do."
    case .violated:
      "Run the case again with -v and read from the first wrong event; “lastword explain CLAUSE” "
        + "says what is demanded and why."
    case .unsupported: "Nothing to do, unless the engine claims it; then its claim is wrong."
    case .inconclusive: "Give the run more budget, or let the scenario reach what it is about."
    case .engineCrash: "Run the case again with -v; the last event is the one that it broke on."
    case .hung:
      "Run the case again with -v; the armed deadlines at the end show who waits for what."
    case .leftTheStage: "Let the engine ask for it as an effect and wait for the answer."
    case .protocolBroken:
      "Run the case again with -v; the last event names the rule and the reaction that broke it."
    case .harnessError: "Report it as a bug of Lastword, with the output of the case under -v."
    }
  }

  /// Whether a report must tell more than one line about it.
  public var needsAccount: Bool {
    switch self {
    case .holds, .unsupported: false
    case .violated, .inconclusive, .engineCrash, .hung, .leftTheStage, .protocolBroken,
      .harnessError:
      true
    }
  }

  /// The exit code that one such case asks for; nil for one that is as expected.
  public var exit: ExitCode? {
    switch self {
    case .holds, .unsupported: nil
    case .violated, .engineCrash, .hung, .leftTheStage: .violation
    case .inconclusive: .inconclusive
    case .protocolBroken: .engineUnusable
    case .harnessError: .internalError
    }
  }
}
