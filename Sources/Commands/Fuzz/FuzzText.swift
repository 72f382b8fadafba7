import Choices
import Contract
import Exploration
import Journeys
import Properties
import Simulation

/// How a run of `fuzz` is told.
struct FuzzText {
  let campaign: FuzzCampaign
  let result: FuzzResult
  /// Whether findings are written to the folder of findings.
  let keeps: Bool
  let style: Style

  /// What is printed before anything runs, so that a run that never ends can be had again.
  static func heading(_ campaign: FuzzCampaign) -> String {
    "seed \(FuzzSeed.text(campaign.seed))  generator \(Fuzzer.version).\(Draw.version)  "
      + "engine \(campaign.engine.name)  store \(campaign.store.rawValue)\n"
  }

  /// A question or a happening by its name.
  static func name(_ pattern: KeyPattern) -> String {
    "\(Identity(high: pattern.value.high, low: pattern.value.low))"
  }

  /// A finding.
  static func told(_ discovery: Discovery) -> String {
    var text = "\n\(discovery.clause.id)  (\(discovery.provenance))\n"
    guard let first = discovery.findings.first else { return text }
    text += "  \(first.sentence)\n  expected  \(first.expected)\n  observed  \(first.observed)\n"
    text += "  at        \(first.identity)  t=\(first.at.monotonic)  record \(first.record)\n"
    text += FuzzCaseText.unusual(discovery.theCase)
    return text
  }

  var report: String {
    var lines: [String] = []
    for run in result.mishaps {
      lines.append("\(run.result.verdict.rawValue): \(run.provenance(seed: campaign.seed))")
      lines.append("  \(run.result.ending)")
    }
    lines += strategies + coverage + sometimes
    for number in result.tally.mismatches {
      lines.append("not the same twice: case \(number)")
    }
    for name in result.missed { lines.append("blind: \(name) was not caught") }
    for name in result.unmet { lines.append(red("never: \(name)")) }
    let found = result.tally.found.reduce(0) { $0 + $1.sighting.cases }
    lines.append(
      "\(result.tally[.cases]) cases, \(found) found, \(result.unmet.count) obligations unmet")
    if result.isInterrupted {
      lines.append(
        "interrupted: these are the cases until then" + (keeps ? "; what they found is kept" : ""))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func red(_ text: String) -> String {
    style.hasColours ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text
  }

  private var strategies: [String] {
    let tally = result.tally
    var lines = ["", "strategy        cases  new states   found  canaries"]
    for (n, strategy) in Strategy.allCases.enumerated() {
      let found = tally.found.reduce(0) { $0 + $1.strategies[n] }
      lines.append(
        Self.left(strategy.word, 12) + Self.right(tally.strategies[n], 9)
          + Self.right(tally.newStates[n], 12) + Self.right(found, 8)
          + (result.watch.map { Self.right($0.kills[n], 10) } ?? "         -"))
    }
    guard let watch = result.watch else { return lines }
    return lines + [
      "canaries: how many of \(watch.counted * Fuzzer.block) cases caught the engine, for each of "
        + "\(FuzzCampaign.canaries.count) engines that are broken on purpose"
    ]
  }

  private var coverage: [String] {
    let tally = result.tally
    let count = max(tally[.cases], 1)
    let (states, pairs) = (tally.allStates, tally.allPairs)
    let sampled = states.level > 0 || pairs.level > 0
    let sample =
      " (by a sample: one state in \(1 << states.level), one pair in \(1 << pairs.level))"
    return [
      "",
      (sampled ? "about " : "")
        + "\(states.count) states, \(pairs.count) pairs of events" + (sampled ? sample : ""),
      "the next case is expected to show \(Self.hundredths(states.singletons, count)) new "
        + "states (Good-Turing)",
      "\(Self.hundredths(100 * tally[.deviating], count)) % with something unusual, "
        + "\(Self.hundredths(100 * tally[.short], count)) % under 15 events, "
        + "\(Self.hundredths(tally[.events], count)) events a case, "
        + "\(Self.hundredths(tally[.faults], count)) faults, "
        + "\(Self.hundredths(tally[.holds], count)) holds",
      "\(tally[.unreached]) scripts not played to their end, \(tally[.again]) cases run again",
      Verdict.allCases.enumerated().filter { tally.verdicts[$0.offset] > 0 }
        .map { "\($0.element.rawValue) \(tally.verdicts[$0.offset])" }.joined(separator: ", "),
    ]
  }

  private var sometimes: [String] {
    let tally = result.tally
    var lines = ["", "sometimes                                                 cases   first"]
    for clause in ClauseID.allCases where result.owed.contains(clause.set) {
      let seen = tally.clauses[Int(clause.rawValue)]
      if seen.cases > 0 { lines.append(row(clause.id, seen)) }
    }
    for (name, seen) in zip(FuzzTally.faultNames, tally.faults) where seen.cases > 0 {
      lines.append(row("fault " + name, seen))
    }
    for (name, seen) in zip(FuzzTally.spiceNames, tally.spices) where seen.cases > 0 {
      lines.append(row("event " + name, seen))
    }
    return lines + [""]
  }

  private func row(_ name: String, _ seen: Sighting) -> String {
    "  " + Self.left(name, 52) + Self.right(seen.cases, 9) + Self.right(seen.first, 8)
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private static func right(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  /// A quotient with two decimal places.
  private static func hundredths(_ number: Int, _ divisor: Int) -> String {
    let scaled = number * 100 / divisor
    let rest = scaled % 100
    return "\(scaled / 100)." + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
