import Contract
import Exploration
import SimulatedDisk

/// How a process that explores a share of the blocks tells what came of one: lines of numbers.
///
/// It is spoken between processes of one and the same program, and still read strictly: a line that
/// is not as it must be is refused, and nothing of its block counts.
enum CrashWire {
  /// A block that was read.
  struct Block {
    var number: Int
    /// Its counts and states; findings and the like are not told.
    var report: CrashReport
    /// The value of its hash.
    var folded: UInt64
    /// Whether there is nothing of that kind.
    var isWhole: Bool
  }

  /// The lines of a block.
  static func lines(_ report: CrashReport, block: Int) -> String {
    let isWhole =
      report.findings.isEmpty && report.natural.isEmpty && report.launchesUnended.isEmpty
      && report.cappedCases.isEmpty
    var lines = ["block \(block) \(isWhole ? 1 : 0)"]
    let sums = [
      report.cases, report.logs, report.recoveries, report.relaunches, report.launches,
      report.databases,
    ]
    lines.append("sums" + sums.map { " \($0)" }.joined())
    lines.append("hash " + String(report.hash.value, radix: 16))
    for (n, one) in report.profiles.enumerated() {
      let counts = one.counts
      lines.append("profile \(n) \(counts.raw) \(counts.judged) \(counts.capped)")
      lines.append(words("firsts", report.firsts[n]))
    }
    lines.append(words("deep", report.deepImages.sorted()))
    lines.append("end")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ name: String, _ all: [UInt64]) -> String {
    all.reduce(into: name) { $0 += " " + String($1, radix: 16) }
  }

  /// Reads the lines of a block; nil if they are not those of one.
  static func read(_ lines: [Substring], profiles: [DiskProfile]) -> Block? {
    var rest = lines[...]
    guard let head = numbers(rest.popFirst(), "block", count: 2),
      let sums = numbers(rest.popFirst(), "sums", count: 6),
      let hash = words(rest.popFirst(), "hash"), hash.count == 1
    else { return nil }
    var report = CrashReport(profiles)
    report.cases = sums[0]
    report.logs = sums[1]
    report.recoveries = sums[2]
    report.relaunches = sums[3]
    report.launches = sums[4]
    report.databases = sums[5]
    for n in profiles.indices {
      guard let counts = numbers(rest.popFirst(), "profile", count: 4), counts[0] == n,
        let firsts = words(rest.popFirst(), "firsts")
      else { return nil }
      report.profiles[n].counts = CrashReport.Counts(
        raw: counts[1], new: firsts.count, judged: counts[2], capped: counts[3])
      report.firsts[n] = firsts
    }
    guard let deep = words(rest.popFirst(), "deep"), rest.isEmpty else { return nil }
    report.deepImages = Set(deep)
    return Block(number: head[0], report: report, folded: hash[0], isWhole: head[1] == 1)
  }

  private static func fields(_ line: Substring?, _ name: String) -> ArraySlice<Substring>? {
    guard let all = line?.split(separator: " "), all.first == Substring(name) else { return nil }
    return all.dropFirst()
  }

  private static func numbers(_ line: Substring?, _ name: String, count: Int) -> [Int]? {
    guard let all = fields(line, name), all.count == count else { return nil }
    let numbers = all.compactMap { Int($0) }
    return numbers.count == count && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
  }

  private static func words(_ line: Substring?, _ name: String) -> [UInt64]? {
    guard let all = fields(line, name) else { return nil }
    let words = all.compactMap { UInt64($0, radix: 16) }
    return words.count == all.count ? words : nil
  }
}
