import Simulation

extension Bench {
  /// A trial that ran so many cases without success is over.
  private static let limit = 3_000

  /// Seconds of the processor until each engine that is wrong on purpose is found, and the runs
  /// that it takes to make what was found small.
  func measureMutants(_ platforms: [Platform]) {
    var rows: [MutantRow] = []
    for engine in Engines.mutants {
      let hunt = Hunt(
        engine: engine, store: .memory, platforms: platforms, seed: 1, limit: Self.limit)
      var trials: [Hunt.Trial] = []
      for n in 0..<rounds {
        if wasInterrupted || console.isInterrupted() {
          wasInterrupted = true
          return
        }
        trials.append(hunt.trial(n, console))
      }
      var row = MutantRow(engine: engine, store: .memory, trials: trials, limit: Self.limit)
      row.reductions = hunt.reductions(of: trials, most: rounds)
      rows.append(row)
    }
    let ordered = rows.sorted { a, b in
      (b.medianSeconds, a.engine.name) < (a.medianSeconds, b.engine.name)
    }
    console.print("until each engine that is wrong on purpose is found, memory store\n")
    for row in ordered { console.print(Self.line(row)) }
    let seconds = rows.flatMap { $0.trials.map(\.seconds) }.sorted()
    let runs = rows.flatMap { $0.reductions.map(\.executions) }.sorted()
    guard let slowest = seconds.last, let most = runs.last else { return }
    console.print(
      "  all: \(Self.decimal(seconds[seconds.count / 2], places: 3)) s in the median, "
        + "\(Self.decimal(slowest, places: 3)) s at most; made small in "
        + "\(runs[runs.count / 2]) runs in the median, \(runs[(runs.count * 95 + 99) / 100 - 1]) "
        + "for 95 of 100, \(most) at most\n")
  }

  private static func line(_ row: MutantRow) -> String {
    let name = String(row.engine.name.dropFirst("mutant:".count))
    let runs = row.reductions.map(\.executions).sorted()
    var text = "  " + name + String(repeating: " ", count: max(34 - name.count, 1))
    text += "\(decimal(row.medianSeconds, places: 3)) s   \(row.medianCases) cases"
    if !runs.isEmpty { text += "   made small in \(runs[runs.count / 2]) runs" }
    if !row.isSolved { text += "   found \(row.found) of \(row.trials.count) times" }
    return text + "\n"
  }
}
