import Testing

@testable import Scenarios

@Suite struct `Scenario files with one byte wrong` {
  /// A scenario with all that can be said of a live transcript.
  private static let live = SourceText(
    path: "live.yaml",
    text: """
      format: 1
      id: relay.all
      title: All that can be said of it
      status: draft
      given: {live: dictation, mic: usual, limits: {leg-queue: 160001 samples}, audio: 30s}
      plan:
        "dial/r1/leg1?answer": {breaks-at: 80123 samples, by: {error: 402}, manners: [junk, shrinks]}
        "dial/r1/leg2?answer": {refused: 503, opens-after: 3s}
        "dial/r1/leg3?answer": {fails: unreachable, speed: 1.5x}
        "dial/*?answer": {breaks-at: 5s, by: silence}
      schedule: [{hold: frame dial/r1/leg1/2, until: "deadline r1.a1/redial#300"}]
      then:
        - that: it is as it was spoken
          cites: [RELAY.every-sample-once]
          expect:
            - {live: {says: all-words, has: [w000, w005], placed-within: 600ms, discloses: nothing}}
            - {typed: {field: 1, lacks: w070, words: at-most-once}}
            - {leg: {number: 2, offset: 10s, hears-from: 160000 samples, within: 100ms}}

      """)

  /// Bytes all over some scenarios of the project are replaced by bytes that mean something in
  /// YAML or in the format. Whatever comes of it, the reader ends and points into the file.
  @Test func `are read, or refused inside the file`() throws {
    let platforms = try projectPlatforms()
    #expect(try Scenario(Self.live, platforms: platforms).cases.count > 1)
    var refused = 0
    var read = 0
    for source in try projectScenarios().prefix(6) + [Self.live] {
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
