import Contract
import Exploration
import Journeys

/// How a run of `mutants` is told.
struct DetectionText {
  var rows: [MutantRow]
  /// What the good engine was found to have done wrong, where it was tried.
  var control: MutantRow?
  let style: Style

  var text: String {
    let hardest = rows.sorted { a, b in
      (b.found, a.medianCases, a.engine.name) < (a.found, b.medianCases, b.engine.name)
    }.reversed()
    var lines = ["", header]
    lines += hardest.map(line)
    lines += [""] + plot(Array(hardest)) + [""]
    lines += elsewhere(Array(hardest))
    lines += summary
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: the table

  private var header: String {
    Self.left("mutant", 34) + Self.right("found", 8) + Self.right("median", 8)
      + Self.right("p95", 7) + Self.right("a case, 95 %", 20) + Self.right("99.9 % in", 11)
      + Self.right("seconds", 9) + Self.right("wrong", 7) + "  size, forms"
  }

  private func line(_ row: MutantRow) -> String {
    let interval = row.rate.interval
    let open = row.isSolved ? "" : ">"
    let nearly = row.rate.casesForNearCertainty.map { String(Int($0.rounded(.up))) } ?? "never"
    let text =
      Self.left(Self.bare(row), 34) + Self.right("\(row.found)/\(row.trials.count)", 8)
      + Self.right(open + "\(row.medianCases)", 8) + Self.right(open + "\(row.p95Cases)", 7)
      + Self.right(Self.short(interval.low) + " to " + Self.short(interval.high), 20)
      + Self.right(nearly, 11) + Self.right(Bench.decimal(row.medianSeconds, places: 3), 9)
      + Self.right("\(row.wrong)", 7) + "  " + size(row)
    return row.isSolved ? text : red(text)
  }

  private func size(_ row: MutantRow) -> String {
    guard let best = row.bestSize, let median = row.medianSize else { return "" }
    return "\(median) (best \(best)), \(row.forms) of \(row.reductions.count)"
  }

  private static func bare(_ row: MutantRow) -> String {
    let name = row.engine.name.split(separator: ":").last.map(String.init) ?? row.engine.name
    return row.store == .memory ? name : name + " (\(row.store.rawValue))"
  }

  // MARK: the plot

  /// Cases to detection on a scale where each column is a quarter more than the one before.
  private func plot(_ rows: [MutantRow]) -> [String] {
    let scale = [1, 3, 10, 30, 100, 300, 1_000, 3_000]
    var ruler = Self.left("cases to detection, median", 34)
    for mark in scale { ruler += Self.left("\(mark)", 5) }
    return [ruler]
      + rows.map { row in
        let reach = Self.place(row.medianCases, scale)
        let tail = Self.place(row.p95Cases, scale)
        let bar =
          String(repeating: "█", count: reach)
          + String(repeating: "─", count: max(tail - reach, 0)) + (row.isSolved ? "" : "▶")
        let text = Self.left(Self.bare(row), 34) + bar
        return row.isSolved ? text : red(text)
      }
  }

  /// Where a number lies between the marks, five columns each.
  private static func place(_ number: Int, _ scale: [Int]) -> Int {
    var column = 1
    for (low, high) in zip(scale, scale.dropFirst()) where number > low {
      let within = min(number, high) - low
      column += max(within * 5 / (high - low), 1)
    }
    return column
  }

  // MARK: what is beside the table

  private func elsewhere(_ rows: [MutantRow]) -> [String] {
    var lines: [String] = []
    for row in rows where row.wrong > 0 {
      let clauses = row.wrongClauses.map { "\($0.clause.id) \($0.count)" }.joined(separator: ", ")
      lines.append("another promise first: \(Self.bare(row)): \(clauses)")
    }
    for row in rows where row.mishaps > 0 {
      lines.append("no verdict: \(Self.bare(row)): \(row.mishaps) cases")
    }
    let unseen = rows.filter { $0.isFoundByRun == false }
    if rows.contains(where: { $0.isFoundByRun != nil }) {
      let names = unseen.map(Self.bare).joined(separator: ", ")
      lines.append("the suite alone does not find \(unseen.count): \(names)")
    }
    return lines.isEmpty ? [] : lines + [""]
  }

  private var summary: [String] {
    let solved = rows.count(where: \.isSolved)
    let cases = rows.reduce(0) { $0 + $1.rate.cases }
    var lines = [
      "\(solved) of \(rows.count) mutants found from every seed, \(cases) cases; "
        + "\(rows.reduce(0) { $0 + $1.wrong }) cases broke another promise"
    ]
    let reduced = rows.filter { $0.bestSize != nil }
    if !reduced.isEmpty {
      let ratios = reduced.map { 100 * ($0.medianSize ?? 0) / max($0.bestSize ?? 1, 1) }.sorted()
      let runs = reduced.flatMap { $0.reductions.map(\.executions) }.sorted()
      lines.append(
        "reduced size against the best: median \(ratios[(ratios.count - 1) / 2]) %, worst "
          + "\(ratios[ratios.count - 1]) %; runs to reduce: p95 \(runs[(runs.count * 95 - 1) / 100]); "
          + "\(reduced.count { $0.forms <= 3 }) of \(reduced.count) have at most 3 forms")
    }
    if let control {
      let alarms = control.wrong + control.mishaps
      lines.append(
        "\(control.engine.name): \(alarms) false alarms in \(control.rate.cases) cases on the "
          + "\(control.store.rawValue) store")
    }
    return lines
  }

  private func red(_ text: String) -> String {
    style.hasColours ? "\u{1B}[31m\(text)\u{1B}[0m" : text
  }

  /// A chance with two digits that count.
  static func short(_ chance: Double) -> String {
    chance >= 0.1
      ? Bench.decimal(chance, places: 2)
      : chance >= 0.01 ? Bench.decimal(chance, places: 3) : Bench.decimal(chance, places: 5)
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
