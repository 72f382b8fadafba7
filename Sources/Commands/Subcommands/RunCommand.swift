import Arguments
import Contract
import Journeys
import Scenarios

/// `lastword run`
enum RunCommand: Subcommand {
  static let json = Option<String?>.text(
    "json", placeholder: "FILE", help: "writes the canonical report, JSON Lines; - for the output")
  static let junit = Option<String?>.text(
    "junit", placeholder: "FILE", help: "writes the report as JUnit XML")
  static let verbose = Option<Bool>.flag(
    "verbose", short: "v",
    help: "shows every event of the cases that did not hold, or of the only one selected")
  static let shoulds = Option<Bool>.flag(
    "shoulds", help: "also lists broken promises that are only recommended")
  static let reverse = Option<Bool>.flag(
    "reverse", help: "runs the cases in reversed order, which must change nothing")

  static let command = Arguments.Command(
    name: "run", section: "Rehearse", summary: "runs scenarios and tells them journey by journey",
    explanation: """
      Every case is a scenario on a platform. The whole contract is judged in every case; a \
      scenario's own lines come on top. Without an ID everything runs, and then it is also owed \
      that every must clause was put to the test and is known to be able to fail.

      The regressions of the pack are played too, each with the engine it was found with, and must \
      come out as their files say. One that breaks nothing while little of what it names still \
      happens is stale: exit code 6.

      A finding ends with the command that runs just that case again.

      The exit code says how it went: 0 as expected, 1 a promise is broken, 2 the command line or \
      a file is wrong, 3 something was not shown, 4 nothing is selected, 5 the engine is unusable, \
      6 the results cannot be trusted, 7 Lastword is broken, 130 interrupted. \
      “lastword explain exit:3” says more.
      """,
    positionals: [SelectionOptions.ids],
    options: SelectionOptions.all + [
      Engines.option.declaration, StoreKind.option.declaration, json.declaration,
      junit.declaration, verbose.declaration, shoulds.declaration, Colours.option.declaration,
      reverse.declaration, PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword run", "Everything, with the reference engine"),
      Example("lastword run request", "All scenarios of a section"),
      Example(
        "lastword run 'request.413-nested@ios' -v", "One case on one platform, event by event"),
      Example(
        "lastword run --clause SOURCE --engine mutant:saved-before-row",
        "See a promise broken on purpose"),
      Example(
        "lastword run --json report.jsonl --junit report.xml", "Also write reports for programs"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let suite = try Suite.load(invocation, console)
    let selection = SelectionOptions.read(invocation)
    let engine = invocation[Engines.option]
    let stores = engine.stores(StoreKind.named(invocation[StoreKind.option]))
    let run = SuiteRun(engine: engine, stores: stores)
    var plan = run.plan(try selection.cases(of: suite))
    if invocation[reverse] { plan.reverse() }
    let regressions = selection.regressions(of: suite)
    let results = try run.run(plan, console)
    let kept = RegressionRun(engine: engine)
    let again =
      results.isInterrupted
      ? []
      : try regressions.map { one throws(Refusal) in
        try kept.play(one)
      }

    // The section of live transcripts is a whole of its own: it owes the set live.
    let isLive = selection.isOnly("relay") && engine.sets == [.core, .live]
    let owes = selection.isWhole || isLive
    let obligations = Obligations(
      suite, claims: isLive ? [.live] : engine.sets, played: results.played, store: stores[0],
      looksForWitnesses: owes && !results.isInterrupted, owesRequired: !isLive)
    let report = Report(
      header: Report.Header(
        version: Lastword.version, sets: engine.sets.map { "\($0.rawValue)/1" },
        engine: engine.name, suite: suite.hash,
        plan: Array(Set((plan.map(\.theCase) + regressions).map(\.id)))),
      cases: results.played.map(\.line) + again.map(\.line),
      circumstances: Report.Circumstances(
        clauses: obligations.clauseCount, required: obligations.requiredCount,
        selected: plan.count + regressions.count, owesObligations: owes,
        isUntrustworthy: !results.differing.isEmpty || again.contains(where: \.isStale),
        isInterrupted: results.isInterrupted))

    try write(report, suite, invocation, console)
    if invocation[json] != "-" {
      let text = RunText(
        source: report, suite: suite, results: results, run: run,
        owesObligations: owes,
        style: Colours.style(invocation, console), isTerminal: console.isTerminal)
      console.print(text.report)
      if invocation[shoulds] { console.print(text.warnings) }
      if invocation[verbose] { text.printTraces(to: console) }
    }
    hint(report, owes ? obligations.gaps : [], results, console)
    return report.footer.exit
  }

  private static func write(
    _ report: Report, _ suite: Suite, _ invocation: Invocation, _ console: Console
  ) throws(Refusal) {
    if let path = invocation[json] {
      if path == "-" {
        console.write(report.jsonLines)
      } else {
        try console.save(report.jsonLines, to: path)
      }
    }
    if let path = invocation[junit] {
      try console.save(
        Array(JUnit(report, catalogue: suite.catalogue).text.utf8), to: path)
    }
  }

  /// What helps to go on, beside the result.
  private static func hint(
    _ report: Report, _ gaps: [String], _ results: SuiteRun.Results, _ console: Console
  ) {
    for id in results.differing {
      console.note("lastword: the stores differ in the logical trace of \(id)\n")
    }
    for warning in results.unmatched { console.note("\(warning.rendered)\n") }
    switch report.footer.exit {
    case .nothingSelected:
      console.note(
        "lastword: the selection matches no case; “lastword list scenarios” shows what there is\n")
    case .inconclusive:
      for gap in gaps { console.note("lastword: \(gap)\n") }
    case .asExpected, .violation, .usage, .engineUnusable, .untrustworthy,
      .internalError, .interrupted:
      break
    }
  }
}
