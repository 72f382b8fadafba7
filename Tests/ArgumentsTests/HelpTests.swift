import Arguments
import Testing

@Suite("What a command line says")
struct HelpTests {
  static let run = Command(
    name: "run", section: "Judge an engine", summary: "runs the scenario suite",
    explanation: """
      Every scenario is played in a world of its own, under every platform that it is made for,
      and judged by every clause.

        exit 0   all as expected
        exit 1   a violation

      The same line gives the same report on any day.
      """,
    positionals: [Positional("CASE", .any, help: "ids or prefixes of ids")],
    options: [
      Option.text("json", placeholder: "FILE", help: "write the report as JSON Lines").declaration,
      Option.integer(
        "jobs", short: "j", placeholder: "N", help: "how many processes", in: 1...8, standard: 1
      ).declaration,
      Option.words(
        "platform", placeholder: "NAME",
        help: "play only the variants of this platform; without it all of them are played",
        among: ["ios", "macos"]
      ).declaration,
      Option.text(
        "a-very-long-option-name", placeholder: "SOMETHING", help: "a text of its own line"
      ).declaration,
    ],
    examples: [Example("tool run request.413", "Runs the scenarios about status 413")])
  static let program = Program(
    name: "tool", summary: "rehearses failures", explanation: "Exit codes are public.",
    commands: [
      run, Command(name: "list", section: "Look up", summary: "lists what there is"),
      Command(name: "gate", section: "Judge an engine", summary: "decides a release"),
    ])

  @Test("The help of a command has usage, explanation, arguments, options and examples")
  func command() {
    #expect(
      Self.program.help(for: Self.run) == """
        tool run: runs the scenario suite

        Usage: tool run [options] [CASE…]

        Every scenario is played in a world of its own, under every platform that it is
        made for, and judged by every clause.

          exit 0   all as expected
          exit 1   a violation

        The same line gives the same report on any day.

        Arguments:
          CASE  ids or prefixes of ids

        Options:
              --json FILE      write the report as JSON Lines
          -j, --jobs N         how many processes (normally 1)
              --platform NAME  play only the variants of this platform; without it all
                               of them are played (one of ios, macos; may be repeated)
              --a-very-long-option-name SOMETHING
                               a text of its own line
          -h, --help           explain this command

        Examples:
          Runs the scenarios about status 413
              tool run request.413

        """)
  }

  @Test("The overview lists every command under its heading")
  func overview() {
    #expect(
      Self.program.overview == """
        tool: rehearses failures

        Usage: tool COMMAND [options] [arguments]

        Judge an engine:
          run   runs the scenario suite
          gate  decides a release

        Look up:
          list  lists what there is

        Exit codes are public.

        “tool COMMAND --help” explains a command and shows examples.

        """)
  }

  @Test("An error says what is wrong, what was meant and where to read on")
  func messages() {
    func message(_ arguments: String...) -> String? {
      #expect(throws: ArgumentError.self) { try Self.program.parse(arguments) }?.description
    }
    #expect(
      message("run", "--jbos=3") == """
        tool: error[usage-unknown-option]: “run” has no option “--jbos”
          hint: did you mean “--jobs”?
          help: tool run --help
        """)
    #expect(
      message("launch") == """
        tool: error[usage-unknown-command]: there is no command “launch”
          help: tool --help
        """)
    #expect(
      message("run", "--json", "--jobs") == """
        tool: error[usage-missing-value]: “--json” needs a value, FILE, but “--jobs” follows
          hint: if “--jobs” is the value, write --json=--jobs
          help: tool run --help
        """)
    #expect(
      message("run", "--jobs", "many") == """
        tool: error[usage-bad-value]: “--jobs” must be a whole number from 1 to 8, and “many” is not
          help: tool run --help
        """)
    #expect(
      message("run", "--platform", "mcaos") == """
        tool: error[usage-bad-value]: “--platform” must be one of ios, macos, and “mcaos” is not
          hint: did you mean “macos”?
          help: tool run --help
        """)
  }
}
