import Contract
import FieldReports
import JSON

/// A diagnosis for programs: one object with stable keys.
enum TriageJSON {
  static func bytes(_ diagnosis: Diagnosis) -> [UInt8] {
    var out = JSONWriter()
    out.object { out in
      out.member("kind", "triage")
      out.member("version", 1)
      verdict(diagnosis, &out)
      out.member("others", .array(diagnosis.others.map { value($0, diagnosis.log) }))
      out.member("suspected", .array(diagnosis.suspected.map { value($0, diagnosis.log) }))
      out.member("askNext", diagnosis.questions)
      out.member("read", read(diagnosis.log))
    }
    out.endLine()
    return out.bytes
  }

  private static func verdict(_ diagnosis: Diagnosis, _ out: inout JSONWriter) {
    switch diagnosis.verdict {
    case .nothingBroken: out.member("verdict", "nothing-broken")
    case .notEnough: out.member("verdict", "not-enough")
    case .broken(let finding, let confidence):
      let words = RuleWords.of(finding.clause)
      out.member("verdict", "broken")
      out.member("confidence", confidence.rawValue)
      out.member("broken", value(finding, diagnosis.log))
      out.member("what", finding.sentence ?? words.broke)
      out.member("signature", Signature(finding, in: diagnosis.log).text)
      out.member("tellTheUser", diagnosis.known?.tellTheUser ?? words.tell)
      if let known = diagnosis.known {
        out.member(
          "known",
          .object([
            JSONMember(key: "id", value: .string(known.id)),
            JSONMember(key: "title", value: .string(known.title)),
            JSONMember(key: "affects", value: .string(known.affects)),
            JSONMember(key: "fixedIn", value: known.fixedIn.map { .string($0) } ?? .null),
            JSONMember(key: "workaround", value: .string(known.workaround)),
            JSONMember(key: "origin", value: .string(known.origin)),
          ]))
      }
    }
  }

  private static func value(_ finding: Finding, _ log: FieldLog) -> JSONValue {
    if let line = finding.exactLine {
      return .object([
        JSONMember(key: "clause", value: .string(finding.clause.id)),
        JSONMember(key: "line", value: .integer(Int64(line))),
        JSONMember(key: "shownBy", value: .array([.integer(Int64(line))])),
      ])
    }
    var lines: [Int] = []
    for place in finding.evidence where !lines.contains(log.sightings[place].line) {
      lines.append(log.sightings[place].line)
    }
    return .object([
      JSONMember(key: "clause", value: .string(finding.clause.id)),
      JSONMember(key: "line", value: .integer(Int64(log.sightings[finding.place].line))),
      JSONMember(key: "shownBy", value: .array(lines.map { .integer(Int64($0)) })),
    ])
  }

  private static func read(_ log: FieldLog) -> JSONValue {
    .object([
      JSONMember(key: "lines", value: .integer(Int64(log.lines))),
      JSONMember(key: "timed", value: .integer(Int64(log.timedLines))),
      JSONMember(key: "skipped", value: .integer(Int64(log.skippedLines))),
      JSONMember(key: "signs", value: .integer(Int64(log.sightings.count))),
      JSONMember(
        key: "shapes",
        value: .object(
          log.shapes.map { JSONMember(key: $0.shape.rawValue, value: .integer(Int64($0.lines))) })
      ),
      JSONMember(key: "notes", value: .array(log.remarks.map { .string($0.words) })),
    ])
  }
}
