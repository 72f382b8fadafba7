import Foundation
import FoundationXML
import JSON
import Journeys
import Testing

@testable import Commands

@Suite("Reports of a run")
struct ReportTests {
  @Test func `neither order nor environment shows in the report`() throws {
    let usual = Session("run", "--json", "-")
    let other = Session("run", "--json", "-", "--reverse") {
      let pack = Session.pack
      $0.variable = { ["LASTWORD_PACK": pack, "TZ": "Asia/Tokyo", "LANG": "tr_TR"][$0] }
      $0.directory = "/"
      $0.seconds = { 1e9 }
    }
    #expect(usual.out == other.out)
    #expect(!usual.out.isEmpty)
  }

  @Test func `the written report is read back as it was`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.jsonl"
    let session = Session("run", "request", "--json", path)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let report = try Report(reading: bytes, file: "a.jsonl")
    #expect(report.jsonLines == bytes)
    #expect(report.footer.exit.rawValue == session.code)
    #expect(report.header.engine == "reference")
    #expect(report.header.sets == ["core/1", "live/1"])
    #expect(
      report.cases.map(\.id) == [
        "request.refused[status=400]@ios", "request.refused[status=400]@macos",
        "request.refused[status=403]@ios", "request.refused[status=403]@macos",
        "request.split@ios", "request.split@macos",
      ])
    #expect(report.footer.outcomes.map(\.cases) == [6])
    #expect(report.footer.isComplete)
  }

  @Test func `with the report on the output nothing else is there`() throws {
    let session = Session("run", "request.split", "--json", "-", "-v", "--shoulds")
    #expect(session.out.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"kind\":") })
  }

  @Test func `the other store gives the same logical traces`() throws {
    func traces(_ store: String) throws -> [String] {
      let session = Session("run", "request", "--json", "-", "--store", store)
      return try Report(reading: Array(session.out.utf8), file: "a").cases.map(\.trace)
    }
    let memory = try traces("memory")
    #expect(memory == (try traces("disk")))
    #expect(Set(memory).count > 1)
  }

  @Test func `a violation tells clause, finding, line, place and how to see it again`() throws {
    let session = Session(
      "run", "request.split@macos", "--engine", "mutant:saved-before-row", "--json", "-")
    let report = try Report(reading: Array(session.out.utf8), file: "a")
    let account = try #require(report.cases.first?.account)
    #expect(account.clause == "SOURCE.saved-means-durable")
    #expect(account.firstWrong != nil)
    #expect(account.lines.first?.file == "scenarios/request/request.split.yaml")
    #expect(account.lines.first?.line == 15)
    #expect(
      account.again == "lastword run 'request.split@macos' -v --engine mutant:saved-before-row")
    // The command that is printed does what it says.
    let words = try #require(account.again).replacing("'", with: "").split(separator: " ")
    let again = Session(words.dropFirst().map(String.init))
    #expect(again.code == 1)
    let event = try #require(account.firstWrong)
    #expect(again.out.contains("#\(event.record) "))
    #expect(again.out.contains("✗ SOURCE.saved-means-durable (must)"))
  }

  @Test func `an interrupted run leaves a valid report that says so`() throws {
    var questions = 0
    let session = Session("run", "--json", "-") {
      $0.isInterrupted = {
        questions += 1
        return questions > 3
      }
    }
    #expect(session.code == 130)
    let report = try Report(reading: Array(session.out.utf8), file: "a")
    #expect(report.cases.count == 3)
    #expect(!report.footer.isComplete)
    #expect(report.footer.exit == .interrupted)
  }

  @Test func `the schema is JSON and knows the ids`() throws {
    let schema = try JSONValue(reading: Session("schema").out)
    #expect(schema["$schema"]?.string?.contains("draft-07") == true)
    let text = "\(schema)"
    for id in ["\"REQUEST.413-bounded\"", "\"dictate-and-get-text\"", "\"ios\""] {
      #expect(text.contains(id), "\(id)")
    }
  }

  @Test func `JUnit is written and well-formed`() throws {
    let folder = try Folder()
    let path = folder.path + "/j.xml"
    _ = Session("run", "--junit", path, "--engine", "mutant:saved-before-row")
    let parser = XMLParser(data: try Data(contentsOf: URL(filePath: path)))
    #expect(parser.parse())
  }
}

@Suite("Progress")
struct ProgressTests {
  @Test func `a quick run says nothing`() {
    #expect(Session("run", "request.split").err.isEmpty)
  }

  @Test func `a slow run shows a bar in a terminal and wipes it`() {
    var now = 0.0
    let session = Session("run", "request") {
      $0.notesAreTerminal = true
      $0.seconds = {
        now += 0.7
        return now
      }
    }
    #expect(session.err.contains("of 6 cases"))
    #expect(session.err.hasSuffix("\r\u{1B}[2K"))
    #expect(!session.out.contains("\u{1B}"))
  }

  @Test func `elsewhere it says a line every ten seconds`() {
    var now = 0.0
    let session = Session("run", "request") {
      $0.seconds = {
        now += 4
        return now
      }
    }
    #expect(session.err == "3 of 6 cases after 12 s\n6 of 6 cases after 24 s\n")
  }
}
