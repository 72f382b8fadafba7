import Arguments
import Contract
import Exploration
import Journeys
import Scenarios
import Simulation

/// `lastword bench`
///
/// The one command that reads a clock for its result. It prints figures and never judges.
enum BenchCommand: Subcommand {
  static let rounds = Option<Int>.integer(
    "rounds", placeholder: "N", help: "how often each figure is taken; the median is shown",
    in: 5...99, standard: 5)
  static let memory = Option<Bool>.flag(
    "memory", help: "measures memory alone: 10^3, 10^5 and 10^6 fuzzed cases")

  static let command = Arguments.Command(
    name: "bench", section: "Measure", summary: "measures how fast cases run",
    explanation: """
      Each figure is the median of at least five rounds on one core, with the case it is for and \
      with everything on: trace, hash and all properties. Seconds are those of the processor, so \
      that other work on the machine counts as little as can be. Nothing is judged; figures of two \
      machines cannot be compared, figures of two commits on one machine can. Use a release build.
      """,
    options: [rounds.declaration, memory.declaration, PackLocation.option.declaration],
    examples: [
      Example("lastword bench", "Measure everything but memory"),
      Example("lastword bench --memory", "Measure memory"),
    ])

  static func run(_ invocation: Invocation, _ console: Console) throws(Refusal) -> ExitCode {
    let directory = try PackLocation.find(invocation[PackLocation.option], console)
    let bench = Bench(rounds: invocation[rounds], console: console)
    #if DEBUG
      console.note("lastword: this is a debug build; its figures say nothing about a release\n")
    #endif
    // First of all, and alone: what this process has is the least that a child is said to have.
    if invocation[memory] {
      try bench.measureMemory(directory)
      return bench.wasInterrupted ? .interrupted : .asExpected
    }
    let suite = try Suite.load(directory)
    try StoreKind.disk.check()
    bench.measureCases()
    try bench.measureLoading(directory, count: suite.scenarios.count)
    try bench.measureSuite(suite)
    bench.measureMutants(suite.platforms.map(\.platform))
    try bench.measureField(directory)
    return bench.wasInterrupted ? .interrupted : .asExpected
  }
}

/// Takes figures, one after the other.
final class Bench {
  let rounds: Int
  let console: Console
  var wasInterrupted = false

  /// How long one round of a short case is repeated for.
  private static let secondsARound = 0.5

  init(rounds: Int, console: Console) {
    self.rounds = rounds
    self.console = console
  }

  /// Events and cases a second, for each store.
  func measureCases() {
    measure(BenchCase.twoRecordings, on: .memory)
    measure(BenchCase.oneRecording, on: .memory)
    measure(BenchCase.oneRecording, on: .disk)
    measureMeeting()
  }

  /// Milliseconds for an hour of meeting, and nanoseconds a chunk.
  private func measureMeeting() {
    guard
      let seconds = median({
        let start = console.processorSeconds()
        _ = StoreKind.memory.run(BenchCase.meeting.theCase, engine: Engines.reference)
        return console.processorSeconds() - start
      })
    else { return }
    let chunk = seconds / Double(BenchCase.chunksOfMeeting)
    console.print(
      "memory store, \(BenchCase.meeting.words)\n  \(Self.micro(seconds / 1e3)) ms an hour   "
        + "\(Self.micro(chunk)) µs a chunk\n")
  }

  private func measure(_ what: BenchCase, on store: StoreKind) {
    var events = 0
    guard
      let seconds = median({
        let start = console.processorSeconds()
        var cases = 0
        repeat {
          events = store.run(what.theCase, engine: Engines.reference).steps
          cases += 1
        } while console.processorSeconds() - start < Self.secondsARound
        return (console.processorSeconds() - start) / Double(cases)
      })
    else { return }
    console.print(
      "\(store.rawValue) store, \(what.words), \(events) events\n"
        + "  \(Self.rate(Double(events) / seconds)) events/s   \(Self.rate(1 / seconds)) cases/s"
        + "   \(Self.micro(seconds)) µs a case\n")
  }

  /// Microseconds to load a scenario file, from the disk to a checked scenario.
  func measureLoading(_ directory: String, count: Int) throws(Refusal) {
    let platforms = try Suite.platforms(directory)
    var problem: Scenarios.Refusal?
    guard
      let seconds = median({
        let start = console.processorSeconds()
        do throws(Scenarios.Refusal) {
          _ = try ScenarioPack(folders: [directory], platforms: platforms)
        } catch {
          problem = error
        }
        return (console.processorSeconds() - start) / Double(max(count, 1))
      })
    else { return }
    if let problem { throw Refusal(rendered: [problem.rendered]) }
    console.print(
      "loading \(count) scenario files\n  \(Self.micro(seconds)) µs a file\n")
  }

  /// Seconds for the whole suite on all platforms.
  func measureSuite(_ suite: Suite) throws(Refusal) {
    let run = SuiteRun(engine: Engines.reference, stores: [.memory])
    let plan = run.plan(suite.cases)
    var quiet = console
    var problem: Refusal?
    quiet.note = { _ in }
    guard
      let seconds = median({
        let start = console.processorSeconds()
        do throws(Refusal) {
          wasInterrupted = try run.run(plan, quiet).isInterrupted
        } catch {
          problem = error
        }
        return console.processorSeconds() - start
      })
    else { return }
    if let problem { throw problem }
    console.print(
      "the suite on all platforms, memory store, \(plan.count) cases\n"
        + "  \(Self.decimal(seconds, places: 3)) s\n")
  }

  /// The median of the rounds; nil once somebody asked to stop.
  func median(_ round: () -> Double) -> Double? {
    var figures: [Double] = []
    for _ in 0..<rounds {
      if wasInterrupted || console.isInterrupted() {
        wasInterrupted = true
        return nil
      }
      figures.append(round())
    }
    return figures.sorted()[rounds / 2]
  }

  private static func rate(_ number: Double) -> String {
    String(Int(number.rounded()))
  }

  private static func micro(_ seconds: Double) -> String { decimal(seconds * 1e6, places: 1) }

  /// A number with so many decimal places, without a library that knows locales.
  static func decimal(_ number: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}

/// A case that is measured.
struct BenchCase: Sendable {
  /// What it is, for the figure.
  var words: String
  /// The case.
  var theCase: Case

  /// Two recordings of five seconds, ten chunks each.
  static let twoRecordings = BenchCase(
    words: "two recordings of 5 s, ten chunks each",
    theCase: Case(script: [
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(.seconds(5)), .command(.stop(nil), nil)),
      ScriptEntry(.time(.seconds(6)), .command(.start(RecordingID(2)), nil)),
      ScriptEntry(.time(.seconds(11)), .command(.stop(nil), nil)),
    ]))

  /// One recording of five seconds.
  static let oneRecording = BenchCase(words: "one recording of 5 s", theCase: Case())
}
