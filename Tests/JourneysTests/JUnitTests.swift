import Foundation
import FoundationXML
import Journeys
import Testing

@Suite("JUnit XML")
struct JUnitTests {
  /// Collects what a parser sees, so that well-formedness is judged by somebody else's reader.
  final class Seen: NSObject, XMLParserDelegate {
    var elements: [(String, [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  static func parse(_ report: Report) throws -> Seen {
    let text = JUnit(report, catalogue: Samples.catalogue).text
    let parser = XMLParser(data: Data(text.utf8))
    let seen = Seen()
    parser.delegate = seen
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "") in\n\(text)")
    return seen
  }

  @Test func `a suite is a journey, a test case a case with its place`() throws {
    let seen = try Self.parse(Samples.report(Samples.mixedCases))
    let suites = seen.elements.filter { $0.0 == "testsuite" }.map { $0.1["name"] }
    #expect(
      suites == ["A long recording becomes text", "A failed transcription is tried again in place"])
    let violated = try #require(
      seen.elements.first { $0.1["name"] == "bulk.later-failure@ios" })
    #expect(violated.1["classname"] == "bulk")
    #expect(violated.1["file"] == "scenarios/bulk/later-failure.yaml")
    #expect(violated.1["line"] == "31")
    let held = try #require(seen.elements.first { $0.1["name"] == "request.413-nested@ios" })
    #expect(held.1["line"] == "20")
    #expect(
      seen.elements.contains { $0.1["name"] == "again" && $0.1["value"]?.hasSuffix("-v") == true })
  }

  @Test func `every outcome has its element and is counted`() throws {
    let cases = CaseOutcome.allCases.map {
      Samples.line("x.\($0.rawValue)@ios", outcome: $0, account: Account(finding: "f"))
    }
    let seen = try Self.parse(Samples.report(cases))
    let counts = Dictionary(grouping: seen.elements) { $0.0 }.mapValues { $0.count }
    #expect(counts["failure"] == 1)
    #expect(counts["skipped"] == 1)
    #expect(counts["error"] == 6)
    let suite = try #require(seen.elements.first { $0.0 == "testsuites" })
    #expect(suite.1["tests"] == "9")
    #expect(suite.1["failures"] == "1")
    #expect(suite.1["errors"] == "6")
    #expect(suite.1["skipped"] == "1")
  }

  @Test func `nothing in a text can break the document`() throws {
    let hostile = "</failure>]]> & <b> \" ' \u{0} \u{1B}[31m \u{FFFE} \u{202E} 漢字 \n second"
    let account = Account(
      clause: hostile, finding: hostile, expected: hostile, observed: hostile,
      lines: [ThenLine(that: hostile, cites: [], verdict: .broken, file: hostile, line: 1)],
      again: hostile)
    let seen = try Self.parse(
      Samples.report([
        Samples.line("a\(hostile)@ios", journeys: [hostile], outcome: .violated, account: account)
      ]))
    #expect(seen.text.contains("</failure>]]> & <b> \" '"))
    let failure = try #require(seen.elements.first { $0.0 == "failure" })
    #expect(failure.1["message"]?.contains("漢字 \n second") == true)
  }
}
