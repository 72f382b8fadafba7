import JSON

extension Report {
  /// Reads a canonical report, and refuses everything else.
  ///
  /// The sums of the footer are checked against the cases, so that a report that was cut short or
  /// edited by hand is noticed.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the name the user knows it by, for messages.
  /// - Throws: `ReportError` for the first thing that is wrong.
  public init(
    reading bytes: [UInt8], file: String, limits: ReportLimits = ReportLimits()
  ) throws(ReportError) {
    let lines = try Self.lines(of: bytes, file: file, limits: limits)
    guard let first = lines.first else {
      throw ReportError(file: file, line: 1, code: "report-empty", "the file holds no report")
    }
    let header = try Header(reading: first, file: file)
    guard lines.count > 1, let last = lines.last, last["kind"]?.string == "footer" else {
      throw ReportError(
        file: file, line: lines.count, code: "report-truncated", "the report has no footer",
        hint: "the run that wrote it was cut short; run it again")
    }
    var cases: [CaseLine] = []
    for (place, value) in lines.enumerated().dropFirst().dropLast() {
      let line = try CaseLine(reading: value, file: file, line: place + 1)
      if let before = cases.last, (line.id, line.store) <= (before.id, before.store) {
        throw ReportError(
          file: file, line: place + 1, code: "report-order",
          "“\(printable(line.id))” must stand before “\(printable(before.id))”, and once only")
      }
      cases.append(line)
    }
    let footer = try Footer(reading: last, file: file, line: lines.count)
    self.init(header: header, cases: cases, footer: footer)
    try checkSums(file: file, line: lines.count)
  }

  private func checkSums(file: String, line: Int) throws(ReportError) {
    let agrees =
      footer.cases == cases.count && footer.outcomes == Self.counts(cases)
      && footer.traces == Self.traces(cases)
    guard agrees else {
      throw ReportError(
        file: file, line: line, code: "report-sums",
        "the footer does not add up to the cases above it",
        hint: "the file was edited or put together by hand; run again")
    }
    let planned = Set(header.plan)
    guard let stranger = cases.first(where: { !planned.contains($0.id) }) else { return }
    throw ReportError(
      file: file, line: 1, code: "report-plan",
      "“\(printable(stranger.id))” ran and is not in the plan")
  }

  private static func lines(
    of bytes: [UInt8], file: String, limits: ReportLimits
  ) throws(ReportError) -> [JSONValue] {
    guard bytes.count <= limits.bytes else {
      throw ReportError(
        file: file, line: 1, code: "report-too-large",
        "the file has \(bytes.count) bytes; at most \(limits.bytes) are read")
    }
    var values: [JSONValue] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      guard values.count < limits.lines else {
        throw ReportError(
          file: file, line: limits.lines + 1, code: "report-too-large",
          "the report has more than \(limits.lines) lines")
      }
      do {
        let limits = JSONLimits(bytes: limits.lineBytes, depth: 8)
        values.append(try JSONValue(reading: Array(bytes[start..<end]), limits: limits))
      } catch {
        throw ReportError(
          file: file, line: values.count + 1, column: error.column, code: error.reason.code,
          "\(error.reason)")
      }
      start = end + 1
    }
    return values
  }
}

extension Report.Header {
  init(reading value: JSONValue, file: String) throws(ReportError) {
    var reader = try LineReader(value, file: file, line: 1)
    guard try reader.text("kind") == "header", try reader.text("tool") == "lastword" else {
      throw reader.error("header", "the first line is no header of a Lastword report")
    }
    let version = try reader.text("version")
    let sets = try reader.texts("sets")
    var engine = try reader.object("engine")
    let name = try engine.text("name")
    try engine.end()
    let rung = try reader.text("rung")
    let suite = try reader.text("suite")
    let shard = try reader.text("shard")
    let plan = try reader.texts("plan")
    try reader.end()
    guard plan == plan.sorted() else { throw reader.error("order", "the plan is not in order") }
    self.init(
      version: version, sets: sets, engine: name, rung: rung, suite: suite, shard: shard,
      plan: plan)
  }
}

extension CaseLine {
  init(reading value: JSONValue, file: String, line: Int) throws(ReportError) {
    var reader = try LineReader(value, file: file, line: line)
    guard try reader.text("kind") == "case" else {
      throw reader.error("case", "between header and footer only cases may stand")
    }
    id = try reader.text("id")
    scenario = try reader.text("scenario")
    platform = try reader.text("platform")
    store = try reader.text("store")
    journeys = try reader.texts("journeys")
    clauses = try reader.texts("clauses")
    outcome = try reader.word("outcome", as: CaseOutcome.self)
    steps = Int(try reader.count("steps"))
    virtualMilliseconds = try reader.count("virtual_ms")
    trace = try reader.text("trace")
    account = try Account(reading: &reader)
    try reader.end()
    if outcome.needsAccount, account == nil {
      throw reader.error("missing-key", "a case that is “\(outcome.rawValue)” must tell a finding")
    }
  }
}

extension Account {
  /// Reads the account of a case; nil when there is none.
  fileprivate init?(reading reader: inout LineReader) throws(ReportError) {
    guard let finding = try reader.optionalText("finding") else { return nil }
    self.finding = finding
    clause = try reader.optionalText("clause")
    expected = try reader.optionalText("expected")
    observed = try reader.optionalText("observed")
    again = try reader.optionalText("again")
    firstWrong = nil
    if let value = reader.optional("first_wrong") {
      var event = try LineReader(
        value, file: reader.file, line: reader.line, path: "first_wrong")
      let record = Int(try event.count("record"))
      let nanoseconds = try event.count("t_ns")
      firstWrong = WrongEvent(
        record: record, nanoseconds: nanoseconds, identity: try event.text("identity"))
      try event.end()
    }
    lines = []
    for var line in try reader.objects("lines") {
      lines.append(try ThenLine(reading: &line))
    }
  }
}

extension ThenLine {
  fileprivate init(reading reader: inout LineReader) throws(ReportError) {
    that = try reader.text("that")
    cites = try reader.texts("cites")
    verdict = try reader.word("verdict", as: Verdict.self)
    file = try reader.text("file")
    line = Int(try reader.count("line"))
    try reader.end()
  }
}

extension Report.Footer {
  init(reading value: JSONValue, file: String, line: Int) throws(ReportError) {
    var reader = try LineReader(value, file: file, line: line)
    _ = try reader.text("kind")
    cases = Int(try reader.count("cases"))
    var counts = try reader.object("outcomes")
    outcomes = []
    for outcome in CaseOutcome.allCases
    where counts.rest.contains(where: { $0.key == outcome.rawValue }) {
      outcomes.append(
        Report.Count(outcome: outcome, cases: Int(try counts.count(outcome.rawValue))))
    }
    try counts.end()
    traces = Int(try reader.count("traces"))
    var clauses = try reader.object("clauses")
    self.clauses = Report.ClauseCount(
      must: Int(try clauses.count("must")), withEvidence: Int(try clauses.count("with_evidence")),
      withWitness: Int(try clauses.count("with_witness")))
    try clauses.end()
    var required = try reader.object("required")
    self.required = Report.RequiredCount(
      listed: Int(try required.count("listed")), covered: Int(try required.count("covered")))
    try required.end()
    isComplete = try reader.flag("complete")
    let number = try reader.count("exit")
    guard let exit = Int32(exactly: number).flatMap(ExitCode.init(rawValue:)) else {
      throw reader.error("unknown-word", "\(number) is no exit code")
    }
    self.exit = exit
    try reader.end()
  }
}
