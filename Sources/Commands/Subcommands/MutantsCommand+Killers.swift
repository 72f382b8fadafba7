import Arguments
import Exploration
import Journeys
import Scenarios

extension MutantsCommand {
  /// `lastword mutants --by run`: who kills each.
  static func runKillers(
    _ invocation: Invocation, _ suite: Suite, _ console: Console
  ) throws(Refusal) -> ExitCode {
    let unused: [(name: String, isGiven: Bool)] = [
      ("seeds", invocation.wasGiven(seeds)), ("control", invocation.wasGiven(control)),
      ("reduce", invocation.wasGiven(reduced)), ("suite", invocation.wasGiven(Self.suite)),
      ("store", invocation.wasGiven(FuzzCommand.store)),
    ]
    if let one = unused.first(where: \.isGiven) {
      throw Refusal(
        "not-by-run", "--\(one.name) says nothing of --by run",
        hint: "leave one of them out; --seed and --limit are those of the fuzzing that comes last")
    }
    let engines = try hunted(
      invocation, unnamed: Engines.mutants + Engines.storageMutants + Engines.liveMutants)
    if engines.isEmpty { return .nothingSelected }
    if engines.contains(where: \.needsDisk) { try StoreKind.disk.check() }
    let search = KillerSearch(
      suite: suite, seed: invocation[seed], limit: invocation[limit])
    var killers: [Killer] = []
    var progress = Progress("mutants", total: engines.count, console)
    for (n, engine) in engines.enumerated() {
      if console.isInterrupted() { break }
      progress.reached(n, engine.name)
      killers.append(try search.killer(of: engine, console))
    }
    progress.end()
    let text = KillerText(killers: killers, style: Colours.style(invocation, console))
    console.print(text.text)
    if let path = invocation[RunCommand.json] {
      if path == "-" {
        console.write(text.jsonLines)
      } else {
        try console.save(text.jsonLines, to: path)
      }
    }
    if killers.count < engines.count { return .interrupted }
    return killers.contains(where: \.isUnexplained) ? .inconclusive : .asExpected
  }
}
