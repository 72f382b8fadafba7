import Arguments
import Contract
import Journeys
import Scenarios

/// `lastword explain`
enum ExplainCommand: Subcommand {
  static let command = Arguments.Command(
    name: "explain", section: "Look",
    summary: "explains a clause, an exit code, an outcome or a message",
    explanation: """
      WHAT may be

        a clause       REQUEST.413-bounded: its words, and what the suite shows
        an exit code   exit:3
        an outcome     holds, violated, unsupported, inconclusive, engine-crash,
                       hung, left-the-stage, protocol or harness-error
        a code         S002, as in “error[S002]”

      For a clause the whole suite is run, which takes a moment.
      """,
    positionals: [
      Positional("WHAT", help: "a clause, exit:N, an outcome or the code of a message")
    ],
    options: [StoreKind.option.declaration, PackLocation.option.declaration],
    examples: [
      Example("lastword explain BULK.checkpoint-before-next-leaf", "Understand a clause"),
      Example("lastword explain exit:6", "Understand an exit code"),
      Example("lastword explain inconclusive", "Understand an outcome"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let what = invocation.positionals[0]
    let width = Style(width: console.width()).width
    if let clause = ClauseID(id: what) {
      let suite = try Suite.load(invocation, console)
      let stores = StoreKind.named(invocation[StoreKind.option])
      return try explain(clause, suite, stores, width, console)
    }
    if what.hasPrefix("exit:") {
      guard let code = Int32(what.dropFirst(5)).flatMap(ExitCode.init(rawValue:)) else {
        let known = ExitCode.allCases.map { String($0.rawValue) }.joined(separator: ", ")
        throw Refusal("unknown-topic", "“\(what)” is no exit code", hint: "known are \(known)")
      }
      console.print("exit \(code.rawValue)\n")
      console.print(code.meaning.folded(width: width, start: "  "))
      console.print(code.remedy.folded(width: width, start: "  "))
      return .asExpected
    }
    if let outcome = CaseOutcome(rawValue: what) {
      console.print("\(outcome.rawValue), shown as “\(outcome.mark) \(outcome.word)”\n")
      console.print(outcome.meaning.folded(width: width, start: "  "))
      console.print(outcome.remedy.folded(width: width, start: "  "))
      let exit = outcome.exit ?? .asExpected
      console.print(
        "  A run with such a case exits \(exit.rawValue) unless something outranks it.\n")
      return .asExpected
    }
    if let code = DiagnosticCode(rawValue: what.uppercased()) {
      console.print("\(code.rawValue)\n" + code.explanation.folded(width: width, start: "  "))
      return .asExpected
    }
    throw unknown(what)
  }

  private static func unknown(_ what: String) -> Refusal {
    let known =
      ClauseID.allCases.map(\.id) + CaseOutcome.allCases.map(\.rawValue)
      + DiagnosticCode.allCases.map(\.rawValue)
    let family = ClauseID.allCases.first { $0.id.hasPrefix(what.uppercased() + ".") }
    let meant = nearest(to: what, among: known) ?? family?.id
    return Refusal(
      "unknown-topic", "there is nothing called “\(what)” to explain",
      hint: meant.map { "did you mean “\($0)”?" } ?? "“lastword list clauses” shows every clause")
  }

  private static func explain(
    _ clause: ClauseID, _ suite: Suite, _ stores: [StoreKind], _ width: Int, _ console: Console
  ) throws(Refusal) -> ExitCode {
    console.print("\(clause.id)\n" + clause.says.folded(width: width, start: "  "))
    console.print("  level    \(clause.level.rawValue): \(clause.level.meaning)\n")
    console.print("  source   \(clause.source.words)\n  set      \(clause.set.rawValue)/1\n")
    let citing = suite.scenarios.filter { $0.clauses.contains(clause) }
    console.print("\nCited by\n")
    if citing.isEmpty { console.print("  no scenario\n") }
    for scenario in citing {
      console.print("  \(scenario.id)\n")
      for line in scenario.members.first?.lines ?? [] where line.cites.contains(clause) {
        console.print(line.that.folded(width: width, start: "    • "))
      }
    }
    let run = SuiteRun(engine: Engines.reference, stores: stores)
    let results = try run.run(run.plan(suite.cases), console)
    if results.isInterrupted { return .interrupted }
    let tally = EvidenceTally(results.played)
    console.print("\nEvidence in the whole suite, with the reference engine\n")
    if let first = tally.first(clause) {
      console.print("  its premise was met by \(tally.count(clause)) events in ")
      console.print("\(tally.cases(clause)) of \(results.played.count) cases, first \(first)\n")
    } else {
      console.print("  none: nothing in any case met its premise\n")
    }
    console.print(redWitness(of: clause, suite, stores[0], width))
    return .asExpected
  }

  private static func redWitness(
    of clause: ClauseID, _ suite: Suite, _ store: StoreKind, _ width: Int
  ) -> String {
    var witnesses = Witnesses(suite, store: store)
    var text = "\nRed witness\n"
    guard let seen = witnesses.witness(of: clause) else {
      return text + "  none: no engine that is wrong on purpose turns a line that cites it red\n"
    }
    text += "mutant:\(seen.mutant) \(seen.summary)".folded(width: width, start: "  ")
    text += "  in \(seen.inCase) it turns this line red:\n"
    text += "“\(seen.that)”".folded(width: width, start: "    ")
    text += "    \(seen.place)\n"
    return text + "  see it: lastword run '\(seen.inCase)' -v --engine mutant:\(seen.mutant)\n"
  }
}

extension ClauseLevel {
  /// What the level asks for, as the end of a sentence.
  var meaning: String {
    switch self {
    case .must: "the contract demands it; a run without evidence or red witness is not done"
    case .should: "recommended; shown with --shoulds"
    case .info: "a choice that a platform declares and then keeps"
    }
  }
}

extension ClauseSource {
  /// The document, as people call it.
  var words: String {
    switch self {
    case .failureContract: "the audio processing failure contract"
    case .recorder: "the long-form recorder's findings"
    case .voicePlatform: "the voice platform's journeys"
    case .relay: "the live relay's reconnect rules"
    }
  }
}
