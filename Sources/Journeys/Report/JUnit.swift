import Contract

/// A report as JUnit XML, for the tools that read nothing else.
///
/// A suite is a journey, a test case is a case. Virtual time is a property and not `time`, which
/// readers take for the wall clock.
public struct JUnit {
  let report: Report
  let catalogue: Catalogue

  /// Prepares to write a report.
  public init(_ report: Report, catalogue: Catalogue) {
    self.report = report
    self.catalogue = catalogue
  }

  /// The whole document.
  public var text: String {
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites name=\"lastword\"\(Counts(report.cases).attributes)>\n"
    for (id, cases) in suites {
      let title = JourneyID(id: id)?.title ?? (id.isEmpty ? "Beside all journeys" : id)
      out += "  <testsuite name=\(quoted(title))\(Counts(cases).attributes)>\n"
      out += properties([("journey", id), ("engine", report.header.engine)], indent: 4)
      for line in cases { out += testCase(line) }
      out += "  </testsuite>\n"
    }
    return out + "</testsuites>\n"
  }

  private struct Counts {
    var failures = 0
    var errors = 0
    var skipped = 0
    let tests: Int

    init(_ cases: [CaseLine]) {
      tests = cases.count
      for line in cases {
        switch Element(line.outcome) {
        case .failure: failures += 1
        case .error: errors += 1
        case .skipped: skipped += 1
        case nil: break
        }
      }
    }

    var attributes: String {
      " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    }
  }

  private enum Element: String {
    case failure, error, skipped

    init?(_ outcome: CaseOutcome) {
      switch outcome {
      case .holds: return nil
      case .violated: self = .failure
      case .unsupported: self = .skipped
      case .inconclusive, .engineCrash, .hung, .leftTheStage, .protocolBroken, .harnessError:
        self = .error
      }
    }
  }

  private var suites: [(String, [CaseLine])] {
    var suites: [(String, [CaseLine])] = []
    for line in report.cases {
      let id = line.journeys.first ?? ""
      if let place = suites.firstIndex(where: { $0.0 == id }) {
        suites[place].1.append(line)
      } else {
        suites.append((id, [line]))
      }
    }
    return suites
  }

  private func testCase(_ line: CaseLine) -> String {
    let facts = catalogue[line.scenario]
    let broken = line.account?.lines.first
    let name = report.hasTwoStores ? "\(line.id) (\(line.store))" : line.id
    var out = "    <testcase classname=\(quoted(facts.section)) name=\(quoted(name))"
    let file = broken?.file ?? facts.file
    if !file.isEmpty { out += " file=\(quoted(file)) line=\"\(broken?.line ?? facts.line)\"" }
    out += ">\n"
    var pairs = [("platform", line.platform), ("store", line.store), ("trace", line.trace)]
    pairs += [("virtual_ms", String(line.virtualMilliseconds)), ("steps", String(line.steps))]
    if let clause = line.account?.clause { pairs.append(("clause", clause)) }
    if let again = line.account?.again { pairs.append(("again", again)) }
    out += properties(pairs, indent: 6)
    if let element = Element(line.outcome) { out += result(element, line) }
    return out + "    </testcase>\n"
  }

  private func result(_ element: Element, _ line: CaseLine) -> String {
    let message = line.account?.finding ?? line.outcome.meaning
    var out = "      <\(element.rawValue) message=\(quoted(message))"
    guard element != .skipped else { return out + "/>\n" }
    out += " type=\(quoted(line.account?.clause ?? line.outcome.rawValue))>"
    var body: [String] = [message]
    if let expected = line.account?.expected { body.append("expected  \(expected)") }
    if let observed = line.account?.observed { body.append("observed  \(observed)") }
    if let event = line.account?.firstWrong {
      body.append(
        "first wrong event  #\(event.record) t=\(Nanoseconds(event.nanoseconds))  \(event.identity)"
      )
    }
    for line in line.account?.lines ?? [] {
      body.append("\(line.verdict.rawValue)  \(line.that)  (\(line.file):\(line.line))")
    }
    if let again = line.account?.again { body.append("again  \(again)") }
    out += escaped(body.joined(separator: "\n"), keepsLineBreaks: true)
    return out + "</\(element.rawValue)>\n"
  }

  private func properties(_ pairs: [(String, String)], indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var out = margin + "<properties>\n"
    for (name, value) in pairs {
      out += margin + "  <property name=\(quoted(name)) value=\(quoted(value))/>\n"
    }
    return out + margin + "</properties>\n"
  }

  private func quoted(_ text: String) -> String {
    "\"" + escaped(text, keepsLineBreaks: false) + "\""
  }
}

/// The text with everything escaped that means something in XML; what XML cannot hold at all is
/// written as a visible escape.
private func escaped(_ text: String, keepsLineBreaks: Bool) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&apos;"
    case "\n": out += keepsLineBreaks ? "\n" : "&#10;"
    case "\t": out += "&#9;"
    case "\r": out += "&#13;"
    default:
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF:
        out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }
  return out
}

extension Report {
  /// Whether the same cases ran on more than one store.
  var hasTwoStores: Bool {
    guard let first = cases.first else { return false }
    return cases.contains { $0.store != first.store }
  }
}
