import Arguments
import JSON
import Journeys

/// `lastword inspect`
///
/// Looks at what a recorder left behind. Never writes, never repairs.
enum InspectCommand: Subcommand {
  static let json = Option<String?>.text(
    "json", placeholder: "FILE", help: "writes JSON Lines, one object a file; - for the output")

  static let command = Arguments.Command(
    name: "inspect", section: "Support",
    summary: "says what a recorder left in a file of sound",
    explanation: """
      Reads each FILE by its structure: what its header says, what its bytes really hold, where the \
      first wrong thing is, and what each kind of reader makes of it. WAV, RIFX, RF64, BW64, W64, \
      CAF, AIFF, AIFC, FLAC, Ogg (Vorbis, Opus, FLAC, Speex) and M4A/MP4 are read.

      A file is complete; never finalized, when its header was not filled in because the recorder \
      died; cut short, when less is there than the file itself says; damaged; without sound; or no \
      sound file at all.

      Four readers are asked: “strict” refuses a file whose header and length disagree, \
      “apple-like” believes the header as far as the file goes, “lenient” is libsndfile itself, \
      “length-repair” goes by the length of the file. The gap between two of them is why one \
      person hears a recording and the next sees 0:00.

      No file is changed. “-” is standard input, up to 256 MiB. Links are followed; folders, pipes and devices are refused.

      Exit codes: 0 everything is complete; 1 something is not finalized, cut short, damaged or \
      without sound; 2 something could not be read or is no sound file, which goes before 1.
      """,
    positionals: [Positional("FILE", .atLeastOne, help: "files to look at; - for standard input")],
    options: [json.declaration, Colours.option.declaration],
    examples: [
      Example("lastword inspect recording.wav", "One file"),
      Example("lastword inspect --json - *.m4a", "Several, for a program to read"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let style = Colours.style(invocation, console)
    let path = invocation[json]
    if let path, invocation.positionals.contains(where: { isSameFile($0, path) }) {
      throw Refusal(
        "would-overwrite", "--json “\(path)” is one of the files to look at",
        hint: "name another file for the report")
    }
    var out = JSONWriter()
    var exit = ExitCode.asExpected
    var isFirst = true
    for name in invocation.positionals {
      if console.isInterrupted() {
        exit = .interrupted
        break
      }
      do throws(Refusal) {
        let file = try InspectedFile(name, console)
        exit = worse(exit, file.exit)
        if path != nil { InspectReport.write(file, to: &out) }
        if path != "-" {
          console.print((isFirst ? "" : "\n") + InspectText(file: file, style: style).text)
          isFirst = false
        }
      } catch {
        console.note("\(error)\n")
        if path != nil { InspectReport.write(name, error, to: &out) }
        exit = worse(exit, error.exit)
      }
      if path == "-" { out.drain { console.write(copy $0) } }
    }
    if let path, path != "-" { try console.save(out.bytes, to: path) }
    return exit
  }

  /// Of two codes the one that says more: what could not be looked at goes before what was found.
  private static func worse(_ one: ExitCode, _ other: ExitCode) -> ExitCode {
    one == .usage || other == .usage ? .usage : one == .asExpected ? other : one
  }
}
