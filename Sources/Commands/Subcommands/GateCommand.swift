import Arguments
import Contract
import Journeys
import Scenarios

/// `lastword gate`
enum GateCommand: Subcommand {
  static let budget = Option<Duration>.duration(
    "budget", placeholder: "TIME", help: "begins nothing new after so long", standard: "10m")
  static let cases = Option<Int>.integer(
    "fuzz-cases", placeholder: "N", help: "how many cases are drawn", in: 0...100_000_000,
    standard: 20_000)
  static let canary = Option<String>.text(
    "canary", placeholder: "NAME",
    help: "the engine that must be caught; none makes every verdict untrustworthy",
    standard: FuzzCampaign.canaries[1])

  static let command = Arguments.Command(
    name: "gate", section: "Rehearse",
    summary: "gives one verdict on a change",
    explanation: """
      Runs in order: every scenario and regression of the pack with its obligations, an engine \
      that is wrong on purpose and has to be caught, every death of a process at every operation \
      of the disk, cases drawn from a fixed seed, and, for every scenario on one of its platforms, every order one hold away from the natural \
      one. What is done depends on the commit alone, so that the verdict does.

      Exit codes: 0 passed, 1 a promise is broken, 3 the budget ran out or something owed never \
      happened, 6 the gate was blind or a case came out differently the second time.
      """,
    options: [
      budget.declaration, cases.declaration, MutantsCommand.seed.declaration,
      canary.declaration, Engines.option.declaration, Colours.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword gate", "Before a change is merged"),
      Example("lastword gate --engine mutant:fourth-try", "What it looks like when it is red"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let suite = try Suite.load(invocation, console)
    let gate = Gate(
      engine: invocation[Engines.option], suite: suite, seed: invocation[MutantsCommand.seed],
      fuzzCases: invocation[cases], canary: try canary(invocation[canary]),
      budget: FuzzSeed.seconds(invocation[budget]), console: console)
    let style = Colours.style(invocation, console)
    console.print("engine \(gate.engine.name), seed \(FuzzSeed.text(gate.seed))\n")
    let exit = try gate.run { console.print(text(of: $0, style)) }
    console.print("\n" + verdict(exit, style))
    return exit
  }

  private static func canary(_ name: String) throws(Refusal) -> NamedEngine? {
    if name == "none" { return nil }
    if let engine = Engines.all.first(where: { $0.name == name }), engine.breaks != nil {
      return engine
    }
    let near = nearest(to: name, among: Engines.mutants.map(\.name))
    throw Refusal(
      "no-canary", "“\(name)” is no engine that breaks a promise on purpose",
      hint: near.map { "did you mean “\($0)”?" } ?? "“lastword list mutants” shows them")
  }

  private static func text(of outcome: Gate.Outcome, _ style: Style) -> String {
    let step = outcome.step.rawValue
    let name = step + String(repeating: " ", count: max(8 - step.count, 1))
    var text = "  \(word(outcome.exit, style)) \(name) \(outcome.step.words)\n"
    text += "                   \(outcome.counts)\n"
    for line in outcome.details {
      text += line.folded(width: style.width, start: "                   ")
    }
    if outcome.exit != .asExpected { text += "                   again: \(outcome.again)\n" }
    return text
  }

  /// The outcome of a step as a word, eight columns wide with its mark.
  private static func word(_ exit: ExitCode?, _ style: Style) -> String {
    switch exit {
    case .asExpected: style.paint("✓ ok   ", .good)
    case .inconclusive, nil: style.paint("? open ", .doubtful)
    case .violation, .usage, .nothingSelected, .engineUnusable, .untrustworthy, .internalError,
      .interrupted:
      style.paint("✗ FAIL ", .bad)
    }
  }

  private static func verdict(_ exit: ExitCode, _ style: Style) -> String {
    let words: String
    switch exit {
    case .asExpected: words = "passed"
    case .violation: words = "a promise is broken"
    case .inconclusive: words = "not everything was shown"
    case .untrustworthy: words = "not to be trusted: blind, or not the same twice"
    case .interrupted: words = "interrupted"
    case .usage, .nothingSelected, .engineUnusable, .internalError: words = exit.meaning
    }
    return "gate: \(words) (exit \(exit.rawValue))\n"
  }
}
