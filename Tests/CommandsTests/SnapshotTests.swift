import Arguments
import Testing

@testable import Commands

@Suite("What a command line prints")
struct SnapshotTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var line: String
    var testDescription: String { name }

    init(_ name: String, _ line: String) {
      self.name = name
      self.line = line
    }
  }

  static let rows: [Row] = [
    Row("help", "--help"),
    Row("help-run", "run --help"),
    Row("help-list", "list --help"),
    Row("help-show", "show --help"),
    Row("help-explain", "explain --help"),
    Row("help-lint", "lint --help"),
    Row("help-schema", "schema --help"),
    Row("help-bench", "bench --help"),
    Row("help-sweep", "sweep --help"),
    Row("help-inspect", "inspect --help"),
    Row("version", "version"),
    Row("run-holds", "run request --platform macos"),
    Row("run-unsupported", "run keyboard"),
    Row("run-mutant", "run request.split --engine mutant:saved-before-row"),
    Row("run-variant", "run request --engine variant:thirds"),
    Row("run-nothing", "run request.refused --clause DELETE.intent-wins"),
    Row("show", "show request.split"),
    Row("show-member", "show request.refused[status=403]@ios"),
    Row("list-scenarios", "list scenarios"),
    Row("list-platforms", "list platforms"),
    Row("list-required", "list required"),
    Row("list-journeys", "list journeys"),
    Row("list-variants", "list variants"),
    Row("explain-exit", "explain exit:3"),
    Row("explain-outcome", "explain inconclusive"),
    Row("explain-message", "explain s002"),
    Row("lint", "lint"),
    Row("unknown-id", "run request.splt"),
    Row("unknown-option", "run --plattform ios"),
    Row("unknown-engine", "run --engine forth-try"),
  ]

  @Test(arguments: rows)
  func `is what it was`(_ row: Row) throws {
    let session = Session(row.line.split(separator: " ").map(String.init))
    try expectSnapshot(row.name, session.transcript(of: "lastword \(row.line)"))
  }

  @Test func `no help line is wider than eighty columns`() {
    for command in Lastword.program.commands {
      let session = Session(command.name, "--help")
      // A line to copy is never broken, and stands further in than anything else.
      for line in session.out.split(separator: "\n") where !line.hasPrefix("      lastword ") {
        #expect(line.count <= 80, "\(command.name): \(line)")
      }
      #expect(!command.examples.isEmpty, "\(command.name) has no example")
    }
  }

  @Test func `every example is a line that the program takes`() throws {
    for example in Lastword.program.commands.flatMap(\.examples) {
      let line = example.line.prefix { $0 != ">" }.replacing("'", with: "")
      let words = line.split(separator: " ").map(String.init)
      #expect(words.first == "lastword")
      #expect(throws: Never.self, "\(example.line)") {
        try Lastword.program.parse(Array(words.dropFirst()))
      }
    }
  }

  @Test(arguments: ["request.split@macos"])
  func `the events of a case end with what is on the device and the lines`(_ id: String) {
    let session = Session("run", id, "-v")
    #expect(session.out.contains("▸ start r1"))
    #expect(session.out.contains("HTTP 413"))
    #expect(session.out.contains("History at the end\n  r1 success"))
    #expect(session.out.contains("✓ kept      every spoken word is in the text once, in order"))
    #expect(session.out.contains("(scenarios/request/request.split.yaml:"))
  }
}
