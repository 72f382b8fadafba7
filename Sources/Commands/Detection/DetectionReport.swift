import Contract
import JSON

/// What `mutants --json` writes: one line a mutant. Numbers that are no whole numbers are given in
/// millionths, so that every reader sees the same.
enum DetectionReport {
  static func lines(_ rows: [MutantRow], control: MutantRow?) -> [UInt8] {
    var writer = JSONWriter()
    for row in rows { write(row, kind: "mutant", &writer) }
    if let control { write(control, kind: "control", &writer) }
    return writer.bytes
  }

  private static func write(_ row: MutantRow, kind: String, _ writer: inout JSONWriter) {
    let interval = row.rate.interval
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("engine", row.engine.name)
      if let clause = row.engine.breaks { writer.member("clause", clause.id) }
      writer.member("store", row.store.rawValue)
      writer.member("trials", row.trials.count)
      writer.member("found", row.found)
      writer.member("limit", row.limit)
      writer.member("cases", row.rate.cases)
      writer.member("median_cases", row.medianCases)
      writer.member("p95_cases", row.p95Cases)
      writer.member("rate_ppm", millionths(row.rate.mean))
      writer.member("rate_low_ppm", millionths(interval.low))
      writer.member("rate_high_ppm", millionths(interval.high))
      writer.member("median_us", millionths(row.medianSeconds))
      writer.member("wrong_clause", row.wrong)
      writer.member("mishaps", row.mishaps)
      if let found = row.isFoundByRun { writer.member("found_by_run", found) }
      if let best = row.bestSize, let median = row.medianSize {
        writer.member("best_size", best)
        writer.member("median_size", median)
        writer.member("forms", row.forms)
        writer.member("reduced", row.reductions.count)
      }
    }
    writer.endLine()
  }

  private static func millionths(_ number: Double) -> Int { Int((number * 1e6).rounded()) }
}
