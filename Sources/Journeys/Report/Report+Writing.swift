public import JSON

extension Report {
  /// The canonical text: JSON Lines of a header, the cases in order of their ids, and a footer.
  ///
  /// Two runs of the same cases with the same engine give the same bytes on any machine and day.
  public var jsonLines: [UInt8] {
    var out = JSONWriter()
    header.write(to: &out)
    for line in cases { line.write(to: &out) }
    footer.write(to: &out)
    return out.bytes
  }
}

extension Report.Header {
  /// Writes the first line.
  public func write(to out: inout JSONWriter) {
    out.object { line in
      line.member("kind", "header")
      line.member("tool", "lastword")
      line.member("version", version)
      line.member("sets", sets)
      line.key("engine")
      line.object { $0.member("name", engine) }
      line.member("rung", rung)
      line.member("suite", suite)
      line.member("shard", shard)
      line.member("plan", plan)
    }
    out.endLine()
  }
}

extension CaseLine {
  /// Writes the line of one case.
  public func write(to out: inout JSONWriter) {
    out.object { line in
      line.member("kind", "case")
      line.member("id", id)
      line.member("scenario", scenario)
      line.member("platform", platform)
      line.member("store", store)
      line.member("journeys", journeys)
      line.member("clauses", clauses)
      line.member("outcome", outcome.rawValue)
      account?.write(to: &line)
      line.member("steps", steps)
      line.member("virtual_ms", virtualMilliseconds)
      line.member("trace", trace)
    }
    out.endLine()
  }
}

extension Account {
  /// Writes the members that only a case with something to tell has.
  fileprivate func write(to line: inout JSONWriter) {
    if let clause { line.member("clause", clause) }
    line.member("finding", finding)
    if let expected { line.member("expected", expected) }
    if let observed { line.member("observed", observed) }
    if let firstWrong {
      line.key("first_wrong")
      line.object { event in
        event.member("record", firstWrong.record)
        event.member("t_ns", firstWrong.nanoseconds)
        event.member("identity", firstWrong.identity)
      }
    }
    if !lines.isEmpty {
      line.key("lines")
      line.array { out in
        for line in lines { line.write(to: &out) }
      }
    }
    if let again { line.member("again", again) }
  }
}

extension ThenLine {
  fileprivate func write(to out: inout JSONWriter) {
    out.object { line in
      line.member("that", that)
      line.member("cites", cites)
      line.member("verdict", verdict.rawValue)
      line.member("file", file)
      line.member("line", self.line)
    }
  }
}

extension Report.Footer {
  /// Writes the last line.
  public func write(to out: inout JSONWriter) {
    out.object { line in
      line.member("kind", "footer")
      line.member("cases", cases)
      line.key("outcomes")
      line.object { counts in
        for count in outcomes { counts.member(count.outcome.rawValue, count.cases) }
      }
      line.member("traces", traces)
      line.key("clauses")
      line.object { counts in
        counts.member("must", clauses.must)
        counts.member("with_evidence", clauses.withEvidence)
        counts.member("with_witness", clauses.withWitness)
      }
      line.key("required")
      line.object { counts in
        counts.member("listed", required.listed)
        counts.member("covered", required.covered)
      }
      line.member("complete", isComplete)
      line.member("exit", exit.rawValue)
    }
    out.endLine()
  }
}
