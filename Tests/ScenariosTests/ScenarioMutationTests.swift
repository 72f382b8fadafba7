import Testing

@testable import Scenarios

@Suite struct `Scenario files with one byte wrong` {
  /// Bytes all over some scenarios of the project are replaced by bytes that mean something in
  /// YAML or in the format. Whatever comes of it, the reader ends and points into the file.
  @Test func `are read, or refused inside the file`() throws {
    let platforms = try projectPlatforms()
    var refused = 0
    var read = 0
    for source in try projectScenarios().prefix(6) {
      for place in source.bytes.indices where place % 41 == 0 {
        for byte in Array("{[]}:,\"'#-?*r0 \n\u{1}".utf8) + [0xFF] where byte != source.bytes[place]
        {
          var bytes = source.bytes
          bytes[place] = byte
          let mutant = SourceText(path: "case.yaml", bytes: bytes)
          let lines = bytes.count { $0 == 0x0A } + 1
          do throws(Refusal) {
            _ = try Scenario(mutant, platforms: platforms)
            read += 1
          } catch {
            refused += 1
            let fit = error.diagnostics.allSatisfy { $0.line >= 1 && $0.line <= lines }
            if error.diagnostics.isEmpty || !fit { Issue.record("byte \(place) \(byte)") }
          }
        }
      }
    }
    // Both happen, or the test says nothing.
    #expect(refused > 300 && read > 300)
  }
}
