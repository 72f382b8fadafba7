import Arguments
import Contract
import Exploration
import FieldReports
import Journeys
import Scenarios

/// `lastword reproduce`
enum ReproduceCommand: Subcommand {
  static let search = Option<Duration>.duration(
    "search", placeholder: "TIME", help: "looks for at most so long", standard: "60s")
  static let seed = Option<UInt64>.integer(
    "seed", placeholder: "N", help: "what the search draws from", in: 0...UInt64.max, standard: 1)
  static let cases = Option<Int?>.integer(
    "cases", placeholder: "N",
    help: "tries at most so many cases: with a seed, the result is the same on any machine",
    in: 1...100_000_000)
  static let output = Option<String>.text(
    "output", placeholder: "DIR", help: "the folder for the scenario",
    standard: FindingOptions.usual)
  static let name = Option<String?>.text(
    "as", placeholder: "WORDS", help: "names the scenario “field.WORDS”, and its file")
  static let engine = Option<NamedEngine?>.custom(
    "engine", placeholder: "NAME", help: "looks for cases of this engine alone",
    convert: { text throws(ValueProblem) in try Engines.named(text) })

  static let command = Arguments.Command(
    name: "reproduce", section: "Reproduce",
    summary: "finds a small scenario that behaves like a field report",
    explanation: """
      BUNDLE is a folder, .zip or .tar.gz with logs and, if there are any, report.yaml and \
      mapping.yaml; or a log file; or “-” for a log that is pasted. What the log does not tell (how long a microphone \
      took, what a service did) is searched for, until a run says most of the log again and \
      breaks the promise that the log names. That case is made small, told as a story beside an \
      engine that keeps the contract, and written as a scenario.

      “lastword reproduce init DIR” writes templates of report.yaml and mapping.yaml. No word of \
      a log is ever printed or kept, only numbers of lines. Without --engine the defect among \
      those of “lastword list mutants” that is most like the log is named.

      Exit code 1 says that a scenario was found; 3 that nothing was found that is like the log.
      """,
    positionals: [
      Positional(
        "BUNDLE", .any, help: "a folder, an archive, a log file, “-”, or “init” and a folder")
    ],
    options: [
      engine.declaration, search.declaration, cases.declaration, seed.declaration,
      output.declaration, name.declaration, Colours.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword reproduce report/ --search 5m", "A folder with a log and a report"),
      Example("lastword reproduce - < log.txt", "A log that is pasted"),
      Example("lastword reproduce init report", "Templates to fill in"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let words = invocation.positionals
    guard let first = words.first else {
      throw Refusal(
        "no-bundle", "nothing is named to reproduce",
        hint: "name a folder or a log, or “-” to paste one")
    }
    if first == "init" { return try begin(in: words.count > 1 ? words[1] : ".", console) }
    guard words.count == 1 else {
      throw Refusal("too-many", "more than one bundle is named", hint: "put the files in a folder")
    }
    let pack = try PackLocation.find(invocation[PackLocation.option], console)
    let platforms = try Suite.platforms(pack)
    let log = try FieldBundle(Bundle.named(first, console), platforms: platforms).sought(console)
    let reproduction = Reproduction(
      log: log, engine: invocation[engine], platforms: platforms, seed: invocation[seed],
      budget: Double(invocation[search].components.seconds), cases: invocation[cases])
    let search = reproduction.search(console)
    guard search.isFound, let found = search.best, let outcome = reproduction.conclude(found) else {
      return tell(search, log, console)
    }
    return try keep(outcome, invocation, pack, platforms, console)
  }

  /// Writes the templates; a file that is there is never written over.
  private static func begin(in folder: String, _ console: Console) throws(Refusal) -> ExitCode {
    for (name, _) in ReproduceTemplates.files where isThere("\(folder)/\(name)") {
      throw Refusal(
        "exists", "“\(folder)/\(name)” is there already, and is not written over",
        hint: "name another folder")
    }
    if let reason = makeFolder(folder) {
      throw Refusal("cannot-write", "“\(folder)” cannot be made: \(reason)")
    }
    for (name, text) in ReproduceTemplates.files {
      try console.save(Array(text.utf8), to: "\(folder)/\(name)")
      console.print("\(folder)/\(name)\n")
    }
    return .asExpected
  }

  private static func isThere(_ path: String) -> Bool { isFile(path) || isFolder(path) }

  /// Nothing was found that is like the log.
  private static func tell(_ search: CaseSearch, _ log: SoughtLog, _ console: Console) -> ExitCode {
    let lacks =
      log.clause == nil
      ? "fits this log better than an engine that keeps the contract" : "is like the log"
    console.print("inconclusive: none of \(search.tried) cases \(lacks)\n")
    if let best = search.best, log.clause != nil {
      let breaks = best.discovery == nil ? "and breaks no such promise" : "and breaks it"
      console.print(
        "nearest       \(ReproduceText.share(best.alignment.match)) of it, "
          + "\(breaks) (\(best.suspect.name))\n")
    }
    if log.clause == nil {
      console.note("lastword: name the promise in report.yaml: “lastword reproduce init DIR”\n")
    } else {
      console.note("lastword: give it more time (--search 5m) or say more in report.yaml\n")
    }
    return .inconclusive
  }

  /// Tells the story and writes the scenario.
  private static func keep(
    _ outcome: Reproduction.Outcome, _ invocation: Invocation, _ pack: String,
    _ platforms: PlatformRegistry, _ console: Console
  ) throws(Refusal) -> ExitCode {
    let words = invocation[name]
    let id = words.map { "field.\($0)" } ?? outcome.id
    guard IdentifierForm.scenario.accepts(id) else {
      throw Refusal("bad-name", "“\(id)” is no id", hint: "small letters, digits and hyphens")
    }
    let path =
      words.map { "\(invocation[output])/\($0).scenario.yaml" }
      ?? "\(invocation[output])/\(id).yaml"
    console.print(
      outcome.text(
        isNamed: invocation[engine] != nil, width: Colours.style(invocation, console).width,
        replay: "lastword replay \(path)"))
    guard !isThere(path) else {
      throw Refusal(
        "exists", "“\(path)” is there already, and is not written over",
        hint: "name it with --as WORDS, or another folder with --output DIR")
    }
    let file = outcome.file(
      id: id, journeys: try journeys(of: outcome.reduction.clause, pack), seed: invocation[seed])
    try FoundFolder(path: invocation[output], platforms: platforms).write(file, to: path)
    console.print("kept \(path)\n")
    return .violation
  }

  /// The journeys that are about a promise.
  private static func journeys(
    of clause: ClauseID, _ pack: String
  ) throws(Refusal) -> [JourneyID] {
    let suite = try Suite.load(pack)
    return suite.scenarios.first { $0.clauses.contains(clause) && !$0.journeys.isEmpty }?.journeys
      ?? []
  }
}
