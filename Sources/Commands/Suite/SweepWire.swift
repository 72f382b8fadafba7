import Contract
import Exploration

/// How a process that takes a part of a sweep tells what came of it: one line a count, one a finding.
///
/// It is spoken between processes of one and the same program, and still read strictly: lines that
/// are not as they must be are refused, and nothing of that part counts.
enum SweepWire {
  private static var counts: [WritableKeyPath<SweepReport, Int>] {
    [
      \.cases, \.points, \.chosen, \.pasts, \.runs, \.inapplicable, \.unmet,
    ]
  }

  /// The lines of a part.
  static func lines(_ report: SweepReport, part: Int) -> String {
    var lines = ["part \(part)"]
    lines.append("counts" + counts.map { " \(report[keyPath: $0])" }.joined())
    lines.append("verdicts" + Verdict.allCases.map { " \(report.verdicts[$0])" }.joined())
    for fault in report.faults { lines.append("fault\t\(fault.kind)\t\(fault.count)") }
    for id in report.cutShort { lines.append("cut\t" + escaped(id)) }
    for one in report.findings {
      var fields = [one.caseID, one.entry.map { "=" + $0 } ?? "", one.verdict.rawValue]
      if let first = one.first {
        fields += [first.clause, first.sentence, first.expected, first.observed]
      }
      lines.append("found\t" + fields.map(escaped).joined(separator: "\t"))
    }
    lines.append("end")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the lines of a part; nil if they are not those of one.
  static func read(_ lines: [Substring], kind: SweepKind) -> (part: Int, report: SweepReport)? {
    var rest = lines[...]
    guard let head = numbers(rest.popFirst(), "part", count: 1),
      let sums = numbers(rest.popFirst(), "counts", count: counts.count),
      let verdicts = numbers(rest.popFirst(), "verdicts", count: Verdict.allCases.count)
    else { return nil }
    var report = SweepReport(kind: kind)
    for (path, sum) in zip(counts, sums) { report[keyPath: path] = sum }
    for (verdict, count) in zip(Verdict.allCases, verdicts) {
      report.verdicts.count(verdict, count)
    }
    for line in rest {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(unescaped)
      guard !fields.contains(nil), take(fields.compactMap(\.self), into: &report) else {
        return nil
      }
    }
    return (head[0], report)
  }

  private static func take(_ fields: [String], into report: inout SweepReport) -> Bool {
    switch (fields.first, fields.count) {
    case ("fault", 3):
      guard let count = Int(fields[2]), count > 0 else { return false }
      report.count(fields[1], count)
    case ("cut", 2): report.cutShort.append(fields[1])
    case ("found", 4), ("found", 8):
      guard let verdict = Verdict(rawValue: fields[3]) else { return false }
      var first: SweepFinding.Broken?
      if fields.count == 8 {
        first = SweepFinding.Broken(
          clause: fields[4], sentence: fields[5], expected: fields[6], observed: fields[7])
      }
      report.findings.append(
        SweepFinding(
          caseID: fields[1], entry: fields[2].isEmpty ? nil : String(fields[2].dropFirst()),
          verdict: verdict, first: first))
    default: return false
    }
    return true
  }

  private static func numbers(_ line: Substring?, _ name: String, count: Int) -> [Int]? {
    guard let all = line?.split(separator: " "), all.first == Substring(name) else { return nil }
    let numbers = all.dropFirst().compactMap { Int($0) }
    return numbers.count == count && all.count == count + 1 && numbers.allSatisfy { $0 >= 0 }
      ? numbers : nil
  }

  /// A text without what separates fields and lines.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func unescaped(_ text: Substring) -> String? {
    var plain = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      guard isEscape else {
        if scalar == "\\" { isEscape = true } else { plain.unicodeScalars.append(scalar) }
        continue
      }
      switch scalar {
      case "\\": plain += "\\"
      case "n": plain += "\n"
      case "t": plain += "\t"
      default: return nil
      }
      isEscape = false
    }
    return isEscape ? nil : plain
  }
}

extension SweepReport {
  /// Adds what came of another part of the same work.
  ///
  /// - Parameter order: the places of the cases, in which what was found is told.
  mutating func add(_ part: SweepReport, order: [String: Int]) {
    if kind == .single {
      cases += part.cases
      points += part.points
    } else {
      // Where pasts are shared, every part goes through all cases.
      cases = max(cases, part.cases)
      points = max(points, part.points)
    }
    pasts = max(pasts, part.pasts)
    chosen += part.chosen
    runs += part.runs
    inapplicable += part.inapplicable
    unmet += part.unmet
    verdicts.add(part.verdicts)
    for fault in part.faults { count(fault.kind, fault.count) }
    for id in part.cutShort where !cutShort.contains(id) { cutShort.append(id) }
    for one in part.findings where one.entry != nil || !findings.contains(one) {
      findings.append(one)
    }
    cutShort.sort { (order[$0] ?? 0) < (order[$1] ?? 0) }
    let places = findings.indices.sorted {
      (order[findings[$0].caseID] ?? 0, $0) < (order[findings[$1].caseID] ?? 0, $1)
    }
    findings = places.map { findings[$0] }
  }
}
