import Arguments
import FieldReports
import Journeys
import Scenarios

/// `lastword triage`
enum TriageCommand: Subcommand {
  static let json = Option<Bool>.flag("json", help: "prints one JSON object instead of text")
  static let signs = Option<Bool>.flag(
    "signs", help: "also says what was seen in which line, as numbers and names of signs")
  static let register = Option<String?>.text(
    "register", placeholder: "DIR",
    help: "the folder of known reports (normally corpus/field beside the pack)")

  static let command = Arguments.Command(
    name: "triage", section: "Reproduce",
    summary: "names the promise that a pasted log shows broken",
    explanation: """
      Reads a log as an app wrote it, or a whole ticket with a log in it, from standard input or \
      from files. Shape and clock are found by themselves: plain text with times of day, dates or \
      offsets, JSON Lines, Serilog, Apple's log show (compact and ndjson) and Console, logcat, \
      Rust's tracing, electron-log, HAR. Several files are read as one story.

      Names the first promise that was broken, by its line: certain when the log holds both \
      halves of the breach, likely when a half is missing and the rest looks like a known report. \
      Otherwise it says what to ask. No word of the log is ever printed, only numbers of lines.

      Limits: 64 MiB, 1,000,000 lines, 16 KiB a line.

      Exit codes: 0 nothing is broken in what the log shows, 1 a promise is broken, 2 the input \
      cannot be read, 3 not enough to tell.
      """,
    positionals: [Positional("FILE", .any, help: "logs; standard input without any")],
    options: [
      json.declaration, signs.declaration, register.declaration, Colours.option.declaration,
      PackLocation.option.declaration,
    ],
    examples: [
      Example("lastword triage < ticket.txt", "Judge what somebody pasted"),
      Example("lastword triage app.log keyboard.log", "Judge two logs of one story"),
      Example("lastword triage --json app.log", "Hand it to a program"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let paths = invocation.positionals
    let known = try knownReports(invocation, console)
    let log = try TriageInput(console: console).log(paths)
    let diagnosis = Diagnosis(of: log, register: known)
    if invocation[json] {
      console.write(TriageJSON.bytes(diagnosis))
    } else {
      let style = Colours.style(invocation, console)
      console.print(TriageText(diagnosis: diagnosis, paths: paths, style: style).text)
      if invocation[signs] { console.print(TriageSigns(log: log).text) }
    }
    switch diagnosis.verdict {
    case .broken: return .violation
    case .notEnough: return .inconclusive
    case .nothingBroken: return .asExpected
    }
  }

  /// The register beside the pack. Without a pack a log is judged all the same, so that none being
  /// found is no mistake.
  private static func beside(_ invocation: Invocation, _ console: Console) -> String? {
    do {
      let pack = try PackLocation.find(invocation[PackLocation.option], console)
      let folder = pack + "/../corpus/field"
      return isFolder(folder) ? folder : nil
    } catch {
      return nil
    }
  }

  /// The register that is named, else the one beside the pack, else none.
  private static func knownReports(
    _ invocation: Invocation, _ console: Console
  ) throws(Refusal) -> Register {
    let folder = invocation[register] ?? beside(invocation, console)
    guard let folder else { return Register() }
    do {
      return try Register(folder: folder)
    } catch {
      throw Refusal(register: folder, error)
    }
  }
}
