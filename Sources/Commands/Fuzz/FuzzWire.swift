import Contract
import Exploration

/// How a process that runs a share of the blocks tells what came of one: lines of numbers.
///
/// It is spoken between processes of one and the same program, and still read strictly: a line that
/// is not as it must be is refused, and nothing of its block counts.
enum FuzzWire {
  /// The lines of a block.
  static func lines(_ tally: FuzzTally, block: Int) -> String {
    var lines = ["block \(block)"]
    lines.append(numbers("sums", tally.sums))
    lines.append(numbers("verdicts", tally.verdicts))
    lines.append(numbers("strategies", tally.strategies))
    lines.append(numbers("sites", tally.sites))
    lines.append(numbers("clauses", tally.clauses.flatMap { [$0.cases, $0.first] }))
    lines.append(numbers("faults", tally.faults.flatMap { [$0.cases, $0.first] }))
    lines.append(numbers("events", tally.spices.flatMap { [$0.cases, $0.first] }))
    lines.append(numbers("mismatches", tally.mismatches))
    for one in tally.found {
      let verdict = Verdict.allCases.firstIndex(of: one.verdict) ?? 0
      let clause = one.clause.map { Int($0.rawValue) } ?? -1
      lines.append(
        numbers(
          "found",
          [
            verdict, clause, one.sighting.cases, one.sighting.first,
            Int(bitPattern: UInt(one.trace)),
          ]
            + one.strategies))
    }
    lines.append(words("states", tally.states, tally.stateStrategies))
    lines.append(words("pairs", tally.pairs, []))
    lines.append("end")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func numbers(_ name: String, _ all: [Int]) -> String {
    all.reduce(into: name) { $0 += " \($1)" }
  }

  /// Each word, then 1 if it was seen once, and the strategy that saw it first.
  private static func words(_ name: String, _ table: WordTable, _ strategies: [UInt8]) -> String {
    var line = name
    for (place, word) in table.words.enumerated() {
      let strategy = strategies.isEmpty ? 0 : Int(strategies[place])
      line += " " + String(word, radix: 16)
      line += table.isSingleton(at: place) ? " 1 \(strategy)" : " 0 \(strategy)"
    }
    return line
  }

  /// A block that was read.
  struct Block {
    var number: Int
    var tally: FuzzTally
  }

  /// Reads the lines of a block; nil if they are not those of one.
  static func read(_ lines: [Substring]) -> Block? {
    guard let first = fields(lines.first, "block"), first.count == 1, let number = Int(first[0])
    else { return nil }
    var block = Block(number: number, tally: FuzzTally())
    for line in lines.dropFirst() {
      guard take(line, &block) else { return nil }
    }
    return block
  }

  private static func fields(_ line: Substring?, _ name: String) -> [Substring]? {
    guard var all = line?.split(separator: " "), all.first == Substring(name) else { return nil }
    all.removeFirst()
    return all
  }

  private static func take(_ line: Substring, _ block: inout Block) -> Bool {
    var all = line.split(separator: " ")
    guard !all.isEmpty else { return false }
    let name = all.removeFirst()
    if name == "states" || name == "pairs" { return takeWords(String(name), all, &block) }
    var numbers: [Int] = []
    for field in all {
      guard let number = Int(field) else { return false }
      numbers.append(number)
    }
    func isAs(_ list: [Int]) -> Bool { numbers.count == list.count }
    switch name {
    case "sums":
      guard isAs(block.tally.sums) else { return false }
      block.tally.sums = numbers
    case "verdicts":
      guard isAs(block.tally.verdicts) else { return false }
      block.tally.verdicts = numbers
    case "strategies":
      guard isAs(block.tally.strategies) else { return false }
      block.tally.strategies = numbers
    case "sites":
      guard isAs(block.tally.sites) else { return false }
      block.tally.sites = numbers
    case "clauses": return sightings(numbers, &block.tally.clauses)
    case "faults": return sightings(numbers, &block.tally.faults)
    case "events": return sightings(numbers, &block.tally.spices)
    case "mismatches": block.tally.mismatches = numbers
    case "found":
      guard let found = found(numbers) else { return false }
      block.tally.found.append(found)
    default: return false
    }
    return true
  }

  private static func sightings(_ numbers: [Int], _ all: inout [Sighting]) -> Bool {
    guard numbers.count == 2 * all.count else { return false }
    for n in all.indices { all[n] = Sighting(cases: numbers[2 * n], first: numbers[2 * n + 1]) }
    return true
  }

  private static func found(_ numbers: [Int]) -> FuzzFound? {
    guard numbers.count == 5 + Strategy.allCases.count,
      Verdict.allCases.indices.contains(numbers[0]), numbers[1] < 256
    else { return nil }
    let clause = numbers[1] < 0 ? nil : ClauseID(rawValue: UInt8(numbers[1]))
    return FuzzFound(
      verdict: Verdict.allCases[numbers[0]], clause: clause,
      sighting: Sighting(cases: numbers[2], first: numbers[3]), strategies: Array(numbers[5...]),
      trace: UInt64(UInt(bitPattern: numbers[4])))
  }

  private static func takeWords(
    _ name: String, _ all: [Substring], _ block: inout Block
  ) -> Bool {
    guard all.count.isMultiple(of: 3) else { return false }
    for n in stride(from: 0, to: all.count, by: 3) {
      guard let word = UInt64(all[n], radix: 16), let strategy = UInt8(all[n + 2]),
        Int(strategy) < Strategy.allCases.count, all[n + 1] == "0" || all[n + 1] == "1"
      else { return false }
      let isSingleton = all[n + 1] == "1"
      let number = UInt32(truncatingIfNeeded: block.number)
      if name == "pairs" {
        block.tally.pairs.merge(word, isSingleton: isSingleton, block: number)
      } else if block.tally.states.merge(word, isSingleton: isSingleton, block: number) {
        block.tally.stateStrategies.append(strategy)
      }
    }
    return true
  }
}
