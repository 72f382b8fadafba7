import Arguments
import Testing

/// A program with one option of each kind.
enum Sample {
  static let verbose = Option.flag("verbose", short: "v", help: "say more")
  static let json = Option.text("json", placeholder: "FILE", help: "write a report")
  static let engine = Option.text(
    "engine", placeholder: "NAME", help: "what to run", standard: "reference")
  static let jobs = Option.integer(
    "jobs", short: "j", placeholder: "N", help: "processes", in: 1...64, standard: 2)
  static let seed = Option.integer(
    "seed", placeholder: "S", help: "where to start", in: 0...UInt64.max)
  static let offset = Option.integer("offset", placeholder: "N", help: "shift", in: -9...9)
  static let budget = Option.duration("time-budget", placeholder: "T", help: "when to end")
  static let grace = Option.duration("grace", placeholder: "T", help: "slack", standard: "1.5s")
  static let store = Option.word(
    "store", placeholder: "KIND", help: "where rows live", among: ["memory", "disk"],
    standard: "disk")
  static let clauses = Option.texts("clause", placeholder: "ID", help: "only these clauses")
  static let sets = Option.words(
    "set", placeholder: "SET", help: "only these sets", among: ["core/1", "live/1"])

  static let run = Command(
    name: "run", summary: "runs the suite",
    positionals: [Positional("CASE", .any, help: "ids or prefixes")],
    options: [
      verbose.declaration, json.declaration, engine.declaration, jobs.declaration,
      seed.declaration, offset.declaration, budget.declaration, grace.declaration,
      store.declaration, clauses.declaration, sets.declaration,
    ])
  static let replay = Command(
    name: "replay", summary: "replays a case",
    positionals: [Positional("FILE", help: "a case"), Positional("TO", .optional, help: "a file")])
  static let merge = Command(
    name: "merge", summary: "merges reports",
    positionals: [Positional("FILE", .atLeastOne, help: "reports")])
  static let version = Command(name: "version", summary: "tells the version")
  static let program = Program(
    name: "tool", summary: "tries things", commands: [run, replay, merge, version])

  static func invocation(_ arguments: String...) throws -> Invocation {
    guard case .perform(let invocation) = try program.parse(arguments) else {
      throw NotAnInvocation()
    }
    return invocation
  }
  struct NotAnInvocation: Error {}
}

@Suite("Parsing a command line")
struct ParsingTests {
  @Test("Without arguments every option has its standard value")
  func standards() throws {
    let bare = try Sample.invocation("run")
    #expect(bare.command.name == "run")
    #expect(bare.positionals == [])
    #expect(bare[Sample.verbose] == false)
    #expect(bare[Sample.json] == nil)
    #expect(bare[Sample.engine] == "reference")
    #expect(bare[Sample.jobs] == 2)
    #expect(bare[Sample.seed] == nil)
    #expect(bare[Sample.grace] == .milliseconds(1500))
    #expect(bare[Sample.budget] == nil)
    #expect(bare[Sample.store] == "disk")
    #expect(bare[Sample.clauses] == [])
    #expect(!bare.wasGiven(Sample.jobs))
  }

  @Test("A value stands behind a space or an equals sign, and options mix with positionals")
  func bothForms() throws {
    let line = try Sample.invocation(
      "run", "request", "--json", "a=b.jsonl", "--engine=", "-j", "8", "--seed=0xff", "capture",
      "-v", "--store=memory", "--time-budget", "1h30m", "--offset", "-5", "--clause=A", "--clause",
      "B", "--set", "live/1", "--grace=2s")
    #expect(line.positionals == ["request", "capture"])
    #expect(line[Sample.json] == "a=b.jsonl")
    #expect(line[Sample.engine] == "")
    #expect(line[Sample.jobs] == 8)
    #expect(line[Sample.seed] == 255)
    #expect(line[Sample.verbose])
    #expect(line[Sample.store] == "memory")
    #expect(line[Sample.budget] == .seconds(5400))
    #expect(line[Sample.offset] == -5)
    #expect(line[Sample.clauses] == ["A", "B"])
    #expect(line[Sample.sets] == ["live/1"])
    #expect(line[Sample.grace] == .seconds(2))
    #expect(line.wasGiven(Sample.jobs))
  }

  @Test("Two dashes end the options; one dash is a value and a positional")
  func dashes() throws {
    let line = try Sample.invocation("run", "-", "--json", "-", "--", "--verbose", "-x", "--")
    #expect(line.positionals == ["-", "--verbose", "-x", "--"])
    #expect(line[Sample.json] == "-")
    #expect(!line[Sample.verbose])
  }

  @Test("The largest seed is read exactly")
  func seeds() throws {
    #expect(try Sample.invocation("run", "--seed=18446744073709551615")[Sample.seed] == .max)
    #expect(try Sample.invocation("run", "--seed=0xffffffffffffffff")[Sample.seed] == .max)
  }

  @Test(
    "Help is given where it is asked for",
    arguments: [
      [], ["--help"], ["-h"], ["help"], ["help", "--help"], ["help", "run"], ["run", "--help"],
      ["run", "x", "-h", "--nonsense"],
    ])
  func help(arguments: [String]) throws {
    guard case .help(let text) = try Sample.program.parse(arguments) else {
      Issue.record("no help for \(arguments)")
      return
    }
    let wanted =
      arguments.contains("run")
      ? Sample.program.help(for: Sample.run) : Sample.program.overview
    #expect(text == wanted)
  }

  @Test("The version is given where it is asked for")
  func version() throws {
    guard case .version = try Sample.program.parse(["--version"]) else {
      Issue.record("no version")
      return
    }
  }

  @Test(
    "The first mistake is named exactly, with a suggestion only where one is near",
    arguments: [
      (["rnu"], .unknownCommand("rnu", suggestion: "run")),
      (["launch"], .unknownCommand("launch", suggestion: nil)),
      (["help", "repla"], .unknownCommand("repla", suggestion: "replay")),
      (["--hepl"], .unknownOption("--hepl", suggestion: "--help")),
      (["run", "--sed=5"], .unknownOption("--sed", suggestion: "--seed")),
      (["run", "--verbos"], .unknownOption("--verbos", suggestion: "--verbose")),
      (["run", "-seed"], .unknownOption("-seed", suggestion: "--seed")),
      (["run", "-q"], .unknownOption("-q", suggestion: nil)),
      (["run", "--"], nil), (["run", "---json"], .unknownOption("---json", suggestion: "--json")),
      (["run", "--json"], .missingValue(option: "--json", placeholder: "FILE", before: nil)),
      (
        ["run", "--json", "--verbose"],
        .missingValue(option: "--json", placeholder: "FILE", before: "--verbose")
      ),
      (["run", "--verbose=1"], .unwantedValue(option: "--verbose", value: "1")),
      (["run", "--jobs=1", "-j", "2"], .repeated(option: "-j")),
      (["run", "-v", "-v"], .repeated(option: "-v")),
      (
        ["run", "--store=dsik"],
        .badValue(
          option: "--store", value: "dsik",
          problem: ValueProblem("must be one of memory, disk", suggestion: "disk"))
      ),
      (
        ["run", "--set=nope"],
        .badValue(
          option: "--set", value: "nope", problem: ValueProblem("must be one of core/1, live/1"))
      ),
      (["run", "x", "--nonsense", "--help"], .unknownOption("--nonsense", suggestion: nil)),
      (["replay"], .missingPositional("FILE")), (["merge"], .missingPositional("FILE")),
      (["replay", "a", "b", "c"], .unexpectedPositional("c")),
      (["version", "now"], .unexpectedPositional("now")),
    ] as [([String], ArgumentError.Problem?)])
  func mistakes(arguments: [String], problem: ArgumentError.Problem?) {
    guard let problem else {
      #expect(throws: Never.self) { try Sample.program.parse(arguments) }
      return
    }
    let error = #expect(throws: ArgumentError.self) { try Sample.program.parse(arguments) }
    #expect(error?.problem == problem)
  }

  @Test(
    "A number outside its range, or no number, is refused with the range",
    arguments: ["0", "65", "-1", "", "two", "1.5", "+3", "0x", "0x-1", "0xg", " 3", "９"])
  func numbers(text: String) {
    let error = #expect(throws: ArgumentError.self) {
      try Sample.program.parse(["run", "--jobs=\(text)"])
    }
    #expect(
      error?.problem
        == .badValue(
          option: "--jobs", value: text,
          problem: ValueProblem("must be a whole number from 1 to 64")))
  }

  @Test("Asking for an option the command lacks is a mistake of the program")
  func undeclared() async {
    await #expect(processExitsWith: .failure) {
      _ = try Sample.invocation("version")[Sample.jobs]
    }
  }

  @Test("Two options of one name are a mistake of the program")
  func sameName() async {
    await #expect(processExitsWith: .failure) {
      _ = Command(
        name: "x", summary: "y", options: [Sample.json.declaration, Sample.json.declaration])
    }
  }
}
