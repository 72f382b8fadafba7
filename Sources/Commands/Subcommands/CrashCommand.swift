import Arguments
import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import SimulatedDisk
import Simulation
import Storage

/// `lastword crash`
enum CrashCommand: Subcommand {
  static let all = Option<Bool>.flag(
    "all", help: "every case of the pack; the same as no ID and no other selection")
  static let profiles = Option<[DiskProfile]>.custom(
    "profiles", placeholder: "LIST",
    help: "comma-separated: " + DiskProfile.allCases.map(\.rawValue).joined(separator: ", "),
    standard: [.kill, .strict], shown: "kill,strict",
    convert: { text throws(ValueProblem) in try named(text) })
  static let depth = Option<Int>.integer(
    "depth", placeholder: "N", help: "2 also explores crashes in the recovery from a crash",
    in: 1...2, standard: 1)
  static let limit = Option<Int>.integer(
    "limit", placeholder: "N",
    help: "states that one crash point may show; a case that hits it is not fully explored",
    in: 1...100_000_000, standard: 20_000)
  static let noMemory = Option<Bool>.flag(
    "no-memory", help: "recovers every state anew; slower, and must change no count")
  static let controls = Option<Bool>.flag(
    "controls",
    help:
      "instead of cases: databases and recorders of which it is known whether a crash breaks them")
  static let database = Option<DatabaseSettings.Profile>.custom(
    "database", placeholder: "NAME",
    help: "how the connection to History is set up: "
      + DatabaseSettings.profiles.map(\.name).joined(separator: ", "),
    standard: DatabaseSettings.profiles[0], shown: DatabaseSettings.profiles[0].name,
    convert: { text throws(ValueProblem) in try setUp(text) })

  static let shard = Shard.option(
    "explores every N-th block only, and writes what came of each for a program to add up")

  static let command = Arguments.Command(
    name: "crash", section: "Rehearse",
    summary: "crashes cases at every disk operation and judges what is left",
    explanation: """
      Each case runs once on a disk that keeps a log of its operations. From the log every state \
      is made that a crash can leave at every operation: “kill” is the death of the process, the \
      others are a loss of power with the rules of a file system. Each distinct state is recovered \
      by real SQLite, libsndfile and the engine's own launch, and the whole contract is judged. \
      The counts are the same however many processes share the work.

      “--controls” asks whether the disk has teeth: careless set-ups that it must find broken, and \
      careful ones that it must not. They are counted by pages, as everything else, and by calls, \
      as the figures were that are printed beside them. Exit code 1 says that one came out wrong, \
      3 that one has other figures than it had, as with another release of SQLite.

      Exit code 3 says that some case had more states than the limit. Nothing touches the disk of \
      this machine.
      """,
    positionals: [SelectionOptions.ids],
    options: SelectionOptions.all + [
      all.declaration, profiles.declaration, depth.declaration, limit.declaration,
      noMemory.declaration, database.declaration, controls.declaration,
      SharedWork.jobs.declaration, shard.declaration,
      FindingOptions.findings.declaration, Engines.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword crash --all", "Every case, killed and without power"),
      Example("lastword crash capture@ios --profiles strict,apfs-full --depth 2", "Part of it"),
      Example("lastword crash --controls", "Whether the disk finds what is known to be broken"),
    ])

  private static func named(_ text: String) throws(ValueProblem) -> [DiskProfile] {
    var chosen: [DiskProfile] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let profile = DiskProfile(rawValue: String(word)) else {
        let known = DiskProfile.allCases.map(\.rawValue)
        throw ValueProblem(
          "must be profiles separated by commas: \(known.joined(separator: ", "))",
          suggestion: nearest(to: String(word), among: known))
      }
      if !chosen.contains(profile) { chosen.append(profile) }
    }
    return chosen
  }

  private static func setUp(
    _ text: String
  ) throws(ValueProblem) -> DatabaseSettings.Profile {
    if let one = DatabaseSettings.profiles.first(where: { $0.name == text }) { return one }
    let known = DatabaseSettings.profiles.map(\.name)
    throw ValueProblem(
      "must be one of \(known.joined(separator: ", "))",
      suggestion: nearest(to: text, among: known))
  }

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    if invocation[controls] { return try runControls(invocation, console) }
    let suite = try Suite.load(invocation, console)
    try StoreKind.disk.check()
    let selection = SelectionOptions.read(invocation)
    if invocation[all], !selection.isWhole {
      throw Refusal(
        "all-and-some", "--all and a selection exclude each other", hint: "leave one of them out")
    }
    let cases = try selection.cases(of: suite)
    let engine = invocation[Engines.option]
    var habits = engine.habits
    if habits.database == .reference { habits.database = invocation[database].settings }
    let options = CrashExplorer.Options(
      profiles: invocation[profiles], depth: invocation[depth], limit: invocation[limit],
      remembers: !invocation[noMemory], habits: habits)
    let crashing = Crashing(engine: engine, options: options)
    if invocation[shard] != .whole {
      let part = try crashing.explore(cases, shard: invocation[shard], console) {
        console.print(CrashWire.lines($0, block: $1))
      }
      return part.isInterrupted ? .interrupted : .asExpected
    }
    let keeper = try FindingKeeper(invocation, engine: engine, suite: suite)
    if keeper != nil, invocation[database].name != DatabaseSettings.profiles[0].name {
      throw Refusal(
        "other-database", "a case says nothing of --database, so that no file could show it again",
        hint: "leave out --save or --database")
    }
    let start = console.seconds()
    let reach =
      invocation[SharedWork.jobs] > 1
      ? try crashing.explore(cases, sharing: try work(invocation, console), console)
      : try crashing.explore(cases, console)
    let report = reach.report
    console.print(CrashText(report: report, seconds: console.seconds() - start).text)
    if let keeper {
      keep(report.findings, of: cases, engine, keeper, console)
      try keeper.tell(console)
    }
    return reach.isInterrupted ? .interrupted : report.exit
  }
}

extension CrashCommand {
  /// What other processes are told to do.
  private static func work(
    _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> SharedWork {
    let program = try SharedWork.program(console)
    var arguments = ["crash"] + SelectionOptions.again(invocation)
    arguments += ["--profiles", invocation[profiles].map(\.rawValue).joined(separator: ",")]
    arguments += ["--depth", "\(invocation[depth])", "--limit", "\(invocation[limit])"]
    arguments += ["--database", invocation[database].name]
    arguments += ["--engine", invocation[Engines.option].name]
    if invocation[noMemory] { arguments.append("--no-memory") }
    if let pack = invocation[PackLocation.option] { arguments += ["--pack", pack] }
    return SharedWork(program: program, arguments: arguments, count: invocation[SharedWork.jobs])
  }

  /// Counts every control in both modes.
  private static func runControls(
    _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> ExitCode {
    let isMixed =
      !SelectionOptions.read(invocation).isWhole || invocation[all]
      || invocation.wasGiven(profiles) || invocation.wasGiven(limit)
      || invocation.wasGiven(database) || invocation.wasGiven(Engines.option)
    if isMixed {
      throw Refusal(
        "controls-alone", "--controls has its own databases, profiles and limits",
        hint: "give it alone, or with --depth and --no-memory")
    }
    try StoreKind.disk.check()
    let start = console.seconds()
    var progress = Progress("controls", total: NegativeControl.all.count, console)
    var rows: [ControlRow] = []
    for (n, control) in NegativeControl.all.enumerated() {
      progress.reached(n, control.name)
      for mode in LossMode.allCases {
        if console.isInterrupted() { return .interrupted }
        do throws(SQLiteFailure) {
          let tally = try control.run(
            mode: mode, remembers: !invocation[noMemory], depth: invocation[depth])
          rows.append(ControlRow(control: control, mode: mode, tally: tally))
        } catch {
          throw Refusal("no-control", "\(control.name) cannot be set up: \(error)")
        }
      }
    }
    progress.end()
    console.print(ControlText(rows: rows, seconds: console.seconds() - start).text)
    if !rows.allSatisfy(\.isRight) { return .violation }
    return rows.allSatisfy(\.isAsCounted) ? .asExpected : .inconclusive
  }

  /// Plays each finding as a case of its own, with its crashes, and keeps those that show it again.
  private static func keep(
    _ findings: [CrashFinding], of cases: [SuiteCase], _ engine: NamedEngine,
    _ keeper: FindingKeeper, _ console: Console
  ) {
    DiskStore.exclusively {
      let stage = StoreKind.disk.stage(engine)
      for found in findings {
        guard let one = cases.first(where: { $0.id == found.caseID }) else { continue }
        var theCase = one.member.theCase
        theCase.crashes += [found.crash] + (found.second.map { [$0] } ?? [])
        let strategy = "crash of \(one.id) under \(found.profile.rawValue)"
        let discovery = Discovery(theCase, stage.run(theCase), provenance: strategy)
        // Of several promises that one crash breaks, the case is kept under the first.
        guard let discovery,
          discovery.findings.contains(where: { $0.clause == found.finding.clause })
        else {
          console.note(
            "lastword: \(found.finding.clause.id) in \(one.id) is not shown by its case alone, and "
              + "not kept\n")
          continue
        }
        keeper.keep(discovery, of: one, on: stage)
      }
    }
  }
}

/// How a crash exploration is told.
struct CrashText {
  let report: CrashReport
  let seconds: Double

  var text: String {
    var lines: [String] = []
    for one in report.natural {
      lines.append("\(one.caseID) is \(one.verdict.rawValue) without any crash")
      if let finding = one.finding {
        lines.append("  \(finding.clause.id): \(finding.sentence)")
      }
      lines.append("")
    }
    for one in report.launchesUnended {
      lines.append("\(one.caseID): the launch after a crash is \(one.verdict.rawValue)")
      if let crash = one.crash {
        lines += ["  again with", "    crash:", "      - " + yaml(crash)]
      }
      lines.append("")
    }
    for finding in report.findings { lines += told(finding) + [""] }
    lines.append("profile      states      new   judged  cut short")
    for (profile, counts) in report.profiles {
      lines.append(
        pad(profile.rawValue, 10) + right(counts.raw, 9) + right(counts.new, 9)
          + right(counts.judged, 9) + right(counts.capped, 11))
    }
    lines.append("")
    lines.append(
      "\(report.cases) cases, \(report.logs) distinct logs; \(report.images.count) distinct states, "
        + "\(report.deepImages.count) after a crash in one of \(report.recoveries) recoveries "
        + "or \(report.relaunches) launches with the power on")
    lines.append(
      "\(report.databases) databases recovered, \(report.launches) launches played, "
        + "\(report.findings.count) promises broken, counts \(report.hash.hexadecimal)")
    for id in report.cappedCases { lines.append("not fully explored: \(id)") }
    lines.append(String(Int(seconds * 10) / 10) + " s")
    return lines.joined(separator: "\n") + "\n"
  }

  private func told(_ one: CrashFinding) -> [String] {
    var lines = ["\(one.caseID) breaks \(one.finding.clause.id)", "  \(one.finding.sentence)"]
    lines.append("  expected   \(one.finding.expected)")
    lines.append("  observed   \(one.finding.observed)")
    let losses = one.survey.losses.isEmpty ? "everything arrived" : words(one.survey.losses)
    lines.append("  lost       \(losses)")
    lines.append("  left       \(left(one.survey))")
    lines.append("  again with")
    lines.append("    crash:")
    lines.append("      - " + yaml(one.crash))
    if let second = one.second { lines.append("      - " + yaml(second)) }
    return lines
  }

  private func left(_ survey: Survey) -> String {
    var parts = survey.rows.map { "\($0.recording) \($0.state)" }
    if !survey.isSound { parts.append("a History that is damaged") }
    for file in survey.files {
      parts.append(
        "\(file.file.recording) \(file.file.kind), \(file.byLength) samples, \(file.intact) as written"
      )
    }
    return parts.isEmpty ? "nothing" : words(parts)
  }

  private func words(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  /// The crash as a case file says it.
  private func yaml(_ crash: Crash) -> String {
    var parts: [String] = []
    if let point = crash.inside {
      parts.append("at: \"in disk/\(crash.at.value)/\(point)\"")
      parts.append("when: \(crash.side)")
    } else {
      parts.append("at: \"\(crash.side) \(crash.at.value)\"")
    }
    if let losses = crash.losses {
      parts.append("kind: power, profile: \(losses.profile)")
      parts.append("lost: [" + words(losses.lost.map { "\"\($0)\"" }) + "]")
      if !losses.torn.isEmpty {
        let torn = losses.torn.map { "\"\($0.unit)\": \($0.tear.rawValue)" }
        parts.append("torn: {" + words(torn) + "}")
      }
    }
    return "{" + words(parts) + "}"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func right(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
