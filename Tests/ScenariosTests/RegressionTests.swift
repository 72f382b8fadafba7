import Choices
import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `The block of a finding` {
  private let block = """
    platforms: [macos]
    plan: {"upload/r1.a1/0/t1?answer": {status: 503}}
    regression:
      clause: ATTEMPT.always-ends
      expect: violated
      engine: "mutant:x"
      strategy: "by hand"
      seed: "0x6b1f"
      generator: 1
      tool: "0.1.0"
      trace: "0123456789abcdef"
      bucket: "b"
    """

  private func faults(_ old: String, _ new: String) throws -> [String] {
    let text = scenario(block.replacing(old, with: new))
    #expect(block.contains(old))
    let (_, diagnostics) = try load(text)
    return diagnostics.map { "\($0.line):\($0.column) \($0.code.rawValue)" }
  }

  @Test func `it reads, and what is missing, unknown or wrong is named with its place`() throws {
    #expect(try faults("by hand", "by hand") == [])
    #expect(try faults("  seed: \"0x6b1f\"\n", "") == [])
    #expect(try faults("  clause: ATTEMPT.always-ends\n", "") == ["8:3 S001"])
    #expect(try faults("ATTEMPT.always-ends", "ATTEMPT.never-ends") == ["8:11 S010"])
    #expect(try faults("expect: violated", "expect: broken") == ["9:11 S004"])
    #expect(try faults("engine: \"mutant:x\"", "engine: mutant") == ["10:11 S004"])
    #expect(try faults("\"0x6b1f\"", "\"6b1f\"") == ["12:9 S016"])
    #expect(try faults("\"0x6b1f\"", "\"0x11112222333344445\"") == ["12:9 S016"])
    #expect(try faults("generator: 1", "generator: 0") == ["13:14 S008"])
    #expect(try faults("0123456789abcdef", "0123456789abcde") == ["15:10 S016"])
    #expect(try faults("0123456789abcdef", "0123456789ABCDEF") == ["15:10 S016"])
    #expect(try faults("bucket: \"b\"", "bucket: \"b\"\n  colour: red") == ["17:3 S002"])
    #expect(try faults("bucket: \"b\"", "bucket: \"b\"\n  cut: \"0123456789abcdef\"") == [])
    #expect(try faults("bucket: \"b\"", "bucket: \"b\"\n  cut: \"0x12\"") == ["17:8 S016"])
    #expect(try faults("macos]", "macos, ios]") == ["5:12 S019"])
    #expect(try faults("platforms: [macos]\n", "") == ["1:1 S019"])
    #expect(try faults("status: 503", "status: 5030") == ["6:45 S008"])
    #expect(try faults("upload/r1.a1/0/t1", "uplood/r1.a1/0/t1") == ["6:8 S017"])
  }

  @Test func `another version of the format is refused at its number`() throws {
    let text = scenario(block).replacing("format: 1", with: "format: 2")
    #expect(brief(try load(text).diagnostics) == ["1:9 S008"])
  }

  @Test func `a file cut off anywhere is an error or, at the very end, whole`() throws {
    let text = scenario(block, then: "- {that: it works, cites: [ATTEMPT.always-ends]}")
    let platforms = try projectPlatforms()
    let whole = try Scenario(SourceText(path: "case.yaml", text: text), platforms: platforms)
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count - 2 {
      let source = SourceText(path: "case.yaml", bytes: Array(bytes[..<length]))
      guard case .some(let cut) = try? Scenario(source, platforms: platforms) else { continue }
      Issue.record("cut to \(length) of \(bytes.count) bytes it reads as \(cut.id) \(whole.id)")
    }
  }

  @Test func `an alias renames whole words of names, and one that renames nothing is refused`()
    throws
  {
    let old = block.replacing("upload/", with: "send/")
    let named = scenario(old + "\n  aliases: {send: \"upload\"}")
    let read = try load(named)
    #expect(read.diagnostics.map(\.rendered) == [])
    let entry = try #require(read.scenario?.cases.first?.theCase.plan.entries.first)
    #expect(entry.question.names.spelling == "upload/r1.a1/0/t1?answer")
    #expect(
      brief(try load(scenario(block + "\n  aliases: {up: \"upload\"}")).diagnostics)
        == ["8:3 S024"])
  }
}
